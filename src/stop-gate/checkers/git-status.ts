import { counted } from '../../domain/base/counted.ts';
import { ADVICE_MS } from '../advice.ts';
import type { Checker, Examine } from '../checker.ts';
import { ownsPromises } from '../look.ts';

/** P4. Never blocks: tells the user of a session with promises how much is not committed. */
export const gitStatus = {
  name: 'git status',
  priority: 4,
  advises: true,
  concerns: (stop) => stop.configuration.stopGate.gitStatus && ownsPromises(stop),
} as const satisfies Checker;

export const examineGitStatus: Examine = ({ timeLeft, tracker }) => {
  const changed = tracker.uncommittedFiles(Math.min(ADVICE_MS, timeLeft()));
  const count = 'reason' in changed ? 0 : changed.length;
  return count > 0
    ? { advice: `Not committed yet: ${counted(count, 'file')} of this checkout.` }
    : {};
};
