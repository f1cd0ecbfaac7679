import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodeRun } from '../../src/adapters/node-run.ts';
import type { ProgramRequest, RunEnd } from '../../src/ports.ts';
import { scratchFolder, scratchProject } from '../rig/worlds/repository.ts';

const NODE = process.execPath;
const node = (script: string, ...args: readonly string[]) => [NODE, '-e', script, ...args];

function run(command: ProgramRequest['command'], parts: Partial<ProgramRequest> = {}) {
  const request = { folder: scratchFolder(), timeoutMs: 30_000, environment: 'whole', ...parts };
  return createNodeRun().program({
    ...request,
    environment: parts.environment ?? 'whole',
    command,
  });
}

/** Whether a process is still there. One that has ended and was not reaped is not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** What was ended may take a moment to be gone. */
const expectGone = (path: string) =>
  vi.waitFor(() => expect(isRunning(Number(readFileSync(path, 'utf8')))).toBe(false), 60_000);

const writesPid = (path: string) =>
  `require('fs').writeFileSync(${JSON.stringify(path)}, String(process.pid));`;
const FOREVER = 'setInterval(() => {}, 1000);';
const READY = "process.stdout.write('ready');";

/** Runs a program until it says that it is ready, and interrupts it then. */
function runUntilReady(command: ProgramRequest['command'], folder: string) {
  const abort = new AbortController();
  return run(command, { folder, signal: abort.signal, onOutput: () => abort.abort() });
}

describe('how a program ended', () => {
  it.each<[string, ProgramRequest['command'], RunEnd]>([
    ['well', node(''), { how: 'exit', code: 0 }],
    ['with a code', node('process.exit(7)'), { how: 'exit', code: 7 }],
    ['with the highest code', node('process.exit(255)'), { how: 'exit', code: 255 }],
    [
      'by a signal',
      node("process.kill(process.pid, 'SIGKILL')"),
      { how: 'signal', signal: 'SIGKILL' },
    ],
    [
      'by its own SIGTERM',
      node("process.kill(process.pid, 'SIGTERM')"),
      { how: 'signal', signal: 'SIGTERM' },
    ],
    ['a line for the shell', 'exit 3', { how: 'exit', code: 3 }],
    ['a pipe of the shell', 'echo a | grep -q a && exit 4', { how: 'exit', code: 4 }],
    ['a program that is not there', ['no-such-program-anywhere'], { how: 'not-found' }],
    [
      'a program that is not there, for the shell',
      'no-such-program-anywhere',
      { how: 'exit', code: 127 },
    ],
  ])('%s', async (_name, command, ended) => {
    expect((await run(command)).ended).toEqual(ended);
  });

  it('a folder that is not there', async () => {
    const folder = join(scratchFolder(), 'nowhere');
    expect((await run(node(''), { folder })).ended).toEqual({ how: 'not-found' });
  });

  it('a file that is no program', async () => {
    const { folder, write } = scratchProject();
    write('plain', 'x', 0o644);
    const { ended } = await run([join(folder, 'plain')]);
    expect(ended).toMatchObject({ how: 'not-started' });
  });
});

