import { describe, expect, it } from 'vitest';
import { createProject, SESSION } from '../rig/worlds/project.ts';
import { hasTerminals, runOnTerminal } from '../rig/worlds/pseudo-terminal.ts';

describe('cs session init prints the lines of a shell', () => {
  it.each([
    [[], `export CLAUDE_SESSION_ID="${SESSION}"`],
    [['--shell', 'bash'], `export CLAUDE_SESSION_ID="${SESSION}"`],
    [['--shell', 'powershell'], `$env:CLAUDE_SESSION_ID = '${SESSION}'`],
    [['--shell', 'cmd'], `set "CLAUDE_SESSION_ID=${SESSION}"`],
    [['--shell', 'fish'], `set -gx CLAUDE_SESSION_ID '${SESSION}'`],
  ])('%j', async (options, line) => {
    const { code, stderr, stdout } = await createProject().run('cs', [
      'session',
      'init',
      ...options,
    ]);
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: line });
    expect(stderr).not.toContain('To use them');
  });

  it('names the shells that there are where another one is wanted', async () => {
    const { code, stderr } = await createProject().run('cs', [
      'session',
      'init',
      '--shell',
      'tcsh',
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: --shell takes one of sh, bash, .*powershell.*cmd/);
  });

  it('refuses an id that cmd cannot take, and makes no session', async () => {
    const project = createProject();
    const env = { CLAUDE_SESSION_ID: 'a"&calc' };
    const { code, stderr, stdout } = await project.run(
      'cs',
      ['session', 'init', '--shell', 'cmd'],
      { env },
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('CLAUDE_SESSION_ID has a character that cmd cannot take');
    expect(project.list('sessions')).toEqual([]);
  });
});

describe.skipIf(!hasTerminals)('on a terminal, where the lines were not evaluated', () => {
  it.each([
    [[], 'To use them: eval "$(cs session init)"'],
    [['--shell', 'fish'], 'To use them: cs session init --shell fish | source'],
  ])('%j says how they are', async (options, hint) => {
    const nothing = { prompt: 'no question', answer: '' };
    const { shown } = await runOnTerminal(createProject(), 'cs', ['init', ...options], nothing);
    expect(shown).toContain(hint);
  });
});
