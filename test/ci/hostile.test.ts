import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dispatchEvent, type GithubEvent, pullRequestEvent } from '../rig/values/github-events.ts';
import { createGitProject, runGit } from '../rig/worlds/git-project.ts';
import { githubJob, runAction } from '../rig/worlds/github-job.ts';
import { definition, proposedChange, RIGHT } from '../rig/worlds/proposed-change.ts';
import { startWithChecks } from '../rig/worlds/proving.ts';
import { SUITE } from '../rig/worlds/suite.ts';

const EASY = definition('Easy', { kind: 'command', run: 'true' });
const CONFIGURATION = '.claude/completion-promise.json';

/** A repository with a package of its own definitions beside an easier one, checked out for a pull request of it. */
function packages() {
  const change = proposedChange({
    '.promises/answer.json': EASY,
    'app/.promises/answer.json': definition('The answer', RIGHT),
    'app/answer.txt': 'wrong\n',
    [`app/${CONFIGURATION}`]: '{}',
    'easy/.promises/answer.json': EASY,
  });
  return { change, base: change.commit('main', {}) };
}

describe('a change does not choose the folder whose definitions judge it', () => {
  it.each([
    ['takes the configuration away', { [`app/${CONFIGURATION}`]: undefined }],
    ['puts one above', { [CONFIGURATION]: '{}', [`app/${CONFIGURATION}`]: undefined }],
    ['commits a state folder above', { '.claude/completion-state/promises/x.json': '{}' }],
    ['puts one below', { 'app/src/.claude/completion-state/x': '', 'app/src/a': '' }],
  ])('that %s', async (_name, files) => {
    const { base, change } = packages();
    const head = change.commit('feature', files);
    const checkout = change.checkout('feature');
    const { env } = githubJob(checkout, pullRequestEvent({ base, head }));
    const run = await checkout.ci([], { env, cwd: join(checkout.folder, 'app') });
    expect(run.stdout).toContain('[FAIL] AC-1: Point 1 of The answer holds');
    expect(run.code).toBe(2);
  });

  it('that puts a link to another folder in the place of its own', async () => {
    const { base, change } = packages();
    runGit(change.folder, ['checkout', '--quiet', '-b', 'feature']);
    runGit(change.folder, ['rm', '-r', '--quiet', 'app']);
    symlinkSync('easy', join(change.folder, 'app'));
    const head = change.commit('feature', {});
    const checkout = change.checkout('feature');
    const job = githubJob(checkout, pullRequestEvent({ base, head }));
    const inputs = { 'working-directory': 'app/' };
    const run = await runAction(inputs, { action: dirname(SUITE), checkout, job });
    expect(run.stdout).toContain('"working-directory" leads through a link');
    expect(run.code).toBe(1);
  });

  it('that puts a submodule there, whose default branch is its own', async () => {
    const { base, change } = packages();
    const head = change.commit('feature', {});
    const other = proposedChange({ '.promises/answer.json': EASY });
    const checkout = change.checkout('feature');
    const inside = join(checkout.folder, 'vendored');
    runGit(checkout.folder, ['clone', '--quiet', `file://${other.folder}`, inside]);
    const { env } = githubJob(checkout, pullRequestEvent({ base, head }));
    const run = await checkout.ci([], { env, cwd: inside });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('nothing of the proposed change is here');
  });

  it('by a tag that is named like the base branch', async () => {
    const change = proposedChange();
    const head = change.commit('feature', {
      '.promises/answer.json': EASY,
      'answer.txt': 'wrong\n',
    });
    runGit(change.folder, ['tag', 'origin/main', head]);
    const checkout = change.checkout('feature', 'as-it-is');
    expect((await checkout.ci()).code).toBe(2);
    expect((await checkout.ci([], { env: githubJob(checkout, dispatchEvent()).env })).code).toBe(2);
  });
});

describe('a run with the rights of the base', () => {
  it.each(['issue_comment', 'issues', 'discussion_comment'])(
    'that %s causes runs nothing: anybody can write one, about a change of anybody',
    async (name) => {
      const change = proposedChange();
      change.commit('feature', {});
      const checkout = change.checkout('feature');
      const { repository } = Object(dispatchEvent().payload);
      const payload = { action: 'created', repository, issue: { number: 12, pull_request: {} } };
      const event: GithubEvent = { name, payload, env: { GITHUB_REF: 'refs/heads/main' } };
      const run = await checkout.ci([], { env: githubJob(checkout, event).env });
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toContain(`Nothing was run: ${name} runs with the secrets`);
    },
  );
});

