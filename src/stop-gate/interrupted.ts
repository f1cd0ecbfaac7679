import { readHostSigns } from '../adapters/environment.ts';
import { linesFromEndOf } from '../adapters/transcript/tail.ts';
import { isAttended } from '../domain/host/attendance.ts';
import { endsInterrupted } from '../domain/host/interrupt-mark.ts';
import { afterStop, obeyedAt, type SeenInterrupt } from '../domain/session/interrupted.ts';
import { type Decide, decideInterrupted } from './decision.ts';
import type { ExaminedStop } from './examined-stop.ts';
import { positionAt, type SeenStop } from './look.ts';

/** The stops of a session that its user interrupted: the first one is let through, whatever holds it. */

/** The decision that obeys the user: what `decide` says, but for a block of a stop that is to pass. */
export function obeying(decide: Decide, world: ExaminedStop): Decide {
  const seen = interruptAt(world);
  if (seen === undefined) return decide;
  return (now) => {
    const { outcome, memory } = decide(now);
    const obeyed = obeyedAt(now.interrupted, seen);
    if (outcome.outcome === 'block' && obeyed !== undefined) {
      return decideInterrupted(now, outcome.block, world.promises, obeyed);
    }
    const interrupted = afterStop(now.interrupted, seen.position);
    return { outcome, memory: { ...memory, interrupted } };
  };
}

/** Whether a stop is to pass because its user interrupted the session, so that no model need be asked about it. */
export function isToObey(world: ExaminedStop): boolean {
  const seen = interruptAt(world);
  return seen !== undefined && obeyedAt(world.memory.interrupted, seen) !== undefined;
}

/** Nothing for a subagent: its session hears of the interrupt. */
function interruptAt(world: SeenStop): SeenInterrupt | undefined {
  const { clock, host, payload, stopper, tail } = world;
  if (stopper.isSubagent) return undefined;
  const mark = host.interruptMark;
  const isMarked =
    mark?.isAskedAbout === true &&
    tail !== undefined &&
    endsInterrupted(linesFromEndOf(tail), mark, host.transcript);
  return {
    aborted: payload.isAborted === true ? 'by-host' : isMarked ? 'by-mark' : 'no',
    isAttended: isAttended(readHostSigns()),
    position: positionAt(world),
    at: new Date(clock.now()).toISOString(),
  };
}
