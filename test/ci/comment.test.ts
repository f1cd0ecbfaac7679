import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ciResult } from '../rig/values/ci-values.ts';
import { pullRequestEvent, workflowRunEvent } from '../rig/values/github-events.ts';
import {
  BOT,
  type Disturbance,
  type GithubApi,
  meeting,
  refusal,
  startGithubApi,
  TOKEN,
  usual,
} from '../rig/worlds/github-api.ts';
import { githubJob, RUN_ID } from '../rig/worlds/github-job.ts';
import { type Checkout, proposedChange } from '../rig/worlds/proposed-change.ts';

const HEAD = 'a'.repeat(40);
const COMMITS = { head: HEAD, base: 'b'.repeat(40) };

async function commented() {
  const api = await startGithubApi();
  const checkout = proposedChange().checkout('main');
  const write = (result: object): string => {
    const path = join(checkout.home, 'result.json');
    writeFileSync(path, JSON.stringify(result));
    return path;
  };
  return { api, checkout, write, path: write(ciResult()) };
}

function comment(
  {
    api,
    checkout,
    path,
  }: { readonly api: GithubApi; readonly checkout: Checkout; readonly path: string },
  options: {
    readonly run?: number;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly event?: ReturnType<typeof pullRequestEvent>;
  } = {},
) {
  const {
    args = [],
    env = {},
    event = pullRequestEvent(COMMITS, { from: 'same-repository' }),
    run,
  } = options;
  const job = githubJob(checkout, event, run);
  const all = { ...job.env, ...api.env, ...env };
  return checkout.ci(['comment', '--from', path, ...args], { env: all });
}

describe('one comment for each pull request', () => {
  it('is made, updated, and left alone where it says so already', async () => {
    const world = await commented();
    expect(await comment(world)).toMatchObject({ code: 0, stdout: 'The comment was created.\n' });
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toContain('completion-promise: Held');
    expect((await comment(world)).stdout).toBe('The comment says so already.\n');
    world.write(ciResult({ outcome: 'failed' }));
    expect((await comment(world, { run: RUN_ID + 1 })).stdout).toBe('The comment was updated.\n');
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toContain('completion-promise: Failed');
  });

  it('is found behind hundreds of others', async () => {
    const world = await commented();
    for (let count = 0; count < 250; count += 1) world.api.add('ada', `Comment ${count}`);
    await comment(world);
    for (let count = 0; count < 30; count += 1) world.api.add('ada', `More ${count}`);
    expect((await comment(world, { run: RUN_ID + 1 })).stdout).toBe('The comment was updated.\n');
    expect(world.api.comments).toHaveLength(281);
  });

  it('is never that of somebody else who wrote the mark', async () => {
    const world = await commented();
    const forged = `<!-- completion-promise:ci key=ci run=999999999999999 -->\nAll is well`;
    world.api.add('mallory', forged);
    expect((await comment(world)).stdout).toBe('The comment was created.\n');
    expect(world.api.comments.map(({ author }) => author)).toEqual(['mallory', BOT]);
    expect(world.api.comments[0]?.body).toBe(forged);
  });

  it('keeps what a newer run said', async () => {
    const world = await commented();
    await comment(world, { run: RUN_ID + 5 });
    world.write(ciResult({ outcome: 'failed' }));
    expect((await comment(world)).stdout).toContain('A newer run has commented');
    expect(world.api.comments[0]?.body).toContain('Held');
  });

  it('is one where two runs look at the same moment', async () => {
    const world = await commented();
    // Each looks for a comment; neither goes on before both have looked.
    const both = meeting(2);
    world.api.disturb(both, both);
    const args = ['--author', BOT];
    const runs = [1, 2].map((run) => comment(world, { run, args }));
    const outcomes = await Promise.all(runs);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toContain('run=2');
  });

  it('two keys are two comments', async () => {
    const world = await commented();
    await comment(world);
    await comment(world, { args: ['--key', 'nightly'] });
    expect(world.api.comments).toHaveLength(2);
  });
});

