import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

/** The smallest picture: one dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SECRET = `ghp_${'a1B2'.repeat(9)}`;
const DRAW = 'AC-1=base64 -d dot > shot.png && cp words run.log';

function projectWithDot(): GitProject {
  return createGitProject({ dot: DOT, words: `began\n${SECRET}\nended\n`, 'src/a.js': 'let a;\n' });
}

function keptIn(project: GitProject): string {
  return join(project.folder, '.claude/completion-state/artifacts');
}

async function provedWithArtifacts(project: GitProject): Promise<string> {
  const artifacts = ['--artifact', 'shot.png', '--artifact', '*.log'];
  const id = await startWith(project, '--ac', 'It looks right', '--command', DRAW, ...artifacts);
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  return id;
}

describe('an artifact of a check', () => {
  it('is kept with the proof by what it holds, and makes no proof stale', async () => {
    const project = projectWithDot();
    const id = await provedWithArtifacts(project);
    const { proof } = criterionOf(project, id);
    expect(proof).toMatchObject({
      artifacts: [
        { path: 'shot.png', bytes: 70, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { path: 'run.log' },
      ],
    });
    const [name = ''] = readdirSync(keptIn(project)).filter((one) => one.endsWith('.png'));
    expect(readFileSync(join(keptIn(project), name)).toString('base64')).toBe(DOT);
    project.put('shot.png', 'another picture');
    expect(await check(project)).toMatchObject({ code: 0 });
    project.put('src/a.js', 'let b;\n');
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('stands in the report, and its picture and the end of its log in the page', async () => {
    const project = projectWithDot();
    const id = await provedWithArtifacts(project);
    const text = await project.run('cs', ['report', id]);
    expect(text.stdout).toMatch(/Artifact: shot\.png \(70 bytes, sha256 [0-9a-f]{12}\)/);
    const markdown = await project.run('cs', ['report', id, '--md']);
    expect(markdown.stdout).toContain('artifact: shot.png (70 bytes');
    const json = await project.run('cs', ['report', id, '--json']);
    const [, log] = JSON.parse(json.stdout).promises[0].criteria[0].proof.artifacts;
    expect(log).toMatchObject({ path: 'run.log', kept: expect.stringContaining('/artifacts/') });
    expect(log.tail).toMatch(/^began\n\[redacted: .*\]\nended\n$/);
    const page = await project.run('cs', ['report', id, '--html']);
    expect(page.stdout).toContain(`src="data:image/png;base64,${DOT}"`);
    expect(page.stdout).toContain('img-src data:');
    for (const { stdout } of [text, markdown, json, page]) expect(stdout).not.toContain(SECRET);
  });

  it('that is not here any more is told to be so', async () => {
    const project = projectWithDot();
    const id = await provedWithArtifacts(project);
    rmSync(keptIn(project), { recursive: true });
    const { stdout } = await project.run('cs', ['report', id]);
    expect(stdout).toMatch(/Artifact: shot\.png \(70 bytes, sha256 [0-9a-f]{12}, not kept here\)/);
    const page = await project.run('cs', ['report', id, '--html']);
    expect(page.stdout).not.toContain('<img');
  });

  it.each<[string, string, string, string]>([
    ['the command does not write', 'AC-1=true', 'shot.png', 'the command did not write it'],
    ['is older than the run', 'AC-1=true', 'dot.txt', 'it is older than this run'],
    ['is a program', 'AC-1=touch src/a.js', 'src/*', 'files with this ending are not kept'],
    ['git tracks', 'AC-1=touch kept.json', 'kept.json', 'git tracks it'],
    [
      'leads out of the project',
      'AC-1=ln -sf /etc/hostname out.txt',
      'out.txt',
      'a link leads out',
    ],
    [
      'is one of too many',
      'AC-1=mkdir -p shots && for n in $(seq 51); do touch shots/$n.png; done',
      'shots/*.png',
      '51 files match it; at most 50 are kept',
    ],
  ])('that %s fails its check, which keeps nothing', async (_name, command, artifact, says) => {
    const project = createGitProject({ 'src/a.js': 'let a;\n', 'kept.json': '{}\n' });
    project.put('dot.txt', 'x\n');
    const options = ['--ac', 'a', '--command', command, '--artifact', artifact];
    const id = await startWith(project, ...options);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain(`FAIL ${artifact} (artifact): `);
    expect(stdout).toContain(says);
    expect(existsSync(keptIn(project))).toBe(false);
  });

  it('of a command that failed is not kept', async () => {
    const project = projectWithDot();
    const options = ['--command', `${DRAW}; false`, '--artifact', 'shot.png'];
    const id = await startWith(project, '--ac', 'a', ...options);
    expect(await prove(project, id)).toMatchObject({ code: 1 });
    expect(existsSync(keptIn(project))).toBe(false);
  });

  it('belongs to the criterion that it names, or to all', async () => {
    const project = projectWithDot();
    const two = ['--check', 'cp words a.log', '--check', 'cp words b.log'];
    const artifacts = ['--artifact', 'AC-1=a.log', '--artifact', 'AC-2=b.log'];
    const done = await project.run('cs', ['do', 'Logs', ...two, ...artifacts]);
    const [id = ''] = /promise-[0-9a-f]{8}/.exec(done.stdout) ?? [];
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain('ok a.log (artifact): 1 file written by this run');
    expect(stdout).toContain('(without a.log, b.log)');
  });

  it.each([['a.log'], ['AC-2=a.log']])('%s is refused where no command leaves it', async (path) => {
    const project = projectWithDot();
    const check = path === 'a.log' ? [] : ['--check', 'AC-1=true'];
    const done = await project.run('cs', ['do', 'T', '--ac', 'a', ...check, '--artifact', path]);
    expect(done).toMatchObject({ code: 1 });
    expect(done.stderr).toContain(`--artifact ${path}: no criterion it could be of has a command`);
  });

  it('goes with a command that a session chose, too', async () => {
    const project = projectWithDot();
    const id = await startWith(project, '--ac', 'a');
    const run = ['--run', '--artifact', 'shot.png', '--', 'sh', '-c', 'base64 -d dot > shot.png'];
    const met = await project.run('cs', ['meet', id, '--ac-id', 'AC-1', ...run]);
    expect(met).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof).toMatchObject({ artifacts: [{ path: 'shot.png' }] });
  });
});
