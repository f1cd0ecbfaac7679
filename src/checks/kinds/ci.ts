import { type CheckResult, failedCheck, passed, skipped } from '../../domain/base/check-result.ts';
import { isObject, parseDocument, textOf } from '../../domain/base/document.ts';
import { CHECK_TIMEOUT_RANGE } from '../../domain/promise/check.ts';
import { optional, TEXT, wholeNumber } from '../check-keys.ts';
import { defineKind, timeoutDetail } from '../check-kind.ts';
import type { CheckWorld } from '../check-world.ts';

interface PipelineCheck {
  /** The name of a workflow, or of its file; all of them without. */
  readonly workflow?: string;
  /** The time for it, in milliseconds. */
  readonly timeout_ms?: number;
}

/** The word that stands for all workflows on a command line. */
const ALL = 'all';

/** Asks GitHub how the pipeline ended for the very commit that the files here are, and waits for it. */
export const ciKind = defineKind<PipelineCheck>({
  name: 'ci',
  keys: {
    workflow: optional(TEXT),
    timeout_ms: optional(
      wholeNumber(
        CHECK_TIMEOUT_RANGE,
        `is not a whole number from ${CHECK_TIMEOUT_RANGE.least} to ${CHECK_TIMEOUT_RANGE.most}`,
      ),
    ),
  },
  option: {
    summary: 'Workflow of GitHub Actions that must succeed for the commit checked out; all: each',
    usage: '--ci <workflow>|all',
    key: 'workflow',
    keysOf: (value) => (value === ALL ? {} : { workflow: value }),
  },
  details: { timeout: timeoutDetail },
  text: ({ workflow }) => `ci: ${workflow ?? 'all workflows'}`,
  run: async (check, world) => ({ results: [await pipelineResult(check, world)] }),
});

/** The time between two questions, and the one in which a run must begin after a push, in milliseconds. */
const PAUSE_MS = 10_000;
const MOST_BEGINNING_MS = 60_000;

/** How long one answer may take, in milliseconds. */
const MOST_ANSWER_MS = 30_000;

async function pipelineResult(check: PipelineCheck, world: CheckWorld): Promise<CheckResult> {
  const name = `ci_${check.workflow ?? ALL}`;
  const program = world.findProgram('gh');
  if (program === undefined) return skipped(name, 'gh is not installed (https://cli.github.com)');
  const commit = world.commitHere();
  if (!commit.ok) return skipped(name, commit.reason);
  const of = `commit ${commit.value.slice(0, 12)}`;
  const start = world.clock.elapsed();
  const limitMs = check.timeout_ms ?? world.timeoutMs;
  for (;;) {
    const asked = await askForRuns(program, commit.value, check.workflow, world);
    if ('fault' in asked) return skipped(name, asked.fault);
    const state = stateOf(asked.runs);
    const waitedMs = world.clock.elapsed() - start;
    const mostMs = state.is === 'none' ? Math.min(limitMs, MOST_BEGINNING_MS) : limitMs;
    const isOver = state.is === 'ended' || waitedMs + PAUSE_MS > mostMs || world.signal.aborted;
    if (isOver) return resultOf(name, of, state, world);
    await world.clock.sleep(PAUSE_MS, world.signal);
  }
}

/** The last run of a workflow for an event. */
interface PipelineRun {
  readonly workflow: string;
  readonly status: string;
  readonly conclusion: string;
  readonly url: string;
}

type PipelineState =
  | { readonly is: 'none' }
  | { readonly is: 'pending' | 'ended'; readonly runs: readonly PipelineRun[] };

/** A run that failed ends it: no other can make up for that. */
function stateOf(runs: readonly PipelineRun[]): PipelineState {
  if (runs.length === 0) return { is: 'none' };
  const isPending = runs.some(({ status }) => status !== 'completed') && !runs.some(isRed);
  return { is: isPending ? 'pending' : 'ended', runs };
}

const RED: ReadonlySet<string> = new Set(['failure', 'timed_out', 'startup_failure']);

