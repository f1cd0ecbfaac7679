import { createNodeChance } from '../adapters/node-chance.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import { timestamp } from '../domain/base/time.ts';
import type { HookOutput } from '../domain/host/dialect.ts';
import { decideUnreached, type UncheckedOutcome } from '../domain/session/last-known.ts';
import { failureMessage } from '../report/failure-text.ts';
import { brief, printable } from '../report/printable.ts';
import { checkedAgainText, lastKnownText, letGoUncheckedText } from '../report/unreached-text.ts';
import { createLastKnownStates } from '../store/files/last-known.ts';
import type { LastKnownStates } from '../store/last-known.ts';
import type { SharedState, Unreached } from '../store/state-view.ts';
import type { Block } from './checker.ts';
import type { SeenStop } from './look.ts';
import { heldFor, reasonOf } from './reason.ts';

/**
 * Stops of sessions whose promises lie in a store that machines share. Where it cannot be reached, what it said last
 * holds a session once in a turn; when it answers again, the user is told of the stops that were not checked.
 */

/** The part of a shared store that the look at a stop met without reaching it. */
type UnreachedPart = SharedState & { readonly unreached: Unreached };

/** The parts of stores that could not be reached, that of the project first. */
export function unreachedParts(stop: Pick<SeenStop, 'folders'>): readonly UnreachedPart[] {
  return sharedParts(stop).flatMap((part) =>
    part.unreached === undefined ? [] : [{ ...part, unreached: part.unreached }],
  );
}

function sharedParts({ folders }: Pick<SeenStop, 'folders'>): readonly SharedState[] {
  return folders.flatMap(({ view }) => view.shared ?? []);
}

/** `block`: what keeps the session by what was known last. */
export function responseUnreached(
  seen: SeenStop,
  [first, ...others]: readonly [UnreachedPart, ...UnreachedPart[]],
  block: Block | undefined,
  faults: readonly string[],
): HookOutput {
  const states = lastKnownStates(seen);
  const answer = decideUnreached({
    isHeld: block !== undefined,
    isContinued: seen.payload.isContinued,
    before: states.unchecked(first.place),
  });
  const at = timestamp(seen.clock.now());
  const notes = [first, ...others].flatMap(({ place }) => {
    const failure = states.addUnchecked(place, { at, answer });
    return failure === undefined ? [] : [failureMessage(failure)];
  });
  return unreachedOutput(answer, first.unreached, block, [...faults, ...notes]);
}

const LONGEST_HELD = 300;

/** The answer while a store cannot be reached. `block`: what keeps the session by what was known last. */
export function unreachedOutput(
  answer: UncheckedOutcome,
  unreached: Unreached,
  block: Block | undefined,
  notes: readonly string[],
): HookOutput {
  const held = block && brief(heldFor(block), LONGEST_HELD);
  if (answer === 'let-go' || block === undefined) {
    return { systemMessage: told([letGoUncheckedText(unreached, held), ...notes]) };
  }
  const known = lastKnownText(unreached);
  return {
    decision: 'block',
    reason: reasonOf({ lines: [...block.lines, known] }),
    systemMessage: told([`The stop gate blocked the agent: ${held}`, known, ...notes]),
  };
}

function told(lines: readonly string[]): string {
  return printable(lines.join('\n'));
}

/** What the user is told of stops that were not checked, and how it is forgotten once that was said. */
export function checkedAgain(seen: SeenStop): {
  readonly notes: readonly string[];
  readonly forget: () => readonly string[];
} {
  const parts = sharedParts(seen).filter(({ unreached }) => unreached === undefined);
  if (parts.length === 0) return { notes: [], forget: () => [] };
  const states = lastKnownStates(seen);
  const missed = parts
    .map(({ place }) => ({ place, stops: states.unchecked(place) }))
    .filter(({ stops }) => stops.length > 0);
  return {
    notes: missed.flatMap(({ stops }) => checkedAgainText(stops)),
    forget: () =>
      missed.flatMap(({ place }) => {
        const failure = states.forgetUnchecked(place);
        return failure === undefined ? [] : [failureMessage(failure)];
      }),
  };
}

function lastKnownStates({ files }: SeenStop): LastKnownStates {
  return createLastKnownStates({
    files,
    chance: createNodeChance(),
    userStateFolder: userStateFolder(),
  });
}
