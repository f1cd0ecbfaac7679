import { describe, expect, it } from 'vitest';
import type { ProofStanding } from '../../../src/domain/base/failure.ts';
import { isProved, proofStanding, provedElsewhere } from '../../../src/domain/promise/proof.ts';
import { tierOf } from '../../../src/domain/promise/tier.ts';
import type { TakeTree, TreeScope } from '../../../src/domain/promise/tree.ts';
import { nextActions } from '../../../src/domain/standing/next-action.ts';
import {
  type CheckSettings,
  decideCheck,
  openItems,
} from '../../../src/domain/standing/stop-check.ts';
import {
  CHECK_SETTINGS,
  namedPromise,
  noTree,
  promiseValue,
  sessionValue,
} from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import {
  attemptsOf,
  CHECKS,
  criterionValue,
  proofParts,
  STATES,
  type State,
  treeIs,
  treeOverlooks,
} from '../../rig/values/proof-values.ts';

const NOW_TREE = treeIs('now');
const LATER = treeIs('later');

describe('how a proof stands: what was proved × the tree', () => {
  it.each<[State, TakeTree, ProofStanding['standing'], boolean]>([
    ['words', NOW_TREE, 'none', true],
    ['words', noTree, 'none', true],
    ['unproved', NOW_TREE, 'unproved', false],
    ['proved', NOW_TREE, 'fresh', true],
    ['proved', LATER, 'stale', false],
    ['proved', noTree, 'unknown', false],
    ['proved', treeOverlooks, 'unknown', false],
    ['stale', NOW_TREE, 'stale', false],
    ['not bound', NOW_TREE, 'not-bound', true],
    ['not bound', noTree, 'not-bound', true],
    ['other checks', NOW_TREE, 'checks-changed', false],
    ['other checks', noTree, 'checks-changed', false],
    ['self-chosen', NOW_TREE, 'fresh', true],
    ['self-chosen', LATER, 'stale', false],
    ['self-chosen', noTree, 'unknown', false],
    ['self-chosen, failed since', NOW_TREE, 'unproved', false],
    ['checks, and a self-chosen proof', NOW_TREE, 'unproved', false],
  ])('%s', (state, takeTree, standing, isOpen) => {
    const stands = proofStanding(criterionValue(STATES[state]), takeTree);
    expect(stands.standing).toBe(standing);
    expect(isProved(stands)).toBe(isOpen);
  });

  it.each<[string, PromiseParts, ProofStanding['standing']]>([
    ['null for a proof', { checks: CHECKS, proof: null }, 'unproved'],
    ['no checks in their list', { checks: [], proof: null }, 'none'],
    [
      'a check more than was proved',
      { checks: [...CHECKS, ...CHECKS], proof: proofParts() },
      'checks-changed',
    ],
    [
      'checks with their keys in another order',
      { checks: [{ run: 'npm test', kind: 'command' }], proof: proofParts() },
      'fresh',
    ],
    [
      'a proof without the digest of its checks',
      { checks: CHECKS, proof: proofParts({ checks: null }) },
      'checks-changed',
    ],
    [
      'a proof of an unknown source',
      { checks: CHECKS, proof: proofParts({ source: 'elsewhere' }) },
      'unproved',
    ],
    ['a failure that is null', { checks: CHECKS, proof: proofParts({ failed_at: null }) }, 'fresh'],
    ['a proof of checks that were taken out since', { checks: null, proof: proofParts() }, 'fresh'],
  ])('%s: %s', (_name, parts, standing) => {
    expect(proofStanding(criterionValue(parts), NOW_TREE).standing).toBe(standing);
  });

  it('holds a proof against what it depends on, and takes no tree where there is none', () => {
    const asked: TreeScope[] = [];
    const takeTree: TakeTree = (scope) => {
      asked.push(scope);
      return { bound: true, digest: 'now' };
    };
    proofStanding(criterionValue(STATES.words), takeTree);
    proofStanding(criterionValue(STATES.unproved), takeTree);
    proofStanding(criterionValue(STATES['not bound']), takeTree);
    expect(asked).toEqual([]);
    const narrow = proofParts({ inputs: ['src/**'], files: ['dist/a'] });
    proofStanding(criterionValue({ checks: CHECKS, proof: narrow }), takeTree);
    expect(asked).toEqual([{ inputs: ['src/**'], files: ['dist/a'] }]);
  });
});

