import { counted } from '../domain/base/counted.ts';
import {
  type Audit,
  type AuditFinding,
  type External,
  type Misfit,
  UNRECORDED_CLOSE,
} from '../domain/session/audit.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What an audit found, for people: what does not fit first, in the order of the ledger and then of the files. */
export function auditText(audit: Audit, style: Style): string {
  const { externals, leftOut, misfits } = audit;
  return [
    ...misfits.map(
      (one) => `${style.bad('[MISMATCH]')} ${placeOf(one)}: ${misfitWords(one, audit)}`,
    ),
    ...more(leftOut.misfits, '[MISMATCH]'),
    ...externals.map(
      (one) => `${style.caution('[EXTERNAL]')} ${placeOf(one)}: ${EXTERNALS[one.what]}${rest(one)}`,
    ),
    ...more(leftOut.externals, '[EXTERNAL]'),
    summary(audit, style),
    ...headLines(audit),
  ].join('\n');
}

function more(count: number, mark: string): readonly string[] {
  return count === 0 ? [] : [`${mark} and ${count} more`];
}

function summary(
  { files, ledger, leftOut, lines, misfits, since, until }: Audit,
  style: Style,
): string {
  const span = since === null || until === null ? '' : `, ${oneLine(since)} to ${oneLine(until)}`;
  const what = `${counted(lines, 'line')} of ${oneLine(ledger)}${span}; ${counted(files, 'file')}`;
  const count = misfits.length + leftOut.misfits;
  return count === 0
    ? style.good(`The record is consistent: ${what}.`)
    : `${style.bad(counted(count, 'mismatch', 'mismatches'))}, earliest first: ${what}.`;
}

/** What is known of the ledger's end, where that is not all. */
function headLines({ head, headFile, lines, misfits }: Audit): readonly string[] {
  if (head === 'missing' && lines > 0) {
    return [
      'No record of the end of this ledger is kept outside the project: truncation cannot be detected.',
    ];
  }
  const heads = misfits.filter(({ what }) => what === 'cut-short' || what === 'other-line');
  const kept = new Set([headFile, ...heads.flatMap(({ detail }) => detail ?? [])]);
  return heads.length > 0
    ? [
        `If you removed or replaced the state folder yourself, remove the records of the old one: ${[...kept].map(oneLine).join(', ')}`,
      ]
    : [];
}

function placeOf({ line, offset, path }: AuditFinding): string {
  if (path !== LEDGER || line === null) return oneLine(path);
  return `${LEDGER}, line ${line}${offset === null ? '' : ` (byte ${offset})`}`;
}

const LEDGER = 'events.jsonl';

/** The line that a finding goes by, where it is about another file. */
function byLine({ event, line, offset, since }: AuditFinding): string {
  const what = [since, event].filter((one) => one !== null).map(oneLine);
  return line === null ? 'its line' : `line ${line} (${[`byte ${offset}`, ...what].join(', ')})`;
}

const SOMETHING = 'something other than completion-promise (an editor, a script, the bash scripts)';

function misfitWords(finding: AuditFinding<Misfit>, { bytes }: Audit): string {
  const detail = oneLine(finding.detail ?? '');
  const since = finding.since === null ? '' : ` at ${oneLine(finding.since)}`;
  switch (finding.what) {
    case 'broken':
      return `does not match the line before it: a line was edited, removed, added or moved there${since}`;
    case 'unchained':
      return `has no digest of the previous line: ${SOMETHING} wrote it${since}`;
    case 'other-log':
      return 'continues a different log than the one before it: that log was edited';
    case 'unreadable':
      return `is not a ledger line: ${SOMETHING} wrote or edited it`;
    case 'cut-short':
      return `ends at byte ${bytes} but had ${finding.offset} bytes${since} (recorded in ${detail}): it was truncated`;
    case 'other-line':
      return `has a different line where the ledger ended${since} (recorded in ${detail}): it was edited or rewritten`;
    case 'less-open':
      return `was made less open by ${SOMETHING} before ${byLine(finding)} recorded it`;
    case 'changed':
      return `${detail === UNRECORDED_CLOSE ? 'says that it was closed, which is not in the ledger; it ' : ''}differs from what ${byLine(finding)} recorded: changed by ${SOMETHING}`;
    case 'put-back':
      return `is back to its state before ${byLine(finding)}: reverted by ${SOMETHING}`;
    case 'gone':
      return `is missing, although ${byLine(finding)} left it in place`;
    case 'came-back':
      return `is back, although ${byLine(finding)} moved it away`;
    case 'unread':
      return `cannot be read (${detail}), although ${byLine(finding)} left it readable`;
    case 'twice':
      return `is both in promises/ and in history/`;
    case 'not-ended':
      return `is in history/ but has not ended; ${byLine(finding)} left it open`;
    case 'end-unrecorded':
      return 'says that a person ended the session, but no ledger line records it';
    case 'end-taken-back':
      return `says that a person ended the session, but ${byLine(finding)} undid that`;
    case 'end-not-inherited':
      return `says that a person ended session ${detail}, but no ledger line says that this session continues it`;
    case 'act-added-elsewhere':
      return `says that ${detail} was ended, waived or accepted in ${byLine(finding)}, but no command of this user wrote that line: another user did, or ${SOMETHING}`;
    case 'waiver-unrecorded':
      return `says that a person waived ${detail}, but no ledger line records it`;
    case 'acceptance-unrecorded':
      return `says that finding ${detail} was accepted, but no ledger line records it`;
  }
}

const EXTERNALS: Readonly<Record<External, string>> = {
  unrecorded: `not in the ledger: made by ${SOMETHING}`,
  'changed-before': `was changed by ${SOMETHING} before`,
  'there-before': `was made by ${SOMETHING} before`,
  'old-log': 'has no chain: an older version wrote it, so edits cannot be detected',
  'head-unread': 'the record of its end outside the project cannot be read',
};

/** What an external finding goes by. */
function rest(finding: AuditFinding<External>): string {
  if (finding.line !== null) return ` ${byLine(finding)} recorded it`;
  return finding.detail === null ? '' : `: ${oneLine(finding.detail)}`;
}

/** The same as data. */
export function auditJson({
  externals,
  files,
  head,
  headFile,
  leftOut,
  ledger,
  lines,
  bytes,
  misfits,
  since,
  until,
}: Audit): object {
  return {
    fits: misfits.length === 0,
    ledger: { path: ledger, lines, bytes, since, until, head, head_file: headFile },
    files,
    misfits,
    externals,
    left_out: leftOut,
  };
}
