import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { runGit } from '../../rig/worlds/git-project.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { removeScratch } from '../../rig/worlds/removal.ts';
import { PACKAGE, SUITE } from '../../rig/worlds/suite.ts';
import { isBlocked, sessionWithPromise, stubborn } from './agent-scripts.ts';
import { type ClaudeCodeProject, claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/** The plugin in Claude Code itself. */

/** What only tells who has the plugin. */
const SKILL = 'completion-promise:completion-promise';

/** The copy that the host made of the plugin: what lies at its top, and how large it is. */
function installedCopy({ project }: ClaudeCodeProject) {
  const cache = join(project.folder, '..', 'home', '.claude', 'plugins', 'cache');
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  const manifest = files.find((name) => name.endsWith(join('.claude-plugin', 'plugin.json'))) ?? '';
  const sizes = files.map((name) => statSync(join(cache, name))).filter((one) => one.isFile());
  return {
    // The host marks a copy that runs.
    names: readdirSync(join(cache, manifest, '..', '..')).filter((name) => name !== '.in_use'),
    bytes: sizes.reduce((sum, { size }) => sum + size, 0),
  };
}

describeClaudeCode('the plugin in Claude Code', () => {
  it.each([
    ['the plugin', SUITE],
    ['the plugin of its tools', join(PACKAGE, 'plugin-tools')],
    ['the marketplace that offers it', PACKAGE],
  ])('%s is valid', async (_what, folder) => {
    const { client } = await claudeCodeProject(stubborn, { withoutHooks: true });
    const validated = client(['plugin', 'validate', '--strict', folder]);
    const { code, stdout } = await outcomeOf(validated);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Validation passed')]);
  });

  it('is installed from its marketplace as what runs alone, and holds a session', async () => {
    const world = await claudeCodeProject(stubborn, { withoutHooks: true });
    for (const words of [
      ['marketplace', 'add', PACKAGE],
      ['install', 'completion-promise@completion-promise'],
    ]) {
      const { code, stderr } = await outcomeOf(world.client(['plugin', ...words]));
      expect([code, stderr]).toEqual([0, '']);
    }
    const copy = installedCopy(world);
    expect(copy.names.sort()).toEqual(readdirSync(SUITE).sort());
    // What is published is packed smaller.
    expect(copy.bytes).toBeLessThan(5.5 * 1024 * 1024);
    const { result } = await sessionWithPromise(world);
    expect(world.model.seen.slice(0, 2).map(isBlocked)).toEqual([false, true]);
    expect(result.outcome.code).toBe(0);
  });

  it('is installed from the branch of the repository that a release makes', async () => {
    const root = mkdtempSync(join(realpathSync(tmpdir()), 'completion-promise-test-'));
    onTestFinished(() => removeScratch(root));
    const [clone, configuration] = [join(root, 'clone'), join(root, 'gitconfig')];
    cpSync(PACKAGE, clone, { recursive: true });
    for (const part of ['.gitattributes', 'action.yml']) {
      cpSync(join(CHECKOUT, part), join(clone, part));
    }
    mkdirSync(join(clone, 'scripts'));
    const program = join(clone, 'scripts', 'plugin-branch.mjs');
    cpSync(join(CHECKOUT, 'scripts', 'plugin-branch.mjs'), program);
    runGit(clone, ['init', '--quiet', '--initial-branch=main']);
    runGit(clone, ['config', 'user.name', 'Release']);
    runGit(clone, ['config', 'user.email', 'release@example.com']);
    // As often as there are releases: the branch goes on.
    for (const _release of ['first', 'second']) execFileSync(process.execPath, [program]);
    expect(runGit(clone, ['rev-list', '--count', 'refs/heads/plugin'])).toBe('2\n');
    const there = 'https://github.com/completion-promise/completion-promise.git';
    const instead = `[url "file://${clone}"]\n\tinsteadOf = ${there}\n[protocol "file"]\n\tallow = always\n`;
    writeFileSync(configuration, instead);
    const world = await claudeCodeProject(stubborn, {
      withoutHooks: true,
      env: { GIT_CONFIG_GLOBAL: configuration },
    });
    for (const words of [
      ['marketplace', 'add', 'completion-promise/completion-promise#plugin'],
      ['install', 'completion-promise@completion-promise'],
    ]) {
      const { code, stderr, stdout } = await outcomeOf(world.client(['plugin', ...words]));
      expect(`${code} ${stderr} ${stdout}`).toMatch(/^0 /);
    }
    expect(installedCopy(world).names.sort()).toEqual(readdirSync(SUITE).sort());
    await sessionWithPromise(world);
    expect(world.model.seen.slice(0, 2).map(isBlocked)).toEqual([false, true]);
  });

  it('is loaded, and its stop hook keeps a session with an open promise from ending', async () => {
    const world = await claudeCodeProject(stubborn, { withoutHooks: true });
    const { result } = await sessionWithPromise(world, ['--plugin-dir', SUITE]);
    const { seen } = world.model;
    expect(seen[0]?.text).toContain(SKILL);
    expect(seen.slice(0, 2).map(isBlocked)).toEqual([false, true]);
    expect(result.outcome.code).toBe(0);
  });

  it('does nothing in a project that only holds its files', async () => {
    const world = await claudeCodeProject(stubborn, { withoutHooks: true });
    for (const part of ['.claude-plugin', 'hooks', '.claude/skills', '.claude/commands', 'bin']) {
      const target = join(world.project.folder, part);
      cpSync(join(SUITE, part), target, { recursive: true });
    }
    const { result } = await sessionWithPromise(world);
    expect([result.outcome.code, result.result]).toEqual([0, 'Done.']);
    expect(world.model.seen.map(isBlocked)).toEqual([false]);
  });

  it('is not needed: cs hooks install does the same, until cs hooks uninstall', async () => {
    const world = await claudeCodeProject(stubborn);
    await sessionWithPromise(world);
    expect(world.model.seen.slice(0, 2).map(isBlocked)).toEqual([false, true]);
    const before = world.model.seen.length;
    await world.project.run('cs', ['hooks', 'uninstall']);
    await sessionWithPromise(world);
    expect(world.model.seen.slice(before).map(isBlocked)).toEqual([false]);
  });
});