describe('what a program is given', () => {
  it.each([[['a b', '"', "'", '$HOME', '*', '\\', '', '`id`', '\n', 'ü', '--', '%PATH%']]])(
    'its arguments, word for word',
    async (args) => {
      const { argv, output } = await run(
        node('process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...args),
      );
      expect(JSON.parse(output.tail)).toEqual(args);
      expect(argv.slice(-args.length)).toEqual(args);
    },
  );

  it('the shell that its line took is said', async () => {
    expect((await run('exit 0')).argv).toEqual(['/bin/sh', '-c', 'exit 0']);
  });

  it.each(['', 'text\n', 'ü'.repeat(300_000)])('what it reads', async (input) => {
    const echo = "process.stdin.on('data', (c) => process.stdout.write(c))";
    const { output } = await run(node(echo), { input });
    expect(output.sha256).toBe(createHash('sha256').update(input).digest('hex'));
  });

  it('nothing to read, where nothing is given', async () => {
    expect((await run('cat')).output.bytes).toBe(0);
  });

  it('more than it reads, which does no harm', async () => {
    expect((await run(node(''), { input: 'x'.repeat(5_000_000) })).ended).toEqual({
      how: 'exit',
      code: 0,
    });
  });

  it('an environment without keys, but those that it asks for, and the promise', async () => {
    vi.stubEnv('GITHUB_TOKEN', 'secret');
    vi.stubEnv('NPM_TOKEN', 'asked for');
    onTestFinished(() => void vi.unstubAllEnvs());
    const names = ['GITHUB_TOKEN', 'NPM_TOKEN', 'CS_PROVING'];
    const show = node(
      `process.stdout.write(JSON.stringify(${JSON.stringify(names)}.map((n) => process.env[n] ?? null)))`,
    );
    const { output } = await run(show, {
      environment: { passing: ['NPM_TOKEN'], promise: 'promise-1' },
    });
    expect(JSON.parse(output.tail)).toEqual([null, 'asked for', 'promise-1']);
  });
});

describe('what a program writes', () => {
  it('is hashed whole, and its end is kept', async () => {
    const text = 'x'.repeat(1023);
    const many = `for (let i = 0; i < 8192; i++) process.stdout.write(${JSON.stringify(text)} + '\\n'); process.stdout.write('the end');`;
    const { output } = await run(node(many));
    const whole = `${`${text}\n`.repeat(8192)}the end`;
    expect(output.bytes).toBe(whole.length);
    expect(output.sha256).toBe(createHash('sha256').update(whole).digest('hex'));
    expect(output.tail.length).toBe(16 * 1024);
    expect(output.tail).toMatch(/xxx\nthe end$/);
  });

  it('of both streams is told as it comes', async () => {
    let seen = '';
    await run('echo out; echo err >&2', {
      onOutput: (chunk) => {
        seen += chunk.toString('utf8');
      },
    });
    expect(seen.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  it('need not be text', async () => {
    const { output } = await run(node('process.stdout.write(Buffer.from([0xff, 0, 0x80]))'));
    expect(output.bytes).toBe(3);
  });
});

describe.skipIf(process.platform === 'win32')('a program is ended with all that it started', () => {
  it('at its deadline, grandchildren and all', async () => {
    const folder = scratchFolder();
    const pids = ['child', 'grandchild'].map((name) => join(folder, name));
    const [child = '', grandchild = ''] = pids;
    const inner = `${writesPid(grandchild)}${FOREVER}`;
    const outer = `${writesPid(child)}require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], {stdio: 'inherit'});${FOREVER}`;
    const both = run(node(outer), { folder, timeoutMs: 3000 });
    expect((await both).ended).toEqual({ how: 'timeout' });
    // A busy machine may not have started them by then.
    for (const path of pids) {
      if (existsSync(path)) await expectGone(path);
    }
  });

  it('although it does not listen to SIGTERM', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'pid');
    const deaf = `process.on('SIGTERM', () => process.stdout.write('no')); ${writesPid(path)}${READY}${FOREVER}`;
    expect((await runUntilReady(node(deaf), folder)).ended).toEqual({ how: 'interrupted' });
    await expectGone(path);
  });

  it('and a child that does not listen, of a parent that does', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'pid');
    const deaf = `process.on('SIGTERM', () => {}); ${writesPid(path)}process.send('ready');${FOREVER}`;
    const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], {stdio: ['ignore', 'ignore', 'ignore', 'ipc']}).on('message', () => { ${READY} });${FOREVER}`;
    expect((await runUntilReady(node(parent), folder)).ended).toEqual({ how: 'interrupted' });
    await expectGone(path);
  });

  it('when it is interrupted', async () => {
    const abort = new AbortController();
    const waits = node(`process.stdout.write('ready');${FOREVER}`);
    const { ended } = await run(waits, { signal: abort.signal, onOutput: () => abort.abort() });
    expect(ended).toEqual({ how: 'interrupted' });
  });

  it('when it was interrupted before it began', async () => {
    const { ended } = await run(node(FOREVER), { signal: AbortSignal.abort() });
    expect(ended).toEqual({ how: 'interrupted' });
  });

  it('and ends in time although it says so by a good exit code', async () => {
    const polite = `process.on('SIGTERM', () => process.exit(0));${FOREVER}`;
    expect((await run(node(polite), { timeoutMs: 1500 })).ended).toEqual({ how: 'timeout' });
  });

  it('and what it leaves behind with its output is not waited for', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'pid');
    const holder = `const left = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(FOREVER)}], {stdio: 'inherit', detached: true}); left.unref();`;
    const writesLeft = `require('fs').writeFileSync(${JSON.stringify(path)}, String(left.pid));`;
    const program = node(`${holder}${writesLeft}process.stdout.write('done')`);
    const { ended } = await run(program, { folder });
    process.kill(Number(readFileSync(path, 'utf8')), 'SIGKILL');
    expect(ended).toEqual({ how: 'exit', code: 0 });
  });

  it('and what still writes all the time does not keep it for ever', async () => {
    const noise = `setInterval(() => process.stdout.write('x'), 50)`;
    const holder = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(noise)}], {stdio: 'inherit'}).unref(); process.exit(0)`;
    const { ended } = await run(node(holder), { timeoutMs: 4000 });
    expect(ended).toEqual({ how: 'exit', code: 0 });
  });
});
