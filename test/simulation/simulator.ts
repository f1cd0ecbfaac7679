import { constants } from 'node:fs';
import { Account, type Invariant, type Watched } from './account.ts';
import { newMachine, PROJECT, STATE } from './commands.ts';
import { KINDS, type Kind, type KindName, SHARES } from './kinds.ts';
import { type CallName, type Clocks, errorsOf } from './machine/calls.ts';
import { createChance, type SeededChance } from './machine/chance.ts';
import { systemError } from './machine/disk.ts';
import type { FromWorker, ToWorker } from './machine/line.ts';
import { type Process, textOf } from './machine/machine.ts';
import type { Course, Thread, Threads } from './machine/threads.ts';
import { type CommandDeed, chosenBy, createPeople, type OutsideDeed } from './people.ts';
import { LEDGER, WORK } from './record.ts';

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

interface Running extends Watched {
  readonly number: number;
  readonly process: Process;
  readonly thread: Thread;
  call: { readonly name: CallName; readonly given: readonly unknown[] };
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
/** A process that stands still for so long at once is late. */
const LATE_MS = 1000;
/** Where processes stand still, one does before so many calls that others see. */
const STANDS_STILL_ONCE_IN = 30;
/** So long others go on while it does, before and after the machine sleeps; and so long that sleeps at the most. */
const ALONE_MS = 60;
const LONGEST_SLEEP_MS = 8000;
/** So long a story goes on at most, in calls. */
const MOST_CALLS = 40_000;
const PROMISES = `${STATE}/promises`;

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
  readonly #machine = newMachine();
  readonly #account = new Account(this.#machine, (of, what) => this.#violate(of, what));
  readonly #chance: SeededChance;
  readonly #lines: string[] = [];
  readonly #violations: Violation[] = [];
  readonly #running: Running[] = [];
  readonly #kept = new Map<string, string>();
  readonly #kindName: KindName;
  readonly #kind: Kind;
  #sleep: Sleep | undefined;
  #calls = 0;

  constructor(threads: Threads, seed: number, deeds: number, without: ReadonlySet<number>) {
    this.#threads = threads;
    this.#seed = seed;
    this.#deeds = deeds;
    this.#without = without;
    this.#chance = createChance(seed);
    this.#kindName = chosenBy(this.#chance, SHARES) ?? 'all';
    this.#kind = KINDS[this.#kindName];
    this.#machine.disk.put(WORK, 'good 0\n', 1000);
    this.#machine.disk.syncAll();
  }

  *toEnd(): Course<Story> {
    const people = createPeople(createChance(this.#seed + 0x5eed), this.#kind);
    // Each deed has chance of its own, so that a story without one of them tells the rest as it was.
    const deeds = this.#kind.length * this.#deeds;
    for (let number = 0; number < deeds && this.#violations.length === 0; number += 1) {
      const deed = people.next(this.#account.known);
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
    const { args, bin, user, variables } = deed;
    const who = { bin, args, user, variables, seed: this.#seed * 1000 + number };
    const birth = { ...who, ...this.#bornNow() };
    const running: Running = {
      ...this.#account.watch(deed),
      number,
      process: machine.start(birth, deed.input),
      thread: this.#threads.take(),
      call: { name: 'wait', given: [null] },
      standsUntil: undefined,
    };
    this.#running.push(running);
    this.#hear(running, yield* running.thread.say({ is: 'live', birth, clocks: machine.clocks }));
  }

  #bornNow() {
    const machine = this.#machine;
    return { pid: machine.newPid(), parent: 100, folder: PROJECT, born: machine.steady };
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
      this.#account.delayLedger();
    }
    this.#tell(running.number, `${nameOf(running)} stands still at ${call(running)}`);
    return true;
  }

  #fallAsleep({ from, until }: Sleep): void {
    this.#sleep = undefined;
    this.#machine.passUntil(until);
    this.#delay(until - from);
  }

  /** All processes stand still for so many milliseconds. */
  #delay(ms: number): void {
    for (const running of this.#running) {
      running.isLate ||= ms >= LATE_MS;
      running.stoodMs += ms;
    }
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
    this.#account.hurtMemory();
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
    this.#account.hurtMemory();
    this.#account.told(running, { code: undefined, stdout: '', stderr: '' }, this.#running);
    this.#tell(running.number, `${nameOf(running)} -> ${how} at ${call(running)}`);
    this.#account.look(this.#running);
  }

  #ended(running: Running, code: number): void {
    const stdout = textOf(running.process, 1);
    const stderr = textOf(running.process, 2);
    const said = (stdout + stderr).split('\n')[0]?.slice(0, 140) ?? '';
    this.#tell(running.number, `${nameOf(running)} -> ${code} ${said}`);
    if (/Uncaught|Internal error|\n\s+at \S+:\d+/.test(stdout + stderr)) {
      this.#violate('answers', `${nameOf(running)}: ${(stdout + stderr).slice(0, 1500)}`);
    }
    this.#account.told(running, { code, stdout, stderr }, this.#running);
    this.#account.look(this.#running);
  }

  *#outside({ is }: OutsideDeed, number: number): Course<void> {
    switch (is) {
      case 'edit':
        this.#edit(number);
        break;
      case 'pause':
        this.#pause(number);
        return;
      case 'jump': {
        const minutes = this.#chance.below(2 * 1440) - 1440;
        this.#machine.jump(minutes * 60_000);
        this.#tell(number, `the clock is set by ${minutes} minutes`);
        return;
      }
      case 'full':
        this.#machine.disk.room = this.#chance.below(2000);
        this.#tell(number, `the disk has room for ${this.#machine.disk.room} bytes`);
        return;
      case 'room':
        this.#machine.disk.room = Number.POSITIVE_INFINITY;
        return;
      case 'cut':
        yield* this.#cut(number);
        break;
      case 'backup':
        this.#backUp();
        return;
      case 'restore':
        this.#restore(number);
        break;
      case 'script':
        this.#writeAsScript(number);
        break;
    }
    this.#account.look(this.#running);
  }

