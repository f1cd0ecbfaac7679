import { STATE } from './commands.ts';
import type { Machine } from './machine/machine.ts';
import type { CommandDeed, Meaning } from './people.ts';
import {
  brokenIn,
  isProvedAt,
  type KnownPromise,
  lostIn,
  newPromise,
  openBy,
  ownerOf,
  promiseAt,
  type Slot,
  unchainedIn,
  WORK,
} from './record.ts';

/** What everybody was told in a story, and what must hold because of it. */

/** What holds after each deed. */
export const INVARIANTS = [
  'nothing lost',
  'whole states',
  'chain',
  'stops',
  'bounds',
  'proofs',
  'receipts',
  'put back',
  'answers',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

/** What is noted of a command while it runs. */
export interface Watched {
  readonly deed: CommandDeed;
  /** What held its session open all the time since it began. */
  open: ReadonlySet<string>;
  /** The texts of the work since it began. */
  readonly saw: Set<string>;
  /** Evidence of commands that had ended when it began: what it writes takes their place. */
  readonly older: ReadonlySet<string>;
  /** Whether a proof of its promise was made meanwhile: which of both wrote last is not known. */
  isBesideProof: boolean;
  /** Whether a call of it failed that would not have. */
  isHurt: boolean;
  /** Whether it stood still for so long that it may have given up what it wanted to read or keep. */
  isLate: boolean;
  /** How long it stood still in all, in milliseconds. */
  stoodMs: number;
}

/** How a command ended; `code`: undefined where it was killed. */
export interface End {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The front ends a stop that stood still for so long in all: nobody reads what it says. */
const UNHEARD_MS = 30_000;

const SOON_MS = 10 * 60_000;

export class Account {
  readonly #machine: Machine;
  readonly #violate: (of: Invariant, what: string) => void;
  readonly #known = new Map<string, KnownPromise>();
  /** Old files that were put back in the place of others, by their names. */
  readonly #putBack = new Map<string, string>();
  /** When each session was held, since it last closed a criterion. */
  readonly #blocks = new Map<string, readonly number[]>();
  /** Sessions that proved something since the last stop that told of a proof. */
  readonly #hasProved = new Set<string>();
  /** Sessions of which the gate said since their last prompt that it lets them go although they are not done. */
  readonly #letGo = new Set<string>();
  /** Whether someone else changed files, so that an audit may find it. */
  #isForeign = false;
  #isLedgerLate = false;
  #isMemoryHurt = false;

  constructor(machine: Machine, violate: (of: Invariant, what: string) => void) {
    this.#machine = machine;
    this.#violate = violate;
  }

  get known(): ReadonlyMap<string, KnownPromise> {
    return this.#known;
  }

  /** A command begins. */
  watch(deed: CommandDeed): Watched {
    const { disk } = this.#machine;
    const { means } = deed;
    const slot = means.what === 'meet' ? this.#slot(means.id, means.criterion) : undefined;
    const older = new Set(slot?.ended);
    if (means.what === 'meet') slot?.possible.add(means.evidence);
    if (means.what === 'prove') this.#hasProved.add(deed.session);
    return {
      deed,
      open: openBy(disk, deed.session),
      saw: new Set([disk.textAt(WORK) ?? '']),
      older,
      isBesideProof: false,
      isHurt: false,
      isLate: false,
      stoodMs: 0,
    };
  }

  /** Something broke that may have kept the gate's memory from being written. */
  hurtMemory(): void {
    this.#isMemoryHurt = true;
  }

  /** A process stood still between its last look at the ledger and its write: nothing keeps that from others. */
  delayLedger(): void {
    this.#isLedgerLate = true;
  }

  /** What the gate knew of stops is no promise to anybody, and is not forced to the disk. */
  loseMemory(): void {
    this.#isMemoryHurt = true;
    this.#blocks.clear();
  }

  /** Someone else wrote the file of a promise. */
  overwrite(name: string, text: string): void {
    const id = name.slice(0, -5);
    const known = this.#known.get(id) ?? newPromise('nobody');
    known.isForeign = true;
    this.#known.set(id, known);
    this.#isForeign = true;
    this.#machine.disk.put(`${STATE}/promises/${name}`, text, 1000);
  }

  /** A backup puts an old file in the place of another. */
  putBack(name: string, text: string): void {
    this.#putBack.set(name, text);
  }

  /** What holds after every deed, by all that run. */
  look(running: readonly Watched[]): void {
    const { disk } = this.#machine;
    for (const what of brokenIn(disk, this.#known)) this.#violate('whole states', what);
    // What a check that runs still writes takes the place of what was said before.
    const isProved = (id: string): boolean =>
      running.some(({ deed: { means } }) => means.what === 'prove' && means.id === id);
    const known = new Map([...this.#known].filter(([id]) => !isProved(id)));
    for (const what of lostIn(disk, known)) this.#violate('nothing lost', what);
    const unchained = this.#isLedgerLate ? [] : unchainedIn(disk);
    for (const what of unchained) this.#violate('chain', `${what} does not follow`);
    for (const one of running) {
      const open = openBy(disk, one.deed.session);
      one.open = new Set([...one.open].filter((id) => open.has(id)));
      one.saw.add(disk.textAt(WORK) ?? '');
    }
  }

  /** Takes down what a command was told. `others`: those that run still. */
  told(watched: Watched, end: End, others: readonly Watched[]): void {
    const { means } = watched.deed;
    switch (means.what) {
      case 'make':
        this.#toldOfNew(watched, end);
        break;
      case 'meet':
        this.#toldOfEvidence(watched, means, end);
        break;
      case 'prove':
        this.#toldOfProof(watched, means.id, end, others);
        break;
      case 'verify':
      case 'cancel':
        this.#toldOfEnd(watched, { id: means.id, what: means.what }, end);
        break;
      case 'release':
      case 'adopt':
        this.#seeOwner(means.id);
        break;
      case 'stop':
        this.#toldAtStop(watched, end);
        break;
      case 'check':
        this.#toldByCheck(watched, end);
        break;
      case 'look':
        this.#toldByStatus(watched, end);
        break;
      case 'prompt':
        // One that was not kept begins no turn for the gate.
        if (end.code === 0 && !watched.isLate && !watched.isHurt)
          this.#letGo.delete(watched.deed.session);
        break;
      case 'other':
        break;
    }
  }

  #toldOfNew({ deed }: Watched, { code, stdout }: End): void {
    const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0];
    if (code !== 0 || id === undefined) return;
    // Someone else may have written its file before it was told.
    const isForeign = this.#known.get(id)?.isForeign === true;
    this.#known.set(id, { ...newPromise(deed.session), isForeign });
  }

  #toldOfEvidence(
    watched: Watched,
    { criterion, evidence, id }: Extract<Meaning, { readonly what: 'meet' }>,
    end: End,
  ): void {
    const slot = this.#slot(id, criterion);
    if (slot === undefined) return;
    slot.ended.add(evidence);
    if (end.code === 0 && !watched.isBesideProof) {
      slot.isMet = true;
      for (const one of watched.older) slot.possible.delete(one);
    }
    if (end.code === 0 || isUnknown(watched, end)) this.#blocks.delete(watched.deed.session);
  }

  #toldOfProof(watched: Watched, id: string, end: End, others: readonly Watched[]): void {
    this.#slot(id, 'AC-1')?.possible.clear();
    const known = this.#known.get(id);
    known?.met.clear();
    for (const one of others) {
      const { means } = one.deed;
      if (means.what !== 'meet' || means.id !== id) continue;
      one.isBesideProof = true;
      this.#slot(id, means.criterion)?.possible.add(means.evidence);
    }
    if (end.code !== 0 && !isUnknown(watched, end)) return;
    for (const text of watched.saw) known?.proved.add(text);
    this.#blocks.delete(watched.deed.session);
  }

  #toldOfEnd(
    watched: Watched,
    { id, what }: { readonly id: string; readonly what: 'verify' | 'cancel' },
    end: End,
  ): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    if (end.code === 0) known.closed = what === 'verify' ? 'verified' : 'cancelled';
    else if (isUnknown(watched, end)) this.#seeOwner(id);
    const hasClosed = end.code === 0 && !/Already verified/.test(end.stdout);
    if (hasClosed && what === 'verify') this.#seeProof(watched, id, known);
  }

  #toldByCheck(watched: Watched, { code }: End): void {
    const open = this.#stillOpen(watched);
    if (code === 0 && open.length > 0)
      this.#violate('stops', `${watched.deed.session} was told that it may end over ${open}`);
  }

  #toldByStatus({ isHurt }: Watched, { code, stderr }: End): void {
    if (code !== undefined && code !== 0 && !isHurt && !this.#isForeign)
      this.#violate('whole states', `status ended with ${code}: ${stderr}`);
  }

  #toldAtStop(watched: Watched, { code, stderr, stdout }: End): void {
    if (code === undefined) return;
    const { session } = watched.deed;
    const open = this.#stillOpen(watched);
    const text = stdout + stderr;
    // By exit code 2 alone Copilot's user is told something.
    const isBlock = /"decision":"(?:block|deny)"/.test(stdout);
    const isSaid = /NOT COMPLETE|not complete|WAITING FOR YOU|NOT CHECKED/.test(text);
    if (code !== 0 && code !== 2)
      this.#violate('stops', `the gate ended with ${code}: ${text.slice(0, 600)}`);
    if (isSaid) this.#letGo.add(session);
    const isTold = isSaid || this.#letGo.has(session);
    if (open.length > 0 && !isBlock && !isTold)
      this.#violate('stops', `${session} was let go over ${open}: ${text.slice(0, 600)}`);
    if (isBlock && watched.stoodMs < UNHEARD_MS) this.#seeBlock(session);
    // A turn ends when its tools have: what it proves is told by the next stop, and by no other.
    // The front would have ended a late one, and nobody has read what it says.
    if (!/Proved: /.test(stdout) || watched.isLate) return;
    if (!this.#hasProved.delete(session) && !this.#isMemoryHurt)
      this.#violate('receipts', `${session} was told again what it proved: ${stdout}`);
  }

  #seeBlock(session: string): void {
    const blocks = this.#blocks.get(session) ?? [];
    this.#blocks.set(session, [...blocks, this.#machine.steady]);
    const all = blocks.length + 1;
    const soon = blocks.filter((at) => at > this.#machine.steady - SOON_MS).length + 1;
    if (this.#isMemoryHurt) return;
    if (soon > 12 || all > 40)
      this.#violate('bounds', `${session} was held ${soon} times in ten minutes, ${all} in all`);
  }

  /** A proof holds for the bytes that it was made over, and for no others. */
  #seeProof(watched: Watched, id: string, known: KnownPromise): void {
    if (known.isForeign || !isProvedAt(this.#machine.disk, id)) return;
    const saw = [...watched.saw, this.#machine.disk.textAt(WORK) ?? ''];
    if (saw.some((text) => known.proved.has(text))) return;
    const proved = JSON.stringify([...known.proved]);
    this.#violate(
      'proofs',
      `${id} was closed by a proof of ${proved}, and the work is ${JSON.stringify(saw)}`,
    );
  }

  /** Who owns a promise now, as its file says, where that can be read. */
  #seeOwner(id: string): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    try {
      const promise = promiseAt(this.#machine.disk, 'promises', id);
      const owner = promise === undefined ? undefined : ownerOf(promise);
      if (typeof owner === 'string' || owner === null) known.owner = owner;
    } catch {
      // It is broken, which is seen elsewhere.
    }
  }

  #stillOpen({ deed, open: before }: Watched): readonly string[] {
    const open = openBy(this.#machine.disk, deed.session);
    return [...before].filter((id) => open.has(id) && this.#known.get(id)?.isForeign !== true);
  }

  #slot(id: string, criterion: string): Slot | undefined {
    const known = this.#known.get(id);
    if (known === undefined) return undefined;
    const slot = known.met.get(criterion) ?? {
      isMet: false,
      possible: new Set<string>(),
      ended: new Set<string>(),
    };
    known.met.set(criterion, slot);
    return slot;
  }

  /** The ledger fits, or the audit says where it does not. */
  audited(code: number, text: string): void {
    this.#seePutBack(text);
    if (code === 0) return;
    if (code !== 3 || !/\bline \d+|\.json/.test(text))
      this.#violate('chain', `the audit ended with ${code} and named nothing: ${text}`);
    else if (!this.#isForeign && !this.#isLedgerLate)
      this.#violate('chain', `nobody else wrote, and the audit says: ${text}`);
  }

  /** A file that is older than what the ledger tells last of it is named. */
  #seePutBack(audit: string): void {
    for (const [name, text] of this.#putBack) {
      const isThere = this.#machine.disk.textAt(`${STATE}/promises/${name}`) === text;
      if (isThere && !audit.includes(name))
        this.#violate('put back', `${name} is as it was once, and the audit says: ${audit}`);
    }
  }
}

/** Whether it is open what came of a command. */
function isUnknown({ isHurt }: Watched, { code, stderr }: End): boolean {
  return code === undefined || (code !== 0 && isHurt) || stderr.includes('it is unknown whether');
}
