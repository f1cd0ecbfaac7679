import { hasStashedState } from '../../adapters/git/stashed.ts';
import { digestOf } from '../../domain/base/digest.ts';
import { isBlank, memoryIn } from '../../domain/session/gate-memory.ts';
import type { LostPromise } from '../../domain/session/lost-promise.ts';
import { type Maker, makersIn } from '../../domain/session/subagent-promises.ts';
import { type CheckDecision, heldPromises } from '../../domain/standing/stop-check.ts';
import { checkText, promisesIn } from '../../report/check-text.ts';
import { type CommandLines, commandLinesFor } from '../../report/command-lines.ts';
import { failureLines } from '../../report/failure-text.ts';
import { knownText, lossText, lostUserLines } from '../../report/lost-text.ts';
import { unconfirmedEndLines, unconfirmedWaiverLines } from '../../report/person-act-text.ts';
import { oneLine } from '../../report/printable.ts';
import { agentFailLine } from '../../report/validator-text.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import {
  type FolderCheck,
  keepsSession,
  nameOfFail,
  type PromisesAtStop,
} from '../promises-at-stop.ts';
import { listed } from '../wording.ts';

/**
 * P1. Blocks while `cs check` would, and once where a promise that the session had open at its
 * last stop is not open any more without having been verified.
 */
export const completionPromise = {
  name: 'completion promise',
  priority: 1,
  asksSubagents: true,
  concerns({ folders, kept, registered, stopper }) {
    // A session of which something is remembered can have lost a promise since.
    const isRemembered = !kept.ok || !isBlank(memoryIn(kept.value));
    const listings = folders.map(({ listing }) => listing);
    const isAnyBroken = listings.some(({ broken }) => broken.length > 0);
    const ownsAny = [registered, ...listings].some(({ promises }) => promises.length > 0);
    return ownsAny || isRemembered || (isAnyBroken && !stopper.isSubagent);
  },
} as const satisfies Checker;

export const examinePromises: Examine = ({ environment, kept, promises, stopper }) => {
  const block = promiseBlock(
    promises,
    commandLinesFor(environment.namedProject, 'cs'),
    kept.ok ? makersIn(kept.value) : undefined,
  );
  if (block === undefined) return { block };
  const isStashed =
    promises.lost.some(({ how }) => how === 'vanished') &&
    hasStashedState(environment.projectFolder);
  const more = [...(isStashed ? [STASHED] : []), ...(stopper.isSubagent ? [NEXT_ASKED] : [])];
  return { block: { ...block, lines: [...block.lines, ...more] } };
};

// The gate has made a folder in its place by then, over which git brings nothing back.
const STASHED =
  'The newest stash of git holds the state folder. To bring it back: mv .claude/completion-state .claude/completion-state.old && git stash pop';

const NEXT_ASKED =
  'You are blocked because you created it. If you cannot complete it, say in your answer what is missing and why: the session that started you is checked next.';

/**
 * The block by what became of the session's promises. `commands`: those of the project. `makers`: the subagents that
 * made some of them.
 */
export function promiseBlock(
  { checks, failed, lost }: Pick<PromisesAtStop, 'checks' | 'failed' | 'lost'>,
  commands: CommandLines,
  makers: ReadonlyMap<string, Maker> = new Map(),
): Block | undefined {
  const kept = checks.flatMap((check) => linesOf(check, makers));
  if (checks.some(({ unread }) => unread !== undefined)) {
    return { checker: 'promises-unread', lines: kept };
  }
  const lines = listed(lost, (one) => lostLine(one, checks));
  const told = {
    userLines: lostUserLines(lost),
    personLines: checks.flatMap(repairLines),
    unconfirmed: checks.flatMap(unconfirmedActs),
    lost: lost.filter((one) => one.noticed === 'by-register'),
  };
  if (kept.length > 0) return { checker: 'promises', lines: [...kept, ...lines], ...told };
  if (lost.length === 0) return failedBlock(failed);
  return {
    checker: 'lost-promises',
    lines: [openingOf(lost), ...lines, tellLine(commands)],
    ...told,
  };
}