  #edit(number: number): void {
    const text = `${this.#chance.inHundred(50) ? 'good' : 'bad'} ${number}\n`;
    this.#machine.disk.put(WORK, text, 1000);
    this.#tell(number, `the editor writes ${text.trim()}`);
  }

  #pause(number: number): void {
    const seconds = this.#chance.below(120);
    this.#machine.passUntil(this.#machine.steady + seconds * 1000);
    this.#delay(seconds * 1000);
    this.#tell(number, `${seconds} s pass`);
  }

  #backUp(): void {
    const { disk } = this.#machine;
    this.#kept.clear();
    for (const name of disk.namesAt(PROMISES))
      this.#kept.set(name, disk.textAt(`${PROMISES}/${name}`) ?? '');
  }

  #restore(number: number): void {
    for (const [name, text] of this.#kept) {
      const isOther = this.#machine.disk.textAt(`${PROMISES}/${name}`) !== text;
      if (isOther && this.#kindName === 'backups') this.#account.putBack(name, text);
      this.#account.overwrite(name, text);
      this.#tell(number, `a backup restores ${name}`);
    }
  }

  /** It reads, and writes what it read with a change, without any lock. */
  #writeAsScript(number: number): void {
    const { disk } = this.#machine;
    const name = disk.namesAt(PROMISES).find((one) => one.endsWith('.json'));
    const text = name === undefined ? undefined : disk.textAt(`${PROMISES}/${name}`);
    if (name === undefined || text === undefined) return;
    this.#account.overwrite(name, text.replace('"pending"', '"met"'));
    this.#tell(number, `the old script writes ${name}`);
  }

  *#cut(number: number): Course<void> {
    this.#tell(number, 'the power goes');
    for (const running of [...this.#running]) yield* this.#bury(running, 'ended with the power');
    this.#machine.powerCut(this.#chance);
    this.#account.loseMemory();
  }

  /** The ledger fits, or the audit says where it does not. */
  *#audit(): Course<void> {
    this.#machine.disk.room = Number.POSITIVE_INFINITY;
    const machine = this.#machine;
    const variables = {
      HOME: '/home/one',
      PATH: '/usr/bin',
      CLAUDE_PROJECT_DIR: PROJECT,
      CLAUDE_SESSION_ID: 's-1',
    };
    const who = { bin: 'cs', args: ['store', 'audit'], user: 1000, variables, seed: 1 };
    const birth = { ...who, ...this.#bornNow() };
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
    this.#account.audited(says.code, text);
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
