import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { failed } from '../../../src/domain/base/result.ts';
import type { StateEvent } from '../../../src/domain/promise/event.ts';
import type { Added } from '../../../src/domain/session/kept-head.ts';
import type { Files } from '../../../src/ports.ts';
import type { Intent, Ledger } from '../../../src/store/files/ledger.ts';
import {
  createLedgerHeads,
  headFile,
  keepingHeads,
  readKept,
} from '../../../src/store/files/ledger-heads.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { NOW } from '../../rig/values/domain-values.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const HOME = '/home/state';
const LEDGERS = join(HOME, 'ledgers');
const FOLDER = stateFolderOf('/work');
const HEAD = { bytes: 7, digest: 'head' };

/** Files with a project and a user's folder, and the heads that are kept there. */
function world(
  ledger: string | undefined,
  replaced: (files: Files) => Partial<Files> = () => ({}),
) {
  const memory = createMemoryFiles();
  for (const folder of [FOLDER.root, HOME]) memory.makeFolder(folder);
  if (ledger !== undefined) memory.writeNew(FOLDER.events, ledger);
  const files = { ...memory, ...replaced(memory) };
  const parts = { files, digests: NODE_DIGESTS, folder: FOLDER, userStateFolder: HOME };
  const path = headFile(parts);
  const put = (text: string) => {
    memory.makeFolder(LEDGERS);
    if (memory.exists(path)) memory.remove(path);
    memory.writeNew(path, text);
  };
  const keep = (parts: Partial<Added> = {}) =>
    createLedgerHeads({ files, digests: NODE_DIGESTS, folder: FOLDER, userStateFolder: HOME }).keep(
      {
        at: NOW,
        from: 0,
        head: HEAD,
        isCarriedOut: true,
        ...parts,
      },
    );
  const head = (): Record<string, unknown> => JSON.parse(memory.files.get(path) ?? 'null');
  return { memory, parts, path, put, keep, head };
}

const kept = (bytes: number, line: string) =>
  JSON.stringify({
    project: '/work',
    bytes,
    digest: sha256(line),
    at: NOW,
    open: [],
    missed: null,
  });

describe('the head of a ledger', () => {
  it('is kept in a file of the project, for the user', () => {
    const { head, keep, memory, path } = world('');
    keep();
    expect(path).toBe(join(LEDGERS, `${sha256('/work')}.json`));
    expect(head()).toEqual({
      project: '/work',
      ...HEAD,
      at: NOW,
      open: [],
      foreign: [],
      missed: null,
    });
    expect(memory.files.get(path)).toMatch(/^\{.*\}\n$/);
  });

  it('is of the real project, by whatever way it is found', () => {
    const realPath = () => '/real';
    const { head, keep, parts } = world('', (files) => ({ ...files, realPath }));
    keep();
    expect(headFile(parts)).toBe(join(LEDGERS, `${sha256('/real')}.json`));
    expect(head()['project']).toBe('/real');
  });

  const long = 'x'.repeat(200_000);
  it.each<[string, string | undefined, string, boolean]>([
    ['where its line is the only one', 'a\n', kept(2, 'a'), true],
    ['where its line is the last', 'a\nbc\n', kept(5, 'bc'), true],
    ['where others follow', 'a\nbc\nd\n', kept(5, 'bc'), true],
    ['where its line is the first of several', 'a\nbc\n', kept(2, 'a'), true],
    ['where its line is empty', '\nbc\n', kept(1, ''), true],
    ['where much stands before it', `${long}\nbc\n`, kept(200_004, 'bc'), true],
    ['and not where no ledger is there', undefined, kept(2, 'a'), false],
    ['and not where another line stands there', 'b\n', kept(2, 'a'), false],
    ['and not where the ledger is shorter', 'a\n', kept(4, 'a'), false],
    ['and not where no line ends there', 'abc\n', kept(2, 'ab'), false],
    ['and not where it ends a byte later', 'a\nbc\n', kept(4, 'b'), false],
    ['and not where its line is longer than any', `${long}\n`, kept(200_001, long), false],
  ])('is found again %s', (_what, ledger, before, isFound) => {
    const { head, keep, put } = world(ledger);
    put(before);
    keep({ at: '2027-01-01T00:00:00Z', from: 9, head: { bytes: 20, digest: 'later' } });
    const { bytes, digest } = JSON.parse(before);
    const missed = isFound ? null : { bytes, digest, at: '2027-01-01T00:00:00Z' };
    expect(head()).toMatchObject({ bytes: 20, digest: 'later', missed });
  });

  it('is found in what is read from 128 KB before its end, and not in more', () => {
    const slices: unknown[] = [];
    const { keep, put } = world(`${long}\nbc\n`, (files) => ({
      readSlice(path, slice) {
        slices.push(slice);
        return files.readSlice(path, slice);
      },
    }));
    put(kept(200_004, 'bc'));
    keep();
    expect(slices).toEqual([{ from: 200_004 - 128 * 1024, most: 128 * 1024 }]);
  });

  it.each<[string, (files: Files) => Partial<Files>]>([
    ['the user’s folder is not the own one', () => ({ isOwnFolder: (path) => path !== HOME })],
    ['its folder is not the own one', () => ({ isOwnFolder: (path) => path === HOME })],
    [
      'its folder cannot be made',
      () => ({
        makePrivateFolder(path) {
          throw systemError('EACCES', path);
        },
      }),
    ],
    [
      'it cannot be written',
      () => ({
        replacePrivate(path) {
          throw systemError('ENOSPC', path);
        },
      }),
    ],
  ])('is not kept where %s', (_what, replaced) => {
    const { keep, memory, path } = world('', replaced);
    keep();
    expect(memory.exists(path)).toBe(false);
  });

  it('is no place to hush a bug up', () => {
    const { keep } = world('', () => ({
      replacePrivate() {
        throw new TypeError('a bug');
      },
    }));
    expect(() => keep()).toThrow('a bug');
  });
});

