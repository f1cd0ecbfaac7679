import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { personWaiver } from '../../rig/worlds/person-acts.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import {
  answerOf,
  check,
  createWith,
  criterionOf,
  eventsOf,
  keptAnswers,
  promiseOf,
  prove,
  startWith,
} from '../../rig/worlds/proving.ts';

const ID = 'promise-0000aaaa';
const FILES = { 'src/app.js': 'export const answer = 42;\n', 'data.json': '{"a": 1}\n' };
const BOTH = ['--ac', 'Tests pass', '--ac', 'The data is there'];
const CHECKS = ['--command', 'AC-1=echo 42 passed', '--file', 'AC-2=data.json'];

describe('cs prove, where every check passes', () => {
  it('says of each criterion that it is proved and how, and what is next', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain('[PROVED] AC-1: Tests pass');
    expect(stdout).toMatch(/^ {4}ok echo 42 passed: exit code 0 in \d/m);
    expect(stdout).toContain('[PROVED] AC-2: The data is there');
    expect(stdout).toMatch(/^ {4}ok data\.json: 9 bytes$/m);
    expect(stdout).toContain('Progress: 2/2 criteria met');
    expect(stdout).toContain(`Next: cs verify ${id}`);
  });

  it('meets the criteria, the last words of the output being the evidence', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    await prove(project, id);
    expect(criterionOf(project, id)).toMatchObject({
      status: 'met',
      evidence_type: 'test',
      met_by: SESSION,
      evidence: expect.stringMatching(/^command: echo 42 passed\n[\s\S]*\n42 passed$/),
    });
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ status: 'met' });
  });

  it('keeps the proof: what ran, how it ended, and the tree that it holds for', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    await prove(project, id);
    expect(criterionOf(project, id).proof).toMatchObject({
      source: 'checks',
      argv: ['/bin/sh', '-c', 'echo 42 passed'],
      exit_code: 0,
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      duration_ms: expect.any(Number),
      output_tail: '42 passed\n',
      output_sha256: createHash('sha256').update('42 passed\n').digest('hex'),
      tree: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const files = criterionOf(project, id, 'AC-2').proof;
    expect(files).toMatchObject({ argv: null, exit_code: null, files: ['data.json'] });
  });

  it('answers for each criterion at Gate 2, as itself', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    await prove(project, id);
    expect(answerOf(project, id)).toMatchObject({
      verdict: 'PASS',
      confidence: 1,
      criteria_results: [
        { name: 'command_echo 42 passed', status: 'PASS', detail: expect.any(String) },
      ],
      _metadata: { stored_by: 'cs prove', session_id: SESSION, ac_id: 'AC-1' },
    });
    expect(keptAnswers(project, id, 'AC-2')).toHaveLength(1);
  });

  it('opens the check and the gates, and the record says that it was proved', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    expect(await check(project)).toMatchObject({ code: 2 });
    await prove(project, id);
    expect(await check(project)).toMatchObject({ code: 0 });
    const { code, stderr } = await project.run('cs-verify', ['--promise', id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(promiseOf(project, id)).toMatchObject({
      verification: { gates: { proofs: 'passed', validation: 'passed' } },
    });
  });

  it('records an event for each criterion', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    await prove(project, id);
    const proved = eventsOf(project).filter(({ event }) => event === 'criterion.proved');
    expect(proved).toMatchObject([
      { promise_id: id, ac_id: 'AC-1', source: 'checks', verdict: 'PASS', session_id: SESSION },
      { promise_id: id, ac_id: 'AC-2', source: 'checks', verdict: 'PASS', session_id: SESSION },
    ]);
  });

  it('says it as data', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, '--ac', 'It reads well', ...CHECKS);
    const { stdout } = await prove(project, id, ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      proved: true,
      criteria: [
        { ac_id: 'AC-1', verdict: 'PASS', confidence: 1, command: { exit_code: 0 } },
        { ac_id: 'AC-2', verdict: 'PASS', confidence: 1, command: null, not_bound: null },
      ],
      left: ['AC-3'],
      progress: '2/3',
    });
  });

  it('keeps the words in which a criterion was met before', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'Tests pass', '--command', 'AC-1=true');
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'in my words']);
    await prove(project, id);
    expect(criterionOf(project, id)).toMatchObject({ status: 'met', evidence: 'in my words' });
  });

  it('proves what is not started yet, and says to start it', async () => {
    const project = createGitProject(FILES);
    const id = await createWith(project, '--ac', 'a', '--command', 'AC-1=true');
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain(`Next: cs promise start ${id}`);
  });
});

