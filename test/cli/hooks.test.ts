import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLAUDE_CODE_WORDS,
  type GuardPlace,
  hookLine,
  projectGuard,
  userGuard,
} from '../../src/domain/host/guarded-command.ts';
import { createGitProject } from '../rig/worlds/git-project.ts';
import {
  createHookedProject,
  type HookedProject,
  hook,
  INSTALLED,
  installedCall,
  type Place,
  SHARED,
  STOP_LINE,
} from '../rig/worlds/hooked-project.ts';
import { SUITE } from '../rig/worlds/suite.ts';

const OTHERS = {
  $schema: 'https://example.org/settings.json',
  permissions: { allow: ['Bash(npm test)'] },
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] }] },
  model: 'x',
};

/** A project whose settings are the local ones, where no other place is named. */
function localProject(): HookedProject {
  const project = createHookedProject();
  return {
    ...project,
    settingsPath: (place = 'local') => project.settingsPath(place),
    writeSettings: (settings, place = 'local') => project.writeSettings(settings, place),
    settings: (place = 'local') => project.settings(place),
  };
}

/** Where the settings as they were are kept. */
const backupsOf = ({ folder }: HookedProject): string => {
  const state = { darwin: 'Library/Application Support', win32: 'AppData/Local' };
  const custom = Object.entries(state).find(([platform]) => platform === process.platform)?.[1];
  return join(folder, '..', 'home', custom ?? '.local/state', 'completion-promise', 'backups');
};

const namesBeside = (path: string) => readdirSync(dirname(path)).sort();

/** The hooks of stops without a guard. */
const strict = (place: GuardPlace): object => {
  const stop = [hook(hookLine('stop', place, CLAUDE_CODE_WORDS, { isStrict: true }), 60)];
  return { Stop: stop, SubagentStop: stop };
};

/** How a line of a stop is shown. */
const SHOWN = 'cs-hook stop || exit 2  [guarded]';

