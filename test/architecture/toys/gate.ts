import { expect } from 'vitest';
import { createProject } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

const MODULE = `import { failed, success } from '../../base/result.ts';
import { titleOf } from '../../promise/promise.ts';
import type { Gate } from '../gate.ts';

/** What is called a draft is not closed. */
export const noDraft: Gate = ({ id, promise }) =>
  titleOf(promise).startsWith('Draft')
    ? failed({ kind: 'wrong-status', id, status: 'a draft', attempted: 'be closed' })
    : success({});
`;

export const gate: Toy = {
  title: 'a gate of a close is one module and its row in one file',
  modules: { 'src/domain/closing/gates/no-draft.ts': MODULE },
  table: 'src/domain/closing/gates.ts',
  rows: [
    { behind: 'import', line: "import { noDraft } from './gates/no-draft.ts';" },
    { behind: 'const GATES', line: "  { name: 'no-draft', gate: noDraft }," },
  ],
  async works(copy) {
    const project = createProject();
    const met = async (title: string): Promise<string> => {
      const made = await copy.run(project, 'cs', ['do', title, '--ac', 'It works']);
      const [id = ''] = /promise-[0-9a-f]{8}/.exec(made.stdout) ?? [];
      await copy.run(project, 'cs', ['meet', id, 'AC-1', '--evidence', 'It opens']);
      return id;
    };
    const verify = (id: string, ...options: readonly string[]) =>
      copy.run(project, 'cs-verify', ['--promise', id, ...options]);
    const draft = await met('Draft of a thing');
    const refused = await verify(draft, '--skip-validation-check');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('a draft');
    // What stands in the way of a judge is asked of the same list.
    const { stdout } = await verify(draft, '--judge', '--dry-run');
    expect(stdout).toContain('a draft');
    const done = await met('A thing');
    expect(await verify(done, '--skip-validation-check')).toMatchObject({ code: 0 });
  },
};
