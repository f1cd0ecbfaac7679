import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dispatchEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pushEvent,
} from '../rig/values/github-events.ts';
import { TOKEN } from '../rig/worlds/github-api.ts';
import { githubJob } from '../rig/worlds/github-job.ts';
import { definition, type Files, proposedChange, RIGHT } from '../rig/worlds/proposed-change.ts';

const ALWAYS_PASSES = definition('The answer', { kind: 'command', run: 'true' });

describe('what judges a pull request comes from its base', () => {
  it.each<[string, Files, number, string]>([
    ['a change that holds', { 'other.txt': 'x' }, 0, '[PASS] AC-1'],
    ['one that does not', { 'answer.txt': 'wrong\n' }, 2, '[FAIL] AC-1'],
    [
      'one that makes its definition easier',
      { 'answer.txt': 'wrong\n', '.promises/answer.json': ALWAYS_PASSES },
      2,
      'changes .promises/answer.json: that judges nothing',
    ],
    [
      'one that deletes it',
      { 'answer.txt': 'wrong\n', '.promises/answer.json': undefined },
      2,
      'deletes .promises/answer.json: that judges nothing',
    ],
    [
      'one that adds another',
      {
        '.promises/new.yaml':
          'title: x\nacceptance_criteria: [{description: y, checks: [{kind: command, run: "touch ran"}]}]\n',
      },
      0,
      'adds .promises/new.yaml: that judges nothing',
    ],
    [
      'one that sets what always runs',
      { '.claude/completion-promise.json': '{"checks": {"always": ["false"]}}' },
      0,
      'adds .claude/completion-promise.json: that judges nothing',
    ],
  ])('%s', async (_name, files, code, says) => {
    const change = proposedChange();
    const base = change.commit('main', {});
    const head = change.commit('feature', files);
    const checkout = change.checkout('feature');
    const { env } = githubJob(checkout, pullRequestEvent({ base, head }));
    const run = await checkout.ci([], { env });
    expect(run.stdout).toContain(says);
    expect(run.code).toBe(code);
    expect(checkout.git('status', '--porcelain')).toBe('');
  });

  it('unless it is told that the checkout itself may', async () => {
    const change = proposedChange();
    change.commit('feature', { 'answer.txt': 'wrong\n', '.promises/answer.json': ALWAYS_PASSES });
    const checkout = change.checkout('feature');
    const run = await checkout.ci(['--definitions', 'head']);
    expect(run.stdout).toContain('whoever proposes the change also chooses what judges it');
    expect(run.code).toBe(0);
  });

  it('a definition that was tightened after the branch began counts, too', async () => {
    const change = proposedChange();
    change.commit('feature', { 'answer.txt': 'right but\n' });
    const strict = { kind: 'command', run: 'grep -qx right answer.txt' };
    change.commit('main', { '.promises/answer.json': definition('The answer', strict) });
    const run = await change.checkout('feature', 'as-it-is').ci();
    expect(run.code).toBe(2);
  });
});

