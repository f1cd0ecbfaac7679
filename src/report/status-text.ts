import { counted } from '../domain/base/counted.ts';
import { isObject } from '../domain/base/document.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import { disputedCriteria } from '../domain/judging/judgment-record.ts';
import type { RecordState } from '../domain/promise/ledger.ts';
import {
  type Criterion,
  criteriaToProve,
  isOwnedBy,
  type NamedPromise,
  ownerOf,
  titleOf,
} from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import type { Pause } from '../domain/session/pause.ts';
import type { SessionEnd } from '../domain/session/session-end.ts';
import { requestedAmong } from '../domain/standing/giving-up.ts';
import type { OpenItem } from '../domain/standing/stop-check.ts';
import { capText, type ShownCap } from './cap-text.ts';
import { promisesIn } from './check-text.ts';
import { sourceText } from './checklist-text.ts';
import type { CommandLines } from './command-lines.ts';
import { type DecidedFolders, mayEndIn } from './decided-folders.ts';
import { firstFew } from './first-few.ts';
import { requestLines } from './give-up-text.ts';
import { interruptedLines, pauseText, type ShownInterrupt } from './let-through-text.ts';
import { oneLine } from './printable.ts';
import { disputedEntry, listEntry, ownerText, progressText, statusMark } from './promise-text.ts';
import { lackText, limitsOf, notAsRecordedLines } from './proof-text.ts';
import { endMark } from './session-end-text.ts';
import { sessionName } from './session-name.ts';
import { shownLines } from './shown-text.ts';
import { type ShownStore, shownStoreText } from './store-text.ts';
import type { Style } from './style.ts';
import { type ShownWait, waitEntry } from './waiting-text.ts';

/** The state of a project as `cs-status` shows it. */
export interface StatusFacts {
  readonly projectFolder: string;
  readonly session: Session | undefined;
  /** Where the state lies, if not in the project's folder. */
  readonly store: ShownStore | undefined;
  /** How a person ended the session, where one did. */
  readonly ended: SessionEnd | undefined;
  /** Sessions that their stop gate let go with something left to do. */
  readonly capped: readonly ShownCap[];
  /** The pause of the stop gate that is in force. */
  readonly paused: Pause | undefined;
  /** Sessions that their users interrupted. */
  readonly interrupted: readonly ShownInterrupt[];
  /** Sessions that wait for their users. */
  readonly waiting: readonly ShownWait[];
  /** The present time, in milliseconds since 1970. */
  readonly now: number;
  readonly active: readonly NamedPromise[];
  readonly history: readonly NamedPromise[];
  /** Consecutive failures of a criterion before it needs human review. */
  readonly maxRetries: number;
  readonly records: ShownRecords;
  readonly open: ShownOpen;
  /** What the gate would say of the session; undefined where there is none. */
  readonly decided: DecidedFolders | undefined;
}

/** What keeps promises open, as the stop gate sees it, by their ids. */
type ShownOpen = ReadonlyMap<string, readonly OpenItem[]>;

/** How promises stand to what was recorded of their changes; those that nothing is known of are left out. */
type ShownRecords = ReadonlyMap<string, RecordState>;

/** What is shown by default: every open promise, what was proved of it, and what is next. */
export function statusText(facts: StatusFacts, style: Style, lines: CommandLines): string {
  const { active, capped, decided, history, interrupted, now, waiting } = facts;
  return [
    ...(lines.spelling === 'drop-in'
      ? [
          ...headerLines(facts, style, lines),
          '',
          ...section('ACTIVE PROMISES:', active, style, facts),
        ]
      : [...placeLines(facts, decided, lines), ...openLines(facts, style)]),
    ...divergentLines([...active, ...latestFirst(history)], style),
    ...requestedLines(active, lines),
    ...waitingLines(waiting, now),
    ...interruptedLines(interrupted, now),
    ...cappedLines(capped, lines),
  ].join('\n');
}

/** As the scripts began it. */
function headerLines(
  { active, ended, history, now, paused, session, store }: StatusFacts,
  style: Style,
  lines: CommandLines,
): readonly string[] {
  const count = (matches: (named: NamedPromise) => boolean) => active.filter(matches).length;
  return [
    style.bold('COMPLETION STATUS'),
    '=================',
    `Session: ${oneLine(session?.id ?? '(not set)')}${endMark(ended)}`,
    ...(store === undefined ? [] : [`Store: ${shownStoreText(store)}`]),
    ...(paused === undefined ? [] : [`Stop gate: ${pauseText(paused, now, lines)}`]),
    `Summary: ${active.length} active promise(s)`,
    `  Mine:        ${count((named) => isMine(named, session))}`,
    `  In progress: ${count(({ promise }) => promise.status === 'in_progress')}`,
    `  Pending:     ${count(({ promise }) => promise.status === 'pending')}`,
    `  Orphaned:    ${count(isOrphaned)}`,
    ...unjudgedLine(history.filter(isUnjudgedForLack).length, style),
  ];
}

