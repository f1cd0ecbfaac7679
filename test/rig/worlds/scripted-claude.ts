import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { PromiseParts } from '../values/promises.ts';
import { ID, type Judged, type JudgedProject, judgedProject } from './judged-project.ts';
import { judgment, review } from './messages-api.ts';
import type { Outcome, Project } from './project.ts';

/** What one run of a scripted `claude` does, in this order. */
export interface ClaudeBehaviour {
  /** False: it ends without having read its prompt. */
  readonly reads?: boolean;
  /** A line for the shell, which it runs and waits for, with the environment that it got. */
  readonly runs?: string;
  readonly stderr?: string;
  /** A text or bytes as they stand, anything else as JSON. */
  readonly stdout?: unknown;
  /** How often it prints that. */
  readonly times?: number;
  /** An exit code, 0 where it is left out, or the signal that ends it. */
  readonly ends?: number | NodeJS.Signals;
}

/** What it was started with. */
export interface ClaudeCall {
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly parent: number;
}

/** A `claude` that behaves as it is told and keeps what it was asked. */
export interface ScriptedClaude {
  /** Where it lies, and the folder that holds it and nothing else. */
  readonly program: string;
  readonly folder: string;
  /** A PATH on which it comes first. */
  readonly path: string;
  /** What its next runs do, one each; the last is repeated. */
  does(...behaviours: readonly ClaudeBehaviour[]): void;
  /** The runs that were asked something, in the order in which they began. */
  calls(): readonly ClaudeCall[];
}

const program = (calls: string): string => `#!${process.execPath}
const fs = require('node:fs');
const claim = (number) => {
  try {
    fs.closeSync(fs.openSync(${JSON.stringify(calls)} + '/' + number, 'wx'));
    return number;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return claim(number + 1);
  }
};
const number = claim(1);
const all = JSON.parse(fs.readFileSync(${JSON.stringify(`${calls}.json`)}, 'utf8'));
const does = all[Math.min(number, all.length) - 1];
const stdin = does.reads === false ? '' : fs.readFileSync(0, 'utf8');
const { argv, env: environment, pid, ppid: parent } = process;
const call = { argv: argv.slice(2), stdin, folder: process.cwd(), environment, pid, parent };
const path = ${JSON.stringify(calls)} + '/' + number;
fs.writeFileSync(path + '.draft', JSON.stringify(call));
fs.renameSync(path + '.draft', path);
if (does.runs !== undefined) {
  const ran = require('node:child_process').spawnSync(does.runs, { shell: true, stdio: ['ignore', 1, 2] });
  if (ran.error) throw ran.error;
}
if (does.stderr !== undefined) process.stderr.write(does.stderr);
const bytes = Buffer.from(does.bytes, 'base64');
const print = (left) => {
  if (left > 0) return process.stdout.write(bytes, () => print(left - 1));
  if (typeof does.ends === 'string') process.kill(pid, does.ends);
  else process.exit(does.ends ?? 0);
};
print(does.times ?? 1);
`;

/** Makes one beside a project. It passes AC-1 until it is told otherwise. */
export function createClaude(project: Project, name = 'claude-code'): ScriptedClaude {
  const folder = join(project.folder, '..', 'programs', name);
  const calls = join(project.folder, '..', 'programs', `${name}-calls`);
  for (const each of [folder, calls]) mkdirSync(each, { recursive: true });
  const path = join(folder, 'claude');
  writeFileSync(path, program(calls));
  chmodSync(path, 0o755);
  const claude: ScriptedClaude = {
    program: path,
    folder,
    path: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    does: (...behaviours) => {
      const all = behaviours.map(({ stdout = '', ...rest }) => ({
        ...rest,
        bytes: encoded(stdout),
      }));
      writeFileSync(`${calls}.json`, JSON.stringify(all));
    },
    calls: () =>
      readdirSync(calls)
        .filter((name) => /^\d+$/.test(name))
        .sort((a, b) => Number(a) - Number(b))
        .map((number) => readFileSync(join(calls, number), 'utf8'))
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text)),
  };
  claude.does({ stdout: resultOf(PASSES) });
  return claude;
}

function encoded(said: unknown): string {
  const isRaw = typeof said === 'string' || said instanceof Uint8Array;
  return Buffer.from(isRaw ? said : `${JSON.stringify(said)}\n`).toString('base64');
}

/** Reviews of a promise whose one criterion is AC-1. */
export const PASSES = review([judgment('AC-1', 'PASS')]);
export const FAILS = review([judgment('AC-1', 'FAIL', 'It names no run.')]);

export const COST_USD = 0.0004;
const USAGE = {
  input_tokens: 100,
  output_tokens: 20,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

type Parts = Readonly<Record<string, unknown>>;

/** What the real program prints around an answer; `parts` replaces any of its keys. */
export function resultOf(answer: unknown, parts: Parts = {}): Parts {
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    stop_reason: 'tool_use',
    num_turns: 2,
    total_cost_usd: COST_USD,
    usage: USAGE,
    result: JSON.stringify(answer),
    structured_output: answer,
    session_id: 'session-of-the-judge',
    ...parts,
  };
}

/** What it prints where the answer stands somewhere else than in `structured_output`. */
export function resultWith(parts: Parts): Parts {
  const { result: _words, structured_output: _answer, ...rest } = resultOf({});
  return { ...rest, ...parts };
}

/** What it prints, and how it ends, where it met an error. */
export function errorOf(parts: Parts): ClaudeBehaviour {
  const unused = { input_tokens: 0, output_tokens: 0 };
  const spent = { stop_reason: 'stop_sequence', total_cost_usd: 0, usage: unused };
  return { stdout: resultWith({ is_error: true, ...spent, ...parts }), ends: 1 };
}

/** A judged project whose judge is a scripted `claude`, and nobody has a key. */
export interface ClaudeProject extends JudgedProject {
  readonly claude: ScriptedClaude;
  /** The variables that its commands run with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Judges in a process of its own: what runs inside of its claude looks for that among the processes above. */
  judgeAlone(): Promise<Outcome>;
}

export async function claudeProject(
  criteria?: readonly PromiseParts[],
  parts?: PromiseParts,
): Promise<ClaudeProject> {
  const judged = await judgedProject(criteria, parts);
  const claude = createClaude(judged.project);
  const env = {
    PATH: claude.path,
    ANTHROPIC_API_KEY: undefined,
    ANTHROPIC_BASE_URL: undefined,
    CS_JUDGE_BACKEND: 'claude',
  };
  return {
    ...judged,
    claude,
    env,
    judgeAlone: () =>
      judged.project.run('cs-verify', ['--judge', '--promise', ID], { env, alone: true }),
    judge: (args = [], more = {}): Promise<Judged> => judged.judge(args, { ...env, ...more }),
    verify: (args = [], more = {}): Promise<Outcome> => judged.verify(args, { ...env, ...more }),
  };
}
