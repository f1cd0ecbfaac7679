import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleScript } from '../rig/worlds/bundle.ts';
import { outcomeOf } from '../rig/worlds/project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { runsOnPosix } from '../rig/worlds/stop-gate.ts';

let reader = '';

beforeAll(async () => {
  reader = await bundleScript('input-reader');
});
afterAll(() => rmSync(dirname(reader), { recursive: true, force: true }));

/** Both ways to read a pipe: the quick one, and that of a Node that does not have it. */
const WAYS = ['binding', 'streams'] as const;
type Way = (typeof WAYS)[number];

interface Read {
  readonly text: string;
  readonly usedStreams: boolean;
}

/** A wait that no test comes to the end of, but for those that are about it. */
const LONG_MS = 30_000;
const SHORT_MS = 300;
const MOST_BYTES = 1024 * 1024;

function start(stdin: 'ignore' | 'pipe' | number, way: Way, mostMs: number): ChildProcess {
  const args = [reader, String(mostMs), String(MOST_BYTES), way];
  const child = spawn(process.execPath, args, { stdio: [stdin, 'pipe', 'pipe'] });
  child.stdin?.on('error', () => undefined); // It may have heard enough.
  return child;
}

async function readBy(child: ChildProcess): Promise<Read> {
  const { code, stderr, stdout } = await outcomeOf(child);
  if (code !== 0) throw new Error(`the reader ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

function onDescriptor(descriptor: number, way: Way, mostMs = LONG_MS): Promise<Read> {
  const child = start(descriptor, way, mostMs);
  closeSync(descriptor);
  return readBy(child);
}

type Input = (text: string, way: Way) => Promise<Read>;

const socket: Input = (text, way) => {
  const child = start('pipe', way, LONG_MS);
  child.stdin?.end(text);
  return readBy(child);
};

/** One byte after the other, so that characters are cut. */
const bytes: Input = async (text, way) => {
  const child = start('pipe', way, LONG_MS);
  const read = readBy(child);
  for (const byte of Buffer.from(text)) {
    await new Promise((resolve) => child.stdin?.write(Buffer.from([byte]), resolve));
  }
  child.stdin?.end();
  return read;
};

function heldFifo(): string {
  const path = join(scratchFolder(), 'fifo');
  execFileSync('mkfifo', [path]);
  return path;
}

const fifo =
  (mostMs: number): Input =>
  (text, way) => {
    const path = heldFifo();
    const held = openSync(path, constants.O_RDWR);
    onTestFinished(() => closeSync(held));
    writeSync(held, text);
    return onDescriptor(openSync(path, constants.O_RDONLY), way, mostMs);
  };

const heldSocket =
  (mostMs: number): Input =>
  async (text, way) => {
    const child = start('pipe', way, mostMs);
    if (text !== '') child.stdin?.write(text);
    const read = await readBy(child);
    child.stdin?.destroy();
    return read;
  };

const file: Input = (text, way) => {
  const path = join(scratchFolder(), 'payload');
  writeFileSync(path, text);
  return onDescriptor(openSync(path, 'r'), way);
};

const nothing: Input = (_text, way) => readBy(start('ignore', way, LONG_MS));

const folder: Input = (_text, way) => onDescriptor(openSync(scratchFolder(), 'r'), way);

const shell =
  (line: string): Input =>
  (text, way) => {
    const path = join(scratchFolder(), 'payload');
    writeFileSync(path, text);
    const read = `'${process.execPath}' '${reader}' ${LONG_MS} ${MOST_BYTES} ${way}`;
    const command = line.replaceAll('$READ', read).replaceAll('$FILE', `'${path}'`);
    return readBy(spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] }));
  };

const OBJECT = '{"a": "ä🙂", "b": {"c": "}"}}';
const HALF = '{"a": "ä🙂", "b": {}';

describe.skipIf(!runsOnPosix)('both ways to read give the same text', () => {
  it.each<[string, Input, string, string]>([
    ['a socket that is closed', socket, OBJECT, OBJECT],
    ['a socket that is closed, with half an object', socket, HALF, HALF],
    ['a socket that is closed, with nothing', socket, '', ''],
    ['a socket, byte by byte', bytes, OBJECT, OBJECT],
    ['a socket that nobody closes, with an object', heldSocket(LONG_MS), OBJECT, OBJECT],
    ['the same, with white space after it', heldSocket(LONG_MS), `${OBJECT}\r\n`, `${OBJECT}\r\n`],
    ['a socket that nobody closes, with half an object', heldSocket(SHORT_MS), HALF, HALF],
    ['a socket that nobody closes, with nothing', heldSocket(SHORT_MS), '', ''],
    ['a socket that nobody closes, with a list', heldSocket(SHORT_MS), '[1]', '[1]'],
    ['a pipe', shell('cat $FILE | $READ'), OBJECT, OBJECT],
    ['a pipe with nothing in it', shell(': | $READ'), OBJECT, ''],
    [
      'a pipe with half a megabyte',
      shell('cat $FILE | $READ'),
      'x'.repeat(512_000),
      'x'.repeat(512_000),
    ],
    ['a fifo that somebody holds, with an object', fifo(LONG_MS), OBJECT, OBJECT],
    ['a fifo that somebody holds, with half an object', fifo(SHORT_MS), HALF, HALF],
    ['a fifo that somebody holds, with nothing', fifo(SHORT_MS), '', ''],
    ['a file', file, OBJECT, OBJECT],
    ['an empty file', file, '', ''],
    ['a file, from where it was read to', shell('{ head -c 0; $READ; } <$FILE'), OBJECT, OBJECT],
    ['/dev/null', nothing, OBJECT, ''],
    ['a folder', folder, OBJECT, ''],
    ['nothing at all', shell('$READ <&-'), OBJECT, ''],
  ])('%s', async (_what, input, text, expected) => {
    const read = await Promise.all(WAYS.map((way) => input(text, way)));
    expect(read.map((one) => one.text)).toEqual(WAYS.map(() => expected));
  });
});

describe.skipIf(!runsOnPosix)('no more is read than is asked for', () => {
  const most = MOST_BYTES + 64 * 1024;
  const endless = shell('yes | $READ');

  it.each<[string, Input]>([
    ['a file', file],
    ['a pipe that is closed', shell('cat $FILE | $READ')],
    ['a pipe that never ends', endless],
  ])('of %s', async (_what, input) => {
    const { text } = await input('x'.repeat(4 * MOST_BYTES), 'binding');
    expect(text.length).toBeGreaterThan(MOST_BYTES);
    expect(text.length).toBeLessThanOrEqual(most);
  });

  it('of a pipe that is closed, by streams', async () => {
    const { text } = await shell('cat $FILE | $READ')('x'.repeat(4 * MOST_BYTES), 'streams');
    expect(text.length).toBeLessThanOrEqual(most);
  });
});

describe.skipIf(!runsOnPosix)("Node's streams", () => {
  it.each<[Way, boolean]>([
    ['binding', false],
    ['streams', true],
  ])('by the way of %s are loaded: %s', async (way, usedStreams) => {
    expect(await socket(OBJECT, way)).toEqual({ text: OBJECT, usedStreams });
  });
});
