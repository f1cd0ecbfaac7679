import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asking,
  BLOCK,
  createHookedProject,
  type HookedProject,
  hook,
  INSTALLED,
  putStopGate,
  standIn,
  writeProgram,
} from '../rig/worlds/hooked-project.ts';
import type { RunOptions } from '../rig/worlds/project.ts';
import { SUITE } from '../rig/worlds/suite.ts';

/** A project in which everything is as it should be. */
function soundProject(tools?: readonly string[]): HookedProject {
  const project = createHookedProject(tools);
  project.writeSettings({ hooks: INSTALLED });
  return project;
}

/** The same with stand-ins for the programs of its hooks. */
function standInProject(tools?: readonly string[]): HookedProject {
  const project = soundProject(tools === undefined ? undefined : [...tools, 'grep', 'ls', 'sh']);
  standIn(project.programs);
  return project;
}

interface Check {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly advice: string | null;
  readonly duration_ms?: number;
}

async function examined(project: HookedProject, options?: RunOptions) {
  const { code, stdout } = await project.cs(['doctor', '--json'], options);
  const checks: readonly Check[] = JSON.parse(stdout).checks;
  return {
    code,
    checks,
    failed: checks.filter(({ status }) => status === 'fail'),
    noted: checks.filter(({ status }) => status === 'note'),
  };
}

const configure = (project: HookedProject, settings: unknown) =>
  project.write('../completion-promise.json', settings);

/** The installed hooks with other ones for an event. */
const withStop = (...groups: readonly object[]) => ({ hooks: { ...INSTALLED, Stop: groups } });

/** Puts a stop gate of its own on PATH, and other hooks that say nothing. */
const stopGate = (script: string) => (project: HookedProject) =>
  putStopGate(project.programs, script);

describe('where everything is as it should be', () => {
  it('doctor says so, line by line, and exits with 0', async () => {
    const { code, stderr, stdout } = await soundProject().cs(['doctor', '--verbose']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const check of [
      'hooks.stop: the stop hook is in ',
      'hooks.subagent-stop: ',
      'hooks.session-start: ',
      'hooks.user-prompt: ',
      'hook.crash: Stop in ',
      'hook.timeout: Stop in ',
      'hook.watch: Stop in ',
      'replay: Stop: an open promise: it blocks',
      'replay: Stop: no promises: it lets the session end',
      'replay: Stop: an open promise, and a payload that is not JSON: it blocks',
      'replay: SubagentStop: a subagent without its own promises: it lets the session end',
      'replay: SessionStart: a start: it answers correctly',
      'replay: UserPromptSubmit: a prompt: it answers correctly',
      'replay: SessionEnd: an end: it answers correctly',
      'programs: cs, cs-promise, cs-verify, cs-stop-gate are on PATH',
      'configuration: it can be read',
      'models: judge.model is sonnet',
      'state.access: ',
      'git: found',
    ]) {
      expect(stdout).toContain(`[OK] ${check}`);
    }
    expect(stdout).not.toMatch(/^\[(?:FAIL|NOTE)\]/m);
    expect(stdout).toContain('The state folder is in order.\n');
  });

  it('as data too, with the time that each replay took', async () => {
    const { checks } = await examined(soundProject());
    for (const { advice, check, duration_ms, status } of checks) {
      expect([status, advice]).toEqual(['ok', null]);
      expect(typeof duration_ms).toBe(check === 'replay' ? 'number' : 'undefined');
    }
  });

  it('it leaves nothing behind, and nothing of the caller reaches a hook', async () => {
    const project = soundProject();
    const seen = join(project.folder, '..', 'seen');
    const script = `env >> '${seen}'; echo "$CLAUDE_PROJECT_DIR" >> '${seen}.folders'; ${BLOCK}`;
    stopGate(script)(project);
    await examined(project, {
      env: {
        CLAUDE_SESSION_ID: 'session-of-the-caller',
        CLAUDE_CODE_SESSION_ID: 'session-of-the-caller',
        ANTHROPIC_API_KEY: 'key-of-the-caller',
        CS_JUDGING: '1',
      },
    });
    const environment = readFileSync(seen, 'utf8');
    expect(environment).not.toContain('of-the-caller');
    expect(environment).not.toContain('CS_JUDGING');
    expect(environment).toContain('CLAUDECODE=1');
    const folders = readFileSync(`${seen}.folders`, 'utf8').trim().split('\n');
    expect(folders).not.toContain(project.folder);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
    expect(project.list('.')).toEqual([]);
  });
});

