import { describe, expect, it } from 'vitest';
import {
  type ClaudeBehaviour,
  claudeProject,
  errorOf,
  FAILS,
  PASSES,
  resultOf,
  resultWith,
} from '../../rig/worlds/scripted-claude.ts';

const WORDS = JSON.stringify(PASSES);
const printed = (...parts: readonly unknown[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `${JSON.stringify(part)}\n`)).join('');

/** Could not be judged: nothing keeps the promise open, and nothing says that it was judged. */
const API_ERROR = { code: 0, verdict: 'WARN', status: 'api_error' } as const;
const UNREADABLE = { code: 0, verdict: 'WARN', status: 'parse_error' } as const;
const REFUSED = { code: 0, verdict: 'WARN', status: 'error' } as const;
/** The caller's own doing. */
const ERROR = { code: 1, verdict: 'FAIL', status: 'error' } as const;

interface Trouble {
  readonly what: string;
  readonly does: ClaudeBehaviour;
  readonly comes: typeof API_ERROR | typeof UNREADABLE | typeof REFUSED | typeof ERROR;
  /** Words on stderr. */
  readonly says: string;
  /** How often it is asked; once where this is left out. */
  readonly calls?: number;
}

const apiError = (status: number | null, result: string): ClaudeBehaviour =>
  errorOf({ subtype: 'success', api_error_status: status, result });
const subtype = (kind: string, errors: readonly string[]): ClaudeBehaviour =>
  errorOf({ subtype: kind, errors });
const stopped = (stop_reason: string): ClaudeBehaviour => ({
  stdout: resultOf(PASSES, { stop_reason }),
});

const TROUBLES: readonly Trouble[] = [
  {
    what: 'nobody is logged in',
    does: apiError(null, 'Not logged in · Please run /login'),
    comes: API_ERROR,
    says: 'claude is not logged in: Not logged in · Please run /login',
  },
  {
    what: 'nobody is logged in, on stderr',
    does: { stderr: 'Invalid API key · Please run /login\n', ends: 1 },
    comes: API_ERROR,
    says: 'claude is not logged in: exit code 1: Invalid API key · Please run /login',
  },
  ...(
    [
      [401, API_ERROR, 'the API rejected the key'],
      [403, API_ERROR, 'the API rejected the key'],
      [429, API_ERROR, 'the API rate limit was reached'],
      [500, API_ERROR, 'the API failed'],
      [529, API_ERROR, 'the API is overloaded'],
      [400, API_ERROR, 'the API rejected the request'],
      [404, ERROR, 'the API does not know this model'],
      [413, ERROR, 'said 7'],
    ] as const
  ).map(([status, comes, says]) => ({
    what: `api_error_status ${status}`,
    does: apiError(status, `API Error: ${status} said 7`),
    comes,
    says,
  })),
  {
    what: 'the subscription is used up',
    does: apiError(null, 'Claude AI usage limit reached|1790000000'),
    comes: API_ERROR,
    says: 'the API rate limit was reached: Claude AI usage limit reached',
  },
  {
    what: 'it ran out of turns, twice',
    does: subtype('error_max_turns', ['Reached maximum number of turns (1)']),
    comes: UNREADABLE,
    says: 'the reply cannot be read: error_max_turns: Reached maximum number of turns (1)',
    calls: 2,
  },
  {
    what: 'it got no answer into the shape, twice',
    does: subtype('error_max_structured_output_retries', []),
    comes: UNREADABLE,
    says: 'the reply cannot be read: error_max_structured_output_retries',
    calls: 2,
  },
  {
    what: 'it failed while it ran',
    does: subtype('error_during_execution', ['spawn ENOMEM']),
    comes: API_ERROR,
    says: 'claude failed: error_during_execution: spawn ENOMEM',
  },
  {
    what: 'an error of a kind that nobody knows',
    does: subtype('error_of_tomorrow', []),
    comes: API_ERROR,
    says: 'claude failed: error_of_tomorrow',
  },
  {
    what: 'an answer that is marked as an error',
    does: { stdout: resultOf(PASSES, { is_error: true }) },
    comes: API_ERROR,
    says: 'claude failed',
  },
  {
    what: 'an answer, and exit 1',
    does: { stdout: resultOf(PASSES), ends: 1 },
    comes: API_ERROR,
    says: 'claude failed',
  },
  {
    what: 'exit 1 without a word',
    does: { ends: 1 },
    comes: API_ERROR,
    says: 'claude failed: exit code 1',
  },
  {
    what: 'exit 0 without a word',
    does: {},
    comes: API_ERROR,
    says: 'claude failed: its output is not a single JSON value',
  },
  {
    what: 'rubbish',
    does: { stdout: '<html>Sign in</html>' },
    comes: API_ERROR,
    says: 'its output is not a single JSON value',
  },
  {
    what: 'a banner before an answer',
    does: { stdout: printed('Update available!\n', resultOf(PASSES)) },
    comes: API_ERROR,
    says: 'its output is not a single JSON value',
  },
  {
    what: 'a banner after an answer',
    does: { stdout: printed(resultOf(PASSES), 'Goodbye.\n') },
    comes: API_ERROR,
    says: 'its output is not a single JSON value',
  },
  {
    what: 'two answers',
    does: { stdout: printed(resultOf(FAILS), resultOf(PASSES)) },
    comes: API_ERROR,
    says: 'its output is not a single JSON value',
  },
  {
    what: 'half an answer',
    does: { stdout: printed(resultOf(PASSES)).slice(0, -30) },
    comes: API_ERROR,
    says: 'its output is not a single JSON value',
  },
  {
    what: '20 MB',
    does: { stdout: '{"padding": "'.padEnd(1024 * 1024, 'x'), times: 20 },
    comes: API_ERROR,
    says: 'claude failed: its output was too large',
  },
  {
    what: 'what is not UTF-8',
    does: { stdout: Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d) },
    comes: API_ERROR,
    says: 'its output is not a single JSON value',
  },
  {
    what: 'a result without an answer, twice',
    does: { stdout: resultWith({}) },
    comes: UNREADABLE,
    says: 'the reply cannot be read: it contains no text',
    calls: 2,
  },
  {
    what: 'an answer in another shape, twice',
    does: { stdout: resultOf({ verdict: 'PASS' }) },
    comes: UNREADABLE,
    says: 'the reply cannot be read: it contains no review in the requested format',
    calls: 2,
  },
  {
    what: 'two reviews in one text, twice',
    does: { stdout: resultWith({ result: `${JSON.stringify(FAILS)}\n${WORDS}` }) },
    comes: UNREADABLE,
    says: 'the reply cannot be read: it contains more than one review',
    calls: 2,
  },
  {
    what: 'a refusal, twice, whatever stands beside it',
    does: stopped('refusal'),
    comes: REFUSED,
    says: 'the model refused to answer: stop_reason refusal',
    calls: 2,
  },
  {
    what: 'a reply that was cut off, twice',
    does: stopped('max_tokens'),
    comes: UNREADABLE,
    says: 'the reply was cut off: stop_reason max_tokens',
    calls: 2,
  },
  {
    what: 'a full window, twice',
    does: stopped('model_context_window_exceeded'),
    comes: UNREADABLE,
    says: 'the reply was cut off: stop_reason model_context_window_exceeded',
    calls: 2,
  },
  ...(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const).map((signal) => ({
    what: `an answer, and then ${signal}`,
    does: { stdout: resultOf(PASSES), ends: signal },
    comes: API_ERROR,
    says: `claude failed: it was killed by ${signal}`,
  })),
];

