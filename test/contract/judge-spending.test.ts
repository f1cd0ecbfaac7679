import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  costLinesOf,
  ID,
  type JudgedProject,
  judgedProject,
  resultIn,
  writeValidated,
} from '../rig/judged-project.ts';
import { passEverything, reply } from '../rig/messages-api.ts';
import type { Outcome } from '../rig/project.ts';
import { metCriterion } from '../rig/promises.ts';

const LOG = 'judge-cost-log.jsonl';
const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
const today = (): string => now().slice(0, 10);

/** A line as the seed wrote it: nothing after `verdict`. A million tokens of this model cost $3. */
function oldLine(timestamp: string): string {
  return JSON.stringify({
    timestamp,
    promise_id: 'promise-00000001',
    input_tokens: 1_000_000,
    output_tokens: 0,
    model: 'claude-sonnet-4-5-20250929',
    latency_ms: 4200,
    verdict: 'PASS',
  });
}

const logText = ({ project }: JudgedProject): string =>
  readFileSync(join(project.state, LOG), 'utf8');

/** What one call may cost at the most, as a refusal says it. */
async function mostOfOneCall(): Promise<number> {
  const { judge } = await judgedProject();
  const { stderr } = await judge(['--max-usd', '0']);
  return Number(/may cost up to \$(\d+\.\d+)/.exec(stderr)?.[1]);
}

/** Fifty commands at once take their time on a small machine. */
const PATIENCE_MS = 180_000;

const FIFTY = Array.from({ length: 50 }, (_one, index) => `promise-${10_000_000 + index}`);

/** A project with fifty promises, and all of them judged at once. */
async function judgeFifty(
  judged: JudgedProject,
  whenOneEnded: () => void = () => {},
): Promise<readonly Outcome[]> {
  const { api, project } = judged;
  for (const id of FIFTY) writeValidated(project, id, [metCriterion('AC-1')]);
  return Promise.all(
    FIFTY.map(async (id) => {
      const args = ['--judge', '--promise', id, '--json'];
      const outcome = await project.run('cs-verify', args, { env: api.env });
      whenOneEnded();
      return outcome;
    }),
  );
}

describe('fifty judges at once', () => {
  it(
    'leave fifty whole lines in the cost log',
    async () => {
      const judged = await judgedProject();
      const outcomes = await judgeFifty(judged);
      const failures = outcomes.filter(({ code }) => code !== 0);
      expect(failures.map(({ stderr, stdout }) => stderr + stdout)).toEqual([]);
      const ids = costLinesOf(judged.project).map(({ promise_id }) => promise_id);
      expect([...ids].sort()).toEqual(FIFTY);
      expect(
        logText(judged)
          .split('\n')
          .filter((line) => line === ''),
      ).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  it(
    'do not overshoot the limit of the day: calls under way are reserved for',
    async () => {
      const limit = 1;
      const judged = await judgedProject();
      judged.configure({ judge: { maxUsdPerDay: limit } });
      // No answer comes before everyone has asked or given up, and each uses all that it may.
      const waiting: (() => void)[] = [];
      let ended = 0;
      const answerAll = (): void => {
        if (waiting.length + ended >= FIFTY.length) for (const go of waiting.splice(0)) go();
      };
      const usage = { input_tokens: 5000, output_tokens: 16_384 };
      judged.api.answer((request, response) => {
        waiting.push(() => reply(passEverything, { usage })(request, response));
        answerAll();
      });
      const outcomes = await judgeFifty(judged, () => {
        ended += 1;
        answerAll();
      });
      const lines = judged.costLines();
      const spent = lines.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
      expect(spent).toBeLessThanOrEqual(limit);
      expect(lines).toHaveLength(Math.floor(limit / (await mostOfOneCall())));
      const refused = outcomes.filter(({ code }) => code === 1);
      for (const outcome of refused) {
        expect(outcome.stderr).toContain('Error: The call was not made: it may cost up to $');
        expect(outcome.stderr).toContain('the limit of the day (judge.maxUsdPerDay), $1.00');
        expect(resultIn(outcome)).toMatchObject({ status: 'error', verdict: 'FAIL', cost_usd: 0 });
      }
      expect(refused).toHaveLength(FIFTY.length - lines.length);
      expect(judged.api.requests).toHaveLength(lines.length);
    },
    PATIENCE_MS,
  );
});

describe('--max-usd', () => {
  it.each(['0', '0.0001', '.1'])('%s is too little: nothing is sent, exit 1', async (amount) => {
    const { api, costLines, isClosed, judge } = await judgedProject();
    const { code, result, stderr } = await judge(['--max-usd', amount]);
    expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'FAIL' });
    expect(stderr).toContain('the limit of this run (--max-usd)');
    expect([api.requests, costLines()]).toEqual([[], []]);
    expect(isClosed()).toBe(false);
  });

  it.each(['1', '10.50'])('%s is enough', async (amount) => {
    const { judge } = await judgedProject();
    expect(await judge(['--max-usd', amount])).toMatchObject({ code: 0 });
  });

  it('counts all that one run asks: a second asking may be too much', async () => {
    const enoughForOne = String((await mostOfOneCall()) + 0.003);
    const { api, costLines, judge } = await judgedProject();
    api.answer(reply(() => 'no JSON'));
    const { code, stderr } = await judge(['--max-usd', enoughForOne]);
    expect(code).toBe(1);
    expect(stderr).toContain('the limit of this run (--max-usd)');
    expect([api.requests.length, costLines().length]).toEqual([1, 1]);
  });
});