describe('the files that changed since a stale proof', () => {
  const later =
    (more: object): TakeTree =>
    () => ({ bound: true, digest: 'later', changedSince: (at) => [`after ${at}`], ...more });

  it.each<[string, PromiseParts, TakeTree, readonly string[] | undefined]>([
    ['are those after its newest one', { last_change: 7.5 }, later({}), ['after 7.5']],
    ['are not known to a proof of an earlier version', {}, later({}), undefined],
    ['are not known by a time that is none', { last_change: '7' }, later({}), undefined],
    [
      'are not known of the project folder in the place of its checkout',
      { last_change: 7, checkout: '/side' },
      later({ isInstead: true, changedSince: undefined }),
      undefined,
    ],
  ])('%s', (_name, parts, takeTree, changed) => {
    const criterion = criterionValue({ checks: CHECKS, proof: proofParts(parts) });
    expect(proofStanding(criterion, takeTree)).toMatchObject({ standing: 'stale' });
    expect(proofStanding(criterion, takeTree).changed).toEqual(changed);
  });

  it('are not asked for while it is fresh', () => {
    const changedSince = () => {
      throw new Error('it was asked for');
    };
    const criterion = criterionValue({ checks: CHECKS, proof: proofParts({ last_change: 7 }) });
    const takeTree: TakeTree = () => ({ bound: true, digest: 'now', changedSince });
    expect(proofStanding(criterion, takeTree)).toEqual({ standing: 'fresh', reason: '' });
  });
});

describe('how the proof of another checkout stands: what it is held against × whether it is equal', () => {
  const tree =
    (digest: string, isInstead: boolean): TakeTree =>
    (_scope, checkout) => ({
      bound: true,
      digest: checkout === '/side' ? digest : 'another',
      ...(isInstead ? { isInstead } : {}),
    });

  it.each<[string, TakeTree, ProofStanding]>([
    ['its checkout, equal', tree('now', false), { standing: 'fresh', reason: '' }],
    [
      'its checkout, edited',
      tree('later', false),
      { standing: 'stale', reason: 'in the checkout /side', checkout: '/side' },
    ],
    ['the project, equal', tree('now', true), { standing: 'fresh', reason: '' }],
    [
      'the project, which differs',
      tree('later', true),
      { standing: 'stale', reason: 'compared with the project folder: its checkout /side is gone' },
    ],
    [
      'its checkout, which cannot be read',
      () => ({ bound: false, why: 'unreadable', reason: 'git did not answer' }),
      {
        standing: 'unknown',
        reason: 'git did not answer, in the checkout /side',
        checkout: '/side',
      },
    ],
  ])('%s', (_what, takeTree, standing) => {
    const proof = proofParts({ checkout: '/side' });
    expect(proofStanding(criterionValue({ checks: CHECKS, proof }), takeTree)).toEqual(standing);
  });

  it.each<[string, PromiseParts | null, TakeTree, boolean]>([
    ['no proof', null, NOW_TREE, false],
    ['a proof of the project', proofParts(), LATER, false],
    ['a proof that names null', proofParts({ checkout: null }), LATER, false],
    ['equal content', proofParts({ checkout: '/side' }), NOW_TREE, false],
    ['other content', proofParts({ checkout: '/side' }), LATER, true],
    ['a project that cannot be read', proofParts({ checkout: '/side' }), noTree, true],
    ['a proof bound to nothing', proofParts({ checkout: '/side', tree: null }), LATER, false],
  ])('proved elsewhere than in the project: %s', (_what, proof, takeTree, isElsewhere) => {
    const one = criterionValue({ checks: CHECKS, proof });
    const elsewhere = isElsewhere ? [{ ac_id: 'AC-1', checkout: '/side' }] : [];
    expect(provedElsewhere([one], takeTree)).toEqual(elsewhere);
  });
});

