import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { expectLimitHeld, expectWholeLines, mostOfOneCall } from '../../rig/worlds/many-judges.ts';
import { reply } from '../../rig/worlds/messages-api.ts';

const LOG = 'judge-cost-log.jsonl';
const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
const today = (): string => now().slice(0, 10);

/** A line of the older shape: nothing after `verdict`. A million tokens of this model cost $3. */
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

describe('many judges at once', () => {
  // Fifty of them: test/torture/many-judges.torture.ts.
  it('leave a whole line each in the cost log', () => expectWholeLines(8));

  it('do not overshoot the limit of the day: calls under way are reserved for', () =>
    expectLimitHeld(8, 0.6));
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

  it.each<{ what: string; log: () => string; reservations?: () => string; code: number }>([
    { what: 'nothing where there is nothing', log: () => '', code: 0 },
    { what: 'lines of the older shape', log: () => `${oldLine(now())}\n`, code: 1 },
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
    {
      what: 'what others reserved, and never gave back',
      log: () => '',
      reservations: reserved,
      code: 1,
    },
    {
      what: 'no reservation that was given back',
      log: () => '',
      reservations: () => `${reserved()}${JSON.stringify({ event: 'settle', id: 'ab' })}\n`,
      code: 0,
    },
  ])('$what (exit $code)', async ({ code, reservations, log }) => {
    const { api, configure, judge, project } = await judgedProject();
    configure({ judge: { maxUsdPerDay: 3 } });
    project.write(LOG, log());
    if (reservations !== undefined) project.write(`spending/${today()}.jsonl`, reservations());
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
