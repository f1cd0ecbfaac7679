import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packaged from '../../../package.json' with { type: 'json' };
import { userGuard } from '../../../src/domain/host/guarded-command.ts';
import { wantedHooks } from '../../../src/domain/host/wanted-hooks.ts';
import { OF_CLAUDE_CODE } from '../../rig/values/hook-writings.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { createHookedProject } from '../../rig/worlds/hooked-project.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { PACKAGE, SUITE } from '../../rig/worlds/suite.ts';

const read = (path: string) => JSON.parse(readFileSync(join(CHECKOUT, path), 'utf8'));

const plugin = read('.claude-plugin/plugin.json');

const MEGABYTE = 1024 * 1024;

/** The bytes in all files below a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

describe('the plugin', () => {
  it('is of the same name and version as the package', () => {
    const { description, license, name, version } = packaged;
    expect(plugin).toMatchObject({ name, version, description, license });
    expect(read('.claude-plugin/marketplace.json').plugins).toMatchObject([
      { name, source: './plugin' },
      { name: `${name}-tools`, source: './plugin-tools' },
    ]);
    expect(read('plugin-tools/.claude-plugin/plugin.json')).toMatchObject({
      name: `${name}-tools`,
      version,
      license,
    });
  });

  it('has the skill and the commands of the repository, which stand there once', () => {
    for (const path of [...plugin.commands, ...plugin.skills]) {
      expect(readdirSync(join(CHECKOUT, path))).not.toEqual([]);
    }
    for (const copy of ['commands', 'skills']) {
      expect(existsSync(join(CHECKOUT, copy))).toBe(false);
    }
  });

  it('has the hooks that cs hooks install writes, started from where it lies', () => {
    const file = '"${CLAUDE_PLUGIN_ROOT}/bin/cs-hook"';
    const guard = { ...userGuard(OF_CLAUDE_CODE.words), file };
    const wanted = wantedHooks([{ shell: 'posix', call: () => '', guard }], 0, OF_CLAUDE_CODE);
    const entries = wanted.map(({ command, event, timeout }) => [
      event,
      [{ hooks: [{ type: 'command', command, timeout }] }],
    ]);
    expect(read('hooks/hooks.json').hooks).toEqual(Object.fromEntries(entries));
  });

  it('is all that a host copies: no sources, no packages, and at most 6 MB', () => {
    expect(readdirSync(SUITE).sort()).toEqual(
      [
        ...['.claude', '.claude-plugin', 'LICENSE', 'THIRD-PARTY-NOTICES.md'],
        ...['bin', 'dist', 'hooks', 'package.json'],
      ].sort(),
    );
    expect(sizeOf(SUITE)).toBeLessThan(6 * MEGABYTE);
  });

  it('is what the package runs, which installs nothing beside itself', () => {
    expect(Object.values(packaged.bin).map((path) => path.split('/')[0])).toEqual(
      Object.keys(packaged.bin).map(() => 'plugin'),
    );
    expect(packaged).not.toHaveProperty('dependencies');
    expect(sizeOf(PACKAGE)).toBeLessThan(6 * MEGABYTE);
  });

  it.skipIf(process.platform === 'win32')(
    "is known as the suite's where its commands come first on PATH",
    async () => {
      const project = createHookedProject();
      const copy = join(project.folder, '..', 'cache', packaged.version);
      cpSync(SUITE, copy, { recursive: true });
      const PATH = [join(copy, 'bin'), process.env['PATH']].join(delimiter);
      const { stdout } = await project.cs(['doctor', '--verbose'], { env: { PATH } });
      expect(stdout).not.toContain('programs.foreign');
      expect(stdout).toContain('[OK] programs');
    },
  );

  it.skipIf(process.platform === 'win32').each(Object.keys(packaged.bin))(
    "has %s under its name for its agent's shell",
    async (name) => {
      const program = join(SUITE, 'bin', name);
      expect(statSync(program).mode & 0o111).toBe(0o111);
      const child = spawn(program, ['--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
      const { code, stdout } = await outcomeOf(child);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: ${name} `)]);
    },
  );
});
