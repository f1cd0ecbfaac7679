import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject } from '../rig/worlds/git-project.ts';
import { createHookedProject } from '../rig/worlds/hooked-project.ts';

/** A project in git with hooks of every host, its own and its user's, and shims of the old scripts. */
async function installedEverywhere() {
  const hooked = createHookedProject();
  const { folder } = createGitProject({ 'README.md': '# A project\n' }, hooked);
  const home = join(folder, '..', 'home');
  const env = { XDG_CONFIG_HOME: '' };
  const cs = (...words: readonly string[]) => hooked.cs(words, { env });
  const shims = join(folder, '.claude', 'scripts', 'completion-state');
  for (const host of ['claude-code', 'codex', 'gemini', 'copilot', 'cursor', 'opencode']) {
    await cs('hooks', 'install', '--host', host, '--user', '--skill');
    await cs('hooks', 'install', '--host', host, '--shared', '--agents-md');
  }
  await cs('hooks', 'install', '--local', '--allow');
  await cs('hooks', 'install', '--shims', shims);
  return { cs, folder, home, hooked, shims };
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.git/'))
    .sort();

describe('cs setup undo', () => {
  it('takes out what installations wrote but the guards that other projects run, then says how the package goes', async () => {
    const world = await installedEverywhere();
    const exclude = join(world.folder, '.git', 'info', 'exclude');
    expect(readFileSync(exclude, 'utf8')).toContain('/.claude/settings.local.json');
    const { code, stderr, stdout } = await world.cs('setup', 'undo');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\nTo remove the package: npm uninstall --global completion-promise\n$/);
    expect(filesIn(world.folder)).toEqual(['README.md']);
    const left = filesIn(world.home).filter(
      (path) => !/\/backups\/|trust\.key$|\/hosts\//.test(path),
    );
    const guards = ['cs', 'codex', 'copilot', 'gemini', 'opencode'].map(
      (name) => `.local/state/completion-promise/${name}`,
    );
    expect(left.toSorted()).toEqual(['.cursor/hook', ...guards].toSorted());
    expect(stdout).toContain('Kept: ');
    expect(readFileSync(exclude, 'utf8')).not.toContain('.claude');
    const again = await world.cs('setup', 'undo', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ changed: [], dry_run: false });
  });

  it('with --dry-run changes nothing, and does not say how the package goes', async () => {
    const world = await installedEverywhere();
    const before = [filesIn(world.folder), filesIn(world.home)];
    const { stdout } = await world.cs('setup', 'undo', '--dry-run');
    expect(stdout).toContain('Would change: ');
    expect(stdout).not.toContain('npm uninstall');
    expect([filesIn(world.folder), filesIn(world.home)]).toEqual(before);
  });

  it('keeps what others have, and goes no further than settings that cannot be read', async () => {
    const hooked = createHookedProject();
    await hooked.cs(['hooks', 'install', '--user']);
    hooked.writeSettings('{', 'project');
    const { code, stderr, stdout } = await hooked.cs(['setup', 'undo']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('settings.json')]);
    expect(stdout).not.toContain('npm uninstall');
    const home = join(hooked.folder, '..', 'home');
    expect(existsSync(join(home, '.local/state/completion-promise/cs'))).toBe(true);
    mkdirSync(join(hooked.folder, '.claude'), { recursive: true });
    writeFileSync(hooked.settingsPath('project'), '{"model":"x"}\n');
    expect((await hooked.cs(['setup', 'undo'])).code).toBe(0);
    expect(readFileSync(hooked.settingsPath('project'), 'utf8')).toBe('{"model":"x"}\n');
  });
});
