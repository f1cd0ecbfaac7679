import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { metCriterion, promiseFile, validatorResponse } from '../../rig/values/promises.ts';
import { createProject, outcomeOf, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';

it('an answer that is stored while a verification waits its turn counts', async () => {
  const project = createProject();
  const parts = { acceptance_criteria: [metCriterion('AC-1')] };
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
  const answer = `validations/${ID}/AC-1-validation.json`;
  project.write(answer, validatorResponse('PASS'));

  // Somebody holds the queue, and lives: the lock goes on being touched.
  const lock = join(project.state, '.commits', `${ID}.lock`);
  mkdirSync(lock, { recursive: true });
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 100);
  const verification = outcomeOf(project.start('cs-verify', ['--promise', ID]));
  // The other command takes longer than the first needs to come to the queue; where it does not,
  // the answer is there from the start and the outcome is the same.
  const response = JSON.stringify(validatorResponse('FAIL', { reasoning: 'it broke meanwhile' }));
  const target = ['--promise', ID, '--ac-id', 'AC-1', '--response', response];
  const storing = outcomeOf(project.start('cs-store-validation', target));
  // The answer itself is stored without a turn; that it is noted with the promise waits for one.
  await vi.waitFor(() => expect(project.read(answer)).toMatchObject({ verdict: 'FAIL' }), 120_000);
  clearInterval(heartbeat);
  rmSync(lock, { recursive: true });

  const { code, stderr } = await verification;
  expect([(await storing).code, code]).toEqual([0, 1]);
  expect(stderr).toContain('Gate 2 BLOCKED');
  expect(stderr).toContain('it broke meanwhile');
});
