import { describe, expect, it } from 'vitest';
import { failed, success } from '../../src/domain/base/result.ts';
import type { ContinuationVerdict } from '../../src/domain/judging/continuation.ts';
import type { RealityVerdict } from '../../src/domain/judging/reality-check.ts';
import { withIssuesAtStart } from '../../src/domain/session/beads.ts';
import type { LostPromise } from '../../src/domain/session/lost-promise.ts';
import type { StandingRun } from '../../src/domain/session/standing-log.ts';
import type { StandingVerdict } from '../../src/domain/session/standing-verdict.ts';
import type { Configuration } from '../../src/domain/settings/configuration.ts';
import { commandLinesFor } from '../../src/report/command-lines.ts';
import { defaultConfiguration } from '../../src/settings/loading.ts';
import type { Checker } from '../../src/stop-gate/checker.ts';
import { beadsSyncBlock } from '../../src/stop-gate/checkers/beads-sync.ts';
import { promiseBlock } from '../../src/stop-gate/checkers/completion-promise.ts';
import { continuationBlock } from '../../src/stop-gate/checkers/continuation-review.ts';
import { blockedWorkBlock } from '../../src/stop-gate/checkers/orchestrator-guidance.ts';
import { realityBlock } from '../../src/stop-gate/checkers/reality-check.ts';
import { standingBlock } from '../../src/stop-gate/checkers/standing-checks.ts';
import { todosBlock } from '../../src/stop-gate/checkers/todo-continuation.ts';
import { CHECKERS, EXAMINATIONS } from '../../src/stop-gate/checkers.ts';
import type { ExaminedStop } from '../../src/stop-gate/examined-stop.ts';
import { beadText, listed, named } from '../../src/stop-gate/wording.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { PROMISE_ID } from '../rig/values/domain-values.ts';
import { gateWorld, heldCheck, MAY_END, OWNER, reviewVerdict } from '../rig/values/gate-values.ts';

/** What the checkers find at a stop, each for itself, and how they say it. */

const { promises, stopper, tracker } = gateWorld();
const THERE = { ...tracker, isThere: true };
const UNREAD = failed({ kind: 'broken-file', file: { path: 'x.json', reason: 'it is empty' } });

const issue = (id: string, waitsFor: readonly string[] = []) => ({
  id,
  title: `Title of ${id}`,
  priority: 1,
  waitsFor,
});

/** A tracker that lists nothing, and keeps what it was asked for. */
function listening(found: Awaited<ReturnType<typeof tracker.listIssues>> = []) {
  const asked: (readonly [string, number])[] = [];
  const listIssues: typeof tracker.listIssues = async (what, mostMs) => {
    asked.push([what, mostMs]);
    return found;
  };
  return { asked, tracker: { ...THERE, listIssues } };
}

describe('which checkers only advise, which ask a model, and which are asked about subagents', () => {
  it.each<Checker>(CHECKERS)('$name', (checker) => {
    const { advises = false, asksModel = false, asksSubagents = false } = checker;
    expect([advises, asksModel, asksSubagents]).toEqual([
      ['git status', 'available work'].includes(checker.name),
      ['continuation review', 'reality check'].includes(checker.name),
      checker.name === 'completion promise',
    ]);
    // Each concerns a stop by its own rule, which is asked here so that its file is met.
    expect(checker.concerns(gateWorld())).toBe(false);
  });
});

