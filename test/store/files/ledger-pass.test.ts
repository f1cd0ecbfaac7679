import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import type { Audit, HeadClaim } from '../../../src/domain/session/audit.ts';
import { createLedgerPass } from '../../../src/store/files/ledger-pass.ts';
import { createLedgerWalk } from '../../../src/store/files/ledger-walk.ts';
import { beginAudit, createStateAudit } from '../../../src/store/files/state-audit.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { failureOf, NOW, successOf } from '../../rig/values/domain-values.ts';
import { LINES, written } from '../../rig/values/register-values.ts';
import { createMemoryFiles } from '../../rig/worlds/memory-files.ts';

/** A ledger in memory is held against what stands beside it. */

const FOLDER = stateFolderOf('/work');
const HOME = '/home/state';
const HEAD_FILE = join(HOME, 'ledgers', `${sha256('/work')}.json`);

type Said = Readonly<Record<string, unknown>>;

/** The lines of a ledger that says this, each of which follows from the one before it. */
function chain(...said: readonly Said[]): readonly string[] {
  const lines: string[] = [];
  for (const one of said) {
    const before = lines.at(-1);
    lines.push(JSON.stringify({ ...one, prev: before === undefined ? null : sha256(before) }));
  }
  return lines;
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const started = (at: string): Said => ({ timestamp: at, event: 'promise.started' });
const file = (
  path: string,
  before: string | null,
  after: string | null,
  parts: Said = {},
): Said => ({
  timestamp: NOW,
  event: 'promise.started',
  file: { path, before: before && sha256(before), after: after && sha256(after), ...parts },
});

/** What one reading of a ledger comes to. */
function passed(text: string, heads: readonly HeadClaim[] = []) {
  const files = createMemoryFiles();
  files.writeNew('/ledger', text);
  const found: unknown[] = [];
  const digests = { of: sha256 };
  const pass = createLedgerPass({
    digests,
    lines: createLedgerWalk({ digests, files }, '/ledger'),
    ofStart: (bytes) => sha256(text.slice(0, bytes)),
    heads,
    isCarriedOut: () => true,
    onMisfit: (finding) => void found.push(['misfit', finding]),
    onExternal: (finding) => void found.push(['external', finding]),
  });
  const reason = pass.readOn();
  pass.finish();
  return { found, reason, lines: pass.lines(), size: pass.size(), span: pass.span() };
}

const TWO = chain(started('first'), started('second'));
const [FIRST = '', SECOND = ''] = TWO;
const NO_LINE = { line: null, offset: null, since: null, event: null, detail: null };

describe('a ledger is read once', () => {
  it.each<[string, string, readonly unknown[], object]>([
    ['which is empty', '', [], { lines: 0, size: 0, span: { since: null, until: null } }],
    ['which holds', textOf(TWO), [], { lines: 2, span: { since: 'first', until: 'second' } }],
    ['whose last line has no end', textOf(TWO).trimEnd(), [], { lines: 2 }],
    [
      'whose lines have no times',
      textOf(chain({ event: 'a' })),
      [],
      { span: { since: null, until: null } },
    ],
    [
      'whose second line is not chained',
      textOf([FIRST, '{"timestamp":"t","event":"e"}']),
      [
        [
          'misfit',
          {
            what: 'unchained',
            path: 'events.jsonl',
            line: 2,
            offset: FIRST.length + 1,
            since: 't',
            event: 'e',
            detail: null,
          },
        ],
      ],
      { lines: 2 },
    ],
    [
      'whose second line follows from another',
      textOf([FIRST, JSON.stringify({ event: 7, prev: sha256('other') })]),
      [
        [
          'misfit',
          { ...NO_LINE, what: 'broken', path: 'events.jsonl', line: 2, offset: FIRST.length + 1 },
        ],
      ],
      { lines: 2 },
    ],
    [
      'whose last line is none',
      textOf([FIRST, 'hello']),
      [['misfit', { ...NO_LINE, what: 'unreadable', path: 'events.jsonl', line: 2 }]],
      { lines: 2 },
    ],
    [
      'of a version without a chain',
      textOf(['{"event":"a"}']),
      [['external', { ...NO_LINE, what: 'old-log', path: 'events.jsonl' }]],
      { lines: 1 },
    ],
  ])('%s', (_what, text, found, expected) => {
    const pass = passed(text);
    expect(pass).toMatchObject({ reason: undefined, size: text.length, ...expected });
    expect(pass.found).toEqual(found);
  });

  it('and what it says of a file that something else changed is told at its line', () => {
    const { found } = passed(
      textOf(
        chain(
          file('a', null, 'one'),
          file('a', 'two', 'three'),
          file('a', 'three', 'four', { external: true }),
        ),
      ),
    );
    expect(found).toMatchObject([
      [
        'external',
        { what: 'changed-before', path: 'a', line: 2, since: NOW, event: 'promise.started' },
      ],
      ['misfit', { what: 'less-open', path: 'a', line: 3 }],
    ]);
  });

  const head = (bytes: number, digest: string): HeadClaim => ({
    bytes,
    digest,
    source: 'kept',
    at: 'then',
  });
  const ofHead = { path: 'events.jsonl', since: 'then', event: null, detail: 'kept' };
  it.each<[string, HeadClaim, readonly unknown[]]>([
    ['is there', head(FIRST.length + 1, sha256(FIRST)), []],
    [
      'is another line',
      head(FIRST.length + 1, sha256(SECOND)),
      [['misfit', { ...ofHead, what: 'other-line', line: 1, offset: FIRST.length + 1 }]],
    ],
    [
      'lies behind its end',
      head(9999, 'x'),
      [['misfit', { ...ofHead, what: 'cut-short', line: null, offset: 9999 }]],
    ],
  ])('and a head that was kept of it %s', (_what, claim, found) => {
    expect(passed(textOf(TWO), [claim]).found).toEqual(found);
  });
});

/** An audit of a state, of texts by their paths in it, and of what is kept for the user. */
function auditWorld(
  texts: Readonly<Record<string, string>>,
  home: Readonly<Record<string, string>> = {},
) {
  const files = createMemoryFiles();
  files.makeFolder(FOLDER.root);
  const put = (root: string, all: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(all)) {
      files.makeFolder(dirname(join(root, path)));
      files.writeNew(join(root, path), text);
    }
  };
  put(FOLDER.root, texts);
  put(HOME, home);
  const digests = {
    of: sha256,
    ofFile: () => '',
    ofStart: (path: string, bytes: number) => sha256((files.files.get(path) ?? '').slice(0, bytes)),
  };
  return { digests, files, folder: FOLDER, userStateFolder: HOME };
}

