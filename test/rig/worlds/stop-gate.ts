import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Outcome, outcomeOf, type Project, type RunOptions, SESSION } from './project.ts';

/** What the stop gate answers a host. */
export interface GateOutput {
  readonly decision?: 'block';
  readonly reason?: string;
  readonly systemMessage?: string;
}

/** A session as its host sees it: a transcript that grows, and stops that are asked about. */
export interface HostedSession {
  readonly transcript: string;
  /** Adds lines to the transcript. */
  say(...lines: readonly object[]): void;
  /** Asks about a stop after the agent was told that it may not, and said something to it, as hosts do. */
  stop(parts?: object, options?: RunOptions): Promise<GateOutput>;
  /** Asks about the very same stop again. */
  stopAgain(parts?: object, options?: RunOptions): Promise<GateOutput>;
}

/** Whether there are fifos, modes of files and a shell to call by. */
export const runsOnPosix = process.platform !== 'win32';

/** The environment that Claude Code gives its hooks. */
export const HOSTED = { CLAUDECODE: '1' } as const;

export function hostedSession(project: Project, session: string = SESSION): HostedSession {
  const transcript = join(project.folder, '..', 'transcripts', `${session}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, '');
  const say: HostedSession['say'] = (...lines) =>
    appendFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const stopAgain: HostedSession['stopAgain'] = async (parts = {}, options = {}) => {
    const payload = stopPayload(session, { transcript_path: transcript, ...parts });
    return outputOf(await gate(project, payload, options));
  };
  return {
    transcript,
    say,
    stopAgain,
    stop(parts, options) {
      say(STOP_FEEDBACK, assistantSays('That is done.'));
      return stopAgain(parts, options);
    },
  };
}

export function gate(
  project: Project,
  payload: unknown,
  options: RunOptions = {},
): Promise<Outcome> {
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const env = { ...HOSTED, ...options.env };
  return project.run('cs-stop-gate', [], { input, ...options, env });
}

/** The stop gate of a copy of the suite, in which something is missing. */
export function gateOfCopy(
  suite: string,
  project: Project,
  payload: object,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [join(suite, 'bin', 'cs-stop-gate.cjs')], {
    cwd: project.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: join(project.folder, '..', 'home'),
      ...HOSTED,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify(payload));
  return outcomeOf(child);
}

/** The payload of a Stop hook, as Claude Code sends it. */
export function stopPayload(session: string, parts: object = {}): object {
  return {
    session_id: session,
    hook_event_name: 'Stop',
    permission_mode: 'default',
    stop_hook_active: true,
    last_assistant_message: 'That is done.',
    background_tasks: [],
    session_crons: [],
    ...parts,
  };
}

/** The one object that was printed. Throws where there is anything else, or another exit code than 0. */
export function outputOf({ code, stderr, stdout }: Outcome): GateOutput {
  if (code !== 0) throw new Error(`the stop gate exited with ${code}: ${stderr}`);
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`not one line with one object: ${stdout}`);
  return JSON.parse(stdout);
}

/** What Claude Code tells the agent of a block. */
const STOP_FEEDBACK = {
  type: 'user',
  isMeta: true,
  isSidechain: false,
  message: { role: 'user', content: 'Stop hook feedback:\nBlocked.' },
};

/** Lines of a transcript, as Claude Code writes them. */
export function assistantSays(text: string, parts: object = {}): object {
  return {
    type: 'assistant',
    isSidechain: false,
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    ...parts,
  };
}

export function toolUse(name: string, input: object, id = 'toolu_1', parts: object = {}): object {
  return {
    type: 'assistant',
    isSidechain: false,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    ...parts,
  };
}

export function toolResult(content: string, id = 'toolu_1', parts: object = {}): object {
  return {
    type: 'user',
    isSidechain: false,
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, ...parts }],
    },
  };
}

/** Takes the user's own folder away where stops are counted that the project cannot keep. */
export function withoutUserMemory({ folder }: Project): void {
  const own = join(folder, '..', 'home', '.local', 'state', 'completion-promise');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'stops'), 'a file');
}