/** Blocks one stop for each FAIL of a validator that the suite ran, so that the session reads the finding. */
function failedBlock(failed: PromisesAtStop['failed']): Block | undefined {
  if (failed.length === 0) return undefined;
  const lines = listed(failed, (one) => agentFailLine(one, one.commands));
  return { checker: 'failed-validation', lines: [FAILED, ...lines], told: failed.map(nameOfFail) };
}

/** What a folder keeps the session for. That of a further folder begins with its name. */
function linesOf(check: FolderCheck, makers: ReadonlyMap<string, Maker>): readonly string[] {
  const { commands, decision, folder, isFurther, unread } = check;
  if (!keepsSession(check)) return [];
  const where = isFurther ? [`IN ${oneLine(folder)}:`] : [];
  if (unread !== undefined) return [...where, UNREAD, failureLines(unread, commands)];
  const said = checkText(decision, false, commands).stderr.trimEnd();
  return [...where, said, ...makerLines(decision, makers, commands)];
}

/** Names what subagents made: their session may never have heard of it. */
function makerLines(
  decision: CheckDecision,
  makers: ReadonlyMap<string, Maker>,
  commands: CommandLines,
): readonly string[] {
  const made = heldPromises(decision).flatMap((id) => {
    const maker = makers.get(id);
    return maker === undefined ? [] : [{ id, ...maker }];
  });
  return listed(made, ({ agent, id, type }) => {
    const kind = type === '' ? '' : `${oneLine(type)}, `;
    return `${id} was created by a subagent (${kind}${oneLine(agent)}): ${commands.show(id)}`;
  });
}

/** What stands in the files of a folder as a person's act and does not count. */
function unconfirmedActs(check: FolderCheck): NonNullable<Block['unconfirmed']> {
  const { commands, decision, view } = check;
  if (decision.mayEnd) return [];
  const { session } = decision;
  const end = view.unconfirmedEndOf({ id: session, ids: [session] });
  const named = (line: string, at = '') => ({ name: `act:${digestOf(line + at)}`, line });
  return [
    ...unconfirmedWaiverLines(promisesIn(decision), commands).map((line) => named(line)),
    // A later end that does not count either is another one.
    ...unconfirmedEndLines(end, session, commands).map((line) => named(line, end?.at)),
  ];
}

/** How a person repairs the files of a folder that cannot be read. */
function repairLines({ commands, decision }: FolderCheck): readonly string[] {
  return decision.broken.length > 0
    ? [`To repair unreadable files, run in your own terminal: ${commands.of('cs doctor --repair')}`]
    : [];
}

const UNREAD = 'Blocked: the promises of this session cannot be read.';
const FAILED = 'Blocked once: a validator looked at the work and failed it.';
const LOST_SINCE =
  'Blocked: promises that were open at the last stop are no longer open, and none was verified.';
const LOST_OUTSIDE =
  'Blocked: something other than completion-promise removed or changed promises of this session.';

function tellLine(commands: CommandLines): string {
  const promise = commands.create();
  return `Next: tell the user what happened to them and why. If the work is still wanted, create a new promise: ${promise}`;
}

function openingOf(lost: readonly LostPromise[]): string {
  return lost.some(({ noticed }) => noticed === 'by-register') ? LOST_OUTSIDE : LOST_SINCE;
}

function lostLine(lost: LostPromise, checks: readonly FolderCheck[]): string {
  const opening = `${oneLine(lost.id)} ${knownText(lost)}; ${lossText(lost)}`;
  const place = checks.find(({ view }) => view.whereaboutsOf(lost.id).place !== 'nowhere');
  return place === undefined ? `${opening}.` : `${opening}: ${place.commands.show(lost.id)}`;
}
