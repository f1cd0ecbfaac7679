import { counted } from '../domain/base/counted.ts';
import { openFeedback } from '../domain/judging/attempts.ts';
import { ANY_EVIDENCE } from '../domain/judging/judgment.ts';
import { standingRejection } from '../domain/judging/judgment-record.ts';
import {
  criteriaOf,
  criteriaToProve,
  isOpen,
  type NamedPromise,
  ownerOf,
  progressOf,
  titleOf,
} from '../domain/promise/promise.ts';
import { unboundProofs } from '../domain/promise/proof.ts';
import type { SessionEnd } from '../domain/session/session-end.ts';
import { standingRequest } from '../domain/standing/giving-up.ts';
import { nextActions } from '../domain/standing/next-action.ts';
import type { CheckDecision, OpenItem, OpenPromise } from '../domain/standing/stop-check.ts';
import { type CommandLines, failLine, nextLine } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { requestMark } from './give-up-text.ts';
import { unconfirmedWaiverLines } from './person-act-text.ts';
import { brief, oneLine, printable } from './printable.ts';
import { criterionLine, waivedText } from './promise-text.ts';
import { lackText, unboundText } from './proof-text.ts';
import { plainStyle } from './style.ts';

/** The texts of the check: the whole answer on stdout, a short one for the model on stderr. */
export interface CheckText {
  readonly stdout: string;
  readonly stderr: string;
}

/** How many commands, criteria or files the short text names before it only counts them. */
const MOST_NAMED = 3;
const LONGEST_DESCRIPTION = 120;
const LONGEST_FEEDBACK = 300;

/** `commands`: the command lines for the project folder of these promises. */
export function checkText(
  decision: CheckDecision,
  verbose: boolean,
  commands: CommandLines,
): CheckText {
  const orphans = orphanLines(decision.orphaned, commands);
  if (decision.mayEnd) {
    const failed = failedWarnings(decision, commands);
    return {
      stdout: verbose ? openGateText(decision) : '',
      stderr: lines([...failed, ...orphans]),
    };
  }
  return {
    stdout: lines(blockLines(decision, commands)),
    stderr: lines([...briefLines(decision, commands), ...orphans]),
  };
}

/** The FAILs of validators that stand: they keep no session, and nothing verifies before they are lifted. */
function failedWarnings({ failed }: CheckDecision, commands: CommandLines): readonly string[] {
  return firstFew(failed, MOST_NAMED).named.flatMap((one) => [
    `Warning: ${one.id} does not verify: ${oneLine(one.by)} failed ${oneLine(one.criterion)}.`,
    `Next: ${failLine(one, commands)}`,
  ]);
}

/** The line for a session that a person ended with something left open. */
export function endedByPersonText({ at, reason }: SessionEnd, session: string): string {
  return `A person ended session ${oneLine(session)} on ${oneLine(at)} (${brief(reason, LONGEST_FEEDBACK)}): promises made before that no longer block it.`;
}

function openGateText({ met, owned, session }: CheckDecision): string {
  if (owned === 0) return 'No promises owned by this session.\n';
  return lines([
    `All criteria are met in ${counted(owned, 'active promise')} of session ${oneLine(session)}.`,
    ...met.flatMap(({ id, promise }) =>
      unboundProofs(criteriaToProve(promise)).map((one) => `${unboundText(one, ` of ${id}`)}.`),
    ),
  ]);
}

