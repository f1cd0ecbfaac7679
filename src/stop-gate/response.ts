import { readApiAccess } from '../adapters/environment.ts';
import { startNotifier } from '../adapters/notifier.ts';
import type { Failure } from '../domain/base/failure.ts';
import { timestamp } from '../domain/base/time.ts';
import type { HookOutput } from '../domain/host/dialect.ts';
import { memoryIn } from '../domain/session/gate-memory.ts';
import { pauseInForce } from '../domain/session/pause.ts';
import { isCovered } from '../domain/session/session-end.ts';
import { lacksCredential } from '../judge/api/credential.ts';
import { commandLinesFor } from '../report/command-lines.ts';
import { failureMessage } from '../report/failure-text.ts';
import { requestLine } from '../report/give-up-text.ts';
import { toldText } from '../report/lost-text.ts';
import { looseProofLines, metLines } from '../report/met-text.ts';
import { receiptLine } from '../report/receipt-text.ts';
import { notCheckedText } from '../report/unreached-text.ts';
import { askCheckers } from './asking.ts';
import { heldByFault } from './broken.ts';
import type { Block } from './checker.ts';
import { promiseBlock } from './checkers/completion-promise.ts';
import { EXAMINATIONS, type TabledChecker } from './checkers.ts';
import {
  type Decide,
  type StopOutcome,
  withReceiptsKept,
  withReceiptsTold,
  withTold,
} from './decision.ts';
import type { ExaminedStop, LoadReviews } from './examined-stop.ts';
import { obeying } from './interrupted.ts';
import { gateRegister, keepInRegister } from './keep-in-register.ts';
import type { SeenStop } from './look.ts';
import { outputOf, unrememberedOutput } from './output.ts';
import {
  endingLines,
  keepsSession,
  nameOfMet,
  nameOfRequest,
  nameOfTold,
  type PromisesAtStop,
  promisesAt,
} from './promises-at-stop.ts';
import { decideAndRemember, keepMaker, type Recalled, recallSession } from './remember.ts';
import { createTracker } from './tracker.ts';
import { checkedAgain, responseUnreached, unreachedParts } from './unreached.ts';

/**
 * Answers a stop. `concerned`: the checkers that it concerns, in their order. `faults`: what went wrong
 * before, for the user.
 */
export async function respondToStop(
  seen: SeenStop,
  concerned: readonly TabledChecker[],
  faults: readonly string[],
  loadReviews: LoadReviews,
  standing: ExaminedStop['standing'],
): Promise<HookOutput> {
  const { clock, memoryFolder, viewOf } = seen;
  // Asked only where a stop concerns a checker.
  const paused = await pauseInForce(viewOf(memoryFolder).stopGateState, clock.now());
  if (paused !== undefined) return {};
  const recalled = await recallSession(seen);
  const memory = memoryIn(recalled.state);
  const promises = promisesAt(seen, memory);
  const [unreached, ...others] = unreachedParts(seen);
  if (unreached !== undefined && !isHeldElsewhere(promises)) {
    return responseUnreached(seen, [unreached, ...others], blockOf(seen, promises), faults);
  }
  const again = checkedAgain(seen);
  const register = gateRegister(seen);
  const tracker = createTracker(seen);
  const lacksKey = lacksCredential(readApiAccess());
  const world = { ...seen, memory, promises, register, tracker, loadReviews, lacksKey, standing };
  const { outcome, notes } = endedOutcome(world) ?? (await decide(world, concerned, recalled));
  if (outcome.outcome !== 'block') world.standing()?.endTurn();
  if (outcome.outcome === 'cap' && !outcome.isTold) notifyOfCap(seen, outcome.why);
  const unwritten = keepInRegister(world, outcome);
  await keepMaker(seen, promises);
  const unreachedNotes = unreached === undefined ? [] : [notCheckedText(unreached.unreached)];
  const said = [
    ...faults,
    ...recalled.notes,
    ...unreachedNotes,
    ...again.notes,
    ...notes,
    ...unwritten,
    ...again.forget(),
  ];
  const { session, within } = seen.stopper;
  // The user hears of what a subagent leaves open when its session stops, which is asked about it next.
  const isAskedNext = within !== undefined && outcome.outcome === 'cap';
  const given = isAskedNext ? ({ outcome: 'allow' } as const) : outcome;
  return outputOf(given, said, (within ?? session).id, endingLines(promises));
}

/** Has the user told elsewhere, where they set a command for it. Nobody waits for that. */
function notifyOfCap({ clock, configuration, environment, stopper }: SeenStop, why: string): void {
  if (configuration.notify === null) return;
  startNotifier({
    event: 'capped',
    at: timestamp(clock.now()),
    project: environment.projectFolder,
    session_id: stopper.session.id,
    promise_id: null,
    text: why,
  });
}

/** Whether a folder keeps the session whose store was reached: then the gate counts its blocks as ever. */
function isHeldElsewhere({ checks }: PromisesAtStop): boolean {
  return checks.some((check) => keepsSession(check) && check.view.shared?.unreached === undefined);
}

function blockOf({ environment }: SeenStop, promises: PromisesAtStop): Block | undefined {
  return promiseBlock(promises, commandLinesFor(environment.namedProject, 'cs'));
}

