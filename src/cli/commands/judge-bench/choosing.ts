import { type Result, success } from '../../../domain/base/result.ts';
import { shuffled } from '../../../domain/base/shuffle.ts';
import { type BenchCase, CASE_CLASSES } from '../../../domain/benchmark/bench-case.ts';
import { readCases } from '../../../domain/benchmark/corpus-check.ts';
import {
  scoresByFolds,
  scoresByTraining,
  type TextScore,
} from '../../../domain/benchmark/text-floor.ts';
import { reasonUnread } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { usage } from '../../usage.ts';

export const SPLITS = ['dev', 'test', 'all'] as const;

/** Largest file of cases that is read, in bytes. */
const LARGEST_CASES = 32 * 1024 * 1024;

/** By what cases are drawn where there is a limit. */
const SEED = '5eed0004';

export interface ChosenCases {
  readonly cases: readonly BenchCase[];
  /** Those that were not left out by class or limit, too. */
  readonly all: readonly BenchCase[];
  /** What a model of words says of them. */
  words(): readonly TextScore[];
}

/** The cases that the options name: a file's, or the package's own of a split. */
export async function chooseCases(args: Arguments, suite: Suite): Promise<Result<ChosenCases>> {
  const split = args.text('split') ?? (args.given('show') ? 'all' : 'dev');
  const name = args.text('class');
  const limit = args.text('limit');
  if (!SPLITS.some((known) => known === split)) return usage('--split takes dev, test or all');
  if (args.given('split') && args.given('cases')) {
    return usage('--split and --cases cannot be given together');
  }
  if (name !== undefined && !CASE_CLASSES.some((known) => known === name)) {
    return usage(`--class takes one of ${CASE_CLASSES.join(', ')}`);
  }
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
    return usage('--limit takes a number of cases');
  }
  const path = args.text('cases');
  const read = path === undefined ? await ownCases(split) : givenCases(path, suite);
  if (!read.ok) return read;
  const { all, words } = read.value;
  const cases = shuffled(all, SEED).filter((one) => name === undefined || one.class === name);
  const most = limit === undefined ? cases.length : Number(limit);
  return success({ all, cases: cases.slice(0, most), words });
}

type Found = Pick<ChosenCases, 'all' | 'words'>;

/** The package's own cases. What is learned from words is learned from the dev split alone. */
async function ownCases(split: string): Promise<Result<Found>> {
  const { CORPUS } = await import('../../../benchmark/corpus.ts');
  const casesOf = (name: 'dev' | 'test'): readonly BenchCase[] =>
    readCases(linesOf(CORPUS[name], name)).cases;
  const dev = split === 'test' ? [] : casesOf('dev');
  const test = split === 'dev' ? [] : casesOf('test');
  return success({
    all: [...dev, ...test],
    words: () => [
      ...scoresByFolds(dev),
      ...(test.length === 0 ? [] : scoresByTraining(casesOf('dev'), test)),
    ],
  });
}

function givenCases(path: string, { files }: Suite): Result<Found> {
  const reading = files.readGiven(path, LARGEST_CASES);
  if (reading.found === 'nothing') return usage(`--cases: there is no file ${path}`);
  if (reading.found !== 'text') {
    return usage(`--cases ${path} cannot be read: ${reasonUnread(reading, LARGEST_CASES)}`);
  }
  const { cases, faults } = readCases(linesOf(reading.text.replace(/^\uFEFF/, ''), path));
  if (faults.length > 0) return usage(faults.slice(0, 5).join('\n'));
  return success({ all: cases, words: () => scoresByFolds(cases) });
}

function linesOf(text: string, name: string) {
  return text.split('\n').map((line, index) => ({ at: `${name}:${index + 1}`, text: line }));
}