describe('the tier of a criterion: its own over the promise over the project', () => {
  it.each<[unknown, unknown, number, boolean, number]>([
    [undefined, undefined, 1, true, 1],
    [undefined, undefined, 2, true, 2],
    [undefined, 2, 1, true, 2],
    [undefined, 1, 2, true, 1],
    [1, 2, 2, true, 1],
    [2, 1, 1, true, 2],
    [3, 1, 1, true, 3],
    [null, 2, 1, true, 2],
    [null, null, 2, true, 2],
    [2, 2, 2, false, 1],
    [3, undefined, 1, false, 1],
    [1, undefined, 2, false, 1],
  ])(
    'criterion %j, promise %j, project %j, judges on: %j: %j',
    (own, promise, tier, isOn, expected) => {
      const parts = promise === undefined ? {} : { tier: promise };
      const one = criterionValue(own === undefined ? {} : { tier: own });
      const settings = { tier, tier2Enabled: isOn, tier3Enabled: true, tier3VoteCount: 3 };
      expect(tierOf(one, promiseValue('session-a', parts), settings)).toBe(expected);
    },
  );
});

const JUDGED = {
  status: 'success',
  verdict: 'PASS',
  timestamp: '2026-03-01T00:00:00Z',
  criteria: [{ ac_id: 'AC-1', judgment: 'PASS' }],
};

const decide = (parts: PromiseParts, settings: Partial<CheckSettings> = {}) =>
  decideCheck({
    session: sessionValue('session-a'),
    promises: [namedPromise('promise-1', 'session-a', parts)],
    broken: [],
    settings: { ...CHECK_SETTINGS, ...settings },
    takeTree: NOW_TREE,
  });

