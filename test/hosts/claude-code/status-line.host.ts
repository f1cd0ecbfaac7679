import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KEY } from '../../rig/worlds/messages-api.ts';
import { hasTerminals } from '../../rig/worlds/pseudo-terminal.ts';
import { type ModelTurn, says } from '../scripted-model.ts';
import {
  CLAUDE_CODE,
  type ClaudeCodeProject,
  claudeCodeProject,
  endedWithTest,
} from './claude-project.ts';
import { bash, PROMISE } from './scenario.ts';

/** The status line of Claude Code, on a terminal: where its user sees how far a session is. */

/** The longest that anything is waited for: far more than it takes. */
const PATIENCE_MS = 60_000;

/**
 * Plays the turns of a model on a terminal until the suite's command prints a line with a word and the host shows it.
 * Gives what the command printed, in the order of the calls. The host sends a terminal only what changes of a longer
 * text, and the word may stand in what it shows beside the line.
 */
async function play(agent: readonly ModelTurn[], word: string): Promise<readonly string[]> {
  let turn = 0;
  const world = await claudeCodeProject(({ tools }) =>
    tools.includes('Bash') ? (agent[turn++] ?? says('Done.')) : says('Something aside.'),
  );
  const witness = join(world.project.folder, '..', 'lines.txt');
  const keep = `printf '%s\\n' "$line" >> '${witness}'`;
  writeUserFiles(world, `line=$(cs-hook statusline); ${keep}; printf '%s\\n' "$line"`);
  let shown = '';
  startOnTerminal(world)
    .setEncoding('utf8')
    .on('data', (chunk: string) => {
      shown += chunk;
    });
  const end = performance.now() + PATIENCE_MS;
  while (!(shown.includes(word) && linesOf(witness).at(-1)?.includes(word))) {
    if (performance.now() > end) throw new Error(`the host never showed ${word}, but: ${shown}`);
    await scheduler.wait(50);
  }
  return linesOf(witness);
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

/** The files of a user who has used the host before, and whose status line is the suite's. */
function writeUserFiles({ project }: ClaudeCodeProject, command: string): void {
  const home = join(project.folder, '..', 'home');
  const files = {
    '.claude/settings.json': { statusLine: { type: 'command', command } },
    '.claude.json': {
      hasCompletedOnboarding: true,
      bypassPermissionsModeAccepted: true,
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: {
        [project.folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
      },
    },
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), JSON.stringify(content));
  }
}

function startOnTerminal({ env, project }: ClaudeCodeProject) {
  const options = ['--session-id', randomUUID(), '--permission-mode', 'bypassPermissions'];
  const words = [CLAUDE_CODE, ...options, 'Build the sign-in'].map((word) => `'${word}'`);
  const child = spawn('script', ['-qec', `stty cols 150; exec ${words.join(' ')}`, '/dev/null'], {
    cwd: project.folder,
    env: { ...env, IS_SANDBOX: '1', TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  return endedWithTest(child).stdout;
}

describe.skipIf(CLAUDE_CODE === '' || !hasTerminals)('the status line of Claude Code', () => {
  it('says how far the session is, and stays empty until it promised something', async () => {
    const create = 'cs-promise --create "Sign-in" --ac "Users can sign in" --ac "Docs say how"';
    const meet = (criterion: string) =>
      bash(`cs meet "${PROMISE}" --ac-id ${criterion} --evidence "npm test: 42 passed, 0 failed"`);
    const printed = await play(
      [
        bash('true'),
        bash(`${create} | tee "$HOME/promise-id" && cs-promise --start "${PROMISE}"`),
        meet('AC-1'),
        meet('AC-2'),
        says('Done.'),
      ],
      'verified',
    );
    expect(printed[0]).toBe('');
    expect(printed.at(-1)).toBe('2/2 · not verified');
  });
});
