import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { realityReply } from '../rig/values/reality-values.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import {
  failOnly,
  failure,
  KEY,
  nobodyListens,
  passEverything,
  reply,
  startMessagesApi,
} from '../rig/worlds/messages-api.ts';

/** A project of somebody else, with nothing but the packed package installed. */
let folder = '';

beforeAll(() => {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'completion-promise-library-'));
  folder = join(root, 'project');
  mkdirSync(folder);
  const packing = ['pack', '--ignore-scripts', '--pack-destination', root];
  execFileSync('npm', packing, { cwd: inject('installed'), stdio: 'pipe' });
  const [tarball = ''] = readdirSync(root).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const installing = ['install', '--offline', '--no-audit', '--no-fund', join(root, tarball)];
  execFileSync('npm', installing, { cwd: folder, stdio: 'pipe' });
}, 120_000);

afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 }));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in that project, with nothing of this process's environment but the path. */
function play(
  name: string,
  text: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  writeFileSync(join(folder, name), text);
  return start([name], env);
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout, stderr }),
    );
  });
}

const criterion = (id: string) => ({
  id,
  status: 'met',
  description: `${id} holds`,
  evidence: `npm test: 12 passed, ${id} among them`,
});

const PROMISE = {
  id: 'promise-1a2b3c4d',
  status: 'in_progress',
  title: 'It works',
  ownership: { owned_by: null },
  acceptance_criteria: [criterion('AC-1'), criterion('AC-2')],
};

