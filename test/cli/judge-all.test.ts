import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile } from '../rig/values/promises.ts';
import { costLinesOf, writeValidated } from '../rig/worlds/judged-project.ts';
import {
  type ApiRequest,
  type Behaviour,
  failOnly,
  type MessagesApi,
  passEverything,
  reply,
  startMessagesApi,
} from '../rig/worlds/messages-api.ts';
import { createProject, type Outcome, outcomeOf, type Project } from '../rig/worlds/project.ts';

const IDS = ['promise-0000000a', 'promise-0000000b', 'promise-0000000c'];
const [A = '', B = '', C = ''] = IDS;

interface World {
  readonly project: Project;
  readonly api: MessagesApi;
  run(...args: readonly string[]): Promise<Outcome>;
  all(...args: readonly string[]): Promise<Outcome>;
}

/** A project with three promises that only a judge keeps from being verified. */
async function world(): Promise<World> {
  const project = createProject();
  const api = await startMessagesApi();
  for (const id of IDS) {
    const title = `Title of ${id}`;
    writeValidated(project, id, [metCriterion('AC-1'), metCriterion('AC-2')], { title });
  }
  const run = (...args: readonly string[]): Promise<Outcome> =>
    project.run('cs-verify', args, { env: api.env });
  return { project, api, run, all: (...args) => run('--judge', '--all', ...args) };
}

/** Answers each request by the promise that it is about: promises are judged in no order. */
const byPromise =
  (failing: string): Behaviour =>
  (request, response) =>
    reply(request.text.includes(failing) ? failOnly('AC-2') : passEverything)(request, response);

const rowsOf = ({ stdout }: Outcome): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    stdout
      .split('\n')
      .map((line) => line.split(/ {2,}/))
      .filter(([id = '']) => IDS.includes(id))
      .map(([id = '', ...cells]) => [id, cells.slice(1, 3)]),
  );