describe('a head that is read', () => {
  const isNone = { head: undefined };
  const isBroken = { broken: 'it is not a ledger head' };
  it.each<[string, string | undefined, unknown]>([
    [
      'is there',
      kept(2, 'a'),
      { head: expect.objectContaining({ bytes: 2, digest: sha256('a') }) },
    ],
    ['is none where there is no file', undefined, isNone],
    ['is none where a machine that failed left its file empty', '', isNone],
    ['is broken where it is no JSON', '{', isBroken],
    ['is broken where it says something else', '{"bytes":2}', isBroken],
  ])('%s', (_what, text, expected) => {
    const { parts, put } = world('');
    // Its folder is there in each case.
    put(text ?? '');
    if (text === undefined) parts.files.remove(headFile(parts));
    expect(readKept(parts)).toEqual(expected);
  });

  it('is broken where a folder stands in its place', () => {
    const { memory, parts, path } = world('');
    memory.makeFolder(path);
    expect(readKept(parts)).toEqual(isBroken);
  });

  it.each([HOME, LEDGERS])('is none in a folder that is not the own one: %s', (other) => {
    const { parts, put } = world('', () => ({ isOwnFolder: (path) => path !== other }));
    put(kept(2, 'a'));
    expect(readKept(parts)).toEqual(isNone);
  });
});

describe('a ledger whose head is kept', () => {
  const ADDED: Intent = { outcome: 'added', head: HEAD, from: 3 };

  /** What is kept while a change with these events is made, which says so or not. */
  function keptOf(events: readonly StateEvent[], isCarriedOut: boolean, intent = ADDED) {
    const keeps: unknown[] = [];
    const chained: Ledger = {
      hold: (act) => ({
        value: act({
          intend: () => intent,
          foresee: () => failed({ kind: 'unexpected', message: 'x' }),
        }),
      }),
      progress: () => 'of the ledger',
    };
    const heads = { keep: (added: unknown) => void keeps.push(added) };
    const ledger = keepingHeads(chained, heads, fakeClock());
    const held = ledger.hold((hold) => {
      const given = hold.intend({ events });
      keeps.push('act');
      if (isCarriedOut) hold.carriedOut?.();
      return given;
    });
    return { held, keeps, ledger };
  }

  const END = { at: NOW, from: 3, head: HEAD };
  const DONE = { ...END, isCarriedOut: true };
  const NOT_DONE = { ...END, isCarriedOut: false };
  const waived: StateEvent = {
    event: 'criterion.waived',
    promise_id: 'p',
    ac_id: 'AC-1',
    reason: 'r',
  };
  const started: StateEvent = { event: 'promise.started', promise_id: 'p' };
  const ended: StateEvent = { event: 'session.ended', session: 's', reason: 'r', covers: 'c' };
  const continued: StateEvent = { event: 'session.continued', session: 's', from: 'r', end: 'd' };
  const accepted: StateEvent = {
    event: 'tampering.accepted',
    promise_id: 'p',
    digests: ['d'],
    by: 'person',
    reason: 'r',
  };
  const reopened: StateEvent = { event: 'session.reopened', session: 's' };

  it.each<[string, readonly StateEvent[], boolean, readonly unknown[]]>([
    ['behind a change', [started], true, ['act', DONE]],
    ['as not carried out, behind one that was cut off', [started], false, ['act', NOT_DONE]],
    ['before and behind a waiver', [waived], true, [NOT_DONE, 'act', DONE]],
    ['before and behind the end of a session', [ended], true, [NOT_DONE, 'act', DONE]],
    [
      'before and behind a change with an act among others',
      [started, waived],
      true,
      [NOT_DONE, 'act', DONE],
    ],
    ['before and behind the goings on of a session', [continued], true, [NOT_DONE, 'act', DONE]],
    ['before and behind an acceptance', [accepted], true, [NOT_DONE, 'act', DONE]],
    ['behind the reopening of a session', [reopened], true, ['act', DONE]],
  ])('keeps it %s', (_what, events, isCarriedOut, expected) => {
    const { held, keeps } = keptOf(events, isCarriedOut);
    expect(keeps).toEqual(expected);
    expect(held).toEqual({ value: ADDED });
  });

  it.each<[string, Intent]>([
    ['was added', { outcome: 'lost' }],
    ['was allowed', { outcome: 'refused', failure: { kind: 'unexpected', message: 'x' } }],
    ['has a head', { outcome: 'added', head: null }],
  ])('keeps none where nothing %s', (_what, intent) => {
    expect(keptOf([waived], true, intent).keeps).toEqual(['act']);
  });

  it('keeps it where the change throws, and gets on as the ledger does', () => {
    const { keeps, ledger } = keptOf([], false);
    keeps.length = 0;
    const act = () =>
      ledger.hold((hold) => {
        hold.intend({ events: [started] });
        throw new TypeError('a bug');
      });
    expect(act).toThrow('a bug');
    expect(keeps).toEqual([NOT_DONE]);
    expect(ledger.progress()).toBe('of the ledger');
  });

  it('keeps none where nothing was intended', () => {
    const { keeps, ledger } = keptOf([], false);
    keeps.length = 0;
    expect(ledger.hold(() => 'value')).toEqual({ value: 'value' });
    expect(keeps).toEqual([]);
  });
});