describe('cs prove, where a check does not pass', () => {
  it('says which and why, and ends with 1; the criterion stays open', async () => {
    const project = createGitProject(FILES);
    const failing = ['--command', 'AC-1=echo 3 failed; exit 7', '--file', 'AC-2=data.json'];
    const id = await startWith(project, ...BOTH, ...failing);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('[FAILED] AC-1: Tests pass');
    expect(stdout).toMatch(/FAIL echo 3 failed; exit 7: exit code 7 in .*: 3 failed$/m);
    expect(stdout).toContain('[PROVED] AC-2');
    expect(stdout).toMatch(new RegExp(`^Next.*: cs prove ${id}$`, 'm'));
    expect(criterionOf(project, id)).toMatchObject({ status: 'pending', proof: null });
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ status: 'met' });
    expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL' });
  });

  it('a proof that was there is gone, and the check blocks', async () => {
    const project = createGitProject({ ...FILES, 'ok.txt': '' });
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=test -f ok.txt');
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    project.git('rm', '--quiet', 'ok.txt');
    expect(await prove(project, id)).toMatchObject({ code: 1 });
    expect(criterionOf(project, id)).toMatchObject({ status: 'met', proof: null });
    const { code, stderr } = await check(project);
    expect(code).toBe(2);
    expect(stderr).toContain('its checks have not passed');
    expect(stderr).toContain(`Next: cs prove ${id}`);
  });

  it('what cannot be looked at is skipped, which is not passed', async () => {
    const project = createGitProject(FILES);
    const checks = ['--command', 'AC-1=true', '--tool-results', 'AC-1=npm test'];
    const id = await startWith(project, '--ac', 'a', ...checks);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('[NOT PROVED] AC-1');
    expect(stdout).toContain('skipped tool call npm test: no transcript of this session');
    expect(answerOf(project, id)).toMatchObject({ verdict: 'BLOCKED', confidence: 0.5 });
    expect(criterionOf(project, id)).toMatchObject({ status: 'pending', proof: null });
  });
});

describe('what cs prove runs', () => {
  it('leaves criteria without checks to others, and says so', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, '--command', 'AC-1=true');
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain('No checks, left to other validators: AC-2');
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ status: 'pending' });
    expect(project.list(`validations/${id}`)).toEqual([
      'AC-1-answers.jsonl',
      'AC-1-validation.json',
    ]);
  });

  it('--ac-id: only the criteria that are named', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...BOTH, ...CHECKS);
    const { stdout } = await prove(project, id, ['--ac-id', 'AC-2']);
    expect(stdout).not.toContain('AC-1:');
    expect(criterionOf(project, id)).toMatchObject({ status: 'pending' });
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ status: 'met' });
  });

  it('a check that stands at several criteria runs once', async () => {
    const project = createGitProject({ ...FILES, '.gitignore': 'log\n' });
    const run = 'echo ran >> log; test "$(wc -l < log)" -eq 1';
    const twice = ['--command', `AC-1=${run}`, '--command', `AC-2=${run}`];
    const id = await startWith(project, ...BOTH, ...twice);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
  });

  it('never what a person waived', async () => {
    const project = createGitProject(FILES);
    const waived = personWaiver(project, ID, 'AC-1');
    const checks = [{ kind: 'command', run: 'exit 1' }];
    const parts = {
      acceptance_criteria: [
        criterion('AC-1', { checks, waived }),
        criterion('AC-2', { checks: [{ kind: 'file', path: 'data.json' }] }),
      ],
    };
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
    const { code, stdout } = await prove(project, ID);
    expect(code).toBe(0);
    expect(stdout).not.toContain('AC-1');
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});

describe('cs prove is refused', () => {
  const HAS_CHECKS = [criterion('AC-1', { checks: [{ kind: 'file', path: 'a' }] })];

  it.each([
    {
      what: 'for a promise that is not there',
      args: ['promise-00000000'],
      parts: {},
      says: 'Promise not found',
    },
    {
      what: 'for a criterion that is not there',
      args: [ID, '--ac-id', 'AC-9'],
      parts: { acceptance_criteria: HAS_CHECKS },
      says: 'Criterion not found: AC-9',
    },
    {
      what: 'where nothing can be run for what was named',
      args: [ID, '--ac-id', 'AC-1'],
      parts: { acceptance_criteria: [metCriterion('AC-1')] },
      says: `Promise ${ID} has no checks to run for AC-1`,
    },
    {
      what: 'to anybody but the owner',
      args: [ID],
      parts: { acceptance_criteria: HAS_CHECKS, ownership: { owned_by: 'somebody' } },
      says: "You don't own this promise. Current owner: somebody",
    },
    {
      what: 'with --jobs 0',
      args: [ID, '--jobs', '0'],
      parts: {},
      says: '--jobs takes a whole number',
    },
    {
      what: 'with --jobs many',
      args: [ID, '--jobs', 'many'],
      parts: {},
      says: '--jobs takes a whole number',
    },
    {
      what: 'with --control of no commit',
      args: [ID, '--control', 'nowhere'],
      parts: { acceptance_criteria: HAS_CHECKS },
      says: '--control: there is no commit nowhere',
    },
  ])('$what', async ({ args, parts, says }) => {
    const project = createGitProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
    const before = project.read(`promises/${ID}.json`);
    const { code, stderr, stdout } = await project.run('cs', ['prove', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(says);
    expect(project.read(`promises/${ID}.json`)).toEqual(before);
  });

  it('for a promise that has ended', async () => {
    const project = createProject();
    const parts = { status: 'cancelled', acceptance_criteria: HAS_CHECKS };
    project.write(`history/${ID}.json`, promiseFile(ID, SESSION, parts));
    const { code, stderr } = await prove(project, ID);
    expect(code).toBe(1);
    expect(stderr).toContain('cancelled: it cannot be proved');
  });
});
