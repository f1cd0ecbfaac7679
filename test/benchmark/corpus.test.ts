import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BenchCase, CASE_CLASSES } from '../../src/domain/benchmark/bench-case.ts';
import { readCases } from '../../src/domain/benchmark/corpus-check.ts';
import { aurocOf } from '../../src/domain/benchmark/ranking.ts';
import { scoresByTraining } from '../../src/domain/benchmark/text-floor.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

const FOLDER = join(CHECKOUT, 'src', 'benchmark', 'cases');

/** A split of the corpus: its lines, read. */
function splitOf(name: 'dev' | 'test') {
  const files = readdirSync(join(FOLDER, name)).filter((file) => file.endsWith('.jsonl'));
  const texts = files.sort().map((file) => readFileSync(join(FOLDER, name, file), 'utf8'));
  const lines = texts
    .join('\n')
    .split('\n')
    .map((text, index) => ({ at: `${name}:${index + 1}`, text }));
  return {
    ...readCases(lines),
    digest: createHash('sha256').update(texts.join('\n')).digest('hex'),
  };
}

const DEV = splitOf('dev');
const TEST = splitOf('test');
const ALL = [...DEV.cases, ...TEST.cases];

/** All runs of so many words of a text. */
function runsOf(text: string, words: number): ReadonlySet<string> {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    all
      .slice(0, Math.max(0, all.length - words + 1))
      .map((_, at) => all.slice(at, at + words).join(' ')),
  );
}

const claimsOf = ({ criteria }: BenchCase): string =>
  criteria.map(({ description, evidence }) => `${description}\n${evidence}`).join('\n');

describe('the corpus', () => {
  it('can be read whole, and wants of each case what fits its class', () => {
    expect([...DEV.faults, ...TEST.faults]).toEqual([]);
  });

  it('is large enough to tell judges apart', () => {
    expect(ALL.length).toBeGreaterThanOrEqual(240);
    expect(new Set(ALL.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
  });

  it.each(CASE_CLASSES)('has cases of the class %s in both splits', (name) => {
    for (const { cases } of [DEV, TEST]) {
      expect(cases.filter((one) => one.class === name).length).toBeGreaterThanOrEqual(8);
    }
  });

  it('cannot be solved by words alone', () => {
    expect(aurocOf(scoresByTraining(DEV.cases, TEST.cases))).toBeLessThan(0.75);
  });

  it('has no sentence of the prompt or the rubric', () => {
    const own = runsOf(
      ['src/reviews/promise/prompt.ts', 'src/domain/judging/rubric.ts']
        .map((file) => readFileSync(join(CHECKOUT, file), 'utf8'))
        .join('\n'),
      8,
    );
    const shared = ALL.filter((one) => [...runsOf(claimsOf(one), 8)].some((run) => own.has(run)));
    expect(shared.map(({ id }) => id)).toEqual([]);
  });
});

describe('the test split', () => {
  it('is the one that figures were taken of', async () => {
    await expect(`${TEST.digest}\n`).toMatchFileSnapshot('test-split.sha256');
  });

  it('shares no id and no near-copy with the dev split', () => {
    const ids = new Set(DEV.cases.map(({ id }) => id));
    expect(TEST.cases.filter(({ id }) => ids.has(id))).toEqual([]);
    const known = DEV.cases.map((one) => runsOf(claimsOf(one), 5));
    const copies = TEST.cases.filter((one) => {
      const runs = [...runsOf(claimsOf(one), 5)];
      return known.some((other) => runs.filter((run) => other.has(run)).length * 2 > runs.length);
    });
    expect(copies.map(({ id }) => id)).toEqual([]);
  });

  it('is read by the benchmark alone', () => {
    const readers = ['src', 'test', 'build', 'scripts'].flatMap((folder) =>
      readdirSync(join(CHECKOUT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|mjs)$/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((file) =>
          /benchmark\/cases|'benchmark', 'cases'|benchmark\/corpus\.ts/.test(
            readFileSync(join(CHECKOUT, file), 'utf8'),
          ),
        ),
    );
    expect(readers.sort()).toEqual([
      'src/cli/commands/judge-bench/choosing.ts',
      'test/benchmark/corpus.test.ts',
      // It leaves them out.
      'test/simulation/machine/build.ts',
    ]);
  });
});