describe('each of these alone turns doctor red', () => {
  it.each<[string, (project: HookedProject) => unknown, string, string]>([
    [
      'no stop hook anywhere',
      (project) => project.writeSettings({ hooks: { ...INSTALLED, Stop: [] } }),
      'hooks.stop',
      'no stop hook anywhere',
    ],
    [
      'all hooks are switched off',
      (project) => project.writeSettings({ disableAllHooks: true }, 'local'),
      'hooks.disabled',
      '`disableAllHooks` is set in ',
    ],
    [
      'settings that the host cannot read',
      (project) => project.writeSettings('{', 'local'),
      'hooks.settings',
      'it is not valid JSON',
    ],
    [
      'a crash would open the gate',
      (project) => project.writeSettings(withStop(hook('cs-stop-gate', 60))),
      'hook.crash',
      'does not end in `|| exit 2`',
    ],
    [
      'a gate that is set to take longer than its hook',
      (project) => configure(project, { stopGate: { timeoutMs: 60_000 } }),
      'hook.timeout',
      'stopGate.timeoutMs is 60000',
    ],
    [
      'no directives are kept for a reality check that is asked for',
      (project) => {
        configure(project, { realityCheck: { enabled: true } });
        const { UserPromptSubmit: _without, ...hooks } = INSTALLED;
        project.writeSettings({ hooks });
      },
      'hooks.user-prompt',
      'realityCheck.enabled is set',
    ],
    [
      'a program that an agent is told to run is missing',
      (project) => rmSync(join(project.programs, 'cs-promise')),
      'programs',
      'not on PATH: cs-promise',
    ],
    [
      'a model of the panel that could be none',
      (project) => configure(project, { judge: { panel: 'sonnet, a!' } }),
      'models',
      'judge.panel is a!',
    ],
    [
      'a configuration that cannot be read',
      (project) => configure(project, { tier: 9 }),
      'configuration',
      '`tier` takes 1, 2 or 3',
    ],
  ])('%s', async (_name, breakIt, check, detail) => {
    const project = standInProject(['cat', 'env', 'git']);
    breakIt(project);
    const { code, failed } = await examined(project);
    // What concerns the gate concerns its hook for subagents as well.
    expect(new Set(failed.map((one) => one.check))).toEqual(new Set([check]));
    expect(failed[0]?.detail).toContain(detail);
    expect(failed[0]?.advice).not.toBe(null);
    expect(code).toBe(1);
  });

  it('git is missing, and the project is a checkout', async () => {
    const project = standInProject(['cat', 'env']);
    mkdirSync(join(project.folder, '.git'));
    const { code, failed } = await examined(project);
    expect([code, failed]).toEqual([1, [expect.objectContaining({ check: 'git' })]]);
  });

  it('the state folder cannot be one', async () => {
    const project = standInProject();
    writeFileSync(project.state, '');
    const { code, failed } = await examined(project);
    expect([code, failed]).toEqual([1, [expect.objectContaining({ check: 'state.access' })]]);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'the state folder may not be written (not as root, whom nothing stops)',
    async () => {
      const project = standInProject();
      project.write('promises/x', '');
      chmodSync(project.state, 0o500);
      const { code, failed } = await examined(project);
      chmodSync(project.state, 0o700);
      expect([code, failed]).toEqual([1, [expect.objectContaining({ check: 'state.access' })]]);
    },
  );
});

describe('a stop gate that does not keep to what its host goes by turns doctor red', () => {
  it('(one that does is let through)', async () => {
    const project = standInProject();
    stopGate(asking(BLOCK))(project);
    expect((await examined(project)).failed).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['it always lets go', 'exit 0', 'an open promise: it let the session end'],
    ['it blocks and says nothing', asking('exit 2'), 'it blocks without a reason'],
    ['it never lets go', BLOCK, 'no promises: it always blocks (open)'],
    [
      'it blocks subagents for promises that are not theirs',
      asking(BLOCK).replace('who=agent-', ':'),
      'a subagent without its own promises: it always blocks',
    ],
    [
      'a payload that is no JSON is let through',
      asking(BLOCK).replace('who=agent-;;', 'who=agent-;; not*) exit 0;;'),
      'an open promise, and a payload that is not JSON: it let the session end',
    ],
  ])('%s', async (_name, script, detail) => {
    const project = standInProject();
    stopGate(script)(project);
    const { code, failed } = await examined(project);
    expect(failed.map((one) => one.check)).toEqual(failed.map(() => 'replay'));
    expect(failed.map((one) => one.detail).join('\n')).toContain(detail);
    expect(code).toBe(1);
  });

  it('it is not there: its guard says so', async () => {
    const project = standInProject();
    for (const name of ['cs-hook', 'cs-stop-gate']) rmSync(join(project.programs, name));
    const { failed } = await examined(project);
    const details = failed.map((one) => one.detail).join('\n');
    expect(details).toContain('Stop: an open promise: it does not find completion-promise');
    expect(details).toContain('not on PATH: cs-stop-gate');
  });

  it('it does not answer within its timeout, and is ended', async () => {
    const project = standInProject();
    stopGate('sleep 600')(project);
    configure(project, { stopGate: { timeoutMs: 5000 } });
    const slow = hook('cs-stop-gate || exit 2', 0.5);
    project.writeSettings({ hooks: { ...INSTALLED, Stop: [slow], SubagentStop: [slow] } });
    const { failed } = await examined(project);
    const replays = failed.filter(({ check }) => check === 'replay');
    expect(replays).toHaveLength(5);
    for (const { detail } of replays) expect(detail).toContain('it did not answer within ');
  });

  it.each(['SessionStart', 'UserPromptSubmit'])('a hook of %s that says more', async (event) => {
    const project = standInProject();
    const line = event === 'SessionStart' ? 'session-start' : 'user-prompt';
    writeProgram(join(project.programs, `cs-${line}`), 'cat >/dev/null; echo hello');
    project.writeSettings({ hooks: { ...INSTALLED, [event]: [hook(`cs-${line}`, 30)] } });
    const { code, failed } = await examined(project);
    expect(code).toBe(1);
    expect(failed[0]?.detail).toContain(`${event}: `);
    expect(failed[0]?.detail).toContain('its stdout is not exactly one JSON object (');
  });

  it('a hook of UserPromptSubmit that blocks', async () => {
    const project = standInProject();
    writeProgram(join(project.programs, 'cs-user-prompt'), 'echo no >&2; exit 2');
    project.writeSettings({
      hooks: { ...INSTALLED, UserPromptSubmit: [hook('cs-user-prompt', 30)] },
    });
    const { failed } = await examined(project);
    expect(failed[0]?.detail).toContain('it always blocks (no)');
  });

  it('a line that does anything else is not run: only a host asks whether a project is trusted', async () => {
    const project = standInProject();
    const mark = join(project.folder, 'mark');
    const mixed = hook(`touch '${mark}'; cs-stop-gate || exit 2`, 60);
    project.writeSettings({ hooks: { ...INSTALLED, Stop: [mixed] } });
    const { stdout } = await project.cs(['doctor']);
    expect(stdout).toContain('[NOTE] replay: Stop: ');
    expect(stdout).toContain('does more than call completion-promise, and was not tried');
    expect(existsSync(mark)).toBe(false);
  });
});

describe('the plugin', () => {
  /** A plugin of these hooks that the host says is installed and enabled. */
  function pluginProject(hooks: object, programs: 'on PATH' | 'missing'): HookedProject {
    const project = createHookedProject(['cat', 'env', 'git', 'node', 'sh', 'sleep']);
    if (programs === 'missing') rmSync(join(project.programs, 'cs-promise'));
    const name = 'completion-promise@somewhere';
    const root = join(project.folder, '..', 'plugin with a space');
    mkdirSync(join(root, 'hooks'), { recursive: true });
    writeFileSync(join(root, 'hooks', 'hooks.json'), JSON.stringify({ hooks }));
    symlinkSync(join(SUITE, 'bin'), join(root, 'bin'));
    project.writeSettings({ enabledPlugins: { [name]: true } }, 'user');
    const list = join(dirname(project.settingsPath('user')), 'plugins', 'installed_plugins.json');
    mkdirSync(dirname(list));
    const plugins = { [name]: [{ scope: 'user', installPath: root }] };
    writeFileSync(list, JSON.stringify({ version: 2, plugins }));
    return project;
  }

  const front = '"${CLAUDE_PLUGIN_ROOT}/bin/cs-hook"';
  const gate = hook(`[ -f ${front} ] && sh ${front} stop || exit 2`, 60);
  const other = (name: string) => hook(`sh ${front} ${name}`, 30);
  const OF_PLUGIN = {
    SessionStart: [other('session-start')],
    UserPromptSubmit: [other('user-prompt')],
    Stop: [gate],
    SubagentStop: [gate],
    SessionEnd: [other('session-end')],
  };

  it('counts where it is enabled, and is tried like any other', async () => {
    const { checks, code } = await examined(pluginProject(OF_PLUGIN, 'on PATH'));
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(checks.filter(({ check }) => check === 'replay')).toHaveLength(11);
    expect(code).toBe(0);
  });

  it('needs no programs on PATH', async () => {
    const { code, noted } = await examined(pluginProject(OF_PLUGIN, 'missing'));
    expect([code, noted.map(({ check }) => check)]).toEqual([0, ['programs']]);
  });

  it('beside hooks in the settings is a second gate', async () => {
    const project = pluginProject(OF_PLUGIN, 'on PATH');
    project.writeSettings({ hooks: { Stop: INSTALLED.Stop } });
    expect((await examined(project)).noted.map(({ check }) => check)).toEqual(['hooks.twice']);
  });

  it('counts no more where a nearer place switches it off', async () => {
    const project = pluginProject(OF_PLUGIN, 'on PATH');
    project.writeSettings({ enabledPlugins: { 'completion-promise@somewhere': false } });
    expect((await examined(project)).failed.map(({ check }) => check)).toEqual(['hooks.stop']);
  });

  it('that is not where it was is told of', async () => {
    const project = pluginProject(OF_PLUGIN, 'on PATH');
    rmSync(join(project.folder, '..', 'plugin with a space'), { recursive: true });
    const { failed, noted } = await examined(project);
    expect(failed.map(({ check }) => check)).toEqual(['hooks.stop']);
    expect(noted.map(({ check }) => check)).toContain('hooks.plugin');
  });
});

describe('each of these is a note, and leaves doctor green', () => {
  it.each<[string, (project: HookedProject) => unknown, string, string]>([
    [
      'subagents are not asked',
      (project) => project.writeSettings({ hooks: { ...INSTALLED, SubagentStop: [] } }),
      'hooks.subagent-stop',
      'none: ',
    ],
    [
      'agents are not told',
      (project) => project.writeSettings({ hooks: { ...INSTALLED, SessionStart: [] } }),
      'hooks.session-start',
      'none: ',
    ],
    [
      'prompts are not kept',
      (project) => project.writeSettings({ hooks: { ...INSTALLED, UserPromptSubmit: [] } }),
      'hooks.user-prompt',
      'none: ',
    ],
    [
      'a headless session is let go without a word',
      (project) => project.writeSettings({ hooks: { ...INSTALLED, SessionEnd: [] } }),
      'hooks.session-end',
      'none: ',
    ],
    [
      'the gate is installed twice, by two commands',
      (project) => {
        const path = `"${join(project.programs, 'cs-hook')}"`;
        const other = hook(`[ -f ${path} ] && ${path} stop || exit 2`, 60);
        project.writeSettings({ hooks: { Stop: [other] } }, 'user');
      },
      'hooks.twice',
      'a second stop hook of completion-promise besides the one in ',
    ],
    [
      'a review that is given more time than the gate',
      (project) => configure(project, { stopGate: { timeoutMs: 7000 } }),
      'settings.reviews',
      'continuation.timeoutMs is 8000',
    ],
    [
      'a standing check that waits for approval',
      (project) => {
        const always = { checks: { always: ['npm test'] } };
        const path = join(project.folder, '.claude', 'completion-promise.json');
        writeFileSync(path, JSON.stringify(always));
      },
      'settings.approval',
      'checks.always ["npm test"]',
    ],
    [
      'the host lets go first, by the settings',
      (project) => project.writeSettings({ env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' } }, 'user'),
      'host.block-cap',
      'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP is 2 in ',
    ],
    [
      'beads without bd',
      (project) => mkdirSync(join(project.folder, '.beads')),
      'bd',
      'not on PATH',
    ],
  ])('%s', async (_name, prepare, check, detail) => {
    const project = standInProject(['cat', 'env', 'git']);
    prepare(project);
    const { code, failed, noted } = await examined(project);
    expect(noted).toEqual([
      expect.objectContaining({ check, detail: expect.stringContaining(detail) }),
    ]);
    expect([code, failed]).toEqual([0, []]);
  });

  it('the host lets go first, by the environment', async () => {
    const { noted } = await examined(standInProject(), {
      env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '4' },
    });
    expect(noted.map(({ check }) => check)).toEqual(['host.block-cap']);
  });
});
