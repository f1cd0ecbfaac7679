import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { pullRequestEvent } from '../rig/values/github-events.ts';
import { isRunning } from '../rig/worlds/beacon.ts';
import { githubJob } from '../rig/worlds/github-job.ts';
import { definition, proposedChange } from '../rig/worlds/proposed-change.ts';

/** A repository with one more definition, whose command does as it likes, and a clean checkout of it. */
function unruly(run: string, more: object = {}) {
  const change = proposedChange({
    '.promises/unruly.json': definition('Unruly', { kind: 'command', run, ...more }),
  });
  return change.checkout('main');
}

describe('a check that', () => {
  it('hangs is ended at its limit, and the others count', async () => {
    const run = await unruly('echo started; sleep 600', { timeout_ms: 300 }).ci();
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('[PASS] AC-1: Point 1 of The answer holds');
    expect(run.stdout).toMatch(/FAIL.*sleep 600: .*(?:0\.3 s|time)/);
  });

  it('has no limit of its own has the project’s', async () => {
    const change = proposedChange({
      '.promises/unruly.json': definition('Unruly', { kind: 'command', run: 'sleep 600' }),
      '.claude/completion-promise.json': '{"checks": {"timeoutMs": 300}}',
    });
    expect((await change.checkout('main').ci()).code).toBe(2);
  });

  it('leaves a grandchild that holds its output does not hold the run', async () => {
    const checkout = unruly('sleep 600 & echo $! > ../grandchild; true', { timeout_ms: 20_000 });
    expect((await checkout.ci()).code).toBe(0);
    const id = Number(readFileSync(join(checkout.folder, '..', 'grandchild'), 'utf8'));
    // It was ended with the check that started it: the system may take a moment to do so.
    await vi.waitFor(() => expect(isRunning(id)).toBe(false), { timeout: 60_000 });
  });

  it('floods its output passes, and only the end is kept', async () => {
    const checkout = unruly("node -e \"process.stdout.write('x'.repeat(3e7) + 'the end')\"");
    const { code, stdout } = await checkout.ci(['--json']);
    expect(code).toBe(0);
    expect(stdout).toContain('the end');
    expect(stdout.length).toBeLessThan(100_000);
  });

  it('says what GitHub obeys says it in words', async () => {
    const change = proposedChange({
      '.promises/unruly.json': definition('Unruly', {
        kind: 'command',
        run: 'printf "\\n::set-env name=PATH::/evil\\r  ::add-mask::x\\n##[error]x\\n<h1>@ada</h1>"; exit 1',
      }),
    });
    const base = change.commit('main', {});
    const head = change.commit('feature', {});
    const checkout = change.checkout('feature');
    const job = githubJob(checkout, pullRequestEvent({ base, head }));
    const { code, stderr, stdout } = await checkout.ci([], { env: job.env });
    expect(code).toBe(2);
    const lines = `${stdout}${stderr}`.split(/[\r\n]/);
    const obeyed = lines.filter((line) => /^\s*::|##\[/.test(line));
    expect(obeyed).toEqual([expect.stringMatching(/^::error title=AC-1 failed/)]);
    const fence = /^(`{3,})\w*\n[\s\S]*?^\1$/gm;
    expect(job.written('summary').replace(fence, '')).not.toMatch(/<h1>|@ada/);
  });
});

describe('an event that cannot be read', () => {
  it.each<[string, string | undefined]>([
    ['is missing', undefined],
    ['is no JSON', '{'],
    ['is a list', '[]'],
    [
      'has other types',
      '{"pull_request": {"number": "12", "head": [], "base": 1}, "repository": []}',
    ],
    ['has a number that is none', '{"pull_request": {"number": -1e400, "head": {"sha": {}}}}'],
    ['is nested without an end', '['.repeat(200_000)],
  ])('that %s takes nothing from the base', async (_name, text) => {
    const change = proposedChange();
    const base = change.commit('main', {});
    const head = change.commit('feature', { 'answer.txt': 'wrong\n' });
    const checkout = change.checkout('feature');
    const { env } = githubJob(checkout, pullRequestEvent({ base, head }));
    const path = join(checkout.home, 'event.json');
    if (text !== undefined) checkout.write('../event.json', text);
    const event = text === undefined ? path : join(checkout.folder, '..', 'event.json');
    const run = await checkout.ci(['--json'], { env: { ...env, GITHUB_EVENT_PATH: event } });
    expect(run.code).toBe(2);
    expect(JSON.parse(run.stdout)).toMatchObject({
      change: { number: null, from_fork: null, base },
      trust: { definitions: 'base', revision: base },
    });
  });
});
