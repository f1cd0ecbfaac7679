import { hostBlockLimit } from '../../adapters/environment.ts';
import type { TranscriptTail } from '../../adapters/transcript-tail.ts';
import type { Failure } from '../../domain/failure.ts';
import { type GateMemory, memoryIn } from '../../domain/gate-memory.ts';
import { letGo, type Sighting } from '../../domain/liveness.ts';
import { todosDigest, workDigest } from '../../domain/progress.ts';
import { isCovered } from '../../domain/session-end.ts';
import { failureText } from '../../report/failure-text.ts';
import { type Block, firstBlock, type GateFacts } from '../../stop-gate/checkers.ts';
import {
  type Advice,
  decideDone,
  decideHeld,
  decideUnasked,
  type GateAnswer,
} from '../../stop-gate/decision.ts';
import { type HookOutput, outputOf, unrememberedOutput } from '../../stop-gate/output.ts';
import { endOf } from '../../store/session-memory.ts';
import { defaultConfiguration } from '../settings.ts';
import { adviceFor, beadsFacts, NO_BEADS, type Tracker, trackerOf } from './beads.ts';
import type { GateWorld } from './gate-world.ts';
import type { AskedStop, StopLook } from './look.ts';
import { type PromiseFacts, promiseFacts } from './promise-facts.ts';
import { recallSession } from './recall.ts';
import { type Decide, decideAndRemember } from './remember.ts';
import { reviewsFor, runReview } from './reviews.ts';

interface Answered {
  readonly answer: GateAnswer;
  readonly advice: readonly Advice[];
}

/** Answers a stop that concerns some checker. `notes`: what went wrong before, for the user. */
export async function answerStop(
  asked: AskedStop,
  look: StopLook,
  notes: readonly Advice[],
): Promise<HookOutput> {
  const { advice, answer } = await answerStopper(asked, look);
  return outputOf(answer, [...notes, ...advice], asked.stopper.session.id);
}

/** Answers where nothing is known but what went wrong: blocks once in a turn, and not for ever. */
export function answerFailure(failure: Failure, isContinued: boolean): HookOutput {
  return unrememberedOutput(failureText(failure).message, isContinued);
}

/** Priorities up to which checkers go by what lies on the disk, and by what git and `bd` say. */
const BY_STATE = 1;
const BY_PROGRAMS = 3;
const BY_REVIEWS = 3.6;

/** One stop, and what was found on the disk. */
interface Stop {
  readonly world: GateWorld;
  readonly promises: PromiseFacts;
  readonly memory: GateMemory;
  readonly tail: TranscriptTail;
  readonly tracker: Tracker | undefined;
  readonly facts: GateFacts;
}

/** What holds the session, as a decision on whatever is remembered when it is made. */
interface Finding {
  readonly decide: Decide;
  readonly notes: readonly Advice[];
}

/** Gathers what one checker after the other goes by, and answers with the first that blocks. */
async function answerStopper(asked: AskedStop, look: StopLook): Promise<Answered> {
  const { files, folder, stopper } = asked;
  const world = worldOf(asked, look);
  const recalled = recallSession(look.kept, world);
  const memory = memoryIn(recalled.state);
  const fault = look.settings.ok ? undefined : look.settings.failure;
  const promises = promiseFacts(world, look.listing, memory.open, fault);
  const end = endOf(stopper.session, files, folder);
  if (end !== undefined && !('failure' in promises.check) && isCovered(promises.check, end)) {
    return { answer: { answer: 'ended', end }, advice: recalled.notes };
  }
  const stop = stopOf(world, look, promises, memory);
  const found = await findBlock(stop);
  const decided = await decideAndRemember(found.decide, recalled.state, world);
  const answer = decided.ok
    ? decided.value.answer
    : answerUnkept(decided.failure, found.decide(memory).answer, world);
  const unkept = decided.ok ? [] : [unkeptNote(decided.failure)];
  const notes = [...recalled.notes, ...settingsNotes(fault), ...found.notes, ...unkept];
  return { answer, advice: [...notes, ...(await adviceOn(answer, stop))] };
}

/** Settings that cannot be read block whoever owns a promise; for everybody else the defaults hold. */
function worldOf(asked: AskedStop, { settings }: StopLook): GateWorld {
  const configuration = settings.ok ? settings.value : defaultConfiguration();
  const timeLeft = () => configuration.stopGate.timeoutMs - asked.clock.elapsed();
  return { ...asked, configuration, timeLeft };
}

