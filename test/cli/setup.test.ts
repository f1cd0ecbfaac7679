import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approveConfiguration } from '../rig/worlds/approval.ts';
import { createHookedProject, type HookedProject, standIn } from '../rig/worlds/hooked-project.ts';
import { CTRL_C, runOnTerminal, whyNoPerson } from '../rig/worlds/pseudo-terminal.ts';

const configuration = (project: HookedProject): string =>
  join(project.folder, '.claude', 'completion-promise.json');

function nodeProject(): HookedProject {
  const project = createHookedProject();
  standIn(project.programs);
  return withManifest(project);
}

/** A project whose one test comes out as named. */
function testedProject(outcome: 'passing' | 'failing' = 'passing'): HookedProject {
  const project = nodeProject();
  const body = outcome === 'passing' ? '' : "throw new Error('x');";
  const test = `import { test } from 'node:test';\ntest('a', () => {${body}});\n`;
  writeFileSync(join(project.folder, 'a.test.mjs'), test);
  return project;
}

const configured = (project: HookedProject): unknown =>
  JSON.parse(readFileSync(configuration(project), 'utf8'));

function withManifest(project: HookedProject): HookedProject {
  const manifest = JSON.stringify({ scripts: { test: 'node --test' } });
  writeFileSync(join(project.folder, 'package.json'), manifest);
  return project;
}

/** A project with a standing check that its user approved. */
function projectThatRuns(command: string): HookedProject {
  const project = nodeProject();
  mkdirSync(join(project.folder, '.claude'));
  writeFileSync(configuration(project), JSON.stringify({ checks: { always: [command] } }));
  approveConfiguration(project.folder, join(project.folder, '..', 'home'));
  return project;
}

describe('cs setup --yes', () => {
  it('installs the hooks, names the test command and lets the doctor look', async () => {
    const project = withManifest(createHookedProject());
    const { stdout } = await project.cs(['setup', '--yes']);
    expect(stdout).toContain('Hooks: installed in .claude/settings.local.json');
    expect(stdout).toContain('Tests: npm test (package.json)');
    expect(stdout).toContain(`To hold sessions to it: cs config set checks.always 'npm test'`);
    expect(stdout).toContain('The state folder is in order.');
    expect(stdout).toContain(`cs do "[title]" --ac "Tests pass" --check 'npm test'`);
    expect(stdout).toContain('To undo:\n  cs setup undo');
    expect(project.settings('local')).toHaveProperty('hooks.Stop');
  });

  it('sets no command that runs by itself, since that is asked, and changes nothing the second time', async () => {
    const project = nodeProject();
    await project.cs(['setup', '--yes']);
    expect(existsSync(configuration(project))).toBe(false);
    const before = readFileSync(project.settingsPath('local'), 'utf8');
    const { stdout } = await project.cs(['setup', '--yes']);
    expect(stdout).toContain('Hooks: installed already, in .claude/settings.local.json.');
    expect(readFileSync(project.settingsPath('local'), 'utf8')).toBe(before);
  });

  it.each(['project', 'user'] as const)('leaves the hooks where they are: %s', async (place) => {
    const project = nodeProject();
    await project.cs(['hooks', 'install', place === 'project' ? '--shared' : '--user']);
    const { stdout } = await project.cs(['setup', '--yes']);
    expect(stdout).toContain('Hooks: installed already, in ');
    expect(stdout).toContain('To undo:\n  cs setup undo');
    expect(existsSync(project.settingsPath('local'))).toBe(false);
  });

  it('names the commands that are in force', async () => {
    const { stdout } = await projectThatRuns('make check').cs(['setup', '--yes']);
    expect(stdout).toContain(
      'Every session that changes files is held to (checks.always): make check',
    );
  });

  it('answers as data', async () => {
    const { stdout } = await nodeProject().cs(['setup', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: { state: 'installed', place: 'local', change: { changed: true } },
      tests: [{ command: 'npm test', source: 'package.json' }],
      always: { commands: [], changed: null },
      doctor: { sound: true },
    });
  });

  it('changes nothing of other hosts, and names them with the command', async () => {
    const project = projectWithOthers();
    const { stdout } = await project.cs(['setup', '--yes']);
    expect(gated(project)).toEqual([]);
    expect(stdout).toContain('Codex');
    expect(stdout).toContain('cs hooks install --host');
  });

  it('says that no test command was found', async () => {
    const { stdout } = await createHookedProject().cs(['setup', '--yes']);
    expect(stdout).toContain('Tests: no test command found.');
  });

  it('is refused in the home folder, which is no project', async () => {
    const project = createHookedProject();
    const home = join(project.folder, '..', 'home');
    const { code, stderr } = await project.cs(['setup', '--yes', '-C', home]);
    expect(code).toBe(1);
    expect(stderr).toContain('This is your home folder, not a project');
    expect(existsSync(join(home, '.claude'))).toBe(false);
  });
});

