import type { Birth, CallName, Calls, Clocks, ProgramEnd } from './calls.ts';
import { type Asker, type Dice, Disk, type Found, type OpenFile, systemError } from './disk.ts';
import { type Program, programOf } from './programs.ts';

/** A machine in memory: a disk, clocks, and the processes that run on it. */

export interface Process {
  readonly birth: Birth;
  readonly asker: Asker;
  readonly files: Map<number, OpenFile>;
  readonly input: Buffer;
  inputAt: number;
  readonly out: { [descriptor: number]: Buffer[] };
  /** The programs that it started and that have not ended. */
  readonly programs: Map<number, Program>;
  /** How programs ended that it was not told of yet. */
  readonly ended: ProgramEnd[];
  readonly calls: Calls;
}

/** What a call takes on the clock that never jumps, in milliseconds. */
const CALL_MS = 0.03;

/** When all simulated machines are started. */
const EPOCH = Date.UTC(2026, 10, 27, 12);

/** So many files may be open in one process. */
const MOST_OPEN = 256;

export class Machine {
  disk: Disk;
  readonly processes = new Map<number, Process>();
  /** How far the user's clock is off the one that never jumps. */
  #offset = EPOCH;
  #steady = 1000;
  #boots = 1;
  #nextPid = 4000;

  constructor() {
    this.disk = new Disk(() => this.now);
  }

  /** A machine of its own with the same disk and clocks, on which nothing runs. */
  copy(): Machine {
    const machine = new Machine();
    machine.#offset = this.#offset;
    machine.#steady = this.#steady;
    machine.#boots = this.#boots;
    machine.#nextPid = this.#nextPid;
    machine.disk = this.disk.copy(() => machine.now);
    return machine;
  }

  get now(): number {
    return this.#offset + this.#steady;
  }

  get steady(): number {
    return this.#steady;
  }