describe('judge.maxUsdPerDay counts', () => {
  const lines = (...texts: readonly string[]) => texts.join('\n');
  const reserved = () => `${JSON.stringify({ event: 'reserve', id: 'ab', usd: 3 })}\n`;

  it.each<{ what: string; log: () => string; ledger?: () => string; code: number }>([
    { what: 'nothing where there is nothing', log: () => '', code: 0 },
    { what: "lines of the seed's older shape", log: () => `${oldLine(now())}\n`, code: 1 },
    {
      what: 'lines among torn and foreign ones',
      log: () => lines('what is this', '[]', oldLine(now()), '{"timestamp": "2026', ''),
      code: 1,
    },
    { what: 'a last line without an end', log: () => oldLine(now()), code: 1 },
    {
      what: 'no line of another day',
      log: () => `${oldLine('2026-02-17T10:30:00Z')}\n`,
      code: 0,
    },
    { what: 'what others reserved, and never gave back', log: () => '', ledger: reserved, code: 1 },
    {
      what: 'no reservation that was given back',
      log: () => '',
      ledger: () => `${reserved()}${JSON.stringify({ event: 'settle', id: 'ab' })}\n`,
      code: 0,
    },
  ])('$what (exit $code)', async ({ code, ledger, log }) => {
    const { api, configure, judge, project } = await judgedProject();
    configure({ judge: { maxUsdPerDay: 3 } });
    project.write(LOG, log());
    if (ledger !== undefined) project.write(`spending/${today()}.jsonl`, ledger());
    expect((await judge()).code).toBe(code);
    expect(api.requests).toHaveLength(code === 0 ? 1 : 0);
  });

  it('is the strictest of all sources', async () => {
    const { api, configure, judge } = await judgedProject();
    configure({ judge: { maxUsdPerDay: 0.01 } });
    expect(await judge([], { CS_JUDGE_MAX_USD_PER_DAY: '100' })).toMatchObject({ code: 1 });
    expect(api.requests).toHaveLength(0);
  });
});

describe('a cost log that cannot be used', () => {
  it('that cannot be written: the verdict counts, and a warning says so', async () => {
    const { isClosed, judge, project } = await judgedProject();
    project.write(`${LOG}/in-the-way`, '');
    const { code, stderr } = await judge();
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Warning: Cannot write to the cost log/m);
    expect(isClosed()).toBe(true);
  });

  it.each<{ what: string; spoil: (judged: JudgedProject) => void }>([
    { what: 'is a folder', spoil: ({ project }) => project.write(`${LOG}/in-the-way`, '') },
    {
      what: 'is no text',
      spoil: ({ project }) => project.write(LOG, Uint8Array.of(0xff, 0xfe, 0x0a)),
    },
  ])('that $what: with a limit of the day, nothing is asked', async ({ spoil }) => {
    const judged = await judgedProject();
    judged.configure({ judge: { maxUsdPerDay: 100 } });
    spoil(judged);
    const { code, stderr } = await judged.judge();
    expect(code).toBe(1);
    expect(stderr).toContain(LOG);
    expect(judged.api.requests).toHaveLength(0);
  });

  it('whose last line is torn: the next line stands on its own', async () => {
    const judged = await judgedProject();
    judged.project.write(LOG, '{"timestamp": "2026-02-17T10:3');
    await judged.judge();
    const [torn, line, ...rest] = logText(judged).split('\n');
    expect(torn).toBe('{"timestamp": "2026-02-17T10:3');
    expect(JSON.parse(line ?? '')).toMatchObject({ promise_id: ID, verdict: 'PASS' });
    expect(rest).toEqual(['']);
  });
});
