import { MOST_IN_ALL, MOST_SOON, MOST_UNCLOSED, SOON_MS } from '../domain/session/bound.ts';
import {
  CAP_REASONS,
  type CapReason,
  MOST_BUSY_BLOCKS,
  MOST_IDLE_BLOCKS,
} from '../domain/session/liveness.ts';
import { oneLine } from './printable.ts';

/** Why the stop gate lets a session go, and what it was held for, in words. */

/** Behind "lets the session go". */
export const CAPS: Readonly<Record<CapReason, string>> = {
  'nothing-changed': `after ${MOST_IDLE_BLOCKS} blocks in a row without any change`,
  'no-progress': `after ${MOST_BUSY_BLOCKS} blocks in a row without progress in promises, proofs or todos`,
  'host-limit': 'because the host would override the next block',
  'too-fast': `after ${MOST_SOON} blocks in ${SOON_MS / 60_000} minutes`,
  'none-closed': `after ${MOST_UNCLOSED} blocks without another criterion closed`,
  'too-often': `after ${MOST_IN_ALL} blocks`,
  'not-remembered': 'because it cannot record how often it blocked',
};

/** A session that was capped: since when, why, and what held it, as its file keeps it. */
export interface ShownCap {
  readonly session: string;
  readonly at: string;
  readonly why: string;
  readonly checker: string;
}

/** When, why and held by what: `at 10:30 after 5 blocks in a row without any change (blocked by: its promises)`. */
export function capText({ at, checker, why }: Omit<ShownCap, 'session'>): string {
  return `at ${oneLine(at)} ${whyText(why)} (blocked by: ${HOLDERS.get(checker) ?? oneLine(checker)})`;
}

/** A reason that this version does not know stands as it was kept. */
function whyText(why: string): string {
  if (why === 'rests') return 'while background tasks ran';
  const known = CAP_REASONS.find((reason) => reason === why);
  return known === undefined ? `because: ${oneLine(why)}` : CAPS[known];
}

/** What holds a session, by the name under which blocks are kept. */
const HOLDERS: ReadonlyMap<string, string> = new Map([
  ['promises', 'its promises'],
  ['promises-unread', 'unreadable promises'],
  ['lost-promises', 'promises removed or changed from outside'],
  ['standing-checks', 'standing checks'],
  ['beads-sync', 'unsynced beads'],
  ['blocked-work', 'blocked work'],
  ['todos', 'its todo list'],
  ['continuation-review', 'the continuation review'],
  ['reality-check', 'the reality check'],
  ['review', 'a pending review'],
]);
