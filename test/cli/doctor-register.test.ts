import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINES, registerText, written } from '../rig/values/register-values.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import { runOnTerminal, whyNoPerson } from '../rig/worlds/pseudo-terminal.ts';

/** Where the user's state is kept by order of the tests, on every platform. */
const stateHome = (project: Project): string => join(dirname(project.folder), 'state');

const environment = (project: Project) => ({
  XDG_STATE_HOME: stateHome(project),
  LOCALAPPDATA: stateHome(project),
});

const registers = (project: Project): string =>
  join(stateHome(project), 'completion-promise', 'sessions');

function writeRegister(project: Project, session: string, text: string): string {
  mkdirSync(registers(project), { recursive: true });
  const path = join(registers(project), `${session}.jsonl`);
  writeFileSync(path, text);
  return path;
}

async function doctor(project: Project): Promise<string> {
  const { stderr, stdout } = await project.run('cs', ['doctor', '--verbose'], {
    env: environment(project),
  });
  expect(stderr).toBe('');
  return stdout;
}

describe('cs doctor says of the register', () => {
  it('where it is, and how many sessions have something in it', async () => {
    const project = createProject();
    const made = LINES.made(written('promise-a', { project: project.folder }));
    writeRegister(project, SESSION, registerText([made]));
    writeRegister(project, 'session-b', registerText([made]));
    writeRegister(project, 'session-c', '');
    expect(await doctor(project)).toContain(
      `[OK] register: ${registers(project)}: 2 sessions with promises\n`,
    );
  });

  it('that there is none yet', async () => {
    const project = createProject();
    expect(await doctor(project)).toContain(
      `[OK] register: ${registers(project)}: 0 sessions with promises\n`,
    );
    expect(existsSync(stateHome(project))).toBe(false);
  });

  it('which folders are gone, with the sessions and promises that are in them', async () => {
    const project = createProject();
    const gone = LINES.made(written('promise-a', { project: '/gone/folder' }));
    writeRegister(project, SESSION, registerText([gone]));
    expect(await doctor(project)).toMatch(
      /\[NOTE\] register\.gone: \/gone\/folder does not exist, but sessions \(session-of-the-test\) have promises there \(promise-a\)\. If it was moved/,
    );
  });

  it('names the first of many folders that are gone, and counts the others', async () => {
    const project = createProject();
    const lines = Array.from({ length: 8 }, (_, index) =>
      LINES.made(written('promise-a', { project: `/gone/${index}` })),
    );
    writeRegister(project, SESSION, registerText(lines));
    const stdout = await doctor(project);
    expect(stdout.match(/register\.gone: \/gone/g)).toHaveLength(5);
    expect(stdout).toContain('register.gone: 3 more folders');
  });

  it('that it is not used where it is a link', async () => {
    const project = createProject();
    const elsewhere = join(dirname(project.folder), 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(dirname(registers(project)), { recursive: true });
    symlinkSync(elsewhere, registers(project), 'junction');
    const { code, stdout } = await project.run('cs', ['doctor'], { env: environment(project) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/\[FAIL\] register: .* is a link or belongs to another user/);
  });

  it('that it cannot be written', async () => {
    const project = createProject();
    writeFileSync(stateHome(project), '');
    expect(await doctor(project)).toMatch(
      /\[NOTE\] register: .* cannot be read and written \((?:ENOTDIR|EACCES)\): promises can only be created at the top/,
    );
  });

  it('which of its files is broken: it keeps the gate of its session shut', async () => {
    const project = createProject();
    const path = writeRegister(project, SESSION, 'no line\n');
    const stdout = await doctor(project);
    expect(stdout).toContain(`[BLOCKS] ${path}: line 1 cannot be read\n`);
    expect(stdout).toContain(`1 problem in ${registers(project)}\n`);
    expect(stdout).toContain('To repair, as a person in a terminal: cs doctor --repair');
  });

  it('which mark in the project is broken', async () => {
    const project = createProject();
    const path = project.write(`register/${SESSION}.jsonl`, 'no line\n');
    expect(await doctor(project)).toContain(`[BROKEN] ${path}: line 1 cannot be read\n`);
  });
});

describe.skipIf(whyNoPerson !== undefined)('cs doctor --repair', () => {
  const confirmed = { prompt: 'Type "quarantine" to move ', answer: 'quarantine' };
  const repair = (project: Project) =>
    runOnTerminal(project, 'cs', ['doctor', '--repair'], confirmed, environment(project));

  it('sets a broken register aside, beside the others', async () => {
    const project = createProject();
    writeRegister(project, SESSION, 'no line\n');
    const { code, shown } = await repair(project);
    const quarantine = join(stateHome(project), 'completion-promise', 'quarantine');
    expect(code).toBe(0);
    expect(shown).toContain(`1 of 1 repaired; nothing was deleted (${quarantine}).`);
    expect(readdirSync(registers(project))).toEqual([]);
    expect(readdirSync(quarantine)).toEqual([
      expect.stringMatching(/-session-of-the-test\.jsonl$/),
      expect.stringMatching(/-session-of-the-test\.jsonl\.note\.json$/),
    ]);
  });

  it('of a promise takes it out of the register, too: a person decided on it', async () => {
    const project = createProject();
    const env = environment(project);
    await project.run('cs-promise', ['--create', 'T', '--ac', 'a'], { env });
    const [name = ''] = project.list('promises');
    project.write(`promises/${name}`, 'broken');
    await repair(project);
    expect(existsSync(join(registers(project), `${SESSION}.jsonl`))).toBe(false);
    rmSync(project.state, { recursive: true });
  });
});
