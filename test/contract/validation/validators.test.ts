import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validatorResponse } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { answerOf, eventsOf, keptAnswers, prove, startWith } from '../../rig/worlds/proving.ts';
import { answer, ID, metProject, verify } from '../../rig/worlds/validated-project.ts';

describe('every answer is kept', () => {
  it('with who stored it, when, and the evidence that it is about', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('FAIL', { of_its_own: [1] }));
    await answer(project, 'session', validatorResponse('PARTIAL'));
    await answer(project, 'nobody', validatorResponse('PASS'));
    const about = {
      promise_id: ID,
      ac_id: 'AC-1',
      evidence_digest: expect.stringMatching(/^\w+$/),
    };
    expect(keptAnswers(project, ID)).toMatchObject([
      {
        verdict: 'FAIL',
        of_its_own: [1],
        _metadata: { ...about, stored_by: 'tester', session_id: SESSION },
      },
      { verdict: 'PARTIAL', _metadata: { ...about, stored_by: SESSION } },
      { verdict: 'PASS', _metadata: { ...about, stored_by: 'anonymous', session_id: null } },
    ]);
  });

  it('however many are stored at once', async () => {
    const project = metProject();
    const names = Array.from({ length: 8 }, (_name, index) => `validator-${index}`);
    const stored = names.map((name) => answer(project, name, validatorResponse('PASS')));
    for (const { code } of await Promise.all(stored)) expect(code).toBe(0);
    const kept = keptAnswers(project, ID).map((one) => JSON.stringify(one));
    for (const name of names)
      expect(kept.filter((one) => one.includes(`"${name}"`))).toHaveLength(1);
    expect(await verify(project)).toMatchObject({ code: 0 });
  });

  it('is said as data, with who stored it and what governs now', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('FAIL'));
    const response = JSON.stringify(validatorResponse('PASS'));
    const words = ['--promise', ID, '--ac-id', 'AC-1', '--json', '--response', response];
    const { stdout } = await project.run('cs-store-validation', words);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'PASS',
      stored_by: SESSION,
      governing: 'FAIL',
    });
  });

  it('and recorded in the event log', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('FAIL'));
    expect(eventsOf(project)).toMatchObject([
      { event: 'validation.stored', ac_id: 'AC-1', verdict: 'FAIL', stored_by: 'tester' },
      { event: 'criterion.answered', ac_id: 'AC-1', verdict: 'FAIL', by: 'tester' },
    ]);
  });

  it('says so where the evidence was replaced after the answer', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('PASS'));
    await project.run('cs', ['meet', ID, '--ac-id', 'AC-1', '--evidence', 'other words']);
    const { code, stderr } = await verify(project);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "the validator's answer for AC-1 refers to evidence that has since been replaced",
    );
  });
});

describe('a FAIL yields only to a later answer of its own validator', () => {
  it.each<[answers: readonly (readonly [by: string, verdict: string])[], governing: string]>([
    [
      [
        ['a', 'FAIL'],
        ['b', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['a', 'FAIL'],
        ['session', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['a', 'FAIL'],
        ['nobody', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['session', 'FAIL'],
        ['a', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['nobody', 'FAIL'],
        ['session', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['a', 'PASS'],
        ['b', 'FAIL'],
        ['a', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['a', 'FAIL'],
        ['b', 'FAIL'],
        ['a', 'PASS'],
      ],
      'FAIL',
    ],
    [
      [
        ['a', 'PASS'],
        ['a', 'FAIL'],
      ],
      'FAIL',
    ],
    [
      [
        ['a', 'FAIL'],
        ['a', 'PASS'],
      ],
      'PASS',
    ],
    [
      [
        ['a', 'FAIL'],
        ['b', 'PASS'],
        ['a', 'PASS'],
      ],
      'PASS',
    ],
    [
      [
        ['a', 'FAIL'],
        ['a', 'PARTIAL'],
        ['b', 'PASS'],
      ],
      'PASS',
    ],
    [
      [
        ['session', 'FAIL'],
        ['session', 'PASS'],
      ],
      'PASS',
    ],
    [
      [
        ['nobody', 'FAIL'],
        ['nobody', 'PASS'],
      ],
      'PASS',
    ],
    [
      [
        ['a', 'BLOCKED'],
        ['b', 'PASS'],
      ],
      'PASS',
    ],
    [
      [
        ['a', 'PASS'],
        ['b', 'BLOCKED'],
      ],
      'BLOCKED',
    ],
  ])('%j: %s', async (answers, governing) => {
    const project = metProject();
    for (const [by, verdict] of answers) await answer(project, by, validatorResponse(verdict));
    expect(answerOf(project, ID)).toMatchObject({ verdict: governing });
    expect(await verify(project)).toMatchObject({ code: governing === 'PASS' ? 0 : 1 });
  });

  it('whoever stores a PASS beside it is told', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('FAIL'));
    const { code, stderr } = await answer(project, 'other', validatorResponse('PASS'));
    expect(code).toBe(0);
    expect(stderr).toContain('Warning: a FAIL stored by tester still applies');
  });

  it('and so is whoever verifies', async () => {
    const project = metProject();
    await answer(project, 'tester', validatorResponse('FAIL', { reasoning: 'It is slow' }));
    await answer(project, 'other', validatorResponse('PASS'));
    const { code, stderr } = await verify(project);
    expect(code).toBe(1);
    expect(stderr).toContain('It is slow');
    expect(stderr).toContain('By tester: cleared only by a later answer from the same validator');
  });

  it('that of cs prove is its own, which nobody can give in its name', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=test -f ok');
    await prove(project, id);
    for (const by of ['cs prove', ' cs prove ']) {
      const { code, stderr } = await answer(project, by, validatorResponse('PASS'), id);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Error: --validator: "cs prove" is reserved/);
    }
    await answer(project, 'tester', validatorResponse('PASS'), id);
    expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL' });
    writeFileSync(join(project.folder, 'ok'), '');
    await prove(project, id);
    expect(answerOf(project, id)).toMatchObject({ verdict: 'PASS' });
  });

  it('cs prove lifts nobody else’s', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    await answer(project, 'tester', validatorResponse('FAIL'), id);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(await verify(project, id)).toMatchObject({ code: 1 });
    await answer(project, 'tester', validatorResponse('PASS'), id);
    expect(await verify(project, id)).toMatchObject({ code: 0 });
  });

  it.each(['', '  '])('a validator has a name: %j has none', async (name) => {
    const project = metProject();
    const { code, stderr } = await answer(project, name, validatorResponse('PASS'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: --validator is empty/)]);
    expect(project.list('validations')).toEqual([]);
  });
});
