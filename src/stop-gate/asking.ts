import { readVariable } from '../adapters/environment.ts';
import { promptedSince, workedSince } from '../adapters/transcript/tail.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { HookPayload } from '../domain/host/hook-payload.ts';
import { capsIn, type GateMemory, isOwnReason } from '../domain/session/gate-memory.ts';
import type { Sighting } from '../domain/session/liveness.ts';
import { todosDigest, workDigest } from '../domain/session/progress.ts';
import type { Receipt } from '../domain/session/receipt.ts';
import type { Block, Checker, Examine } from './checker.ts';
import { type Decide, decideDone, decideHeld, decideUnasked } from './decision.ts';
import type { ExaminedStop } from './examined-stop.ts';
import { isToObey } from './interrupted.ts';
import { positionAt } from './look.ts';
import { treesDigest } from './promises-at-stop.ts';
import { questionsOf } from './questions.ts';

/** What the checkers found, as a decision on whatever is remembered when it is made. */
interface CheckersFinding {
  readonly decide: Decide;
  readonly notes: readonly string[];
  /** What the user is told of a session that no checker blocks. */
  readonly advice: readonly string[];
  /** The names under which it is remembered that the user was told of the notes. */
  readonly told: readonly string[];
  readonly receipts: readonly Receipt[];
}

/** A checker that a stop concerns, with its examination. */
export interface AskedChecker extends Checker {
  readonly examine: Examine;
}

/** Asks one checker after the other, until one blocks: what comes later may cost more. */
export async function askCheckers(
  concerned: readonly AskedChecker[],
  world: ExaminedStop,
): Promise<CheckersFinding> {
  const notes: string[] = [];
  const advice: string[] = [];
  const told: string[] = [];
  const receipts: Receipt[] = [];
  for (const checker of concerned) {
    const unasked = checker.asksModel ? unaskedDecision(world) : undefined;
    if (unasked !== undefined) return { decide: unasked, notes, advice, told, receipts };
    const found = await checker.examine(world);
    notes.push(...(found.notes ?? []));
    told.push(...(found.told ?? []));
    receipts.push(...(found.receipts ?? []));
    if (found.advice !== undefined) advice.push(found.advice);
    if (found.block === undefined) continue;
    return { decide: heldBy(found.block, world), notes, advice, told, receipts };
  }
  return { decide: (now) => decideDone(now, world.promises), notes, advice, told, receipts };
}

/** The decision where the answer of a model could change nothing; nothing where it could. */
function unaskedDecision(world: ExaminedStop): Decide | undefined {
  if (isToObey(world)) return (now) => decideDone(now, world.promises);
  const look = sightOf(world);
  const questions = questionsOf(world);
  const decide = (now: GateMemory) =>
    decideUnasked(now, sightingOf(look, now), world.promises, questions);
  const unasked = decide(world.memory);
  if (unasked === undefined) return undefined;
  return (now) => decide(now) ?? { ...unasked, memory: now };
}

function heldBy(block: Block, world: ExaminedStop): Decide {
  const look = sightOf(world);
  const questions = questionsOf(world);
  return (now) => decideHeld(now, sightingOf(look, now), block, world.promises, questions);
}

/** What is seen at a stop, whatever another hook that asks about the same one has answered meanwhile. */
interface Sight extends Pick<ExaminedStop, 'clock' | 'tail'> {
  readonly still: Omit<Sighting, 'worked' | 'now' | 'elapsed' | 'prompts'>;
}

/** What is seen, held against what is remembered when the decision is made. */
function sightingOf({ clock, still, tail }: Sight, memory: GateMemory): Sighting {
  // First: where the process is held up between two readings, the stop must not seem to have begun before it did.
  const elapsed = clock.elapsed();
  return {
    ...still,
    now: { day: clock.now(), machine: clock.machine() },
    elapsed,
    prompts: memory.prompts,
    worked: workedSince(tail, memory.counters.position),
  };
}

function sightOf(world: ExaminedStop): Sight {
  const { clock, host, payload, promises, stopper, tail, todos } = world;
  const still = {
    payload: digestOf(JSON.stringify(toldApartBy(payload))),
    position: positionAt(world),
    closed: promises.closed,
    isPrompted: isPromptedSinceCap(world),
    work: workDigest(promises.owned),
    todos: todosDigest(todos),
    tree: treesDigest(promises.trees),
    // A host counts a subagent that stops among the tasks, and those of its session are not its own.
    running: stopper.isSubagent ? 0 : payload.running,
    isContinued: payload.isContinued,
    hostLimit: host.blockLimit(readVariable),
  };
  return { clock, still, tail };
}

/** By what a stop is told from others. One host gives it in two forms, which have this in common. */
function toldApartBy({ isContinued, lastMessage, transcriptPath, turn }: HookPayload) {
  return turn === undefined ? [transcriptPath, lastMessage, isContinued] : [turn];
}

/** Whether the transcript has a prompt of the user since the gate gave up: the hook of prompts may not be installed. */
function isPromptedSinceCap({ kept, memory, tail }: ExaminedStop): boolean {
  const cap = kept.ok ? capsIn(kept.value).at(-1) : undefined;
  if (cap === undefined || memory.counters.last !== 'cap') return false;
  return promptedSince(tail, Date.parse(cap.at), (text) => !isOwnReason(text, memory));
}
