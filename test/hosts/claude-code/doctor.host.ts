import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hook, INSTALLED, putUserGuard } from '../../rig/worlds/hooked-project.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { PACKAGE, SUITE } from '../../rig/worlds/suite.ts';
import type { Script } from '../scripted-model.ts';
import {
  CLAUDE_CODE,
  type ClaudeCodeParts,
  type ClaudeCodeProject,
  claudeCodeProject,
  describeClaudeCode,
} from './claude-project.ts';
import { bash, follow, promise, type Step, say } from './scenario.ts';

/** What doctor says is in force is in force: an agent asks it in the session in which that shows. */

interface Check {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly where: string | null;
  readonly follows: string | null;
  readonly advice: string | null;
}

interface World extends ClaudeCodeProject {
  /** The folder around the project, with the user's home in `home`. */
  readonly root: string;
  put(path: string, value: unknown): string;
}

/**
 * A project without hooks whose agents ask doctor, promise something, stop, and then do what they are told, or what
 * is `last`.
 */
async function world(parts: ClaudeCodeParts = {}, last: Step = follow): Promise<World> {
  const turns: readonly Step[] = [
    bash('cs doctor --json > "$HOME/doctor.json"; true'),
    promise(),
    say('Done.'),
    last,
  ];
  const script: Script = (request) => {
    if (!request.tools.includes('Bash')) return say('Something aside.');
    const turn = turns[Math.min(request.turn, turns.length - 1)] ?? say('Done.');
    return typeof turn === 'function' ? turn(request) : turn;
  };
  const made = await claudeCodeProject(script, {
    withoutHooks: true,
    ...parts,
    env: { IS_SANDBOX: '1', ...parts.env },
  });
  const root = join(made.project.folder, '..');
  putUserGuard(join(root, 'home'));
  return { ...made, root, put: (path, value) => putJson(join(root, path), value) };
}

function putJson(path: string, value: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
  return path;
}

/** Runs a session, and gives how often its model was told of a block and what doctor said in it. */
async function play(
  { model, root, session }: World,
  args: readonly string[] = [],
  folder?: string,
) {
  const before = model.seen.length;
  await session('Build the sign-in', ['--permission-mode', 'bypassPermissions', ...args], folder);
  const told = model.seen.slice(before).map(({ latest }) => latest.split(BLOCK).length - 1);
  const report: { readonly checks: readonly Check[] } = JSON.parse(
    readFileSync(join(root, 'home', 'doctor.json'), 'utf8'),
  );
  return {
    blocks: told.filter((times) => times > 0).length,
    /** How often a block stands in what the model was told at once. */
    timesAtOnce: Math.max(0, ...told),
    checks: report.checks,
    of: (check: string): readonly Check[] => report.checks.filter((one) => one.check === check),
  };
}

const BLOCK = 'Blocked: ';

/** The plugin in a marketplace that is a folder, added and installed by the host itself. */
async function installPlugin({ client, root }: World): Promise<string> {
  const market = join(root, 'market');
  cpSync(join(PACKAGE, '.claude-plugin'), join(market, '.claude-plugin'), { recursive: true });
  cpSync(SUITE, join(market, 'plugin'), { recursive: true });
  for (const words of [
    ['marketplace', 'add', market],
    ['install', 'completion-promise@completion-promise'],
  ]) {
    const { code, stderr, stdout } = await outcomeOf(client(['plugin', ...words]));
    if (code !== 0) throw new Error(`claude plugin ${words.join(' ')}: ${stdout}${stderr}`);
  }
  return market;
}