function blockLines(decision: CheckDecision, commands: CommandLines): readonly string[] {
  const { broken, inProgress, pending, rejected, unknown, unverified } = decision;
  return [
    'COMPLETION CRITERIA NOT MET',
    '===========================',
    `Session: ${oneLine(decision.session)}`,
    ...section('IN_PROGRESS PROMISES', inProgress, inProgressLines),
    ...section('PENDING PROMISES', pending, ({ id, promise }) => [
      `  ${id}: ${oneLine(titleOf(promise))} (not started)`,
    ]),
    ...section('PROMISES TO VERIFY', unverified, ({ id, promise }) => [
      `  ${id}: ${oneLine(titleOf(promise))} (gates.endRequires: verified)`,
    ]),
    ...section('PROMISES REJECTED BY THE JUDGE', rejected, rejectedLines),
    ...section('PROMISES OF UNKNOWN STATUS', unknown, ({ id, promise }) => [
      `  ${id}: ${oneLine(titleOf(promise))} (status "${oneLine(promise.status)}" is unknown to this version)`,
    ]),
    ...section('UNREADABLE PROMISE FILES', broken, ({ path, reason }) => [
      `  ${oneLine(path)}: ${oneLine(reason)}`,
    ]),
    ...noteLines(unconfirmedWaiverLines(promisesIn(decision), commands)),
    '',
    'NEXT ACTION:',
    ...nextActions(decision).map((action) => `  ${nextLine(action, commands)}`),
    '',
    'TO CLEAR THIS BLOCK (a person decides):',
    ...liftCommands(decision, commands).map((command) => `  ${command}`),
  ];
}

/** Notes below a block, each on a line of its own; nothing where there are none. */
function noteLines(notes: readonly string[]): readonly string[] {
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `Note: ${note}`)];
}

/** The promises that keep a session, each once. */
export function promisesIn(decision: CheckDecision): readonly NamedPromise[] {
  const { inProgress, pending, rejected, unknown, unverified } = decision;
  const kept = [...inProgress, ...pending, ...unverified, ...rejected, ...unknown];
  return [...new Map(kept.map(({ id, promise }) => [id, { id, promise }])).values()];
}

function section<Item>(
  title: string,
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
): readonly string[] {
  return items.length === 0 ? [] : ['', `${title} (${items.length}):`, ...items.flatMap(linesOf)];
}

function inProgressLines({ id, open, promise }: OpenPromise): readonly string[] {
  const { met, total } = progressOf(promise);
  const attempts = open.flatMap(({ criterion }) => openFeedback(criterion));
  const shared = attempts.filter((one) =>
    attempts.some((other) => other !== one && other.finding === one.finding),
  );
  const isShared = (finding: string): boolean => shared.some((one) => one.finding === finding);
  const once = [...new Map(shared.map((attempt) => [attempt.finding, attempt])).values()];
  return [
    `  ${id}: ${oneLine(titleOf(promise))}`,
    ...criteriaOf(promise).flatMap((criterion) => [
      `    ${criterionLine(criterion, plainStyle)}`,
      ...open
        .filter((item) => item.criterion === criterion)
        .flatMap((item) => lackLines(item, isShared)),
    ]),
    ...attemptLines(once, '    ', 'Last attempt, for several'),
    `    Progress: ${met}/${total} criteria met${waivedText(promise)}`,
  ];
}

/** The lines that say what a criterion lacks, and what its last attempts found that no other criterion's did. */
function lackLines(item: OpenItem, isShared: (finding: string) => boolean): readonly string[] {
  const lack = lackText(item);
  const own = openFeedback(item.criterion).filter(({ finding }) => !isShared(finding));
  return [
    ...(lack === undefined ? [] : [`      Open: ${lack}`]),
    ...attemptLines(own, '      ', 'Last attempt'),
    ...(item.isForPerson
      ? [`      Needs human review: failed ${item.failures} times in a row (retries.max).`]
      : []),
  ];
}

function attemptLines(
  attempts: ReturnType<typeof openFeedback>,
  indent: string,
  heading: string,
): readonly string[] {
  return [
    ...attempts.map(({ finding }) => `${indent}${heading}: ${brief(finding, LONGEST_FEEDBACK)}`),
    ...attempts.flatMap(({ output = '' }) =>
      output === '' ? [] : outputLines(output).map((line) => `${indent}${line}`),
    ),
  ];
}

function rejectedLines({ id, promise }: NamedPromise): readonly string[] {
  const rejection = standingRejection(promise);
  const request = standingRequest(promise);
  return [
    `  ${id}: ${oneLine(titleOf(promise))} (${oneLine(rejection?.at ?? '')})`,
    ...(request === undefined
      ? []
      : [`    ${requestMark(request)} (${oneLine(request.at)}): a person decides`]),
    ...(rejection?.feedback ?? []).flatMap(({ ac_id, finding, would_satisfy }) => [
      `    [${oneLine(ac_id)}] ${oneLine(finding)}`,
      `      Needed: ${oneLine(would_satisfy)}`,
    ]),
  ];
}

