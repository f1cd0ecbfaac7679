import { readVariable } from '../adapters/environment.ts';
import { isOverSince, workedSince } from '../adapters/transcript/tail.ts';
import type { GateMemory } from '../domain/session/gate-memory.ts';
import { letGo, type Sighting } from '../domain/session/liveness.ts';
import { todosDigest, workDigest } from '../domain/session/progress.ts';
import type { Block, Checker, Examine } from './checker.ts';
import { type Decide, decideDone, decideHeld, decideUnasked } from './decision.ts';
import type { GateWorld } from './gate-world.ts';
import { isToObey } from './interrupted.ts';
import { positionAt } from './position.ts';
import { treesDigest } from './promise-facts.ts';
import { questionsOf } from './questions.ts';

/** What the checkers found, as a decision on whatever is remembered when it is made. */
interface CheckersFinding {
  readonly decide: Decide;
  readonly notes: readonly string[];
  /** What the user is told of a session that no checker blocks. */
  readonly advice: readonly string[];
}

/** A checker that a stop concerns, with its examination. */
export interface AskedChecker extends Checker {
  readonly examine: Examine;
}

/** Asks one checker after the other, until one blocks: what comes later may cost more. */
export async function askCheckers(
  concerned: readonly AskedChecker[],
  world: GateWorld,
): Promise<CheckersFinding> {
  const notes: string[] = [];
  const advice: string[] = [];
  for (const checker of concerned) {
    const unasked = checker.asksModel ? unaskedDecision(world) : undefined;
    if (unasked !== undefined) return { decide: unasked, notes, advice };
    const found = await checker.examine(world);
    notes.push(...(found.notes ?? []));
    if (found.advice !== undefined) advice.push(found.advice);
    if (found.block === undefined) continue;
    return { decide: heldBy(checker, found.block, world), notes, advice };
  }
  return { decide: (now) => decideDone(now, world.promises), notes, advice };
}

/** The decision where the answer of a model could change nothing; nothing where it could. */
function unaskedDecision(world: GateWorld): Decide | undefined {
  if (isToObey(world)) return (now) => decideDone(now, world.promises);
  const look = lookOf(world);
  const questions = questionsOf(world);
  const decide = (now: GateMemory) =>
    decideUnasked(now, sightingOf(look, now), world.promises, questions);
  const unasked = decide(world.memory);
  if (unasked === undefined) return undefined;
  return (now) => decide(now) ?? { ...unasked, memory: now };
}

function heldBy({ asksModel }: Checker, block: Block, world: GateWorld): Decide {
  const look = lookOf(world);
  const questions = questionsOf(world);
  // A prompt of the user between two stops starts the count of a review anew: it was asked anew as well.
  const countsAnew = asksModel === true && world.payload.isContinued === false;
  return (now) => {
    const before = countsAnew ? { ...now, counters: letGo(now.counters) } : now;
    return decideHeld(before, sightingOf(look, now), block, world.promises, questions);
  };
}

/** What is seen at a stop, whatever another hook that asks about the same one has answered meanwhile. */
interface Look {
  readonly still: Omit<Sighting, 'worked' | 'isOver'>;
  readonly tail: GateWorld['tail'];
  /** Of a subagent's transcript it is not known that each answer is written into it. */
  readonly isSubagent: boolean;
}

/** What is seen, held against what is remembered when the decision is made. */
function sightingOf(
  { isSubagent, still, tail }: Look,
  { counters: { position } }: GateMemory,
): Sighting {
  return {
    ...still,
    worked: workedSince(tail, position),
    isOver: isSubagent ? undefined : isOverSince(tail, position),
  };
}

function lookOf(world: GateWorld): Look {
  const { host, payload, promises, stopper, tail, todos } = world;
  const still = {
    position: positionAt(world),
    work: workDigest(promises.owned),
    todos: todosDigest(todos),
    tree: treesDigest(promises.trees),
    // A host counts a subagent that stops among the tasks, and those of its session are not its own.
    running: stopper.isSubagent ? 0 : payload.running,
    isContinued: payload.isContinued,
    hostLimit: host.blockLimit(readVariable),
  };
  return { still, tail, isSubagent: stopper.isSubagent };
}