describe('cs hooks install', () => {
  it.each<[readonly string[], Place, object]>([
    [[], 'local', INSTALLED],
    [['--local'], 'local', INSTALLED],
    [['--user'], 'user', INSTALLED],
    [['--shared'], 'project', SHARED],
    [['--strict'], 'local', { ...INSTALLED, ...strict(userGuard(CLAUDE_CODE_WORDS)) }],
    [
      ['--shared', '--strict'],
      'project',
      { ...SHARED, ...strict(projectGuard(CLAUDE_CODE_WORDS)) },
    ],
  ])('with %j writes where it is told to, and nowhere else', async (options, place, hooks) => {
    const project = localProject();
    const { code, stderr, stdout } = await project.cs(['hooks', 'install', ...options]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^\[ADDED\] Stop: .*cs-\w+ stop.* \|\| exit 2 {2}(?:\[guarded\] {2})?\(60 s\)$/m,
    );
    expect(stdout).toContain(`Changed: ${project.settingsPath(place)}\n`);
    expect(project.settings(place)).toEqual({ hooks });
    const others = (['project', 'local', 'user'] as const).filter((other) => other !== place);
    for (const other of others) expect(() => project.settings(other)).toThrow('ENOENT');
    const guards = place === 'project' ? ['hooks'] : [];
    expect(namesBeside(project.settingsPath(place)).slice(0, -1)).toEqual(guards);
  });

  it('writes lines for PowerShell where it is asked to, and says that they have no guard', async () => {
    const project = localProject();
    const words = ['hooks', 'install', '--shared', '--shell', 'powershell'];
    const { code, stderr } = await project.cs(words);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'NOTE: the lines for PowerShell have no guard: where completion-promise is not installed, sessions cannot end.\n',
    });
    expect(project.settings('project')).toMatchObject({
      hooks: {
        Stop: [
          {
            hooks: [
              {
                command: `${installedCall('stop', undefined)}; if (-not $?) { exit 2 }`,
                shell: 'powershell',
              },
            ],
          },
        ],
      },
    });
    await project.cs(['hooks', 'uninstall', '--shared']);
    expect(() => project.settings('project')).toThrow('ENOENT');
  });

  it('refuses a shell that it does not know', async () => {
    const outcome = await localProject().cs(['hooks', 'install', '--shell', 'fish']);
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Unknown shell: fish. Use posix or powershell'),
    });
  });

  it('goes by CLAUDE_CONFIG_DIR for the user', async () => {
    const project = localProject();
    const folder = join(project.folder, '..', 'elsewhere');
    await project.cs(['hooks', 'install', '--user'], { env: { CLAUDE_CONFIG_DIR: folder } });
    expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')).hooks).toEqual(
      INSTALLED,
    );
  });

  it('keeps everything else as it was, and a backup of it', async () => {
    const project = localProject();
    const path = project.writeSettings(OTHERS);
    const before = readFileSync(path, 'utf8');
    const { stdout } = await project.cs(['hooks', 'install', '--json']);
    const { backup } = JSON.parse(stdout);
    expect(dirname(backup)).toBe(backupsOf(project));
    expect(basename(backup)).toMatch(/^\d{8}-\d{6}-project-settings\.local\.json$/);
    expect(readFileSync(backup, 'utf8')).toBe(before);
    expect(project.settings()).toEqual({ ...OTHERS, hooks: { ...OTHERS.hooks, ...INSTALLED } });
    expect(Object.keys(project.settings())).toEqual(Object.keys(OTHERS));
    expect(namesBeside(path)).toHaveLength(1);
  });

  it('keeps the twenty latest backups of all projects', async () => {
    const project = localProject();
    const folder = backupsOf(project);
    mkdirSync(folder, { recursive: true });
    const earlier = [...Array(25).keys()].map((day) => `202601${day + 10}-000000-a-settings.json`);
    for (const name of [...earlier, 'a note']) writeFileSync(join(folder, name), '{}');
    project.writeSettings(OTHERS);
    const { stdout } = await project.cs(['hooks', 'install', '--json']);
    const kept = readdirSync(folder).filter((name) => name !== 'a note');
    expect(kept).toEqual([...earlier.slice(-19), basename(JSON.parse(stdout).backup)]);
    expect(existsSync(join(folder, 'a note'))).toBe(true);
  });

  it('a second time says that it is there, and writes nothing', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install']);
    const path = project.settingsPath();
    const before = lstatSync(path);
    const { code, stdout } = await project.cs(['hooks', 'install']);
    expect(code).toBe(0);
    expect(stdout.match(/^\[UNCHANGED\] /gm)).toHaveLength(5);
    expect(stdout).toContain(`Nothing to change in ${path}.`);
    expect([lstatSync(path).ino, lstatSync(path).mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(namesBeside(path)).toEqual([basename(path)]);
  });

  it('replaces an older hook of the suite', async () => {
    const project = localProject();
    project.writeSettings({ hooks: { Stop: [hook('cs-verify --check || exit 2', 30)] } });
    const { stdout } = await project.cs(['hooks', 'install']);
    expect(stdout).toContain(`[REPLACED] Stop: ${SHOWN}`);
    expect(project.settings()).toEqual({ hooks: INSTALLED });
  });

  it('gives the gate the time that it is set to, and ten seconds more', async () => {
    const project = localProject();
    project.write('../completion-promise.json', { stopGate: { timeoutMs: 90_500 } });
    await project.cs(['hooks', 'install']);
    expect(project.settings()).toMatchObject({
      hooks: { Stop: [hook(STOP_LINE.replace('stop||', 'stop 96||'), 101)] },
    });
  });

  it('with --dry-run shows what it would do, and writes nothing', async () => {
    const project = localProject();
    const { code, stdout } = await project.cs(['hooks', 'install', '--dry-run', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      host: 'claude-code',
      path: project.settingsPath(),
      changed: true,
      removed: false,
      dry_run: true,
      hooks: expect.arrayContaining([
        { event: 'Stop', change: 'added', command: STOP_LINE, timeout: 60 },
      ]),
      backup: null,
      rules: [],
    });
    expect(() => readdirSync(dirname(project.settingsPath()))).toThrow('ENOENT');
  });

  it('leaves its user a key for checks, which the shells of a sandbox can read and not make', async () => {
    const project = localProject();
    const key = join(project.folder, '..', 'home', '.config', 'completion-promise', 'trust.key');
    await project.cs(['hooks', 'install', '--dry-run']);
    expect(existsSync(key)).toBe(false);
    await project.cs(['hooks', 'install']);
    const made = readFileSync(key, 'utf8');
    await project.cs(['hooks', 'install', '--user']);
    expect(readFileSync(key, 'utf8')).toBe(made);
  });

  it('says that the host is told to run no hooks', async () => {
    const project = localProject();
    project.writeSettings({ disableAllHooks: true });
    const { code, stderr } = await project.cs(['hooks', 'install']);
    expect(code).toBe(0);
    expect(stderr).toContain('NOTE: `disableAllHooks` is set there');
  });

  it('says that it left a line alone that does something else too', async () => {
    const project = localProject();
    project.writeSettings({ hooks: { Stop: [hook('notify; cs-stop-gate || exit 2')] } });
    const { stderr } = await project.cs(['hooks', 'install']);
    expect(stderr).toContain('a hook of Stop calls completion-promise among other commands');
  });
});

