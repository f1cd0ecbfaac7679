import { hostBlockLimit } from '../../adapters/environment.ts';
import { readTail, type TranscriptTail } from '../../adapters/transcript-tail.ts';
import type { Failure } from '../../domain/failure.ts';
import { type GateMemory, memoryIn } from '../../domain/gate-memory.ts';
import type { Sighting } from '../../domain/liveness.ts';
import { todosDigest, workDigest } from '../../domain/progress.ts';
import { type CompletionPromise, isOwnedBy } from '../../domain/promise.ts';
import { isCovered } from '../../domain/session-end.ts';
import { TODO_MARKS, todosIn } from '../../domain/todos.ts';
import { failureText } from '../../report/failure-text.ts';
import { type Block, firstBlock, type GateFacts } from '../../stop-gate/checkers.ts';
import {
  type Advice,
  decideDone,
  decideHeld,
  decideUnasked,
  type GateAnswer,
} from '../../stop-gate/decision.ts';
import { readPromises } from '../../store/reading.ts';
import { endOf } from '../../store/session-memory.ts';
import { defaultConfiguration, loadConfiguration } from '../settings.ts';
import { adviceFor, beadsFacts, NO_BEADS, type Tracker, trackerOf } from './beads.ts';
import type { GateWorld } from './gate-world.ts';
import { type PromiseFacts, promiseFacts } from './promise-facts.ts';
import { recallSession } from './recall.ts';
import { type Decide, decideAndRemember } from './remember.ts';
import { reviewsFor, runReview } from './reviews.ts';

/** What is known of a stop before the settings are read. */
export type AskedStop = Omit<GateWorld, 'configuration' | 'timeLeft'>;

export interface Answered {
  readonly answer: GateAnswer;
  readonly advice: readonly Advice[];
}

const ALLOWED: Answered = { answer: { answer: 'allow' }, advice: [] };

/** Priorities up to which checkers go by what lies on the disk, and by what git and `bd` say. */
const BY_STATE = 1;
const BY_PROGRAMS = 3;

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
export async function answerStopper(asked: AskedStop): Promise<Answered> {
  const { files, folder, stopper } = asked;
  const isOwn = (promise: CompletionPromise) => isOwnedBy(promise, stopper.session);
  const listing = readPromises(files, folder.root, folder.promises, isOwn);
  if (stopper.isSubagent && listing.promises.length === 0) return ALLOWED;
  const { fault, world } = withSettings(asked);
  const recalled = recallSession(world);
  const memory = memoryIn(recalled.state);
  const promises = promiseFacts(world, listing, memory.open, fault);
  const end = endOf(stopper.session, files, folder);
  if (end !== undefined && ('failure' in promises.check || isCovered(promises.check, end))) {
    return { answer: { answer: 'ended', end }, advice: recalled.notes };
  }
  const stop = stopOf(world, promises, memory);
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
function withSettings(asked: AskedStop): {
  readonly world: GateWorld;
  readonly fault: Failure | undefined;
} {
  const loaded = loadConfiguration(asked);
  const configuration = loaded.ok ? loaded.value : defaultConfiguration();
  const timeLeft = () => configuration.stopGate.timeoutMs - asked.clock.elapsed();
  const fault = loaded.ok ? undefined : loaded.failure;
  return { world: { ...asked, configuration, timeLeft }, fault };
}

function stopOf(world: GateWorld, promises: PromiseFacts, memory: GateMemory): Stop {
  const { stopper } = world;
  const tail = readTail(stopper.transcriptPath, TODO_MARKS);
  const tracker = stopper.isSubagent ? undefined : trackerOf(world);
  const facts: GateFacts = {
    check: promises.check,
    lost: promises.lost,
    todos: stopper.isSubagent ? [] : todosIn(tail.lines),
    beads: NO_BEADS,
    continuation: undefined,
    reality: undefined,
  };
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
    if (decideUnasked(memory, seen, promises.open) !== undefined) {
      return { decide: (now) => decideUnasked(now, seen, promises.open) ?? done(stop)(now), notes };
    }
    const made = await runReview(review, world);
    facts = { ...facts, [review.name]: made.facts };
    notes = [...notes, ...made.notes];
    const block = firstBlock(facts, world.configuration.stopGate);
    if (block !== undefined) return { decide: held(stop, block), notes };
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

function sightingOf({ facts, promises, tail, world: { payload } }: Stop): Sighting {
  const tree = promises.tree.digest({ inputs: null, files: [] });
  return {
    position: tail.position,
    work: workDigest(promises.owned),
    todos: todosDigest(facts.todos),
    tree: tree.bound ? tree.digest : null,
    running: payload.running,
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