function liftCommands(decision: CheckDecision, commands: CommandLines): readonly string[] {
  const { broken, inProgress, pending, rejected, unknown, unverified } = decision;
  const waived = new Set([
    ...rejected.flatMap(({ id, promise }) =>
      (standingRejection(promise)?.failed ?? []).map((criterion) => commands.waive(id, criterion)),
    ),
    ...inProgress.flatMap(({ id, open }) =>
      open
        .filter(({ isForPerson, lack }) => isForPerson || !['met', 'evidence'].includes(lack))
        .map(({ criterion }) => commands.waive(id, criterion.id)),
    ),
  ]);
  const isRejected = new Map(rejected.map(({ id, promise }) => [id, ownerOf(promise)]));
  const blocking = [...inProgress, ...pending, ...unverified, ...rejected, ...unknown];
  const ids = new Set(blocking.map(({ id }) => id));
  return [
    ...waived,
    ...[...ids].map((id) => {
      const owner = isRejected.get(id);
      // While a judge's FAIL stands, its session cannot.
      return owner ? commands.giveUpFor('cancel', id, owner) : commands.cancel(id);
    }),
    ...(broken.length > 0 ? [commands.of('cs doctor --repair')] : []),
  ];
}

/** The text for stderr, the only one that hosts show the model: it needs the reason and the next command. */
function briefLines(decision: CheckDecision, commands: CommandLines): readonly string[] {
  const { named, more } = firstFew(nextActions(decision), MOST_NAMED);
  return [
    `Blocked: ${reasons(decision).join('; ')}.`,
    ...decision.inProgress.flatMap(failedLines).slice(0, MOST_OUTPUT_LINES),
    ...named.map((action) => `Next: ${nextLine(action, commands)}`),
    ...(more > 0 ? [`(${more} more steps: see ${commands.check()})`] : []),
  ];
}

/** How many lines of what failed commands said the short text shows. */
const MOST_OUTPUT_LINES = 15;

/** What the last commands of a promise's criteria said when they failed. */
function failedLines({ open }: OpenPromise): readonly string[] {
  return open.flatMap(({ criterion }) =>
    openFeedback(criterion).flatMap(({ output = '' }) =>
      output === '' ? [] : [`${oneLine(criterion.id)} failed:`, ...outputLines(output)],
    ),
  );
}

/** Lines of a command's output, each behind a mark, so that none passes for a line of the suite. */
function outputLines(output: string): readonly string[] {
  return printable(output)
    .split('\n')
    .map((line) => `  | ${line}`);
}

function reasons({
  broken,
  inProgress,
  pending,
  rejected,
  unknown,
  unverified,
}: CheckDecision): readonly string[] {
  const files = firstFew(broken, MOST_NAMED);
  const open = firstFew(inProgress, MOST_NAMED);
  const judged = firstFew(rejected, MOST_NAMED);
  return [
    ...files.named.map(
      ({ path, reason }) => `${oneLine(path)} cannot be read (${oneLine(reason)})`,
    ),
    ...countLine(files.more, 'more files cannot be read'),
    ...open.named.map(unmetText),
    ...countLine(open.more, 'more promises are in progress'),
    ...notYet(pending, 'not started'),
    ...notYet(unverified, 'not verified'),
    ...judged.named.map(rejectedText),
    ...(judged.more > 0 ? [`the judge rejected ${judged.more} more promises`] : []),
    ...notYet(unknown, 'in a status unknown to this version'),
  ];
}

/** Promises by their names, with what they are. */
function notYet(promises: readonly NamedPromise[], what: string): readonly string[] {
  if (promises.length === 0) return [];
  const { named, more } = firstFew(promises, MOST_NAMED);
  const names = named.map(
    ({ id, promise }) => `${id} (${brief(titleOf(promise), LONGEST_DESCRIPTION)})`,
  );
  const isOne = promises.length === 1;
  return [
    `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${isOne ? 'is' : 'are'} ${what}`,
  ];
}

