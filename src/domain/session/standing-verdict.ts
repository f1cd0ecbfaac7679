import { digestOf } from '../base/digest.ts';
import type { TreeDigest } from '../promise/tree.ts';
import { isSameHost } from './session-host.ts';
import { type StandingLine, type StandingRun, type StandingTurn, turnsOf } from './standing-log.ts';

/** A standing check at a stop, and the files that it depends on as they are now. */
export interface StandingNow {
  readonly check: string;
  /** The command on one line. */
  readonly command: string;
  /** The globs that it is narrowed to. */
  readonly inputs?: readonly string[] | undefined;
  readonly scope: string;
  readonly tree: TreeDigest;
}

/** What is known of the standing checks as a session stops. */
export interface StandingFacts {
  readonly checks: readonly StandingNow[];
  /** Oldest first. */
  readonly log: readonly StandingLine[];
  /** The ids of the session, and the checkout that it works in. */
  readonly session: readonly string[];
  readonly checkout: string;
  /** Whether it plans, and may change nothing. */
  readonly isPlanning: boolean;
  /** Whether the session of a turn that has begun may still be in it. */
  readonly isUnderWay: (turn: StandingTurn) => boolean;
}

/**
 * How one standing check stands for a session that stops:
 * - `untouched`: the session changed none of the files that it depends on.
 * - `passed` on these files. `isFlaky`: it failed on the same ones as well.
 * - `not-run` on these files, `failed` there, or `unseen`: it cannot be told what the files are.
 * - `red-before`: all that fails, failed before the session, on the files as they were then.
 * - `could-not-run`, or `writes` at each run into what it depends on: that is for its user to mend.
 * - `shared`: another session works in the same checkout, and the change may be its.
 */
export type StandingVerdict = { readonly now: StandingNow } & (
  | { readonly is: 'untouched' | 'shared' }
  | { readonly is: 'passed'; readonly run: StandingRun; readonly isFlaky: boolean }
  | { readonly is: 'not-run'; readonly before: StandingRun | undefined }
  | { readonly is: 'failed' | 'red-before'; readonly run: StandingRun }
  | { readonly is: 'could-not-run' | 'writes'; readonly run: StandingRun }
  | { readonly is: 'unseen'; readonly reason: string }
);

/** How each standing check stands for a session that stops. */
export function standingVerdicts(facts: StandingFacts): readonly StandingVerdict[] {
  const own = turnsOf(facts.log, facts.session);
  const isShared = isWorkedOnBeside(facts, own);
  return facts.checks.map((now) => verdictOf(now, facts, own, isShared));
}

function verdictOf(
  now: StandingNow,
  facts: StandingFacts,
  own: readonly StandingTurn[],
  isShared: boolean,
): StandingVerdict {
  const { check, tree } = now;
  if (!isChanged(now, facts, own)) return { now, is: 'untouched' };
  if (!tree.bound) return { now, is: 'unseen', reason: tree.reason };
  const runs = runsOf(facts.log, check);
  const here = runs.filter((run) => run.tree === tree.digest);
  const passed = here.findLast(({ outcome }) => outcome === 'passed');
  if (passed !== undefined) {
    return { now, is: 'passed', run: passed, isFlaky: here.some(hasFailed) };
  }
  if (isShared) return { now, is: 'shared' };
  // What could not run in another checkout, may have lacked its dependencies there.
  const run = here.findLast((one) => hasFailed(one) || one.checkout === facts.checkout);
  switch (run?.outcome) {
    case 'failed':
      return { now, is: wasRedBefore(run, now, facts.log, own) ? 'red-before' : 'failed', run };
    case 'could-not-run':
      return { now, is: 'could-not-run', run };
    case 'wrote':
      return run.again ? { now, is: 'writes', run } : { now, is: 'not-run', before: run };
    default:
      return { now, is: 'not-run', before: runs.at(-1) };
  }
}

function runsOf(log: readonly StandingLine[], check: string): readonly StandingRun[] {
  return log.flatMap((line) => (line.kind === 'run' && line.check === check ? [line] : []));
}

function hasFailed({ outcome }: StandingRun): boolean {
  return outcome === 'failed';
}

/**
 * Whether the session changed files that a check depends on: since its last prompt, or in an earlier turn that left the
 * check undone. What others changed between two turns is not its own.
 */
function isChanged(
  { check, scope, tree }: StandingNow,
  { isPlanning, log }: StandingFacts,
  own: readonly StandingTurn[],
): boolean {
  const last = own.at(-1);
  if (last === undefined) return false;
  if (isOwed(check, own, log)) return true;
  const before = last.trees[scope];
  if (before === undefined || before === null || isPlanning) return false;
  return !tree.bound || tree.digest !== before;
}

