import type { ChangedTexts, ChangeStart, GitResult } from '../../ports.ts';

/** The texts of a folder that changed since some work began, or since a commit. */
export function changedTextsSince(_folder: string, _since: ChangeStart): GitResult<ChangedTexts> {
  return { ok: false, reason: 'git was not asked' };
}
