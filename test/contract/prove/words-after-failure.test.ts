import { describe, expect, it } from 'vitest';
import { createFilesProject } from '../../rig/worlds/git-project.ts';
import type { Project } from '../../rig/worlds/project.ts';
import { check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

/** A check that fails until there is a file `ok`, and says of what it is, and how long it took. */
const LINES = ['not ok 2 - adds two numbers', '  3 !== 4', '# duration_ms 672'];
const SCRIPT = `test -f ok && exit 0\nprintf '%s\\n' ${LINES.map((line) => `'${line}'`).join(' ')}\nexit 1\n`;

async function failingProject() {
  const project = createFilesProject();
  project.put('check.sh', SCRIPT);
  const id = await startWith(project, '--ac', 'Tests pass', '--command', 'AC-1=sh check.sh');
  return { project, id };
}

function meet(project: Project, id: string) {
  const words = ['--meet', id, '--ac-id', 'AC-1', '--evidence', 'All tests pass'];
  return project.run('cs-promise', words);
}

describe('a criterion whose check failed', () => {
  it('is not met in words, which change nothing', async () => {
    const { id, project } = await failingProject();
    await prove(project, id);
    const before = project.read(`promises/${id}.json`);
    const { code, stderr, stdout } = await meet(project, id);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Error: Text evidence cannot meet criterion AC-1 of promise-\w+: its checks failed\./,
    );
    expect(stderr).toContain('not ok 2 - adds two numbers');
    expect(stderr).toContain(`Next, after fixing this: cs prove ${id}`);
    expect(project.read(`promises/${id}.json`)).toEqual(before);
  });

  it('is told by the lines that speak of the failure', async () => {
    const { id, project } = await failingProject();
    const proved = await prove(project, id);
    const { stderr, stdout } = await check(project);
    for (const said of [proved.stdout, stderr, stdout]) {
      expect(said).toContain('3 !== 4');
      expect(said).not.toContain('duration_ms');
    }
  });

  it('keeps of its attempts what the last one said, and no more', async () => {
    const { id, project } = await failingProject();
    await prove(project, id);
    await prove(project, id);
    const [first, second] = [criterionOf(project, id).attempts].flat();
    expect(JSON.stringify(first)).not.toContain('"output"');
    expect(second).toMatchObject({ feedback: [{ output: LINES.slice(0, 2).join('\n') }] });
  });

  it('takes no words once it is proved', async () => {
    const { id, project } = await failingProject();
    await prove(project, id);
    project.put('ok', '');
    await prove(project, id);
    expect(await meet(project, id)).toMatchObject({ code: 1, stdout: '' });
  });
});

it('words for a criterion whose checks did not run yet are kept, and it stays open', async () => {
  const { id, project } = await failingProject();
  const { code, stdout } = await meet(project, id);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Recorded text for criterion: AC-1$/m);
  expect(stdout).toContain('It stays open until its checks pass.\nProgress: 0/1 criteria met');
  expect(stdout).toContain(`Next: cs prove ${id}`);
});

it('what a failed check said is kept and told without secrets', async () => {
  const { id, project } = await failingProject();
  const key = `sk-ant-api03-${'abcdefghij0123456789'.repeat(3)}`;
  project.put('check.sh', `printf '%s\\n' 'Error: refused' '  the key ${key}'\nexit 1\n`);
  const { stdout } = await prove(project, id);
  const said = [stdout, (await check(project)).stderr, JSON.stringify(criterionOf(project, id))];
  for (const text of said) {
    expect(text).toContain('the key [redacted');
    expect(text).not.toContain(key);
  }
});