describe('what a criterion lacks: met × proof × tier × judged × waived', () => {
  const met = (parts: PromiseParts = {}) => metCriterion('AC-1', parts);
  const unmet = (parts: PromiseParts = {}) => criterion('AC-1', parts);
  const waived = { waived: { by: 'person', at: 'then', reason: 'old' } };

  it.each<[string, PromiseParts, PromiseParts, string]>([
    ['met in words', met(), {}, 'nothing'],
    ['not met', unmet(), {}, 'met'],
    ['marked met, no evidence', met({ evidence: null }), {}, 'evidence'],
    ['marked met, evidence that is not there', met({ evidence: undefined }), {}, 'evidence'],
    ['marked met, blank evidence', met({ evidence: ' \n\t' }), {}, 'evidence'],
    [
      'marked met, evidence that no one sees',
      met({ evidence: '\u200b\u2060\u00ad' }),
      {},
      'evidence',
    ],
    ['marked met, evidence of fillers', met({ evidence: '\u3164\u2800' }), {}, 'evidence'],
    ['met, evidence in any script', met({ evidence: '通過' }), {}, 'nothing'],
    ['met, a sign for evidence', met({ evidence: '✓' }), {}, 'nothing'],
    ['marked met, no evidence, and waived', met({ evidence: '', ...waived }), {}, 'nothing'],
    ['proved, no evidence', met({ ...STATES.proved, evidence: '' }), {}, 'evidence'],
    [
      'marked met, no evidence, and stale: the proof first',
      met({ ...STATES.stale, evidence: '' }),
      {},
      'proof',
    ],
    [
      'of tier 2, judged, no evidence',
      met({ tier: 2, evidence: '' }),
      { judgments: [JUDGED] },
      'evidence',
    ],
    ['met, and not proved', met(STATES.unproved), {}, 'proof'],
    ['not met and not proved: the proof first', unmet(STATES.unproved), {}, 'proof'],
    ['met and proved', met(STATES.proved), {}, 'nothing'],
    ['proved and not met', unmet(STATES.proved), {}, 'met'],
    ['met, and its proof is stale', met(STATES.stale), {}, 'proof'],
    ['met, and its proof is of other checks', met(STATES['other checks']), {}, 'proof'],
    ['met and proved, and not bound', met(STATES['not bound']), {}, 'nothing'],
    ['met by a command that holds', met(STATES['self-chosen']), {}, 'nothing'],
    ['met by a command, and changed since', met(STATES['self-chosen, stale']), {}, 'proof'],
    ['met by a command that failed since', met(STATES['self-chosen, failed since']), {}, 'proof'],
    ['waived, whatever else', unmet({ ...STATES.stale, ...waived }), {}, 'nothing'],
    ['met, of tier 2, and not judged', met({ tier: 2 }), {}, 'judgment'],
    ['met, of tier 3, and not judged', met({ tier: 3 }), {}, 'judgment'],
    ['met, of tier 2, and judged', met({ tier: 2 }), { judgments: [JUDGED] }, 'nothing'],
    ['not met, of tier 2, and judged', unmet({ tier: 2 }), { judgments: [JUDGED] }, 'met'],
    ['of a promise of tier 2', met(), { tier: 2 }, 'judgment'],
    ['of tier 1 in a promise of tier 2', met({ tier: 1 }), { tier: 2 }, 'nothing'],
    [
      'met again after it was judged',
      met({ tier: 2, met_at: '2026-03-02T00:00:00Z' }),
      { judgments: [JUDGED] },
      'judgment',
    ],
    [
      'judged by a WARN',
      met({ tier: 2 }),
      { judgments: [{ ...JUDGED, verdict: 'WARN' }] },
      'judgment',
    ],
    [
      'of tier 2, and its proof is stale',
      met({ ...STATES.stale, tier: 2 }),
      { judgments: [JUDGED] },
      'proof',
    ],
    ['of tier 2, waived', met({ tier: 2, ...waived }), {}, 'nothing'],
  ])('%s: %s', (_name, one, parts, lack) => {
    const promise = promiseValue('session-a', { acceptance_criteria: [one], ...parts });
    const [item] = openItems(promise, CHECK_SETTINGS, NOW_TREE);
    expect(item?.lack ?? 'nothing').toBe(lack);
    expect(decide({ acceptance_criteria: [one], ...parts }).mayEnd).toBe(lack === 'nothing');
  });

  it('a tier that asks for a judge asks for none where judges are off', () => {
    expect(
      decide({ acceptance_criteria: [met({ tier: 2 })] }, { tier2Enabled: false }).mayEnd,
    ).toBe(true);
  });
});

describe('how often a criterion may fail before it is for a person', () => {
  const failing = (times: number) => [
    criterion('AC-1', {
      attempts: attemptsOf(...Array.from({ length: times }, () => 'cs prove: FAIL')),
    }),
  ];
  it.each([
    [0, 3, false],
    [3, 3, false],
    [4, 3, true],
    [1, 1, false],
    [2, 1, true],
    [50, 50, false],
  ])('failed %i times, and %i are allowed: %s', (times, maxRetries, isForPerson) => {
    const parts = { acceptance_criteria: failing(times) };
    const [open] = decide(parts, { maxRetries }).inProgress;
    expect(open?.open).toMatchObject([{ failures: times, isForPerson }]);
    const [action] = nextActions(decide(parts, { maxRetries }));
    expect(action?.act).toBe(isForPerson ? 'tell-person' : 'meet');
  });
});