/** The response of a gate that could not even look: it blocks a session once in a turn. */
export function responseToFailure(failure: Failure, isContinued: boolean): HookOutput {
  return unrememberedOutput(failureMessage(failure), isContinued);
}

/** What was wrong with a payload. `isEmpty`: the host sent nothing. */
export interface PayloadFault {
  readonly why: string;
  readonly isEmpty: boolean;
}

/**
 * The response where neither the payload nor the environment names a session: there are no promises to look
 * for, as with `--check`. A payload that cannot be read may have named a session, so it blocks.
 */
export function responseToUnnamed(fault: PayloadFault | undefined): HookOutput {
  const why =
    'The stop gate checked nothing: neither the host nor the environment names a session.';
  if (fault === undefined) return { systemMessage: why };
  return fault.isEmpty
    ? { systemMessage: `${fault.why} ${why}` }
    : heldByFault(`${fault.why} ${why}`);
}

/** An outcome, and what the user is told beside it. */
interface ToldOutcome {
  readonly outcome: StopOutcome;
  readonly notes: readonly string[];
}

/** The outcome where a person ended the session, in each folder with everything that still blocks it there. */
function endedOutcome({ promises, stopper }: ExaminedStop): ToldOutcome | undefined {
  const folders = promises.checks.map((check) => ({
    check,
    end: check.view.endOf(stopper.owner),
  }));
  const ends = folders.flatMap(({ end }) => end ?? []);
  const [first] = ends;
  if (first === undefined) return undefined;
  const isEnded = folders.every(
    ({ check, end }) =>
      !keepsSession(check) ||
      (check.unread === undefined && end !== undefined && isCovered(check.decision, end)),
  );
  const isToTell = promises.lost.some(
    ({ id, noticed }) =>
      noticed === 'by-register' && !ends.some((end) => end.promises.includes(id)),
  );
  return isEnded && !isToTell
    ? { outcome: { outcome: 'ended', end: first }, notes: [] }
    : undefined;
}

async function decide(
  world: ExaminedStop,
  concerned: readonly TabledChecker[],
  { state }: Recalled,
): Promise<ToldOutcome> {
  const asked = concerned.map((checker) => ({ ...checker, examine: EXAMINATIONS[checker.name] }));
  const found = await askCheckers(asked, world);
  const { untold } = world.promises;
  // Of what a subagent met, the user hears when its session stops.
  const met = world.stopper.within === undefined ? world.promises.met : [];
  const requested = world.stopper.within === undefined ? world.promises.requested : [];
  const told = [...untold.map(nameOfTold), ...requested.map(nameOfRequest), ...found.told];
  const obeyed = obeying(found.decide, world);
  const decide: Decide = (memory) => {
    const decision = withTold(obeyed(memory), told);
    const known = isAllowed(decision.outcome) ? withTold(decision, met.map(nameOfMet)) : decision;
    const kept = withReceiptsKept(known, found.receipts);
    return isTelling(world, kept.outcome) ? withReceiptsTold(kept) : kept;
  };
  const { decision, failure } = await decideAndRemember(decide, state, world);
  const askedFor = requested.map((one) => requestLine(one, one.commands));
  const unkept =
    failure === undefined
      ? []
      : [`The stop gate cannot record this stop in the project: ${failureMessage(failure)}`];
  const notes = [
    ...settingsNotes(world),
    ...untold.map(toldText),
    ...askedFor,
    ...found.notes,
    ...unkept,
  ];
  const loose = (end: StopOutcome): readonly string[] =>
    isTelling(world, end) ? looseProofLines(world.promises.owned, world.environment.checkout) : [];
  if (decision === undefined) {
    const meant = decide(world.memory).outcome;
    const outcome = outcomeUnkept(meant, world);
    return { outcome, notes: [...notes, ...loose(outcome), ...found.advice] };
  }
  const { outcome, receipts = [] } = decision;
  const receipt = receiptLine(receipts) ?? [];
  const unverified = isAllowed(outcome) ? metLines(met) : [];
  const all = [receipt, ...notes, ...loose(outcome), ...unverified, ...found.advice];
  return { outcome, notes: all.flat() };
}

/** Whether the user can be told of what happened: of what a subagent did, and where the host has no place for it, later. */
function isTelling({ host, stopper }: ExaminedStop, { outcome }: StopOutcome): boolean {
  const isHidden =
    host.hidesMessages === 'always' || (host.hidesMessages !== undefined && outcome === 'block');
  return !stopper.isSubagent && !isHidden;
}

function isAllowed({ outcome }: StopOutcome): boolean {
  return outcome === 'allow';
}

/**
 * A stop that cannot be kept cannot be counted either: such a session is blocked where its host says that this is the first
 * time.
 */
function outcomeUnkept(meant: StopOutcome, { payload }: ExaminedStop): StopOutcome {
  return meant.outcome === 'block' && payload.isContinued !== false
    ? { outcome: 'cap', why: 'not-remembered', isTold: false, block: meant.block }
    : meant;
}

function settingsNotes({ settings }: ExaminedStop): readonly string[] {
  if (settings.ok) return [];
  const why = failureMessage(settings.failure);
  return [`The settings cannot be read, so the defaults apply: ${why}`];
}
