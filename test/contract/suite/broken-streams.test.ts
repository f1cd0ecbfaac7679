import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProject, type Outcome, outcomeOf, type Project } from '../../rig/worlds/project.ts';

type Stream = 'stdout' | 'stderr';

/** Runs a bin whose reader of one stream has left before it begins. */
function runUnheard(project: Project, bin: string, args: readonly string[], unheard: Stream) {
  const child = project.start(bin, args);
  child[unheard]?.destroy();
  return outcomeOf(child);
}

/** Runs a bin one of whose streams is a full disk. */
function runOnFullDisk(project: Project, bin: string, args: readonly string[], full: Stream) {
  const device = openSync('/dev/full', 'w');
  const stdio = full === 'stdout' ? [device, 'pipe' as const] : ['pipe' as const, device];
  const child = project.start(bin, args, { stdio });
  closeSync(device);
  return outcomeOf(child);
}

function expectNoTrace({ stderr, stdout }: Outcome): void {
  expect(stdout + stderr).not.toMatch(/^ {4}at |Unhandled/m);
}

const CHECKS = [
  ['cs-verify', ['--check']],
  ['cs-verify', ['--check', '--json']],
  ['cs-verify', ['--check=true']],
  ['cs', ['verify', '--check']],
] as const;

describe.each(CHECKS)('%s %j of a session with an open promise', (bin, args) => {
  it.each<Stream>(['stdout', 'stderr'])('ends with 2 where nobody reads its %s', async (stream) => {
    const project = createProject();
    await project.startedPromise('first');
    const outcome = await runUnheard(project, bin, args, stream);
    expect(outcome.code).toBe(2);
    expectNoTrace(outcome);
  });

  it.skipIf(process.platform !== 'linux').each<Stream>(['stdout', 'stderr'])(
    'ends with 2 where its %s is a full disk',
    async (stream) => {
      const project = createProject();
      await project.startedPromise('first');
      const outcome = await runOnFullDisk(project, bin, args, stream);
      expect(outcome.code).toBe(2);
      expectNoTrace(outcome);
    },
  );
});

it('a reader that leaves early is no error of the command', async () => {
  const project = createProject();
  await project.promise('first');
  const outcome = await runUnheard(project, 'cs-status', [], 'stdout');
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
});

it.skipIf(process.platform !== 'linux')(
  'a command whose answer could not be written has failed',
  async () => {
    const project = createProject();
    const outcome = await runOnFullDisk(project, 'cs-status', ['--json'], 'stdout');
    expect(outcome.code).toBe(1);
    expectNoTrace(outcome);
  },
);
