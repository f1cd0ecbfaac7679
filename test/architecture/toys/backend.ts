import { expect } from 'vitest';
import { metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

const ID = 'promise-0000aaaa';

/** A backend as a contributor would write it: it fails whatever it is asked about. */
const TOY = `import { NO_TOKENS } from '../domain/judging/model.ts';
import type { Backend } from './backend.ts';

export const toyBackend: Backend = {
  name: 'toy',
  advice: null,
  causeOfLack: 'no-program',
  find: () => ({
    backend: 'toy',
    isModel: true,
    paidBy: 'free',
    lacks: undefined,
    commandFor: () => null,
    open: () => ({
      ask: async ({ criteria }) => ({
        answered: true,
        text: JSON.stringify({
          criteria_judgments: (criteria ?? []).map(({ id }) => ({ ac_id: id, judgment: 'FAIL', reasoning: 'A toy says no.' })),
        }),
        usage: NO_TOKENS,
        isUsageKnown: true,
        requestId: null,
        endpoint: 'toy',
      }),
    }),
  }),
};
`;

export const backend: Toy = {
  title: 'a backend is one module and one line of the table, and can be chosen then',
  modules: { 'src/judge/toy.ts': TOY },
  table: 'src/judge/backends.ts',
  rows: [
    { behind: 'import {', line: "import { toyBackend } from './toy.ts';" },
    { behind: 'const BACKENDS', line: '  toyBackend,' },
  ],
  async works(copy) {
    const project = createProject();
    const promise = promiseFile(ID, SESSION, { acceptance_criteria: [metCriterion('AC-1')] });
    project.write(`promises/${ID}.json`, promise);
    const args = ['--judge', '--promise', ID, '--backend', 'toy', '--json'];
    const run = await copy.run(project, 'cs-verify', [...args, '--skip-validation-check']);
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: 'FAIL', backend: 'toy' });
    expect(run.code).toBe(1);
  },
};
