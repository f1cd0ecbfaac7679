import type { ProjectFiles } from '../change.ts';
import type { TestReader } from '../test-file.ts';
import type { Coverage } from './coverage.ts';
import type { ProgramChanges } from './program-changes.ts';
import type { Side } from './side.ts';

/** All that is known when two versions of a test are compared. */
export interface Comparing {
  readonly before: Side;
  readonly after: Side;
  readonly coverage: Coverage;
  readonly changes: ProgramChanges;
  readonly reader: TestReader;
  readonly project: ProjectFiles | undefined;
}
