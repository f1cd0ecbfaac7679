import { constants } from 'node:fs';
import { PROJECT, STATE } from './commands.ts';
import { KINDS, type Kind, type KindName, SHARES } from './kinds.ts';
import { type CallName, type Clocks, errorsOf } from './machine/calls.ts';
import { createChance, type SeededChance } from './machine/chance.ts';
import { systemError } from './machine/disk.ts';
import type { FromWorker, ToWorker } from './machine/line.ts';
import { Machine, type Process, textOf } from './machine/machine.ts';
import type { Course, Thread, Threads } from './machine/threads.ts';
import { type CommandDeed, chosenBy, createPeople, type OutsideDeed } from './people.ts';
import {
  brokenIn,
  isProvedAt,
  type KnownPromise,
  LEDGER,
  lostIn,
  newPromise,
  openBy,
  promiseAt,
  unchainedIn,
  WORK,
} from './record.ts';

/** A story that one seed decides: who does what, in which order each call of each process comes, and what breaks. */

export interface Story {
  readonly seed: number;
  readonly kind: KindName;
  readonly deeds: number;
  /** One line for each deed. */
  readonly lines: readonly string[];
  /** What must never be; empty where all is well. */
  readonly violations: readonly Violation[];
  /** How many calls of processes it had. */
  readonly calls: number;
}

export interface Violation {
  readonly of: Invariant;
  readonly what: string;
}

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

interface Running {
  readonly deed: CommandDeed;
  readonly number: number;
  readonly process: Process;
  readonly thread: Thread;
  call: { readonly name: CallName; readonly given: readonly unknown[] };
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
  /** Whether it stood still for so long that its front may have ended it: its blocks are not counted. */
  isLate: boolean;
  /** It stands still until then, whatever the others do; undefined where it never did. */
  standsUntil: number | undefined;
}

/** All of the machine stands still for a while. */
interface Sleep {
  readonly from: number;
  readonly until: number;
}

export interface Length {
  readonly deeds: number;
  /** Deeds that are left out, by their numbers: what is left may tell the same. */
  readonly without?: ReadonlySet<number>;
}

/** How many commands run at once at the most. */
export const MOST_AT_ONCE = Math.max(...Object.values(KINDS).map(({ atOnce }) => atOnce));
/** Of so many calls some end a process, and some fail. */
const ALL_IS_WELL = 20_000;
/** A process that stands still for so long is late. */
const LATE_MS = 1000;
/** Where processes stand still, one does before so many calls that others see. */
const STANDS_STILL_ONCE_IN = 30;
/** So long others go on while it does, before and after the machine sleeps; and so long that sleeps at the most. */
const ALONE_MS = 60;
const LONGEST_SLEEP_MS = 8000;
/** So long a story goes on at most, in calls. */
const MOST_CALLS = 40_000;
const SOON_MS = 10 * 60_000;

export function tell(
  threads: Threads,
  seed: number,
  { deeds, without = new Set() }: Length,
): Promise<Story> {
  return threads.run(new Telling(threads, seed, deeds, without).toEnd());
}

class Telling {
  readonly #threads: Threads;
  readonly #seed: number;
  readonly #deeds: number;
  readonly #without: ReadonlySet<number>;
  readonly #machine = new Machine();
  readonly #chance: SeededChance;
  readonly #lines: string[] = [];
  readonly #violations: Violation[] = [];
  readonly #known = new Map<string, KnownPromise>();
  readonly #running: Running[] = [];
  readonly #kept = new Map<string, string>();
  /** Old files that were put back in the place of others, by their names. */
  readonly #putBack = new Map<string, string>();
  /** When each session was held, since it last closed a criterion. */
  readonly #blocks = new Map<string, readonly number[]>();
  /** Sessions that proved something since the last stop that told of a proof. */
  readonly #hasProved = new Set<string>();
  readonly #kindName: KindName;
  readonly #kind: Kind;
  #sleep: Sleep | undefined;
  /** Sessions of which the gate said since their last prompt that it lets them go although they are not done. */
  readonly #letGo = new Set<string>();
  #calls = 0;
  /** Whether a process stood still between its last look at the ledger and its write: nothing keeps that from others. */
  #isLedgerLate = false;
  /** Whether someone else changed files, so that an audit may find it. */
  #isForeign = false;
  /** Whether something broke that may have kept the gate's memory from being written. */
  #isMemoryHurt = false;