/** What `runJudge` gives in that project, or what it rejects with. */
async function judged(call: object): Promise<Record<string, unknown>> {
  const script = `import { runJudge } from 'completion-promise';
const costs = [];
const call = ${JSON.stringify({ promise: PROMISE, ...call })};
call.onCost = (line) => void costs.push(line.cost_usd);
const told = await runJudge(call).catch(({ name, message }) => ({ name, message }));
process.stdout.write(JSON.stringify({ ...told, costs: costs.length }));`;
  const { stdout, stderr } = await play('judge.mjs', script);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** What `runRealityCheck` gives in that project, or what it rejects with. */
async function checked(input: object): Promise<Record<string, unknown>> {
  const script = `import { JudgeVerdictSchema, runRealityCheck } from 'completion-promise';
const verdict = await runRealityCheck(${JSON.stringify(input)}).catch(({ name, message }) => ({ name, message }));
const { success, error } = JudgeVerdictSchema.safeParse(verdict);
process.stdout.write(JSON.stringify({ ...verdict, success, fault: error?.message }));`;
  const { stdout, stderr } = await play('check.mjs', script);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('runRealityCheck', () => {
  const WORK = {
    directives: ['Sign in works', { text: 'No new dependency', type: 'constraint' }],
    diff: { summary: '1 file changed', patch: '+ signIn() // hush-hush-42' },
    lastMessage: 'It is done',
    fingerprint: 'f2',
    stopAttempts: [
      { at: 'now', fingerprint: 'f1', pass: false, reason: 'no test', missing_items: ['a test'] },
    ],
    secrets: ['hush-hush-42'],
  };

  it('gives the verdict of the model, shown all of the input without its secrets', async () => {
    const api = await startMessagesApi();
    api.answer(reply(() => realityReply({ pass: false, missingItems: ['D-1: no test'] })));
    const verdict = await checked({ ...WORK, apiKey: KEY, endpoint: api.url });
    expect(verdict).toMatchObject({ pass: false, missingItems: ['D-1: no test'], success: true });
    const text = api.requests[0]?.text ?? '';
    for (const shown of [
      'Sign in works',
      'No new dependency',
      '+ signIn()',
      'It is done',
      'a test',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('hush-hush-42');
  });

  it.each([
    ['no key', {}],
    ['nobody there', { apiKey: KEY, endpoint: 'http://127.0.0.1:9', timeoutMs: 3000 }],
    ['an unusable model', { apiKey: KEY, model: '?' }],
    ['a limit', { apiKey: KEY, maxUsd: 0 }],
  ])('passes where it cannot be judged, and says so: %s', async (_why, parts) => {
    const verdict = await checked({ ...WORK, ...parts });
    expect(verdict).toMatchObject({ pass: true, success: true });
    expect(verdict['reason']).toContain('could not judge the work, so it does not block');
  });

  it.each([
    [{}, 'runRealityCheck needs `directives`'],
    [{ directives: [{ text: 'x', type: 'wish' }] }, /^`directives` must be a list of texts/],
    [{ directives: ['x'], diff: 'x' }, /^`diff` must be an object/],
    [{ directives: ['x'], stopAttempts: [{}] }, /^`stopAttempts` must be/],
    [
      { directives: ['x'], vote: 1 },
      /^runRealityCheck does not know `vote`; it takes directives, /,
    ],
  ])('rejects %j', async (input, message) => {
    const outcome = await checked(input);
    expect(outcome).toMatchObject({ name: 'TypeError', success: false });
    expect(outcome['message']).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(outcome['fault']).toBe('it is not a verdict: `pass` is missing or invalid');
  });
});

describe('runJudge', () => {
  it('passes what the judge passes, with its key, and writes nothing', async () => {
    const api = await startMessagesApi();
    const before = readdirSync(folder).concat('judge.mjs');
    const result = await judged({ apiKey: KEY, endpoint: api.url });
    expect(result).toMatchObject({ status: 'success', verdict: 'PASS', backend: 'api', costs: 1 });
    expect(result['paid_by']).toBe('the key of the call');
    expect(api.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect([...new Set(before)].sort()).toEqual(readdirSync(folder).sort());
  });

  it('fails what the judge fails, with what would satisfy it', async () => {
    const api = await startMessagesApi();
    api.answer(reply(failOnly('AC-2')));
    const result = await judged({ apiKey: KEY, endpoint: api.url });
    expect(result).toMatchObject({ verdict: 'FAIL', feedback: [{ ac_id: 'AC-2' }] });
  });

  it('gives WARN for an outage, a refused key and no key', async () => {
    const api = await startMessagesApi();
    api.answer(failure(401, 'authentication_error'));
    const calls = [
      { apiKey: KEY, endpoint: await nobodyListens(), timeoutMs: 3000 },
      { apiKey: KEY, endpoint: api.url },
      {},
    ];
    for (const call of calls) {
      expect(await judged(call)).toMatchObject({ status: 'api_error', verdict: 'WARN' });
    }
  });

  it('counts votes', async () => {
    const api = await startMessagesApi();
    api.answer(reply(passEverything), reply(failOnly('AC-1')), reply(passEverything));
    const result = await judged({ apiKey: KEY, endpoint: api.url, votes: 3 });
    expect(result).toMatchObject({ verdict: 'PASS', tally: { asked: 3, passed: 2, failed: 1 } });
  });

  it('asks for findings, and decides by them', async () => {
    const api = await startMessagesApi();
    const result = await judged({ apiKey: KEY, endpoint: api.url, style: 'structured' });
    expect(result).toMatchObject({
      verdict: 'PASS',
      diagnostics: { findings_source: 'structured' },
    });
  });

  it('shows the judge the substance, without the secrets of the call', async () => {
    const api = await startMessagesApi();
    const shown = { summary: 'a.js', patch: '+ listen(8080) // hush-hush-42', leftOut: [] };
    const calls = [{ name: 'Bash', about: 'npm test', failed: false, output: '12 passed' }];
    const substance = { diff: { shown }, tools: { calls, leftOut: 0 } };
    const call = { apiKey: KEY, endpoint: api.url, substance, secrets: ['hush-hush-42'] };
    expect(await judged(call)).toMatchObject({ verdict: 'PASS' });
    const [request] = api.requests;
    expect(request?.text).toContain('+ listen(8080)');
    expect(request?.text).toContain('12 passed');
    expect(request?.text).not.toContain('hush-hush-42');
  });

  it('asks nothing where the limit does not allow it, and says so', async () => {
    const api = await startMessagesApi();
    const result = await judged({ apiKey: KEY, endpoint: api.url, maxUsd: 0.000001 });
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL', costs: 0 });
    expect(api.requests).toEqual([]);
  });

  it('judges by rules without a key', async () => {
    expect(await judged({ backend: 'rubric' })).toMatchObject({ backend: 'rubric', cost_usd: 0 });
  });

  it.each([
    [{ votes: 0 }, '`votes` must be a whole number from 1 to 15'],
    [{ vote: 3 }, /^runJudge does not know `vote`; it takes promise, /],
    [{ endpoint: 'nowhere' }, '`endpoint` must be a URL that starts with http:// or https://'],
    [{ promise: { id: 'x' } }, /^`promise` cannot be judged: it is not a promise: /],
    [{ answers: { 'AC-1': {} } }, /^`answers` has no valid answer for AC-1: /],
    [{ substance: { diff: {} } }, '`substance` must be an object with `diff`, `tools` or both'],
  ])('rejects %j with one clear message', async (call, message) => {
    const told = await judged(call);
    expect(told['name']).toBe('TypeError');
    expect(told['message']).toMatch(message);
  });
});

it('has the same names for import and for require', async () => {
  const names = "process.stdout.write(Object.keys(library).sort().join(' '))";
  const imported = await play('a.mjs', `import * as library from 'completion-promise';${names}`);
  const required = await play('a.cjs', `const library = require('completion-promise');${names}`);
  expect(imported.stdout).toBe(
    'JudgeVerdictSchema blockingIssues majorityOf parseJudgeResult parsePromise runJudge runRealityCheck verdictOfFindings verdictOn',
  );
  expect(required.stdout).toBe(imported.stdout);
});

it('does not load the judge before it is asked', async () => {
  const script = `require('completion-promise');
process.stdout.write(String(Object.keys(require.cache).filter((path) => /judging|messages/.test(path))));`;
  expect(await play('idle.cjs', script)).toEqual({ code: 0, stdout: '', stderr: '' });
});

it.each(['plugin/dist/judging.cjs', 'plugin/dist/library.cjs', 'src/library/library.ts'])(
  'refuses %s',
  async (path) => {
    const { stderr } = await play('deep.cjs', `require('completion-promise/${path}')`);
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  },
);

const SAMPLE = `import { type JudgeCall, type JudgeResult, majorityOf, parseJudgeResult, runJudge, verdictOn } from 'completion-promise';

const call: JudgeCall = { promise: {}, model: ['sonnet', 'opus'], style: 'plain' };
export const answer: Promise<JudgeResult> = runJudge(call);
export const word: 'PASS' | 'FAIL' | 'WARN' = majorityOf(1, 2, 3);
const reading = parseJudgeResult('{}');
export const found: string = reading.ok ? reading.result.verdict : reading.reason;
// @ts-expect-error a promise is needed
runJudge({});
// @ts-expect-error no such style
runJudge({ promise: {}, style: 'fancy' });
// @ts-expect-error no such argument
runJudge({ promise: {}, vote: 3 });
// @ts-expect-error not before it was asked whether it could be read
reading.result;
// @ts-expect-error no such judgment
verdictOn([{ ac_id: 'AC-1', judgment: 'MAYBE', confidence: 1, reasoning: '' }]);
// @ts-expect-error a result is not to be changed
answer.then((result) => { result.verdict = 'PASS'; });
`;

it.each([
  ['node16', 'node16', 'sample.mts'],
  ['node16', 'node16', 'sample.cts'],
  ['nodenext', 'nodenext', 'sample.mts'],
  ['nodenext', 'nodenext', 'sample.cts'],
  ['bundler', 'esnext', 'sample.ts'],
])('has types for %s (%s, %s)', async (moduleResolution, module, name) => {
  writeFileSync(join(folder, name), SAMPLE);
  const compilerOptions = {
    moduleResolution,
    module,
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  const config = { compilerOptions, files: [name] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(CHECKOUT, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await start([compiler, '-p', '.'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

/** The examples of the page, in order, and what each prints. */
const PRINTED = ['PASS 1\n', 'true false\n', 'PASS FAIL WARN\nFAIL\n', 'false object\n'];

it('the examples of docs/library.md print what they should', async () => {
  const api = await startMessagesApi();
  const page = readFileSync(join(CHECKOUT, 'docs', 'library.md'), 'utf8');
  const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const printed = [];
  for (const text of examples) {
    const ran = await play(text.startsWith('import') ? 'doc.mjs' : 'doc.cjs', text, api.env);
    printed.push(ran.stdout + ran.stderr);
  }
  expect(printed).toEqual(PRINTED);
});
