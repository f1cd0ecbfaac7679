import { fstatSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Writable } from 'node:stream';

/** What a command has of the process that runs it, and what it gives back to it. */
export interface Surroundings {
  /** The variables of the environment. */
  readonly variables: NodeJS.ProcessEnv;
  /** The current folder. Throws where it was removed. */
  folder(): string;
  /** The launcher that was started; undefined where Node was started without a file. */
  readonly launcher: string | undefined;
  /** The number of the process that started the command. */
  readonly parent: number;
  /** Milliseconds since the command was started, on a clock that never jumps. */
  elapsed(): number;
  readonly input: StandardInput;
  readonly output: StandardOutput;
  readonly errors: StandardOutput;
  /** How the command ends; undefined counts as 0. */
  exitCode: number | undefined;
  /** The project folder and the checkout, once the command has found them. */
  ownFolders: readonly string[];
  /** What asks the command to end, beside the signals of the process. */
  readonly ending?: AbortSignal;
  /** Is told what the command is at, in the place of a line on a terminal. */
  readonly follow?: (what: string) => void;
}

/** The standard input, by its descriptor, and as the stream that a conversation is read from. */
export interface StandardInput {
  readonly descriptor: number;
  readonly isTerminal: boolean;
  stream(): NodeJS.ReadableStream;
}

/** A standard stream that is written to, by its descriptor and as a stream. */
export interface StandardOutput {
  readonly descriptor: number;
  readonly isTerminal: boolean;
  /** The width of the terminal; undefined where it is none. */
  readonly columns: number | undefined;
  /** Node's streams take longer to load than a stop gate runs: asked for only by commands that may wait. */
  stream(): Writable;
}

/** Those of this process. Each part is asked for when it is needed. This file is the only one that reads them. */
const OF_THIS_PROCESS: Surroundings = {
  variables: process.env,
  folder: () => process.cwd(),
  get launcher() {
    return process.argv[1];
  },
  get parent() {
    return process.ppid;
  },
  // `performance` would say the same; to load it takes a stop gate longer than to read its payload.
  elapsed: () => process.uptime() * 1000,
  input: {
    descriptor: 0,
    get isTerminal() {
      return isTerminal(0);
    },
    stream: () => process.stdin,
  },
  output: outputOf(1, () => process.stdout),
  errors: outputOf(2, () => process.stderr),
  get exitCode() {
    return typeof process.exitCode === 'number' ? process.exitCode : undefined;
  },
  set exitCode(code) {
    process.exitCode = code;
  },
  ownFolders: [],
};

function outputOf(descriptor: 1 | 2, stream: () => NodeJS.WriteStream): StandardOutput {
  return {
    descriptor,
    get isTerminal() {
      return isTerminal(descriptor);
    },
    get columns() {
      return isTerminal(descriptor) ? stream().columns : undefined;
    },
    stream,
  };
}

/** Only what is a device is asked further: that, and the streams, take longer to load than a small command runs. */
function isTerminal(descriptor: number): boolean {
  try {
    const there = fstatSync(descriptor);
    if (!there.isCharacterDevice() || there.rdev === nullDevice()) return false;
    return process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

/** The number of the null device; undefined where the system has none at this path, as Windows. */
function nullDevice(): number | undefined {
  return statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

/** Where it is kept how they are found: each file of `dist/` has a copy of this module, and all are to find the same. */
const FINDER = Symbol.for('completion-promise: surroundings');
const shared: { [FINDER]?: () => Surroundings | undefined } & typeof globalThis = globalThis;

/** The surroundings of the command that runs now. */
export function surroundings(): Surroundings {
  return shared[FINDER]?.() ?? OF_THIS_PROCESS;
}

/**
 * Has the surroundings be found otherwise, and those of this process where that gives none: a server and tests run many
 * commands inside of one process, each in surroundings of its own.
 */
export function findSurroundingsBy(finder: () => Surroundings | undefined): void {
  shared[FINDER] = finder;
}

/** What a user named, as an absolute path. Throws where it is relative and the current folder was removed. */
export function fromCurrentFolder(path: string): string {
  return isAbsolute(path) ? path : resolve(surroundings().folder(), path);
}
