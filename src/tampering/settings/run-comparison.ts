import type { Suspicion } from '../change.ts';
import type { Run } from './run.ts';
import { narrowing } from './selection.ts';

/** A run and the file that it is in, by the path that the file has now. */
export interface PlacedRun {
  readonly path: string;
  readonly run: Run;
}

interface RunsOfChange {
  readonly before: readonly PlacedRun[];
  readonly after: readonly PlacedRun[];
  /** The paths of all files that are gone or were moved away. */
  readonly gone: readonly string[];
  /** Paths of files of configuration that are gone. */
  readonly goneFiles: ReadonlySet<string>;
  /** Whether the tests that a text names went away, though their files did not. */
  readonly isOfLostTest: (text: string) => boolean;
}

type Fits = (before: PlacedRun, after: PlacedRun) => boolean;

const sameFile: Fits = (a, b) => a.path === b.path;
const sameWords: Fits = (a, b) =>
  a.run.identity === b.run.identity && a.run.words.join(' ') === b.run.words.join(' ');
const sameRunner: Fits = (a, b) => a.run.identity === b.run.identity;
const samePlace: Fits = (a, b) => a.run.place === b.run.place && a.run.class === b.run.class;
const sameLayer: Fits = (a, b) => a.run.layer === b.run.layer;

/** Which run became which, the surest first. */
const ROUNDS: readonly (readonly Fits[])[] = [
  [sameFile, samePlace, sameWords],
  [sameFile, sameWords],
  [sameLayer, sameWords],
  [sameFile, samePlace, sameRunner],
  [sameFile, sameRunner],
  [sameLayer, sameRunner],
  [sameFile, samePlace],
];

/** What runs less, or cannot fail any more. */
export function runSuspicions(change: RunsOfChange): readonly Suspicion[] {
  const { gained, lost, pairs } = pairRuns(change);
  const fresh = gained.filter(({ run }) => run.weaknesses.length === 0);
  return [
    ...pairs.flatMap((pair) => pairSuspicions(pair, fresh, change)),
    ...lost.flatMap((one) => lostSuspicions(one, gained, fresh, change)),
  ];
}

function pairRuns({ after, before }: RunsOfChange) {
  const lost = new Set(before);
  const gained = new Set(after);
  const pairs: (readonly [PlacedRun, PlacedRun])[] = [];
  for (const round of ROUNDS) {
    for (const one of lost) {
      const found = [...gained].find((other) => round.every((fits) => fits(one, other)));
      if (found === undefined) continue;
      lost.delete(one);
      gained.delete(found);
      pairs.push([one, found]);
    }
  }
  return { pairs, lost: [...lost], gained: [...gained] };
}

function pairSuspicions(
  [before, after]: readonly [PlacedRun, PlacedRun],
  fresh: readonly PlacedRun[],
  change: RunsOfChange,
): readonly Suspicion[] {
  const { run } = after;
  const own = {
    path: after.path,
    line: run.line,
    about: aboutOf(run),
    before: before.run.text.slice(0, 500),
    after: run.text.slice(0, 500),
  };
  const weakness = run.weaknesses.find(
    (one) =>
      !before.run.weaknesses.includes(one) && before.run.weaknesses.length < run.weaknesses.length,
  );
  if (weakness !== undefined) {
    const written = run.text.includes(weakness)
      ? own.after
      : `${own.after} [${weakness}]`.slice(0, 500);
    return [
      {
        kind: 'run-neutered',
        ...own,
        after: written,
        detail: `${wordOf(run)} in ${run.place || after.path} can no longer fail, or does not happen: ${weakness}.`,
      },
    ];
  }
  if (before.run.errexit && !run.errexit && !run.isLast && lostErrexit(before, after)) {
    return [
      {
        kind: 'run-neutered',
        ...own,
        detail: `The script continues after ${wordOf(run)} fails, which hides the failure.`,
      },
    ];
  }
  if (run.class !== 'test' || before.run.identity !== run.identity) return [];
  // What cannot fail, or runs no test, has nothing to leave out.
  const narrowed = before.run.weaknesses.length > 0 ? undefined : narrowing(before.run, run);
  const isElsewhere = fresh.some((one) => one.run.class === 'test');
  if (narrowed === undefined || isElsewhere || isAboutGone(narrowed, change.gone)) return [];
  if (change.isOfLostTest(narrowed)) return [];
  return [
    {
      kind: 'tests-excluded',
      ...own,
      detail: `${run.place || after.path} runs fewer tests: ${narrowed}.`,
    },
  ];
}