describe('what the checkout brings', () => {
  it('neither a program of it, nor its settings of Node, take the place of ours', async () => {
    const change = proposedChange({ 'a.py': 'x = 1\n' });
    const evil = '#!/bin/sh\ntouch "$(dirname "$0")/../ran"\nexit 0\n';
    const head = change.commit('feature', {
      'bin/git': evil,
      'bin/python3': evil,
      'bin/node': evil,
      'a.py': 'x = (\n',
      'package.json': '{"type": "module", "imports": {"#x": "./evil.js"}, "main": "evil.js"}',
      '.npmrc': 'node-options=--require ./evil.cjs\n',
      'evil.cjs': "require('node:fs').writeFileSync('ran', '')",
    });
    const checkout = change.checkout('feature', 'as-it-is');
    const bin = join(checkout.folder, 'bin');
    for (const name of readdirSync(bin))
      runGit(checkout.folder, ['update-index', '--chmod=+x', `bin/${name}`]);
    runGit(checkout.folder, ['checkout', '--quiet', '--', 'bin']);
    checkout.git('config', 'user.name', head.slice(0, 3));
    const run = await checkout.ci([], { env: { PATH: `${bin}:bin:${process.env['PATH']}` } });
    expect(readdirSync(checkout.folder)).not.toContain('ran');
    expect(run.stdout).toContain('[PASS] AC-1');
  });

  it('attributes do not hide a test that was weakened', async () => {
    const test =
      "import test from 'node:test';\ntest('adds', () => { if (1 + 1 !== 2) throw 1; });\n";
    const change = proposedChange({
      'sum.test.js': test,
      [CONFIGURATION]: '{"gates": {"tampering": "block"}}',
    });
    change.commit('feature', {
      '.gitattributes': '*.test.js -diff -text binary linguist-generated export-ignore\n',
      'sum.test.js': test.replace('test(', 'test.skip('),
    });
    const run = await change.checkout('feature').ci();
    expect(run.stdout).toContain('"adds" no longer runs');
    expect(run.code).toBe(2);
  });

  it('the files that a run writes are not links that it made', async () => {
    const change = proposedChange();
    const checkout = change.checkout('main');
    const outside = join(checkout.home, 'outside');
    mkdirSync(outside);
    const kept = join(outside, 'kept');
    writeFileSync(kept, 'as it was\n');
    symlinkSync(kept, join(checkout.folder, 'result.json'));
    symlinkSync(kept, join(checkout.folder, 'sum.md'));
    symlinkSync(outside, join(checkout.folder, 'out'));
    expect((await checkout.ci(['--result', 'result.json'])).code).toBe(0);
    for (const words of [
      ['--summary', 'sum.md'],
      ['--junit', 'out/junit.xml'],
    ]) {
      expect((await checkout.ci(words)).code).toBe(1);
    }
    expect(readFileSync(kept, 'utf8')).toBe('as it was\n');
    expect(readdirSync(outside)).toEqual(['kept']);
  });

  it('a file that cannot be written leaves nothing beside it', async () => {
    const checkout = proposedChange().checkout('main');
    mkdirSync(join(checkout.folder, 'result.json'));
    const run = await checkout.ci(['--result', 'result.json']);
    expect(run.stderr).toContain('EISDIR');
    expect(readdirSync(checkout.folder).filter((name) => name.startsWith('.cs-ci'))).toEqual([]);
  });

  it('words that GitHub obeys are words in whatever an error says', async () => {
    const checkout = proposedChange().checkout('main');
    const evil = '\n::set-env name=PATH::/evil\n##[error]x\n';
    checkout.write(CONFIGURATION, JSON.stringify({ [evil]: 1, gates: { validation: evil } }));
    const named = `${evil}.yaml`;
    for (const words of [['--definitions', 'head'], [named], ['--base', evil]]) {
      const { env } = githubJob(checkout, dispatchEvent());
      const { stderr, stdout } = await checkout.ci(words, { env });
      const lines = `${stdout}${stderr}`.split(/[\r\n]/);
      const own = /^::(?:error|warning) (?:file=[^,]*,line=\d+,)?title=/;
      expect(lines.filter((line) => /^\s*::|##\[/.test(line) && !own.test(line))).toEqual([]);
    }
  });
});

describe('a record that came along', () => {
  it('gets no secret for what it asks for', async () => {
    const project = createGitProject({ 'a.txt': 'done\n' });
    const check = { kind: 'command', run: '[ -n "$DEPLOY_TOKEN" ]', pass_env: ['DEPLOY_TOKEN'] };
    const id = await startWithChecks(project, check);
    const env = { DEPLOY_TOKEN: 'x' };
    expect((await project.run('cs', ['prove', id, '--trust'], { env })).code).toBe(0);
    const bundle = join(project.folder, '..', 'record.intoto.jsonl');
    expect((await project.run('cs', ['promise', 'attest', id, '-o', bundle])).code).toBe(0);
    const run = await project.run('cs', ['ci', '--record', bundle, '--base', 'HEAD'], { env });
    expect(run.stdout).toContain('[FAIL] AC-1: It is done');
  });
});
