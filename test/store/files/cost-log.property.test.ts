import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCostLine } from '../../../src/domain/judging/cost-line.ts';
import {
  COST_GROUPINGS,
  mostSpent,
  summarizeCost,
} from '../../../src/domain/judging/cost-summary.ts';
import {
  readSpendingLine,
  type SpendingLine,
  spendingFault,
} from '../../../src/domain/judging/spending.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';
import { runs } from '../../rig/values/runs.ts';

const lines = fc.oneof(
  jsonText,
  fc.string({ unit: 'binary' }),
  fc
    .tuple(jsonText, jsonText)
    .map(
      ([model, tokens]) =>
        `{"timestamp":"2026-02-17T10:30:00Z","model":${model},"input_tokens":${tokens},"cost_usd":${tokens}}`,
    ),
);
const ALWAYS = { since: undefined, until: undefined };

it('no line throws, and every line that is read can be summed up', () => {
  fc.assert(
    fc.property(fc.array(lines), fc.constantFrom(...COST_GROUPINGS), (texts, by) => {
      const read = texts.flatMap((text) => readCostLine(text) ?? []);
      const { groups, total } = summarizeCost(read, by, ALWAYS);
      expect(total.calls).toBe(read.length);
      expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe(read.length);
      expect(mostSpent(read, ALWAYS)).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('no line of reservations throws', () => {
  fc.assert(
    fc.property(lines, (text) => {
      expect(() => readSpendingLine(text)).not.toThrow();
    }),
  );
});

/** One process: it reserves, reads the reservations, reads the log, calls, logs, settles: a step at a time. */
interface Caller {
  readonly id: string;
  readonly usd: number;
  readonly cost: number;
  step: number;
  lines: readonly SpendingLine[];
  granted: boolean;
}

const LIMIT = 10;

function advance(caller: Caller, lines: SpendingLine[], log: number[]): void {
  const { cost, id, usd } = caller;
  const sum = (costs: readonly number[]) => costs.reduce((total, one) => total + one, 0);
  switch (caller.step) {
    case 0:
      lines.push({ event: 'reserve', id, usd });
      break;
    case 1:
      caller.lines = [...lines];
      break;
    case 2: {
      const facts = { lines: caller.lines, own: { id, usd }, spentUsd: sum(log), now: 0 };
      caller.granted = spendingFault({ ...facts, limitUsd: LIMIT }) === undefined;
      break;
    }
    case 3:
      if (caller.granted) log.push(cost);
      break;
    case 4:
      lines.push({ event: 'settle', id });
      break;
  }
  caller.step += 1;
}

it('whatever the order in which processes take turns, no more is spent than what calls took beyond their share', () => {
  const callers = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.nat({ max: 300 })), {
    minLength: 1,
    maxLength: 8,
  });
  const turns = fc.array(fc.nat({ max: 7 }), { maxLength: 60 });
  fc.assert(
    fc.property(callers, turns, (parts, order) => {
      const all = parts.map(
        ([usd, share], index): Caller => ({
          id: `${index}`,
          usd,
          cost: (usd * share) / 100,
          step: 0,
          lines: [],
          granted: false,
        }),
      );
      const lines: SpendingLine[] = [];
      const log: number[] = [];
      for (const turn of order) {
        const caller = all[turn % all.length];
        if (caller !== undefined) advance(caller, lines, log);
        const spent = log.reduce((sum, cost) => sum + cost, 0);
        const underWay = all
          .filter(({ granted, step }) => granted && step === 3)
          .reduce((sum, { usd }) => sum + usd, 0);
        const beyond = all
          .filter(({ granted, step }) => granted && step > 3)
          .reduce((sum, { cost, usd }) => sum + Math.max(0, cost - usd), 0);
        expect(spent + underWay).toBeLessThanOrEqual(LIMIT + beyond + 1e-9);
      }
    }),
    runs(2000),
  );
});
