import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pullRequestEvent } from '../rig/values/github-events.ts';
import { githubJob } from '../rig/worlds/github-job.ts';
import { type Checkout, definition, proposedChange } from '../rig/worlds/proposed-change.ts';

/** A pull request whose check fails at a line of a file, in a project below the top of its repository. */
function failing() {
  const run = 'echo "not ok 1 - adds"; echo "  at $PWD/test/sum.test.js:12:5"; exit 1';
  const change = proposedChange({
    'app/.promises/sum.json': definition('Sums', { kind: 'command', run }),
    'app/test/sum.test.js': 'x\n',
  });
  const base = change.commit('main', {});
  const head = change.commit('feature', { 'app/more.txt': 'x' });
  return { base, head, change };
}

type Env = Readonly<Record<string, string>>;

async function told(checkout: Checkout, env: Env) {
  const summary = join(checkout.home, 'summary.md');
  const cwd = join(checkout.folder, 'app');
  const run = await checkout.ci(['--summary', summary], { env, cwd });
  return { run, text: readFileSync(summary, 'utf8') };
}

it.each<[string, (checkout: Checkout, head: string, base: string) => Env, string]>([
  [
    'GitHub',
    (checkout, head, base) => ({
      ...githubJob(checkout, pullRequestEvent({ base, head })).env,
      GITHUB_SERVER_URL: 'https://git.example.org',
    }),
    'https://git.example.org/owner/project/blob/HEAD',
  ],
  [
    'GitLab',
    (_checkout, head, base) => ({
      GITLAB_CI: 'true',
      CI_PROJECT_URL: 'https://code.example.org/team/shop',
      CI_MERGE_REQUEST_IID: '3',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: base,
    }),
    'https://code.example.org/team/shop/-/blob/HEAD',
  ],
])(
  '%s: the summary leads to the failing line of the commit that was pushed',
  async (_name, env, url) => {
    const { base, change, head } = failing();
    const checkout = change.checkout('feature');
    const { run, text } = await told(checkout, env(checkout, head, base));
    const line = `[test/sum.test.js:12](${url.replace('HEAD', head)}/app/test/sum.test.js#L12)`;
    expect(text).toContain(line);
    expect(text).not.toContain(checkout.folder);
    if (run.stderr.includes('::error')) {
      expect(run.stderr).toContain('::error file=app/test/sum.test.js,line=12,title=AC-1 failed');
    }
  },
);

it.each([
  ['leads to a commit that a remote has', 'pushed', 'github.com/acme/shop'],
  ['leads nowhere from a commit that none has', 'own', undefined],
  ['leads nowhere from files that were changed since', 'changed', undefined],
] as const)('without a service it %s', async (_name, state, link) => {
  const checkout = failing().change.checkout('feature', 'as-it-is');
  checkout.git('remote', 'set-url', 'origin', 'git@github.com:acme/shop.git');
  if (state === 'own') checkout.git('commit', '--quiet', '--allow-empty', '-m', 'More');
  if (state === 'changed') checkout.write('app/more.txt', 'longer than it was');
  const { text } = await told(checkout, {});
  expect(/https:\/\/([\w./]+)\/blob\/[0-9a-f]{40}\/app\/test/.exec(text)?.[1]).toBe(link);
  expect(text).toContain('test/sum.test.js:12');
});
