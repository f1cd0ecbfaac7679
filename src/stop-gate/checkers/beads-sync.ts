import { hasUsedTools } from '../../adapters/transcript/tail.ts';
import { changedSinceStart, issuesAtStartIn } from '../../domain/session/beads.ts';
import { oneLine } from '../../report/printable.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import { named } from '../wording.ts';

/**
 * P2. Blocks while what the session changed in `.beads/` is not committed. Where nobody looked as it started, it is not
 * known what it changed.
 */
export const beadsSync = {
  name: 'beads sync',
  priority: 2,
  concerns: ({ configuration, hasIssues, kept, tail }) =>
    hasIssues &&
    configuration.stopGate.beads &&
    kept.ok &&
    issuesAtStartIn(kept.value) !== undefined &&
    // Who used no tool changed nothing: another session works in the same checkout.
    hasUsedTools(tail) !== false,
} as const satisfies Checker;

export const examineBeadsSync: Examine = ({ kept, timeLeft, tracker }) => {
  const atStart = kept.ok ? issuesAtStartIn(kept.value) : undefined;
  if (!tracker.isThere || atStart === undefined) return {};
  const changed = tracker.uncommittedIssues(timeLeft());
  if (!('reason' in changed)) return { block: beadsSyncBlock(changedSinceStart(atStart, changed)) };
  // Where there is no repository, there is nothing to commit, and nothing to tell the user.
  if (/not a git repository/i.test(changed.reason)) return {};
  return { notes: [`Cannot tell whether .beads/ is committed: ${changed.reason}.`] };
};

export function beadsSyncBlock(files: readonly string[]): Block | undefined {
  if (files.length === 0) return undefined;
  return {
    checker: 'beads-sync',
    lines: [
      `Blocked: this session left changes in .beads/ uncommitted: ${named(files, oneLine)}.`,
      'Next: bd sync   # or: git add .beads; git commit -m "Sync issues"',
    ],
  };
}