describe('the next actions', () => {
  const failed = { attempts: attemptsOf('a: FAIL', 'a: FAIL', 'a: FAIL', 'a: FAIL') };
  it.each<[string, readonly PromiseParts[], readonly string[]]>([
    ['not met: meet it', [criterion('AC-1')], ['meet']],
    ['no evidence: meet it', [metCriterion('AC-1', { evidence: '' })], ['meet']],
    [
      'proved, no evidence: prove it',
      [metCriterion('AC-1', { ...STATES.proved, evidence: '' })],
      ['prove'],
    ],
    ['proved, not met: prove it', [criterion('AC-1', STATES.proved)], ['prove']],
    ['not proved: prove it', [criterion('AC-1', STATES.unproved)], ['prove']],
    ['stale: prove it again', [metCriterion('AC-1', STATES.stale)], ['prove']],
    [
      'several not proved: prove them at once',
      [metCriterion('AC-1', STATES.stale), criterion('AC-2', STATES.unproved)],
      ['prove'],
    ],
    [
      'one to meet and one to prove: both',
      [criterion('AC-1', STATES.unproved), criterion('AC-2')],
      ['meet', 'prove'],
    ],
    ['not judged: ask the judge', [metCriterion('AC-1', { tier: 2 })], ['judge']],
    [
      'one to meet, and one to judge: first meet it',
      [metCriterion('AC-1', { tier: 2 }), criterion('AC-2')],
      ['meet'],
    ],
    [
      'failed by a validator: its answer comes first, whatever else is open',
      [metCriterion('AC-1', { attempts: attemptsOf('v: FAIL') }), criterion('AC-2')],
      ['answer-fail', 'meet'],
    ],
    [
      'failed by one, and passed by another: the FAIL stands',
      [metCriterion('AC-1', { attempts: attemptsOf('v: FAIL', 'w: PASS') })],
      ['answer-fail'],
    ],
    [
      'failed, and passed by the same: nothing',
      [metCriterion('AC-1', { attempts: attemptsOf('v: FAIL', 'v: PASS') })],
      [],
    ],
    [
      'failed by a program: no opinion of anybody',
      [criterion('AC-1', { attempts: attemptsOf('cs prove: FAIL', 'cs meet --run: FAIL') })],
      ['meet'],
    ],
    ['failed too often: tell a person', [criterion('AC-1', failed)], ['tell-person']],
    [
      'failed too often, and another to prove: both',
      [criterion('AC-1', failed), criterion('AC-2', STATES.unproved)],
      ['prove', 'tell-person'],
    ],
    [
      'not judged, and failed too often: tell a person',
      [metCriterion('AC-1', { tier: 2, ...failed })],
      ['tell-person'],
    ],
  ])('%s', (_name, criteria, acts) => {
    expect(nextActions(decide({ acceptance_criteria: criteria })).map(({ act }) => act)).toEqual(
      acts,
    );
  });
});

describe('a project that wants its promises verified', () => {
  const verified = { endRequires: 'verified' } as const;
  it.each<[string, PromiseParts, Partial<CheckSettings>, readonly string[]]>([
    [
      'nothing left open: verify it',
      { acceptance_criteria: [metCriterion('AC-1')] },
      verified,
      ['verify'],
    ],
    ['no criteria: verify it', { acceptance_criteria: [] }, verified, ['verify']],
    [
      'something left open: that first',
      { acceptance_criteria: [criterion('AC-1')] },
      verified,
      ['meet'],
    ],
    ['pending: start it', { status: 'pending' }, verified, ['start']],
    ['verified: nothing', { status: 'verified' }, verified, []],
    ['cancelled: nothing', { status: 'cancelled' }, verified, []],
    ['another project: nothing', { acceptance_criteria: [metCriterion('AC-1')] }, {}, []],
  ])('%s', (_name, parts, settings, acts) => {
    const decision = decide(parts, settings);
    expect(nextActions(decision).map(({ act }) => act)).toEqual(acts);
    expect(decision.mayEnd).toBe(acts.length === 0);
  });
});
