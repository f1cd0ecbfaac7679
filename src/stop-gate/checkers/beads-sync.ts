import { oneLine } from '../../report/printable.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import { named } from '../wording.ts';

/** P2. Blocks while git shows changes in `.beads/` that are not committed. */
export const beadsSync = {
  name: 'beads sync',
  priority: 2,
  concerns: ({ configuration, hasIssues }) => hasIssues && configuration.stopGate.beads,
} as const satisfies Checker;

export const examineBeadsSync: Examine = ({ timeLeft, tracker }) => {
  if (!tracker.isThere) return {};
  const changed = tracker.uncommittedIssues(timeLeft());
  if (!('reason' in changed)) return { block: beadsSyncBlock(changed) };
  // Where there is no repository, there is nothing to commit, and nothing to tell the user.
  if (/not a git repository/i.test(changed.reason)) return {};
  return { notes: [`Cannot tell whether .beads/ is committed: ${changed.reason}.`] };
};

export function beadsSyncBlock(files: readonly string[]): Block | undefined {
  if (files.length === 0) return undefined;
  return {
    checker: 'beads-sync',
    lines: [
      `Blocked: .beads/ has uncommitted changes: ${named(files, oneLine)}.`,
      'Next: bd sync   # or: git add .beads && git commit -m "Sync issues"',
    ],
  };
}