describeClaudeCode('the plugin of a marketplace that is a folder', () => {
  it('holds a session without the copy of the host: from the folder that doctor names', async () => {
    const there = await world();
    const market = await installPlugin(there);
    rmSync(join(there.root, 'home', '.claude', 'plugins', 'cache'), { recursive: true });
    const listed = await outcomeOf(there.client(['plugin', 'list', '--json']));
    // Newer clients list plugins of their own behind those that were installed.
    const [installed] = JSON.parse(listed.stdout);
    expect(installed).toMatchObject({ readFromFolder: join(market, 'plugin') });
    const { blocks, of } = await play(there);
    expect(blocks).toBe(1);
    expect(of('hooks.plugin')[0]?.detail).toContain(
      `the plugin runs from ${join(market, 'plugin')}, `,
    );
    expect(of('hooks.stop')).toMatchObject([{ status: 'ok' }]);
  });

  it('holds no session where the folder is gone, until what doctor says is done', async () => {
    const there = await world();
    const market = await installPlugin(there);
    const moved = `${market}-moved`;
    renameSync(market, moved);
    const without = await play(there);
    expect(without.blocks).toBe(0);
    expect(without.of('hooks.stop')).toMatchObject([{ status: 'fail' }]);
    const [found] = without.of('hooks.plugin');
    const command = /: claude (plugin .+)$/.exec(found?.advice ?? '')?.[1] ?? '';
    const words = command.replace('<folder>', moved).split(' ');
    expect(await outcomeOf(there.client(words))).toMatchObject({ code: 0 });
    expect((await play(there)).blocks).toBe(1);
  });

  it('and hooks in the settings at once run the gate twice, until what doctor says is done', async () => {
    const there = await world();
    await installPlugin(there);
    const path = there.put('home/.claude/settings.json', {
      ...JSON.parse(readFileSync(join(there.root, 'home', '.claude', 'settings.json'), 'utf8')),
      hooks: INSTALLED,
    });
    const twice = await play(there);
    const [found] = twice.of('hooks.twice');
    expect(found).toMatchObject({ where: path });
    const command = /^Run: cs (.+)$/.exec(found?.advice ?? '')?.[1];
    expect(await there.project.run('cs', command?.split(' ') ?? [])).toMatchObject({ code: 0 });
    const once = await play(there);
    expect(once.of('hooks.twice')).toEqual([]);
    expect([twice.blocks, once.blocks]).toEqual([1, 1]);
    expect(twice.timesAtOnce).toBe(2 * once.timesAtOnce);
  });
});

describeClaudeCode('a session with --plugin-dir', () => {
  it('is held, and doctor gives no advice in it that would double the hooks', async () => {
    const { blocks, checks, of } = await play(await world(), ['--plugin-dir', SUITE]);
    expect(blocks).toBe(1);
    expect(of('hooks.plugin')[0]?.detail).toContain(`${SUITE}, for this session only`);
    expect(of('hooks.stop')).toMatchObject([{ status: 'ok' }]);
    expect(checks.map(({ advice }) => advice).join('\n')).not.toContain('hooks install');
  });
});

/** Whether a program can be given an `/etc` of its own here. */
const HAS_ETC =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount --bind /etc /etc']).status === 0;

/** Words that start a program with these files for managed settings, in an `/etc` of its own. */
function withManaged(root: string, files: Readonly<Record<string, unknown>>): readonly string[] {
  const etc = join(root, 'etc');
  for (const [name, value] of Object.entries(files)) putJson(join(etc, name), value);
  // What the machine keeps in /etc is there as well: names of users and hosts are looked up in it.
  const line =
    'cp -a /etc/. "$0/all" 2>/dev/null; rm -rf "$0/all/claude-code"; cp -r "$0/own" "$0/all/claude-code"; mount --bind "$0/all" /etc && exec "$@"';
  mkdirSync(join(etc, 'all'), { recursive: true });
  return ['unshare', '-rm', 'sh', '-c', line, etc];
}

