import { describe, expect, it } from 'vitest';
import { readLedgerLine } from '../../../src/domain/promise/ledger.ts';
import { digestOfSaid } from '../../../src/domain/promise/person-act.ts';
import { memoryIdOf } from '../../../src/domain/session/gate-memory.ts';
import {
  type Act,
  createReplay,
  type Replay,
  type TakenOver,
} from '../../../src/domain/session/ledger-replay.ts';
import { NOW } from '../../rig/values/domain-values.ts';

/** A digest that tells its text. */
const sha256 = (text: string): string => `of ${text}`;
const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
const PATH = 'promises/promise-a.json';

/** A ledger of these lines, each of ten bytes. Those that are in `open` may not have been carried out. */
function replayed(
  lines: readonly object[],
  open: readonly number[] = [],
): { readonly replay: Replay; readonly taken: readonly (readonly TakenOver[])[] } {
  const replay = createReplay({ sha256, isCarriedOut: (end) => !open.includes(end / 10) });
  const taken = lines.map((said, index) => {
    const text = JSON.stringify({ timestamp: NOW, ...said });
    const read = readLedgerLine(text);
    if (read === undefined) throw new Error('no line');
    const place = { text, digest: 'd', start: index * 10, end: index * 10 + 10, isEnded: true };
    return replay.take(index + 1, place, read);
  });
  return { replay, taken };
}

const mark = (line: number, event: string | null) => ({
  line,
  offset: line * 10 - 10,
  end: line * 10,
  event,
  at: NOW,
});
const wrote = (before: unknown, after: unknown, parts: object = {}) => ({
  event: 'x',
  file: { path: PATH, before, after, ...parts },
});
const quarantined = {
  event: 'file.quarantined',
  from: `/work/.claude/completion-state/${PATH}`,
};
const external = { external: true };

describe('what a line shows that something else did to a file', () => {
  it.each<[string, readonly object[], TakenOver['what'] | undefined, (readonly number[])?]>([
    ['nothing, where it made the file', [wrote(null, A)], undefined],
    ['the file was there before', [wrote(A, B)], 'there-before'],
    ['nothing, where it goes on from the last one', [wrote(null, A), wrote(A, B)], undefined],
    ['it was changed', [wrote(null, A), wrote(C, B)], 'changed-before'],
    ['it was removed', [wrote(null, A), wrote(null, B)], 'changed-before'],
    ['it was put back', [wrote(null, A), wrote(A, B), wrote(A, C)], 'changed-before'],
    [
      'nothing, where the change before was cut off',
      [wrote(null, A), wrote(A, B), wrote(A, C)],
      undefined,
      [2],
    ],
    [
      'it was changed, though the change before was cut off',
      [wrote(null, A), wrote(A, B), wrote(C, B)],
      'changed-before',
      [2],
    ],
    ['it was made less open', [wrote(null, A), wrote(A, B, external)], 'less-open'],
    [
      'it was made less open, which counts once',
      [wrote(null, A), wrote(A, B, external), wrote(B, C, external)],
      undefined,
    ],
    ['nothing, after it was moved away', [wrote(null, A), quarantined, wrote(null, B)], undefined],
    [
      'it was put back after it was moved away',
      [wrote(null, A), quarantined, wrote(A, B)],
      'changed-before',
    ],
    ['nothing, where it is moved away', [wrote(null, A), quarantined], undefined],
    ['nothing, of a file that no line was about', [quarantined], undefined],
  ])('%s', (_what, lines, what, open = []) => {
    const { taken } = replayed(lines, open);
    const [last, before] = [taken.at(-1), taken.slice(0, -1)];
    const at = mark(lines.length, 'x');
    expect(last).toEqual(what === undefined ? [] : [{ ...at, path: PATH, what }]);
    expect(before.flat().filter(({ what: told }) => told !== 'less-open')).toEqual([]);
  });

  it('is told of each file of a line', () => {
    const other = { path: 'promises/promise-b.json', before: B, after: null };
    const { replay, taken } = replayed([{ ...wrote(A, B), also: [other] }]);
    expect(taken.flat().map(({ path }) => path)).toEqual([PATH, other.path]);
    expect([...replay.trails().keys()]).toEqual([PATH, other.path]);
  });
});

