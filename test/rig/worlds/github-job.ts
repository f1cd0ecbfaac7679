import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { type GithubEvent, REPOSITORY } from '../values/github-events.ts';
import { CHECKOUT } from './checkout.ts';
import { type Outcome, outcomeOf } from './project.ts';
import type { Checkout } from './proposed-change.ts';

/** A job of GitHub's: the variables and files that a runner gives to its steps. */
export interface GithubJob {
  readonly env: Readonly<Record<string, string>>;
  /** What steps wrote to the files by which they act. */
  written(file: 'env' | 'output' | 'path' | 'state' | 'summary'): string;
}

export const RUN_ID = 7001;

export function githubJob(checkout: Checkout, event: GithubEvent, run = RUN_ID): GithubJob {
  const folder = join(checkout.home, `runner-${run}-${event.name}`);
  mkdirSync(folder, { recursive: true });
  const place = (name: string): string => join(folder, name);
  for (const name of ['env', 'output', 'path', 'state', 'summary']) writeFileSync(place(name), '');
  writeFileSync(place('event.json'), JSON.stringify(event.payload));
  return {
    written: (file) => readFileSync(place(file), 'utf8'),
    env: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTOR: 'ada',
      GITHUB_API_URL: 'https://api.github.com',
      GITHUB_ENV: place('env'),
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: place('event.json'),
      GITHUB_OUTPUT: place('output'),
      GITHUB_PATH: place('path'),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_ID: String(run),
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_STATE: place('state'),
      GITHUB_STEP_SUMMARY: place('summary'),
      GITHUB_WORKSPACE: checkout.folder,
      RUNNER_TEMP: folder,
      ...event.env,
    },
  };
}

/** The action, as its file describes it. */
export const ACTION = z.strictObject({
  name: z.string(),
  description: z.string(),
  author: z.string(),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.array(
      z.strictObject({
        id: z.string(),
        shell: z.literal('bash'),
        env: z.record(z.string(), z.string()),
        run: z.string(),
      }),
    ),
  }),
});

export const readAction = () =>
  ACTION.parse(parse(readFileSync(join(CHECKOUT, 'action.yml'), 'utf8')));

/**
 * Runs the action's steps as a runner does: its inputs put into the variables of each step, the script in a file, and
 * the shell as GitHub starts it. `action`: the folder that the action was checked out to.
 */
export async function runAction(
  inputs: Readonly<Record<string, string>>,
  {
    action,
    checkout,
    job,
  }: { readonly action: string; readonly checkout: Checkout; readonly job: GithubJob },
): Promise<Outcome> {
  const { inputs: known, runs } = readAction();
  const valueFor = (expression: string): string => {
    const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
    if (expression === 'github.action_path') return action;
    if (input === undefined) throw new Error(`the runner does not know ${expression}`);
    return inputs[input] ?? known[input]?.default ?? '';
  };
  let outcome: Outcome | undefined;
  for (const step of runs.steps) {
    const script = join(checkout.home, `${step.id}.sh`);
    writeFileSync(script, step.run);
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (.+?) \}\}/g, (_all, expression: string) => valueFor(expression)),
      ]),
    );
    const words = ['--noprofile', '--norc', '-e', '-o', 'pipefail', script];
    const child = spawn('bash', words, {
      cwd: checkout.folder,
      env: { PATH: process.env['PATH'], HOME: checkout.home, ...job.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    outcome = await outcomeOf(child);
    if (outcome.code !== 0) break;
  }
  if (outcome === undefined) throw new Error('the action has no step');
  return outcome;
}