/** A script that ended with the first command that failed, and does not any more. */
function lostErrexit(before: PlacedRun, after: PlacedRun): boolean {
  return (
    before.run.place === after.run.place &&
    before.run.layer !== 'ci' &&
    !/^scripts\./.test(after.run.place)
  );
}

function lostSuspicions(
  lost: PlacedRun,
  gained: readonly PlacedRun[],
  fresh: readonly PlacedRun[],
  change: RunsOfChange,
): readonly Suspicion[] {
  const { path, run } = lost;
  // What could not fail before is no loss.
  if (run.weaknesses.length > 0 || (run.class === 'check' && run.layer === 'ci')) return [];
  const isRepeated = change.after.some(
    (one) =>
      sameWords(lost, one) &&
      one.run.weaknesses.length === 0 &&
      (sameLayer(lost, one) || sameFile(lost, one)),
  );
  const isReplaced = fresh.some((one) => one.run.class === run.class || run.class === 'check');
  const isCovered = change.after.some(
    (one) =>
      sameRunner(lost, one) &&
      one.run.weaknesses.length === 0 &&
      narrowing(run, one.run) === undefined,
  );
  // Who called a script that is gone fails: what is told is the call that is gone, where it is.
  const isWithItsFile = change.goneFiles.has(path) && run.layer === 'script';
  const isChanged = change.after.some(
    (one) =>
      sameFile(lost, one) &&
      samePlace(lost, one) &&
      one.run.weaknesses.length === 0 &&
      !change.before.some((other) => sameFile(one, other) && sameWords(one, other)),
  );
  if (
    isRepeated ||
    isReplaced ||
    isCovered ||
    isWithItsFile ||
    isChanged ||
    isAboutGone(
      `${run.text} ${run.place} ${path}`,
      change.gone.filter((one) => one !== path && !/(?:^|\/)\.[^/]+\/workflows\//.test(one)),
    )
  )
    return [];
  const weak = gained.find((one) => one.run.class === run.class);
  const isGone = change.goneFiles.has(path);
  const place = run.place || path;
  return [
    {
      kind: 'run-neutered',
      path: weak?.path ?? path,
      line: weak?.run.line ?? (isGone ? run.line : Math.max(1, run.line)),
      about: aboutOf(run),
      detail:
        weak === undefined
          ? `${place} no longer runs ${wordOf(run)}${isGone ? ': the file is gone' : ''}.`
          : `${wordOf(run)} is run in ${weak.run.place || weak.path} instead, where it cannot fail: ${weak.run.weaknesses.join(', ')}.`,
      before: run.text.slice(0, 500),
      after: (weak?.run.text ?? '').slice(0, 500),
    },
  ];
}

function wordOf({ class: kind, identity }: Run): string {
  return `${kind === 'test' ? 'tests' : 'a check'} (${identity})`;
}

function aboutOf({ identity, place }: Run): string {
  return place === '' ? identity : `${place}: ${identity}`;
}

const GENERAL = new Set(
  (
    'test tests run src github workflows yml yaml jobs scripts script npm unit spec json package main build check ' +
    'only ignore lib app index the pytest vitest jest cov exclude integration deselect not config py ts js go'
  ).split(' '),
);

/** Whether what a text names went away in the same change: `test:e2e` together with `e2e/`. */
export function isAboutGone(text: string, gone: readonly string[]): boolean {
  const words = text
    .split(/[^A-Za-z0-9_]+/)
    .filter((word) => word.length > 2 && !GENERAL.has(word.toLowerCase()));
  return words.some((word) => gone.some((path) => path.split(/[/.]/).includes(word)));
}
