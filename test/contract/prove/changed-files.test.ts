import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createFilesProject,
  createGitProject,
  type GitProject,
} from '../../rig/worlds/git-project.ts';
import { answerOf, check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

const TRUE = ['--ac', 'Tests pass', '--command', 'AC-1=true'];
const BROKEN = '{"a": \n';
/** After every promise that a test makes. */
const LATER = '2099-01-01T00:00:00Z';

const FILES = { 'old.json': BROKEN, 'a.json': '{}\n', 'b.json': '{}\n', '.gitignore': 'out/\n' };

describe('files that changed since the promise was made are parsed', () => {
  it.each<[what: string, change: (project: GitProject) => void, broken: string]>([
    ['an edited file', ({ put }) => void put('a.json', BROKEN), 'a.json'],
    ['an untracked file', ({ put }) => void put('new/c.yaml', 'a: [\n'), 'new/c.yaml'],
    ['a script', ({ put }) => void put('c.js', 'const = 1;\n'), 'c.js'],
    [
      'a renamed file',
      ({ git, put }) => {
        git('mv', 'a.json', 'c.json');
        put('c.json', BROKEN);
      },
      'c.json',
    ],
    [
      'one that was committed since',
      ({ commit, put }) => {
        put('a.json', BROKEN);
        commit('Broken', LATER);
      },
      'a.json',
    ],
  ])('%s that is broken fails the proof', async (_what, change, broken) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE);
    change(project);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^    ${broken}: not valid \\w+: `, 'm'));
    expect(criterionOf(project, id)).toMatchObject({ status: 'pending', proof: null });
    expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL' });
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it.each<[what: string, change: (project: GitProject) => void]>([
    ['a file that is whole', ({ put }) => void put('a.json', '{"a": 1}\n')],
    ['a broken file of before', () => undefined],
    ['a file that no parser is known for', ({ put }) => void put('a.xyz', '{\n')],
    ['an empty file', ({ put }) => void put('package/__init__.py', '')],
    ['a file that git ignores', ({ put }) => void put('out/a.json', BROKEN)],
    ['a file that is gone', ({ folder }) => rmSync(join(folder, 'a.json'))],
    ['the suite’s own state', ({ write }) => void write('sessions/x/a.json', BROKEN)],
  ])('%s fails nothing', async (_what, change) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE);
    change(project);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
  });

  it('every criterion that has checks depends on them', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE, '--ac', 'b', '--file', 'AC-2=b.json', '--ac', 'c');
    project.put('a.json', BROKEN);
    const { stdout } = await prove(project, id);
    expect(stdout.match(/FAIL changed files: see below$/gm)).toHaveLength(2);
    expect(stdout.match(/a\.json: not valid json/g)).toHaveLength(1);
    const held = await check(project);
    expect(held.stdout.match(/a\.json: not valid json/g)).toHaveLength(1);
    expect(held.stdout).toContain('    Last attempt, for several: changed files: a.json');
  });

  it('what looks like a template is left, and said', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE);
    project.put('chart.yaml', 'a: {{ .Values.a }}\nb: {{- if .x }}\n');
    const { code, stderr } = await prove(project, id);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Note: Changed files that were not parsed: chart.yaml: it looks like a template',
    );
  });

  it('how many were parsed is said as data', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE);
    project.put('a.json', '{"a": 1}\n');
    const { stdout } = await prove(project, id, ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      changed_files: { parsed: 1, notes: [], broken: [] },
    });
  });

  it('where there is no repository, that is said and fails nothing', async () => {
    const project = createFilesProject();
    const id = await startWith(project, ...TRUE);
    project.put('a.json', BROKEN);
    const { code, stderr } = await prove(project, id);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Note: Changed files were not parsed: the project is not in a git repository.',
    );
  });
});

describe('checks.changedFiles: off', () => {
  const OFF = { checks: { changedFiles: 'off' } };

  it.each([
    ['in the file of the project: nothing is parsed', OFF, {}, 0],
    ['as a variable alone it weakens nothing', {}, { CS_CHECKS_CHANGED_FILES: 'off' }, 1],
    ['a variable can ask for it all the same', OFF, { CS_CHECKS_CHANGED_FILES: 'parse' }, 1],
  ])('%s', async (_what, configuration, env, code) => {
    const project = createGitProject(FILES);
    project.write('../completion-promise.json', configuration);
    const id = await startWith(project, ...TRUE);
    project.put('a.json', BROKEN);
    expect(await prove(project, id, [], { env })).toMatchObject({ code });
  });
});