describe('uncommitted issues', () => {
  const began = success(withIssuesAtStart({}, [['.beads/a', 'd1']]));
  const uncommitted = (found: ReturnType<typeof tracker.uncommittedIssues>) => ({
    kept: began,
    tracker: { ...THERE, uncommittedIssues: () => found },
  });

  it.each<[string, Partial<ExaminedStop>, unknown]>([
    [
      'block where the session changed them',
      uncommitted([
        ['.beads/a', 'd1'],
        ['.beads/b', 'd2'],
      ]),
      { block: beadsSyncBlock(['.beads/b']) },
    ],
    [
      'do not where they were so as it began',
      uncommitted([['.beads/a', 'd1']]),
      { block: undefined },
    ],
    [
      'do not outside of a repository, which is nothing to tell',
      uncommitted({ reason: 'not a git repository' }),
      {},
    ],
    [
      'cannot be told where git fails, which the user is told',
      uncommitted({ reason: 'git did not answer' }),
      { notes: ['Cannot tell whether .beads/ is committed: git did not answer.'] },
    ],
    [
      'are not looked at without bd',
      {
        ...uncommitted([['.beads/b', 'd2']]),
        tracker: { ...tracker, uncommittedIssues: () => [['.beads/b', 'd2']] },
      },
      {},
    ],
    [
      'are not looked at where nobody looked as the session began',
      { ...uncommitted([['.beads/b', 'd2']]), kept: success({}) },
      {},
    ],
    [
      'are not looked at where what is kept cannot be read',
      { ...uncommitted([['.beads/b', 'd2']]), kept: UNREAD },
      {},
    ],
  ])('%s', async (_what, parts, expected) => {
    expect(await EXAMINATIONS['beads sync'](gateWorld(parts))).toEqual(expected);
  });

  it('are named, with the commands that commit them', () => {
    expect(beadsSyncBlock(['.beads/a', '.beads/b'])?.lines).toEqual([
      'Blocked: this session left changes in .beads/ uncommitted: .beads/a, .beads/b.',
      'Next: bd sync   # or: git add .beads; git commit -m "Sync issues"',
    ]);
    expect(beadsSyncBlock([])).toBeUndefined();
  });
});

describe('files that are not committed', () => {
  const uncommitted = (found: ReturnType<typeof tracker.uncommittedFiles>) => ({
    tracker: { ...tracker, uncommittedFiles: () => found },
  });

  it.each<[string, Partial<ExaminedStop>, unknown]>([
    [
      'are told of',
      uncommitted(['a', 'b']),
      { advice: 'Not committed yet: 2 files of this checkout.' },
    ],
    [
      'are told of where it is one',
      uncommitted(['a']),
      { advice: 'Not committed yet: 1 file of this checkout.' },
    ],
    ['are not where there are none', uncommitted([]), {}],
    ['are not where git fails', uncommitted({ reason: 'not a git repository' }), {}],
  ])('%s', async (_what, parts, expected) => {
    expect(await EXAMINATIONS['git status'](gateWorld(parts))).toEqual(expected);
  });

  it.each([
    ['a short while', 100, 100],
    ['longer than advice is waited for', 9_000_000, 2000],
  ])('where %s is left, are waited for no longer', async (_what, left, waited) => {
    const waits: number[] = [];
    const uncommittedFiles = (mostMs: number) => {
      waits.push(mostMs);
      return [];
    };
    const world = gateWorld({ tracker: { ...tracker, uncommittedFiles }, timeLeft: () => left });
    await EXAMINATIONS['git status'](world);
    expect(waits).toEqual([waited]);
  });
});

describe('ready work', () => {
  const ready = (found: Awaited<ReturnType<typeof tracker.listIssues>>) => listening(found).tracker;

  it.each<[string, ExaminedStop['tracker'], unknown]>([
    [
      'is told of',
      ready([issue('bd-1')]),
      { advice: 'Ready work (1):\n  bd-1 [P1] Title of bd-1' },
    ],
    ['is not where there is none', ready([]), {}],
    ['is not where bd fails', ready({ reason: 'bd ready failed' }), {}],
    ['is not without bd', { ...ready([issue('bd-1')]), isThere: false }, {}],
  ])('%s', async (_what, by, expected) => {
    expect(await EXAMINATIONS['available work'](gateWorld({ tracker: by }))).toEqual(expected);
  });

  it('is what bd is asked for', async () => {
    const { asked, tracker: by } = listening();
    await EXAMINATIONS['available work'](gateWorld({ tracker: by, timeLeft: () => 100 }));
    expect(asked).toEqual([['ready', 100]]);
  });
});

