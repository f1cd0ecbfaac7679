import { describe, expect, it } from 'vitest';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { filesUnder } from '../../rig/worlds/judged-project.ts';
import type { Project } from '../../rig/worlds/project.ts';
import { check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const FILES = { 'app.js': '1;\n' };
const ENV = { SERVICE_PASSWORD: 'correct-horse-battery' };

function expectNowhere(project: Project, secret: string): void {
  for (const [path, text] of filesUnder(project.state)) {
    expect(text.includes(secret), path).toBe(false);
  }
}

async function metBy(project: Project, id: string, words: readonly string[]) {
  const args = ['meet', id, '--ac-id', 'AC-1', ...words];
  return project.run('cs', args, { env: ENV });
}

describe('a secret in what a session chose to run is not kept', () => {
  it.each<[string, readonly string[], string]>([
    ['a token among the arguments', ['--run', '--', 'echo', TOKEN], TOKEN],
    ['a token in a line', ['--run', '--', 'sh', '-c', `echo ${TOKEN} | wc -c`], TOKEN],
    ['a password behind its name', ['--run', '--', 'echo', 'password=hunter2'], 'hunter2'],
    ['a value of the environment', ['--run', '--', 'echo', ENV.SERVICE_PASSWORD], 'correct-horse'],
    ['a pattern', ['--matches', TOKEN, '--run', '--', 'echo', TOKEN], TOKEN],
  ])('%s', async (_what, words, secret) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'It works');
    const { code, stderr, stdout } = await metBy(project, id, words);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'Note: a secret in the command is not stored: cs prove cannot run it again.\n',
    );
    expect(stdout + stderr).not.toContain(secret);
    expectNowhere(project, secret);
    const { check: kept } = Object(criterionOf(project, id).proof);
    expect(JSON.stringify(kept)).toContain('[redacted: ');
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});

describe('what was kept without its secret', () => {
  async function staleProject() {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'It works', '--ac', 'It is checked');
    await metBy(project, id, ['--run', '--', 'echo', TOKEN]);
    await project.run('cs', ['meet', id, '--ac-id', 'AC-2', '--evidence', 'seen']);
    project.put('app.js', '2;\n');
    return { project, id, again: `cs meet ${id} AC-1 --run -- [command]` };
  }

  it('is not run again: the proof stays as it is, and the way out is said', async () => {
    const { again, id, project } = await staleProject();
    const before = criterionOf(project, id);
    expect((await check(project)).stderr).toContain(`Next: cs prove ${id}`);
    const { code, stderr } = await prove(project, id);
    expect(code).toBe(1);
    expect(stderr).toContain('The command that met AC-1 cannot be run again');
    expect(stderr).toContain(`Next: ${again}`);
    expect(criterionOf(project, id)).toEqual(before);
    await metBy(project, id, ['--run', '--', 'echo', TOKEN]);
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('is named beside what is run', async () => {
    const { again, id, project } = await staleProject();
    const add = ['--add-check', id, '--ac-id', 'AC-2', '--file', 'app.js'];
    await project.run('cs-promise', add);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain('[PROVED] AC-2');
    expect(stdout).toContain(
      `Not run again, because a secret in it was not stored: AC-1. To run it: ${again}`,
    );
    expect(stdout).not.toContain('Left to other validators');
  });
});

describe('a secret that an earlier version kept', () => {
  async function keptBefore(run: readonly string[]) {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'It works');
    await metBy(project, id, ['--run', '--', 'true']);
    const file = project.read(`promises/${id}.json`);
    const criterion = criterionOf(project, id);
    const proof = { ...criterion.proof, check: { kind: 'command', run } };
    const acceptance_criteria = [{ ...criterion, proof }];
    project.write(`promises/${id}.json`, { ...file, acceptance_criteria });
    return { project, id };
  }

  it('is gone once it ran again and passed', async () => {
    const { id, project } = await keptBefore(['echo', TOKEN]);
    expect(await prove(project, id, ['--trust'])).toMatchObject({ code: 0 });
    expectNowhere(project, TOKEN);
  });

  it('still ends the proof where it ran again and failed', async () => {
    const { id, project } = await keptBefore(['sh', '-c', `echo ${TOKEN}; exit 1`]);
    expect(await prove(project, id, ['--trust'])).toMatchObject({ code: 1 });
    expect(criterionOf(project, id).proof).toHaveProperty('failed_at');
    expect(await check(project)).toMatchObject({ code: 2 });
  });
});
