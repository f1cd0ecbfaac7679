import { metCriterion } from '../values/promises.ts';
import { createGitProject, type GitProject } from './git-project.ts';
import { ID, type JudgedProject, judgedProject } from './judged-project.ts';

/** What stands in the project's tests and must not leave the machine. */
export const SECRET_IN_TEST = 'ghp_0123456789abcdefABCDEF0123';

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

/** More tests than a judge is shown findings of. */
const MANY = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

${Array.from({ length: 25 }, (_, index) => `test('adds ${index}', () => {\n  assert.equal(add(${index}, 1), ${index + 1});\n});\n`).join('\n')}`;

/** A test whose weakening shows a secret, and more than a judge is shown of one. */
const LONG = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds texts', () => {
  assert.equal(add('${SECRET_IN_TEST}', 'b'), '${'long '.repeat(80)}');
});
`;

const FILES = {
  'test/many.test.js': MANY,
  'test/long.test.js': LONG,
  'package.json': '{ "type": "module" }\n',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': TESTS,
};

/** A project that only Gate 3 keeps from being verified, in a repository with tests that can be weakened. */
export interface WeakenedProject extends JudgedProject {
  readonly repository: GitProject;
  /** Has a test not run any more. */
  skip(name: 'adds' | 'adds nothing'): void;
  /** Has all of 25 further tests not run any more, and nothing else. */
  skipMany(): void;
  /** Has the one test whose text is long and holds a secret assert next to nothing, and nothing else. */
  weakenLong(): void;
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
    skipMany() {
      repository.put('test/add.test.js', TESTS);
      repository.put('test/many.test.js', MANY.replaceAll("test('", "test.skip('"));
    },
    weakenLong() {
      repository.put('test/add.test.js', TESTS);
      repository.put('test/long.test.js', LONG.replace(/equal\((.*), '.*'\)/, 'ok($1)'));
    },
    async findings() {
      const { stdout } = await repository.run('cs-status', ['--json']);
      const { tampering: looks } = JSON.parse(stdout);
      const mine = looks.find(({ id }: { readonly id: string }) => id === ID);
      return mine.findings.map(({ digest }: { readonly digest: string }) => digest);
    },
  };
}

/** `cs promise accept` in such a project, as another session unless told otherwise. */
export function accept(
  { project }: Pick<JudgedProject, 'project'>,
  digests: readonly string[],
  session: string | undefined = 'session-of-another',
  args: readonly string[] = ['--because', 'the rule was dropped'],
) {
  return project.run('cs', ['promise', 'accept', ...digests, ...args], {
    env: { CLAUDE_SESSION_ID: session },
  });
}
