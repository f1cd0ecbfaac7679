import { describe, expect, it } from 'vitest';
import { verdictOfResults } from '../../src/domain/base/check-result.ts';
import { checkWorld, outcomeOfCheck } from '../rig/worlds/check-world.ts';
import { scratchProject } from '../rig/worlds/repository.ts';

async function ended(run: string | readonly string[], parts: object = {}) {
  const { folder, write } = scratchProject();
  write('data.txt', 'no program\n', 0o644);
  write('sub/here.txt', '');
  const outcome = await outcomeOfCheck({ kind: 'command', run, ...parts }, checkWorld({ folder }));
  return {
    verdict: verdictOfResults(outcome.results),
    told: outcome.results.map(({ detail }) => detail).join('\n'),
    command: outcome.command,
  };
}

describe('how a command ended is reported as it was', () => {
  it.each([
    { run: 'exit 0', check: {}, verdict: 'PASS', says: 'exit code 0 in' },
    { run: 'exit 1', check: {}, verdict: 'FAIL', says: 'exit code 1 in' },
    { run: 'exit 255', check: {}, verdict: 'FAIL', says: 'exit code 255 in' },
    { run: 'exit 3', check: { exit_code: 3 }, verdict: 'PASS', says: 'exit code 3 in' },
    { run: 'exit 0', check: { exit_code: 3 }, verdict: 'FAIL', says: 'expected 3' },
    { run: 'kill -9 $$', check: {}, verdict: 'FAIL', says: 'killed by SIGKILL after' },
    { run: 'kill -11 $$', check: {}, verdict: 'FAIL', says: 'killed by SIGSEGV after' },
    { run: 'no-such-program', check: {}, verdict: 'FAIL', says: 'exit code 127 in' },
    {
      run: ['no-such-program'],
      check: {},
      verdict: 'FAIL',
      says: 'the program or its working folder does not exist',
    },
    { run: ['./data.txt'], check: {}, verdict: 'FAIL', says: 'it cannot be started (EACCES)' },
    {
      run: 'true',
      check: { cwd: 'nowhere' },
      verdict: 'FAIL',
      says: 'the program or its working folder does not exist',
    },
    { run: 'test -f here.txt', check: { cwd: 'sub' }, verdict: 'PASS', says: 'exit code 0 in' },
    { run: 'echo oops >&2; exit 2', check: {}, verdict: 'FAIL', says: ': oops' },
    { run: 'cat', check: {}, verdict: 'PASS', says: 'exit code 0 in' },
  ])('$run $check: $says', async ({ check, run, says, verdict }) => {
    const outcome = await ended(run, check);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.told).toContain(says);
  });

  it.each([
    { how: 'an exit code', run: 'exit 7', facts: { exit_code: 7, signal: null } },
    { how: 'a signal', run: 'kill -9 $$', facts: { exit_code: null, signal: 'SIGKILL' } },
  ])('as data: $how', async ({ facts, run }) => {
    expect((await ended(run)).command).toMatchObject(facts);
  });

  it.each([
    ['42 passed', '\\d+ passed', 'PASS'],
    ['0 passed', '[1-9]\\d* passed', 'FAIL'],
    ['ok\n42 passed\nbye', '^42 passed$', 'PASS'],
    ['PASSED', 'passed', 'FAIL'],
  ])('by its output: %j against %s', async (output, pattern, verdict) => {
    const outcome = await ended(['printf', '%s', output], { matches: [pattern] });
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.told).toContain(`line of the output matches ${pattern}`);
  });
});
