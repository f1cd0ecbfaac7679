import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../../rig/worlds/beacon.ts';
import {
  callFront,
  type FrontWorld,
  frontWorld,
  SHELLS,
  startFront,
  startsSleep,
  stopOf,
} from '../../rig/worlds/front.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/**
 * The front as the watchdog of Node. Time is a program here: the `sleep` of these worlds ends when Node says that
 * it hangs, so that nothing waits for a clock.
 */

interface WatchedWorld extends FrontWorld {
  /** A PATH on which time is such a program. */
  readonly path: string;
  /** Lines of a Node that says that it hangs, and does. */
  readonly hang: string;
  /** A file in which the processes beside the front note themselves. */
  readonly processes: string;
}

/** A project with a state folder: its stops go to Node. */
function watchedWorld(): WatchedWorld {
  const world = frontWorld();
  world.write('promises/.keep', '');
  const root = join(world.folder, '..');
  const processes = join(root, 'processes');
  const pipe = join(root, 'hangs');
  execFileSync('mkfifo', [pipe]);
  // The deadline is the only long time. What opens the pipe to read waits until another opens it to write.
  const sleep = world.program(
    'sleep',
    `[ "$1" = 1 ] && exit; echo $$ >> '${processes}'; exec cat '${pipe}'`,
  );
  const folder = join(sleep, '..');
  return {
    ...world,
    path: `${folder}:${process.env['PATH']}`,
    processes,
    hang: `echo $$ >> '${processes}'; : > '${pipe}'; exec tail -f /dev/null`,
  };
}

const call = (world: WatchedWorld, node: string, shell: readonly string[]) =>
  callFront(world, 'stop', stopOf(world), {
    shell,
    env: { PATH: world.path },
    args: ['--node', world.program('node', node)],
  });

/** The processes that noted themselves. A program that was killed while it did so leaves an empty file. */
function noted({ processes }: WatchedWorld): readonly number[] {
  if (!existsSync(processes)) return [];
  return readFileSync(processes, 'utf8').split('\n').filter(Boolean).map(Number);
}

/** Waits until nothing is left of what ran beside the front. */
async function allGone(world: WatchedWorld): Promise<boolean> {
  const patience = performance.now() + 60_000;
  while (noted(world).some(isRunning) && performance.now() < patience) await scheduler.wait(5);
  return !noted(world).some(isRunning);
}

const blocked = (reason: string) => ({
  code: 2,
  stdout: expect.stringMatching(
    new RegExp(
      `^\\{"decision":"block","reason":"${reason}[^"]*Next: [^"]*","systemMessage":"${reason}[^"]*"\\}\n$`,
    ),
  ),
  stderr: expect.stringMatching(new RegExp(`^${reason}.*Next: .*\n$`)),
});

describe.skipIf(!runsOnPosix).each(SHELLS)('in %s %s, Node', (...words) => {
  const shell = words.filter((word) => word !== undefined);

  it('that answers is heard: its words and its end go through', async () => {
    const world = watchedWorld();
    const node = `cat >/dev/null; printf '%s\\n' '{"decision":"block","reason":"ü \\\\ % x"}'; exit 10`;
    const { code, stderr, stdout } = await call(world, node, shell);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ decision: 'block', reason: 'ü \\ % x' });
    expect(await allGone(world)).toBe(true);
  });

  const canHang = it.skipIf(!startsSleep(shell));

  canHang('that hangs is ended, and blocks', async () => {
    const world = watchedWorld();
    const outcome = await call(world, world.hang, shell);
    expect(outcome).toMatchObject(blocked('The stop gate did not answer within 55 s'));
    expect(await allGone(world)).toBe(true);
  });

  canHang('that ignores being asked to end is ended, too', async () => {
    const world = watchedWorld();
    const outcome = await call(world, `trap '' TERM; ${world.hang}`, shell);
    expect(outcome).toMatchObject(blocked('The stop gate did not answer within 55 s'));
    expect(await allGone(world)).toBe(true);
  });

  canHang(
    'that hangs after half an answer is ended, and what blocks stands on stderr',
    async () => {
      const world = watchedWorld();
      const { code, stderr, stdout } = await call(world, `printf '{"dec'; ${world.hang}`, shell);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^The stop gate did not answer within 55 s/);
      expect(stdout).toMatch(/^\{"dec/);
      expect(await allGone(world)).toBe(true);
    },
  );

  it.each([
    ['dies', 'kill -KILL $$', '(?:137|265)'],
    ['ends with an error', 'exit 1', 1],
    ['says nothing, as if all were well', 'exit 0', 0],
    ['lets go with words that are not whole', `printf '{'; exit 0`, 0],
  ])('that %s blocks', async (_name, node, ended) => {
    const { code, stderr } = await call(watchedWorld(), node, shell);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`The stop gate exited with ${ended} and gave no answer\\.`));
  });

  it('that has said why it cannot answer has the last word', async () => {
    const { code, stderr, stdout } = await call(watchedWorld(), 'echo why >&2; exit 2', shell);
    expect([code, stdout]).toEqual([2, 'The stop gate could not answer.\n']);
    expect(stderr).toBe('why\nThe stop gate could not answer. Next: cs doctor\n');
  });

  it('that is not there blocks, and the user is told', async () => {
    const world = watchedWorld();
    const env = { PATH: world.path };
    const args = ['--node', '/nowhere/node'];
    const outcome = await callFront(world, 'stop', stopOf(world), { shell, env, args });
    expect(outcome).toMatchObject(blocked('The stop gate needs Node.js'));
  });

  it('is not missed where nothing concerns the session', async () => {
    const world = frontWorld();
    const transcript_path = world.transcript({});
    const args = ['--node', '/nowhere/node'];
    const payload = stopOf(world, { transcript_path });
    const { code, stdout } = await callFront(world, 'stop', payload, { shell, args });
    expect([code, stdout]).toEqual([0, '{}\n']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends with the front, by %s',
    async (signal) => {
      const world = watchedWorld();
      const [never, ready] = [join(world.home, 'never'), join(world.home, 'ready')];
      execFileSync('mkfifo', [never]);
      const node = `echo $$ >> '${world.processes}'; : > '${ready}'; exec cat '${never}'`;
      const args = ['--node', world.program('node', node)];
      const child = startFront(world, 'stop', { shell, env: { PATH: world.path }, args });
      child.stdin.end();
      const outcome = outcomeOf(child);
      while (!existsSync(ready)) await scheduler.wait(5);
      child.kill(signal);
      const { code } = await outcome;
      expect(code).toBeGreaterThan(128);
      expect(await allGone(world)).toBe(true);
    },
  );
});