describe('the events of GitHub', () => {
  it.each(['fork', 'same-repository', 'deleted-fork'] as const)(
    'a pull request of a %s',
    async (from) => {
      const change = proposedChange();
      const base = change.commit('main', {});
      const head = change.commit('feature', { 'answer.txt': 'wrong\n' });
      const checkout = change.checkout('feature');
      const event = pullRequestEvent({ base, head }, { from, action: 'synchronize' });
      const run = await checkout.ci(['--json'], { env: githubJob(checkout, event).env });
      const result = JSON.parse(run.stdout);
      expect(result).toMatchObject({
        outcome: 'failed',
        change: { number: 12, from_fork: from !== 'same-repository', base },
        trust: { definitions: 'base', revision: base },
      });
    },
  );

  it('a merge group is held against the commit that it goes onto', async () => {
    const change = proposedChange();
    const base = change.commit('main', {});
    change.commit('feature', { '.promises/answer.json': ALWAYS_PASSES, 'answer.txt': 'wrong\n' });
    const checkout = change.checkout('feature');
    const head = checkout.git('rev-parse', 'HEAD').trim();
    const run = await checkout.ci([], {
      env: githubJob(checkout, mergeGroupEvent({ base, head })).env,
    });
    expect(run.code).toBe(2);
  });

  it('a push to the default branch is judged by what it brings, since that was taken', async () => {
    const change = proposedChange();
    const before = change.commit('main', {});
    const after = change.commit('main', {
      '.promises/new.json': definition('New', { kind: 'command', run: 'false' }),
    });
    const checkout = change.checkout('main');
    const run = await checkout.ci(['--json'], {
      env: githubJob(checkout, pushEvent(before, after)).env,
    });
    const result = JSON.parse(run.stdout);
    expect(run.code).toBe(2);
    expect(result.trust).toMatchObject({
      revision: after,
      changes: [{ path: '.promises/new.json', change: 'added' }],
    });
  });

  it('a push to another branch is held against the default one', async () => {
    const change = proposedChange();
    const after = change.commit('feature', {
      '.promises/answer.json': ALWAYS_PASSES,
      'answer.txt': 'wrong\n',
    });
    const checkout = change.checkout('feature', 'as-it-is');
    const event = pushEvent('0'.repeat(40), after, 'feature');
    expect((await checkout.ci([], { env: githubJob(checkout, event).env })).code).toBe(2);
  });

  it('a run by hand looks at the default branch as it stands', async () => {
    const checkout = proposedChange().checkout('main');
    const run = await checkout.ci([], { env: githubJob(checkout, dispatchEvent()).env });
    expect(run.code).toBe(0);
    expect(checkout.git('status', '--porcelain')).toBe('');
  });

  it('a run with the rights of the base runs nothing of a fork', async () => {
    const change = proposedChange();
    const base = change.commit('main', {});
    const head = change.commit('feature', { 'answer.txt': 'wrong\n' });
    const checkout = change.checkout('feature', 'as-it-is');
    const event = pullRequestEvent({ base, head }, { name: 'pull_request_target' });
    for (const args of [[], ['--definitions', 'head']]) {
      const run = await checkout.ci(args, { env: githubJob(checkout, event).env });
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toContain('Nothing was run: pull_request_target runs with the secrets');
    }
  });

  it('and is no green light where the base is what was checked out', async () => {
    const change = proposedChange();
    const base = change.commit('main', {});
    const head = change.commit('feature', { 'answer.txt': 'wrong\n' });
    const checkout = change.checkout('main');
    const options = { name: 'pull_request_target', from: 'same-repository' } as const;
    const { env } = githubJob(checkout, pullRequestEvent({ base, head }, options));
    const run = await checkout.ci([], { env });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('nothing of the proposed change is here');
  });
});

describe('what cannot be told is no green light', () => {
  it('a clone without the history says how to fetch it', async () => {
    const change = proposedChange();
    change.commit('main', {});
    change.commit('feature', {});
    const run = await change.shallow('feature').ci();
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('fetch-depth: 0');
  });

  it('nothing to check is said, and only held where that is allowed', async () => {
    const change = proposedChange({ '.promises/answer.json': undefined });
    const checkout = change.checkout('main');
    const run = await checkout.ci();
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('There is nothing to check');
    expect((await checkout.ci(['--allow-empty'])).code).toBe(0);
  });

  it('a folder outside of git is none', async () => {
    const checkout = proposedChange().checkout('main');
    const run = await checkout.ci([], { cwd: checkout.home });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('not in a git repository');
  });

  it.each([
    ['no such', ['--base', 'nowhere'], 'the revision that the change is held against is not here'],
    ['an option', ['--base=--output=x'], 'is not here'],
    ['elsewhere', ['../x.yaml'], 'is not in the project'],
    ['not there', ['.promises/none.yaml'], 'it is not in'],
    ['anything', ['--definitions', 'anywhere'], '--definitions takes base or head'],
  ])('%s', async (_name, args, says) => {
    const run = await proposedChange().checkout('main').ci(args);
    expect(run.code).not.toBe(0);
    expect(run.stdout + run.stderr).toContain(says);
  });
});

