import { describe, expect, it } from 'vitest';
import {
  createHeadCheck,
  type FileNow,
  type HeadClaim,
  recordedActFault,
  standingOf,
} from '../../../src/domain/session/audit.ts';
import type { KeptHead } from '../../../src/domain/session/kept-head.ts';
import type { PersonActs, RecordedAct, Trail } from '../../../src/domain/session/ledger-replay.ts';
import { NOW } from '../../rig/values/domain-values.ts';

const TRAIL: Trail = {
  line: 2,
  offset: 10,
  end: 20,
  event: 'promise.changed',
  at: NOW,
  before: 'old',
  after: 'new',
  external: false,
  isQuarantined: false,
};

describe('how a file stands to the last line on it', () => {
  const nothing: FileNow = { there: 'nothing' };
  const unread: FileNow = { there: 'unread', reason: 'too large' };
  const file = (parts: Partial<Extract<FileNow, { there: 'file' }>> = {}): FileNow => ({
    there: 'file',
    digest: 'new',
    place: 'only',
    ...parts,
  });
  const changed = file({ digest: 'other', place: 'open', hasEnded: true });
  const made: Partial<Trail> = { before: null };
  const removed: Partial<Trail> = { after: null };
  const quarantined: Partial<Trail> = { before: null, after: null, isQuarantined: true };
  const fits = undefined;
  const said = (what: string, detail: string | null = null) => ({ what, detail });

  /** First where the change of that line is known to have been carried out, then where it is not. */
  it.each<[string, FileNow, Partial<Trail> | undefined, object | undefined, object | undefined]>([
    ['no line is about what is not there', nothing, undefined, fits, fits],
    ['no line is about it', file(), undefined, said('unrecorded'), said('unrecorded')],
    [
      'it cannot be read, and no line is about it',
      unread,
      undefined,
      said('unrecorded'),
      said('unrecorded'),
    ],
    ['as it was left', file(), {}, fits, fits],
    ['removed, as it was left', nothing, removed, fits, fits],
    ['gone', nothing, {}, said('gone'), said('gone')],
    ['gone, or not made', nothing, made, said('gone'), fits],
    ['moved away, and back', file(), quarantined, said('came-back'), fits],
    ['moved away, and something that cannot be read', unread, quarantined, said('came-back'), fits],
    ['moved away', nothing, quarantined, fits, fits],
    ['unread', unread, {}, said('unread', 'too large'), said('unread', 'too large')],
    ['in two places', file({ place: 'both' }), {}, said('twice'), said('twice')],
    ['in the history, and ended', file({ place: 'history', hasEnded: true }), {}, fits, fits],
    ['in the history, and unreadable', file({ place: 'history' }), {}, fits, fits],
    [
      'in the history, and open',
      file({ place: 'history', hasEnded: false }),
      {},
      said('not-ended'),
      said('not-ended'),
    ],
    ['in its place, and open', file({ place: 'open', hasEnded: false }), {}, fits, fits],
    ['put back, or not changed', file({ digest: 'old' }), {}, said('put-back'), fits],
    [
      'put back, or not added to, with a torn end',
      file({ digest: 'torn', digestBeforeTornEnd: 'old' }),
      {},
      said('put-back'),
      fits,
    ],
    ['put back, or not removed', file({ digest: 'old' }), removed, said('put-back'), fits],
    ['something else after it was removed', file(), removed, said('came-back'), said('came-back')],
    ['changed', file({ digest: 'other' }), {}, said('changed'), said('changed')],
    [
      'changed, and open',
      file({ digest: 'other', hasEnded: false }),
      {},
      said('changed'),
      said('changed'),
    ],
    ['changed, and ended', changed, {}, said('changed', 'close'), said('changed', 'close')],
    [
      'changed after it was verified',
      changed,
      { event: 'promise.verified' },
      said('changed'),
      said('changed'),
    ],
    [
      'changed after it was cancelled',
      changed,
      { event: 'promise.cancelled' },
      said('changed'),
      said('changed'),
    ],
    [
      'changed after no event',
      changed,
      { event: null },
      said('changed', 'close'),
      said('changed', 'close'),
    ],
  ])('%s', (_what, now, parts, carriedOut, unknown) => {
    const trail = parts && { ...TRAIL, ...parts };
    expect(standingOf(now, trail, () => true)).toEqual(carriedOut);
    expect(standingOf(now, trail, () => false)).toEqual(unknown);
  });

  it('asks for the change of that line', () => {
    const asked: number[] = [];
    standingOf(file({ digest: 'old' }), TRAIL, (end) => asked.push(end) > 0);
    expect(asked).toEqual([TRAIL.end]);
  });
});