function stopOf(
  world: GateWorld,
  { tail, todos }: StopLook,
  promises: PromiseFacts,
  memory: GateMemory,
): Stop {
  const { check, lost } = promises;
  const tracker = world.stopper.isSubagent ? undefined : trackerOf(world);
  const unasked = { beads: NO_BEADS, continuation: undefined, reality: undefined };
  const facts: GateFacts = { check, lost, todos, ...unasked };
  return { world, promises, memory, tail, tracker, facts };
}

async function findBlock(stop: Stop): Promise<Finding> {
  const { facts, memory, tracker, world } = stop;
  const settings = world.configuration.stopGate;
  const block = firstBlock(facts, settings, BY_STATE);
  if (block !== undefined) return { decide: held(stop, block), notes: [] };
  if (world.stopper.isSubagent) return { decide: done(stop), notes: [] };
  const beads = tracker && (await beadsFacts(tracker, world, memory.told));
  const known = { ...facts, beads: beads?.facts ?? NO_BEADS };
  const notes = beads?.notes ?? [];
  const cheap = firstBlock(known, settings, BY_PROGRAMS);
  return cheap === undefined
    ? findByReviews({ ...stop, facts: known }, notes)
    : { decide: held(stop, cheap), notes };
}

/** Asks a model only where its answer could hold the session. */
async function findByReviews(stop: Stop, before: readonly Advice[]): Promise<Finding> {
  const { memory, promises, world } = stop;
  let { facts } = stop;
  let notes = before;
  for (const review of reviewsFor(world)) {
    const seen = sightingOf(stop);
    const unasked = decideUnasked(memory, seen, promises.open);
    if (unasked !== undefined) {
      return {
        decide: (now) => decideUnasked(now, seen, promises.open) ?? { ...unasked, memory: now },
        notes,
      };
    }
    const made = await runReview(review, world);
    facts = { ...facts, [review.name]: made.facts };
    notes = [...notes, ...made.notes];
    const block = firstBlock(facts, world.configuration.stopGate, BY_REVIEWS);
    if (block !== undefined) return { decide: heldByReview(stop, block), notes };
  }
  return { decide: done(stop), notes };
}

function done({ promises }: Stop): Decide {
  return (now) => decideDone(now, promises.open);
}

function held(stop: Stop, block: Block): Decide {
  const seen = sightingOf(stop);
  // What became of lost promises is told with the first block that can say so.
  const isUnread = block.checker === 'promises-unread';
  const open = isUnread ? stop.memory.open : stop.promises.open;
  return (now) => decideHeld(now, seen, block, open);
}

/** What the user has to say between two stops starts the count of a review anew: it is asked again then. */
function heldByReview(stop: Stop, block: Block): Decide {
  const decide = held(stop, block);
  const isNewTurn = stop.world.payload.isContinued === false;
  return (now) => decide(isNewTurn ? { ...now, counters: letGo(now.counters) } : now);
}

function sightingOf({ facts, memory, promises, tail, world: { payload } }: Stop): Sighting {
  const tree = promises.tree.digest({ inputs: null, files: [] });
  return {
    position: tail.position,
    work: workDigest(promises.owned),
    todos: todosDigest(facts.todos),
    tree: tree.bound ? tree.digest : null,
    running: payload.running,
    worked: tail.workedSince(memory.counters.position),
    isContinued: payload.isContinued,
    hostLimit: hostBlockLimit(),
  };
}

/** Where nothing can be kept, nothing can be counted: a session is not blocked twice in one turn then. */
function answerUnkept(failure: Failure, meant: GateAnswer, { payload }: GateWorld): GateAnswer {
  const isStuck = failure.kind !== 'busy' && payload.isContinued === true;
  return meant.answer === 'block' && isStuck
    ? { answer: 'cap', why: 'not-remembered', block: meant.block }
    : meant;
}

function unkeptNote(failure: Failure): Advice {
  const text = `The stop gate cannot remember this stop: ${failureText(failure).message}`;
  return { about: 'note', text };
}

function settingsNotes(fault: Failure | undefined): readonly Advice[] {
  if (fault === undefined) return [];
  const text = `The settings cannot be read, so the defaults hold: ${failureText(fault).message}`;
  return [{ about: 'note', text }];
}

async function adviceOn({ answer }: GateAnswer, stop: Stop): Promise<readonly Advice[]> {
  const { promises, tracker, world } = stop;
  if (answer !== 'allow' || world.stopper.isSubagent) return [];
  return adviceFor(tracker, world, promises.owned.length > 0);
}