describe('blocked work', () => {
  const blocked = (found: Awaited<ReturnType<typeof tracker.listIssues>>) =>
    listening(found).tracker;

  it.each<[string, ExaminedStop['tracker'], unknown]>([
    ['blocks', blocked([issue('bd-1')]), { block: blockedWorkBlock([issue('bd-1')]) }],
    ['does not where there is none', blocked([]), { block: undefined }],
    [
      'cannot be told where bd fails, which the user is told',
      blocked({ reason: 'bd blocked failed' }),
      { notes: ['Cannot list blocked work: bd blocked failed.'] },
    ],
    ['is not looked at without bd', { ...blocked([issue('bd-1')]), isThere: false }, {}],
  ])('%s', async (_what, by, expected) => {
    expect(await EXAMINATIONS['orchestrator guidance'](gateWorld({ tracker: by }))).toEqual(
      expected,
    );
  });

  it.each([
    ['a short while', 100, 100],
    ['a long time', 9_000_000, 5000],
  ])('is what bd is asked for, where %s is left', async (_what, left, waited) => {
    const { asked, tracker: by } = listening();
    await EXAMINATIONS['orchestrator guidance'](gateWorld({ tracker: by, timeLeft: () => left }));
    expect(asked).toEqual([['blocked', waited]]);
  });

  it('is named, with what to do about it', () => {
    expect(blockedWorkBlock([issue('bd-1', ['bd-2', 'bd-3'])])?.lines).toEqual([
      'Blocked: this session orchestrates others, and no one was told of this blocked work:',
      '  bd-1 [P1] Title of bd-1, waits for bd-2, bd-3',
      'Next: unblock it, or tell those who wait for it. Each item is reported once: bd blocked',
    ]);
    expect(blockedWorkBlock([])).toBeUndefined();
  });
});

describe('a todo list', () => {
  it('is named, with what to do about it', () => {
    const open = [
      { text: 'x', status: 'pending' },
      { text: 'y', status: 'in_progress' },
    ];
    expect(todosBlock(open)?.lines).toEqual([
      'Blocked: its todo list has 2 open items: x (pending), y (in_progress).',
      'Next: finish the items and mark them completed, or remove those not to be done and tell the user why.',
    ]);
    expect(todosBlock([])).toBeUndefined();
  });
});

describe('of many things', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

  it.each<[string, number, string]>([
    ['none are named where there are none', 0, ''],
    ['all are named up to five', 5, '0, 1, 2, 3, 4'],
    ['the others are counted', 7, '0, 1, 2, 3, 4 and 2 more'],
  ])('in a line %s', (_what, count, text) => {
    expect(named(some(count), (one) => one)).toBe(text);
  });

  it.each<[string, number, readonly string[]]>([
    ['all have a line up to five', 5, ['0', '1', '2', '3', '4']],
    ['the others are counted', 7, ['0', '1', '2', '3', '4', '  and 2 more']],
  ])('in lines %s', (_what, count, lines) => {
    expect(listed(some(count), (one) => one)).toEqual(lines);
  });

  it.each<[string, readonly string[], string]>([
    ['an issue', [], 'bd-1 [P1] Title of bd-1'],
    ['an issue that waits', ['bd-2', 'bd-3'], 'bd-1 [P1] Title of bd-1, waits for bd-2, bd-3'],
  ])('%s has one line', (_what, waitsFor, text) => {
    expect(beadText(issue('bd-1', waitsFor))).toBe(text);
  });
});