/** A count with what it is of; nothing where it is 0. */
function countLine(count: number, of: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${of}`];
}

function unmetText({ id, open }: OpenPromise): string {
  const { named, more } = firstFew(open, MOST_NAMED);
  const texts = named.map((item) => {
    const { description, id: ac } = item.criterion;
    const lack = lackText(item);
    const [last] = openFeedback(item.criterion);
    const found = last === undefined ? '' : `; last attempt: ${last.finding}`;
    const why = lack === undefined ? found : `: ${lack}${found}`;
    return `${oneLine(ac)} (${brief(description ?? '', LONGEST_DESCRIPTION)}${brief(why, LONGEST_FEEDBACK)})`;
  });
  return `${id} has ${counted(open.length, 'open criterion', 'open criteria')}: ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function rejectedText({ id, promise }: NamedPromise): string {
  const rejection = standingRejection(promise);
  const { named, more } = firstFew(rejection?.feedback ?? [], MOST_NAMED);
  const texts = named.map(({ ac_id, finding, would_satisfy }) =>
    would_satisfy === ANY_EVIDENCE
      ? `${oneLine(ac_id)} (found: ${brief(finding, LONGEST_DESCRIPTION)})`
      : `${oneLine(ac_id)} (needed: ${brief(would_satisfy, LONGEST_DESCRIPTION)})`,
  );
  const what =
    texts.length === 0 ? '' : `: ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `the judge rejected ${id}${what}`;
}

function orphanLines(orphaned: readonly NamedPromise[], commands: CommandLines): readonly string[] {
  const { named, more } = firstFew(orphaned, MOST_NAMED);
  return [
    ...named.map(
      ({ id, promise }) =>
        `Warning: orphaned promise in progress: ${id} (${brief(titleOf(promise), LONGEST_DESCRIPTION)}); to adopt it: ${commands.adopt(id)}`,
    ),
    ...(more > 0
      ? [
          `Warning: ${more} more of ${orphaned.length} orphaned promises in progress: ${commands.status('--orphans')}`,
        ]
      : []),
  ];
}

function lines(of: readonly string[]): string {
  return of.length === 0 ? '' : `${printable(of.join('\n'))}\n`;
}

/** The decision as data, for `--json`. `more`: further steps, in the words of a shell. */
export function checkJson(
  decision: CheckDecision,
  commands: CommandLines,
  more: readonly string[] = [],
): object {
  const { broken, inProgress, mayEnd, orphaned, owned, pending } = decision;
  const { rejected, session, unknown, unverified } = decision;
  return {
    may_end: mayEnd,
    session_id: session,
    owned,
    in_progress: inProgress.map((one) => ({
      ...openPromiseJson(one),
      open: one.open.map(openItemJson),
    })),
    pending: pending.map(openPromiseJson),
    unverified: unverified.map(openPromiseJson),
    rejected: rejected.map(({ id, promise }) => ({
      ...openPromiseJson({ id, promise }),
      failed: standingRejection(promise)?.failed ?? [],
      feedback: standingRejection(promise)?.feedback ?? [],
      give_up_requested: standingRequest(promise) ?? null,
    })),
    unknown_status: unknown.map(openPromiseJson),
    unreadable: broken,
    orphaned: orphaned.map(({ id }) => id),
    next_actions: [...nextActions(decision).map((action) => nextLine(action, commands)), ...more],
  };
}

/** An open criterion as data. */
export function openItemJson({ criterion, failures, isForPerson, lack, proof }: OpenItem): object {
  return {
    ac_id: criterion.id,
    lacks: lack,
    proof: proof.standing,
    failures,
    for_person: isForPerson,
    feedback: openFeedback(criterion),
  };
}

function openPromiseJson({ id, promise }: NamedPromise): object {
  return {
    id,
    title: titleOf(promise),
    status: promise.status,
    ...progressOf(promise),
    unmet: criteriaOf(promise)
      .filter(isOpen)
      .map((criterion) => criterion.id),
  };
}
