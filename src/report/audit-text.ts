import type { Audit, AuditFinding, External, Misfit } from '../domain/session/audit.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What an audit found, for people: what does not fit first, in the order of the ledger and then of the files. */
export function auditText(audit: Audit, style: Style): string {
  const { externals, leftOut, misfits } = audit;
  return [
    ...misfits.map((one) => `${style.bad('[MISFIT]')} ${placeOf(one)}: ${misfitWords(one, audit)}`),
    ...more(leftOut.misfits, '[MISFIT]'),
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
  const what = `${lines} line(s) of ${oneLine(ledger)}${span}; ${files} file(s)`;
  const count = misfits.length + leftOut.misfits;
  return count === 0
    ? style.good(`The record fits: ${what}.`)
    : `${style.bad(`${count} thing(s) do not fit`)}, the first of them first: ${what}.`;
}

/** What is known of the ledger's end, where that is not all. */
function headLines({ head, headFile, lines, misfits }: Audit): readonly string[] {
  if (head === 'missing' && lines > 0) {
    return [
      'No end of this ledger is kept outside of the project: lines cut off its end do not show.',
    ];
  }
  const heads = misfits.filter(({ what }) => what === 'cut-short' || what === 'other-line');
  const kept = new Set([headFile, ...heads.flatMap(({ detail }) => detail ?? [])]);
  return heads.length > 0
    ? [
        `Where you removed or replaced the state folder yourself, remove what is kept of the old one: ${[...kept].map(oneLine).join(', ')}`,
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

const SOMETHING = 'something else than the suite (an editor, a script, the bash suite)';

function misfitWords(finding: AuditFinding<Misfit>, { bytes }: Audit): string {
  const detail = oneLine(finding.detail ?? '');
  const since = finding.since === null ? '' : ` at ${oneLine(finding.since)}`;
  switch (finding.what) {
    case 'broken':
      return `does not follow from the line before it: one was edited, removed, added or moved there${since}`;
    case 'unchained':
      return `has no digest of the line before it: ${SOMETHING} wrote it${since}`;
    case 'other-log':
      return 'takes over another log than the one before it: that was edited';
    case 'unreadable':
      return `is no line of a ledger: ${SOMETHING} wrote or edited it`;
    case 'cut-short':
      return `it ends at byte ${bytes}, and had ${finding.offset} bytes${since} (kept in ${detail}): lines were cut off its end`;
    case 'other-line':
      return `another line stands where the ledger ended${since} (kept in ${detail}): it was edited or written anew`;
    case 'less-open':
      return `was made less open by ${SOMETHING}, before ${byLine(finding)} took it over`;
    case 'changed':
      return `is not as ${byLine(finding)} left it: changed by ${SOMETHING}`;
    case 'put-back':
      return `is as it was before ${byLine(finding)}: put back by ${SOMETHING}`;
    case 'gone':
      return `is gone; ${byLine(finding)} left it there`;
    case 'came-back':
      return `is there again; ${byLine(finding)} moved it away`;
    case 'unread':
      return `cannot be read: ${detail}; ${byLine(finding)} left it sound`;
    case 'twice':
      return `lies among the open promises and in the history`;
    case 'not-ended':
      return `lies in the history, and has not ended; ${byLine(finding)} left it open`;
    case 'end-unrecorded':
      return 'says that a person ended the session, and no line tells of it';
    case 'end-taken-back':
      return `says that a person ended the session; ${byLine(finding)} took that back`;
    case 'end-not-inherited':
      return `says that a person ended session ${detail}, and no line tells that this one goes on in its place`;
    case 'act-added-elsewhere':
      return `says that a person ended ${detail} or waived it, or that it was accepted, by ${byLine(finding)}; no command of this user's suite added that line: another user did, or ${SOMETHING}`;
    case 'waiver-unrecorded':
      return `says that a person waived ${detail}, and no line tells of it`;
    case 'acceptance-unrecorded':
      return `says that the finding ${detail} was accepted, and no line tells of it`;
  }
}

const EXTERNALS: Readonly<Record<External, string>> = {
  unrecorded: `no line is about it: ${SOMETHING} made it`,
  'changed-before': `was changed by ${SOMETHING}, before`,
  'there-before': `was made by ${SOMETHING}, before`,
  'old-log': 'has no chain: a version without one wrote it, and edits do not show',
  'head-unread': 'the end that is kept of it outside of the project cannot be read',
};

/** What an external finding goes by. */
function rest(finding: AuditFinding<External>): string {
  if (finding.line !== null) return ` ${byLine(finding)} took it over`;
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
