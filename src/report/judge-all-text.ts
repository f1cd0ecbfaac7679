import { counted } from '../domain/base/counted.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failedCriteria, type JudgeResult } from '../domain/judging/judgment.ts';
import { sum, totalCost } from '../domain/judging/spent.ts';
import { dollars } from './dollars.ts';
import { brief } from './printable.ts';
import type { Style } from './style.ts';

/** A run of the judge over many promises: one line each, and the total. */

export interface JudgedRow {
  readonly id: string;
  readonly title: string;
  /** Whether it is this session's own. */
  readonly own: boolean;
  /** Closed by this run, judged and left to its owner, or open as before. */
  readonly became: 'verified' | 'recorded' | 'open';
  /** Why it stays open; undefined where nothing keeps it open but its owner. */
  readonly failure: Failure | undefined;
  readonly result: JudgeResult;
  readonly notes: readonly string[];
  readonly seconds: number;
}

/** Longest id, title and list of criteria, in characters. */
const LONGEST_ID = 40;
const LONGEST_TITLE = 32;
const LONGEST_LIST = 40;

const NO_PROMISES = 'No open promises.';

/** What a promise came to: the judge's verdict, or the gate that is shut before it. */
function verdictText({ became, failure, result }: JudgedRow): string {
  if (failure === undefined) return `${result.verdict}, ${became}`;
  if (failure.kind === 'judge-rejected') return 'FAIL';
  return SHUT[result.blocked_by ?? ''] ?? WHY[failure.kind] ?? failure.kind;
}

const SHUT: Readonly<Record<string, string>> = {
  'gate-1': 'blocked: Gate 1',
  'tier-1': 'blocked: Tier 1',
  'gate-2': 'blocked: Gate 2',
};

const WHY: Readonly<Partial<Record<Failure['kind'], string>>> = {
  interrupted: 'interrupted',
  'broken-file': 'unreadable',
  'not-owner': 'not yours',
  'spending-cap': 'spending limit',
  unjudged: 'could not be judged',
};

function failedText({ failure, result }: JudgedRow): string {
  const failed = failedCriteria(result.criteria_judgments);
  const named = failure?.kind === 'judge-rejected' ? failure.failed : failed;
  return brief([...new Set(named)].join(', '), LONGEST_LIST) || '-';
}

/** The table, and the line of totals. */
export function judgeAllText(rows: readonly JudgedRow[], seconds: number, style: Style): string {
  if (rows.length === 0) return NO_PROMISES;
  const [heading = '', ...lines] = aligned([
    ['promise', 'title', 'verdict', 'failed', 'cost', 'seconds'],
    ...rows.map((row) => [
      brief(row.id, LONGEST_ID),
      brief(row.title, LONGEST_TITLE) || '-',
      verdictText(row),
      failedText(row),
      costText(row.result.cost_usd),
      row.seconds.toFixed(1),
    ]),
  ]);
  return [
    style.bold(heading),
    ...lines.map((line, index) => styled(line, rows[index], style)),
    '',
    style.bold(totalText(totalsOf(rows, seconds))),
  ].join('\n');
}

function styled(line: string, row: JudgedRow | undefined, style: Style): string {
  if (row === undefined || row.failure !== undefined) return style.bad(line);
  return row.result.verdict === 'PASS' ? style.good(line) : style.caution(line);
}

function costText(cost: number | null): string {
  return cost === null ? 'unknown' : dollars(cost);
}

interface Totals {
  readonly promises: number;
  readonly verified: number;
  readonly recorded: number;
  readonly passed: number;
  readonly failed: number;
  readonly unjudged: number;
  readonly not_asked: number;
  readonly cost_usd: number | null;
  readonly seconds: number;
}

function totalsOf(rows: readonly JudgedRow[], seconds: number): Totals {
  const count = (is: (row: JudgedRow) => boolean): number => rows.filter(is).length;
  const isRejected = ({ failure }: JudgedRow): boolean => failure?.kind === 'judge-rejected';
  const passed = count(({ failure, result }) => failure === undefined && result.verdict === 'PASS');
  const unjudged = count(({ result }) => result.verdict === 'WARN');
  const failed = count(isRejected);
  return {
    promises: rows.length,
    verified: count(({ became }) => became === 'verified'),
    recorded: count(({ became }) => became === 'recorded'),
    passed,
    failed,
    unjudged,
    not_asked: rows.length - passed - failed - unjudged,
    cost_usd: totalCost(rows.map(({ result }) => result.cost_usd)),
    seconds,
  };
}

function totalText(totals: Totals): string {
  const { cost_usd, failed, not_asked, passed, promises, recorded, seconds, unjudged, verified } =
    totals;
  return `${counted(promises, 'promise')}: ${passed} PASS, ${failed} FAIL, ${unjudged} unjudged, ${not_asked} blocked before the judge; ${verified} verified, ${recorded} recorded; ${costText(cost_usd)}, ${seconds.toFixed(1)} s`;
}

/** The same as data: each promise's answer of the judge with its id, and the totals. */
export function judgeAllJson(rows: readonly JudgedRow[], seconds: number): object {
  return {
    results: rows.map(({ became, failure, id, own, result, seconds: took, title }) => ({
      id,
      title,
      own,
      became,
      seconds: took,
      failure: failure === undefined ? null : failure.kind,
      ...result,
    })),
    totals: totalsOf(rows, seconds),
  };
}

/** What a promise would cost. `shut`: its criteria that keep Gate 1 shut, so that nothing would be asked. */
export interface EstimatedRow {
  readonly id: string;
  readonly title: string;
  readonly shut: readonly string[];
  readonly asks: number;
  readonly votes: number;
  /** US dollars; undefined where a model's prices are not known. */
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
}

/** The estimates, and their total. */
export function dryRunAllText(rows: readonly EstimatedRow[], style: Style): string {
  if (rows.length === 0) return NO_PROMISES;
  const total = estimatesOf(rows);
  const [heading = '', ...lines] = aligned([
    ['promise', 'title', 'criteria', 'votes', 'about', 'at most', 'blocked'],
    ...rows.map((row) => [
      brief(row.id, LONGEST_ID),
      brief(row.title, LONGEST_TITLE) || '-',
      String(row.asks),
      String(row.votes),
      costText(row.estimatedUsd ?? null),
      dollars(row.highestUsd),
      row.shut.length === 0 ? '-' : brief(`Gate 1: ${row.shut.join(', ')}`, LONGEST_LIST),
    ]),
  ]);
  return [
    'DRY RUN: nothing is sent or written.',
    style.bold(heading),
    ...lines,
    '',
    style.bold(
      `${counted(rows.length, 'promise')}: about ${costText(total.estimated_usd)}, at most ${dollars(total.highest_usd)}`,
    ),
  ].join('\n');
}

function estimatesOf(rows: readonly EstimatedRow[]) {
  return {
    promises: rows.length,
    estimated_usd: totalCost(rows.map(({ estimatedUsd }) => estimatedUsd ?? null)),
    highest_usd: sum(rows.map(({ highestUsd }) => highestUsd)),
  };
}

/** The same as data. */
export function dryRunAllJson(rows: readonly EstimatedRow[]): object {
  return {
    estimates: rows.map(({ asks, estimatedUsd, highestUsd, id, shut, title, votes }) => ({
      id,
      title,
      shut,
      asks,
      votes,
      estimated_usd: estimatedUsd ?? null,
      highest_usd: highestUsd,
    })),
    totals: estimatesOf(rows),
  };
}

/** Rows as lines, each column as wide as its widest cell. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