async function audited(
  texts: Readonly<Record<string, string>>,
  home: Readonly<Record<string, string>> = {},
  id?: string,
): Promise<Audit> {
  return successOf(await createStateAudit(auditWorld(texts, home)).audit(id));
}

const promiseText = (id: string): string => JSON.stringify({ id, status: 'pending' });
const kept = (bytes: number, digest: string, parts: Said = {}): string =>
  JSON.stringify({ project: '/work', bytes, digest, at: 'then', open: [], missed: null, ...parts });
const LEDGERS = `ledgers/${sha256('/work')}.json`;

describe('an audit', () => {
  it('of nothing finds nothing', async () => {
    expect(await audited({})).toEqual({
      ledger: FOLDER.events,
      lines: 0,
      bytes: 0,
      since: null,
      until: null,
      head: 'missing',
      headFile: HEAD_FILE,
      files: 0,
      misfits: [],
      externals: [],
      leftOut: { misfits: 0, externals: 0 },
    });
  });

  it('lists a hundred findings of each kind, and counts the others', async () => {
    const names = Array.from({ length: 103 }, (_, index) => `promise-${1000 + index}`);
    const texts = Object.fromEntries(names.map((id) => [`promises/${id}.json`, promiseText(id)]));
    const unchained = '{"event":"a"}\n'.repeat(104);
    const audit = await audited(
      { ...texts, 'events.jsonl': textOf(TWO) + unchained },
      { [LEDGERS]: '{' },
    );
    expect([audit.misfits.length, audit.externals.length, audit.files]).toEqual([100, 100, 103]);
    expect(audit.leftOut).toEqual({ misfits: 4, externals: 4 });
    expect(audit.externals[0]).toEqual({
      ...NO_LINE,
      what: 'unrecorded',
      path: 'promises/promise-1000.json',
    });
  });

  it('tells of a head that cannot be read', async () => {
    const { externals } = await audited({}, { [LEDGERS]: '{' });
    const detail = 'it is not a ledger head';
    expect(externals).toEqual([{ ...NO_LINE, what: 'head-unread', path: 'events.jsonl', detail }]);
  });

  const A = 'promises/promise-a.json';
  const B = 'promises/promise-b.json';
  const a = promiseText('promise-a');
  const b = promiseText('promise-b');
  const CHANGED = textOf([
    ...chain(
      file(A, null, a),
      file(B, null, 'x'),
      file(B, 'y', 'z'),
      file(B, 'z', b, { external: true }),
    ),
    '{"event":"unchained"}',
  ]);
  it.each<[string, string | undefined, readonly string[], readonly string[], number]>([
    ['all', undefined, ['less-open', 'unchained'], ['changed-before'], 2],
    ['the one that was changed', 'promise-b', ['less-open', 'unchained'], ['changed-before'], 1],
    ['another one', 'promise-a', ['unchained'], [], 1],
  ])(
    'of %s tells of its files, and of the whole ledger',
    async (_what, id, misfits, externals, count) => {
      const audit = await audited({ [A]: a, [B]: b, 'events.jsonl': CHANGED }, {}, id);
      expect(audit.misfits.map(({ what }) => what)).toEqual(misfits);
      expect(audit.externals.map(({ what }) => what)).toEqual(externals);
      expect(audit.files).toBe(count);
    },
  );

  it('of a promise tells of a log without a chain, and of no other’s end', async () => {
    const end = JSON.stringify({ ended: { by: 'person', at: '', reason: 'x' } });
    const texts = { [A]: a, 'events.jsonl': '{"event":"a"}\n', 'stop-gate/session-a.json': end };
    const one = await audited(texts, {}, 'promise-a');
    expect([one.misfits, one.externals.map(({ what }) => what)]).toEqual([
      [],
      ['old-log', 'unrecorded'],
    ]);
    expect((await audited(texts)).misfits.map(({ what }) => what)).toEqual(['end-unrecorded']);
  });

  it.each<[string, string, object]>([
    ['by no id', '../x', { kind: 'invalid-id' }],
    ['of none that is known', 'promise-x', { kind: 'promise-not-found', id: 'promise-x' }],
  ])('%s is refused', async (_what, id, failure) => {
    const { audit } = createStateAudit(auditWorld({ [A]: a }));
    expect(failureOf(await audit(id))).toMatchObject(failure);
  });

  it('of a ledger that cannot be read is refused', async () => {
    const world = auditWorld({ [A]: a });
    world.files.makeFolder(FOLDER.events);
    expect(failureOf(await createStateAudit(world).audit())).toEqual({
      kind: 'broken-file',
      file: { path: FOLDER.events, reason: 'it is a folder' },
    });
  });

  it.each(['promises', 'history', 'validations', 'stop-gate'])(
    'of a state that leads elsewhere is refused: %s',
    async (name) => {
      const world = auditWorld({});
      const path = join(FOLDER.root, name);
      const realPath = (place: string) =>
        place === path ? '/elsewhere' : world.files.realPath(place);
      const { audit } = createStateAudit({ ...world, files: { ...world.files, realPath } });
      expect(failureOf(await audit())).toMatchObject({ kind: 'broken-file', file: { path } });
    },
  );

  const end = textOf(TWO).length;
  const made = (bytes: number, digest: string, project = '/work') => {
    const line = LINES.made(written('promise-r', { project }));
    return `${JSON.stringify({ ...line, ledger: { bytes, digest } })}\n`;
  };
  const REGISTER = 'sessions/session-a.jsonl';
  const REGISTERED = join(HOME, REGISTER);

  it.each<[string, Readonly<Record<string, string>>, string, readonly unknown[]]>([
    ['none', {}, 'missing', []],
    ['its end', { [LEDGERS]: kept(end, sha256(SECOND)) }, 'at-end', []],
    ['an earlier one', { [LEDGERS]: kept(FIRST.length + 1, sha256(FIRST)) }, 'behind', []],
    ['another line', { [LEDGERS]: kept(end, sha256('x')) }, 'lost', [['other-line', HEAD_FILE]]],
    [
      'one behind its end',
      { [LEDGERS]: kept(end + 9, sha256('x')) },
      'lost',
      [['cut-short', HEAD_FILE]],
    ],
    [
      'one that a later writer missed',
      {
        [LEDGERS]: kept(end, sha256(SECOND), {
          missed: { bytes: end + 9, digest: 'm', at: 'before' },
        }),
      },
      'lost',
      [['cut-short', HEAD_FILE]],
    ],
    [
      'one of a register',
      { [REGISTER]: made(end + 9, 'x') },
      'missing',
      [['cut-short', REGISTERED]],
    ],
    [
      'one of a register, of another project',
      { [REGISTER]: made(end + 9, 'x', '/other') },
      'missing',
      [],
    ],
    [
      'the same in a register and beside it, once',
      { [REGISTER]: made(end + 9, 'x'), [LEDGERS]: kept(end + 9, 'x') },
      'lost',
      [['cut-short', HEAD_FILE]],
    ],
  ])('finds of the heads that were kept %s', async (_what, home, head, found) => {
    const audit = await audited({ 'events.jsonl': textOf(TWO) }, home);
    expect([audit.head, audit.misfits.map(({ detail, what }) => [what, detail])]).toEqual([
      head,
      found,
    ]);
  });

  it('uses no register that is not the own one', async () => {
    const world = auditWorld({ 'events.jsonl': textOf(TWO) }, { [REGISTER]: made(end + 9, 'x') });
    const isOwnFolder = (path: string) => !path.endsWith('sessions');
    const { audit } = createStateAudit({ ...world, files: { ...world.files, isOwnFolder } });
    expect(successOf(await audit()).misfits).toEqual([]);
  });
});