describe('a continuation review', () => {
  const verdictOf = (parts: Partial<ContinuationVerdict> = {}): ContinuationVerdict => ({
    should_continue: true,
    reason: 'A worker runs.',
    suggestion: 'End it.',
    ...parts,
  });
  const reviewing = (verdict: ContinuationVerdict | undefined, parts: Partial<ExaminedStop> = {}) =>
    EXAMINATIONS['continuation review'](
      gateWorld({
        loadReviews: async () => ({
          reviewContinuation: async () => ({ verdict, notes: ['A note.'] }),
          checkReality: () => Promise.reject(new Error('it was not asked for')),
        }),
        ...parts,
      }),
    );

  it.each<[string, ContinuationVerdict | undefined, readonly string[] | undefined]>([
    [
      'that finds more to do blocks, and says the next step',
      verdictOf(),
      ['This session should continue:', 'A worker runs.', 'Next: End it.'],
    ],
    [
      'suggests no way around a gate',
      verdictOf({ suggestion: 'Use --skip-tests' }),
      ['This session should continue:', 'A worker runs.'],
    ],
    [
      'that finds nothing more to do blocks nothing',
      verdictOf({ should_continue: false }),
      undefined,
    ],
    ['that came to no verdict blocks nothing', undefined, undefined],
  ])('%s', async (_what, verdict, lines) => {
    const { block, notes } = await reviewing(verdict);
    expect(block?.lines).toEqual(lines);
    expect(notes).toEqual(['A note.']);
  });

  it('without a key is made where another judge is asked', async () => {
    const usual = defaultConfiguration();
    const configuration = { ...usual, judge: { ...usual.judge, backend: 'claude' as const } };
    const { block } = await reviewing(verdictOf(), { configuration, lacksKey: true });
    expect(block?.checker).toBe('continuation-review');
    expect(continuationBlock(verdictOf())).toEqual(block);
  });

  it('that fails with what is no error says what it is', async () => {
    const { notes } = await reviewing(undefined, { loadReviews: () => Promise.reject('no room') });
    expect(notes).toEqual(['The continuation review failed: no room']);
  });
});

describe('a reality check', () => {
  const checking = (verdict: RealityVerdict | undefined) =>
    EXAMINATIONS['reality check'](
      gateWorld({
        loadReviews: async () => ({
          reviewContinuation: () => Promise.reject(new Error('it was not asked for')),
          checkReality: async () => ({ verdict, notes: ['A note.'] }),
        }),
      }),
    );
  const ASKS = reviewVerdict({ missingItems: [], questionsForUser: ['Which?'] });

  it.each<[string, RealityVerdict | undefined, boolean, readonly string[]]>([
    ['that came to no verdict blocks nothing', undefined, false, ['A note.']],
    [
      'that only has questions puts them to the user',
      ASKS,
      false,
      ['For you to decide: Which?', 'A note.'],
    ],
    ['that misses something blocks', reviewVerdict(), true, ['A note.']],
    [
      'that misses something as well leaves its questions to the block',
      reviewVerdict({ questionsForUser: ['Which?'] }),
      true,
      ['A note.'],
    ],
    ['that passes blocks nothing', reviewVerdict({ pass: true }), false, ['A note.']],
    [
      'that fails without saying what is missing blocks',
      reviewVerdict({ missingItems: [] }),
      true,
      ['A note.'],
    ],
  ])('%s', async (_what, verdict, isBlocked, said) => {
    const { block, notes } = await checking(verdict);
    expect(block !== undefined).toBe(isBlocked);
    expect(notes).toEqual(said);
  });

  it('says what is missing, what comes next and what only the user can answer', () => {
    const verdict = reviewVerdict({
      reason: `${'x'.repeat(3000)}`,
      missingItems: ['the tests'],
      suggestedNextSteps: ['Write them.'],
      questionsForUser: ['Which?'],
    });
    expect(realityBlock(verdict)?.lines).toEqual([
      'Blocked: the work does not do what the user asked for:',
      'x'.repeat(2000),
      'Next: do what is missing: the tests',
      'Next: Write them.',
      'Ask the user: Which?',
    ]);
  });
});