describe('an act of a person that stands in a file', () => {
  const act = (line: number): RecordedAct => ({
    line,
    offset: line * 10 - 10,
    end: line * 10,
    event: 'session.ended',
    at: NOW,
    digest: `d${line}`,
  });
  const told = (lines: readonly number[], takenBack?: number): PersonActs => ({
    acts: lines.map(act),
    takenBack: takenBack === undefined ? undefined : act(takenBack),
  });
  const of = (line: number) => ({ offset: act(line).offset, digest: act(line).digest });
  const kept = (parts: Partial<KeptHead> = {}): KeptHead => ({
    project: '/work/a',
    bytes: 100,
    digest: 'head',
    at: NOW,
    open: [],
    foreign: [],
    missed: null,
    ...parts,
  });
  type Told = Parameters<typeof recordedActFault>[0];
  const [unrecorded, notInherited] = [{ fault: 'unrecorded' }, { fault: 'not-inherited' }];
  const takenBack = (line: number) => ({ fault: 'taken-back', by: act(line) });
  const elsewhere = (line: number) => ({ fault: 'added-elsewhere', by: act(line) });
  const foreign = (line: number) => kept({ foreign: [{ from: line * 10 - 10, to: line * 10 }] });
  const taken = (
    lines: readonly number[],
    ends = told([]),
    reference = of(4),
  ): NonNullable<Told['inherited']> => ({ ends, told: told(lines), reference });

  it.each<[string, Told, ReturnType<typeof of> | undefined, KeptHead | undefined, unknown]>([
    ['is recorded', { told: told([1, 2]) }, of(1), kept(), undefined],
    ['is recorded, and no head is kept', { told: told([1]) }, of(1), undefined, undefined],
    ['names no line, as of an old version', { told: told([1]) }, undefined, kept(), undefined],
    ['names no line, and none tells of it', { told: told([]) }, undefined, kept(), unrecorded],
    ['is told of by no line', { told: undefined }, of(1), kept(), unrecorded],
    ['names no line, of nothing', { told: undefined }, undefined, kept(), unrecorded],
    ['names a line of something else', { told: told([1]) }, of(2), kept(), unrecorded],
    ['names another digest', { told: told([1]) }, { ...of(1), digest: 'd' }, kept(), unrecorded],
    ['names another place', { told: told([1]) }, { ...of(1), offset: 5 }, kept(), unrecorded],
    ['was taken back', { told: told([1], 2) }, of(1), kept(), takenBack(2)],
    [
      'was taken back, and no line is named',
      { told: told([1], 2) },
      undefined,
      kept(),
      takenBack(2),
    ],
    ['was taken back before it', { told: told([1, 3], 2) }, of(3), kept(), undefined],
    ['is the last where no line is named', { told: told([1, 3], 2) }, undefined, kept(), undefined],
    [
      'was taken back by a change that may not have come true',
      { told: told([1], 2) },
      of(1),
      kept({ open: [{ from: 10, to: 20 }] }),
      undefined,
    ],
    ['was added by another program', { told: told([1]) }, of(1), foreign(1), elsewhere(1)],
    ['was added elsewhere, as another line', { told: told([1, 2]) }, of(1), foreign(2), undefined],
    ['was inherited', { told: told([1]), inherited: taken([4]) }, of(1), kept(), undefined],
    ['was not inherited', { told: told([1]), inherited: taken([]) }, of(1), kept(), notInherited],
    [
      'was inherited by another line',
      { told: told([1]), inherited: taken([3]) },
      of(1),
      kept(),
      notInherited,
    ],
    [
      'was inherited, and is not recorded',
      { told: told([]), inherited: taken([4]) },
      of(1),
      kept(),
      unrecorded,
    ],
    [
      'was inherited, and taken back of the heir since',
      { told: told([1]), inherited: taken([4], told([], 5)) },
      of(1),
      kept(),
      takenBack(5),
    ],
    [
      'was inherited after it was taken back of the heir',
      { told: told([1]), inherited: taken([4], told([], 3)) },
      of(1),
      kept(),
      undefined,
    ],
    [
      'was inherited, and taken back of both',
      { told: told([1], 6), inherited: taken([4], told([], 5)) },
      of(1),
      kept(),
      takenBack(6),
    ],
    [
      'was inherited, and its line was added by another program',
      { told: told([1]), inherited: taken([4]) },
      of(1),
      foreign(4),
      elsewhere(4),
    ],
  ])('%s', (_what, told_, reference, head, expected) => {
    expect(recordedActFault(told_, reference, head)).toEqual(expected);
  });
});

describe('heads that were kept of a ledger', () => {
  const claim = (bytes: number, digest = `d${bytes}`): HeadClaim => ({
    bytes,
    digest,
    source: 'the register',
    at: null,
  });
  const line = (end: number, isEnded = true) => ({ end, digest: `d${end}`, isEnded });
  const [ten, twenty, other, between] = [claim(10), claim(20), claim(20, 'x'), claim(15)];

  it.each<[string, readonly HeadClaim[], readonly HeadClaim[], readonly HeadClaim[]]>([
    ['none', [], [], []],
    ['at the ends of lines', [ten, twenty], [], []],
    ['in any order', [twenty, ten], [], []],
    ['twice the same', [ten, ten], [], []],
    ['at the end of another line', [other, twenty], [other], []],
    ['within a line', [between], [between], []],
    ['before the first line ends', [claim(5)], [claim(5)], []],
    ['behind the end', [claim(40), claim(30), ten], [], [claim(30), claim(40)]],
  ])('are there or not: %s', (_what, claims, wrong, rest) => {
    const check = createHeadCheck(claims);
    expect([10, 20].flatMap((end) => check.pass(line(end)))).toEqual(wrong);
    expect(check.rest()).toEqual(rest);
  });

  it('are not there where their line was cut off', () => {
    const check = createHeadCheck([ten]);
    expect(check.pass(line(10, false))).toEqual([ten]);
    expect(check.rest()).toEqual([]);
  });

  it('are told of at the line that shows it, and leave the list as it was', () => {
    const claims = [twenty, ten, between];
    const check = createHeadCheck(claims);
    expect(check.pass(line(10))).toEqual([]);
    expect(check.pass(line(20))).toEqual([between]);
    expect(claims).toEqual([twenty, ten, between]);
  });
});
