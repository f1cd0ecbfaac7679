import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import type { Failure } from '../../../src/domain/base/failure.ts';
import { failed, type Result, success } from '../../../src/domain/base/result.ts';
import type { ActEvent } from '../../../src/domain/promise/person-act.ts';
import { LONGEST_WAIT_MS } from '../../../src/store/files/change-in-turn.ts';
import type { CommitOutcome, Commits } from '../../../src/store/files/commit.ts';
import type {
  HeldLedger,
  IntendedChange,
  Intent,
  Ledger,
} from '../../../src/store/files/ledger.ts';
import {
  actRecorded,
  type NamedAct,
  recordAfterwards,
  recordedPath,
  recordOfTexts,
  replaceRecorded,
} from '../../../src/store/files/recorded-change.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';

const FOLDER = stateFolderOf('/work');
const FAILURE: Failure = { kind: 'unexpected', message: 'no' };
const HEAD = { bytes: 7, digest: 'head' };
const ADDED: Intent = { outcome: 'added', head: HEAD, from: 0 };
const CHANGE: IntendedChange = { events: [{ event: 'promise.started', promise_id: 'promise-1' }] };
const NAMED: ActEvent = { offset: 3, digest: 'of the act' };

/** A ledger that takes what is intended as it is told, one intent after the other, and what was done with it. */
function ledgerOf(intents: readonly Intent[], foreseen: Result<ActEvent> = success(NAMED)) {
  const left = [...intents];
  const done: unknown[] = [];
  const held: HeldLedger = {
    intend(change) {
      done.push(['intend', change]);
      return left.shift() ?? ADDED;
    },
    foresee(change) {
      done.push(['foresee', change]);
      return foreseen;
    },
    carriedOut: () => void done.push('carried out'),
  };
  const ledger: Ledger = { hold: (act) => ({ value: act(held) }), progress: () => undefined };
  return { ledger, held, done };
}

/** Commits that end so where they are confirmed. */
function commitsOf(outcome: CommitOutcome, contents: unknown[] = []): Commits {
  return {
    replace(_path, base, content, current, confirm = () => true) {
      contents.push(content);
      if (outcome === 'claimed') return 'claimed';
      if (current() !== base) return 'moved';
      return confirm() ? outcome : 'withdrawn';
    },
    draftName: () => 'draft',
    sweep: () => undefined,
  };
}

const NOT_HELD: Ledger = { hold: () => undefined, progress: () => undefined };

const replacement = {
  path: '/work/file',
  base: 'before',
  content: 'after',
  current: () => 'before',
  change: CHANGE,
};

describe('a file is replaced once its change stands in the ledger', () => {
  const INTENDED = ['intend', CHANGE];
  it.each<
    [
      string,
      Parameters<typeof commitsOf>[0],
      readonly Intent[],
      Partial<typeof replacement> & { announce?: () => Failure | undefined },
      unknown,
      readonly unknown[],
    ]
  >([
    [
      'and is told to have come',
      'committed',
      [],
      {},
      success({ outcome: 'committed', head: HEAD }),
      [INTENDED, 'carried out'],
    ],
    [
      'and not where it is another one by now',
      'committed',
      [],
      { current: () => 'other' },
      success({ outcome: 'moved' }),
      [],
    ],
    [
      'and not where another writer is at it',
      'claimed',
      [],
      {},
      success({ outcome: 'claimed' }),
      [],
    ],
    [
      'and not where it may not be announced',
      'committed',
      [],
      { announce: () => FAILURE },
      failed(FAILURE),
      [],
    ],
    [
      'where it may be announced',
      'committed',
      [],
      { announce: () => undefined },
      success({ outcome: 'committed', head: HEAD }),
      [INTENDED, 'carried out'],
    ],
    [
      'and not where the ledger refuses it',
      'committed',
      [{ outcome: 'refused', failure: FAILURE }],
      {},
      failed(FAILURE),
      [INTENDED],
    ],
    [
      'and not where the hold of the ledger was lost',
      'committed',
      [{ outcome: 'lost' }],
      {},
      success({ outcome: 'claimed' }),
      [INTENDED],
    ],
    [
      'and is not told to have come where the claim was lost then',
      'moved',
      [],
      {},
      success({ outcome: 'moved' }),
      [INTENDED],
    ],
    [
      'also in one that keeps no head',
      'committed',
      [{ outcome: 'added', head: null }],
      {},
      success({ outcome: 'committed', head: null }),
      [INTENDED, 'carried out'],
    ],
  ])('%s', (_what, outcome, intents, parts, expected, deeds) => {
    const { done, ledger } = ledgerOf(intents);
    const replaced = replaceRecorded(
      { commits: commitsOf(outcome), ledger },
      { ...replacement, ...parts },
    );
    expect(replaced).toEqual(expected);
    expect(done).toEqual(deeds);
  });

  it('and not while another writer holds it', () => {
    const contents: unknown[] = [];
    const commits = commitsOf('committed', contents);
    expect(replaceRecorded({ commits, ledger: NOT_HELD }, replacement)).toEqual(
      success({ outcome: 'claimed' }),
    );
    expect(contents).toEqual([]);
  });

  it('by a ledger that tells nothing of what came', () => {
    const { held } = ledgerOf([]);
    const { foresee, intend } = held;
    const ledger: Ledger = {
      hold: (act) => ({ value: act({ foresee, intend }) }),
      progress: () => undefined,
    };
    expect(replaceRecorded({ commits: commitsOf('committed'), ledger }, replacement)).toEqual(
      success({ outcome: 'committed', head: HEAD }),
    );
  });
});

