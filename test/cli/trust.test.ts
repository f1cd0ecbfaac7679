import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approvalIn } from '../rig/worlds/approval.ts';
import { createProject, type Project } from '../rig/worlds/project.ts';
import {
  agentAbove,
  NOT_A_PERSON,
  runOnTerminal,
  whyNoPerson,
} from '../rig/worlds/pseudo-terminal.ts';

const CONFIGURATION = 'completion-promise.json';
const homeOf = (project: Project): string => join(project.folder, '..', 'home');
const approvalOf = (project: Project): string => approvalIn(project.folder, homeOf(project));
const PROMPT = { prompt: 'Type "approve"', answer: 'approve' };

/** A clone with a configuration that nobody approved. */
function clone(configuration: unknown): Project {
  const project = createProject();
  project.write('kept', '');
  edit(project, configuration);
  return project;
}

/** Changes the configuration as an editor or git does. */
function edit(project: Project, configuration: unknown): void {
  writeFileSync(join(project.state, '..', CONFIGURATION), JSON.stringify(configuration));
}

async function inForce(project: Project, key: string, env = {}): Promise<unknown> {
  const { stdout } = await project.run('cs', ['config', 'get', key, '--json'], { env });
  return JSON.parse(stdout).value;
}

async function digestOf(project: Project): Promise<string> {
  const { stdout } = await project.run('cs', ['config', 'trust', '--show', '--json']);
  return JSON.parse(stdout).digest;
}

