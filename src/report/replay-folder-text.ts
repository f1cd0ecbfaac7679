import { counted } from '../domain/base/counted.ts';
import type { SeverityCounts } from '../domain/judging/findings-policy.ts';
import { SEVERITIES } from '../domain/judging/judgment.ts';
import type {
  DocumentFault,
  ReplayedDocument,
  ReplaySum,
} from '../domain/judging/replayed-result.ts';
import { brief, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What a replay of a folder found, for people and as data. */

/** A document that was replayed, and where it stands. */
export interface ReplayRow {
  readonly file: string;
  /** Its line, or its place in a list, counted from 1; null where it is the whole file. */
  readonly entry: number | null;
  readonly document: ReplayedDocument;
}

export interface ReplayedFolder {
  readonly rows: readonly ReplayRow[];
  readonly unreadable: readonly { readonly file: string; readonly why: string }[];
  readonly skipped: readonly { readonly file: string; readonly why: string }[];
  readonly sum: ReplaySum;
}

/** Longest part of a fault, and longest name of a file, in characters. */
const LONGEST_PART = 120;
const LONGEST_NAME = 60;

const HEADINGS = ['file', 'recorded', 'derived', 'findings', 'follows'] as const;

/** One line for each document, those that do not follow with why, and the sum. */
export function replayFolderText({ rows, sum, unreadable }: ReplayedFolder, style: Style): string {
  const table = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) =>
    table.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0),
  );
  const [heading = '', ...lines] = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [
    ...(rows.length === 0 ? [] : [style.bold(heading)]),
    ...lines.flatMap((line, index) => {
      const { faults = [], follows = true } = rows[index]?.document ?? {};
      return [follows ? line : style.bad(line), ...faults.map(faultLine)];
    }),
    ...(rows.length === 0 ? [] : ['']),
    ...sumLines(sum, unreadable.length, style),
  ].join('\n');
}

function cells({ document, entry, file }: ReplayRow): readonly string[] {
  const { derived, findings, follows, ownVerdict, recorded, what } = document;
  const said = what === 'reply' ? `(${brief(ownVerdict ?? 'none', LONGEST_NAME)})` : recorded;
  return [
    brief(file, LONGEST_NAME) + (entry === null ? '' : `:${entry}`),
    brief(said ?? '-', LONGEST_NAME),
    derived ?? '-',
    countsText(findings),
    follows ? (derived === null ? '-' : 'yes') : 'NO',
  ];
}

function countsText(findings: SeverityCounts): string {
  const some = SEVERITIES.filter((severity) => findings[severity] > 0);
  return some.map((severity) => `${findings[severity]} ${severity}`).join(', ') || '-';
}

function faultLine({ derived, part, recorded }: DocumentFault): string {
  const words = (text: string): string => brief(text, LONGEST_PART) || 'nothing';
  return `    ${oneLine(part)}: ${words(recorded)} is recorded, ${words(derived)} follows`;
}

function sumLines(sum: ReplaySum, unreadable: number, style: Style): readonly string[] {
  const { documents, fails, failsWithFindings, findings, follow, mismatches, underivable } = sum;
  return [
    style.bold(
      `${counted(documents, 'document')}: ${follow} follow, ${mismatches} do not, ${underivable} contain no judgment; ${unreadable} cannot be read`,
    ),
    `FAIL: ${fails}, of which ${failsWithFindings} have findings (${countsText(findings)} in total)`,
  ];
}

/** What could not be read, and what was passed over. */
export function replayFolderNotes({
  rows,
  skipped,
  unreadable,
}: ReplayedFolder): readonly string[] {
  return [
    ...unreadable.map(({ file, why }) => `Unreadable: ${oneLine(file)}: ${oneLine(why)}`),
    ...skipped.map(({ file, why }) => `Skipped: ${oneLine(file)}: ${oneLine(why)}`),
    ...(rows.length === 0 ? ['Nothing was replayed: only *.json and *.jsonl files are read.'] : []),
  ];
}

/** The same as data. */
export function replayFolderJson({ rows, skipped, sum, unreadable }: ReplayedFolder): object {
  return {
    follows: sum.mismatches === 0,
    documents: rows.map(({ document, entry, file }) => ({
      file,
      entry,
      what: document.what,
      recorded: document.recorded,
      derived: document.derived,
      own_verdict: document.ownVerdict,
      findings: document.findings,
      follows: document.follows,
      faults: document.faults,
    })),
    unreadable,
    skipped,
    sum: {
      documents: sum.documents,
      follow: sum.follow,
      mismatches: sum.mismatches,
      underivable: sum.underivable,
      fails: sum.fails,
      fails_with_findings: sum.failsWithFindings,
      findings: sum.findings,
    },
  };
}
