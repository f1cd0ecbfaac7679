import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packaged from '../../package.json' with { type: 'json' };
import { wantedHooks } from '../../src/domain/hook-settings.ts';
import { createHookedProject } from '../rig/hooked-project.ts';
import { CHECKOUT, createProject, outcomeOf, type Project } from '../rig/project.ts';
import { promiseFile } from '../rig/promises.ts';
import { answerAlways, CLAUDE_BIN, runClient, WITHOUT_CLIENT } from '../rig/scripted-host.ts';

const read = (path: string) => JSON.parse(readFileSync(join(CHECKOUT, path), 'utf8'));

const plugin = read('.claude-plugin/plugin.json');

describe('the plugin', () => {
  it('is of the same name and version as the package', () => {
    const { description, license, name, version } = packaged;
    expect(plugin).toMatchObject({ name, version, description, license });
    expect(read('.claude-plugin/marketplace.json').plugins).toMatchObject([{ name, source: './' }]);
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
    const wanted = wantedHooks((bin) => `node "\${CLAUDE_PLUGIN_ROOT}/bin/${bin}.cjs"`, 0);
    const entries = wanted.map(({ command, event, timeout }) => [
      event,
      [{ hooks: [{ type: 'command', command, timeout }] }],
    ]);
    expect(read('hooks/hooks.json').hooks).toEqual(Object.fromEntries(entries));
  });

  it('is packed whole', () => {
    expect(packaged.files).toEqual(expect.arrayContaining(['.claude-plugin', 'hooks', 'bin']));
  });

  it.skipIf(process.platform === 'win32').each(Object.keys(packaged.bin))(
    "has %s under its name for its agent's shell",
    async (name) => {
      const program = join(CHECKOUT, 'bin', name);
      expect(statSync(program).mode & 0o111).toBe(0o111);
      const child = spawn(program, ['--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
      const { code, stdout } = await outcomeOf(child);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: ${name} `)]);
    },
  );
});

const SESSION = '11111111-2222-4333-8444-555555555555';
const ASK = ['-p', 'hello', '--session-id', SESSION];

/** The project with a promise in it: the session of the client owns it, and it is open. */
function withPromise<Made extends Project>(project: Made): Made {
  project.write(
    'promises/promise-0000aaaa.json',
    promiseFile('promise-0000aaaa', SESSION, { status: 'in_progress' }),
  );
  return project;
}

/** Whether a request tells the agent that its stop was blocked, and what to run next. */
function isSentBack(request: string): boolean {
  const [, feedback = ''] = request.split('Stop hook feedback');
  return feedback.includes('cs-promise --meet promise-0000aaaa --ac-id AC-1');
}

describe.skipIf(CLAUDE_BIN === '')(`the plugin in its host ${WITHOUT_CLIENT}`, () => {
  it('is valid', async () => {
    const args = ['plugin', 'validate', '--strict', CHECKOUT];
    const { code, stdout } = await runClient(createProject(), args);
    expect(stdout).toContain('Validation passed');
    expect(code).toBe(0);
  }, 60_000);

  it('is loaded, and its stop hook keeps a session with an open promise from ending', async () => {
    const project = withPromise(createProject());
    const api = await answerAlways('Done.');
    const { code } = await runClient(project, [...ASK, '--plugin-dir', CHECKOUT], api);
    expect(code).toBe(0);
    expect(api.asked[0]?.includes('completion-promise:completion-promise')).toBe(true);
    expect(api.asked.slice(0, 2).map(isSentBack)).toEqual([false, true]);
  }, 120_000);

  it('does nothing in a project that only holds its files', async () => {
    const project = withPromise(createProject());
    for (const part of ['.claude-plugin', 'hooks', '.claude/skills', '.claude/commands', 'bin']) {
      cpSync(join(CHECKOUT, part), join(project.folder, part), { recursive: true });
    }
    const api = await answerAlways('Done.');
    const { code, stdout } = await runClient(project, ASK, api);
    expect([code, stdout.trim(), api.asked.length]).toEqual([0, 'Done.', 1]);
  }, 60_000);

  it('is not needed: cs hooks install does the same', async () => {
    const project = withPromise(createHookedProject());
    await project.cs(['hooks', 'install']);
    const api = await answerAlways('Done.');
    const { code } = await runClient(project, ASK, api, project.programs);
    expect(code).toBe(0);
    expect(api.asked.slice(0, 2).map(isSentBack)).toEqual([false, true]);
    await project.cs(['hooks', 'uninstall']);
    const freed = await answerAlways('Done.');
    const again = ['-p', 'hello', '--session-id', SESSION.replaceAll('1', '6')];
    await runClient(project, again, freed, project.programs);
    expect(freed.asked).toHaveLength(1);
  }, 120_000);
});