const lastLines = (stderr: string): readonly string[] =>
  stderr.split('\n').filter((line) => line.startsWith('WARNING: Gate 3'));

describe('no verdict', () => {
  it.each(TROUBLES)('$what: $comes.verdict ($comes.status), exit $comes.code', async (trouble) => {
    const { calls = 1, comes, does, says } = trouble;
    const { api, claude, costLines, isClosed, judge } = await claudeProject();
    claude.does(does);
    const { code, result, stderr } = await judge();
    expect({ code, verdict: result.verdict, status: result.status }).toEqual(comes);
    expect(comes.verdict === 'WARN' ? lastLines(stderr) : [stderr]).toEqual([
      expect.stringContaining(says),
    ]);
    expect(isClosed()).toBe(comes.code === 0);
    expect(claude.calls()).toHaveLength(calls);
    expect(costLines()).toHaveLength(calls);
    expect(costLines().map(({ kind }) => kind)).toEqual(Array(calls).fill('promise-review'));
    expect(costLines().map(({ verdict }) => verdict)).toEqual(Array(calls).fill(comes.verdict));
    expect(api.requests).toEqual([]);
  });

  it('a reply that was cut off is asked for again with more room', async () => {
    const { claude, judge } = await claudeProject();
    claude.does(stopped('max_tokens'), { stdout: resultOf(PASSES) });
    expect(await judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    const rooms = claude.calls().map(({ environment }) => {
      return Number(environment['CLAUDE_CODE_MAX_OUTPUT_TOKENS']);
    });
    expect(rooms[1]).toBe(2 * (rooms[0] ?? 0));
  });

  it('the rubric advises, and the promise shows as unjudged', async () => {
    const { claude, promise, verify } = await claudeProject();
    claude.does({ ends: 1 });
    const { code, stdout } = await verify(['--judge']);
    expect(code).toBe(0);
    expect(stdout).toContain('WARNING: Gate 3 unavailable');
    expect(stdout).toContain('Rubric (offline)');
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'unavailable' } } });
  });

  it('a project that wants one stays shut', async () => {
    const { claude, configure, isClosed, judge } = await claudeProject();
    configure({ judge: { onUnavailable: 'block' } });
    claude.does({ ends: 1 });
    expect(await judge()).toMatchObject({ code: 1 });
    expect(isClosed()).toBe(false);
  });

  it('what claude says of its key is not shown', async () => {
    const key = 'sk-ant-api03-0123456789abcdefghij';
    const { claude, judge, judgments, costLines } = await claudeProject();
    claude.does({ stderr: `the key ${key} is wrong\n`, stdout: `${key}\n`, ends: 1 });
    const { stderr, stdout } = await judge([], { ANTHROPIC_API_KEY: key });
    expect(stderr).toContain('exit code 1: the key [redacted: ');
    for (const shown of [stderr, stdout, JSON.stringify([judgments(), costLines()])]) {
      expect(shown).not.toContain(key);
    }
  });

  it('what claude says of an error is kept in few words', async () => {
    const { claude, judge, judgments } = await claudeProject();
    claude.does(apiError(null, 'so many words '.repeat(10_000)));
    const { stderr } = await judge();
    expect([stderr, JSON.stringify(judgments())].every(({ length }) => length < 5000)).toBe(true);
  });
});
