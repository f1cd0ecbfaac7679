import type { Substance } from '../domain/judging/substance.ts';
import { leftOutLines } from './left-out-text.ts';
import { oneLine } from './printable.ts';

/** What a judge would be shown of the work itself, for people: how much, what not, and what is not known. */
export function substanceLines(substance: Substance | undefined): readonly string[] {
  const { diff, tools } = substance ?? {};
  return [
    ...(diff === undefined
      ? []
      : 'unknown' in diff
        ? [`Diff: not shown (${oneLine(diff.unknown)})`]
        : [
            `Diff: ${oneLine(diff.shown.summary.split('\n')[0] ?? '')}; ${diff.shown.patch.length} characters are shown`,
            ...leftOutLines(diff.shown.leftOut),
          ]),
    ...(tools === undefined
      ? []
      : 'unknown' in tools
        ? [`Tool calls: not shown (${oneLine(tools.unknown)})`]
        : [`Tool calls: ${tools.calls.length} shown, ${tools.leftOut} left out`]),
  ];
}

/** The notes on parts of the work that a judge was to be shown and was not. */
export function unknownSubstanceNotes(substance: Substance | undefined): readonly string[] {
  const { diff, tools } = substance ?? {};
  return [
    ...(diff !== undefined && 'unknown' in diff ? [note('what changed', diff.unknown)] : []),
    ...(tools !== undefined && 'unknown' in tools ? [note('the tool calls', tools.unknown)] : []),
  ];
}

function note(what: string, why: string): string {
  return `Note: the judge was not shown ${what}: ${oneLine(why)}.`;
}