describe('an audit of files that come by pages', () => {
  const A = 'promises/promise-a.json';
  const B = 'promises/promise-b.json';
  const a = promiseText('promise-a');
  const end = JSON.stringify({ ended: { by: 'person', at: '', reason: 'x' } });

  function paged(id: string | undefined) {
    const world = auditWorld({
      'events.jsonl': textOf(chain(file(A, null, a), file(B, null, 'x'), file(B, 'x', 'b'))),
    });
    const begun = beginAudit(
      {
        ...world,
        ledger: 'a store',
        lines: createLedgerWalk(world, FOLDER.events),
        ofStart: () => undefined,
        headFile: 'a table',
        kept: undefined,
        heads: [],
      },
      id,
    );
    expect(begun.readOn()).toBeUndefined();
    begun.takeFiles(auditWorld({ [A]: a }));
    begun.takeFiles(auditWorld({ 'promises/promise-c.json': a, 'stop-gate/session-a.json': end }));
    return successOf(begun.finishFiles());
  }

  it('tells of each of them, and of those that the ledger alone knows', () => {
    const audit = paged(undefined);
    expect(audit.misfits.map(({ path, what }) => [what, path])).toEqual([
      ['gone', B],
      ['end-unrecorded', 'stop-gate/session-a.json'],
    ]);
    expect(audit.externals.map(({ path }) => path)).toEqual(['promises/promise-c.json']);
    expect(audit).toMatchObject({ ledger: 'a store', headFile: 'a table', lines: 3, files: 3 });
  });

  it.each([
    ['promise-a', 1, []],
    ['promise-b', 1, ['gone']],
  ])('of one that is asked for tells of that alone: %s', (id, files, misfits) => {
    const audit = paged(id);
    expect([audit.files, audit.misfits.map(({ what }) => what)]).toEqual([files, misfits]);
  });
});
