import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ancestryOfThisProcess } from '../../../src/adapters/person-facts.ts';
import { personFault } from '../../../src/domain/base/person.ts';
import { type Project, SESSION } from './project.ts';
import { binOf } from './suite.ts';

/** Real terminals, by `script` of util-linux. */
export const hasTerminals =
  process.platform === 'linux' &&
  /util-linux/.test(spawnSync('script', ['--version']).stdout?.toString() ?? '');

const above = ancestryOfThisProcess();

/** What the product says against these tests as a person, before it looks for a terminal. */
export const agentAbove = personFault({ interactive: true, startedByAgent: false, ...above });

/** Why what `runOnTerminal` starts would not be taken for a person's command; undefined where it would. */
export const whyNoPerson = hasTerminals
  ? personFault({
      interactive: true,
      startedByAgent: false,
      ...above,
      ancestors: [
        ...['node', 'terminal'].map((word) => ({
          pid: process.pid,
          parent: process.pid,
          words: [word],
        })),
        ...above.ancestors,
      ],
    })
  : 'needs script of util-linux';

/** Who is taken for no person: how it is called, its variables, and what the refusal says. */
export const NOT_A_PERSON: readonly (readonly [
  what: string,
  env: Readonly<Record<string, string>>,
  reason: string,
])[] = [
  ['in a pipe', {}, 'this is not a terminal'],
  ['under Claude Code', { CLAUDECODE: '1' }, 'an agent started this command'],
  [
    'under an entry point of Claude Code',
    { CLAUDE_CODE_ENTRYPOINT: 'cli' },
    'an agent started this command',
  ],
];

export interface TerminalOutcome {
  readonly code: number | null;
  /** Everything that the terminal showed, colours and all. */
  readonly shown: string;
}

/** A program that stands for the terminal emulator of a person: `script`, under a name as those have. */
export function terminalBeside(folder: string): string {
  const terminal = join(folder, '..', 'terminal');
  copyFileSync(spawnSync('sh', ['-c', 'command -v script']).stdout.toString().trim(), terminal);
  return terminal;
}

/** A question that a program asks, and what is typed then. */
interface Exchange {
  readonly prompt: string;
  readonly answer: string;
}

/** Ctrl-C, as a terminal sends it to a program that reads key by key. */
export const CTRL_C = '\u0003';

/** Runs a bin on a terminal of its own, and types a line once it has shown the prompt; several in their order. */
export function runOnTerminal(
  project: Project,
  bin: string,
  args: readonly string[],
  conversation: Exchange | readonly Exchange[],
  env: Readonly<Record<string, string>> = {},
): Promise<TerminalOutcome> {
  const words = [process.execPath, binOf(bin), ...args];
  // In the place of the shell: at Ctrl-C its own exit code would hide that of the command.
  const command = `exec ${words.map((word) => `'${word}'`).join(' ')}`;
  const child = spawn(terminalBeside(project.folder), ['-qec', command, '/dev/null'], {
    cwd: project.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: join(project.folder, '..', 'home'),
      TERM: 'xterm',
      CLAUDE_SESSION_ID: SESSION,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let shown = '';
    let seen = 0;
    const exchanges = [conversation].flat();
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      shown += chunk;
      const [next] = exchanges;
      const at = next === undefined ? -1 : shown.indexOf(next.prompt, seen);
      if (next === undefined || at < 0) return;
      seen = at + next.prompt.length;
      exchanges.shift();
      child.stdin.write(next.answer === CTRL_C ? CTRL_C : `${next.answer}\n`);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, shown }));
  });
}

/** States that what a person alone may do is refused in a pipe, as data, and on a terminal that an agent controls, without a question. */
export function isRefusedToAgents(
  open: () => Project,
  [bin = '', ...args]: readonly string[],
  prompt: string,
): void {
  it('as data too', async () => {
    const { code, stdout } = await open().run(bin, [...args, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'person-needed' } });
  });

  it.skipIf(!hasTerminals)(
    'on a terminal that an agent controls it is refused without a question',
    async () => {
      const env = { CLAUDECODE: '1' };
      const { code, shown } = await runOnTerminal(open(), bin, args, { prompt, answer: '' }, env);
      expect(code).toBe(1);
      expect(shown).toContain('an agent started this command');
      expect(shown).not.toContain(prompt);
    },
  );
}
