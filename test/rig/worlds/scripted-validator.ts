import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import type { GitProject } from './git-project.ts';
import { createGitProject } from './git-project.ts';
import type { Outcome, RunOptions } from './project.ts';

/** What one run of a scripted validator does. */
export interface ValidatorBehaviour {
  /** By the ids of criteria; those that are not named pass. */
  readonly verdicts?: Readonly<Record<string, string>>;
  /** What its answer is changed by, a line of JavaScript over `answer`. */
  readonly edit?: string;
  /** What it says in the place of an answer. */
  readonly says?: string;
  /** A line for the shell, which it runs before it answers. */
  readonly runs?: string;
  /** Members of the object that the program prints around the answer. */
  readonly result?: object;
  readonly exits?: number;
}

/** What it was started with, and what it saw in its folder. */
export interface ValidatorCall {
  readonly argv: readonly string[];
  readonly input: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A project whose validators are scripts: a `claude`, and a program for `validator.command`. */
export interface ValidatorProject {
  readonly project: GitProject;
  /** The line for `validator.command`. */
  readonly command: string;
  /** What the next runs do, one each; the last is repeated. */
  does(...behaviours: readonly ValidatorBehaviour[]): void;
  calls(): readonly ValidatorCall[];
  /** Runs `cs`, with the scripted `claude` on PATH. */
  cs(args: readonly string[], options?: RunOptions): Promise<Outcome>;
}

/** It answers as `claude -p` does for a judge and for a validator, and as any program does that prints JSON. */
const program = (state: string): string => `#!${process.execPath}
const fs = require('node:fs');
const state = ${JSON.stringify(state)};
const argv = process.argv.slice(2);
const input = fs.readFileSync(0, 'utf8');
const schema = argv[argv.indexOf('--json-schema') + 1] ?? '';
const isJudge = schema.includes('criteria_judgments');
const judged = (ids) => ({ verdict: 'PASS', overall_confidence: 0.9, reasoning: 'It holds.',
  criteria_judgments: ids.map((ac_id) => ({ ac_id, judgment: 'PASS', confidence: 0.9, reasoning: 'It holds.', would_satisfy: '' })) });
const behaviours = JSON.parse(fs.readFileSync(state + '/does.json', 'utf8'));
const number = fs.readdirSync(state).filter((name) => name.startsWith('call-')).length;
const does = isJudge ? {} : behaviours[Math.min(number, behaviours.length - 1)] ?? {};
if (!isJudge) {
  const call = { argv, input, folder: process.cwd(), files: fs.readdirSync('.').sort(), environment: process.env };
  fs.writeFileSync(state + '/call-' + String(number).padStart(3, '0'), JSON.stringify(call));
}
if (does.runs) require('node:child_process').spawnSync(does.runs, { shell: true, stdio: 'ignore' });
const ids = [...input.matchAll(/^# Criterion (\\S+)$/gm)].map(([, id]) => id);
const question = argv.length === 0 ? JSON.parse(input) : undefined;
const asked = question === undefined ? ids : question.criteria.map(({ ac_id }) => ac_id);
const nonce = question?.nonce ?? /<data-([0-9a-f]+)/.exec(input)?.[1];
let answer = { nonce, criteria: asked.map((ac_id) => {
  const verdict = does.verdicts?.[ac_id] ?? 'PASS';
  const holds = verdict !== 'FAIL';
  return { ac_id, verdict, reasoning: holds ? 'It holds.' : 'It adds one too few.',
    observations: [{ what: 'npm test', saw: holds ? '2 passed' : '1 failed', holds }] };
}) };
if (isJudge) answer = judged(asked);
if (does.edit) eval(does.edit);
const words = does.says ?? JSON.stringify(answer);
const result = { type: 'result', subtype: 'success', is_error: false, session_id: 'session-of-the-validator',
  total_cost_usd: 0.25, usage: { input_tokens: 100, output_tokens: 20 }, modelUsage: { 'claude-opus-5-5': {} },
  result: words, ...(does.says === undefined ? { structured_output: answer } : {}), ...does.result };
process.stdout.write(question === undefined ? JSON.stringify(result) : words, () => process.exit(does.exits ?? 0));
`;

/** Makes one: its work is a changed file and one that git does not know. */
export function validatorProject(
  files: Readonly<Record<string, string>> = { 'sum.js': '// nothing\n', 'README.md': '# Sums\n' },
): ValidatorProject {
  const project = createGitProject(files);
  const beside = join(project.folder, '..', 'validators');
  const state = join(beside, 'state');
  mkdirSync(state, { recursive: true });
  const path = join(beside, 'claude');
  writeFileSync(path, program(state));
  chmodSync(path, 0o755);
  const does: ValidatorProject['does'] = (...behaviours) =>
    writeFileSync(join(state, 'does.json'), JSON.stringify(behaviours));
  does({});
  return {
    project,
    command: `"${process.execPath}" "${path}"`,
    does,
    calls: () =>
      readdirSync(state)
        .filter((name) => name.startsWith('call-'))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(state, name), 'utf8'))),
    cs: (args, options = {}) =>
      project.run('cs', args, {
        ...options,
        env: {
          PATH: `${beside}${delimiter}${process.env['PATH'] ?? ''}`,
          CS_JUDGE_BACKEND: 'claude',
          ...options.env,
        },
      }),
  };
}

/** Whether a copy that a validator worked in is still there. */
export function isLeft({ folder }: ValidatorCall): boolean {
  return existsSync(folder);
}
