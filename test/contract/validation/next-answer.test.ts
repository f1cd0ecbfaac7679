import { describe, expect, it } from 'vitest';
import { promiseFile, validatorResponse } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const MET = {
  acceptance_criteria: [{ id: 'AC-1', description: 'It works', status: 'met', evidence: 'seen' }],
};

/** What governs the only criterion of a met promise, the project's settings, and what comes next. */
const CASES: readonly (readonly [
  what: string,
  answer: unknown,
  settings: unknown,
  next: string,
])[] = [
  ['no answer', undefined, {}, `cs promise validate ${ID} AC-1`],
  ['an answer that passes', validatorResponse('PASS'), {}, `cs verify ${ID}`],
  [
    'no answer where none is asked for',
    undefined,
    { gates: { validation: 'off' } },
    `cs verify ${ID}`,
  ],
];

describe('the next command of a promise that is met', () => {
  it.each(CASES)('%s', async (_what, answer, settings, next) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, MET));
    project.write('../completion-promise.json', settings);
    if (answer !== undefined) {
      project.write(`validations/${ID}/AC-1-validation.json`, answer);
    }
    const { stdout } = await project.run('cs', ['status']);
    expect(stdout).toContain(`Next: ${next}`);
  });
});
