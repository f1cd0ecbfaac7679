import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { costLineSchema } from '../../../build/schemas/cost-line.ts';
import { judgeResultSchema } from '../../../build/schemas/judge-result.ts';
import {
  metCriterion,
  type PromiseParts,
  promiseFile,
  validatorResponse,
} from '../values/promises.ts';
import {
  type ApiRequest,
  type Behaviour,
  KEY,
  type MessagesApi,
  startMessagesApi,
} from './messages-api.ts';
import { createProject, type Outcome, type Project, SESSION } from './project.ts';

/** The promise of a judged project. */
export const ID = 'promise-0000aaaa';

/** The type is that of `metCriterion`: another one would be new evidence by itself. */
const SHOWN = ['--type', 'test', '--evidence'];

type Env = Readonly<Record<string, string | undefined>>;

/** A run of `cs-verify --judge --json`: stdout was one document, and the document is a result. */
export interface Judged extends Outcome {
  readonly result: z.infer<typeof judgeResultSchema>;
}

/** A project with a promise that only Gate 3 keeps from being verified, and an API to judge it. */
export interface JudgedProject {
  readonly project: Project;
  readonly api: MessagesApi;
  /** `cs-verify --judge --promise ID --json`, with further arguments and variables. */
  judge(args?: readonly string[], env?: Env): Promise<Judged>;
  /** `cs-verify --promise ID`, with further arguments and variables. */
  verify(args?: readonly string[], env?: Env): Promise<Outcome>;
  /** Replaces the evidence of a criterion, as its owner does after a FAIL. */
  showMore(criterion: string, evidence?: string): Promise<Outcome>;
  /** Writes the project's configuration. */
  configure(configuration: unknown): void;
  /** The promise, wherever it lies. */
  promise(): Readonly<Record<string, unknown>>;
  /** Its judgments, oldest first. */
  judgments(): readonly unknown[];
  isClosed(): boolean;
  costLines(): readonly z.infer<typeof costLineSchema>[];
}

/** Makes such a project. `criteria`: one by default, with evidence that any judge would pass. */
export async function judgedProject(
  criteria: readonly PromiseParts[] = [metCriterion('AC-1')],
  parts: PromiseParts = {},
  project: Project = createProject(),
): Promise<JudgedProject> {
  const api = await startMessagesApi();
  writeValidated(project, ID, criteria, parts);
  return {
    project,
    api,
    async judge(args = [], env = {}) {
      const outcome = await project.run(
        'cs-verify',
        ['--judge', '--promise', ID, '--json', ...args],
        {
          env: { ...api.env, ...env },
        },
      );
      return { ...outcome, result: resultIn(outcome) };
    },
    verify: (args = [], env = {}) =>
      project.run('cs-verify', ['--promise', ID, ...args], { env: { ...api.env, ...env } }),
    showMore: (criterion, evidence = 'npm test, run again: 43 passed, 0 failed') =>
      project.run('cs-promise', ['--meet', ID, '--ac-id', criterion, ...SHOWN, evidence]),
    configure: (configuration) => void project.write('../completion-promise.json', configuration),
    promise: () => project.read(`${isClosed(project) ? 'history' : 'promises'}/${ID}.json`),
    judgments: () => {
      const path = `${isClosed(project) ? 'history' : 'promises'}/${ID}.json`;
      const { judgments } = project.read(path);
      return Array.isArray(judgments) ? judgments : [];
    },
    isClosed: () => isClosed(project),
    costLines: () => costLinesOf(project),
  };
}

/** Writes a promise in progress whose criteria all have a validator's PASS. */
export function writeValidated(
  project: Project,
  id: string,
  criteria: readonly PromiseParts[],
  parts: PromiseParts = {},
): void {
  const acceptance_criteria = criteria;
  project.write(`promises/${id}.json`, promiseFile(id, SESSION, { acceptance_criteria, ...parts }));
  for (const { id: criterion } of criteria) {
    project.write(`validations/${id}/${criterion}-validation.json`, validatorResponse('PASS'));
  }
}

function isClosed(project: Project): boolean {
  return project.exists(`history/${ID}.json`);
}

