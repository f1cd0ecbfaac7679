import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE_WORDS } from '../../src/domain/host/guarded-command.ts';
import { createHookedProject, writeProgram } from '../rig/worlds/hooked-project.ts';
import { outcomeOf } from '../rig/worlds/project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { PACKAGE } from '../rig/worlds/suite.ts';

/** The suite where npx fetches it to, and an npm that installs what lies there. */
function fetchedByNpx(npmFails = false) {
  const root = scratchFolder();
  const cache = join(root, '_npx', '1f2e3d');
  const fetched = join(cache, 'node_modules', 'completion-promise');
  const installed = join(root, 'global', 'completion-promise');
  cpSync(PACKAGE, fetched, { recursive: true });
  const manifest = { _npx: { packages: ['completion-promise@^0.1'] } };
  writeFileSync(join(cache, 'package.json'), JSON.stringify(manifest));
  const tools = join(root, 'tools');
  mkdirSync(tools);
  const log = join(root, 'npm.log');
  const install = npmFails
    ? 'echo "npm error EACCES" >&2; exit 243'
    : `mkdir -p '${installed}' && cp -R '${fetched}/.' '${installed}'`;
  const answers = `case $1 in root) echo '${join(root, 'global')}';; install) ${install};; esac`;
  writeProgram(join(tools, 'npm'), `echo "$*" >> '${log}'\n${answers}`);
  const project = createHookedProject();
  return {
    project,
    isInstalled: () => existsSync(installed),
    calls: () => readFileSync(log, 'utf8').trim().split('\n'),
    setup: (...args: readonly string[]) =>
      outcomeOf(
        spawn(process.execPath, [join(fetched, 'plugin', 'bin', 'cs.cjs'), 'setup', ...args], {
          cwd: project.folder,
          env: {
            PATH: [join(cache, 'node_modules', '.bin'), tools, '/usr/bin', '/bin'].join(delimiter),
            HOME: join(project.folder, '..', 'home'),
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
  };
}

const INSTALL = 'npm install --global --ignore-scripts completion-promise@^0.1';

describe.skipIf(process.platform === 'win32')('cs setup by npx', () => {
  it('installs what npx was asked for, and goes on with what is installed', async () => {
    const { calls, project, setup } = fetchedByNpx();
    const { stderr, stdout } = await setup('--yes', '--json');
    expect(calls()).toEqual([
      'root --global',
      'install --global --ignore-scripts -- completion-promise@^0.1',
    ]);
    expect(stderr).toContain('To undo: cs setup undo');
    expect(JSON.parse(stdout)).toMatchObject({ hooks: { state: 'installed' } });
    const guard = join(project.folder, '..', 'home', CLAUDE_CODE_WORDS.guard.user);
    expect(readFileSync(guard, 'utf8')).toContain('/global/completion-promise/');
    expect(JSON.stringify(project.settings('local'))).not.toContain('_npx');
  });

  it('installs nothing that is installed already', async () => {
    const { calls, setup } = fetchedByNpx();
    await setup('--yes');
    const { stdout } = await setup('--yes');
    expect(stdout).toContain('Hooks: installed already');
    expect(calls().filter((call) => call.startsWith('install'))).toHaveLength(1);
  });

  it('says with --dry-run what it would install', async () => {
    const { isInstalled, setup } = fetchedByNpx();
    const { code, stdout } = await setup('--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain(`Would run:\n  ${INSTALL.replace(/(\S+)$/, "'$1'")}\n  cs setup`);
    expect(isInstalled()).toBe(false);
  });

  it('shows what npm says where it cannot install, and changes nothing', async () => {
    const { project, setup } = fetchedByNpx(true);
    const { code, stderr } = await setup('--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('npm error EACCES');
    expect(stderr).toContain("npm install --save-dev 'completion-promise@^0.1'");
    expect(existsSync(join(project.folder, '.claude'))).toBe(false);
  });
});
