import { asShown } from '../../domain/base/hidden-characters.ts';
import type { CriterionAccount, PromiseAccount } from '../../domain/reporting/account.ts';
import type { ReportFormat } from '../report-format.ts';

/** One row per criterion, by RFC 4180: what a spreadsheet opens. A promise without criteria has one row. */
export const csvFormat: ReportFormat = {
  option: 'csv',
  summary: 'Write comma-separated values: one row per criterion',
  endings: ['.csv'],
  write: ({ promises }) =>
    [Object.keys(COLUMNS), ...promises.flatMap(rowsOf)].map(recordText).join('\r\n'),
};

interface Row {
  readonly promise: PromiseAccount;
  readonly criterion: CriterionAccount | undefined;
}

type Cell = string | number | null | undefined;

const COLUMNS: Readonly<Record<string, (row: Row) => Cell>> = {
  promise_id: ({ promise }) => promise.id,
  title: ({ promise }) => promise.title,
  standing: ({ promise }) => promise.standing,
  owner: ({ promise }) => promise.owner,
  created_at: ({ promise }) => promise.created_at,
  verified_at: ({ promise }) => promise.verified_at,
  concerns: ({ promise }) => promise.concerns.map(({ kind }) => kind).join(' '),
  judge_runs: ({ promise }) => promise.judgments.length,
  judge_verdict: ({ promise }) => promise.judgments.at(-1)?.verdict,
  cost_usd: ({ promise }) => promise.cost?.cost_usd,
  ac_id: ({ criterion }) => criterion?.id,
  description: ({ criterion }) => criterion?.description,
  criterion_standing: ({ criterion }) => criterion?.standing,
  evidence_type: ({ criterion }) => criterion?.evidence_type,
  evidence: ({ criterion }) => criterion?.evidence,
  met_at: ({ criterion }) => criterion?.met_at,
  proof_command: ({ criterion }) => criterion?.proof?.command,
  proof_exit_code: ({ criterion }) => criterion?.proof?.exit_code,
  proof_at: ({ criterion }) => criterion?.proof?.started_at,
  proof_tree: ({ criterion }) => criterion?.proof?.tree,
  proof_standing: ({ criterion }) => criterion?.proof?.standing,
  validation_verdict: ({ criterion }) => criterion?.validation?.verdict,
  validated_by: ({ criterion }) => criterion?.validation?.by,
  project: ({ promise }) => promise.project,
  machine: ({ promise }) => promise.machine,
  waived_because: ({ criterion }) => criterion?.waiver?.reason,
};

function rowsOf(promise: PromiseAccount): readonly (readonly Cell[])[] {
  const { criteria } = promise;
  const rows = criteria.length === 0 ? [undefined] : criteria;
  return rows.map((criterion) =>
    Object.values(COLUMNS).map((column) => column({ promise, criterion })),
  );
}

function recordText(cells: readonly Cell[]): string {
  return cells.map(cellText).join(',');
}

/** Longest text of a cell: spreadsheets take 32,767 characters. */
const LONGEST_CELL = 32_000;

/** What a spreadsheet takes for a formula, and would run. An apostrophe in front says that it is text. */
const FORMULA = /^[\s]*[=+\-@|%]/;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const shown = asShown(cell).slice(0, LONGEST_CELL);
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