describe.skipIf(CLAUDE_CODE === '' || !HAS_ETC)('settings of administrators', () => {
  async function managedWorld(files: Readonly<Record<string, unknown>>): Promise<World> {
    // The words are needed before the project has its folder.
    const inside: string[] = [];
    const there = await world({ inside });
    const own = Object.fromEntries(
      Object.entries(files).map(([name, value]) => [join('own', name), value]),
    );
    inside.push(...withManaged(there.root, own));
    return there;
  }

  it('in a dropped file hold a session, and doctor names that file', async () => {
    const there = await managedWorld({ 'managed-settings.d/50-gate.json': { hooks: INSTALLED } });
    const { blocks, of } = await play(there);
    expect(blocks).toBe(1);
    expect(of('hooks.stop')).toMatchObject([
      { status: 'ok', detail: expect.stringContaining('/managed-settings.d/50-gate.json') },
    ]);
  });

  it('that allow their own hooks only keep those of the user from running, as doctor says', async () => {
    const there = await managedWorld({
      'managed-settings.json': { allowManagedHooksOnly: false },
      'managed-settings.d/10-only.json': { allowManagedHooksOnly: true },
    });
    const user = there.put('home/.claude/settings.json', { hooks: INSTALLED });
    const { blocks, of } = await play(there);
    expect(blocks).toBe(0);
    expect(of('hooks.stop')).toEqual([]);
    expect(of('hooks.disabled')).toMatchObject([
      {
        status: 'fail',
        detail: expect.stringContaining('/managed-settings.d/10-only.json'),
        follows: expect.stringContaining(user),
        advice: expect.stringContaining('Only an administrator'),
      },
    ]);
  });

  it('where a later file takes that back, do not', async () => {
    const there = await managedWorld({
      'managed-settings.d/10-only.json': { allowManagedHooksOnly: true },
      'managed-settings.d/20-not.json': { allowManagedHooksOnly: false },
    });
    there.put('home/.claude/settings.json', { hooks: INSTALLED });
    const { blocks, of } = await play(there);
    expect(blocks).toBe(1);
    expect(of('hooks.disabled')).toEqual([]);
  });
});

describeClaudeCode('another hook beside the gate', () => {
  const beside = (command: string) => ({
    hooks: { ...INSTALLED, Stop: [...INSTALLED.Stop, hook(command)] },
  });

  it('that answers `continue: false` ends a session that promised something: doctor names it', async () => {
    const there = await world();
    const path = there.put('home/.claude/settings.json', beside(`echo '{"continue":false}'`));
    const { blocks, of } = await play(there);
    expect(blocks).toBe(0);
    expect(of('hooks.beside')).toMatchObject([
      { where: path, follows: expect.stringContaining('`continue: false`') },
    ]);
  });

  it('that blocks without end is counted together with the gate, up to the limit of the host', async () => {
    const there = await world({}, say('Done.'));
    there.put('home/.claude/settings.json', beside('echo "Go on." >&2; exit 2'));
    const { of } = await play(there);
    const told = there.model.seen.filter(({ latest }) => latest.includes('Stop hook feedback'));
    expect(told).toHaveLength(8);
    expect(of('hooks.beside')[0]?.follows).toContain('at the 9th in a row');
  });
});

describeClaudeCode('where the host is started', () => {
  it('in a subfolder, settings that the project shares are not read, as doctor says', async () => {
    const there = await world();
    const path = there.put('project/.claude/settings.json', { hooks: INSTALLED });
    there.put('project/.claude/completion-promise.json', {});
    const sub = join(there.project.folder, 'sub');
    mkdirSync(sub);
    const { blocks, of } = await play(there, [], sub);
    expect(blocks).toBe(0);
    expect(of('hooks.reach')).toMatchObject([
      { where: path, follows: expect.stringContaining(sub) },
    ]);
  });

  it('in a linked worktree, the local settings of the main one are', async () => {
    const there = await world();
    const path = there.put('project/.claude/settings.local.json', { hooks: INSTALLED });
    const tree = join(there.root, 'tree');
    there.project.git('worktree', 'add', '-q', tree);
    const { blocks, of } = await play(there, [], tree);
    expect(blocks).toBe(1);
    expect(of('hooks.stop')).toMatchObject([
      { status: 'ok', detail: expect.stringContaining(path) },
    ]);
  });
});
