import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { EventLine } from '../../../src/domain/promise/event.ts';
import {
  chainedLines,
  type FileRecord,
  isLeftBySuite,
  isOldLog,
  LONGEST_LINE,
  readLedgerLine,
  recordOf,
} from '../../../src/domain/promise/ledger.ts';
import { chainFault } from '../../rig/values/chain-fault.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const A = sha256('a');
const B = sha256('b');
const C = sha256('c');

function event(promise_id: string): EventLine {
  return {
    timestamp: '2026-02-17T10:30:00Z',
    session_id: 's',
    event: 'promise.started',
    promise_id,
  };
}

/** A ledger of so many changes. */
function ledgerOf(count: number): readonly string[] {
  const events = Array.from({ length: count }, (_, index) => event(`promise-${index}`));
  return chainedLines(events, [], null, sha256).texts;
}

/** An old log, and what goes on behind it. */
function takenOver(old: string, taken = old): readonly string[] {
  const started = {
    timestamp: '2026-02-17T10:30:00Z',
    session_id: null,
    event: 'ledger.started',
    taken_over: { bytes: Buffer.byteLength(taken), sha256: sha256(taken) },
  } as const;
  const { texts } = chainedLines([started, event('promise-1')], [], null, sha256);
  return [...old.replace(/\n$/, '').split('\n'), ...texts];
}

const OLD_LOG = '{"event":"promise.created"}\n{"event":"promise.started"}\n';
const EDITED_OLD_LOG = '{"event":"promise.created"}\n{"event":"promise.startet"}\n';

/** A line that follows another, as a writer that was cut off left it, and one that follows this. */
function torn(): readonly string[] {
  const lines = ledgerOf(2);
  const fragment = (lines[1] ?? '').slice(0, 40);
  const next = chainedLines([event('promise-2')], [], sha256(fragment), sha256).texts;
  return [...lines.slice(0, 1), fragment, ...next];
}

/** Two writers that followed the same line. */
function overtaken(): readonly string[] {
  const [first = ''] = ledgerOf(1);
  const after = (id: string) => chainedLines([event(id)], [], sha256(first), sha256).texts;
  return [first, ...after('promise-1'), ...after('promise-2')];
}

const without = (lines: readonly string[], index: number) => lines.filter((_, at) => at !== index);
const exchanged = ([a = '', b = '', c = '', ...rest]: readonly string[]) => [a, c, b, ...rest];
const edited = (lines: readonly string[]) =>
  lines.map((line, at) => (at === 1 ? line.replace('promise-1', 'promise-9') : line));

describe('a chain', () => {
  it.each<[string, readonly string[], object | undefined]>([
    ['nothing at all', [], undefined],
    ['one line', ledgerOf(1), undefined],
    ['many lines', ledgerOf(9), undefined],
    ['a line that a crash cut off', torn(), undefined],
    ['a log that was taken over', takenOver(OLD_LOG), undefined],
    ['one whose last line was cut off', takenOver(OLD_LOG.slice(0, -9)), undefined],
    ['its first line removed', without(ledgerOf(4), 0), { line: 0, why: 'broken' }],
    ['a line removed', without(ledgerOf(4), 2), { line: 2, why: 'broken' }],
    ['a line edited', edited(ledgerOf(4)), { line: 2, why: 'broken' }],
    ['two lines exchanged', exchanged(ledgerOf(4)), { line: 1, why: 'broken' }],
    ['a line twice', [...ledgerOf(2), ...ledgerOf(2).slice(1)], { line: 2, why: 'broken' }],
    ['a writer overtaken by another', overtaken(), { line: 2, why: 'broken' }],
    ['a line without a digest', [...ledgerOf(2), '{"event":"x"}'], { line: 2, why: 'unchained' }],
    ['an old log edited', takenOver(EDITED_OLD_LOG, OLD_LOG), { line: 2, why: 'other-log' }],
    ['an old log cut short', takenOver('{"event":"x"}\n', OLD_LOG), { line: 1, why: 'other-log' }],
  ])('%s', (_what, lines, fault) => {
    expect(chainFault(lines)).toEqual(fault);
  });

  it.each<[string, readonly string[], object | undefined]>([
    ['a whole line', ledgerOf(2), undefined],
    ['rubbish', [...ledgerOf(2), 'x'], { line: 2, why: 'unreadable' }],
    ['what is no line of the suite', [...ledgerOf(2), '{"ev'], { line: 2, why: 'unreadable' }],
    ['nothing', [...ledgerOf(2), ''], { line: 2, why: 'unreadable' }],
    ['rubbish where no chain has begun', ['{"event":"x"}', 'x'], undefined],
    ['a line that a crash cut off, of the next a full disk kept', torn().slice(0, 2), undefined],
    ['the beginning of one', [...ledgerOf(2), '{"time'], undefined],
  ])('may end in a line break behind %s', (_what, lines, fault) => {
    expect(chainFault(lines, true)).toEqual(fault);
  });

  it('a last line removed does not show: the head that is kept elsewhere does', () => {
    expect(chainFault(ledgerOf(4).slice(0, 3))).toBeUndefined();
  });
});

