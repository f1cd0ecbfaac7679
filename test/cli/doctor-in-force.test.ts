import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject } from '../rig/worlds/git-project.ts';
import {
  createHookedProject,
  type HookedProject,
  hook,
  INSTALLED,
  standIn,
  writeProgram,
} from '../rig/worlds/hooked-project.ts';
import type { RunOptions } from '../rig/worlds/project.ts';
import { SUITE } from '../rig/worlds/suite.ts';

/** What doctor finds in force in a scratch home, where the host keeps what it keeps there. */

interface Check {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly where: string | null;
  readonly follows: string | null;
  readonly advice: string | null;
}

async function examined(project: HookedProject, options?: RunOptions) {
  const { stdout } = await project.cs(['doctor', '--json'], options);
  const checks: readonly Check[] = JSON.parse(stdout).checks;
  return {
    checks,
    unwell: checks.filter(({ status }) => status !== 'ok').map(({ check }) => check),
    of: (check: string): readonly Check[] => checks.filter((one) => one.check === check),
  };
}

/** The hooks of the plugin: all by its own folder. */
const call = (words: string, timeout: number) =>
  hook(`sh "\${CLAUDE_PLUGIN_ROOT}/bin/cs-hook" ${words}`, timeout);
const FRONT = '"${CLAUDE_PLUGIN_ROOT}/bin/cs-hook"';
const GATE = hook(`[ -f ${FRONT} ] && sh ${FRONT} stop || exit 2`, 60);
const PLUGIN_HOOKS = {
  SessionStart: [call('session-start', 30)],
  UserPromptSubmit: [call('user-prompt', 30)],
  Stop: [GATE],
  SubagentStop: [GATE],
  SessionEnd: [call('session-end', 30)],
};

const KEY = 'completion-promise@market';

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** A folder with the suite's plugin; a stand-in answers its hooks unless they are of interest. */
function makePlugin(root: string, front: 'real' | 'stand-in' = 'stand-in'): string {
  writeJson(join(root, '.claude-plugin', 'plugin.json'), { name: 'completion-promise' });
  writeJson(join(root, 'hooks', 'hooks.json'), { hooks: PLUGIN_HOOKS });
  const bin = join(root, 'bin');
  mkdirSync(bin);
  for (const name of readdirSync(join(SUITE, 'bin')))
    symlinkSync(join(SUITE, 'bin', name), join(bin, name));
  if (front === 'real') return root;
  for (const name of ['cs-hook', 'cs-stop-gate']) rmSync(join(bin, name), { force: true });
  standIn(bin);
  return root;
}

/** A project whose hooks are not of interest: stand-ins answer for them. */
function standInProject(): HookedProject {
  const project = createHookedProject();
  standIn(project.programs);
  return project;
}

/** The plugin, installed from a marketplace that is a folder, as the host writes that down. */
function marketProject(
  front?: 'real',
): HookedProject & { readonly market: string; readonly host: string } {
  const project = createHookedProject();
  const root = join(project.folder, '..');
  const market = join(root, 'market');
  const host = join(root, 'home', '.claude');
  makePlugin(join(market, 'gate'), front);
  writeJson(join(market, '.claude-plugin', 'marketplace.json'), {
    name: 'market',
    plugins: [{ name: 'completion-promise', source: './gate' }],
  });
  const copy = makePlugin(join(host, 'plugins', 'cache', 'market', 'completion-promise', '0.1.0'));
  project.writeSettings({ enabledPlugins: { [KEY]: true } }, 'user');
  writeJson(join(host, 'plugins', 'installed_plugins.json'), {
    version: 2,
    plugins: { [KEY]: [{ scope: 'user', installPath: copy }] },
  });
  writeJson(join(host, 'plugins', 'known_marketplaces.json'), {
    market: { source: { source: 'directory', path: market }, installLocation: market },
  });
  return { ...project, market, host };
}

