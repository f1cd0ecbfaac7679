import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { metCriterion, promiseFile, validatorResponse } from '../../rig/values/promises.ts';
import { createProject } from '../../rig/worlds/project.ts';

it('validators that store at once lose no answer, and a FAIL among them governs', async () => {
  const project = createProject();
  const parts = { acceptance_criteria: [metCriterion('AC-1')] };
  project.write(
    'promises/promise-0000aaaa.json',
    promiseFile('promise-0000aaaa', 'session-a', parts),
  );
  const names = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'];
  const outcomes = await Promise.all(
    names.map((name) => {
      const response = JSON.stringify(validatorResponse(name === 'cyd' ? 'FAIL' : 'PASS'));
      const at = ['--promise', 'promise-0000aaaa', '--ac-id', 'AC-1'];
      return project.run('cs-store-validation', [
        ...at,
        '--response',
        response,
        '--validator',
        name,
      ]);
    }),
  );
  expect(outcomes.map(({ stderr }) => stderr).filter((text) => text.startsWith('Error'))).toEqual(
    [],
  );
  expect(outcomes.map(({ code }) => code)).toEqual(names.map(() => 0));
  const folder = join(project.state, 'validations', 'promise-0000aaaa');
  const log = readFileSync(join(folder, 'AC-1-answers.jsonl'), 'utf8').trim().split('\n');
  const by = log.map((line) => JSON.parse(line)._metadata.stored_by).sort();
  expect(by).toEqual(names);
  const verify = await project.run('cs-verify', ['--promise', 'promise-0000aaaa'], {
    env: { CLAUDE_SESSION_ID: 'session-a' },
  });
  expect(verify.code).toBe(1);
  expect(verify.stderr).toContain('AC-1');
});
