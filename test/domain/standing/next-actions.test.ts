import { describe, expect, it } from 'vitest';
import type { BrokenFile } from '../../../src/domain/base/failure.ts';
import type { NamedPromise } from '../../../src/domain/promise/promise.ts';
import { type NextAction, nextActions } from '../../../src/domain/standing/next-action.ts';
import { decideCheck } from '../../../src/domain/standing/stop-check.ts';
import { checkFacts, namedPromise, sessionValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { attemptsOf, CHECKS, proofParts, treeIs } from '../../rig/values/proof-values.ts';

const BROKEN: BrokenFile = { path: '/promises/promise-9.json', reason: 'it is empty' };
const IN_PROGRESS = namedPromise('promise-1', 'session-a', {
  acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2'), criterion('AC-3')],
});
const PENDING = namedPromise('promise-2', 'session-a', { status: 'pending' });
const PAUSED = namedPromise('promise-3', 'session-a', { status: 'paused' });

const MEET: NextAction = { act: 'meet', id: 'promise-1', criterion: 'AC-2' };
const START: NextAction = { act: 'start', id: 'promise-2' };
const INSPECT: NextAction = { act: 'inspect', id: 'promise-3' };
const REPAIR: NextAction = { act: 'repair' };

describe('what brings a blocked session forward', () => {
  it.each<[string, readonly NamedPromise[], readonly BrokenFile[], readonly NextAction[]]>([
    ['in progress: meet its first unmet criterion', [IN_PROGRESS], [], [MEET]],
    ['pending: start it', [PENDING], [], [START]],
    ['a status that nobody knows: look at it', [PAUSED], [], [INSPECT]],
    ['a broken file: repair', [], [BROKEN], [REPAIR]],
    ['two broken files: repair once', [], [BROKEN, BROKEN], [REPAIR]],
    [
      'all of them, in the order in which they help',
      [PAUSED, PENDING, IN_PROGRESS],
      [BROKEN],
      [REPAIR, MEET, START, INSPECT],
    ],
    ['nothing is open: nothing', [], [], []],
    ['promises of others: nothing', [namedPromise('promise-4', 'session-b')], [], []],
    ['orphans: nothing, they do not block', [namedPromise('promise-4', null)], [], []],
    [
      'kept: nothing',
      [namedPromise('promise-4', 'session-a', { acceptance_criteria: [metCriterion('AC-1')] })],
      [],
      [],
    ],
  ])('%s', (_name, promises, broken, actions) => {
    const decision = decideCheck(checkFacts(sessionValue('session-a'), promises, broken));
    expect(nextActions(decision)).toEqual(actions);
  });

  it.each<[string, readonly (string | undefined)[], string | undefined]>([
    ['the project folder', [undefined, undefined], undefined],
    ['one worktree', ['/side', '/side'], '/side'],
    ['a worktree and the project folder', ['/side', undefined], undefined],
    ['two worktrees', ['/side', '/other'], undefined],
  ])(
    'stale proofs of %s: prove them again, in the checkout that all of them are of',
    (_name, checkouts, where) => {
      const criteria = checkouts.map((checkout, index) =>
        metCriterion(`AC-${index + 1}`, { checks: CHECKS, proof: proofParts({ checkout }) }),
      );
      const promise = namedPromise('promise-1', 'session-a', { acceptance_criteria: criteria });
      const facts = checkFacts(sessionValue('session-a'), [promise]);
      const decision = decideCheck({ ...facts, takeTree: treeIs('later') });
      expect(nextActions(decision)).toEqual([{ act: 'prove', id: 'promise-1', checkout: where }]);
    },
  );

  it.each<[string, PromiseParts, readonly NextAction[]]>([
    ['in words: new words', {}, [{ act: 'meet', id: 'promise-1', criterion: 'AC-1' }]],
    [
      'by a program: another run, since words do not replace it',
      { checks: CHECKS, proof: proofParts() },
      [{ act: 'prove', id: 'promise-1' }],
    ],
  ])('a judge rejected what was met %s, and then the judge', (_how, parts, first) => {
    const promise = namedPromise('promise-1', 'session-a', {
      acceptance_criteria: [metCriterion('AC-1', parts)],
      judgments: [{ status: 'success', verdict: 'FAIL', failed: ['AC-1'] }],
    });
    const facts = checkFacts(sessionValue('session-a'), [promise]);
    const decision = decideCheck({ ...facts, takeTree: treeIs('now') });
    expect(nextActions(decision)).toEqual([...first, { act: 'judge', id: 'promise-1' }]);
  });

  describe('rejected by a judge, or not judged yet', () => {
    const by = (verdict: string, ...failed: readonly string[]): PromiseParts => ({
      status: 'success',
      verdict,
      failed,
    });
    const FAIL = by('FAIL', 'AC-1');
    const ONE = [metCriterion('AC-1')];
    const JUDGE: NextAction = { act: 'judge', id: 'promise-1' };
    const REWORD: NextAction = { act: 'meet', id: 'promise-1', criterion: 'AC-1' };
    const UNMET = [metCriterion('AC-1'), criterion('AC-2')];

    it.each<
      [string, readonly PromiseParts[], readonly PromiseParts[], 1 | 2, readonly NextAction[]]
    >([
      ['not judged, where it has to be: the judge', ONE, [], 2, [JUDGE]],
      ['rejected: new evidence, and the judge once', ONE, [FAIL], 2, [REWORD, JUDGE]],
      ['the same where no judge has to be asked', ONE, [FAIL], 1, [REWORD, JUDGE]],
      ['rejected as a whole: the judge', ONE, [by('FAIL')], 1, [JUDGE]],
      ['rejected beside open work: that work first', UNMET, [FAIL], 2, [MEET]],
      ['the same where no judge has to be asked', UNMET, [FAIL], 1, [MEET]],
      ['for a criterion that is gone: new evidence', [], [by('FAIL', 'AC-1')], 1, [REWORD, JUDGE]],
      ['as often as it may be', ONE, [FAIL, FAIL, FAIL], 1, [REWORD, JUDGE]],
      [
        'once more than that: a person',
        ONE,
        [FAIL, FAIL, FAIL, FAIL],
        1,
        [{ act: 'tell-person', id: 'promise-1', criterion: 'AC-1', failures: 4 }],
      ],
    ])('%s', (_what, acceptance_criteria, judgments, tier, actions) => {
      const promises = [
        namedPromise('promise-1', 'session-a', { acceptance_criteria, judgments, tier }),
      ];
      const facts = checkFacts(sessionValue('session-a'), promises);
      for (const endRequires of ['met', 'verified'] as const) {
        const settings = { ...facts.settings, endRequires };
        expect(nextActions(decideCheck({ ...facts, settings }))).toEqual(actions);
      }
    });

    it('where it has to be verified and was not rejected: verify', () => {
      const promises = [namedPromise('promise-1', 'session-a', { acceptance_criteria: ONE })];
      const facts = checkFacts(sessionValue('session-a'), promises);
      const settings = { ...facts.settings, endRequires: 'verified' } as const;
      expect(nextActions(decideCheck({ ...facts, settings }))).toEqual([
        { act: 'verify', id: 'promise-1' },
      ]);
    });
  });

  describe('a validator failed a criterion', () => {
    const often = attemptsOf('ada: FAIL', 'ada: FAIL', 'ada: FAIL', 'ada: FAIL');
    const once = attemptsOf('ada: FAIL');
    const answered = (id: string, name: string): NextAction => {
      return { act: 'answer-fail', id, criterion: name, by: 'ada' };
    };
    const actionsOf = (...promises: readonly NamedPromise[]) =>
      nextActions(decideCheck(checkFacts(sessionValue('session-a'), promises)));
    const promise = (id: string, ...criteria: readonly PromiseParts[]) =>
      namedPromise(id, 'session-a', { acceptance_criteria: criteria });

    it('once: its answer again, and the work', () => {
      expect(actionsOf(promise('promise-1', criterion('AC-1', { attempts: once })))).toEqual([
        answered('promise-1', 'AC-1'),
        { act: 'meet', id: 'promise-1', criterion: 'AC-1' },
      ]);
    });

    it('too often: a person, for this criterion of this promise alone', () => {
      const lost = criterion('AC-1', { attempts: often });
      const another = metCriterion('AC-2', { attempts: once });
      const elsewhere = promise('promise-2', metCriterion('AC-1', { attempts: often }));
      expect(actionsOf(promise('promise-1', lost, another), elsewhere)).toEqual([
        answered('promise-1', 'AC-2'),
        answered('promise-2', 'AC-1'),
        { act: 'tell-person', id: 'promise-1', criterion: 'AC-1', failures: 4 },
      ]);
    });

    it('too often, beside open work: that work, and a person for the rest', () => {
      const lost = criterion('AC-1', { attempts: often });
      expect(actionsOf(promise('promise-1', lost, criterion('AC-2')))).toEqual([
        { act: 'meet', id: 'promise-1', criterion: 'AC-2' },
        { act: 'tell-person', id: 'promise-1', criterion: 'AC-1', failures: 4 },
      ]);
    });
  });

  it('names the promise by its file, whatever id the file claims', () => {
    const { promise } = namedPromise('promise-of-the-text', 'session-a');
    const promises = [{ id: 'promise-of-the-name', promise }];
    const decision = decideCheck(checkFacts(sessionValue('session-a'), promises));
    expect(nextActions(decision)).toEqual([
      { act: 'meet', id: 'promise-of-the-name', criterion: 'AC-1' },
    ]);
  });
});
