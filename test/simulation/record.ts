import { createHash } from 'node:crypto';
import { PROJECT, STATE } from './commands.ts';
import type { Disk } from './machine/disk.ts';

/** What people were told, to be held against what is there. */

type Values = Readonly<Record<string, unknown>>;

/** What is known of the evidence of one criterion. */
export interface Slot {
  isMet: boolean;
  readonly possible: Set<string>;
  /** That of commands that have ended. */
  readonly ended: Set<string>;
}

export interface KnownPromise {
  /** Whether its making was acknowledged. */
  isMade: boolean;
  owner: string | null;
  /** What may stand as evidence of each criterion, and whether something must. */
  readonly met: Map<string, Slot>;
  closed: 'verified' | 'cancelled' | undefined;
  /** The texts of the work that its proofs may have been made over. */
  readonly proved: Set<string>;
  /** Someone else than the suite wrote its file: what was acknowledged before is theirs. */
  isForeign: boolean;
}

export function newPromise(owner: string): KnownPromise {
  return {
    isMade: true,
    owner,
    met: new Map(),
    closed: undefined,
    proved: new Set(),
    isForeign: false,
  };
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A promise as its file has it; undefined where there is none. Throws where the file is broken. */
export function promiseAt(
  disk: Disk,
  room: 'promises' | 'history',
  id: string,
): Values | undefined {
  const text = disk.textAt(`${STATE}/${room}/${id}.json`);
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error(`${id} is no object`);
  return value;
}

export function criteriaOf(promise: Values): readonly Values[] {
  const criteria = promise['acceptance_criteria'];
  return Array.isArray(criteria) ? criteria.filter(isRecord) : [];
}

export function ownerOf(promise: Values): unknown {
  const ownership = promise['ownership'];
  return isRecord(ownership) ? ownership['owned_by'] : null;
}

/** What was acknowledged and is not there. */
export function lostIn(disk: Disk, known: ReadonlyMap<string, KnownPromise>): readonly string[] {
  return [...known].flatMap(([id, { closed, isForeign, isMade, met }]) => {
    if (isForeign || !isMade) return [];
    try {
      const open = promiseAt(disk, 'promises', id);
      const ended = promiseAt(disk, 'history', id);
      const found = ended ?? open;
      if (found === undefined) return [`${id} was promised and is gone`];
      const wrong = criteriaOf(found).flatMap((criterion) => {
        const slot = met.get(String(criterion['id']));
        const evidence = criterion['evidence'];
        if (slot === undefined || slot.possible.size === 0) return [];
        const isThere = criterion['status'] === 'met' && slot.possible.has(String(evidence));
        return isThere || !slot.isMet
          ? []
          : [`${id} ${criterion['id']} was met with ${[...slot.possible]}, and has ${evidence}`];
      });
      // One that has ended where it was is moved into the history later.
      const isClosed = closed === undefined || found['status'] === closed;
      return [
        ...wrong,
        ...(isClosed ? [] : [`${id} was ${closed} and is ${String(found['status'])}`]),
      ];
    } catch (error) {
      return [`the file of ${id} is broken: ${String(error)}`];
    }
  });
}

/** The files of the state that are not whole; those that others wrote are theirs. */
export function brokenIn(disk: Disk, known: ReadonlyMap<string, KnownPromise>): readonly string[] {
  return (['promises', 'history'] as const).flatMap((room) =>
    disk
      .namesAt(`${STATE}/${room}`)
      .filter((name) => name.endsWith('.json') && known.get(name.slice(0, -5))?.isForeign !== true)
      .flatMap((name) => {
        try {
          promiseAt(disk, room, name.slice(0, -5));
          return [];
        } catch {
          const text = disk.textAt(`${STATE}/${room}/${name}`) ?? '';
          return [`${room}/${name} is not whole: ${JSON.stringify(text.slice(-60))}`];
        }
      }),
  );
}

/** The lines of the ledger that do not follow from the ones before them, by its format alone; a torn one says nothing. */
export function unchainedIn(disk: Disk): readonly string[] {
  let before: string | null = null;
  return (disk.textAt(LEDGER) ?? '').split('\n').flatMap((line, index) => {
    const last = before;
    before = createHash('sha256').update(line).digest('hex');
    const said = line === '' ? undefined : previousIn(line);
    return said === undefined || said === last ? [] : [`line ${index + 1}`];
  });
}

/** Whether a promise that has ended rests on a proof that is bound to files. */
export function isProvedAt(disk: Disk, id: string): boolean {
  const promise = promiseAt(disk, 'history', id) ?? promiseAt(disk, 'promises', id) ?? {};
  return criteriaOf(promise).some(
    ({ proof }) => isRecord(proof) && typeof proof['tree'] === 'string',
  );
}

/** The digest that a line names; undefined where it was cut off. */
function previousIn(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? (value['prev'] ?? null) : undefined;
  } catch {
    return undefined;
  }
}

/** The promises of a session that keep it from ending, by the words of the contract and by the files alone. */
export function openBy(disk: Disk, session: string): ReadonlySet<string> {
  const open = disk.namesAt(`${STATE}/promises`).filter((name) => {
    try {
      const promise = promiseAt(disk, 'promises', name.slice(0, -5));
      if (promise === undefined || ownerOf(promise) !== session) return false;
      if (promise['status'] === 'pending') return true;
      return promise['status'] === 'in_progress' && criteriaOf(promise).some(isOpen);
    } catch {
      return false;
    }
  });
  return new Set(open.map((name) => name.slice(0, -5)));
}

function isOpen(criterion: Values): boolean {
  const { checks, evidence, status } = criterion;
  if (status !== 'met' || typeof evidence !== 'string' || evidence.trim() === '') return true;
  return Array.isArray(checks) && checks.length > 0 && !isRecord(criterion['proof']);
}

export const LEDGER = `${STATE}/events.jsonl`;
export const WORK = `${PROJECT}/src/work.txt`;