describe('the last line on a file', () => {
  it.each<[string, readonly object[], object]>([
    [
      'is the last',
      [wrote(null, A), wrote(A, B)],
      { ...mark(2, 'x'), before: A, after: B, external: false, isQuarantined: false },
    ],
    [
      'tells that it was made less open',
      [wrote(A, B, external)],
      { ...mark(1, 'x'), before: A, after: B, external: true, isQuarantined: false },
    ],
    [
      'tells that it was moved away',
      [wrote(null, A), quarantined],
      {
        ...mark(2, 'file.quarantined'),
        before: null,
        after: null,
        external: false,
        isQuarantined: true,
      },
    ],
    [
      'is of no event and no time',
      [{ ...wrote(null, A), event: 7, timestamp: 7 }],
      { ...mark(1, null), at: null, before: null, after: A, external: false, isQuarantined: false },
    ],
  ])('%s', (_what, lines, trail) => {
    expect(Object.fromEntries(replayed(lines).replay.trails())).toEqual({ [PATH]: trail });
  });

  it('is forgotten once the file was compared', () => {
    const { replay } = replayed([wrote(null, A)]);
    replay.forget('promises/other.json');
    expect(replay.trails().size).toBe(1);
    replay.forget(PATH);
    expect(replay.trails().size).toBe(0);
  });
});

describe('what a person did', () => {
  const ended = { event: 'session.ended', session: 'session-a' };
  const reopened = { event: 'session.reopened', session: 'session-a' };
  const continued = { event: 'session.continued', session: 'session-a' };
  const waived = { event: 'criterion.waived', promise_id: 'promise-a', ac_id: 'AC-1' };
  const accepted = { event: 'tampering.accepted', promise_id: 'promise-a', digests: ['f1', 'f2'] };
  const end: Act = { act: 'ended', memory: 'session-a' };
  const acceptance = { act: 'accepted', promise: 'promise-a' } as const;
  const waiver = { act: 'waived', promise: 'promise-a', criterion: 'AC-1' } as const;
  const digestOf = (said: object) => digestOfSaid({ timestamp: NOW, ...said }, sha256);

  it.each<[string, object, Act, Act]>([
    ['an end', ended, end, { act: 'ended', memory: 'session-b' }],
    ['a continuation', continued, { act: 'continued', memory: 'session-a' }, end],
    ['a waiver', waived, waiver, { ...waiver, criterion: 'AC-2' }],
    ['a waiver of a promise', waived, waiver, { ...waiver, promise: 'promise-b' }],
    ['an acceptance', accepted, { ...acceptance, finding: 'f2' }, { ...acceptance, finding: 'f3' }],
  ])('is known by what it is about: %s', (_what, said, act, other) => {
    const { event } = Object(said);
    const { replay } = replayed([said]);
    expect(replay.actsOf(act)).toEqual({
      acts: [{ ...mark(1, event), digest: digestOf(said) }],
      takenBack: undefined,
    });
    expect(replay.actsOf(other)).toBeUndefined();
  });

  it('is known by the name of the memory where no file can be named by the session', () => {
    const { replay } = replayed([
      { ...ended, session: 'a/b' },
      { ...continued, session: 'a/b' },
    ]);
    const memory = memoryIdOf('a/b');
    expect(replay.actsOf({ act: 'ended', memory })?.acts).toHaveLength(1);
    expect(replay.actsOf({ act: 'continued', memory })?.acts).toHaveLength(1);
  });

  it('is each time it was done, and the last time it was taken back', () => {
    const { replay } = replayed([ended, reopened, ended, reopened]);
    expect(replay.actsOf(end)).toEqual({
      acts: [1, 3].map((line) => ({ ...mark(line, 'session.ended'), digest: digestOf(ended) })),
      takenBack: mark(4, 'session.reopened'),
    });
  });

  it('stays taken back where it was done again', () => {
    const { replay } = replayed([ended, reopened, ended]);
    expect(replay.actsOf(end)?.takenBack).toEqual(mark(2, 'session.reopened'));
  });

  it.each<[string, object]>([
    ['another event', { ...ended, event: 'session.started' }],
    ['an end of nothing', { ...ended, session: 7 }],
    ['an end taken back of nothing', { ...reopened, session: undefined }],
    ['a continuation of nothing', { ...continued, session: null }],
    ['a waiver of no promise', { ...waived, promise_id: 7 }],
    ['a waiver of no criterion', { ...waived, ac_id: undefined }],
    ['an acceptance of no promise', { ...accepted, promise_id: undefined }],
    ['an acceptance of no finding', { ...accepted, digests: 'f1' }],
  ])('is not known of a line on %s', (_what, said) => {
    const { replay, taken } = replayed([said]);
    const acts: readonly Act[] = [
      end,
      { act: 'continued', memory: 'session-a' },
      waiver,
      { ...acceptance, finding: 'f1' },
    ];
    expect(acts.map((act) => replay.actsOf(act))).toEqual(acts.map(() => undefined));
    expect(taken).toEqual([[]]);
  });
});