/** What `--judge --json` printed: one document alone on stdout, in the published shape. */
export function resultIn({ stdout, stderr }: Outcome): Judged['result'] {
  const read = judgeResultSchema.safeParse(documentIn(stdout));
  if (read.data === undefined) throw new Error(`no result: ${stdout}\n${stderr}`);
  return read.data;
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every line of the cost log, each in the published shape. */
export function costLinesOf(project: Project): readonly z.infer<typeof costLineSchema>[] {
  if (!project.exists('judge-cost-log.jsonl')) return [];
  const text = readFileSync(join(project.state, 'judge-cost-log.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => costLineSchema.parse(JSON.parse(line)));
}

/** Runs over items, at most so many at a time; results in the order of the items. */
export async function inTurns<Item, Value>(
  items: readonly Item[],
  most: number,
  run: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values = new Map<number, Value>();
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      values.set(index, await run(item));
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  return items.map((_item, index) => {
    const value = values.get(index);
    if (value === undefined) throw new Error(`item ${index} gave nothing`);
    return value;
  });
}

/** Every file under a folder with its text, by its path from there. */
export function filesUnder(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** What stands in the evidence of every fault's promise, and must stay on this machine. */
const SECRET = 'ghp_0123456789abcdefABCDEF0123';

/** The deadline of a judge that never gets its answer, for as long as it takes to ask on a slow machine. */
export const SOON: Env = { CS_JUDGE_TIMEOUT_MS: '3000' };

/** Less than a judge waits that does not keep to its deadline, and more than a slow machine needs. */
const PATIENCE_MS = 60_000;

const USED = { input_tokens: 1250, output_tokens: 380 };
export const UNUSED = { input_tokens: 0, output_tokens: 0 };

type LoggedCall = readonly [status: string, verdict: string, tokens: typeof USED];

/** A line of the log for a call that got no message, and for those whose message was no verdict. */
export const API_ERROR: LoggedCall = ['api_error', 'WARN', UNUSED];
export const UNPARSED: LoggedCall = ['parse_error', 'WARN', USED];
export const REFUSED: LoggedCall = ['error', 'WARN', USED];
export const PASSED: LoggedCall = ['success', 'PASS', USED];

/** Something that goes wrong with the judge, and what comes of it. */
export interface Fault {
  readonly fault: string;
  /** What the requests get, the last one repeated. */
  readonly answers: readonly Behaviour[];
  readonly env?: Env;
  readonly verdict: 'PASS' | 'FAIL' | 'WARN';
  readonly status: string;
  readonly code: number;
  /** Words on stderr; where it could not be judged, on the line that warns of that. */
  readonly says: string;
  readonly lines: readonly LoggedCall[];
  readonly requests: number;
}

type Ending = Pick<Fault, 'verdict' | 'status' | 'code'>;

/** Could not be judged: it is said, and verification goes on. */
export const WARNED: Ending = { verdict: 'WARN', status: 'api_error', code: 0 };
export const UNREADABLE: Ending = { verdict: 'WARN', status: 'parse_error', code: 0 };
/** The caller's own doing. */
export const ERROR: Ending = { verdict: 'FAIL', status: 'error', code: 1 };
export const JUDGED: Ending = { verdict: 'PASS', status: 'success', code: 0 };

interface Observed {
  readonly judged: Judged;
  readonly requests: readonly ApiRequest[];
  readonly lines: readonly LoggedCall[];
  readonly isClosed: boolean;
  /** From the arrival of the first request to the end of the command, in milliseconds. */
  readonly tookMs: number;
  /** What the state folder holds, but for the promise and its validations. */
  readonly written: string;
}

async function observe({ answers, env }: Fault): Promise<Observed> {
  const evidence = `42 tests passed with ${SECRET}`;
  const criteria = [metCriterion('AC-1', { evidence }), metCriterion('AC-2')];
  const { api, costLines, isClosed, judge, project } = await judgedProject(criteria);
  api.answer(...answers);
  const judged = await judge([], { CS_JUDGE_TIMEOUT_MS: '120000', ...env });
  const ended = performance.now();
  return {
    judged,
    requests: api.requests,
    lines: costLines().map(({ input_tokens, output_tokens, status = '', verdict }) => [
      status,
      verdict,
      { input_tokens, output_tokens },
    ]),
    isClosed: isClosed(),
    tookMs: ended - (api.requests[0]?.at ?? ended),
    written: [...filesUnder(project.state)]
      .filter(([name]) => !/^(promises|history|validations)\b/.test(name))
      .map(([name, text]) => `${name}\n${text}`)
      .join('\n'),
  };
}

/** Tests every fault. They run side by side, since some take their time; each is looked at on its own. */
export function describeFaults(faults: readonly Fault[]): void {
  let all: Promise<readonly Observed[]> | undefined;
  const observedOf = async (fault: Fault): Promise<Observed> => {
    all ??= inTurns(faults, 6, observe);
    const observed = (await all)[faults.indexOf(fault)];
    if (observed === undefined) throw new Error(`nothing was seen of ${fault.fault}`);
    return observed;
  };

  it.each(faults)('$fault: $verdict ($status), exit $code', async (fault) => {
    const { isClosed, judged } = await observedOf(fault);
    const { code, result } = judged;
    const { status, verdict } = result;
    expect({ verdict, status, code }).toEqual({
      verdict: fault.verdict,
      status: fault.status,
      code: fault.code,
    });
    expect(isClosed).toBe(fault.code === 0);
  });

  it.each(faults)('$fault: what stderr says', async (fault) => {
    const { stderr } = (await observedOf(fault)).judged;
    const warnings = stderr.split('\n').filter((line) => line.startsWith('WARNING: Gate 3'));
    expect(warnings).toHaveLength(fault.verdict === 'WARN' ? 1 : 0);
    expect(fault.verdict === 'WARN' ? warnings[0] : stderr).toContain(fault.says);
  });

  it.each(faults)('$fault: $requests request(s), and a cost line for each call', async (fault) => {
    const { lines, requests } = await observedOf(fault);
    expect(requests).toHaveLength(fault.requests);
    expect(lines).toEqual(fault.lines);
  });

  it.each(faults)('$fault: it ends within its deadline', async (fault) => {
    const { judged, tookMs } = await observedOf(fault);
    expect(tookMs).toBeLessThan(PATIENCE_MS);
    expect(judged.result.latency_ms).toBeLessThan(PATIENCE_MS);
  });

  it.each(faults)('$fault: neither the key nor a secret shows or leaves', async (fault) => {
    const { judged, requests, written } = await observedOf(fault);
    const sent = requests.map(({ text }) => text).join('\n');
    const shown = judged.stdout + judged.stderr + written;
    for (const secret of [KEY, SECRET]) {
      expect(shown).not.toContain(secret);
      expect(sent).not.toContain(secret);
    }
    expect(requests.every(({ text }) => text.includes('[redacted: GitHub token]'))).toBe(true);
  });
}
