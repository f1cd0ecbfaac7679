import { describe, expect, it } from 'vitest';
import { runChecks } from '../../src/checks/running.ts';
import { verdictOfResults } from '../../src/domain/base/check-result.ts';
import type { DeclaredCheck } from '../../src/domain/promise/promise.ts';
import type { ProgramRun, Run } from '../../src/ports.ts';
import { checkWorld, knownCheck, outcomeOfCheck } from '../rig/worlds/check-world.ts';
import { scratchProject } from '../rig/worlds/repository.ts';

const command = (run: string, parts: object = {}): DeclaredCheck => ({
  kind: 'command',
  run,
  ...parts,
});

describe('how a command comes out', () => {
  it.each<[DeclaredCheck, string, string]>([
    [command('exit 0'), 'PASS', 'exit code 0'],
    [command('exit 3'), 'FAIL', 'exit code 3'],
    [command('exit 3', { exit_code: 3 }), 'PASS', 'exit code 3'],
    [command('exit 0', { exit_code: 3 }), 'FAIL', 'expected 3'],
    [command('echo red; exit 1'), 'FAIL', ': red'],
    [
      command('echo 42 passed', { matches: ['^\\d+ passed$'] }),
      'PASS',
      'a line of the output matches',
    ],
    [command('echo passed >&2', { matches: ['passed'] }), 'PASS', 'a line of the output matches'],
    [command('echo', { matches: ['passed'] }), 'FAIL', 'no line of the output matches passed'],
    [command('echo passed; exit 1', { matches: ['passed'] }), 'FAIL', 'exit code 1'],
    [command('no-such-program-anywhere'), 'FAIL', 'exit code 127'],
    [command('exit 0', { cwd: 'nowhere' }), 'FAIL', 'working folder does not exist'],
    [command('kill -9 $$'), 'FAIL', 'killed by SIGKILL'],
    [command('sleep 30', { timeout_ms: 300 }), 'FAIL', 'timed out after 0.3 s'],
    [command('test -z "$CS_PROVING"'), 'FAIL', 'exit code 1'],
  ])('%j: %s', async (check, verdict, words) => {
    const { results } = await outcomeOfCheck(check, checkWorld());
    expect(verdictOfResults(results)).toBe(verdict);
    expect(results.map(({ detail }) => detail).join('\n')).toContain(words);
  });

  it('in its own folder', async () => {
    const { folder, write } = scratchProject();
    write('packages/a/x', '');
    const check = command('test -f x', { cwd: 'packages/a' });
    expect(verdictOfResults((await outcomeOfCheck(check, checkWorld({ folder }))).results)).toBe(
      'PASS',
    );
  });

  it('secrets in its output are not kept', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { command: facts, results } = await outcomeOfCheck(
      command(`echo ${secret}; exit 1`),
      checkWorld(),
    );
    expect(facts?.output_tail + results.map(({ detail }) => detail).join('')).not.toContain(secret);
    expect(facts).toMatchObject({ exit_code: 1, signal: null, output_bytes: secret.length + 1 });
  });
});

/** Programs that end when they are told to, and say how many are at work. */
function heldRun() {
  const log: string[] = [];
  let atWork = 0;
  const run: Run = {
    program: async ({ command: line }): Promise<ProgramRun> => {
      atWork += 1;
      log.push(`${line}: ${atWork}`);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
      const output = { bytes: 0, sha256: '', tail: '' };
      return { argv: [], ended: { how: 'exit', code: 0 }, durationMs: 0, output };
    },
  };
  return { log, run };
}

const wanted = (declared: DeclaredCheck) => ({ check: knownCheck(declared), criterion: 'AC-1' });

const quiet = (atOnce: number) => ({ atOnce, onStart: () => undefined, onEnd: () => undefined });

describe('several checks', () => {
  it.each<[number, readonly DeclaredCheck[], readonly string[]]>([
    [2, [command('a'), command('b'), command('c')], ['a: 1', 'b: 2', 'c: 2']],
    [1, [command('a'), command('b')], ['a: 1', 'b: 1']],
    [0, [command('a'), command('b')], ['a: 1', 'b: 1']],
    [9, [command('a'), command('b')], ['a: 1', 'b: 2']],
    [2, [command('a'), command('a')], ['a: 1']],
    [2, [command('a', { alone: true }), command('b'), command('c')], ['b: 1', 'c: 2', 'a: 1']],
    [2, [command('a', { alone: true }), command('b', { alone: true })], ['a: 1', 'b: 1']],
  ])('%i at once: %j', async (atOnce, checks, started) => {
    const { log, run } = heldRun();
    const outcomes = await runChecks(checks.map(wanted), checkWorld({ run }), quiet(atOnce));
    expect(log).toEqual(started);
    expect(outcomes.map(({ results }) => results.map(({ name }) => name))).toEqual(
      checks.map(({ run: line }) => [`command_${line}`]),
    );
  });

  it('what is about the things that commands leave behind comes last, and looks before the first', async () => {
    const { log, run } = heldRun();
    const report = { kind: 'report', format: 'tap', path: 'a.tap' };
    const world = checkWorld({ run });
    const files = {
      ...world.files,
      stamp: (path: string) => {
        log.push(`look at ${path}`);
        return undefined;
      },
    };
    const checks = [report, command('a', { alone: true }), command('b')].map(wanted);
    await runChecks(checks, { ...world, files }, quiet(2));
    expect(log).toEqual(['look at a.tap', 'b: 1', 'a: 1', 'look at a.tap']);
  });

  it('none begins after an interruption', async () => {
    const { log, run } = heldRun();
    const checks = [command('a'), command('b')].map(wanted);
    const outcomes = await runChecks(
      checks,
      checkWorld({ run, signal: AbortSignal.abort() }),
      quiet(2),
    );
    expect(log).toEqual([]);
    expect(outcomes.map(({ results }) => results)).toEqual([[], []]);
    expect(verdictOfResults([])).toBe('BLOCKED');
  });
});
