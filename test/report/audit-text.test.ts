import { describe, expect, it } from 'vitest';
import type { Audit, AuditFinding, External, Misfit } from '../../src/domain/session/audit.ts';
import { auditText } from '../../src/report/audit-text.ts';
import { plainStyle } from '../../src/report/style.ts';

const AUDIT: Audit = {
  ledger: '/p/events.jsonl',
  lines: 9,
  bytes: 900,
  since: '2026-02-17T10:30:00Z',
  until: '2026-02-17T11:30:00Z',
  head: 'at-end',
  headFile: '/u/ledgers/x.json',
  files: 3,
  misfits: [],
  externals: [],
  leftOut: { misfits: 0, externals: 0 },
};

const AT_LINE = {
  line: 4,
  offset: 300,
  since: '2026-02-17T10:31:00Z',
  event: 'criterion.met',
  detail: null,
};
const FILE = 'promises/promise-1a2b3c4d.json';

const misfit = (what: Misfit, parts: Partial<AuditFinding<Misfit>> = {}) =>
  auditText({ ...AUDIT, misfits: [{ what, path: FILE, ...AT_LINE, ...parts }] }, plainStyle).split(
    '\n',
  )[0];

describe('what does not fit', () => {
  it.each<[Misfit, Partial<AuditFinding<Misfit>>, RegExp]>([
    [
      'broken',
      { path: 'events.jsonl' },
      /^\[MISMATCH\] events\.jsonl, line 4 \(byte 300\): does not match .* at 2026-02-17T10:31:00Z$/,
    ],
    ['unchained', { path: 'events.jsonl' }, /has no digest of the previous line/],
    ['other-log', { path: 'events.jsonl' }, /continues a different log/],
    [
      'unreadable',
      { path: 'events.jsonl', offset: null },
      /^\[MISMATCH\] events\.jsonl, line 4: is not a ledger line/,
    ],
    [
      'cut-short',
      { path: 'events.jsonl', line: null, detail: '/u/x' },
      /events\.jsonl: ends at byte 900 but had 300 bytes at .* \(recorded in \/u\/x\)/,
    ],
    ['other-line', { path: 'events.jsonl' }, /has a different line where the ledger ended/],
    [
      'changed',
      {},
      /differs from what line 4 \(byte 300, 2026-02-17T10:31:00Z, criterion\.met\) recorded/,
    ],
    ['put-back', {}, /is back to its state before line 4 \(/],
    ['gone', {}, /is missing, although line 4 \(/],
    ['came-back', {}, /is back, although line 4 \(/],
    [
      'unread',
      { detail: 'it is a folder' },
      /cannot be read \(it is a folder\), although line 4 \(/,
    ],
    ['twice', {}, /is both in promises\/ and in history\//],
    ['less-open', {}, /was made less open by .* before line 4 \(.*\) recorded it/],
    ['not-ended', {}, /is in history\/ but has not ended/],
    ['end-unrecorded', { line: null }, /a person ended the session, but no ledger line records it/],
    ['act-added-elsewhere', { detail: 'AC-1' }, /AC-1.*line 4 \(.*\), but no command of this user/],
    [
      'end-not-inherited',
      { line: null, detail: 's-1' },
      /session s-1, but no ledger line says that/,
    ],
    ['end-taken-back', {}, /line 4 \(.*\) undid that/],
    [
      'waiver-unrecorded',
      { detail: 'AC-1' },
      /a person waived AC-1, but no ledger line records it/,
    ],
  ])('%s', (what, parts, said) => {
    expect(misfit(what, parts)).toMatch(said);
  });

  it('is told without obeying what a file says', () => {
    expect(misfit('waiver-unrecorded', { detail: 'AC\u001b[2J\n[OK]' })).toContain(
      'AC\\x1b[2J [OK]',
    );
  });
});

it.each<[External, RegExp]>([
  ['unrecorded', /^\[EXTERNAL\] promises\/.*: not in the ledger/],
  ['changed-before', /before line 4 \(.*\) recorded it/],
  ['there-before', /was made by .* before line 4/],
  ['old-log', /has no chain/],
  ['head-unread', /cannot be read/],
])('what something else did: %s', (what, said) => {
  const line = what === 'unrecorded' ? null : 4;
  const finding = { what, path: FILE, ...AT_LINE, line };
  expect(auditText({ ...AUDIT, externals: [finding] }, plainStyle)).toMatch(said);
});

it('counts what is not listed', () => {
  const text = auditText({ ...AUDIT, leftOut: { misfits: 7, externals: 2 } }, plainStyle);
  expect(text).toMatch(
    /^\[MISMATCH\] and 7 more\n\[EXTERNAL\] and 2 more\n7 mismatches, earliest first/,
  );
});