describe('standing checks', () => {
  const now = {
    check: 'c',
    command: 'npm test',
    scope: '*',
    tree: { bound: true, digest: 'd1' },
  } as const;
  const run: StandingRun = {
    kind: 'run',
    at: '2026-03-01T12:00:00Z',
    session: null,
    checkout: '/project',
    check: 'c',
    tree: 'd1',
    outcome: 'passed',
    detail: '',
    ran: 14,
    failed: [],
    wrote: [],
    again: false,
  };
  const PASSED: StandingVerdict = { now, is: 'passed', run, isFlaky: false };
  const NOT_RUN: StandingVerdict = { now, is: 'not-run', before: undefined };
  const seen = (verdicts: readonly StandingVerdict[], held: readonly StandingVerdict[]) => ({
    standing: () => ({
      verdicts,
      decision: { held, told: [], names: ['a name'], owed: {} },
      endTurn: () => undefined,
    }),
  });
  const examined = (parts: Partial<ExaminedStop>) =>
    EXAMINATIONS['standing checks'](gateWorld(parts));

  it('are nothing where none were looked at', async () => {
    expect(await examined({})).toEqual({});
  });

  it('that hold a session are told by its block alone', async () => {
    const found = await examined(seen([NOT_RUN], [NOT_RUN]));
    expect(found.block).toEqual(standingBlock([NOT_RUN], ['a name'], LINES_HERE));
    expect(found).toMatchObject({ told: [], receipts: [], block: { told: ['a name'] } });
  });

  it('that hold none are told by their names, and what passed once for these files', async () => {
    const found = await examined(seen([PASSED, NOT_RUN], []));
    expect(found.block).toBeUndefined();
    expect(found.told).toEqual(['a name']);
    expect(found.receipts).toEqual([
      { name: 'standing:proved:c:d1', what: 'proved', text: 'npm test (14 tests)' },
    ]);
  });

  it('that passed on files which cannot be told are known by themselves alone', async () => {
    const tree = { bound: false, why: 'unreadable', reason: 'x' } as const;
    const { receipts } = await examined(seen([{ ...PASSED, now: { ...now, tree } }], []));
    expect(receipts?.map(({ name }) => name)).toEqual(['standing:proved:c:']);
  });

  it('have the commands of the project where no folder is looked at', async () => {
    const { environment } = gateWorld();
    const { block } = await examined({
      ...seen([NOT_RUN], [NOT_RUN]),
      environment: { ...environment, namedProject: '/work/a' },
      promises: { ...promises, checks: [] },
    });
    expect(block).toEqual(standingBlock([NOT_RUN], ['a name'], commandLinesFor('/work/a', 'cs')));
  });

  it.each<[string, Configuration['checks']['always'], boolean]>([
    ['concern a stop where there are some', [{ run: 'npm test' }], true],
    ['concern none where there are none', [], false],
  ])('%s', (_what, always, isConcerned) => {
    const usual = defaultConfiguration();
    const configuration = { ...usual, checks: { ...usual.checks, always } };
    const checker = CHECKERS.find(({ name }) => name === 'standing checks');
    expect(checker?.concerns(gateWorld({ configuration }))).toBe(isConcerned);
  });
});