describe('what a project always asks', () => {
  it('its own commands run, by the base', async () => {
    const change = proposedChange({
      '.claude/completion-promise.json': '{"checks": {"always": ["grep -q right answer.txt"]}}',
    });
    const checkout = change.checkout('main');
    expect((await checkout.ci()).stdout).toContain(
      '[PASS] checks.always: grep -q right answer.txt',
    );
  });

  it('a weakened test fails a run where the base blocks it, and is named where it does not', async () => {
    const test =
      "import test from 'node:test';\ntest('adds', () => { if (1 + 1 !== 2) throw new Error(); });\n";
    for (const [setting, code] of [
      ['block', 2],
      ['warn', 0],
    ] as const) {
      const change = proposedChange({
        'sum.test.js': test,
        '.claude/completion-promise.json': `{"gates": {"tampering": "${setting}"}}`,
      });
      change.commit('feature', {
        'sum.test.js': test.replace("test('adds'", "test.skip('adds'"),
        '.claude/completion-promise.json': '{"gates": {"tampering": "warn"}}',
      });
      const run = await change.checkout('feature').ci();
      expect(run.stdout).toContain('sum.test.js, line 2: "adds" no longer runs.');
      expect(run.code).toBe(code);
    }
  });

  it('a changed file that cannot be parsed fails it', async () => {
    const change = proposedChange();
    change.commit('feature', { 'broken.json': '{' });
    const run = await change.checkout('feature').ci();
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('[BROKEN] broken.json');
  });

  it('settings of the user and of the checkout have no say', async () => {
    const change = proposedChange();
    const checkout = change.checkout('main');
    checkout.write('.claude/completion-promise.json', '{"checks": {"always": ["false"]}}');
    const run = await checkout.ci([], { env: { XDG_CONFIG_HOME: '/nowhere' } });
    expect(run.code).toBe(0);
  });
});

