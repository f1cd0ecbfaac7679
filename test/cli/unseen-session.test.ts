import { describe, expect, it } from 'vitest';
import { createProject } from '../rig/worlds/project.ts';

/** What the shell of an agent, or of nobody, has in its environment. */
type Shell = Readonly<Record<string, string>>;

const NOTE = 'NOTE: no hook of completion-promise has seen session ';
const CLAUDE: Shell = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
const OPENCODE: Shell = { OPENCODE: '1', OPENCODE_SESSION_ID: 's-1' };

async function promised(env: Shell, before: readonly string[][] = []) {
  const project = createProject();
  const inFolder = (shell: Shell): Shell =>
    Object.hasOwn(shell, 'CS_PROJECT_DIR') ? { ...shell, CS_PROJECT_DIR: project.folder } : shell;
  const all = { env: { CLAUDE_SESSION_ID: '', ...inFolder(env) } };
  for (const words of before) await project.run('cs', words, all);
  return project.run('cs', ['do', 'Sign-in', '--ac', 'Users can sign in'], all);
}

describe('a session that promises is told where no hook of the suite has seen it', () => {
  it.each<[string, Shell, string]>([
    ['Claude Code that was told to load no settings', CLAUDE, 's-1'],
    ['Claude Code under a name of its own', { ...CLAUDE, CLAUDE_SESSION_ID: 'mine' }, 'mine'],
    ['Gemini CLI of which no hook left a session', { GEMINI_CLI: '1' }, 'gemini'],
    ['Copilot CLI', { COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: 's-1' }, 's-1'],
    ['an id that no host has', { CLAUDE_SESSION_ID: 'nobody' }, 'nobody'],
  ])('%s', async (_where, env, id) => {
    const { code, stderr } = await promised(env);
    expect(code).toBe(0);
    expect(stderr).toContain(NOTE + id);
    expect(stderr).toMatch(/nothing holds it to this promise: cs doctor$/m);
  });

  it.each<[string, Shell]>([
    ['Claude Code, whose start left the project', { ...CLAUDE, CS_PROJECT_DIR: 'here' }],
    ['OpenCode, whose plugin left the session', OPENCODE],
    ['Codex, of which nothing can be told', { CODEX_SESSION_ID: 's-1' }],
  ])('and not in %s', async (_where, env) => {
    expect((await promised(env)).stderr).not.toContain(NOTE);
  });
});
