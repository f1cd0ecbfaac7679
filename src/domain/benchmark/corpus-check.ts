import { type BenchCase, readCase, wantFault } from './bench-case.ts';
import { aurocOf } from './ranking.ts';
import { scoresByFolds } from './text-floor.ts';

/** A line of a file of cases, and where it stands. */
interface CaseLine {
  readonly at: string;
  readonly text: string;
}

interface ReadCases {
  readonly cases: readonly BenchCase[];
  /** What is wrong, each with the place of it. */
  readonly faults: readonly string[];
}

/** Reads lines of cases. A case that cannot be read, or whose id another has, is left out and told of. */
export function readCases(lines: readonly CaseLine[]): ReadCases {
  const cases = new Map<string, BenchCase>();
  const faults: string[] = [];
  for (const { at, text } of lines) {
    if (text.trim() === '') continue;
    const reading = readCase(parsed(text));
    if (!reading.ok) faults.push(`${at}: ${reading.why}`);
    else if (cases.has(reading.value.id))
      faults.push(`${at}: id ${reading.value.id} is used twice`);
    else {
      const fault = wantFault(reading.value);
      if (fault !== undefined) faults.push(`${at}: ${fault}`);
      cases.set(reading.value.id, reading.value);
    }
  }
  return { cases: [...cases.values()], faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What there is to know of cases before anybody is measured by them. */
interface CorpusFigures {
  readonly cases: number;
  readonly criteria: number;
  readonly unknownPairs: readonly string[];
  readonly by: Readonly<Record<'class' | 'language' | 'trade', Readonly<Record<string, number>>>>;
  /** Characters of the evidence: the mean and the median. */
  readonly length: Readonly<Record<'PASS' | 'FAIL', readonly [mean: number, median: number]>>;
  /** How well words alone tell bad evidence from good. */
  readonly auroc: number | null;
}

export function corpusFigures(cases: readonly BenchCase[]): CorpusFigures {
  const criteria = cases.flatMap((one) => one.criteria);
  const ids = new Set(cases.map(({ id }) => id));
  const lengths = (want: string): readonly [number, number] => {
    const all = criteria.filter((one) => one.want === want).map(({ evidence }) => evidence.length);
    const mean = all.reduce((sum, length) => sum + length, 0) / (all.length || 1);
    return [Math.round(mean), all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0];
  };
  return {
    cases: cases.length,
    criteria: criteria.length,
    unknownPairs: cases.flatMap(({ id, pair }) =>
      pair === undefined || ids.has(pair) ? [] : [`${id}: its pair ${pair} does not exist`],
    ),
    by: {
      class: counted(cases.map((one) => one.class)),
      language: counted(cases.map(({ language }) => language)),
      trade: counted(cases.map(({ trade }) => trade)),
    },
    length: { PASS: lengths('PASS'), FAIL: lengths('FAIL') },
    auroc: aurocOf(scoresByFolds(cases)),
  };
}

function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}
