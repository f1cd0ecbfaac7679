import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { runs, type Script, says } from '../scripted-model.ts';
import { listening } from './agent-scripts.ts';
import {
  CLAUDE_CODE,
  type ClaudeCodeParts,
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
async function played(options: object, parts: ClaudeCodeParts = {}) {
  const seen: string[] = [];
  const world = await claudeCodeProject(
    (request) => {
      if (!request.tools.includes('Bash')) return says('Something aside.');
      seen.push(request.latest);
      return promising(request);
    },
    { env: { IS_SANDBOX: '1' }, ...parts },
  );
  const all = {
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    ...options,
  };
  const words = [
    join(import.meta.dirname, 'sdk-session.mjs'),
    ...[SDK, CLAUDE_CODE, 'Build the sign-in', JSON.stringify(all)],
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

describe.skipIf(CLAUDE_CODE === '' || SDK === '')('a session by the Agent SDK', () => {
  const HELD = { held: 1, isToldUnseen: false };
  it.each<[string, object, ClaudeCodeParts, { held: number; isToldUnseen: boolean }]>([
    ['with its usual sources of settings is held', {}, {}, HELD],
    ['with those of the project is held', { settingSources: ['project', 'local'] }, {}, HELD],
    [
      'without any is not held, and its agent is told so as it promises',
      { settingSources: [] },
      {},
      { held: 0, isToldUnseen: true },
    ],
    [
      'without any, with the plugin, is held',
      { settingSources: [], plugins: [{ type: 'local', path: join(CHECKOUT, 'plugin') }] },
      { withoutHooks: true },
      HELD,
    ],
  ])('%s', { timeout: 300_000 }, async (_which, options, parts, expected) => {
    expect(await played(options, parts)).toEqual(expected);
  });
});