describe('cs setup', () => {
  it('writes nothing with --dry-run', async () => {
    const project = nodeProject();
    const { code, stdout } = await project.cs(['setup', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('DRY RUN: nothing is written.');
    expect(stdout).toContain('Hooks: would be installed in .claude/settings.local.json');
    expect(existsSync(join(project.folder, '.claude'))).toBe(false);
  });

  it('asks nothing where nobody can answer, and changes nothing', async () => {
    const project = nodeProject();
    const { code, stderr } = await project.cs(['setup']);
    expect(code).toBe(1);
    expect(stderr).toContain('For the defaults: cs setup --yes');
    expect(existsSync(join(project.folder, '.claude'))).toBe(false);
  });

  it('leaves settings alone that cannot be read, and says so', async () => {
    const project = nodeProject();
    project.writeSettings('{"hooks":', 'local');
    const { code, stderr } = await project.cs(['setup', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('settings.local.json');
    expect(readFileSync(project.settingsPath('local'), 'utf8')).toBe('{"hooks":');
  });

  it('ends before anything is changed where the configuration is not valid', async () => {
    const project = nodeProject();
    mkdirSync(join(project.folder, '.claude'));
    writeFileSync(configuration(project), '{"checks":{"allways":[]}}');
    const { code, stderr } = await project.cs(['setup', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('allways');
    expect(existsSync(project.settingsPath('local'))).toBe(false);
  });
});

/** A project of a user who has run Codex and Gemini CLI. */
function projectWithOthers(): HookedProject {
  const project = nodeProject();
  for (const name of ['.codex', '.gemini'])
    mkdirSync(join(homeOf(project), name), { recursive: true });
  return project;
}

const homeOf = ({ folder }: HookedProject): string => join(folder, '..', 'home');

/** Which of the other hosts have hooks of the suite. */
const gated = (project: HookedProject): readonly string[] =>
  ['.codex/hooks.json', '.gemini/settings.json'].filter((file) => {
    const path = join(homeOf(project), file);
    return existsSync(path) && readFileSync(path, 'utf8').includes('completion-promise');
  });

const HOOKS = 'Which? [1] ';
const UNASKED = 'unasked, y or n? [n] ';
const OTHERS = 'y or n [n] ';
const TESTS = 'y, n or another command [y] ';
const HELD = 'y or n [y] ';

/** Sets up on a terminal, as a person who gives these answers. */
const answering = (project: HookedProject, ...answers: readonly (readonly [string, string])[]) =>
  runOnTerminal(
    project,
    'cs',
    ['setup'],
    answers.map(([prompt, answer]) => ({ prompt, answer })),
  );

describe.skipIf(whyNoPerson !== undefined)('cs setup on a terminal', () => {
  it('takes with --yes what stands in brackets, and asks nothing', async () => {
    const project = testedProject();
    const { shown } = await runOnTerminal(project, 'cs', ['setup', '--yes'], []);
    expect(shown).toContain(
      'held to (checks.always, from .claude/completion-promise.json): npm test',
    );
    expect(configured(project)).toMatchObject({ checks: { always: ['npm test'] } });
  });

  it('takes the defaults of empty answers: the tests run once, and hold every session', async () => {
    const project = testedProject();
    const { shown } = await answering(project, [HOOKS, ''], [UNASKED, ''], [TESTS, ''], [HELD, '']);
    expect(shown).toContain('Hooks: installed in .claude/settings.local.json');
    expect(shown).toMatch(/npm test: passed in \d+\.\d s/);
    expect(shown).toContain(
      'Every session that changes files is held to (checks.always, from .claude/completion-promise.json): npm test',
    );
    expect(shown).toContain('it cannot end while these checks fail');
    expect(shown).toContain('cs config unset checks.always');
    expect(configured(project)).toMatchObject({ checks: { always: ['npm test'] } });
    const again = await answering(project);
    expect(again.shown).toContain('held to (checks.always): npm test');
    expect(again.shown).not.toContain('pprove');
  });

  it('has nothing run where that is declined, and nobody held where that is', async () => {
    const project = testedProject();
    const { shown } = await answering(project, [HOOKS, ''], [UNASKED, ''], [TESTS, 'n']);
    expect(shown).not.toContain('npm test: ');
    expect(shown).toContain("To hold sessions to it: cs config set checks.always 'npm test'");
    await answering(project, [TESTS, 'y'], [HELD, 'n']);
    expect(existsSync(configuration(project))).toBe(false);
  });

  it('lets agents check, ask and prove unasked where that is wished, and undoing takes it back', async () => {
    const project = nodeProject();
    const rules = [
      'Bash(cs check)',
      'Bash(cs verify --check)',
      'Bash(cs status:*)',
      'Bash(cs session ask:*)',
      'Bash(cs prove --standing)',
    ];
    const { shown } = await answering(project, [HOOKS, ''], [UNASKED, 'y'], [TESTS, 'n']);
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(
      `Unasked: ${rules.join(', ')}. For all else Claude Code asks you`,
    );
    expect(project.settings('local')).toHaveProperty('permissions.allow', rules);
    await project.cs(['hooks', 'uninstall']);
    expect(existsSync(project.settingsPath('local'))).toBe(false);
  });

  it('says what fails, and holds sessions to it all the same', async () => {
    const project = testedProject('failing');
    const { shown } = await answering(project, [HOOKS, ''], [UNASKED, ''], [TESTS, ''], [HELD, '']);
    expect(shown).toMatch(/npm test: failed in/);
    expect(shown).toContain('What fails already holds no session for long.');
    expect(configured(project)).toMatchObject({ checks: { always: ['npm test'] } });
  });

  it('takes a command that is typed, and asks again where it is none', async () => {
    const project = testedProject();
    const again = 'y, n or a command [y] ';
    await answering(project, [HOOKS, '4'], [TESTS, 'yy'], [again, 'node --test .'], [HELD, 'y']);
    expect(configured(project)).toMatchObject({ checks: { always: ['node --test .'] } });
    expect(existsSync(project.settingsPath('local'))).toBe(false);
  });

  it('asks for another command where one cannot run', async () => {
    const project = testedProject();
    const other = 'Another command? [none] ';
    const { shown } = await answering(
      project,
      [HOOKS, '4'],
      [TESTS, 'no-such-program x'],
      [other, 'node --test'],
      [HELD, ''],
    );
    expect(shown).toContain('no-such-program x: could not run');
    expect(configured(project)).toMatchObject({ checks: { always: ['node --test'] } });
  });

  it('asks again where an answer names no place', async () => {
    const project = nodeProject();
    await answering(
      project,
      [HOOKS, 'yes'],
      ['1, 2, 3 or 4? [1] ', '3'],
      [UNASKED, ''],
      [TESTS, 'n'],
    );
    expect(project.settings('user')).toHaveProperty('hooks.Stop');
  });

  it('offers hooks for the other hosts that are there, until they have them', async () => {
    const project = projectWithOthers();
    const { shown } = await answering(
      project,
      [HOOKS, ''],
      [UNASKED, ''],
      [OTHERS, 'y'],
      [TESTS, 'n'],
    );
    expect(shown).toContain('Also on this machine: Codex, Gemini CLI.');
    expect(gated(project)).toEqual(['.codex/hooks.json', '.gemini/settings.json']);
    expect(shown).toMatch(/To undo:\r?\n {2}cs setup undo/);
    expect((await answering(project, [TESTS, 'n'])).shown).not.toContain('Also on this machine');
  });

  it('leaves the other hosts alone where that is declined', async () => {
    const project = projectWithOthers();
    await answering(project, [HOOKS, ''], [UNASKED, ''], [OTHERS, ''], [TESTS, 'n']);
    expect(gated(project)).toEqual([]);
  });

  it.each([
    ['the first', [[HOOKS, CTRL_C]]],
    [
      'the last',
      [
        [HOOKS, '2'],
        [UNASKED, ''],
        [TESTS, CTRL_C],
      ],
    ],
  ] as const)('changes nothing where Ctrl-C answers %s question', async (_which, answers) => {
    const project = nodeProject();
    const { code, shown } = await answering(project, ...answers);
    expect(code).toBe(130);
    expect(shown).toContain('Stopped. Nothing was changed.');
    expect(existsSync(join(project.folder, '.claude'))).toBe(false);
  });
});
