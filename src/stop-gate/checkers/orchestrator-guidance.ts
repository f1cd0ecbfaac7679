import { beginsWithOneOf } from '../../domain/promise/session.ts';
import type { Bead } from '../../domain/session/beads.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import { beadText, listed } from '../wording.ts';

/** How long `bd` is waited for, in milliseconds: a stop does not wait for a tracker that hangs. */
const BD_TIMEOUT_MS = 5000;

/** P2.5. Blocks a session that orchestrates others once for each blocked issue that it was not told of. */
export const orchestratorGuidance = {
  name: 'orchestrator guidance',
  priority: 2.5,
  concerns: ({ configuration, hasIssues, stopper }) =>
    hasIssues && beginsWithOneOf(stopper.session, configuration.stopGate.orchestrators),
} as const satisfies Checker;

export const examineBlockedWork: Examine = async (world) => {
  const { memory, timeLeft, tracker } = world;
  if (!tracker.isThere) return {};
  const blocked = await tracker.listIssues('blocked', Math.min(BD_TIMEOUT_MS, timeLeft()));
  return 'reason' in blocked
    ? { notes: [`Cannot list blocked work: ${blocked.reason}.`] }
    : { block: blockedWorkBlock(blocked.filter(({ id }) => !memory.told.includes(id))) };
};

/** The block where some issues are blocked that the session was not told of. */
export function blockedWorkBlock(untold: readonly Bead[]): Block | undefined {
  if (untold.length === 0) return undefined;
  return {
    checker: 'blocked-work',
    lines: [
      'Blocked: this session orchestrates others, and no one was told of this blocked work:',
      ...listed(untold, (bead) => `  ${beadText(bead)}`),
      'Next: unblock it, or tell those who wait for it. Each item is reported once: bd blocked',
    ],
    told: untold.map(({ id }) => id),
  };
}
