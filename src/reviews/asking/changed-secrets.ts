import { environmentValues, isEnvironmentFile } from '../../domain/base/secret-files.ts';
import type { ChangeSet, GitResult } from '../../ports.ts';

/** What files of variables held before the work: they can have been changed, renamed or removed since. */
export function valuesBefore(changes: GitResult<ChangeSet>): readonly string[] {
  if (!changes.ok) return [];
  const { before, files } = changes.value;
  const known = files.filter(({ isNew, path }) => !isNew && isEnvironmentFile(path));
  return known.flatMap(({ path }) => environmentValues(before(path) ?? ''));
}
