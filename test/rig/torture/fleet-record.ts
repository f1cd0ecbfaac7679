import type { Outcome } from '../worlds/project.ts';
import type { Tally } from './tally.ts';

/** What the caller of a command may believe: its change was made, was not made, or nobody could say. */
export type Known = 'made' | 'failed' | 'unknown';

/** What writers were told, to be held against what the store says in the end. */
export interface FleetRecord {
  /** Takes down what a command that makes an event was told. `promise`: undefined where only the answer names it. */
  add(event: string, promise: string | undefined, session: string, outcome: Outcome): Known;
  met(promise: string, criterion: string, evidence: string, known: Known): void;
  /** A promise is about to be released; was taken by a session; is still held by the one that had it. */
  offered(promise: string): void;
  taken(promise: string, session: string): void;
  kept(promise: string, session: string): void;
  stopped(isOpen: boolean, how: string, answer: string): void;
  wrong(what: string): void;
  /** All that does not fit, given the store's end. */
  misfits(end: FleetEnd): readonly string[];
}

/** What the store holds in the end. */
export interface FleetEnd {
  readonly events: readonly {
    readonly event: string;
    readonly promise: string;
    readonly session: string;
  }[];
  /** By `promise criterion`. */
  readonly evidence: ReadonlyMap<string, string | null>;
}

/** What is known of the evidence of one criterion: what may be there, and whether something must be. */
interface Slot {
  isMet: boolean;
  possible: readonly string[];
  readonly never: Set<string>;
}

interface Count {
  made: number;
  unknown: number;
}

export function createFleetRecord(tally: Tally): FleetRecord {
  const counts = new Map<string, Count>();
  const slots = new Map<string, Slot>();
  const holders = new Map<string, string>();
  const wrong: string[] = [];

  function add(
    event: string,
    promise: string | undefined,
    session: string,
    outcome: Outcome,
  ): Known {
    const known = knownOf(outcome);
    tally.add('changes', outcome.signal === null ? known : 'killed');
    if (known === 'failed') {
      tally.add('failed', wordOf(outcome.stderr));
      if (outcome.stderr.trim() === '') wrong.push(`${event} failed and said nothing`);
    }
    if (outcome.code === 0 && outcome.stdout.trim() === '')
      wrong.push(`${event} ended with 0 and said nothing`);
    const key = keyOf(event, promise, session);
    const count = counts.get(key) ?? { made: 0, unknown: 0 };
    counts.set(key, count);
    if (known === 'made') count.made += 1;
    if (known === 'unknown') count.unknown += 1;
    return known;
  }

  return {
    add,
    met(promise, criterion, evidence, known) {
      const key = `${promise} ${criterion}`;
      const slot = slots.get(key) ?? { isMet: false, possible: [], never: new Set<string>() };
      slots.set(key, slot);
      if (known === 'failed') slot.never.add(evidence);
      else slot.possible = known === 'made' ? [evidence] : [...slot.possible, evidence];
      if (known === 'made') slot.isMet = true;
    },
    offered: (promise) => void holders.delete(promise),
    taken(promise, session) {
      const holder = holders.get(promise);
      if (holder !== undefined) wrong.push(`${session} adopted ${promise}, which ${holder} has`);
      holders.set(promise, session);
    },
    kept: (promise, session) => void holders.set(promise, session),
    stopped(isOpen, how, answer) {
      tally.add(isOpen ? 'stops with an open promise' : 'other stops', how);
      if (isOpen && how === 'let go') wrong.push(`was let go over an open promise: ${answer}`);
    },
    wrong: (what) => void wrong.push(what),
    misfits(end) {
      const found = new Map<string, number>();
      for (const { event, promise, session } of end.events) {
        for (const key of [keyOf(event, promise, session), keyOf(event, undefined, session)]) {
          found.set(key, (found.get(key) ?? 0) + 1);
        }
      }
      const events = [...counts].flatMap(([key, { made, unknown }]) => {
        const there = found.get(key) ?? 0;
        if (there < made)
          return [`lost: ${key} was told ${made} times and is there ${there} times`];
        return there > made + unknown
          ? [`more than was told: ${key}, ${made}, ${unknown}, ${there}`]
          : [];
      });
      const texts = [...slots].flatMap(([key, { isMet, never, possible }]) => {
        const text = end.evidence.get(key) ?? null;
        if (text !== null && never.has(text)) return [`failed, and is there: ${key}, ${text}`];
        const isExpected = text === null ? !isMet : possible.includes(text);
        return isExpected ? [] : [`lost: ${key} is ${text}, and may be ${possible.join(' or ')}`];
      });
      return [...wrong, ...events, ...texts];
    },
  };
}

function keyOf(event: string, promise: string | undefined, session: string): string {
  return `${event} of ${promise ?? 'any promise'} by ${session}`;
}

function knownOf({ code, signal, stderr }: Outcome): Known {
  if (code === 0) return 'made';
  return signal !== null || stderr.includes('it is unknown whether') ? 'unknown' : 'failed';
}

/** The beginning of what a failure said, without what differs from one to the next. */
function wordOf(stderr: string): string {
  return (
    stderr
      .replace(/promise-[0-9a-f]{8}/g, 'P')
      .slice(0, 48)
      .split('\n')[0] ?? ''
  );
}