  constructor(threads: Threads, seed: number, deeds: number, without: ReadonlySet<number>) {
    this.#threads = threads;
    this.#seed = seed;
    this.#deeds = deeds;
    this.#without = without;
    this.#chance = createChance(seed);
    this.#kindName = chosenBy(this.#chance, SHARES) ?? 'all';
    this.#kind = KINDS[this.#kindName];
    const { disk } = this.#machine;
    disk.putFolder('/tmp', 0, 0o777);
    disk.putFolder('/usr/bin', 0, 0o755);
    disk.putFolder('/home/one', 1000, 0o755);
    disk.putFolder('/home/two', 1001, 0o755);
    disk.putFolder(PROJECT, 1000);
    disk.put(WORK, 'good 0\n', 1000);
    disk.put('/dev/null', '', 0, 0o666);
    disk.syncAll();
  }

  *toEnd(): Course<Story> {
    const people = createPeople(createChance(this.#seed + 0x5eed), this.#kind);
    // Each deed has chance of its own, so that a story without one of them tells the rest as it was.
    const deeds = this.#kind.length * this.#deeds;
    for (let number = 0; number < deeds && this.#violations.length === 0; number += 1) {
      const deed = people.next(this.#known);
      if (this.#without.has(number)) continue;
      if (deed.is === 'command') yield* this.#begin(deed, number);
      else yield* this.#outside(deed, number);
      const most = this.#chance.below(this.#kind.atOnce + 1);
      while (this.#running.length > most) yield* this.#step();
      const ahead = this.#chance.below(60);
      for (let step = 0; step < ahead && this.#running.length > 0; step += 1) yield* this.#step();
    }
    while (this.#running.length > 0) yield* this.#step();
    if (this.#violations.length === 0) yield* this.#audit();
    return {
      seed: this.#seed,
      kind: this.#kindName,
      deeds,
      lines: this.#lines,
      violations: this.#violations,
      calls: this.#calls,
    };
  }

  #tell(number: number, text: string): void {
    const at = (this.#machine.steady / 1000).toFixed(3);
    this.#lines.push(`${String(number).padStart(3)} ${at.padStart(9)} ${text}`);
  }

  #violate(of: Invariant, what: string): void {
    this.#violations.push({ of, what });
    this.#lines.push(`    VIOLATION of ${of}: ${what}`);
  }

  *#begin(deed: CommandDeed, number: number): Course<void> {
    const machine = this.#machine;
    // A turn ends when its tools have, and goes on when its stop was answered.
    const isBefore = ({ deed: { means, session } }: Running): boolean =>
      session === deed.session && (deed.means.what === 'stop' || means.what === 'stop');
    const { atOnce } = this.#kind;
    while (this.#running.length >= atOnce || this.#running.some(isBefore)) yield* this.#step();
    const birth = {
      pid: machine.newPid(),
      parent: 100,
      user: deed.user,
      seed: this.#seed * 1000 + number,
      bin: deed.bin,
      args: deed.args,
      variables: deed.variables,
      folder: PROJECT,
      born: machine.steady,
    };
    const process = machine.start(birth, deed.input);
    const { means } = deed;
    const slot = means.what === 'meet' ? this.#slot(means.id, means.criterion) : undefined;
    const older = new Set(slot?.ended);
    if (means.what === 'meet') slot?.possible.add(means.evidence);
    if (means.what === 'prove') this.#hasProved.add(deed.session);
    const thread = this.#threads.take();
    const running: Running = {
      deed,
      number,
      process,
      thread,
      call: { name: 'wait', given: [null] },
      open: openBy(machine.disk, deed.session),
      saw: new Set([machine.disk.textAt(WORK) ?? '']),
      older,
      isBesideProof: false,
      isHurt: false,
      isLate: false,
      standsUntil: undefined,
    };
    this.#running.push(running);
    this.#hear(running, yield* thread.say({ is: 'live', birth, clocks: machine.clocks }));
  }

  #slot(id: string, criterion: string) {
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

  #hear(running: Running, says: FromWorker): void {
    if (says.is === 'call') {
      running.call = says;
      return;
    }
    this.#running.splice(this.#running.indexOf(running), 1);
    this.#machine.end(running.process.birth.pid);
    this.#ended(running, says.code);
  }

  /** One call of one process, or one step of a program that it waits for. */
  *#step(): Course<void> {
    const machine = this.#machine;
    const { steady } = machine;
    if (this.#sleep !== undefined && this.#sleep.from <= steady) this.#fallAsleep(this.#sleep);
    const awake = this.#running.filter((one) => isAwake(one, steady));
    if (awake.length === 0) {
      const moments = this.#running.map((one) => momentOf(one, steady));
      machine.passUntil(Math.min(...moments));
      return;
    }
    this.#calls += 1;
    const running = this.#chance.oneOf(awake);
    const { process } = running;
    const { faults, kills } = this.#kind;
    const fate = kills + faults === 0 ? ALL_IS_WELL : this.#chance.below(ALL_IS_WELL);
    const [program] = process.programs.keys();
    if (this.#calls > MOST_CALLS) yield* this.#kill(running, 'killed, since the story is too long');
    else if (fate < kills) yield* this.#kill(running, 'killed');
    else if (this.#kind.isUneven && this.#standsStill(running)) return;
    else if (running.call.name === 'wait' && process.ended.length === 0 && program !== undefined) {
      machine.stepProgram(process, program);
    } else yield* this.#answer(running, this.#resultOf(running, fate < kills + faults));
  }

  /** Whether it stands still from now on, before a call that others see: they go on, and then all of the machine sleeps. */
  #standsStill(running: Running): boolean {
    if (running.standsUntil !== undefined || !isSeen(running.call)) return false;
    if (this.#chance.below(STANDS_STILL_ONCE_IN) > 0) return false;
    const from = this.#machine.steady + this.#chance.below(ALONE_MS);
    const until = from + this.#chance.below(LONGEST_SLEEP_MS);
    this.#sleep ??= { from, until };
    running.standsUntil = until + this.#chance.below(ALONE_MS);
    running.isLate = true;
    const { given, name } = running.call;
    const file = name === 'write' ? running.process.files.get(Number(given[0])) : undefined;
    if (file !== undefined && file.node === this.#machine.disk.nodeAt(LEDGER)) {
      this.#isLedgerLate = true;
    }
    this.#tell(running.number, `${nameOf(running)} stands still at ${call(running)}`);
    return true;
  }

  #fallAsleep({ from, until }: Sleep): void {
    this.#sleep = undefined;
    this.#machine.passUntil(until);
    if (until - from >= LATE_MS) for (const running of this.#running) running.isLate = true;
  }

  /** What the machine answers a call; `isFaulty`: with an error, where the call may give one. */
  #resultOf(running: Running, isFaulty: boolean): Result {
    const { given, name } = running.call;
    const possible = errorsOf(name, given);
    const isStream = typeof given[0] === 'number' && given[0] < 3;
    if (isFaulty && possible.length > 0 && !isStream) {
      const code = this.#chance.oneOf(possible);
      this.#hurt(running);
      this.#tell(running.number, `${name} ${String(given[0])} gives ${code}`);
      return { error: systemError(code, name, String(given[0])) };
    }
    const result = resultOf(() => this.#machine.execute(running.process, name, given));
    if ('error' in result && NO_ROOM.has(result.error.code)) this.#hurt(running);
    return result;
  }

  #hurt(running: Running): void {
    running.isHurt = true;
    this.#isMemoryHurt = true;
  }

  *#answer(running: Running, result: Result): Course<void> {
    const { clocks } = this.#machine;
    this.#hear(running, yield* running.thread.say(replyOf(result, clocks)));
  }

  /** It dies in the middle of what it does: of a write some bytes may be written. */
  *#kill(running: Running, how: string): Course<void> {
    const { call, process } = running;
    const [descriptor, bytes, position] = call.given;
    if (call.name === 'write' && bytes instanceof Uint8Array && Number(descriptor) > 2) {
      const part = bytes.subarray(0, this.#chance.below(bytes.length + 1));
      try {
        if (part.length > 0) this.#machine.execute(process, 'write', [descriptor, part, position]);
      } catch {
        // There was no room for it.
      }
    }
    yield* this.#bury(running, how);
  }

  *#bury(running: Running, how: string): Course<void> {
    this.#machine.end(running.process.birth.pid);
    this.#running.splice(this.#running.indexOf(running), 1);
    const says = yield* running.thread.say({ is: 'death' });
    if (says.is !== 'end') throw new Error('a dead process goes on');
    this.#isMemoryHurt = true;
    this.#told(running, undefined, '', '');
    this.#tell(running.number, `${nameOf(running)} -> ${how} at ${call(running)}`);
    this.#look(running.number);
  }

  #ended(running: Running, code: number): void {
    const stdout = textOf(running.process, 1);
    const stderr = textOf(running.process, 2);
    const said = (stdout + stderr).split('\n')[0]?.slice(0, 140) ?? '';
    this.#tell(running.number, `${nameOf(running)} -> ${code} ${said}`);
    if (/Uncaught|Internal error|\n\s+at \S+:\d+/.test(stdout + stderr)) {
      this.#violate('answers', `${nameOf(running)}: ${(stdout + stderr).slice(0, 1500)}`);
    }
    this.#told(running, code, stdout, stderr);
    this.#look(running.number);
  }

  /** What holds whoever did what. */
  #look(_number: number): void {
    const { disk } = this.#machine;
    for (const what of brokenIn(disk, this.#known)) this.#violate('whole states', what);
    // What a check that runs still writes takes the place of what was said before.
    const isProved = (id: string): boolean =>
      this.#running.some(({ deed: { means } }) => means.what === 'prove' && means.id === id);
    const known = new Map([...this.#known].filter(([id]) => !isProved(id)));
    for (const what of lostIn(disk, known)) this.#violate('nothing lost', what);
    const unchained = this.#isLedgerLate ? [] : unchainedIn(disk);
    for (const what of unchained) this.#violate('chain', `${what} does not follow`);
    for (const running of this.#running) {
      const open = openBy(disk, running.deed.session);
      running.open = new Set([...running.open].filter((id) => open.has(id)));
      running.saw.add(disk.textAt(WORK) ?? '');
    }
  }

  /** Takes down what a command was told; `code`: undefined where it was killed. */
  #told(running: Running, code: number | undefined, stdout: string, stderr: string): void {
    const { deed } = running;
    const { means } = deed;
    const isUnknown =
      code === undefined ||
      (code !== 0 && running.isHurt) ||
      stderr.includes('it is unknown whether');
    const isDone = code === 0;
    switch (means.what) {
      case 'make': {
        const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0];
        if (isDone && id !== undefined) this.#known.set(id, newPromise(deed.session));
        break;
      }
      case 'meet': {
        const slot = this.#slot(means.id, means.criterion);
        if (slot === undefined) break;
        slot.ended.add(means.evidence);
        if (isDone && !running.isBesideProof) {
          slot.isMet = true;
          for (const one of running.older) slot.possible.delete(one);
        }
        if (isDone || isUnknown) this.#blocks.delete(deed.session);
        break;
      }
      case 'prove': {
        this.#slot(means.id, 'AC-1')?.possible.clear();
        const known = this.#known.get(means.id);
        if (known !== undefined) known.met.clear();
        for (const one of this.#running) {
          const { means: other } = one.deed;
          if (other.what !== 'meet' || other.id !== means.id) continue;
          one.isBesideProof = true;
          this.#slot(other.id, other.criterion)?.possible.add(other.evidence);
        }
        if (isDone || isUnknown) {
          for (const text of running.saw) known?.proved.add(text);
          this.#blocks.delete(deed.session);
        }
        break;
      }
      case 'verify':
      case 'cancel': {
        const known = this.#known.get(means.id);
        if (known === undefined) break;
        const closed = means.what === 'verify' ? 'verified' : 'cancelled';
        if (isDone) known.closed = closed;
        else if (isUnknown) known.owner = ownerNow(this.#machine, means.id, known.owner);
        if (isDone && means.what === 'verify') this.#seeProof(running, means.id);
        break;
      }
      case 'release':
      case 'adopt': {
        const known = this.#known.get(means.id);
        if (known !== undefined) known.owner = ownerNow(this.#machine, means.id, known.owner);
        break;
      }
      case 'stop':
        if (code !== undefined) this.#seeStop(running, code, stdout, stderr);
        break;
      case 'check':
        if (code === 0 && this.#stillOpen(running).length > 0) {
          this.#violate(
            'stops',
            `${deed.session} was told that it may end over ${this.#stillOpen(running)}`,
          );
        }
        break;
      case 'look':
        if (code !== undefined && code !== 0 && !running.isHurt && !this.#isForeign)
          this.#violate('whole states', `status ended with ${code}: ${stderr}`);
        break;
      case 'prompt':
        // One that was not kept begins no turn for the gate.
        if (isDone && !running.isLate && !running.isHurt) this.#letGo.delete(deed.session);
        break;
      case 'other':
        break;
    }
  }

  #stillOpen(running: Running): readonly string[] {
    const open = openBy(this.#machine.disk, running.deed.session);
    return [...running.open].filter(
      (id) => open.has(id) && this.#known.get(id)?.isForeign !== true,
    );
  }

  #seeStop(running: Running, code: number, stdout: string, stderr: string): void {
    const { session } = running.deed;
    const open = this.#stillOpen(running);
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
    if (isBlock && !running.isLate) this.#seeBlock(session);
    // A turn ends when its tools have: what it proves is told by the next stop, and by no other.
    // The front would have ended a late one, and nobody has read what it says.
    if (!/Proved: /.test(stdout) || running.isLate) return;
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
  #seeProof(running: Running, id: string): void {
    const known = this.#known.get(id);
    if (known === undefined || known.isForeign || !isProvedAt(this.#machine.disk, id)) return;
    const saw = [...running.saw, this.#machine.disk.textAt(WORK) ?? ''];
    if (!saw.some((text) => known.proved.has(text)))
      this.#violate(
        'proofs',
        `${id} was closed by a proof of ${JSON.stringify([...known.proved])}, and the work is ${JSON.stringify(saw)}`,
      );
  }

  *#outside({ is }: OutsideDeed, number: number): Course<void> {
    const { disk } = this.#machine;
    switch (is) {
      case 'edit': {
        const text = `${this.#chance.inHundred(50) ? 'good' : 'bad'} ${number}\n`;
        disk.put(WORK, text, 1000);
        this.#tell(number, `the editor writes ${text.trim()}`);
        break;
      }
      case 'pause': {
        const seconds = this.#chance.below(120);
        this.#machine.passUntil(this.#machine.steady + seconds * 1000);
        if (seconds * 1000 >= LATE_MS) for (const running of this.#running) running.isLate = true;
        this.#tell(number, `${seconds} s pass`);
        return;
      }
      case 'jump': {
        const minutes = this.#chance.below(2 * 1440) - 1440;
        this.#machine.jump(minutes * 60_000);
        this.#tell(number, `the clock is set by ${minutes} minutes`);
        return;
      }
      case 'full':
        disk.room = this.#chance.below(2000);
        this.#tell(number, `the disk has room for ${disk.room} bytes`);
        return;
      case 'room':
        disk.room = Number.POSITIVE_INFINITY;
        return;
      case 'cut':
        yield* this.#cut(number);
        return;
      case 'backup':
        this.#kept.clear();
        for (const name of disk.namesAt(`${STATE}/promises`))
          this.#kept.set(name, disk.textAt(`${STATE}/promises/${name}`) ?? '');
        return;
      case 'restore':
        for (const [name, text] of this.#kept) {
          if (disk.textAt(`${STATE}/promises/${name}`) !== text) this.#putBack.set(name, text);
          this.#overwrite(name, text, number, 'a backup restores');
        }
        break;
      case 'script': {
        const name = disk.namesAt(`${STATE}/promises`).find((one) => one.endsWith('.json'));
        const text = name === undefined ? undefined : disk.textAt(`${STATE}/promises/${name}`);
        if (name === undefined || text === undefined) return;
        // It reads, and writes what it read with a change, without any lock.
        this.#overwrite(name, text.replace('"pending"', '"met"'), number, 'the old script writes');
        break;
      }
    }
    this.#look(number);
  }

  #overwrite(name: string, text: string, number: number, who: string): void {
    const id = name.slice(0, -5);
    const known = this.#known.get(id) ?? newPromise('nobody');
    known.isForeign = true;
    this.#known.set(id, known);
    this.#isForeign = true;
    this.#machine.disk.put(`${STATE}/promises/${name}`, text, 1000);
    this.#tell(number, `${who} ${name}`);
  }

  *#cut(number: number): Course<void> {
    this.#tell(number, 'the power goes');
    for (const running of [...this.#running]) yield* this.#bury(running, 'ended with the power');
    this.#machine.powerCut(this.#chance);
    // What it knew of stops is no promise to anybody, and is not forced to the disk.
    this.#isMemoryHurt = true;
    this.#blocks.clear();
    this.#look(number);
  }

  /** The ledger fits, or the audit says where it does not. */
  *#audit(): Course<void> {
    this.#machine.disk.room = Number.POSITIVE_INFINITY;
    const people = {
      session: 's-1',
      user: 1000,
      variables: {
        HOME: '/home/one',
        PATH: '/usr/bin',
        CLAUDE_PROJECT_DIR: PROJECT,
        CLAUDE_SESSION_ID: 's-1',
      },
    };
    const machine = this.#machine;
    const birth = {
      pid: machine.newPid(),
      parent: 100,
      seed: 1,
      bin: 'cs',
      args: ['store', 'audit'],
      folder: PROJECT,
      born: machine.steady,
      user: people.user,
      variables: people.variables,
    };
    const process = machine.start(birth, '');
    const thread = this.#threads.take();
    let says = yield* thread.say({ is: 'live', birth, clocks: machine.clocks });
    while (says.is === 'call') {
      const { given, name } = says;
      const result = resultOf(() => machine.execute(process, name, given));
      says = yield* thread.say(replyOf(result, machine.clocks));
    }
    const text = textOf(process, 1) + textOf(process, 2);
    this.#tell(this.#deeds, `cs store audit -> ${says.code} ${text.split('\n')[0]}`);
    if (this.#kindName === 'backups') this.#seePutBack(text);
    if (says.code === 0) return;
    if (says.code !== 3 || !/\bline \d+|\.json/.test(text))
      this.#violate('chain', `the audit ended with ${says.code} and named nothing: ${text}`);
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

type Result = { readonly value: unknown } | { readonly error: SystemError };
type SystemError = Error & { readonly code: string };

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

function resultOf(execute: () => unknown): Result {
  try {
    return { value: execute() };
  } catch (error) {
    if (isSystemError(error)) return { error };
    throw error;
  }
}

function replyOf(result: Result, clocks: Clocks): ToWorker {
  if ('value' in result) return { is: 'reply', value: result.value, clocks };
  const { error } = result;
  return { is: 'reply', error: { ...error, message: error.message }, clocks };
}

/** Whether a process can go on: it does not stand still, and what it waits for is there or on its way. */
function isAwake(
  { call: { given, name }, process, standsUntil = 0 }: Running,
  steady: number,
): boolean {
  if (standsUntil > steady) return false;
  if (name !== 'wait' || process.ended.length > 0 || process.programs.size > 0) return true;
  return typeof given[0] === 'number' && given[0] <= steady;
}

/** When one that cannot go on can. */
function momentOf({ call: { given }, standsUntil = 0 }: Running, steady: number): number {
  return standsUntil > steady ? standsUntil : Number(given[0]);
}

const SEEN: ReadonlySet<CallName> = new Set([
  ...(['write', 'truncate', 'sync', 'mkdir', 'rmdir', 'unlink', 'rename', 'link'] as const),
]);

/** Whether others can see that a call was made. */
function isSeen({ given, name }: Running['call']): boolean {
  if (typeof given[0] === 'number' && given[0] < 3) return false;
  return SEEN.has(name) || (name === 'open' && (Number(given[1]) & constants.O_CREAT) !== 0);
}

function nameOf({ deed }: Running): string {
  const words = [deed.bin, ...deed.args].map((word) => (word.includes(' ') ? `"${word}"` : word));
  return `${deed.session}: ${words.join(' ')}`;
}

function call({ call: { given, name } }: Running): string {
  return `${name} ${String(given[0])}`;
}

function ownerNow({ disk }: Machine, id: string, before: string | null): string | null {
  try {
    const ownership = promiseAt(disk, 'promises', id)?.['ownership'];
    if (typeof ownership !== 'object' || ownership === null || !('owned_by' in ownership))
      return before;
    return typeof ownership.owned_by === 'string' ? ownership.owned_by : null;
  } catch {
    return before;
  }
}