describe('a block by promises', () => {
  const blockOf = async (parts: Partial<ExaminedStop>) =>
    (await EXAMINATIONS['completion promise'](gateWorld(parts))).block;
  const HELD = { promises: { ...promises, checks: [heldCheck('x')] } };
  const MADE = success({
    made_by_subagents: { [PROMISE_ID]: { agent: 'agent-1', type: 'reviewer' } },
  });
  const MADE_BY_NO_KIND = success({ made_by_subagents: { [PROMISE_ID]: { agent: 'agent-1' } } });
  const SHOW = LINES_HERE.show(PROMISE_ID);

  it('is none where nothing holds the session', async () => {
    expect(await EXAMINATIONS['completion promise'](gateWorld())).toEqual({ block: undefined });
  });

  it.each<[string, Partial<ExaminedStop>, string]>([
    [
      'of the session says that a subagent made it',
      { ...HELD, kept: MADE },
      `${PROMISE_ID} was created by a subagent (reviewer, agent-1): ${SHOW}`,
    ],
    [
      'of the session says so where the kind is not known',
      { ...HELD, kept: MADE_BY_NO_KIND },
      `${PROMISE_ID} was created by a subagent (agent-1): ${SHOW}`,
    ],
    [
      'of a subagent says why it is asked',
      { ...HELD, stopper: { ...stopper, isSubagent: true } },
      'You are blocked because you created it. If you cannot complete it, say in your answer what is missing and why: the session that started you is checked next.',
    ],
  ])('%s', async (_what, parts, last) => {
    const usual = await blockOf(HELD);
    expect((await blockOf(parts))?.lines).toEqual([...(usual?.lines ?? []), last]);
  });

  it.each<[string, Partial<ExaminedStop>]>([
    ['what is kept of it cannot be read', { ...HELD, kept: UNREAD }],
    ['nothing is kept of it', HELD],
  ])('names no subagent where %s', async (_where, parts) => {
    const block = promiseBlock({ checks: [heldCheck('x')], failed: [], lost: [] }, LINES_HERE);
    expect(await blockOf(parts)).toEqual(block);
  });

  it('of a further folder begins with its name', () => {
    const further = { ...heldCheck('x'), folder: '/work/b', isFurther: true };
    const block = promiseBlock({ checks: [MAY_END, further], failed: [], lost: [] }, LINES_HERE);
    expect(block?.lines[0]).toBe('IN /work/b:');
    const own = promiseBlock(
      { checks: [heldCheck('x'), MAY_END], failed: [], lost: [] },
      LINES_HERE,
    );
    expect(own?.lines[0]).toMatch(/^Blocked: /);
    expect(own?.lines).toHaveLength(1);
  });

  it('is one by what cannot be read, in whichever folder that is', () => {
    const unread = {
      ...MAY_END,
      unread: { kind: 'broken-file', file: { path: 'x', reason: 'x' } } as const,
    };
    const block = promiseBlock(
      { checks: [heldCheck('x'), unread], failed: [], lost: [] },
      LINES_HERE,
    );
    expect(block?.checker).toBe('promises-unread');
    expect(block?.lines).toContain('Blocked: the promises of this session cannot be read.');
  });

  describe('that were lost', () => {
    const SINCE: LostPromise = { id: 'y', how: 'vanished', noticed: 'since-last-stop' };
    const BY_REGISTER: LostPromise = {
      id: 'z',
      how: 'vanished',
      noticed: 'by-register',
      session: OWNER,
      project: '/project',
      now: undefined,
      lessenings: [],
    };

    it('keeps for the register what it knew of', () => {
      const block = promiseBlock(
        { checks: [MAY_END], failed: [], lost: [SINCE, BY_REGISTER] },
        LINES_HERE,
      );
      expect(block?.lost).toEqual([BY_REGISTER]);
      expect(block?.lines[0]).toMatch(/^Blocked: something other than completion-promise/);
      expect(block?.lines.at(-1)).toBe(
        `Next: tell the user what happened to them and why. If the work is still wanted, create a new promise: ${LINES_HERE.create()}`,
      );
    });

    it.each<[string, boolean, string]>([
      ['names the command that shows one that is still there', true, `: ${LINES_HERE.show('y')}`],
      ['names none for one that is nowhere', false, '.'],
    ])('%s', (_what, isThere, end) => {
      const { promise } = heldCheck('x').owned[0] ?? {};
      if (promise === undefined) throw new Error('no promise is there');
      const view = {
        ...MAY_END.view,
        whereaboutsOf: () =>
          isThere ? ({ place: 'active', promise } as const) : ({ place: 'nowhere' } as const),
      };
      const block = promiseBlock(
        { checks: [MAY_END, { ...MAY_END, view }], failed: [], lost: [SINCE] },
        LINES_HERE,
      );
      expect(block?.lines[1]).toBe(`y was open at the last stop; its file is gone${end}`);
    });

    it('comes before what validators failed, which blocks for itself', () => {
      const fail = {
        id: PROMISE_ID,
        criterion: 'AC-1',
        by: 'run:claude-code',
        at: '2026-03-01T12:00:00Z',
        findings: ['it is slow'],
        commands: LINES_HERE,
      };
      const failedBlock = promiseBlock({ checks: [MAY_END], failed: [fail], lost: [] }, LINES_HERE);
      expect(failedBlock).toEqual({
        checker: 'failed-validation',
        lines: [
          'Blocked once: a validator looked at the work and failed it.',
          expect.stringMatching(/^AC-1: it is slow\nNext: /),
        ],
        told: [`fail:${PROMISE_ID}:AC-1:run:claude-code:2026-03-01T12:00:00Z`],
      });
      const both = promiseBlock({ checks: [MAY_END], failed: [fail], lost: [SINCE] }, LINES_HERE);
      expect(both?.checker).toBe('lost-promises');
    });
  });
});