/** Whether the last stop of some turns left a check undone, and it has not passed since. */
function isOwed(
  check: string,
  turns: readonly StandingTurn[],
  log: readonly StandingLine[],
): boolean {
  const stop = turns.findLast(({ end }) => end === 'stop');
  if (stop === undefined || !Object.hasOwn(stop.owed, check)) return false;
  const since = log.slice(log.indexOf(stop));
  return !runsOf(since, check).some(({ outcome }) => outcome === 'passed');
}

/**
 * Whether all tests that fail are known to have failed on files that the session found, and no earlier session left
 * them so. A turn that began with undone work of the session itself found no such files.
 */
function wasRedBefore(
  { failed }: StandingRun,
  { check, scope }: StandingNow,
  log: readonly StandingLine[],
  own: readonly StandingTurn[],
): boolean {
  if (failed.length === 0) return false;
  const found = own.filter(
    ({ end }, index) => end !== 'stop' && !isOwed(check, own.slice(0, index), log),
  );
  const trees = new Set(found.map((turn) => turn.trees[scope]));
  const before = runsOf(log, check).filter((run) => hasFailed(run) && trees.has(run.tree));
  const red = new Set(before.flatMap((run) => run.failed));
  const left = leftRed(check, log, own);
  return failed.every((name) => red.has(name) && !left.has(name));
}

/** The tests of a check that other sessions left red, as long as the check has not passed since. */
function leftRed(
  check: string,
  log: readonly StandingLine[],
  own: readonly StandingTurn[],
): ReadonlySet<string> {
  const left = new Set<string>();
  for (const line of log) {
    if (line.kind === 'run' && line.check === check && line.outcome === 'passed') left.clear();
    if (line.kind !== 'turn' || own.includes(line)) continue;
    for (const name of line.owed[check] ?? []) left.add(name);
  }
  return left;
}

/** Whether another session was in a turn, in the same checkout, since this one's turn began. */
function isWorkedOnBeside(
  { checkout, isUnderWay, log, session }: StandingFacts,
  own: readonly StandingTurn[],
): boolean {
  const begun = own.findLast(({ end }) => end !== 'stop');
  if (begun === undefined) return false;
  const others = new Map<string, { readonly turn: StandingTurn; readonly isLater: boolean }>();
  for (const [index, turn] of log.entries()) {
    if (turn.kind !== 'turn' || turn.checkout !== checkout) continue;
    const isOwn = session.includes(turn.session) || session.includes(turn.within ?? '');
    if (isOwn || isSameHost(turn.host, begun.host)) continue;
    others.set(turn.session, { turn, isLater: index > log.indexOf(begun) });
  }
  // A session that has only started has done nothing yet.
  return [...others.values()].some(({ isLater, turn }) =>
    turn.end === 'stop' ? isLater : turn.end === 'prompt' && isUnderWay(turn),
  );
}

/** What a session is held for, and what its user is told. */
export interface StandingDecision {
  readonly held: readonly StandingVerdict[];
  readonly told: readonly StandingVerdict[];
  /** The names by which is remembered what was said: it is said once. */
  readonly names: readonly string[];
  /** What the session leaves undone where it ends now, and the tests that fail there. */
  readonly owed: StandingTurn['owed'];
}

/** Decides on a stop. `said`: the names of what was said to this session and its user before. */
export function decideStanding(
  verdicts: readonly StandingVerdict[],
  mode: 'block' | 'tell',
  said: readonly string[],
): StandingDecision {
  const open = verdicts.filter(isOpen);
  // The agent hears once of what was red before; then its user does.
  const red = verdicts.filter((one) => one.is === 'red-before' && !said.includes(nameOfHeld(one)));
  const held =
    mode === 'block' ? verdicts.filter((one) => open.includes(one) || red.includes(one)) : [];
  const toTell = verdicts.filter((one) => isForUser(one) || isOpen(one));
  const told = held.length > 0 ? [] : toTell.filter((one) => !said.includes(nameOfTold(one)));
  return {
    held,
    told,
    names: [...(mode === 'block' ? red.map(nameOfHeld) : []), ...told.map(nameOfTold)],
    owed: Object.fromEntries(
      open.map((one) => [one.now.check, one.is === 'failed' ? one.run.failed : []]),
    ),
  };
}

function isOpen({ is }: StandingVerdict): boolean {
  return is === 'not-run' || is === 'failed' || is === 'unseen';
}

function isForUser(verdict: StandingVerdict): boolean {
  switch (verdict.is) {
    case 'passed':
      return verdict.isFlaky;
    case 'red-before':
    case 'could-not-run':
    case 'writes':
    case 'shared':
      return true;
    default:
      return false;
  }
}

function nameOfHeld({ now, ...rest }: StandingVerdict): string {
  const failed = 'run' in rest ? rest.run.failed : [];
  return `standing:held:${digestOf(JSON.stringify([now.check, failed]))}`;
}

function nameOfTold({ is, now }: StandingVerdict): string {
  const tree = now.tree.bound ? now.tree.digest : '';
  return `standing:${is}:${digestOf(JSON.stringify([now.check, tree]))}`;
}
