import type { BrokenFile } from '../domain/failure.ts';
import { disputedCriteria } from '../domain/judgment-record.ts';
import { isOwnedBy, type NamedPromise, ownerOf } from '../domain/promise.ts';
import type { Session } from '../domain/session.ts';
import type { SessionEnd } from '../domain/session-end.ts';
import { oneLine } from './printable.ts';
import { disputedEntry, listEntry } from './promise-text.ts';
import { endMark } from './session-end-text.ts';
import type { Style } from './style.ts';

/** The state of a project as `cs-status` shows it. */
export interface StatusFacts {
  readonly session: Session | undefined;
  /** How a person ended the session, where one did. */
  readonly ended: SessionEnd | undefined;
  readonly active: readonly NamedPromise[];
  readonly history: readonly NamedPromise[];
  /** How often in a row a criterion may fail before it is for a person. */
  readonly maxRetries: number;
}

/** The default view: who has what, and every open promise. */
export function statusText(
  { active, ended, history, maxRetries, session }: StatusFacts,
  style: Style,
): string {
  const count = (matches: (named: NamedPromise) => boolean) => active.filter(matches).length;
  return [
    style.bold('COMPLETION STATUS'),
    '=================',
    `Session: ${oneLine(session?.id ?? '(not set)')}${endMark(ended)}`,
    `Summary: ${active.length} active promise(s)`,
    `  Mine:        ${count((named) => isMine(named, session))}`,
    `  In progress: ${count(({ promise }) => promise.status === 'in_progress')}`,
    `  Pending:     ${count(({ promise }) => promise.status === 'pending')}`,
    `  Orphaned:    ${count(isOrphaned)}`,
    '',
    ...section('ACTIVE PROMISES:', active, style, maxRetries),
    ...divergentLines([...active, ...latestFirst(history)], style),
  ].join('\n');
}

/** Those first that were judged last. */
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
  const more = divergent.length - MOST_DIVERGENT;
  return [
    '',
    'DIVERGENT PROMISES (for a person to look at):',
    ...divergent.slice(0, MOST_DIVERGENT).flatMap((named) => disputedEntry(named, style)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

export function isDivergent({ promise }: NamedPromise): boolean {
  return disputedCriteria(promise).length > 0;
}

/** One heading with its promises, for the views that show a part. */
export function sectionText(
  heading: string,
  promises: readonly NamedPromise[],
  style: Style,
  maxRetries: number,
): string {
  const listed = section(heading, promises, style, maxRetries);
  return [...listed, ...divergentLines(promises, style)].join('\n');
}

/** The heading over the promises of a session. */
export function mineHeading(session: Session | undefined): string {
  return `MY PROMISES (session: ${oneLine(session?.id ?? '(not set)')}):`;
}

export function isMine({ promise }: NamedPromise, session: Session | undefined): boolean {
  return session !== undefined && isOwnedBy(promise, session);
}

export function isOrphaned({ promise }: NamedPromise): boolean {
  return ownerOf(promise) === null;
}

/** What is said on stderr of files that a report had to leave out. */
export function unreadableNotes(broken: readonly BrokenFile[]): readonly string[] {
  return [
    ...broken.map(
      ({ path, reason }) => `Warning: ${oneLine(path)} is left out: ${oneLine(reason)}.`,
    ),
    ...(broken.length > 0 ? ['To see what is broken and repair it: cs doctor'] : []),
  ];
}

function section(
  heading: string,
  promises: readonly NamedPromise[],
  style: Style,
  maxRetries: number,
): readonly string[] {
  if (promises.length === 0) return [heading, '  No promises found.'];
  return [heading, ...promises.flatMap((named) => listEntry(named, style, maxRetries))];
}
