import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isHeldBy } from '../../src/domain/promise/tampering.ts';
import type { TamperingKind } from '../../src/tampering/change.ts';
import { suspicionsIn } from '../../src/tampering/tampering.ts';
import { wilsonInterval } from '../rig/values/interval.ts';
import { READER } from '../rig/values/reader.ts';
import { changeOf, type TamperingExample } from '../rig/values/tampering-example.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { OWN_EXAMPLES, SECOND_EXAMPLES, TABLE_EXAMPLES, UNSEEN_EXAMPLES } from './examples.ts';
import { countField, type FieldCount, type FieldSet, SETS } from './field/field.ts';

/** How well weakened tests are seen, counted over examples. `npm run texts` writes the page. */

interface Judged {
  readonly language: string;
  readonly example: TamperingExample;
  /** The kinds that were reported. */
  readonly reported: readonly TamperingKind[];
}

type Examples = Readonly<Record<string, readonly TamperingExample[]>>;

function judge(examples: Examples): readonly Judged[] {
  return Object.entries(examples).flatMap(([language, rows]) =>
    rows.map((example) => ({
      language,
      example,
      reported: [...new Set(suspicionsIn(changeOf(example), READER).map(({ kind }) => kind))],
    })),
  );
}

const isHonest = ({ example }: Judged): boolean => example.expected.length === 0;
const isAlarmed = ({ reported }: Judged): boolean => reported.length > 0;

/** `0.93 (0.88–0.96, 120 of 129)`: a share with its interval of 95 %. */
function share(hits: number, all: number): string {
  if (all === 0) return '–';
  const [low, high] = wilsonInterval(hits, all);
  return `${(hits / all).toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}, ${hits} of ${all})`;
}

function recall(judged: readonly Judged[]): readonly [number, number] {
  const weakened = judged.filter((one) => !isHonest(one));
  return [weakened.filter(isAlarmed).length, weakened.length];
}

function falseAlarms(judged: readonly Judged[]): readonly [number, number] {
  const honest = judged.filter(isHonest);
  return [honest.filter(isAlarmed).length, honest.length];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function byLanguage(judged: readonly Judged[]): string {
  const languages = [...new Set(judged.map(({ language }) => language))];
  const rows = [...languages.map((language) => [language] as const), ['all'] as const].map(
    ([name]) => {
      const own = name === 'all' ? judged : judged.filter(({ language }) => language === name);
      return [name, share(...recall(own)), share(...falseAlarms(own))];
    },
  );
  return table(['language', 'recall', 'false alarms'], rows);
}

type FieldRun = 'first' | 'now';

const isOfTestsOff = (kind: string): boolean => isHeldBy('switched-off', { kind });

/** What was told of some sets together; `isMeant`: whether alarms of a kind count. */
function fieldRow(
  name: string,
  run: FieldRun,
  sets: readonly FieldSet[],
  isMeant?: (kind: string) => boolean,
): readonly string[] {
  const counts = sets.map((set) => countField(set, run, isMeant));
  const sum = (key: keyof FieldCount): number => counts.reduce((all, one) => all + one[key], 0);
  const [commits, right, wrong] = [sum('commits'), sum('right') + sum('useful'), sum('wrong')];
  return [name, run, share(right, right + wrong), share(wrong, commits)];
}

const HELD_OUT = SETS.filter((set) => set !== 'read');

function fieldTable(): string {
  const runs: readonly FieldRun[] = ['first', 'now'];
  const rows = SETS.flatMap((set) => runs.map((run) => fieldRow(set, run, [set])));
  const off = runs.map((run) => fieldRow('switched off', run, HELD_OUT, isOfTestsOff));
  return table(FIELD_HEAD, [...rows, ...off]);
}

const FIELD_HEAD = ['commits', 'run', 'right or useful', 'commits alarmed wrongly'];

const own = judge(OWN_EXAMPLES);
const unseen = judge(UNSEEN_EXAMPLES);
const second = judge(SECOND_EXAMPLES);
const tables = judge(TABLE_EXAMPLES);

const page = (): string => `# How well weakened tests are seen

Counted by \`npm test\` over examples of changes, half of them honest; \`npm run texts\` writes this page. Intervals are of 95 %. Recall: of the weakened tests, those of which anything was reported. False
alarms: of the honest changes, those of which anything was.

## Examples by others, of other projects

308 examples, written without sight of the rules. **At their first run recall was 0.84 (130 of 155), and 0.07 (11 of 153) of the
honest ones raised an alarm.** Then the rules were mended by them:

${byLanguage(second)}

## In the field

Commits that touch tests, each alarm read (\`test/tampering/field/\`). By those called read the rules were mended; held
out are older ones of the same zod, zustand, tracing, moshi and click, then Vue, Hono, axum, Retrofit and httpx, then Pinia, tRPC,
tokio, Gson and Starlette, then date-fns, ky, tower, Resilience4j and requests, by each of which they were mended next.
Switched off: what \`"switched-off"\` holds of all held out.

${fieldTable()}

## Languages that are read by a table

246 examples of Ruby, PHP, C#, C, C++, shell and Swift (read no more) were written before the rules. At their first run recall
was 0.98 (123 of 125), and 0.01 (1 of 121) of the honest ones raised
an alarm; over 107 more it was 0.95 (53 of 56) and 0.08 (4 of 51). Now:
recall ${share(...recall(tables))}, false alarms ${share(...falseAlarms(tables))}.

## Earlier examples

529 others, at their first run: recall 0.93, false alarms 0.13. Now ${share(...recall(unseen))} and ${share(...falseAlarms(unseen))}.
`;

it('docs/tampering-scores.md says what was counted', async () => {
  await expect(page()).toMatchFileSnapshot(join(CHECKOUT, 'docs', 'tampering-scores.md'));
});

describe.each([
  ['written with the rules', own],
  ['written by others', unseen],
  ['written by others again', second],
  ['of languages that are read by a table', tables],
] as const)('over the examples %s', (_which, judged) => {
  it('at least 85 of 100 weakened tests are seen, and at most 5 of 100 honest changes raise an alarm', () => {
    const [seen, weakened] = recall(judged);
    const [wrong, honest] = falseAlarms(judged);
    expect(seen / weakened).toBeGreaterThanOrEqual(0.85);
    expect(wrong / honest).toBeLessThanOrEqual(0.05);
  });
});

it('there are at least 200 examples in five languages, about half of them honest', () => {
  expect(own.length).toBeGreaterThanOrEqual(200);
  const honest = own.filter(isHonest).length / own.length;
  expect(honest).toBeGreaterThan(0.4);
  expect(honest).toBeLessThan(0.6);
});