describe.skipIf(process.platform === 'win32')('the guard of the user', () => {
  const guardOf = (project: HookedProject): string =>
    readFileSync(join(project.folder, '..', 'home', CLAUDE_CODE_WORDS.guard.user), 'utf8');
  const path = `"${join(SUITE, 'bin', 'cs-hook')}"`;

  it.each([[], ['--shared'], ['--user']])(
    'finds the programs on PATH, else where they are: %j',
    async (...options) => {
      const project = localProject();
      const { stderr } = await project.run('cs', ['hooks', 'install', ...options]);
      expect(stderr).toBe('');
      expect(guardOf(project)).toContain('named=$(command -v cs-hook)');
      expect(guardOf(project)).toContain(`program=${path}; node="${process.execPath}"`);
    },
  );

  it('finds them by their paths alone with --absolute, which is no guard to be committed', async () => {
    const project = localProject();
    const { stderr } = await project.cs(['hooks', 'install', '--absolute']);
    expect([stderr, guardOf(project)]).toEqual(['', expect.not.stringContaining('command -v')]);
    const shared = await project.cs(['hooks', 'install', '--shared', '--absolute']);
    expect(shared.stderr).toContain('NOTE: these commands contain paths of this machine');
  });

  it('is kept by an uninstallation of one place, and no other file is replaced', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install']);
    await project.cs(['hooks', 'uninstall']);
    expect(guardOf(project)).toContain('cs-hook');
    writeFileSync(join(project.folder, '..', 'home', CLAUDE_CODE_WORDS.guard.user), 'mine\n');
    const { code, stderr } = await project.cs(['hooks', 'install']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('not a guard of completion-promise'),
    ]);
    expect(() => project.settings()).toThrow('ENOENT');
  });
});

describe('a suite that is a dependency of the project', () => {
  /** The programs as npm links them, and the package as far as it is looked at. */
  function dependent(name = 'completion-promise'): HookedProject {
    const project = localProject();
    const modules = join(project.folder, 'node_modules');
    mkdirSync(join(modules, 'completion-promise'), { recursive: true });
    writeFileSync(join(modules, 'completion-promise', 'package.json'), JSON.stringify({ name }));
    mkdirSync(join(modules, '.bin'));
    for (const program of readdirSync(project.programs)) {
      symlinkSync(join(project.programs, program), join(modules, '.bin', program));
    }
    return project;
  }

  it.each<[readonly string[], Place]>([
    [[], 'local'],
    [['--shared'], 'project'],
  ])('is guarded with %j, and named by no path of this machine', async (options, place) => {
    const project = dependent();
    await project.cs(['hooks', 'install', ...options]);
    expect(project.settings(place)).toEqual({ hooks: SHARED });
    const text = readFileSync(join(project.folder, CLAUDE_CODE_WORDS.guard.project), 'utf8');
    expect(text).toContain('/node_modules/.bin/cs-hook');
    expect(text).toContain('Next: npm install.');
    expect(text).not.toContain(project.folder);
  });

  it.each<[string, string | undefined, readonly string[], Place]>([
    ['does not count for hooks of all projects', undefined, ['--user'], 'user'],
    ['does not count where it is another package', 'another', [], 'local'],
  ])('%s', async (_name, name, options, place) => {
    const project = dependent(name);
    await project.cs(['hooks', 'install', ...options]);
    expect(project.settings(place)).toEqual({ hooks: INSTALLED });
  });
});

describe('git', () => {
  const inGit = (): HookedProject => {
    const project = localProject();
    createGitProject({ 'README.md': '# A project\n' }, project);
    return project;
  };
  const statusOf = (project: HookedProject) =>
    execFileSync('git', ['status', '--porcelain'], { cwd: project.folder, encoding: 'utf8' });

  it("is told to ignore settings that are one user's own, once", async () => {
    const project = inGit();
    const { code, stderr } = await project.cs(['hooks', 'install']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^NOTE: git now ignores /)]);
    expect(statusOf(project)).toBe('');
    expect((await project.cs(['hooks', 'install'])).stderr).toBe('');
  });

  it('is not told so by a dry run, nor of settings that are shared', async () => {
    const project = inGit();
    await project.cs(['hooks', 'install', '--dry-run']);
    const { stderr } = await project.cs(['hooks', 'install', '--shared']);
    expect(stderr).toBe('');
    expect(statusOf(project)).toBe('?? .claude/\n');
  });

  it('that tracks them is named', async () => {
    const project = inGit();
    project.writeSettings({});
    execFileSync('git', ['add', '-f', '.claude/settings.local.json'], { cwd: project.folder });
    const { stderr } = await project.cs(['hooks', 'install']);
    expect(stderr).toMatch(/^NOTE: git tracks .*: git rm --cached /);
  });
});