describe('the lines of a change', () => {
  const file: FileRecord = { path: 'promises/promise-1.json', before: null, after: A };
  const other: FileRecord = { path: 'promises/promise-2.json', before: A, after: B };

  it('follow the line before, and the last one has the files', () => {
    const events = [event('promise-1'), event('promise-1')];
    const { last, texts } = chainedLines(events, [file, other], C, sha256);
    const [first = '', second = ''] = texts;
    expect(readLedgerLine(first)).toMatchObject({ prev: C, files: [] });
    expect(readLedgerLine(second)).toMatchObject({ prev: sha256(first), files: [file, other] });
    expect(last).toBe(sha256(second));
  });

  it.each<[string, object]>([
    ['a text', { reason: 'x'.repeat(200_000) }],
    ['a text of wide characters', { reason: '🙂'.repeat(60_000) }],
    ['what becomes longer in JSON', { reason: '\u0001'.repeat(60_000) }],
    ['a list', { failed: Array.from({ length: 100_000 }, () => 'AC-1') }],
    ['the session', { session_id: 's'.repeat(200_000) }],
  ])('are cut where %s is too long, and keep what the chain needs', (_what, parts) => {
    const { texts } = chainedLines([Object.assign(event('promise-1'), parts)], [file], A, sha256);
    expect(texts.map((text) => Buffer.byteLength(text) <= LONGEST_LINE)).toEqual([true]);
    expect(texts[0]).toContain('[… cut]');
    expect(readLedgerLine(texts[0] ?? '')).toMatchObject({ prev: A, files: [file] });
  });
});

describe('reading a line', () => {
  it.each([[''], ['{"event":"promise.sta'], ['[]'], ['7'], ['null'], ['�']])(
    '%j is none',
    (text) => {
      expect(readLedgerLine(text)).toBeUndefined();
    },
  );

  it.each<[string, object]>([
    ['{}', { prev: undefined, files: [] }],
    ['{"prev":null}', { prev: null }],
    ['{"prev":7}', { prev: undefined }],
    ['{"prev":"abc"}', { prev: undefined }],
    [`{"prev":"${A}"}`, { prev: A }],
    [`{"file":{"path":"p","before":null,"after":"${A}"}}`, { files: [{ path: 'p', after: A }] }],
    ['{"file":{"path":"p","before":null,"after":"x"}}', { files: [] }],
    [`{"file":{"path":7,"before":null,"after":"${A}"}}`, { files: [] }],
    ['{"also":7,"file":[]}', { files: [] }],
    ['{"taken_over":{"bytes":"x"}}', { takenOver: undefined }],
  ])('%s', (text, expected) => {
    expect(readLedgerLine(text)).toMatchObject(expected);
  });
});

describe('a log without a chain', () => {
  it.each<[string, readonly string[], boolean | undefined]>([
    ['lines without a digest', ['{"event":"a"}', '{"event":"b"}'], true],
    ['the same before a torn one', ['{"event":"a"}', '{"eve'], true],
    ['a ledger', ledgerOf(2), false],
    ['a ledger before a torn line', [...ledgerOf(2), '{"eve'], false],
    ['a ledger to which another program added a line', [...ledgerOf(2), '{"event":"x"}'], false],
    ['nothing that can be read', ['', '{"eve'], undefined],
  ])('%s: %j', (_what, lines, isOld) => {
    expect(isOldLog(lines)).toBe(isOld);
  });
});

describe('a file', () => {
  const path = 'promises/promise-1.json';
  const last = (before: string | null, after: string | null) => [
    { path, before: null, after: A },
    { path, before, after },
    { path: 'promises/promise-2.json', before: null, after: C },
  ];

  it.each<[string, string | null, readonly FileRecord[], string]>([
    ['no line is about it', A, [], 'unrecorded'],
    ['only others are', A, last(A, B).slice(2), 'unrecorded'],
    ['it is as the last line made it', B, last(A, B), 'recorded'],
    ['it is as before the last line, which did not come true', A, last(A, B), 'recorded'],
    ['it is something else', C, last(A, B), 'changed-outside'],
    ['it is as an older line made it', A, last(B, C), 'changed-outside'],
    ['it is gone', null, last(A, B), 'changed-outside'],
    ['it was never made', null, last(null, B), 'recorded'],
  ])('where %s', (_what, digest, records, expected) => {
    expect(recordOf(path, digest, records)).toBe(expected);
  });

  it.each<[string, string, Partial<FileRecord>, readonly string[], boolean]>([
    ['it ends in these bytes', B, {}, [], true],
    ['it ends in others', C, {}, [], false],
    ['it begins from them, and its change never came', A, {}, [C], true],
    ['it begins from them, and its change came', A, {}, [C, B], false],
    ['it begins from them, which something else had made', A, { external: true }, [], false],
    ['it begins from them, and took the file away', A, { after: null }, [], false],
  ])('is left by the suite where of the last line %s: %s', (_what, digest, parts, made, isLeft) => {
    const record = { path, before: A, after: B, ...parts };
    expect(isLeftBySuite(digest, record, made)).toBe(isLeft);
  });
});
