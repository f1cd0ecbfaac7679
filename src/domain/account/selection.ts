import { textOf } from '../base/document.ts';
import { MS_PER_DAY } from '../base/time.ts';
import type { CostSpan } from '../judging/cost-summary.ts';
import { type CompletionPromise, criteriaOf, isClosed, isOwnedBy } from '../promise/promise.ts';
import type { Session } from '../promise/session.ts';
import type { ReportSelection } from './project-report.ts';

/** Which promises a report is about. */
export type Selecting =
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  /** Those that a session made, owns or closed. */
  | { readonly by: 'session'; readonly session: Session }
  /** Those to which anything happened since a moment, in milliseconds since 1970. */
  | { readonly by: 'since'; readonly moment: number }
  | { readonly by: 'all' }
  /** Where nothing was chosen: the promises of the own session; where it has none, all open ones and those closed lately. */
  | { readonly by: 'default'; readonly session: Session | undefined; readonly now: number };

/** How long a closed promise counts as closed lately, in days. */
const RECENT_DAYS = 7;

/** A way to choose that was settled on, the promises that it takes, and which calls of models belong to it. */
export interface SettledSelection {
  readonly selection: ReportSelection;
  readonly takes: (id: string, promise: CompletionPromise) => boolean;
  /** The span of all calls that count; undefined where only those for the promises do. */
  readonly calls: CostSpan | undefined;
}

/**
 * Settles on a selection. `hasOwn`: whether any promise is the own one of a selection by default; `lastEvents`: when the
 * ledger last tells of each, in milliseconds since 1970.
 */
export function settledSelection(
  selecting: Selecting,
  hasOwn: boolean,
  lastEvents: ReadonlyMap<string, number>,
): SettledSelection {
  const latest = (id: string, promise: CompletionPromise): number =>
    Math.max(latestOf(promise), lastEvents.get(id) ?? Number.NEGATIVE_INFINITY);
  switch (selecting.by) {
    case 'ids': {
      const ids = new Set(selecting.ids);
      return settled('ids', [...ids].join(', '), (id) => ids.has(id));
    }
    case 'session': {
      const { session } = selecting;
      return settled('session', `promises of ${session.id}`, (_, promise) =>
        isOf(promise, session),
      );
    }
    case 'since': {
      const { moment } = selecting;
      const words = `since ${dateOf(moment)}`;
      const calls = { since: moment, until: undefined };
      return settled('since', words, (id, promise) => latest(id, promise) >= moment, calls);
    }
    case 'all':
      return settled('all', 'all promises', () => true, { since: undefined, until: undefined });
    case 'default': {
      const { now, session } = selecting;
      if (session !== undefined && hasOwn) {
        return settled('own', `promises of ${session.id}`, (_, promise) => isOf(promise, session));
      }
      const moment = now - RECENT_DAYS * MS_PER_DAY;
      return settled(
        'recent',
        `open promises, and those closed in the last ${RECENT_DAYS} days`,
        (id, promise) => !isClosed(promise) || latest(id, promise) >= moment,
      );
    }
  }
}

/**
 * Whether a selection could take a promise: it takes no other, and where one is its own, only those that are. `lastEvents`:
 * as above.
 */
export function mayTake(
  selecting: Selecting,
  lastEvents: ReadonlyMap<string, number>,
): SettledSelection['takes'] {
  const { takes } = settledSelection(selecting, false, lastEvents);
  return (id, promise) => takes(id, promise) || isOwn(selecting, promise);
}

/** Whether a promise is the own one of a selection by default, which then takes no other. */
export function isOwn(selecting: Selecting, promise: CompletionPromise): boolean {
  const session = selecting.by === 'default' ? selecting.session : undefined;
  return session !== undefined && isOf(promise, session);
}

function settled(
  by: ReportSelection['by'],
  words: string,
  takes: SettledSelection['takes'],
  calls?: CostSpan,
): SettledSelection {
  return { selection: { by, words }, takes, calls };
}

/** The day of a moment, or its time where it is none: `2026-02-17`, `2026-02-17T10:30:00Z`. */
function dateOf(moment: number): string {
  const whole = new Date(moment).toISOString();
  return whole.endsWith('T00:00:00.000Z') ? whole.slice(0, 10) : `${whole.slice(0, 19)}Z`;
}

/** Whether a session made a promise, owns it or closed it, under any of its ids. */
function isOf(promise: CompletionPromise, session: Session): boolean {
  const { ownership, verification } = promise;
  const others = [ownership.created_by, verification?.verified_by];
  return isOwnedBy(promise, session) || others.some((id) => session.ids.includes(id ?? ''));
}

/** When anything last happened to a promise, as far as its file tells; minus infinity where it tells nothing. */
function latestOf(promise: CompletionPromise): number {
  const { judgments, ownership, verification } = promise;
  const times = [
    ownership.created_at,
    ownership.owned_since,
    verification?.verified_at,
    judgments?.at(-1)?.['timestamp'],
    ...criteriaOf(promise).flatMap(({ attempts, met_at, waived }) => [
      met_at,
      waived?.at,
      attempts?.at(-1)?.['at'],
    ]),
  ];
  const moments = times.map((time) => Date.parse(textOf(time))).filter((at) => !Number.isNaN(at));
  return Math.max(Number.NEGATIVE_INFINITY, ...moments);
}