describe('--allow', () => {
  const allowed = (project: HookedProject): readonly string[] => {
    const { permissions } = project.settings();
    return Object(permissions).allow;
  };

  it('adds rules for harmless commands, once, and uninstall takes them out', async () => {
    const project = localProject();
    project.writeSettings(OTHERS);
    const { stdout } = await project.cs(['hooks', 'install', '--allow']);
    expect(stdout).toContain('[ADDED] allow: Bash(cs-status:*)\n');
    expect(allowed(project)).toEqual(
      expect.arrayContaining(['Bash(npm test)', 'Bash(cs-status:*)', 'Bash(cs-verify --check:*)']),
    );
    const again = await project.cs(['hooks', 'install', '--allow', '--json']);
    expect(JSON.parse(again.stdout).changed).toBe(false);
    const { rules } = JSON.parse((await project.cs(['hooks', 'uninstall', '--json'])).stdout);
    expect(rules).toContainEqual({ rule: 'Bash(cs-status:*)', change: 'removed' });
    expect(project.settings()).toEqual(OTHERS);
  });

  it('leaves no file behind that held nothing else', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install', '--allow']);
    await project.cs(['hooks', 'uninstall']);
    expect(existsSync(project.settingsPath())).toBe(false);
  });

  it('is what it takes: without it no rule is added', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install']);
    expect(project.settings()).toEqual({ hooks: INSTALLED });
  });
});

describe('settings that cannot be changed are refused, and nothing is touched', () => {
  it.each<[string, string, string]>([
    ['comments', '{\n  // mine\n  "a": 1\n}', 'InvalidCommentToken at line 2, column 3'],
    ['a trailing comma', '{"a": 1,}', 'at line 1, column 9'],
    ['half a file', '{"a": ', 'it is not valid JSON'],
    ['a list', '[]', 'it is not an object'],
    ['rules of another shape', '{"permissions": {"allow": "x"}}', '`permissions.allow` is not'],
    ['hooks of another shape', '{"hooks": {"Stop": "x"}}', '`hooks.Stop` is not a list'],
  ])('%s', async (_name, text, reason) => {
    const project = localProject();
    const path = project.writeSettings(text);
    for (const action of ['install', 'uninstall']) {
      const { code, stderr } = await project.cs(['hooks', action]);
      expect(code).toBe(1);
      expect(stderr).toContain(`Error: ${path} cannot be used: `);
      expect(stderr).toContain(reason);
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(namesBeside(path)).toEqual([basename(path)]);
  });

  it('a link that leads nowhere', async () => {
    const project = localProject();
    const path = project.writeSettings('{}');
    rmSync(path);
    symlinkSync('gone.json', path);
    const { code, stderr } = await project.cs(['hooks', 'install']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('it is a broken link')]);
  });
});

it('a project that is not there is not made', async () => {
  const project = localProject();
  const nowhere = join(project.folder, 'nowhere');
  const env = { CLAUDE_PROJECT_DIR: nowhere };
  const { code, stderr } = await project.cs(['hooks', 'install'], { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining('Cannot find the project')]);
  expect(existsSync(nowhere)).toBe(false);
});

