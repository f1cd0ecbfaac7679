import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { StandardOutput, Surroundings } from '../../../src/adapters/surroundings.ts';
import * as report from '../../../src/cli/commands/report.ts';
import * as help from '../../../src/cli/help-lane.ts';
import * as check from '../../../src/cli/looking-lane.ts';
import * as meet from '../../../src/cli/meet-lane.ts';
import * as cs from '../../../src/cli/run.ts';
import * as sessionHooks from '../../../src/cli/session-hooks-lane.ts';
import * as status from '../../../src/cli/status-lane.ts';
import * as stopGate from '../../../src/cli/stop-gate-lane.ts';
import { inSurroundings } from './own-surroundings.ts';
import { binOf } from './suite.ts';

/** A command line, and what it is run with. */
export interface InsideCall {
  readonly bin: string;
  readonly args: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly input: string | Uint8Array | undefined;
  /** Whether stderr goes where stdout goes. */
  readonly isMerged: boolean;
}

/** How a command ended that was run inside of this process. */
export interface InsideOutcome {
  readonly code: number;
  readonly signal: null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The lanes, by the files of `dist/` that they are bundled into. */
const LANES = new Map<string, object>(
  Object.entries({
    check,
    cs,
    help,
    meet,
    report,
    'session-hooks': sessionHooks,
    status,
    'stop-gate': stopGate,
  }),
);

/** The launcher of the programs, which is CommonJS. */
const launcher: {
  run(
    program: string,
    args: readonly string[],
    load: typeof laneNamed,
    process: ReturnType<typeof endingOf>,
    isTerminal: () => boolean,
  ): Promise<void>;
} = createRequire(import.meta.url)('../../../bin/launch.cjs');

/**
 * Runs a command line by the launcher's own rules, with the sources in the place of the bundles, inside of this process:
 * to start Node and load a bundle takes ten times as long as most commands. Several may run at once.
 */
export function runInside(call: InsideCall): Promise<InsideOutcome> {
  const { args, bin } = call;
  return actInside(call, (around) =>
    launcher.run(bin, args, laneNamed, endingOf(around), () => false),
  );
}

/** Does something in the place of a command, in surroundings of its own. */
export async function actInside(
  { bin, folder, input, isMerged, variables }: Omit<InsideCall, 'args'>,
  act: (around: Surroundings) => Promise<void>,
): Promise<InsideOutcome> {
  const output = namelessFile();
  const files = { input: inputFile(input), output, errors: isMerged ? output : namelessFile() };
  const start = performance.now();
  const current = realpathSync(folder);
  const around: Surroundings = {
    variables,
    folder: () => realpathSync(current),
    launcher: binOf(bin),
    parent: process.pid,
    elapsed: () => performance.now() - start,
    input: { descriptor: files.input, isTerminal: false, stream: () => new PassThrough().end() },
    output: outputTo(files.output),
    errors: outputTo(files.errors),
    exitCode: undefined,
    ownFolders: [],
  };
  try {
    await inSurroundings(around, () => act(around));
    const code = around.exitCode ?? 0;
    const stderr = isMerged ? '' : textOf(files.errors);
    return { code, signal: null, stdout: textOf(output), stderr };
  } finally {
    for (const descriptor of new Set(Object.values(files))) closeSync(descriptor);
  }
}

function laneNamed(name: string): object {
  const lane = LANES.get(name);
  if (lane === undefined) throw new Error(`no lane ${name}`);
  return lane;
}

/** What the launcher tells the end of a command. */
function endingOf(around: Surroundings) {
  return {
    get exitCode() {
      return around.exitCode;
    },
    set exitCode(code) {
      around.exitCode = code;
    },
    stderr: around.errors.stream(),
    once: () => undefined,
    off: () => undefined,
  };
}

function outputTo(descriptor: number): StandardOutput {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      writeSync(descriptor, chunk);
      done();
    },
  });
  return { descriptor, isTerminal: false, columns: undefined, stream: () => stream };
}

let made = 0;

/** A file that has no name any more, for reading and writing. */
export function namelessFile(): number {
  made += 1;
  const path = join(tmpdir(), `completion-promise-stream-${process.pid}-${made}`);
  const descriptor = openSync(path, 'wx+');
  unlinkSync(path);
  return descriptor;
}

function inputFile(content: string | Uint8Array | undefined): number {
  if (content === undefined) return openSync(devNull, 'r');
  const descriptor = namelessFile();
  const bytes = Buffer.from(content);
  // By position: the command reads from where the descriptor stands.
  for (let at = 0; at < bytes.length; )
    at += writeSync(descriptor, bytes, at, bytes.length - at, at);
  return descriptor;
}

/** What was written to such a file, which is closed. */
export function takeText(descriptor: number): string {
  try {
    return textOf(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function textOf(descriptor: number): string {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  for (let at = 0; at < bytes.length; ) {
    const length = readSync(descriptor, bytes, at, bytes.length - at, at);
    if (length === 0) break;
    at += length;
  }
  return bytes.toString('utf8');
}
