import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

const CONTROL = ['--control', 'HEAD'];
const RUN = 'node --test test/add.test.js';

const testOf = (expected: number) => `const assert = require('node:assert');
const { test } = require('node:test');
const { add } = require('../add.js');

test('adds', () => {
  assert.equal(add(1, 2), ${expected});
});
`;

/** A repository whose program is wrong; the work is to have it add. */
async function brokenProject(): Promise<{ readonly project: GitProject; readonly id: string }> {
  const project = createGitProject({
    'add.js': 'exports.add = (a, b) => a - b;\n',
    'test/add.test.js': testOf(3),
  });
  const id = await startWith(project, '--ac', 'It adds', '--command', `AC-1=${RUN}`);
  return { project, id };
}

describe('cs prove --control, where tests changed', () => {
  it.each([
    [
      'the tests of before pass as well',
      ({ put }: GitProject) => {
        put('add.js', 'exports.add = (a, b) => a + b;\n');
        put('test/add.test.js', `// Written again.\n${testOf(3)}`);
      },
      'the tests from when the promise was created also pass',
      'passes',
    ],
    [
      'the tests of before fail',
      ({ put }: GitProject) => {
        put('add.js', 'exports.add = (a, b) => a * b;\n');
        put('test/add.test.js', testOf(2));
      },
      'the tests from when the promise was created fail: exit code 1',
      'fails',
    ],
  ])(
    '%s: it is said, kept in the proof, and decides nothing',
    async (_what, work, says, outcome) => {
      const { id, project } = await brokenProject();
      work(project);
      const { code, stdout } = await prove(project, id, CONTROL);
      expect(code).toBe(0);
      expect(stdout).toContain(says);
      expect(criterionOf(project, id).proof).toMatchObject({
        control: { outcome: 'conclusive', earlier_tests: { outcome } },
      });
      expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    },
  );

  it('is said as data', async () => {
    const { id, project } = await brokenProject();
    project.put('add.js', 'exports.add = (a, b) => a * b;\n');
    project.put('test/add.test.js', testOf(2));
    const { stdout } = await prove(project, id, [...CONTROL, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      criteria: [{ control: { earlier_tests: { outcome: 'fails' } } }],
    });
  });

  it.each([
    ['where no test changed', () => undefined, CONTROL],
    ['without a control', ({ put }: GitProject) => void put('test/add.test.js', testOf(3)), []],
  ])('%s nothing is said of them', async (_what, work, args) => {
    const { id, project } = await brokenProject();
    project.put('add.js', 'exports.add = (a, b) => a + b;\n');
    work(project);
    const { code, stdout } = await prove(project, id, args);
    expect(code).toBe(0);
    expect(stdout).not.toContain('as they were');
  });
});