describe('the file', () => {
  it.skipIf(process.platform === 'win32')('keeps its rights, and so does the backup', async () => {
    const project = localProject();
    const path = project.writeSettings({ env: { TOKEN: 'x' } });
    chmodSync(path, 0o600);
    const { stdout } = await project.cs(['hooks', 'install', '--json']);
    const modes = [path, JSON.parse(stdout).backup].map((one) => statSync(one).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });

  it.skipIf(process.platform === 'win32')(
    'that is a link stays one, and its target changes',
    async () => {
      const project = localProject();
      const dotfiles = join(project.folder, '..', 'dotfiles');
      mkdirSync(dotfiles);
      const target = join(dotfiles, 'claude.json');
      writeFileSync(target, '{"a": 1}');
      const path = project.writeSettings('{}', 'user');
      rmSync(path);
      symlinkSync(target, path);
      await project.cs(['hooks', 'install', '--user']);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ a: 1, hooks: INSTALLED });
      expect(readdirSync(dotfiles)).toEqual(['claude.json']);
      await project.cs(['hooks', 'uninstall', '--user']);
      expect([lstatSync(path).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([
        true,
        '{"a": 1}',
      ]);
    },
  );

  it('loses nothing to two that change it at once', async () => {
    const project = localProject();
    const path = project.writeSettings({ hooks: { Stop: [hook('mine')] } });
    const outcomes = await Promise.all(
      [[], ['--absolute'], [], ['--absolute'], [], []].map((options) =>
        project.cs(['hooks', 'install', ...options]),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual(Array(6).fill(0));
    const { hooks } = project.settings() as { hooks: Record<string, readonly unknown[]> };
    expect(Object.values(hooks).map((groups) => groups.length)).toEqual([2, 1, 1, 1, 1]);
    expect(hooks['Stop']?.[0]).toEqual(hook('mine'));
    expect(namesBeside(path)).toEqual([basename(path)]);
  });
});

describe('cs hooks uninstall', () => {
  it('gives back what was there before', async () => {
    const project = localProject();
    const path = project.writeSettings(OTHERS);
    const before = readFileSync(path, 'utf8');
    await project.cs(['hooks', 'install']);
    const { code, stdout } = await project.cs(['hooks', 'uninstall']);
    expect(code).toBe(0);
    expect(stdout).toContain(`[REMOVED] Stop: ${SHOWN}`);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('leaves no file behind that held nothing else', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install']);
    const path = project.settingsPath();
    const { stdout } = await project.cs(['hooks', 'uninstall']);
    expect(namesBeside(path)).toEqual([]);
    expect(stdout).toContain(`Removed: ${path} (it contained nothing else)\n`);
  });

  it('says as data whether it removed the file', async () => {
    const project = localProject();
    project.writeSettings({ model: 'x' });
    await project.cs(['hooks', 'install']);
    const removed = async () =>
      JSON.parse((await project.cs(['hooks', 'uninstall', '--json'])).stdout).removed;
    expect(await removed()).toBe(false);
    project.writeSettings({ hooks: INSTALLED });
    expect(await removed()).toBe(true);
  });

  it('says where else there are some, and how to take them out; so does install', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install', '--shared']);
    const path = project.settingsPath('project');
    for (const action of ['install', 'uninstall']) {
      const { code, stderr } = await project.cs(['hooks', action]);
      expect([code, stderr]).toEqual([
        0,
        `NOTE: hooks are also installed in ${path}. To remove them: cs hooks uninstall --shared\n`,
      ]);
    }
    await project.cs(['hooks', 'uninstall', '--shared']);
    expect(existsSync(path)).toBe(false);
  });

  it('has nothing to do where there are none', async () => {
    const project = localProject();
    const { code, stdout } = await project.cs(['hooks', 'uninstall']);
    expect([code, stdout]).toEqual([0, `Nothing to change in ${project.settingsPath()}.\n`]);
  });
});

describe('cs hooks', () => {
  it('lists what is installed where', async () => {
    const project = localProject();
    await project.cs(['hooks', 'install', '--user']);
    const path = project.settingsPath('project');
    project.writeSettings({ hooks: { Stop: [hook('cs-verify --check || exit 2')] } }, 'project');
    const { code, stdout } = await project.cs(['hooks']);
    expect(code).toBe(0);
    expect(stdout).toContain(`project settings (${path}):\n  Stop: cs-verify`);
    expect(stdout).toContain(`local project settings (${project.settingsPath('local')}): none`);
    expect(stdout).toContain(`  SubagentStop: ${SHOWN}  (60 s)\n`);
    const { places } = JSON.parse((await project.cs(['hooks', '--json'])).stdout);
    expect(places[0]).toEqual({
      host: 'claude-code',
      place: 'project',
      path,
      hooks: [
        { event: 'Stop', command: 'cs-verify --check || exit 2', timeout: null, matcher: null },
      ],
    });
  });

  it('says what cannot be read, and exits with 1', async () => {
    const project = localProject();
    project.writeSettings('{');
    const { code, stderr } = await project.cs(['hooks']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Warning: ')]);
  });

  it.each([
    [['--user'], '--user goes with install or uninstall'],
    [['instal'], 'Unknown action: instal'],
    [['install', '--user', '--local'], '--local and --user cannot be given together'],
    [['uninstall', '--user', '--shared'], '--shared and --user cannot be given together'],
    [['uninstall', '--shared', '--strict'], '--strict goes with install'],
    [['--shared'], '--shared goes with install or uninstall'],
    [['uninstall', '--absolute'], '--absolute goes with install'],
    [['uninstall', '--allow'], '--allow goes with install'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await localProject().cs(['hooks', ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