describe('cs config trust --show', () => {
  it('says what is not approved, what is in force meanwhile, and the digest', async () => {
    const project = clone({
      judge: { model: 'opus' },
      store: 'postgresql://u:pw@db.example.com/x',
    });
    const { code, stdout } = await project.run('cs', ['config', 'trust', '--show']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}spends {3}judge\.model opus$/m);
    expect(stdout).toMatch(/^ {2}connects store postgresql:\/\/u@db\.example\.com\/x$/m);
    expect(stdout).toMatch(/CS_APPROVED=sha256:[0-9a-f]{64}$/m);
  });

  it('has nothing to say of a configuration that only sets what acts nowhere', async () => {
    const { code, stdout } = await clone({ retries: { max: 4 } }).run('cs', [
      'config',
      'trust',
      '--show',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('connects, spends, exports or runs');
  });
});

describe('only a person approves', () => {
  it.each(NOT_A_PERSON)('%s it is refused, and nothing is kept', async (_name, env, reason) => {
    const project = clone({ judge: { model: 'opus' } });
    const { code, stderr } = await project.run('cs', ['config', 'trust'], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("Only a person can approve a project's settings: ");
    if (agentAbove === undefined || Object.keys(env).length > 0) expect(stderr).toContain(reason);
    expect(await inForce(project, 'judge.model')).toBe('sonnet');
  });

  it.each(NOT_A_PERSON)('%s a setting is written, and waits', async (_name, env) => {
    const project = createProject();
    const set = await project.run('cs', ['config', 'set', 'judge.model', 'opus'], { env });
    expect(set.stderr).toMatch(/wait for your approval, .*cs config trust: judge\.model opus/);
    expect(await inForce(project, 'judge.model')).toBe('sonnet');
  });

  it.skipIf(whyNoPerson !== undefined)('who does not type it approves nothing', async () => {
    const project = clone({ judge: { model: 'opus' } });
    const { code } = await runOnTerminal(project, 'cs', ['config', 'trust'], {
      ...PROMPT,
      answer: 'yes',
    });
    expect(code).toBe(1);
    expect(await inForce(project, 'judge.model')).toBe('sonnet');
  });

  it.skipIf(whyNoPerson !== undefined)(
    'a person who sets a setting approves it, and it alone',
    async () => {
      const project = clone({ judge: { sees: ['diff'] } });
      const set = ['config', 'set', 'judge.model', 'opus'];
      expect((await runOnTerminal(project, 'cs', set, [])).code).toBe(0);
      expect(await inForce(project, 'judge.model')).toBe('opus');
      expect(await inForce(project, 'judge.sees')).toEqual([]);
      await runOnTerminal(project, 'cs', ['config', 'unset', 'judge.model'], []);
      expect(await inForce(project, 'judge.model')).toBe('sonnet');
    },
  );
});

describe.skipIf(whyNoPerson !== undefined)('what a person approved on a terminal', () => {
  async function approved(configuration: unknown): Promise<Project> {
    const project = clone(configuration);
    const { code, shown } = await runOnTerminal(project, 'cs', ['config', 'trust'], PROMPT);
    expect(shown).toContain('Approved on this machine: ');
    expect(code).toBe(0);
    return project;
  }

  it('is in force, and kept for the user alone', async () => {
    const project = await approved({ judge: { model: 'opus' } });
    expect(await inForce(project, 'judge.model')).toBe('opus');
    expect(statSync(approvalOf(project)).mode & 0o777).toBe(0o600);
    expect((await project.run('cs', ['config', 'trust', '--show'])).code).toBe(0);
  });

  it.each<[string, (project: Project) => void]>([
    ['names another', (project) => edit(project, { judge: { model: 'haiku' } })],
    ['names none', (project) => edit(project, {})],
    ['is gone', (project) => rmSync(join(project.state, '..', CONFIGURATION))],
  ])('stays in force where the file %s', async (_what, change) => {
    const project = await approved({ judge: { model: 'opus' } });
    change(project);
    expect(await inForce(project, 'judge.model')).toBe('opus');
    expect((await project.run('cs', ['config', 'trust', '--show'])).code).toBe(1);
  });

  it.each<[string, (text: string) => string]>([
    ['is no record', () => '{'],
    ['was written by another', (text) => text.replace('opus', 'haiku')],
  ])('shuts the gates where its record %s, until it is approved anew', async (_what, forged) => {
    const project = await approved({ judge: { model: 'opus' } });
    await project.startedPromise('It works');
    const path = approvalOf(project);
    writeFileSync(path, forged(readFileSync(path, 'utf8')));
    const { code, stderr } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stderr).toContain('What you approved of this project cannot be read');
    await runOnTerminal(project, 'cs', ['config', 'trust'], PROMPT);
    expect(await inForce(project, 'judge.model')).toBe('opus');
  });
});

describe.skipIf(agentAbove !== undefined)('CS_APPROVED, by who starts the host', () => {
  it('has what it names in force, and nothing else', async () => {
    const project = clone({ judge: { model: 'opus' } });
    const env = { CS_APPROVED: `sha256:0, ${await digestOf(project)}` };
    expect(await inForce(project, 'judge.model', env)).toBe('opus');
    edit(project, { judge: { model: 'haiku' } });
    expect(await inForce(project, 'judge.model', env)).toBe('sonnet');
  });

  it('does not count where a shell of the agent sets it', async () => {
    const project = clone({ judge: { model: 'opus' } });
    const script = `const { spawnSync } = require('node:child_process');
const env = { ...process.env, CS_APPROVED: '${await digestOf(project)}' };
process.stdout.write(spawnSync(process.execPath, process.argv.slice(1), { env }).stdout);`;
    const { binOf } = await import('../rig/worlds/suite.ts');
    const { spawnSync } = await import('node:child_process');
    const words = [binOf('cs'), 'config', 'get', 'judge.model', '-C', project.folder];
    const shell = spawnSync(process.execPath, ['-e', script, ...words], {
      env: { PATH: process.env['PATH'], HOME: homeOf(project), CLAUDECODE: '1' },
    });
    expect(String(shell.stdout)).toBe('sonnet\n');
  });
});

it('a judge that a tier asks for is not called before the tier is approved', async () => {
  const project = clone({ tier: 2 });
  const id = await project.startedPromise('It works');
  const env = { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' };
  const { code, stderr } = await project.run('cs-verify', ['--promise', id], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Error: No judge was called: .* sets tier 2, which you have not approved/,
  );
  expect(stderr).toContain('cs config trust');
});