describe('the plugin of a marketplace that is a folder', () => {
  it('runs from there: doctor names that folder and tries its hooks', async () => {
    const project = marketProject('real');
    // The copy would not run: were it meant, every replay would fail.
    rmSync(join(project.host, 'plugins', 'cache'), { recursive: true });
    const { of, unwell } = await examined(project);
    expect(unwell).toEqual([]);
    expect(of('hooks.plugin')[0]?.detail).toContain(`runs from ${join(project.market, 'gate')}`);
    expect(of('replay')).toHaveLength(11);
  });

  it.skipIf(process.platform === 'win32')(
    "has its programs at the end of the PATH of its agent: they are the suite's",
    async () => {
      const project = createHookedProject([
        'sh',
        'node',
        'git',
        'cat',
        'env',
        'dd',
        'tail',
        'grep',
      ]);
      const root = join(project.folder, '..', 'copy');
      cpSync(SUITE, root, { recursive: true });
      const env = {
        PATH: `${project.programs}:${join(root, 'bin')}`,
        CLAUDE_CODE_PLUGIN_DIRS: root,
      };
      for (const name of ['cs', 'cs-promise', 'cs-verify', 'cs-stop-gate', 'cs-hook']) {
        rmSync(join(project.programs, name));
      }
      const { unwell } = await examined(project, { env });
      expect(unwell).toEqual([]);
    },
  );

  it('is gone with the folder, and the host does not say so', async () => {
    const project = marketProject();
    renameSync(project.market, `${project.market}-moved`);
    const { of, unwell } = await examined(project);
    expect(unwell.slice(0, 2)).toEqual(['hooks.plugin', 'hooks.stop']);
    expect(of('hooks.plugin')[0]?.detail).toContain('marketplace.json');
    expect(of('hooks.plugin')[0]?.advice).toContain('claude plugin marketplace add <folder>');
  });

  it('that only the settings declare runs from it, too', async () => {
    const project = marketProject();
    const source = { source: 'directory', path: project.market };
    rmSync(join(project.host, 'plugins'), { recursive: true });
    project.writeSettings(
      { enabledPlugins: { [KEY]: true }, extraKnownMarketplaces: { market: { source } } },
      'user',
    );
    expect((await examined(project)).unwell).toEqual([]);
  });

  it('that lies in the project is one that an agent can change', async () => {
    const project = marketProject();
    const inside = join(project.folder, 'market');
    cpSync(project.market, inside, { recursive: true, verbatimSymlinks: true });
    writeJson(join(project.host, 'plugins', 'known_marketplaces.json'), {
      market: { source: { source: 'directory', path: inside }, installLocation: inside },
    });
    const { of } = await examined(project);
    expect(of('hooks.plugin')).toMatchObject([
      { status: 'note', follows: expect.stringContaining('can change its own gate') },
    ]);
  });

  it('beside hooks in the settings: which to remove, by the exact command', async () => {
    const project = marketProject();
    project.writeSettings({ hooks: { Stop: INSTALLED.Stop } }, 'local');
    const [twice, ...more] = (await examined(project)).of('hooks.twice');
    expect(more).toEqual([]);
    expect(twice).toMatchObject({ where: project.settingsPath('local') });
    expect(twice?.advice).toBe('Run: cs hooks uninstall');
  });
});