describe('definitions that somebody made to hurt', () => {
  const bomb = `title: ${'&a [x]\n'}a: [*a, *a]\n`;
  it.each<[string, Files, string]>([
    ['no YAML', { '.promises/x.yaml': 'title: [\n' }, '[BROKEN] .promises/x.yaml'],
    ['many aliases', { '.promises/x.yaml': yamlBomb() }, '[BROKEN] .promises/x.yaml'],
    ['deep nesting', { '.promises/x.yaml': '['.repeat(50_000) }, '[BROKEN] .promises/x.yaml'],
    ['too large', { '.promises/x.yaml': `# ${'x'.repeat(1024 * 1024)}` }, 'too large'],
    ['a key of later', { '.promises/x.yaml': bomb }, '[BROKEN] .promises/x.yaml'],
    [
      'a name like an option',
      { '.promises/-rf.json': definition('Odd', RIGHT) },
      '.promises/-rf.json: Odd',
    ],
    [
      'a name for the shell',
      { '.promises/$(touch ran);.json': definition('Odd', RIGHT) },
      '$(touch ran);',
    ],
  ])('%s', async (_name, files, says) => {
    const change = proposedChange(files);
    const checkout = change.checkout('main');
    const run = await checkout.ci();
    expect(run.stdout).toContain(says);
    expect(run.code).toBe(says.includes('Odd') || says.includes('$(') ? 0 : 2);
    expect(checkout.git('status', '--porcelain')).toBe('');
  });

  it('links are not followed, in a revision and in the checkout', async () => {
    const checkout = proposedChange().checkout('main');
    symlinkSync('/etc/hostname', join(checkout.folder, '.promises', 'link.yaml'));
    expect((await checkout.ci(['--definitions', 'head'])).stdout).toContain('it is a link');
    checkout.git('add', '--all');
    checkout.git('commit', '--quiet', '-m', 'A link');
    const run = await checkout.ci(['--base', 'HEAD']);
    expect(run.stdout).toContain('it is a link');
    expect(run.code).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('a pipe is not waited for', async () => {
    const checkout = proposedChange().checkout('main');
    execFileSync('mkfifo', [join(checkout.folder, '.promises', 'pipe.yaml')]);
    const run = await checkout.ci(['--definitions', 'head']);
    expect(run.stdout).toContain('[BROKEN] .promises/pipe.yaml');
    expect(run.code).toBe(2);
  });
});

/** Aliases of aliases: a text of some lines that would become gigabytes. */
function yamlBomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1) {
    const alias = `*a${level - 1}`;
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => alias).join(', ')}]`);
  }
  return `${lines.join('\n')}\n`;
}

describe('what a check gets', () => {
  const check = (run: string) => definition('Looking', { kind: 'command', run, pass_env: PASSED });
  const PASSED = ['GITHUB_TOKEN', 'GITHUB_ENV', 'DEPLOY_TOKEN'];
  const SECRETS = {
    GITHUB_TOKEN: TOKEN,
    ACTIONS_RUNTIME_TOKEN: 'x',
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://example.org',
    CI_JOB_TOKEN: 'x',
    CI_REPOSITORY_URL: 'https://gitlab-ci-token:x@example.org/x.git',
    DEPLOY_TOKEN: 'x',
  };
  const names = [
    ...Object.keys(SECRETS),
    'GITHUB_OUTPUT',
    'GITHUB_ENV',
    'GITHUB_PATH',
    'GITHUB_STATE',
    'GITHUB_STEP_SUMMARY',
  ];
  const unset = names
    .map((name) => `[ -z "\${${name}+x}" ] || { echo "has ${name}"; exit 1; }`)
    .join('\n');

  it('neither tokens nor the files by which a step acts, whatever it asks for', async () => {
    const change = proposedChange({ '.promises/looking.json': check(unset) });
    const base = change.commit('main', {});
    const head = change.commit('feature', {});
    const checkout = change.checkout('feature');
    const job = githubJob(checkout, pullRequestEvent({ base, head }));
    const run = await checkout.ci([], { env: { ...job.env, ...SECRETS } });
    expect(run.code).toBe(0);
    expect(run.stdout + run.stderr).not.toContain(TOKEN);
    for (const file of ['env', 'output', 'path', 'state'] as const)
      expect(job.written(file)).toBe('');
  });

  it('a secret that the base lets it have is for changes of the repository itself alone', async () => {
    const change = proposedChange({ '.promises/looking.json': check('[ "$DEPLOY_TOKEN" = x ]') });
    const base = change.commit('main', {});
    const head = change.commit('feature', {});
    for (const [from, code] of [
      ['same-repository', 0],
      ['fork', 2],
    ] as const) {
      const checkout = change.checkout('feature');
      const job = githubJob(checkout, pullRequestEvent({ base, head }, { from }));
      expect((await checkout.ci([], { env: { ...job.env, ...SECRETS } })).code).toBe(code);
    }
  });

  it('a token in the configuration of git is named', async () => {
    const checkout = proposedChange().checkout('main');
    checkout.git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic x');
    expect((await checkout.ci()).stderr).toContain('persist-credentials: false');
  });
});

describe('what a checkout holds cannot act on cs ci itself', () => {
  it('neither attributes, nor hooks, nor settings of git run a program', async () => {
    const change = proposedChange({ '.gitattributes': '* filter=evil diff=evil\n' });
    change.commit('feature', { 'more.txt': 'x' });
    const checkout = change.checkout('feature');
    for (const [key, value] of [
      ['filter.evil.clean', 'touch ran; cat'],
      ['filter.evil.smudge', 'touch ran; cat'],
      ['diff.evil.textconv', 'touch ran; cat'],
      ['core.fsmonitor', 'touch ran'],
      ['core.pager', 'touch ran'],
    ] as const) {
      checkout.git('config', key, value);
    }
    const before = readdirSync(checkout.folder).sort();
    const run = await checkout.ci();
    expect(run.code).toBe(0);
    // Git itself would run them.
    expect(readdirSync(checkout.folder).sort()).toEqual(before);
  });
});