describe('a file that names the event of a person’s act', () => {
  const files = [{ path: 'file', before: null, after: 'x' }];
  const named = { content: 'after, with its event', files };

  it('is what the event makes of it, and the ledger has to keep what was foreseen', () => {
    const { done, ledger } = ledgerOf([]);
    const contents: unknown[] = [];
    const given: ActEvent[] = [];
    const naming = (event: ActEvent): Result<NamedAct> => {
      given.push(event);
      return success(named);
    };
    const commits = commitsOf('committed', contents);
    replaceRecorded({ commits, ledger }, { ...replacement, naming });
    expect([given, contents]).toEqual([[NAMED], [named.content]]);
    expect(done).toEqual([
      ['foresee', CHANGE],
      ['intend', { ...CHANGE, files, foreseen: NAMED }],
      'carried out',
    ]);
  });

  it.each<[string, Result<ActEvent>, Result<NamedAct>]>([
    ['it cannot be foreseen', failed(FAILURE), success(named)],
    ['its text cannot be stored', success(NAMED), failed(FAILURE)],
  ])('is not written where %s', (_what, foreseen, text) => {
    const { done, ledger } = ledgerOf([], foreseen);
    const contents: unknown[] = [];
    const commits = commitsOf('committed', contents);
    const naming = () => text;
    expect(replaceRecorded({ commits, ledger }, { ...replacement, naming })).toEqual(
      failed(FAILURE),
    );
    expect([contents, done]).toEqual([[], [['foresee', CHANGE]]]);
  });
});

describe('what the ledger says of a text', () => {
  it.each<[string, string | undefined, string | null]>([
    ['that was another one', 'before', sha256('before')],
    ['of which there was no file', undefined, null],
    ['of which there was an empty file', '', null],
  ])('%s', (_what, before, expected) => {
    const record = recordOfTexts(
      { digests: NODE_DIGESTS, folder: FOLDER },
      `${FOLDER.promises}/promise-1.json`,
      before,
      'after',
    );
    expect(record).toEqual({
      path: 'promises/promise-1.json',
      before: expected,
      after: sha256('after'),
    });
  });

  it('names a file from the state folder', () => {
    expect(recordedPath(FOLDER, FOLDER.events)).toBe('events.jsonl');
  });
});

describe('a deed that is told before', () => {
  /** Does it with a ledger, and gives what came of it and in which order. */
  async function done(ledger: Ledger, deeds: unknown[], plan?: Result<never>) {
    const clock = fakeClock();
    const acted = await actRecorded(
      { clock, ledger },
      () => plan ?? success({ change: CHANGE, act: () => deeds.push('act') }),
    );
    return { acted, clock };
  }

  it('is done once it stands there', async () => {
    const { done: deeds, ledger } = ledgerOf([]);
    const { acted } = await done(ledger, deeds);
    expect(acted).toEqual(success(2));
    expect(deeds).toEqual([['intend', CHANGE], 'act', 'carried out']);
  });

  it('is done at the next try where the hold was lost', async () => {
    const { done: deeds, ledger } = ledgerOf([{ outcome: 'lost' }]);
    const { clock } = await done(ledger, deeds);
    expect(deeds).toEqual([['intend', CHANGE], ['intend', CHANGE], 'act', 'carried out']);
    expect(clock.pauses).toEqual([8]);
  });

  it.each<[string, readonly Intent[], Result<never> | undefined, readonly unknown[]]>([
    [
      'the ledger refuses it',
      [{ outcome: 'refused', failure: FAILURE }],
      undefined,
      [['intend', CHANGE]],
    ],
    ['it cannot be planned', [], failed(FAILURE), []],
  ])('is not done where %s', async (_what, intents, plan, expected) => {
    const { done: deeds, ledger } = ledgerOf(intents);
    expect((await done(ledger, deeds, plan)).acted).toEqual(failed(FAILURE));
    expect(deeds).toEqual(expected);
  });

  it('waits for another writer, and gives up where that holds the ledger without end', async () => {
    const deeds: unknown[] = [];
    const { acted, clock } = await done(NOT_HELD, deeds);
    expect(deeds).toEqual([]);
    expect(acted).toEqual(
      failed({
        kind: 'busy',
        id: 'events.jsonl',
        what: 'The ledger',
        holder: 'other writers',
        waitedMs: clock.elapsed(),
      }),
    );
    expect(clock.elapsed()).toBeGreaterThan(LONGEST_WAIT_MS);
    expect(clock.elapsed()).toBeLessThan(LONGEST_WAIT_MS + 20);
  });

  it('in a ledger that tells nothing of what came, is done as well', async () => {
    const { held } = ledgerOf([]);
    const { foresee, intend } = held;
    const ledger: Ledger = {
      hold: (act) => ({ value: act({ foresee, intend }) }),
      progress: () => undefined,
    };
    expect((await done(ledger, [])).acted).toEqual(success(1));
  });
});

it.each<[string, readonly Intent[], readonly Failure[], readonly unknown[]]>([
  ['is told', [], [], [['intend', CHANGE], 'carried out']],
  [
    'is a warning where it cannot be told',
    [{ outcome: 'refused', failure: FAILURE }],
    [FAILURE],
    [['intend', CHANGE]],
  ],
])('a deed that was done already %s', async (_what, intents, warnings, expected) => {
  const { done, ledger } = ledgerOf(intents);
  expect(await recordAfterwards({ clock: fakeClock(), ledger }, CHANGE)).toEqual(warnings);
  expect(done).toEqual(expected);
});
