import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validatorResponse } from '../../rig/values/promises.ts';
import type { Project } from '../../rig/worlds/project.ts';
import { answerOf, check, keptAnswers } from '../../rig/worlds/proving.ts';
import { answer, ID, metProject, verify } from '../../rig/worlds/validated-project.ts';

const LOG = `validations/${ID}/AC-1-answers.jsonl`;
const FILE = `validations/${ID}/AC-1-validation.json`;

describe('an answer that another program filed', () => {
  it.each(['PASS', 'PARTIAL'])(
    'yields to a later one, whoever gives it: FAIL, then %s',
    async (verdict) => {
      const project = metProject();
      project.write(FILE, validatorResponse('FAIL'));
      expect(await verify(project)).toMatchObject({ code: 1 });
      await answer(project, 'tester', validatorResponse(verdict));
      expect(await verify(project)).toMatchObject({ code: 0 });
    },
  );

  it('is kept with the others', async () => {
    const project = metProject();
    project.write(FILE, validatorResponse('FAIL', { reasoning: 'of a script' }));
    await answer(project, 'tester', validatorResponse('PASS'));
    expect(keptAnswers(project, ID)).toMatchObject([
      { verdict: 'FAIL', reasoning: 'of a script' },
      { verdict: 'PASS' },
    ]);
  });

  it('over a PASS of the suite counts: the last one governs', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('PASS'));
    project.write(FILE, validatorResponse('FAIL'));
    expect(await verify(project)).toMatchObject({ code: 1 });
  });

  it.each([
    ['a PASS filed over it', (project: Project) => project.write(FILE, validatorResponse('PASS'))],
    ['its file removed', (project: Project) => writeFileSync(join(project.state, FILE), '{}')],
  ])('does not lift a validator’s FAIL: %s', async (_what, change) => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('FAIL', { reasoning: 'It is slow' }));
    change(project);
    const { code, stderr } = await verify(project);
    expect(code).toBe(1);
    expect(stderr).toContain('It is slow');
  });
});

describe('the file of kept answers', () => {
  const TORN = JSON.stringify(validatorResponse('FAIL'));

  it.each([1, 2, 10, TORN.indexOf('}') + 1, TORN.indexOf(']') + 1, TORN.length - 1])(
    'with a last line that breaks off after %i characters tells nothing of it',
    async (length) => {
      const project = metProject();
      await answer(project, 'tester', validatorResponse('PASS'));
      appendFileSync(join(project.state, LOG), TORN.slice(0, length));
      expect(await verify(project)).toMatchObject({ code: 0 });
    },
  );

  it('goes on behind a line that breaks off', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('PASS'));
    appendFileSync(join(project.state, LOG), TORN.slice(0, 20));
    await answer(project, 'other', validatorResponse('FAIL'));
    await answer(project, 'other', validatorResponse('PASS'));
    expect(await verify(project)).toMatchObject({ code: 0 });
  });

  it.each(['{"verdict": FAIL}', 'not JSON at all}', '[]}', '{"a":1}}'])(
    'with a whole line that is no answer keeps Gate 2 shut: %s',
    async (line) => {
      const project = metProject();
      await answer(project, 'tester', validatorResponse('PASS'));
      appendFileSync(join(project.state, LOG), `${line}\n`);
      const { code, stderr } = await verify(project);
      expect(code).toBe(1);
      expect(stderr).toContain('line 2 is not an answer');
      expect((await project.run('cs', ['doctor'])).stdout).toContain('AC-1-answers.jsonl');
    },
  );
});

describe('the other shape of answers', () => {
  const shape = (success: boolean, parts: object = {}) => ({
    task_id: 't',
    mode: 'e2e',
    success,
    validation_levels: { unit: { passed: true }, e2e: { passed: success, details: 'login page' } },
    ...parts,
  });

  it.each([
    [shape(true), 'PASS'],
    [shape(false), 'FAIL'],
    [shape(true, { validation_levels: [{ level: 1, status: 'pass' }] }), 'PASS'],
    [shape(true, { timestamp: '2026-02-17T10:30:00Z', extra: [1] }), 'PASS'],
  ])('is taken: %j', async (response, verdict) => {
    const project = metProject();
    expect(await answer(project, 'tester', response)).toMatchObject({ code: 0 });
    expect(answerOf(project, ID)).toMatchObject({ ...response, verdict });
    expect(answerOf(project, ID)).toHaveProperty('timestamp');
    expect(await verify(project)).toMatchObject({ code: verdict === 'PASS' ? 0 : 1 });
  });

  it('has its levels for results', async () => {
    const project = metProject();
    const { stdout } = await answer(project, 'tester', shape(false));
    expect(stdout).toContain('Criteria: 1/2 passed');
    expect(stdout).toContain('- e2e: login page');
  });

  it.each([
    ['task_id', { task_id: undefined }],
    ['mode', { mode: undefined }],
    ['validation_levels', { validation_levels: undefined }],
    ['mode, validation_levels', { mode: '', validation_levels: null }],
  ])('is refused where it lacks %s', async (fields, parts) => {
    const project = metProject();
    const { code, stderr } = await answer(project, 'tester', shape(true, parts));
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: Response JSON missing required fields: ${fields}`);
    expect(project.list('validations')).toEqual([]);
  });

  it('does not count where it names a verdict that is none', async () => {
    const project = metProject();
    const { code, stderr } = await answer(project, 'tester', shape(true, { verdict: 'GREAT' }));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: /);
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});
