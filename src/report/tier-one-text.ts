import { type CheckResult, verdictOfResults } from '../domain/base/check-result.ts';
import { counted } from '../domain/base/counted.ts';
import type { TierOne } from '../domain/closing/tier-one.ts';
import { oneLine, printable } from './printable.ts';
import { brokenFileLines } from './proof-failure-text.ts';
import type { Style } from './style.ts';

/** What reports show of tier 1. */
export type ShownTierOne = Pick<TierOne, 'changedFiles' | 'changed' | 'always'>;

/** Whether nothing of it keeps a promise open. */
export function isTierOnePassed({ always, changed }: ShownTierOne): boolean {
  return (
    changed.broken.length === 0 &&
    always.every(({ results }) => verdictOfResults(results) === 'PASS')
  );
}

/** What else a report shows. */
interface ShownBeside {
  readonly resultLine: (result: CheckResult) => string;
  /** Whether criteria were proved beside it: then files that are whole need no word. */
  readonly wasRun: boolean;
}

/** How the project's own commands came out, and which changed files are broken, for a person. */
export function tierOneLines(
  { always, changed }: ShownTierOne,
  style: Style,
  { resultLine, wasRun }: ShownBeside,
): readonly string[] {
  const broken = changed.broken.length > 0;
  const mark = broken ? style.bad('[BROKEN]') : style.good('[PARSED]');
  return [
    ...(changed.parsed === 0 || (wasRun && !broken)
      ? []
      : [`${mark} Files changed since the promise was created: ${changed.parsed} parsed`]),
    ...brokenFileLines(changed.broken).map((line) => `    ${line}`),
    ...always.flatMap(({ command, results }) => [
      `${verdictOfResults(results) === 'PASS' ? style.good('[PASSED]') : style.bad('[FAILED]')} checks.always: ${oneLine(command)}`,
      ...results.flatMap((result) => [
        `    ${resultLine(result)}`,
        ...(result.output === undefined
          ? []
          : printable(result.output)
              .split('\n')
              .map((line) => `      ${line}`)),
      ]),
    ]),
  ];
}

/** The same on one line, where all of it passed; nothing where there was nothing to look at. */
export function tierOnePassedLine({ always, changed }: ShownTierOne): readonly string[] {
  const said = [
    ...(changed.parsed === 0 ? [] : [`${counted(changed.parsed, 'changed file')} parsed`]),
    ...(changed.unseen === undefined
      ? []
      : [`changed files not examined (${oneLine(changed.unseen)})`]),
    ...(always.length === 0
      ? []
      : [`${counted(always.length, 'command')} of checks.always passed`]),
  ];
  return said.length === 0 ? [] : [`Tier 1: ${said.join(', ')}`];
}

/** The notes on changed files, for stderr. */
export function tierOneNotes({ changed }: ShownTierOne): readonly string[] {
  return changed.notes.map((note) => `Note: ${oneLine(note)}`);
}

/** The same as data. */
export function tierOneJson(tierOne: ShownTierOne): unknown {
  const { always, changed, changedFiles } = tierOne;
  return {
    passed: isTierOnePassed(tierOne),
    changed_files: { looked: changedFiles === 'parse' && changed.unseen === undefined, ...changed },
    always: always.map(({ command, results }) => ({
      command,
      verdict: verdictOfResults(results),
      results,
    })),
  };
}
