import { metCriterion } from '../values/promises.ts';
import { createGitProject, type GitProject } from './git-project.ts';
import { ID, type JudgedProject, judgedProject } from './judged-project.ts';

/** The tests as they were when the promise was made. */
const TESTS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds', () => {
  assert.equal(add(1, 2), 3);
});

test('adds nothing', () => {
  assert.equal(add(1, 0), 1);
});
`;

const FILES = {
  'package.json': '{ "type": "module" }\n',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': TESTS,
};

/** A project that only Gate 3 keeps from being verified, in a repository with tests that can be weakened. */
export interface WeakenedProject extends JudgedProject {
  readonly repository: GitProject;
  /** Has a test not run any more. */
  skip(name: 'adds' | 'adds nothing'): void;
  /** The names of the findings, as `cs-status` gives them. */
  findings(): Promise<readonly string[]>;
}

/** Makes such a project, with one test skipped. `tampering`: the setting, where the project has it. */
export async function weakenedProject(tampering?: 'warn' | 'block'): Promise<WeakenedProject> {
  const repository = createGitProject(FILES);
  const base_commit = repository.git('rev-parse', 'HEAD').trim();
  const judged = await judgedProject([metCriterion('AC-1')], { base_commit }, repository);
  if (tampering !== undefined) judged.configure({ gates: { tampering } });
  let tests = TESTS;
  const skip = (name: string): void => {
    tests = tests.replace(`test('${name}'`, `test.skip('${name}'`);
    repository.put('test/add.test.js', tests);
  };
  skip('adds');
  return {
    ...judged,
    repository,
    skip,
    async findings() {
      const { stdout } = await repository.run('cs-status', ['--json']);
      const { tampering: looks } = JSON.parse(stdout);
      const mine = looks.find(({ id }: { readonly id: string }) => id === ID);
      return mine.findings.map(({ digest }: { readonly digest: string }) => digest);
    },
  };
}

/** `cs accept` in such a project, as another session unless told otherwise. */
export function accept(
  { project }: Pick<JudgedProject, 'project'>,
  digests: readonly string[],
  session: string | undefined = 'session-of-another',
  args: readonly string[] = ['--because', 'the rule was dropped'],
) {
  return project.run('cs', ['accept', ...digests, ...args], {
    env: { CLAUDE_SESSION_ID: session },
  });
}