  get clocks(): Clocks {
    return { now: this.now, steady: this.#steady };
  }

  jump(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  passUntil(steady: number): void {
    this.#steady = Math.max(this.#steady, steady);
  }

  newPid(): number {
    this.#nextPid += 1;
    return this.#nextPid;
  }

  start(birth: Birth, input: string): Process {
    const process: Process = {
      birth,
      // The calls need the process that makes them.
      get calls() {
        return calls;
      },
      asker: { user: birth.user, folder: birth.folder },
      files: new Map<number, OpenFile>(),
      input: Buffer.from(input),
      inputAt: 0,
      out: { 1: [], 2: [] },
      programs: new Map<number, Program>(),
      ended: [],
    };
    const calls = this.#callsOf(process);
    this.processes.set(birth.pid, process);
    return process;
  }

  /** A process is no more. What it started goes on. */
  end(pid: number): void {
    this.processes.delete(pid);
  }

  /** The power goes, and comes back: all processes are gone, and what was not forced to the disk is by chance. */
  powerCut(dice: Dice): void {
    this.processes.clear();
    this.disk.powerCut(dice);
    this.#boots += 1;
    this.#steady += 30_000;
  }

  /** Does one call of a process. Throws what the system would. */
  execute(process: Process, name: CallName, given: readonly unknown[]): unknown {
    this.#steady += CALL_MS;
    const call: (...given: never[]) => unknown = process.calls[name];
    return Reflect.apply(call, undefined, given);
  }

  #callsOf(process: Process): Calls {
    const { asker, files } = process;
    const { disk } = this;
    const fileOf = (descriptor: number, call: string): OpenFile => {
      const file = files.get(descriptor);
      if (file === undefined) throw systemError('EBADF', call);
      return file;
    };
    return {
      open: (path, flags, mode) => {
        if (files.size >= MOST_OPEN) throw systemError('EMFILE', 'open', path);
        const shown = this.#shown(process, path);
        const file = shown ?? disk.open(asker, path, flags, mode);
        let descriptor = 3;
        while (files.has(descriptor)) descriptor += 1;
        files.set(descriptor, file);
        return descriptor;
      },
      close: (descriptor) => {
        if (!files.delete(descriptor)) throw systemError('EBADF', 'close');
      },
      read: (descriptor, length, position) => {
        if (descriptor !== 0) return disk.read(fileOf(descriptor, 'read'), length, position);
        const from = position ?? process.inputAt;
        const bytes = process.input.subarray(from, from + length);
        if (position === null) process.inputAt += bytes.length;
        return bytes;
      },
      write: (descriptor, bytes, position) => {
        const stream = process.out[descriptor];
        if (stream === undefined) return disk.write(fileOf(descriptor, 'write'), bytes, position);
        stream.push(Buffer.from(bytes));
        return bytes.length;
      },
      truncate: (descriptor, length) => disk.truncate(fileOf(descriptor, 'ftruncate'), length),
      sync: (descriptor) => disk.sync(fileOf(descriptor, 'fsync')),
      fstat: (descriptor) =>
        descriptor < 3
          ? streamOf(process, descriptor)
          : disk.found(fileOf(descriptor, 'fstat').node),
      fchmod: (descriptor, mode) => disk.fchmod(asker, fileOf(descriptor, 'fchmod'), mode),
      stat: (path) => disk.stat(asker, path, true),
      lstat: (path) => disk.stat(asker, path, false),
      access: (path, mode) => disk.access(asker, path, mode),
      mkdir: (path, mode) => disk.makeFolder(asker, path, mode),
      rmdir: (path) => disk.removeFolder(asker, path),
      unlink: (path) => disk.unlink(asker, path),
      rename: (from, to) => disk.rename(asker, from, to),
      link: (from, to) => disk.link(asker, from, to),
      symlink: (target, path) => disk.symlink(asker, target, path),
      readlink: (path) => {
        if (path === '/proc/self/ns/pid') return 'pid:[4026531836]';
        if (path.startsWith('/proc/')) return '/usr/bin/node';
        return disk.readlink(asker, path);
      },
      list: (path) => disk.list(asker, path),
      realpath: (path) => disk.realpath(asker, path),
      chmod: (path, mode) => disk.chmod(asker, path, mode),
      utimes: (path, modified) => disk.utimes(asker, path, modified),
      kill: (pid) => {
        const isThere = this.processes.has(Math.abs(pid)) || process.programs.has(Math.abs(pid));
        if (!isThere) throw systemError('ESRCH', 'kill');
      },
      spawn: (argv, folder) => {
        const pid = this.newPid();
        process.programs.set(pid, programOf(disk, { ...asker, folder }, argv));
        return pid;
      },
      wait: (until) => {
        if (until !== null && process.ended.length === 0) this.passUntil(until);
        return process.ended.splice(0);
      },
    };
  }

  /** One step of a program that a process started. */
  stepProgram(process: Process, pid: number): void {
    this.#steady += 1;
    const step = process.programs.get(pid)?.next();
    if (step?.done !== true) return;
    process.programs.delete(pid);
    process.ended.push({ pid, ...step.value });
  }

  /** What the system shows of itself as a file; undefined for a path of the disk. */
  #shown({ birth }: Process, path: string): OpenFile | undefined {
    if (!path.startsWith('/proc/')) return undefined;
    const [, , place = '', name = ''] = path.split('/');
    const pid = place === 'self' ? birth.pid : Number(place);
    const found = this.processes.get(pid)?.birth ?? (pid < 4000 ? hostOf(pid) : undefined);
    const text =
      path === '/proc/sys/kernel/random/boot_id'
        ? `boot-${this.#boots}\n`
        : found === undefined
          ? undefined
          : shownOf(found, name);
    if (text === undefined) throw systemError('ENOENT', 'open', path);
    const node = {
      number: 1,
      kind: 'file' as const,
      owner: 0,
      mode: 0o444,
      links: 1,
      modified: 0,
      changed: 0,
      bytes: Buffer.from(text),
      target: '',
      entries: new Map(),
      synced: Buffer.alloc(0),
      syncedEntries: new Map(),
    };
    return { node, flags: 0, position: 0 };
  }
}

type Shown = Pick<Birth, 'pid' | 'parent' | 'born' | 'variables'> & { readonly words: string };

/** The shell of an agent stands above every command, and above that nothing. */
function hostOf(pid: number): Shown | undefined {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  return { pid, parent: pid === 1 ? 0 : 1, born: 0, variables: {}, words: 'sh' };
}

function shownOf(one: Birth | Shown, name: string): string | undefined {
  const words = 'words' in one ? one.words : ['node', one.bin, ...one.args].join('\0');
  switch (name) {
    case 'stat':
      // The 22nd field is when it started, in hundredths of a second.
      return `${one.pid} (sh) S ${one.parent} ${one.pid} ${one.pid} 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 ${Math.floor(one.born / 10)} 0 0\n`;
    case 'cmdline':
      return `${words}\0`;
    case 'environ':
      return '';
    default:
      return undefined;
  }
}

function streamOf({ input, out }: Process, descriptor: number): Found {
  const size = descriptor === 0 ? input.length : Buffer.concat(out[descriptor] ?? []).length;
  return {
    kind: 'file',
    number: descriptor,
    owner: 0,
    mode: 0o600,
    links: 1,
    size,
    modified: 0,
    changed: 0,
  };
}

/** What a process has written to a stream. */
export function textOf(process: Process, descriptor: 1 | 2): string {
  return Buffer.concat(process.out[descriptor] ?? []).toString('utf8');
}
