import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attestedProject, cloneOf, keyFiles } from '../rig/worlds/attested-project.ts';
import { runGit } from '../rig/worlds/git-project.ts';
import { prove, startWithChecks } from '../rig/worlds/proving.ts';

/** A proved promise, its record, and a clean clone in which a pipeline with a key of its own runs it. */
async function travelled() {
  const project = await attestedProject();
  const record = project.beside('record.intoto.jsonl');
  await project.attest(project.id, '-o', record);
  const clone = cloneOf(project);
  const keys = keyFiles(clone, 'ci');
  const answers = join(clone.folder, '..', 'answers.intoto.jsonl');
  const env = { CLAUDE_SESSION_ID: undefined, CS_ATTEST_KEY: keys.secret };
  const words = ['ci', '--record', record, '--base', 'HEAD', '--attest', answers];
  const run = (...more: readonly string[]) => clone.run('cs', [...words, ...more], { env });
  const store = (...more: readonly string[]) =>
    project.attest('verify', answers, '--key', keys.open, '--store', ...more);
  return { answers, clone, keys, project, record, run, store };
}

describe('a record in a clean clone', () => {
  it('runs again, and its signed answers close the promise at home', async () => {
    const { clone, keys, project, run, store } = await travelled();
    const ran = await run('--json');
    expect(ran.code).toBe(0);
    const { definitions, trust } = JSON.parse(ran.stdout);
    expect(trust).toMatchObject({ definitions: 'record' });
    expect(definitions).toMatchObject([
      { promise_id: project.id, criteria: [{ verdict: 'PASS' }] },
    ]);
    // What a pipeline leaves behind: nothing.
    expect(clone.git('status', '--porcelain')).toBe('');
    expect(clone.list('promises')).toEqual([]);
    expect(await store()).toMatchObject({ code: 0 });
    expect(project.read(`validations/${project.id}/AC-1-validation.json`)).toMatchObject({
      signed_by: keys.key.id,
      _metadata: { stored_by: 'ci', session_id: null },
    });
    expect((await project.run('cs', ['verify', project.id])).stdout).toContain('VERIFIED');
  });

  it('that does not hold there is answered with FAIL, which keeps the promise open', async () => {
    const { clone, project, run, store } = await travelled();
    clone.put('a.txt', 'not yet\n');
    expect((await run()).code).toBe(2);
    // The answer is about other files than those at home.
    expect((await store()).code).toBe(3);
    project.put('a.txt', 'not yet\n');
    expect((await store()).stdout).toContain('Stored: FAIL of ci');
    expect((await project.run('cs', ['verify', project.id])).code).toBe(1);
  });

  it.each<[string, (text: string) => string, string]>([
    [
      'lost its record',
      (text) => `${text.split('\n')[0]}\n`,
      'the record that it belongs to is missing',
    ],
    [
      'lost its proof',
      (text) => `${text.split('\n')[1]}\n`,
      'a proof that its record lists is missing',
    ],
    ['is no bundle', () => 'x\n', ''],
    ['is empty', () => '', ''],
  ])('that %s is no green light', async (_name, edit, says) => {
    const { record, run } = await travelled();
    writeFileSync(record, edit(readFileSync(record, 'utf8')));
    const ran = await run();
    expect(ran.code).not.toBe(0);
    expect(ran.stdout + ran.stderr).toContain(says);
  });

  it('runs what its session chose itself, and says who chose it', async () => {
    const project = await attestedProject();
    const own = await project.startedPromise('It is done');
    const run = ['meet', own, '--ac-id', 'AC-1', '--run', '--', 'grep', '-q', 'done', 'a.txt'];
    expect((await project.run('cs', run)).code).toBe(0);
    const record = project.beside('own.intoto.jsonl');
    await project.attest(own, '-o', record);
    const clone = cloneOf(project);
    const words = ['ci', '--record', record, '--base', 'HEAD'];
    expect((await clone.run('cs', words)).stdout).toContain('chose its checks itself');
    clone.put('a.txt', 'x');
    expect((await clone.run('cs', words)).code).toBe(2);
  });
});

describe('an answer of a pipeline that the owner’s own session stored', () => {
  it('shows as self-validated, in what is stored and in the report', async () => {
    const project = await attestedProject();
    const check = { kind: 'command', run: 'grep -q done a.txt' };
    const id = await startWithChecks(project, check);
    const title = {
      title: 'P',
      acceptance_criteria: [{ description: 'It is done', checks: [check] }],
    };
    project.put('.promises/p.json', JSON.stringify(title));
    runGit(project.folder, ['add', '--all']);
    runGit(project.folder, ['commit', '--quiet', '-m', 'A definition']);
    const answers = project.beside('answers.json');
    expect((await project.run('cs', ['ci', '--base', 'HEAD', '--answers', answers])).code).toBe(0);
    const stored = await project.run('cs', ['promise', 'validate', '--from', answers]);
    expect(stored.stderr).toContain('this session owns the promise');
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'the pipeline says so']);
    const report = JSON.parse((await project.run('cs', ['report', id, '--json'])).stdout);
    expect(report.promises[0].criteria[0].validation).toMatchObject({
      by: 'ci',
      self_validated: true,
    });
    // A program that proves it here is worth more than who stored the answer.
    await prove(project, id);
    const proved = JSON.parse((await project.run('cs', ['report', id, '--json'])).stdout);
    expect(proved.promises[0].criteria[0]).toMatchObject({ standing: 'proved' });
  });
});