/** Runs that did nothing because nothing was asked of them. */
const IDLE: ReadonlySet<string> = new Set(['skipped', 'neutral']);

function isRed({ conclusion }: PipelineRun): boolean {
  return RED.has(conclusion);
}

function resultOf(
  name: string,
  of: string,
  state: PipelineState,
  { pipelineRun }: CheckWorld,
): CheckResult {
  if (state.is === 'none') {
    const why = pipelineRun === undefined ? ': is it pushed?' : ' but the one that asks';
    return skipped(name, `there is no run for ${of}${why}`);
  }
  const { runs } = state;
  const red = runs.filter(isRed);
  if (red.length > 0) return failedCheck(name, `of ${of}: ${named(red)}`);
  if (state.is === 'pending') {
    const waiting = runs.filter(({ status }) => status !== 'completed');
    return skipped(name, `of ${of}, not ended in the time for it: ${named(waiting)}`);
  }
  const green = runs.filter(({ conclusion }) => conclusion === 'success');
  const other = runs.filter(({ conclusion }) => conclusion !== 'success' && !IDLE.has(conclusion));
  return other.length > 0 || green.length === 0
    ? skipped(name, `of ${of}, without a conclusion: ${named(other.length > 0 ? other : runs)}`)
    : passed(name, `of ${of}: ${named(runs)}`);
}

/** Most runs that a result names. */
const MOST_NAMED = 5;

function named(runs: readonly PipelineRun[]): string {
  const words = runs.map(
    ({ conclusion, status, url, workflow }) => `${workflow} ${conclusion || status} (${url})`,
  );
  const more = words.length - MOST_NAMED;
  return `${words.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** By which gh may be logged in, beside what it keeps itself. */
const TOKENS = ['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];

const MOST_RUNS = '100';

async function askForRuns(
  program: string,
  commit: string,
  workflow: string | undefined,
  { folder, pipelineRun, run, signal }: CheckWorld,
): Promise<{ readonly runs: readonly PipelineRun[] } | { readonly fault: string }> {
  const keys = 'conclusion,databaseId,event,headSha,status,url,workflowName';
  const words = ['run', 'list', '--commit', commit, '--limit', MOST_RUNS, '--json', keys];
  let [told, said] = ['', ''];
  const { ended } = await run.program({
    command: [program, ...words, ...(workflow === undefined ? [] : ['--workflow', workflow])],
    folder,
    timeoutMs: MOST_ANSWER_MS,
    environment: { passing: TOKENS },
    signal,
    onOutput(chunk, stream) {
      if (stream === 'stdout') told += chunk.toString('utf8');
      else said += chunk.toString('utf8');
    },
  });
  if (ended.how !== 'exit') return { fault: `gh could not be asked (${ended.how})` };
  // Its code for a missing login.
  if (ended.code === 4) return { fault: 'gh is not logged in: gh auth login' };
  if (ended.code !== 0) return { fault: `gh could not tell: ${lastLine(said)}` };
  const runs = runsIn(told, commit, pipelineRun);
  return runs === undefined ? { fault: 'gh gave no list of runs' } : { runs };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 300) || 'it gave no reason';
}

/** The last runs of each workflow and event, newest first as gh lists them. A run that asks is not its own answer. */
function runsIn(
  text: string,
  commit: string,
  ownRun: string | undefined,
): readonly PipelineRun[] | undefined {
  const document = parseDocument(text);
  const list: unknown = document.ok ? document.value : undefined;
  if (!Array.isArray(list)) return undefined;
  const runs = new Map<string, PipelineRun>();
  for (const one of list.filter(isObject)) {
    const workflow = textOf(one['workflowName']) || 'a workflow without a name';
    const key = JSON.stringify([workflow, one['event']]);
    const isOwn = ownRun !== undefined && String(one['databaseId']) === ownRun;
    if (isOwn || one['headSha'] !== commit || runs.has(key)) continue;
    const [status, conclusion] = [textOf(one['status']), textOf(one['conclusion'])];
    runs.set(key, { workflow, status, conclusion, url: textOf(one['url']) });
  }
  return [...runs.values()];
}
