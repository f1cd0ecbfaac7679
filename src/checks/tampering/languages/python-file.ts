import type { Source } from '../source.ts';
import type { Double } from '../test-file.ts';
import type { Mode } from './python-marks.ts';
import type { Statement } from './python-syntax.ts';
import type { Values } from './python-values.ts';

/** What is known of a file before its tests are read. */
export interface PythonFile {
  readonly source: Source;
  readonly statements: readonly Statement[];
  readonly values: Values;
  /** Functions and methods by their names. */
  readonly functions: ReadonlyMap<string, Statement>;
  readonly classes: ReadonlyMap<string, Statement>;
  readonly asyncNames: ReadonlySet<string>;
  readonly ownNames: ReadonlySet<string>;
  /** Where the names of functions stand. */
  readonly uses: ReadonlyMap<string, readonly number[]>;
  readonly imported: ReadonlySet<string>;
  /** The names of the bases that classes called tests have. */
  readonly testBases: ReadonlyMap<string, readonly Statement[]>;
  /** Whether a framework of the file waits for coroutines by itself. */
  readonly isWaiting: boolean;
  /** What fixtures and hooks have been read to skip: many tests ask for the same. */
  readonly skips: Map<Statement, readonly Mode[]>;
  /** The same of their doubles. */
  readonly doubles: Map<Statement, readonly Double[]>;
}