/** Where the reader is, and whether the session can end. */
function placeLines(
  { ended, now, paused, projectFolder, session, store }: StatusFacts,
  decided: DecidedFolders | undefined,
  lines: CommandLines,
): readonly string[] {
  const gate =
    decided &&
    (mayEndIn(decided) ? 'open: this session can end' : 'blocked: this session cannot end');
  return [
    `Project: ${oneLine(projectFolder)}`,
    ...(store === undefined ? [] : [`Store:   ${shownStoreText(store)}`]),
    `Session: ${oneLine(session?.id ?? 'none')}${endMark(ended)}`,
    ...(gate === undefined ? [] : [`Gate:    ${gate}`]),
    ...(paused === undefined ? [] : [`Gate:    ${pauseText(paused, now, lines)}`]),
  ];
}

/** What is open, with what was proved of it; where nothing is, what was verified last. */
function openLines(facts: StatusFacts, style: Style): readonly string[] {
  const { active, decided, history, open } = facts;
  const elsewhere = elsewhereLines(decided, style);
  const unjudged = unjudgedLine(history.filter(isUnjudgedForLack).length, style);
  if (active.length > 0) {
    const entries = active.flatMap((named) => [
      ...listEntry(
        named,
        style,
        facts.maxRetries,
        facts.records.get(named.id),
        sessionName(ownerText(named.promise)),
      ),
      ...criteriaLines(named, open.get(named.id)),
    ]);
    return [...unjudged, ...entries, ...elsewhere];
  }
  const at = ({ promise }: NamedPromise) => String(promise.verification?.verified_at ?? '');
  const [first, ...others] = history.filter(({ promise }) => promise.status === 'verified');
  if (elsewhere.length > 0) return [...unjudged, ...elsewhere];
  if (first === undefined) return [...unjudged, 'Nothing is open.'];
  const last = others.reduce((latest, one) => (at(one) > at(latest) ? one : latest), first);
  return [...unjudged, 'Nothing is open. Verified last:', ...entry(last, style, facts)];
}

/** The session's promises in other projects. */
function elsewhereLines(decided: DecidedFolders | undefined, style: Style): readonly string[] {
  return (decided?.folders ?? []).flatMap(({ decision, folder }) =>
    folder === undefined
      ? []
      : promisesIn(decision).map(
          ({ id, promise }) =>
            `  ${statusMark(promise, style)} ${id}  ${oneLine(titleOf(promise))}  [${progressText(promise)}]  in ${oneLine(folder)}`,
        ),
  );
}

/** Most open criteria of a promise that are named. */
const MOST_CRITERIA = 3;