describe('a session that was started with --plugin-dir', () => {
  /** Runs doctor inside of a program with the command line of the host. */
  async function examinedInside(project: HookedProject, words: readonly string[], programs = '') {
    const report = join(project.folder, '..', 'report.json');
    const line = `CLAUDE_PID=$$ cs doctor --json > '${report}'; true`;
    const { stderr } = spawnSync('sh', ['-c', line, 'claude', ...words], {
      cwd: project.folder,
      encoding: 'utf8',
      env: {
        PATH: `${project.programs}:${process.env['PATH']}:${programs}`,
        HOME: join(project.folder, '..', 'home'),
        CLAUDECODE: '1',
      },
    });
    expect(stderr).toBe('');
    const { checks }: { readonly checks: readonly Check[] } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return checks;
  }

  it.skipIf(process.platform === 'win32')(
    'has the gate, and gets no advice that would double it',
    async () => {
      const project = createHookedProject();
      const root = makePlugin(join(project.folder, '..', 'a plugin'));
      const checks = await examinedInside(project, ['-p', 'hello', '--plugin-dir', root]);
      expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
      expect(checks[0]).toMatchObject({ check: 'hooks.plugin', status: 'ok' });
      expect(checks[0]?.detail).toContain(root);
      expect(checks.map(({ advice }) => advice).join('\n')).not.toContain('cs hooks install');
    },
  );

  it.skipIf(process.platform === 'win32')(
    'has it, too, where its folder was named from another one',
    async () => {
      const project = createHookedProject();
      const root = makePlugin(join(project.folder, '..', 'elsewhere', 'plugin'));
      const words = ['--plugin-dir', './plugin'];
      const checks = await examinedInside(project, words, join(root, 'bin'));
      expect(checks[0]).toMatchObject({ check: 'hooks.plugin', status: 'ok' });
      expect(checks[0]?.detail).toContain(root);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'has it in place of the installed one, and not beside it',
    async () => {
      const project = marketProject();
      const root = makePlugin(join(project.folder, '..', 'another'));
      const checks = await examinedInside(project, ['--plugin-dir', root]);
      const gates = checks.filter(({ check }) => check === 'hooks.stop' || check === 'hooks.twice');
      expect(gates.map(({ detail }) => detail)).toEqual([
        `the stop hook is in ${join(root, 'hooks', 'hooks.json')}`,
      ]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'and --bare has none, whatever is installed',
    async () => {
      const project = createHookedProject();
      project.writeSettings({ hooks: INSTALLED }, 'user');
      const checks = await examinedInside(project, ['--bare']);
      const [failed, ...more] = checks.filter(({ status }) => status === 'fail');
      expect(more).toEqual([]);
      expect(failed).toMatchObject({
        check: 'hooks.disabled',
        advice: expect.stringContaining('--bare'),
      });
    },
  );

  it('seen from outside, and no hooks installed: the advice says for whom it is not', async () => {
    const [stop] = (await examined(createHookedProject())).of('hooks.stop');
    expect(stop?.advice).toContain('Not needed for sessions started with --plugin-dir');
  });

  it('by the variable that names its folder has the gate as well', async () => {
    const project = createHookedProject();
    const root = makePlugin(join(project.folder, '..', 'plugin'));
    const { unwell } = await examined(project, { env: { CLAUDE_CODE_PLUGIN_DIRS: root } });
    expect(unwell).toEqual([]);
  });
});

describe('other gates beside the suite', () => {
  it('are named with their file, and leave doctor green', async () => {
    const project = standInProject();
    const other = hook('bash .claude/hooks/unified-stop-gate.sh', 60);
    project.writeSettings({ hooks: { ...INSTALLED, Stop: [...INSTALLED.Stop, other] } });
    project.writeSettings({ hooks: { Stop: [hook('my-gate')] } }, 'user');
    const { of, unwell } = await examined(project);
    expect(unwell).toEqual(['hooks.beside', 'hooks.beside']);
    expect(of('hooks.beside').map(({ detail, where }) => [detail, where])).toEqual([
      [
        'the stop gate of the bash scripts, at Stop: `bash .claude/hooks/unified-stop-gate.sh`',
        project.settingsPath(),
      ],
      ['a hook of another program, at Stop: `my-gate`', project.settingsPath('user')],
    ]);
    const { code, stdout } = await project.cs(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toContain('[NOTE] hooks.beside: the stop gate of the bash scripts, at Stop: ');
  });

  it('that come with a plugin are named by it', async () => {
    const project = standInProject();
    const root = join(project.folder, '..', 'market', 'ralph-loop');
    const source = { source: 'directory', path: dirname(root) };
    writeJson(join(dirname(root), '.claude-plugin', 'marketplace.json'), {
      plugins: [{ name: 'ralph-loop', source: './ralph-loop' }],
    });
    writeJson(join(root, 'hooks', 'hooks.json'), {
      hooks: { Stop: [hook('${CLAUDE_PLUGIN_ROOT}/hooks/stop-hook.sh')] },
    });
    project.writeSettings({
      hooks: INSTALLED,
      enabledPlugins: { 'ralph-loop@m': true },
      extraKnownMarketplaces: { m: { source } },
    });
    const { of, unwell } = await examined(project);
    expect(unwell).toEqual(['hooks.beside']);
    expect(of('hooks.beside')[0]).toMatchObject({
      detail: expect.stringContaining('a ralph loop, at Stop'),
      where: join(root, 'hooks', 'hooks.json'),
      advice: expect.stringContaining('claude plugin disable ralph-loop@m'),
    });
  });

  it('do not count where the host does not run them', async () => {
    const project = standInProject();
    project.writeSettings({ disableAllHooks: true, hooks: { ...INSTALLED, Stop: [hook('x')] } });
    expect((await examined(project)).unwell).toEqual(['hooks.disabled']);
  });

  it('nothing of them is obeyed by a terminal', async () => {
    const project = standInProject();
    project.writeSettings({
      hooks: { ...INSTALLED, Stop: [...INSTALLED.Stop, hook('\x1b[2J\nx')] },
    });
    const { stdout } = await project.cs(['doctor']);
    expect(stdout).toContain('\\x1b[2J');
    expect(stdout).not.toContain('\x1b');
  });
});

describe('a program of others under a name of the suite', () => {
  function foreignFirst(name: string, script: string) {
    const project = standInProject();
    project.writeSettings({ hooks: INSTALLED });
    const others = join(project.folder, '..', 'others');
    mkdirSync(others);
    writeProgram(join(others, name), script);
    const PATH = [others, project.programs, process.env['PATH']].join(':');
    return { project, others, options: { env: { PATH } } };
  }

  it.skipIf(process.platform === 'win32')(
    'before it on PATH: its path, and the folder to put before it',
    async () => {
      const { options, others, project } = foreignFirst('cs', 'exec java -jar coursier "$@"');
      const { of, unwell } = await examined(project, options);
      expect(unwell).toEqual(['programs.foreign']);
      expect(of('programs.foreign')[0]).toMatchObject({
        status: 'fail',
        where: join(others, 'cs'),
        advice: `Put ${project.programs} before it in PATH, or use the name completion-promise for cs`,
      });
    },
  );

  it.skipIf(process.platform === 'win32')('a bash script that it replaces', async () => {
    const { options, project } = foreignFirst('cs-promise', 'ls .claude/completion-state');
    const [found] = (await examined(project, options)).of('programs.foreign');
    expect(found?.detail).toContain('the bash script that completion-promise replaces');
    expect(found?.follows).toContain('without the ledger');
  });

  it.skipIf(process.platform === 'win32')(
    'behind it on PATH stands in the way of nothing',
    async () => {
      const { others, project } = foreignFirst('cs', 'exit 0');
      const PATH = [project.programs, others, process.env['PATH']].join(':');
      expect((await examined(project, { env: { PATH } })).unwell).toEqual([]);
    },
  );
});

describe('where the host reads settings', () => {
  it('local settings of the main worktree hold in a linked one', async () => {
    const project = standInProject();
    const git = createGitProject({ 'README.md': 'x' }, project);
    const tree = join(project.folder, '..', 'tree');
    git.git('worktree', 'add', '-q', tree);
    project.writeSettings({ hooks: INSTALLED }, 'local');
    const { of } = await examined(project, { cwd: tree });
    expect(of('hooks.stop')[0]?.detail).toBe(
      `the stop hook is in ${project.settingsPath('local')}`,
    );
  });

  it('settings that a project shares do not hold in a linked worktree without them', async () => {
    const project = standInProject();
    const git = createGitProject({ 'README.md': 'x' }, project);
    const tree = join(project.folder, '..', 'tree');
    git.git('worktree', 'add', '-q', tree);
    project.writeSettings({ hooks: INSTALLED });
    expect((await examined(project, { cwd: tree })).of('hooks.stop')[0]?.status).toBe('fail');
  });

  it('settings that a project shares do not hold for a session of a subfolder', async () => {
    const project = standInProject();
    createGitProject({ 'sub/x': '' }, project);
    project.writeSettings({ hooks: INSTALLED });
    const sub = join(project.folder, 'sub');
    project.write('../completion-promise.json', {});
    const { of, unwell } = await examined(project, { cwd: sub });
    expect(unwell).toEqual(['hooks.reach']);
    expect(of('hooks.reach')[0]).toMatchObject({
      where: project.settingsPath(),
      follows: `a session started in ${sub} runs without the gate`,
    });
  });
});

describe('the suite as a dependency of the project', () => {
  const line = (words: string) => `"$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook ${words}`;
  const gate = hook(
    `[ -f "$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook ] && ${line('stop || exit 2')}`,
    60,
  );
  const HOOKS = {
    SessionStart: [hook(line('session-start'), 30)],
    UserPromptSubmit: [hook(line('user-prompt'), 30)],
    Stop: [gate],
    SubagentStop: [gate],
    SessionEnd: [hook(line('session-end'), 30)],
  };

  function dependencyProject() {
    const project = standInProject();
    const modules = join(project.folder, 'node_modules');
    writeJson(join(modules, 'completion-promise', 'package.json'), { name: 'completion-promise' });
    for (const part of ['bin', 'dist']) {
      cpSync(join(SUITE, part), join(modules, 'completion-promise', part), { recursive: true });
    }
    mkdirSync(join(modules, '.bin'));
    symlinkSync('../completion-promise/bin/cs-hook', join(modules, '.bin', 'cs-hook'));
    project.writeSettings({ hooks: HOOKS });
    return { ...project, modules };
  }

  it.skipIf(process.platform === 'win32')('has hooks that are tried', async () => {
    const project = dependencyProject();
    const { of, unwell } = await examined(project);
    expect(unwell).toEqual([]);
    expect(of('replay')).toHaveLength(11);
  });

  it.skipIf(process.platform === 'win32')('that was removed turns doctor red', async () => {
    const project = dependencyProject();
    rmSync(project.modules, { recursive: true });
    const { of } = await examined(project);
    expect(of('replay').filter(({ status }) => status === 'fail')).not.toEqual([]);
  });
});