describe('cs-verify --judge --all', () => {
  it('closes every promise that the judge passes, and says what came of each', async () => {
    const { all, api, project } = await world();
    const outcome = await all();
    expect(outcome.code).toBe(0);
    expect(rowsOf(outcome)).toEqual({
      [A]: ['PASS, verified', '-'],
      [B]: ['PASS, verified', '-'],
      [C]: ['PASS, verified', '-'],
    });
    expect(outcome.stdout).toContain(
      '3 promises: 3 PASS, 0 FAIL, 0 unjudged, 0 blocked before the judge; 3 verified, 0 recorded;',
    );
    expect(api.requests).toHaveLength(3);
    expect(IDS.every((id) => project.exists(`history/${id}.json`))).toBe(true);
  });

  it('says once what it has to say of every promise', async () => {
    const { all } = await world();
    const { stderr } = await all('--model', 'oddmodel');
    expect(stderr.match(/oddmodel is used as a model id/g)).toHaveLength(1);
    expect(stderr).toMatch(/^Warning: oddmodel is used/m);
  });

  it('ends with 1 where one fails, and closes the others', async () => {
    const { all, api, project } = await world();
    api.answer(byPromise(B));
    const outcome = await all();
    expect(outcome.code).toBe(1);
    expect(rowsOf(outcome)).toMatchObject({ [A]: ['PASS, verified', '-'], [B]: ['FAIL', 'AC-2'] });
    expect(project.exists(`promises/${B}.json`)).toBe(true);
    expect(project.exists(`history/${C}.json`)).toBe(true);
  });

  it('asks nothing of a promise that is shut at a cheaper gate, and says which', async () => {
    const { all, api, project } = await world();
    writeValidated(project, A, [metCriterion('AC-1', { status: 'pending' })]);
    writeValidated(project, B, [metCriterion('AC-1')]);
    rmSync(join(project.state, 'validations', B), { recursive: true });
    const outcome = await all();
    expect(outcome.code).toBe(1);
    expect(rowsOf(outcome)).toEqual({
      [A]: ['blocked: Gate 1', 'AC-1'],
      [B]: ['blocked: Gate 2', '-'],
      [C]: ['PASS, verified', '-'],
    });
    expect(api.requests).toHaveLength(1);
    expect(costLinesOf(project)).toHaveLength(1);
  });

  it('says as data what --judge says of one, and the totals', async () => {
    const { all, api, project } = await world();
    api.answer(byPromise(B));
    writeValidated(project, A, [metCriterion('AC-1', { status: 'pending' })]);
    const { stdout } = await all('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      results: [
        { id: A, became: 'open', blocked_by: 'gate-1', verdict: 'FAIL', cost_usd: 0 },
        { id: B, became: 'open', failure: 'judge-rejected', status: 'success', verdict: 'FAIL' },
        { id: C, became: 'verified', failure: null, verdict: 'PASS', own: true },
      ],
      totals: { promises: 3, passed: 1, failed: 1, not_asked: 1, unjudged: 0, verified: 1 },
    });
  });

  it('an outage is no FAIL', async () => {
    const { all } = await world();
    const outcome = await all('--json', '--backend', 'api', '--model', 'sonnet');
    expect(outcome.code).toBe(0);
    const project = createProject();
    writeValidated(project, A, [metCriterion('AC-1')]);
    const env = { ANTHROPIC_API_KEY: undefined };
    const unjudged = await project.run('cs-verify', ['--judge', '--all', '--json'], { env });
    expect(unjudged.code).toBe(0);
    expect(JSON.parse(unjudged.stdout).totals).toMatchObject({ unjudged: 1, failed: 0 });
  });

  it('judges no other than its own with --mine', async () => {
    const { all, api, project } = await world();
    const parts = { acceptance_criteria: [metCriterion('AC-1')] };
    project.write(`promises/${B}.json`, promiseFile(B, 'session-of-another', parts));
    const outcome = await all('--mine', '--json');
    const ids = JSON.parse(outcome.stdout).results.map(({ id }: { readonly id: string }) => id);
    expect({ code: outcome.code, ids, asked: api.requests.length }).toEqual({
      code: 0,
      ids: [A, C],
      asked: 2,
    });
  });

  it("judges another session's promise too, and leaves it to its owner", async () => {
    const { all, project } = await world();
    const parts = { acceptance_criteria: [metCriterion('AC-1')] };
    project.write(`promises/${B}.json`, promiseFile(B, 'session-of-another', parts));
    const outcome = await all();
    expect(outcome.code).toBe(0);
    expect(rowsOf(outcome)).toMatchObject({
      [A]: ['PASS, verified', '-'],
      [B]: ['PASS, recorded', '-'],
    });
    expect(project.read(`promises/${B}.json`)).toMatchObject({ judgments: [{ verdict: 'PASS' }] });
  });

  it('asks about no more promises at once than it may', async () => {
    const { all, api } = await world();
    const open = new Set<ApiRequest>();
    let most = 0;
    api.answer((request, response) => {
      open.add(request);
      most = Math.max(most, open.size);
      response.on('finish', () => open.delete(request));
      setImmediate(() => reply(passEverything)(request, response));
    });
    expect((await all('--at-once', '1')).code).toBe(0);
    expect(most).toBe(1);
  });

  it('asks about several at once', async () => {
    const { all, api } = await world();
    const held: (() => void)[] = [];
    // None is answered before all have asked.
    api.answer((request, response) => {
      held.push(() => reply(passEverything)(request, response));
      if (held.length === 3) for (const answer of held) answer();
    });
    expect((await all('--at-once', '3')).code).toBe(0);
  });

  it('one limit holds for all of them together, and what is held back for others is waited for', async () => {
    const dry = await world();
    const { totals } = JSON.parse((await dry.all('--dry-run', '--json')).stdout);
    const each = totals.highest_usd / 3;
    const waits = await world();
    // One call can be held back at a time; what they cost in the end is far less.
    const patient = await waits.all('--max-usd', String(each * 1.9));
    expect({ code: patient.code, asked: waits.api.requests.length }).toEqual({ code: 0, asked: 3 });
    const short = await world();
    const outcome = await short.all('--max-usd', String(each * 1.02));
    expect(outcome.code).toBe(1);
    expect(short.api.requests.length).toBeLessThan(3);
    expect(Object.values(rowsOf(outcome)).flat()).toContain('spending limit');
  });

  it('an interrupt calls off what is under way; what was decided stands', async () => {
    const { api, project } = await world();
    const args = ['--judge', '--all', '--at-once', '1', '--json'];
    const running = project.start('cs-verify', args, { env: api.env });
    api.answer(reply(passEverything), () => void running.kill('SIGINT'));
    const { code, stdout } = await outcomeOf(running);
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [
        { id: A, became: 'verified', verdict: 'PASS' },
        { id: B, became: 'open', failure: 'interrupted' },
        { id: C, became: 'open', failure: 'interrupted' },
      ],
    });
    expect(project.exists(`history/${A}.json`)).toBe(true);
  });

  it('says what it would cost, needs no session for it and sends nothing', async () => {
    const { api, project } = await world();
    writeValidated(project, A, [metCriterion('AC-1', { status: 'pending' })]);
    const { code, stdout } = await project.run('cs-verify', ['--judge', '--all', '--dry-run'], {
      env: { CLAUDE_SESSION_ID: undefined },
    });
    expect({ code, asked: api.requests.length }).toEqual({ code: 0, asked: 0 });
    expect(stdout).toMatch(/promise-0000000a .* 0 +0 +\$0\.00 +\$0\.00 +Gate 1: AC-1/);
    expect(stdout).toMatch(/promise-0000000b .* 2 +1 +\$0\.\d+ +\$0\.\d+ +-/);
    expect(stdout).toMatch(/3 promises: about \$0\.\d+, at most \$0\.\d+/);
  });

  it('where there is no promise', async () => {
    const { code, stdout } = await createProject().run('cs-verify', ['--judge', '--all']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No open promises.\n' });
  });

  it('names a promise that cannot be read', async () => {
    const { all, project } = await world();
    project.write(`promises/${B}.json`, '{');
    const { code, stderr } = await all();
    expect(code).toBe(1);
    expect(stderr).toContain(`${B}.json`);
  });

  it.each<[string, readonly string[], string]>([
    ['no judge', ['--all'], '--all goes with --judge'],
    [
      'a promise',
      ['--judge', '--all', '--promise', A],
      '--all and --promise cannot be given together',
    ],
    ['a proof', ['--judge', '--all', '--proof', 'x'], '--all and --proof cannot be given together'],
    [
      'a task',
      ['--judge', '--all', '--task-id', 'x'],
      '--all and --task-id cannot be given together',
    ],
    [
      'none at once',
      ['--judge', '--all', '--at-once', '0'],
      '--at-once takes a number from 1 to 8',
    ],
    [
      'nine at once',
      ['--judge', '--all', '--at-once', '9'],
      '--at-once takes a number from 1 to 8',
    ],
    ['--mine alone', ['--judge', '--promise', A, '--mine'], '--mine goes with --all'],
  ])('refuses %s', async (_what, args, says) => {
    const { code, stderr } = await createProject().run('cs-verify', args);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
  });
});
