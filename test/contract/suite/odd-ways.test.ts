import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionOf } from '../../docs/markdown.ts';
import { metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { addWorktree } from '../../rig/worlds/linked-worktree.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';
import { prove, startWith } from '../../rig/worlds/proving.ts';
import { hostedSession, runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** What stands or happens around a project and opens a gate, or could. `docs/ways-out.md` has the same rows. */

const reads = (path: string) => ['--ac', 'It works', '--command', `AC-1=grep -q good ${path}`];

async function provedBy(project: Project, command: readonly string[]): Promise<string> {
  const id = await startWith(project, ...command);
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  return id;
}

/** The gate's answer after files that a check reads were changed behind its proof. */
async function stopAfter(project: Project, change: () => void) {
  change();
  return hostedSession(project).stop();
}

function outside({ folder }: Project, name: string): string {
  const place = join(folder, '..', name);
  mkdirSync(place, { recursive: true });
  return place;
}

function keptLooksOf({ folder }: Project): string {
  return join(folder, '..', 'home', '.local', 'state', 'completion-promise', 'looks');
}

function linkState(project: Project, target: string): void {
  rmSync(project.state, { recursive: true, force: true });
  symlinkSync(target, project.state);
}

const WAYS: Readonly<Record<string, () => Promise<void>>> = {
  'A link stands in the place of the state folder': async () => {
    const project = createGitProject();
    await startWith(project, '--ac', 'It works');
    const elsewhere = join(outside(project, 'elsewhere'), 'state');
    renameSync(project.state, elsewhere);
    linkState(project, elsewhere);
    const session = hostedSession(project);
    expect(await session.stop()).toMatchObject({ decision: 'block' });
    linkState(project, outside(project, 'empty'));
    expect((await session.stop()).reason).toContain('its file is gone');
    expect((await session.stop()).decision).toBeUndefined();
    linkState(project, join(elsewhere, 'nowhere'));
    expect((await session.stop()).reason).toContain('it is a broken link');
  },
  'The state is stashed away (`git stash -a`)': async () => {
    const project = createGitProject({ 'a.txt': 'one\n' });
    const id = await startWith(project, '--ac', 'It works');
    project.put('a.txt', 'two\n');
    project.git('stash', '--all', '--quiet');
    const session = hostedSession(project);
    const { reason = '' } = await session.stop();
    expect(reason).toContain('its file is gone');
    expect((await session.stop()).decision).toBeUndefined();
    const [, back = ''] = /^.*To bring it back: (.+)$/m.exec(reason) ?? [];
    execFileSync('sh', ['-c', `${back} --quiet`], { cwd: project.folder });
    expect((await session.stop()).reason).toContain(id);
  },
  'The state cannot be written': async () => {
    const project = createGitProject();
    await startWith(project, '--ac', 'It works');
    rmSync(join(project.state, 'stop-gate'), { recursive: true, force: true });
    writeFileSync(join(project.state, 'stop-gate'), '');
    const session = hostedSession(project);
    const stops = [];
    for (let at = 0; at < 7; at += 1) stops.push((await session.stop()).decision ?? 'capped');
    expect(stops).toEqual([...Array(5).fill('block'), 'capped', 'capped']);
  },
  'The host is told a folder behind a link': async () => {
    const project = createGitProject();
    await startWith(project, '--ac', 'It works');
    const link = join(project.folder, '..', 'link');
    symlinkSync(project.folder, link);
    const there = { cwd: link, env: { CLAUDE_PROJECT_DIR: undefined } };
    expect(await hostedSession(project).stop({ cwd: link }, there)).toMatchObject({
      decision: 'block',
    });
    expect(await project.run('cs-verify', ['--check'], there)).toMatchObject({ code: 2 });
  },
  'Git has a broken index': async () => {
    const project = createGitProject({ 'a.txt': 'good\n' });
    await provedBy(project, reads('a.txt'));
    const { reason } = await stopAfter(project, () => {
      writeFileSync(join(project.folder, '.git', 'index'), 'none');
    });
    expect(reason).toContain('rm "$(git rev-parse --git-path index)" && git reset');
    execFileSync('sh', ['-c', 'rm "$(git rev-parse --git-path index)" && git reset -q'], {
      cwd: project.folder,
    });
    expect((await hostedSession(project).stop()).decision).toBeUndefined();
  },
  'Hosts send prompts of their own while a question waits': async () => {
    const project = createProject();
    const id = 'promise-0000000a';
    const open = { acceptance_criteria: [{ ...metCriterion('AC-1'), status: 'pending' }] };
    project.write(`promises/${id}.json`, promiseFile(id, project.session ?? '', open));
    const waits = () => project.read(`stop-gate/${project.session}.json`)['waiting'];
    const prompt = (parts: object) =>
      callHook(project, 'user-prompt', { session_id: project.session, ...parts });
    const { reason = '' } = await hostedSession(project).stop();
    await project.run('cs', ['session', 'ask', 'Which one?']);
    await prompt({ prompt: reason });
    await prompt({ prompt: '<task-notification>\ndone' });
    await prompt({ prompt: 'Go on', source: 'loop_wakeup' });
    expect(waits()).toMatchObject({ question: 'Which one?' });
    await prompt({ prompt: 'That one' });
    expect(waits()).toBeUndefined();
  },
  'A file is named like the head of a diff': async () => {
    const name = 'a\ndiff --git b/x "\t.txt';
    const project = createGitProject({ [name]: 'one\n' });
    const id = await startWith(project, '--ac', 'It works', '--command', 'AC-1=true');
    project.put(name, 'two\n');
    await prove(project, id);
    const env = { CS_JUDGE_SEES: 'diff' };
    const args = ['--promise', id, '--judge', '--dry-run'];
    const { stdout } = await project.run('cs-verify', args, { env });
    expect(stdout).toContain(String.raw`+++ "b/a\ndiff --git b/x \"\t.txt"`);
    expect(stdout).not.toMatch(/^diff --git b\/x/m);
  },
  'A check is proved outside of git, or in another worktree': async () => {
    const loose = createProject();
    await provedBy(loose, ['--ac', 'It works', '--command', 'AC-1=true']);
    const project = createGitProject({ 'a.txt': 'good\n' });
    const { there } = addWorktree(project, join(project.folder, '..', 'linked'));
    const id = await startWith(project, ...reads('a.txt'));
    expect(await prove(project, id, [], there)).toMatchObject({ code: 0 });
    for (const [one, said] of [
      [loose, 'Proved, but not bound to the files: AC-1'],
      [project, 'Proved in another checkout than the session works in: AC-1'],
    ] as const) {
      const session = hostedSession(one);
      expect((await session.stop()).systemMessage).toContain(said);
      expect((await session.stop()).systemMessage).toContain(said);
    }
  },
  'A check reads a folder that git ignores, through a link': async () => {
    const project = createGitProject({ '.gitignore': 'hidden/\n' });
    project.put('hidden/a.txt', 'good\n');
    symlinkSync('hidden', join(project.folder, 'link'));
    project.commit();
    await provedBy(project, reads('link/a.txt'));
    const { systemMessage } = await stopAfter(project, () => project.put('hidden/a.txt', 'bad\n'));
    expect(systemMessage).toContain('not bound to the files: AC-1');
    expect(systemMessage).toContain('git ignores hidden/, where the link link leads');
  },
  "A check reads what the user's own ignore rules hide": async () => {
    const project = createGitProject();
    const rules = join(project.folder, '..', 'home', '.config', 'git');
    mkdirSync(rules, { recursive: true });
    writeFileSync(join(rules, 'ignore'), 'a.txt\n');
    project.put('a.txt', 'good\n');
    await provedBy(project, reads('a.txt'));
    const stop = await stopAfter(project, () => project.put('a.txt', 'bad\n'));
    expect(stop.decision).toBeUndefined();
  },
  'A check reads another worktree inside of the checkout': async () => {
    const project = createGitProject({ 'a.txt': 'good\n' });
    const inside = addWorktree(project, join(project.folder, 'trees', 'one'));
    await provedBy(project, reads('trees/one/a.txt'));
    const stop = await stopAfter(project, () => inside.put('a.txt', 'bad\n'));
    expect(stop.decision).toBeUndefined();
  },
  'A program in an odd place comes first on the `PATH`': async () => {
    const project = createGitProject({ 'a.txt': 'good\n' });
    const place = join(outside(project, 'odd'), 'runner');
    writeFileSync(place, '#!/bin/sh\nexit 0\n');
    chmodSync(place, 0o755);
    const env = { PATH: [join(place, '..'), process.env['PATH']].join(delimiter) };
    const id = await startWith(project, '--ac', 'It works', '--command', 'AC-1=X=1 runner && true');
    const { stdout } = await prove(project, id, [], { env });
    expect(stdout).toContain(`[PROVED] AC-1: It works (by ${place})`);
    expect((await project.run('cs', ['status'])).stdout).toContain(`(by ${place})`);
    const shown = await project.run('cs-promise', ['--show', id]);
    expect(shown.stdout).toContain(`Proof (by ${place})`);
  },
  'A shell keeps its register elsewhere (`XDG_STATE_HOME`)': async () => {
    const project = createGitProject();
    const other = createGitProject();
    const env = { XDG_STATE_HOME: outside(project, 'register') };
    await project.run('cs', ['do', 'Here', '--ac', 'It works'], { env });
    const there = ['-C', other.folder, 'do', 'There', '--ac', 'It works'];
    expect(await project.run('cs', there, { env })).toMatchObject({ code: 0 });
    const session = hostedSession(project);
    const { reason } = await session.stop();
    expect(reason).toContain('AC-1');
    expect(reason).not.toContain(other.folder);
    expect((await session.stop({}, { env })).reason).toContain(other.folder);
  },
};

describe.runIf(runsOnPosix)('around a project', () => {
  it.each(Object.entries(WAYS))('%s', async (_way, happens) => {
    await happens();
  });
});

// Only root gives folders to others.
it.runIf(process.getuid?.() === 0)(
  'a repository of another user holds, and git names its way out',
  async () => {
    const project = createGitProject({ 'a.txt': 'good\n' });
    await provedBy(project, reads('a.txt'));
    const { reason } = await stopAfter(project, () => {
      // While a look is kept that shows the same bytes, git is not asked whose they are.
      rmSync(keptLooksOf(project), { recursive: true, force: true });
      for (const name of ['.', '.git']) chownSync(join(project.folder, name), 65_534, 65_534);
    });
    expect(reason).toContain('detected dubious ownership');
    const way = `git config --global --add safe.directory ${project.folder}`;
    expect(reason).toContain(`to mend it: ${way}`);
  },
);

it('docs/ways-out.md has every one, in the same order', () => {
  const page = readFileSync(join(CHECKOUT, 'docs/ways-out.md'), 'utf8');
  const rows = [...sectionOf(page, 'Around the project').matchAll(/^\| ([A-Z][^|]+) \|/gm)];
  expect(rows.map(([, way]) => way)).toEqual(Object.keys(WAYS));
});
