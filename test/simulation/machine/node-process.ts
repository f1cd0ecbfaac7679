import * as nodeCrypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { type Birth, type Calls, type Clocks, callsBy, type ProgramEnd } from './calls.ts';
import { createChance } from './chance.ts';
import { systemError } from './disk.ts';
import { createNodeFs } from './node-fs.ts';

/** A process of the simulated machine: the globals and modules that its code is given in the place of Node's. */

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly delay: number;
  readonly every: number | undefined;
  readonly act: () => void;
}

/** Thrown where a process ends itself. */
class Exit extends Error {
  readonly code: number | undefined;
  constructor(code: number | undefined) {
    super('exit');
    this.code = code;
  }
}

/** What is real: it asks nothing of the machine. */
const PURE = new Set([
  'assert',
  'buffer',
  'async_hooks',
  'dns',
  'tls',
  'fs/promises',
  'diagnostics_channel',
  'events',
  'module',
  'path',
  'readline',
  'string_decoder',
  'url',
  'util',
  'vm',
  'stream',
  'zlib',
]);

/** The suite, compiled once: it is a function of what Node gives every module. */
export type Suite = (...globals: readonly unknown[]) => unknown;

/** The names of what is handed to the suite. */
export const GLOBALS = [
  'exports',
  'require',
  'module',
  '__filename',
  '__dirname',
  'process',
  'global',
  'globalThis',
  'Date',
  'Math',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const;

interface SuiteModule {
  findSurroundingsBy(finder: () => object | undefined): void;
  run(
    program: string,
    args: readonly string[],
    load: (name: string) => object,
    process: object,
    isTerminal: () => boolean,
  ): Promise<void>;
  laneNamed(name: string): object;
}

/** What a process is to its code while it lives. */
export interface Life {
  readonly birth: Birth;
  readonly calls: Calls;
  clocks(): Clocks;
  /** Whether it was killed: then its code may run on for a moment, and reaches nothing any more. */
  isDead(): boolean;
}

/** Runs command lines one after the other, each in a process of its own, and gives their exit codes. */
export type Live = (life: Life) => Promise<number>;

/**
 * Loads the suite once: to do so for each process would take ten times as long as most of them, and as in the tests'
 * own process nothing that is kept in a module decides.
 */
export function createHouse(suite: Suite): Live {
  let life: Life | undefined;
  const now = (): Life => {
    if (life === undefined) throw new Error('no process lives');
    return life;
  };
  const clocks = (): Clocks => now().clocks();
  let chance = createChance(0);
  const hex = (bytes: number): string => chance.hex(bytes);
  const calls = callsBy((name, given) => Reflect.apply(now().calls[name], undefined, given));
  const loop = new Loop(calls, clocks, () => now().isDead());
  const process_ = createProcess(now, calls);
  const modules = createModules(now, calls, loop, hex);
  const requireSimulated = (name: string): unknown => {
    const plain = name.replace(/^node:/, '');
    if (plain in modules) return modules[plain];
    if (PURE.has(plain)) return process.getBuiltinModule(plain);
    return leftOut(name);
  };
  Object.assign(process_, { getBuiltinModule: requireSimulated });
  const module_: { exports: unknown } = { exports: {} };
  const global_: object = Object.create(globalThis, { process: { value: process_ } });
  const chosen = createGlobals(loop, clocks, () => chance.fraction());
  const first = [
    module_.exports,
    requireSimulated,
    module_,
    '/suite/dist/suite.cjs',
    '/suite/dist',
  ];
  suite(...first, process_, global_, global_, ...chosen);
  const { findSurroundingsBy, laneNamed, run } = suiteIn(module_.exports);
  let around: object | undefined;
  findSurroundingsBy(() => around);
  return async (started) => {
    life = started;
    const { birth } = started;
    chance = createChance(birth.seed);
    loop.clear();
    process_.removeAllListeners();
    const here = surroundingsOf(started);
    around = here;
    let undone = (): void => undefined;
    const ending = {
      get exitCode() {
        return here.exitCode;
      },
      set exitCode(code) {
        here.exitCode = code;
      },
      stderr: here.errors.stream(),
      once: (_event: string, listener: () => void) => {
        undone = listener;
      },
      off: () => undefined,
    };
    try {
      const work = run(birth.bin, birth.args, laneNamed, ending, () => false);
      await loop.until(work, () => undone());
    } catch (error) {
      if (started.isDead()) return 137;
      if (error instanceof Exit) return error.code ?? here.exitCode ?? 0;
      const words = error instanceof Error ? error.stack : String(error);
      started.calls.write(2, Buffer.from(`Uncaught ${words}\n`), null);
      return 1;
    }
    return here.exitCode ?? 0;
  };
}

/** It has no exit code yet. */
const RUNNING: { exitCode: number | undefined } = { exitCode: undefined };

function surroundingsOf({ birth, calls, clocks }: Life) {
  const output = (descriptor: 1 | 2) => {
    const stream = streamTo(calls, descriptor);
    return { descriptor, isTerminal: false, columns: undefined, stream: () => stream };
  };
  return {
    variables: { ...birth.variables },
    folder: () => calls.realpath(birth.folder),
    launcher: `/suite/bin/${birth.bin}.cjs`,
    parent: birth.parent,
    elapsed: () => clocks().steady - birth.born,
    input: { descriptor: 0, isTerminal: false, stream: () => new PassThrough().end() },
    output: output(1),
    errors: output(2),
    ownFolders: [],
    ...RUNNING,
  };
}

function createModules(
  now: () => Life,
  calls: Calls,
  loop: Loop,
  hex: (bytes: number) => string,
): Readonly<Record<string, unknown>> {
  return {
    fs: createNodeFs(calls, hex),
    child_process: createChildren(calls, loop),
    os: {
      hostname: () => 'simulated',
      tmpdir: () => '/tmp',
      homedir: () => now().birth.variables['HOME'] ?? '/',
      availableParallelism: () => 2,
      userInfo: () => ({ username: `user-${now().birth.user}`, uid: now().birth.user }),
      platform: () => 'linux',
      EOL: '\n',
    },
    crypto: {
      ...nodeCrypto,
      randomBytes: (bytes: number) => Buffer.from(hex(bytes), 'hex'),
      randomUUID: () => [4, 2, 2, 2, 6].map(hex).join('-'),
    },
    'timers/promises': { setTimeout: loop.sleep.bind(loop) },
    tty: { isatty: () => false },
    v8: { setFlagsFromString: () => undefined },
    worker_threads: { threadId: 0, isMainThread: true },
    net: { Socket: NoSocket },
    http: { request: noNetwork },
    https: { request: noNetwork },
  };
}

/** A module that no simulated command needs: it fails where it is used. */
function leftOut(name: string): object {
  return new Proxy(
    {},
    {
      get: (_module, part) => () => {
        throw Object.assign(new Error(`${String(part)} of ${name} is not simulated`), {
          code: 'MODULE_NOT_FOUND',
        });
      },
    },
  );
}

function suiteIn(exports: unknown): SuiteModule {
  const isSuite = (value: unknown): value is SuiteModule =>
    typeof value === 'object' && value !== null && 'run' in value && 'laneNamed' in value;
  if (!isSuite(exports)) throw new Error('this is no suite');
  return exports;
}

class NoSocket {
  constructor() {
    throw systemError('EINVAL', 'uv_pipe_open');
  }
}

function noNetwork(): never {
  throw systemError('EACCES', 'connect');
}

/** Timers and the ends of programs, in the order of the machine's time. */
class Loop {
  readonly #calls: Calls;
  readonly #clocks: () => Clocks;
  readonly #isDead: () => boolean;
  readonly #waiting = new Map<number, (end: ProgramEnd) => void>();
  #timers: readonly Timer[] = [];
  #made = 0;

  constructor(calls: Calls, clocks: () => Clocks, isDead: () => boolean) {
    this.#calls = calls;
    this.#clocks = clocks;
    this.#isDead = isDead;
  }

  clear(): void {
    this.#timers = [];
    this.#waiting.clear();
  }

  onEnd(pid: number, act: (end: ProgramEnd) => void): void {
    this.#waiting.set(pid, act);
  }

  start(act: () => void, delay = 0, every?: number) {
    this.#made += 1;
    const at = this.#clocks().steady + Math.max(0, delay);
    const timer = { id: this.#made, at, delay, every, act };
    this.#timers = [...this.#timers, timer];
    return this.#handleOf(timer);
  }

  stop(handle: unknown): void {
    const id = typeof handle === 'object' && handle !== null && 'id' in handle ? handle.id : handle;
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  #handleOf(timer: Timer) {
    const refresh = (): void => {
      const others = this.#timers.filter(({ id }) => id !== timer.id);
      if (others.length === this.#timers.length) return;
      this.#timers = [...others, { ...timer, at: this.#clocks().steady + timer.delay }];
    };
    return {
      id: timer.id,
      ref() {
        return this;
      },
      unref() {
        return this;
      },
      hasRef: () => true,
      refresh() {
        refresh();
        return this;
      },
      [Symbol.toPrimitive]: () => timer.id,
    };
  }

  sleep(
    ms: number,
    value?: unknown,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.stop(handle);
        reject(new Error('The operation was aborted'));
      };
      const handle = this.start(() => {
        options.signal?.removeEventListener('abort', abort);
        resolve(value);
      }, ms);
      if (options.signal?.aborted === true) abort();
      options.signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Turns until the work is done. */
  async until(work: Promise<void>, onUndone: () => void): Promise<void> {
    let end: { readonly error?: unknown } | undefined;
    work.then(
      () => {
        end = {};
      },
      (error: unknown) => {
        end = { error };
      },
    );
    for (;;) {
      // What can go on without the machine goes on first.
      await new Promise((resolve) => setImmediate(resolve));
      if (end !== undefined) break;
      if (this.#isDead()) return;
      if (this.#timers.length === 0 && this.#waiting.size === 0) {
        onUndone();
        return;
      }
      this.#turn();
    }
    if ('error' in end) throw end.error;
  }

  #turn(): void {
    const next = Math.min(...this.#timers.map(({ at }) => at));
    for (const ended of this.#calls.wait(this.#timers.length === 0 ? null : next)) {
      const act = this.#waiting.get(ended.pid);
      this.#waiting.delete(ended.pid);
      act?.(ended);
    }
    const now = this.#clocks().steady;
    const due = this.#timers.filter(({ at }) => at <= now);
    for (const timer of due.sort((a, b) => a.at - b.at || a.id - b.id)) {
      if (!this.#timers.includes(timer)) continue;
      this.#timers = this.#timers.filter((one) => one !== timer);
      if (timer.every !== undefined)
        this.#timers = [...this.#timers, { ...timer, at: now + timer.every }];
      timer.act();
    }
  }
}

function createGlobals(
  loop: Loop,
  clocks: () => Clocks,
  fraction: () => number,
): readonly unknown[] {
  const now = (): number => Math.floor(clocks().now);
  const date: object = new Proxy(Date, {
    construct: (real, parts, self) =>
      Reflect.construct(real, parts.length === 0 ? [clocks().now] : parts, self),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  });
  const math: object = Object.create(Math, { random: { value: fraction } });
  const after = (act: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) =>
    loop.start(() => act(...given), delay);
  return [
    date,
    math,
    { now: () => clocks().steady },
    after,
    loop.stop.bind(loop),
    (act: (...given: unknown[]) => void, delay = 1, ...given: unknown[]) =>
      loop.start(() => act(...given), delay, delay),
    loop.stop.bind(loop),
    (act: (...given: unknown[]) => void, ...given: unknown[]) => loop.start(() => act(...given), 0),
    loop.stop.bind(loop),
  ];
}

const UNSTARTED: { pid: number | undefined } = { pid: undefined };

function createChildren(calls: Calls, loop: Loop) {
  const spawn = (command: string, given?: unknown, more?: unknown) => {
    const args = Array.isArray(given) ? given.map(String) : [];
    const options = optionsIn(Array.isArray(given) ? more : given);
    const argv = options.shell === true ? ['/bin/sh', '-c', command] : [command, ...args];
    const child = Object.assign(new EventEmitter(), {
      ...UNSTARTED,
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      unref: () => undefined,
      ref: () => undefined,
      kill: () => true,
    });
    child.stdin.resume();
    // The shell that stands guard over groups of processes reads words and does nothing here.
    if (argv[2]?.includes('while IFS=') === true) return child;
    try {
      child.pid = calls.spawn(argv, options.cwd ?? '/');
    } catch (error) {
      loop.start(() => child.emit('error', error));
      return child;
    }
    loop.onEnd(child.pid, ({ code, output }) => {
      child.stdout.end(output);
      child.stderr.end();
      child.emit('exit', code, null);
      // Its streams end first, as with a real one.
      let open = 2;
      const closed = (): void => {
        open -= 1;
        if (open === 0) child.emit('close', code, null);
      };
      child.stdout.on('end', closed).resume();
      child.stderr.on('end', closed).resume();
    });
    return child;
  };
  return {
    spawn,
    spawnSync: (command: string) => ({
      error: systemError('ENOENT', `spawnSync ${command}`, command),
      status: null,
      signal: null,
      stdout: Buffer.alloc(0),
      stderr: Buffer.alloc(0),
    }),
    execFileSync(command: string): never {
      throw systemError('ENOENT', `spawnSync ${command}`, command);
    },
  };
}

function optionsIn(value: unknown): { readonly shell?: unknown; readonly cwd?: string } {
  return typeof value === 'object' && value !== null ? value : {};
}

function streamTo(calls: Calls, descriptor: 1 | 2): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      try {
        calls.write(descriptor, chunk, null);
        done();
      } catch (error) {
        done(error instanceof Error ? error : undefined);
      }
    },
  });
}

function createProcess(now: () => Life, calls: Calls) {
  const own = {
    get pid() {
      return now().birth.pid;
    },
    get ppid() {
      return now().birth.parent;
    },
    // Packages ask where they are loaded; the suite asks its surroundings.
    cwd: () => '/',
    argv: ['/usr/bin/node', '/suite/bin/cs.cjs'],
    env: {},
    platform: 'linux',
    arch: 'x64',
    version: process.version,
    versions: process.versions,
    release: process.release,
    execPath: '/usr/bin/node',
    execArgv: [],
    stdout: streamTo(calls, 1),
    stderr: streamTo(calls, 2),
    uptime: () => (now().clocks().steady - now().birth.born) / 1000,
    hrtime: { bigint: () => BigInt(Math.round(now().clocks().steady * 1000)) * 1000n },
    getuid: () => now().birth.user,
    geteuid: () => now().birth.user,
    umask: () => 0o002,
    memoryUsage: process.memoryUsage,
    emitWarning: () => undefined,
    nextTick: process.nextTick,
    kill(pid: number, signal: string | number = 'SIGTERM') {
      now().calls.kill(pid, signal);
      return true;
    },
    exit(code?: number): never {
      throw new Exit(code);
    },
  };
  const events = new EventEmitter();
  events.setMaxListeners(0);
  return Object.defineProperties(events, Object.getOwnPropertyDescriptors(own));
}
