import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { PACKAGE, SUITE } from '../../rig/worlds/suite.ts';
import { runs, type Script, says } from '../scripted-model.ts';
import { listening } from './agent-scripts.ts';
import {
  CLAUDE_CODE,
  type ClaudeCodeParts,
  type ClaudeCodeProject,
  claudeCodeProject,
  endedWithTest,
} from './claude-project.ts';

const SDK = inject('agentSdk');

/** Promises by `cs do`, says that it is done, and does what it is told to do next. */
const promising: Script = (request) => {
  if (request.turn === 0) return runs('cs do "Sign-in" --ac "Users can sign in"');
  return request.turn === 1 ? says('Done.') : listening(request);
};

const UNSEEN = 'no hook of completion-promise has seen session';

/** What a session by the SDK showed: the blocks of its stops, and whether its agent was told that no hook has seen it. */
async function played(
  options: object,
  parts: ClaudeCodeParts = {},
  prepare: (world: ClaudeCodeProject) => Promise<void> = async () => {},
) {
  const seen: string[] = [];
  const world = await claudeCodeProject((request) => {
    if (!request.tools.includes('Bash')) return says('Something aside.');
    seen.push(request.latest);
    return promising(request);
  }, parts);
  await prepare(world);
  const words = [
    join(import.meta.dirname, 'sdk-session.mjs'),
    ...[SDK, CLAUDE_CODE, 'Build the sign-in', JSON.stringify(options)],
  ];
  const { env, project } = world;
  const child = spawn(process.execPath, words, { cwd: project.folder, env, detached: true });
  const { code, stderr, stdout } = await outcomeOf(endedWithTest(child));
  expect(code, `${stderr}${stdout}`).toBe(0);
  return {
    held: seen.filter((latest) => /Blocked: /.test(latest)).length,
    isToldUnseen: seen.some((latest) => latest.includes(UNSEEN)),
  };
}

const HELD = { held: 1, isToldUnseen: false };
const FREE = { held: 0, isToldUnseen: true };

describe.skipIf(CLAUDE_CODE === '' || SDK === '')('a session by the Agent SDK', () => {
  it.each<[string, object, ClaudeCodeParts, { held: number; isToldUnseen: boolean }]>([
    ['with its usual sources of settings is held', {}, {}, HELD],
    ['with those of the project is held', { settingSources: ['project', 'local'] }, {}, HELD],
    [
      'without any is not held, and its agent is told so as it promises',
      { settingSources: [] },
      {},
      FREE,
    ],
    [
      'without any, with the plugin, is held',
      { settingSources: [], plugins: [{ type: 'local', path: SUITE }] },
      { withoutHooks: true },
      HELD,
    ],
  ])('%s', { timeout: 300_000 }, async (_which, options, parts, expected) => {
    const all = {
      permissionMode: 'bypassPermissions',
      allowDangerouslySkipPermissions: true,
      ...options,
    };
    expect(await played(all, { env: { IS_SANDBOX: '1' }, ...parts })).toEqual(expected);
  });
});

/** Runs a program in the project, as a step of a job before the action does. */
async function step({ env, project }: ClaudeCodeProject, ...[program = '', ...words]: string[]) {
  const child = spawn(program, words, { cwd: project.folder, env, detached: true });
  const { code, stderr } = await outcomeOf(endedWithTest(child));
  expect(code, stderr).toBe(0);
}

/** The hooks as they are committed for all, on a branch of the project. */
async function committedOn(branch: string, world: ClaudeCodeProject): Promise<void> {
  const { git } = world.project;
  git('switch', '--quiet', '-C', branch);
  await step(world, 'cs', 'hooks', 'install', '--shared');
  git('add', '--force', '.claude/settings.json', '.claude/hooks');
  git('commit', '--quiet', '-m', 'Hooks');
}

/** On a pull request, the action takes what the client reads at its start from the base, and removes what is not there. */
function restoreFromBase({ project }: ClaudeCodeProject, base: string): void {
  rmSync(join(project.folder, '.claude'), { recursive: true, force: true });
  if (project.git('ls-tree', '--name-only', base, '--', '.claude') === '') return;
  project.git('checkout', base, '--', '.claude');
  project.git('reset', '--quiet', '--', '.claude');
}

describe.skipIf(CLAUDE_CODE === '' || SDK === '')(
  'a session as claude-code-action starts it',
  () => {
    /** What it gives the SDK, of which it takes all that it needs of the client. */
    const OPTIONS = {
      settingSources: ['user', 'project', 'local'],
      systemPrompt: { type: 'preset', preset: 'claude_code' },
      allowedTools: ['Bash'],
    };
    const ENV = {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      CLAUDE_CODE_ACTION: '1',
      CLAUDE_CODE_ENTRYPOINT: 'claude-code-github-action',
      DETAILED_PERMISSION_MESSAGES: '1',
    };

    it.each<[string, (world: ClaudeCodeProject) => Promise<void>, typeof HELD]>([
      [
        'is held by the hooks that the project committed',
        (world) => committedOn('base', world),
        HELD,
      ],
      [
        'is held on a pull request by those of its base',
        async (world) => {
          const { git } = world.project;
          await committedOn('base', world);
          git('switch', '--quiet', '-c', 'feature');
          git('rm', '--quiet', '-r', '.claude');
          git('commit', '--quiet', '-m', 'No hooks');
          restoreFromBase(world, 'base');
        },
        HELD,
      ],
      [
        'is not held on a pull request that brings them, and its agent is told so as it promises',
        async (world) => {
          world.project.git('branch', 'base');
          await committedOn('feature', world);
          restoreFromBase(world, 'base');
        },
        FREE,
      ],
      [
        'is held by the plugin that it is told to install',
        async (world) => {
          await step(world, CLAUDE_CODE, 'plugin', 'marketplace', 'add', PACKAGE);
          await step(
            world,
            CLAUDE_CODE,
            'plugin',
            'install',
            'completion-promise@completion-promise',
          );
        },
        HELD,
      ],
      [
        "is held by hooks that a step before it put into the user's settings",
        (world) => step(world, 'cs', 'hooks', 'install', '--user'),
        HELD,
      ],
    ])('%s', { timeout: 300_000 }, async (_which, prepare, expected) => {
      const parts = { env: ENV, withoutHooks: true };
      expect(await played(OPTIONS, parts, prepare)).toEqual(expected);
    });
  },
);
