import { beginsWithOneOf } from '../../domain/promise/session.ts';
import { type Bead, mostUrgent } from '../../domain/session/beads.ts';
import { ADVICE_MS } from '../advice.ts';
import type { Checker, Examine } from '../checker.ts';
import { ownsPromises } from '../look.ts';
import { beadText } from '../wording.ts';

/** How many ready issues are named. */
const MOST_READY = 5;

/** P5. Never blocks: tells the user which issues are ready to be worked on, the most urgent first. */
export const availableWork = {
  name: 'available work',
  priority: 5,
  advises: true,
  concerns(stop) {
    const { continuation, stopGate } = stop.configuration;
    const prefixes = [...stopGate.orchestrators, ...continuation.prefixes];
    const leads = beginsWithOneOf(stop.stopper.session, prefixes);
    return stop.hasIssues && stopGate.availableWork && (leads || ownsPromises(stop));
  },
} as const satisfies Checker;

export const examineAvailableWork: Examine = async ({ timeLeft, tracker }) => {
  if (!tracker.isThere) return {};
  const ready = await tracker.listIssues('ready', Math.min(ADVICE_MS, timeLeft()));
  return 'reason' in ready || ready.length === 0 ? {} : { advice: readyNote(ready) };
};

export function readyNote(ready: readonly Bead[]): string {
  const lines = mostUrgent(ready, MOST_READY).map((bead) => `  ${beadText(bead)}`);
  return [`Ready work (${ready.length}):`, ...lines].join('\n');
}