/** What of a promise in progress is proved as the files are, and what is open. */
function criteriaLines(
  { promise }: NamedPromise,
  items: readonly OpenItem[] | undefined,
): readonly string[] {
  if (items === undefined) return [];
  const lacking = new Set(items.map(({ criterion }) => criterion));
  const proved = criteriaToProve(promise).filter((one) => one.proof && !lacking.has(one));
  const { more, named } = firstFew(items, MOST_CRITERIA);
  return [
    ...(proved.length === 0 ? [] : [`      Proved: ${proved.map(nameOf).join(', ')}`]),
    ...shownLines(proved).map((line) => `        ${line}`),
    ...named.map((item) => `      Open: ${openText(item)}`),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

function nameOf(criterion: Criterion): string {
  const { description, id } = criterion;
  return `${oneLine(id)} (${oneLine(description ?? '')}${fromText(criterion)})${limitsOf(criterion)}`;
}

function openText(item: OpenItem): string {
  const { criterion } = item;
  const lack = lackText(item) ?? oneLine(criterion.description ?? '');
  return `${oneLine(criterion.id)} (${lack}${fromText(criterion)})`;
}

function fromText(criterion: Criterion): string {
  const from = sourceText(criterion);
  return from === undefined ? '' : `, from ${from}`;
}

/** How many promises were verified without the judge that was wanted; nothing where none was. */
function unjudgedLine(count: number, style: Style): readonly string[] {
  if (count === 0) return [];
  return [style.caution(`  Unjudged:    ${count} verified while the judge was unavailable`)];
}

/** Whether a promise was verified although the judge that was wanted could not be had. */
export function isUnjudgedForLack({ promise }: NamedPromise): boolean {
  const gates = promise.verification?.gates;
  return promise.status === 'verified' && isObject(gates) && gates['judge'] === 'unavailable';
}

/** The promises that their sessions asked to give up and cannot, each with the command for a person. */
function requestedLines(active: readonly NamedPromise[], lines: CommandLines): readonly string[] {
  const said = requestLines(requestedAmong(active), lines);
  return said.length === 0 ? [] : ['', 'A PERSON MUST DECIDE:', ...said.map((line) => `  ${line}`)];
}

const MOST_WAITING = 20;

/** The lines of sessions that wait for their users, and for how long. */
function waitingLines(waiting: readonly ShownWait[], now: number): readonly string[] {
  if (waiting.length === 0) return [];
  const { more, named } = firstFew(waiting, MOST_WAITING);
  return [
    '',
    'WAITING FOR THE USER:',
    ...named.map((one) => waitEntry(one, now)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const MOST_CAPPED = 10;

/** The lines of sessions that their stop gate let go although they were not done. */
function cappedLines(capped: readonly ShownCap[], lines: CommandLines): readonly string[] {
  if (capped.length === 0) return [];
  const { more, named } = firstFew(capped, MOST_CAPPED);
  return [
    '',
    'CAPPED: NOT COMPLETE (the stop gate stopped blocking):',
    ...named.flatMap(({ session, ...cap }) => [
      `  ${oneLine(session)}: ${capText(cap)}`,
      `      To end it anyway, run in your own terminal: ${lines.end(session)}`,
    ]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Sorts the promises that were judged last to the front. */
function latestFirst(history: readonly NamedPromise[]): readonly NamedPromise[] {
  const at = ({ promise }: NamedPromise): string => {
    const last = promise.judgments?.at(-1)?.['timestamp'];
    return typeof last === 'string' ? last : '';
  };
  return history.toSorted((a, b) => at(b).localeCompare(at(a)));
}

/** How many divergent promises are listed: those that ended long ago are in the history. */
const MOST_DIVERGENT = 20;

/** The promises on which the votes of a judge disagreed, open or ended; nothing where there are none. */
function divergentLines(promises: readonly NamedPromise[], style: Style): readonly string[] {
  const divergent = promises.filter(isDivergent);
  if (divergent.length === 0) return [];
  const { more, named } = firstFew(divergent, MOST_DIVERGENT);
  return [
    '',
    'SPLIT VOTES (need human review):',
    ...named.flatMap((one) => disputedEntry(one, style)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

export function isDivergent({ promise }: NamedPromise): boolean {
  return disputedCriteria(promise).length > 0;
}

/** One heading with its promises, where a part alone is shown. */
export function sectionText(
  heading: string,
  promises: readonly NamedPromise[],
  style: Style,
  shown: ShownWith,
): string {
  const listed = section(heading, promises, style, shown);
  return [...listed, ...divergentLines(promises, style)].join('\n');
}

/** The heading over the promises of a session. */
export function mineHeading(session: Session | undefined): string {
  return `MY PROMISES (session: ${oneLine(session?.id ?? '(not set)')}):`;
}

/** Why a session's own promises cannot be shown, and what can; nothing where a session is set. */
export function noSessionLines(
  session: Session | undefined,
  lines: CommandLines,
): readonly string[] {
  if (session !== undefined) return [];
  const all = lines.status();
  return [`No session is set (CLAUDE_SESSION_ID). All promises of the project: ${all}`];
}

export function isMine({ promise }: NamedPromise, session: Session | undefined): boolean {
  return session !== undefined && isOwnedBy(promise, session);
}

export function isOrphaned({ promise }: NamedPromise): boolean {
  return ownerOf(promise) === null;
}

/** Notes for stderr about files that a report had to leave out. */
export function unreadableNotes(
  broken: readonly BrokenFile[],
  lines: CommandLines,
): readonly string[] {
  return [
    ...broken.map(
      ({ path, reason }) => `Warning: ${oneLine(path)} is skipped: ${oneLine(reason)}.`,
    ),
    ...(broken.length > 0 ? [`To diagnose and repair: ${lines.of('cs doctor')}`] : []),
  ];
}

/** How many promises have ended that are not told of, and how to see them. `shown`: how many are. */
export function moreEndedLine(more: number, shown: number, lines: CommandLines): string {
  return shown === 0
    ? `Closed: ${counted(more, 'promise')} (${lines.status('--history')})`
    : `  and ${more} more: ${lines.status(`--history --limit ${shown + more}`)}`;
}

type ShownWith = Pick<StatusFacts, 'maxRetries' | 'open' | 'records'>;

function section(
  heading: string,
  promises: readonly NamedPromise[],
  style: Style,
  shown: ShownWith,
): readonly string[] {
  if (promises.length === 0) return [heading, '  No promises found.'];
  return [heading, ...promises.flatMap((named) => entry(named, style, shown))];
}

function entry(named: NamedPromise, style: Style, { maxRetries, open, records }: ShownWith) {
  return [
    ...listEntry(named, style, maxRetries, records.get(named.id)),
    ...notAsRecordedLines(open.get(named.id) ?? []).map((line) => `      ${style.caution(line)}`),
  ];
}