describe('what GitHub says decides nothing', () => {
  it.each<[string, readonly Disturbance[], string]>([
    ['no rights', [usual, refusal(403)], 'the token may not comment (403)'],
    ['no such pull request', [usual, refusal(404)], 'shows no such pull request'],
    ['a bad token', [usual, refusal(401)], 'does not take the token (401)'],
    [
      'a redirect',
      [usual, refusal(302, { location: 'http://127.0.0.1:1/' })],
      'where the token does not go',
    ],
    [
      'a limit of an hour',
      [usual, refusal(403, { 'retry-after': '3600' })],
      'limits how often it is asked',
    ],
  ])('%s', async (_name, disturbances, says) => {
    const world = await commented();
    world.write(ciResult({ outcome: 'failed' }));
    world.api.disturb(...disturbances);
    const run = await comment(world);
    expect(run).toMatchObject({ code: 0, stdout: 'No comment was made.\n' });
    expect(run.stderr).toContain(says);
    expect(world.api.comments).toEqual([]);
  });

  it.each<[string, readonly Disturbance[]]>([
    ['an overload that passes', [usual, refusal(502), refusal(503)]] as const,
    ['a short limit', [usual, refusal(429, { 'retry-after': '0' })]],
  ])('it asks again after %s', async (_name, disturbances) => {
    const world = await commented();
    world.api.disturb(...disturbances);
    expect((await comment(world)).stdout).toBe('The comment was created.\n');
  });
});

describe('the token', () => {
  it('goes to the API alone, and is printed nowhere', async () => {
    const world = await commented();
    const run = await comment(world);
    expect(new Set(world.api.requests.map(({ token }) => token))).toEqual(
      new Set([`Bearer ${TOKEN}`]),
    );
    expect(run.stdout + run.stderr + world.api.comments[0]?.body).not.toContain(TOKEN);
  });

  it.each([
    ['http://example.org', 'not encrypted'],
    ['https://user@example.org', 'is not an address'],
    ['file:///etc/passwd', 'is not an address'],
  ])('does not go to %s', async (url, says) => {
    const world = await commented();
    const run = await comment(world, { env: { GITHUB_API_URL: url } });
    expect(run.stderr).toContain(says);
    expect(world.api.requests).toEqual([]);
  });

  it('is not needed to see what would be said', async () => {
    const world = await commented();
    const run = await comment(world, { args: ['--dry-run'], env: { GITHUB_TOKEN: undefined } });
    expect(run.stdout).toContain('completion-promise: Held');
    expect((await comment(world, { env: { GITHUB_TOKEN: undefined } })).stderr).toContain(
      'GITHUB_TOKEN is not set',
    );
    expect(world.api.requests).toEqual([]);
  });
});

describe('a result from a job that ran foreign code', () => {
  it('cannot choose the pull request, the run or the address', async () => {
    const world = await commented();
    const change = {
      ...ciResult().change,
      number: 1,
      repository: 'evil/other',
      run: 999_999_999_999_999,
      run_url: 'https://evil.example',
    };
    world.write(ciResult({ change }));
    world.api.openPullRequest(HEAD);
    const run = await comment(world, { event: workflowRunEvent(HEAD, 4242) });
    expect(run.stdout).toBe('The comment was created.\n');
    expect(world.api.comments[0]?.body).toContain('run=4242 -->');
    expect(world.api.comments[0]?.body).not.toContain('evil');
  });

  it('finds no pull request where the branch has gone on', async () => {
    const world = await commented();
    world.api.openPullRequest('c'.repeat(40));
    const run = await comment(world, { event: workflowRunEvent(HEAD, 4242) });
    expect(run.stderr).toContain('no open pull request has that commit any more');
  });

  it.each([
    ['no JSON', 'x'],
    ['of another kind', '{"format": "x"}'],
    ['no outcome', '{"format": "completion-promise/ci-result@1"}'],
  ])('%s is refused', async (_name, text) => {
    const world = await commented();
    writeFileSync(world.path, text);
    const run = await comment(world);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('cannot be used');
  });
});
