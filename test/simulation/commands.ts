import type { Birth } from './machine/calls.ts';
import { type BeforeCall, type Ended, runAlone } from './machine/direct.ts';
import { Machine } from './machine/machine.ts';
import type { Live } from './machine/node-process.ts';

/** A project on a simulated machine, as its users have it. */

export const PROJECT = '/work/project';
export const STATE = `${PROJECT}/.claude/completion-state`;
const USER = 1000;

export function newMachine(): Machine {
  const machine = new Machine();
  const { disk } = machine;
  disk.putFolder('/tmp', 0, 0o777);
  disk.putFolder('/usr/bin', 0, 0o755);
  disk.putFolder('/home/one', USER, 0o755);
  disk.putFolder('/home/two', USER + 1, 0o755);
  disk.putFolder(PROJECT, USER);
  disk.put(`${PROJECT}/src/work.txt`, 'good\n', USER);
  disk.put('/dev/null', '', 0, 0o666);
  disk.syncAll();
  return machine;
}

export interface CommandLine {
  readonly bin: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly session?: string;
}

/** What a command of a session of the first user is born with. */
export function birthOf(
  { args, bin, session = 's-1' }: CommandLine,
  seed = 7,
): Omit<Birth, 'pid' | 'parent' | 'born'> {
  const variables = {
    HOME: '/home/one',
    PATH: '/usr/bin',
    CLAUDE_SESSION_ID: session,
    CLAUDE_PROJECT_DIR: PROJECT,
    CLAUDECODE: '1',
  };
  return { user: USER, seed, bin, args, variables, folder: PROJECT };
}

export function command(
  live: Live,
  machine: Machine,
  line: CommandLine,
  before?: BeforeCall,
  seed?: number,
): Promise<Ended> {
  return runAlone(live, machine, birthOf(line, seed), line.input, before);
}

/** A line of words; a word with spaces stands in quotes. */
export function lineOf(text: string, input?: string): CommandLine {
  const [bin = '', ...args] = [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return input === undefined ? { bin, args } : { bin, args, input };
}

export function stopOf(session: string, parts: object = {}): string {
  return JSON.stringify({
    session_id: session,
    hook_event_name: 'Stop',
    cwd: PROJECT,
    stop_hook_active: false,
    last_assistant_message: 'Done.',
    ...parts,
  });
}
