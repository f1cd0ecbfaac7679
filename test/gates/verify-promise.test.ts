import { describe, expect, it } from 'vitest';
import { failedCheck, passed } from '../../src/domain/base/check-result.ts';
import { failed, success } from '../../src/domain/base/result.ts';
import { withJudgment } from '../../src/domain/closing/decide-closing.ts';
import type { ClosingRequest, JudgeRun } from '../../src/domain/closing/facts.ts';
import { NO_TIER_ONE, type TierOne } from '../../src/domain/closing/tier-one.ts';
import {
  digestOfFacts,
  evidenceOf,
  type JudgedFacts,
} from '../../src/domain/judging/judged-facts.ts';
import {
  type AskableDemand,
  type ClosingWorld,
  type ToldRun,
  verifyPromise,
} from '../../src/gates/verify-promise.ts';
import { askingValue, CLOSING_REQUEST, judgeRunValue } from '../rig/values/closing-values.ts';
import {
  actorValue,
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  sessionValue,
  successOf,
} from '../rig/values/domain-values.ts';
import { resultValue } from '../rig/values/judge-values.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  validatorResponse,
} from '../rig/values/promises.ts';
import { CHECKS, proofParts, treeIs } from '../rig/values/proof-values.ts';
import { createMemoryStore, emptyTables } from '../rig/worlds/memory-store.ts';

/** A project's own command that came out so. */
const ALWAYS = (isPassed: boolean): TierOne => ({
  ...NO_TIER_ONE,
  always: [
    {
      command: 'npm test',
      results: [isPassed ? passed('npm test', '') : failedCheck('npm test', 'exit code 1')],
    },
  ],
});

interface Setup {
  /** Of the promise. */
  readonly parts?: PromiseParts;
  readonly by?: string;
  readonly request?: Partial<ClosingRequest>;
  /** Whether a judge is wanted, and what it says. */
  readonly judge?: 'FAIL' | 'PASS';
  /** More of its run. */
  readonly run?: Partial<JudgeRun>;
  readonly world?: (own: ClosingWorld) => Partial<ClosingWorld>;
  /** What others do while the project's commands run. */
  readonly meanwhile?: () => PromiseParts;
  readonly tierOne?: TierOne;
}

/** A promise of `session-a`, met and asked of nobody else, that is taken through the gates; nobody disturbs it. */
async function verify({
  by = 'session-a',
  judge,
  meanwhile,
  parts,
  request,
  run,
  tierOne = NO_TIER_ONE,
  world = () => ({}),
}: Setup) {
  const tables = emptyTables();
  const of = (more: PromiseParts = {}) =>
    promiseValue('session-a', { acceptance_criteria: [metCriterion('AC-1')], ...parts, ...more });
  tables.promises.set(PROMISE_ID, of());
  const store = createMemoryStore(tables, by, Date.parse(NOW));
  const looked: string[] = [];
  let asked = 0;
  const ask = async (facts: JudgedFacts) => {
    asked += 1;
    const seen = { digest: digestOfFacts(facts), evidence: evidenceOf(facts) };
    const result = resultValue({ verdict: judge ?? 'PASS' });
    const told: ToldRun = {
      ...judgeRunValue({ result, ...seen, ...run }),
      lines: () => [],
      notes: [],
    };
    return success(told);
  };
  const demand: AskableDemand =
    judge === undefined ? { demand: 'none' } : { ...askingValue(), ask };
  const own: ClosingWorld = {
    promises: store.promises,
    validations: store.validations,
    lookAtTree: () => treeIs('now'),
    lookAtTierOne: async (_promise, part) => {
      looked.push(part);
      if (meanwhile !== undefined) tables.promises.set(PROMISE_ID, of(meanwhile()));
      return success(tierOne);
    },
    lookAtWork: () => undefined,
    now: () => NOW,
  };
  const verified = await verifyPromise({
    id: PROMISE_ID,
    promise: of(),
    session: sessionValue(by),
    request: { ...CLOSING_REQUEST, validation: 'off', ...request, judge: demand },
    world: { ...own, ...world(own) },
  });
  const { judgments, status } = tables.promises.get(PROMISE_ID) ?? {};
  return { asked, kept: judgments?.length ?? 0, looked, status, verified };
}

const INTERRUPTED = { kind: 'interrupted', action: 'the commands ran' } as const;
const UNMET = { acceptance_criteria: [criterion('AC-1')] };
const WORDS_ALONE = { parts: { acceptance_criteria: [] }, request: { proof: 'it is done' } };

describe('a judge is asked', () => {
  it.each<[string, Setup, number, string]>([
    ['where all else is open', { judge: 'PASS' }, 1, 'verified'],
    ['never while a cheaper gate is shut', { judge: 'PASS', tierOne: ALWAYS(false) }, 0, 'failed'],
    ['never where there is nothing to judge', { judge: 'PASS', ...WORDS_ALONE }, 0, 'verified'],
    ['never where none is wanted', {}, 0, 'verified'],
  ])('%s', async (_when, setup, times, outcome) => {
    const { asked, verified } = await verify(setup);
    expect(asked).toBe(times);
    expect(verified.ok ? verified.value.outcome : 'failed').toBe(outcome);
  });
});

/** A judgment that another session asks for. */
const OTHER: Setup = { by: 'session-b', judge: 'PASS', request: { to: 'judge' } };

describe('the project is looked at', () => {
  it.each<[string, Setup, readonly string[]]>([
    ['not while the promise itself is not done', { parts: UNMET, judge: 'PASS' }, []],
    ['with its commands, to close', {}, ['all']],
    ['without them, for another session', OTHER, ['files']],
    ['once more without them where a judge took its time', { judge: 'PASS' }, ['all', 'files']],
  ])('%s', async (_when, setup, parts) => {
    expect((await verify(setup)).looked).toEqual(parts);
  });

  it.each<[string, Setup, 'all' | 'files', object]>([
    ['first', {}, 'all', { ok: false, failure: INTERRUPTED }],
    [
      'after a validator',
      { request: { validation: 'required' } },
      'files',
      { ok: false, failure: INTERRUPTED },
    ],
    [
      'after the judge, whose run is told all the same',
      { judge: 'PASS' },
      'files',
      { ok: true, value: { outcome: 'refused', failure: INTERRUPTED, run: { byModel: true } } },
    ],
  ])(
    'and where that is interrupted, nothing is closed: %s',
    async (_when, setup, last, outcome) => {
      const { status, verified } = await verify({
        ...setup,
        world: () => ({
          validate: async () => true,
          lookAtTierOne: async (_promise, part) =>
            part === last ? failed(INTERRUPTED) : success(NO_TIER_ONE),
        }),
      });
      expect(verified).toMatchObject(outcome);
      expect(status).toBe('in_progress');
    },
  );

  it('not where the promise is verified already', async () => {
    const parts = { status: 'verified', verification: { verified_at: NOW } };
    const { looked, verified } = await verify({ judge: 'PASS', parts });
    expect(successOf(verified)).toMatchObject({ outcome: 'already-verified', promise: parts });
    expect(looked).toEqual([]);
  });
});

describe('a promise that another command ends at the same time', () => {
  const verified = { status: 'verified', verification: { verified_at: NOW } };
  it.each<[string, Setup, object]>([
    ['verified', { meanwhile: () => verified }, { value: { outcome: 'already-verified' } }],
    [
      'verified, and the judge was asked',
      { judge: 'PASS', meanwhile: () => verified },
      { value: { outcome: 'refused', run: { byModel: true } } },
    ],
    [
      'cancelled',
      { meanwhile: () => ({ status: 'cancelled' }) },
      { failure: { kind: 'wrong-status', status: 'cancelled' } },
    ],
  ])('%s', async (_how, setup, outcome) => {
    expect((await verify(setup)).verified).toMatchObject(outcome);
  });
});

describe('a judgment is kept with the promise', () => {
  it.each<[string, Setup, number]>([
    ['that rejects it', { judge: 'FAIL' }, 1],
    ['but not one of rules', { judge: 'FAIL', run: { byModel: false } }, 0],
    ['nor one whose caller did something wrong', { judge: 'FAIL', run: { fault: INTERRUPTED } }, 0],
    ['that another session asked for', OTHER, 1],
    ['but not one of rules for another session', { ...OTHER, run: { byModel: false } }, 0],
  ])('%s', async (_what, setup, count) => {
    const { kept, status, verified } = await verify(setup);
    expect(successOf(verified)).toMatchObject({ warnings: [] });
    expect(kept).toBe(count);
    expect(status).toBe('in_progress');
  });

  it('and keeps it from being closed unjudged', async () => {
    const rejected = judgeRunValue({ result: resultValue({ verdict: 'FAIL' }) });
    const before = withJudgment(promiseValue('session-a'), rejected, actorValue('session-a'));
    const { verified } = await verify({ parts: { judgments: before.promise.judgments } });
    expect(failureOf(verified)).toMatchObject({ kind: 'judge-rejected' });
  });
});

describe('for another session than the owner', () => {
  it('a promise is judged, and stays open', async () => {
    const { asked, status, verified } = await verify(OTHER);
    expect(successOf(verified)).toMatchObject({ outcome: 'recorded', stillShut: undefined });
    expect([asked, status]).toEqual([1, 'in_progress']);
  });

  it('what its owner lacks of answers is said beside the judgment', async () => {
    const request: Setup['request'] = { ...OTHER.request, validation: 'required' };
    expect(successOf((await verify({ ...OTHER, request })).verified)).toMatchObject({
      outcome: 'recorded',
      stillShut: { kind: 'validation-blocked' },
    });
  });

  it('one of which a person lifted every criterion stays open, and is not judged', async () => {
    const lifted = metCriterion('AC-1', {
      waived: { by: 'person', at: NOW, reason: 'not needed' },
    });
    const parts = { acceptance_criteria: [lifted] };
    const { asked, status, verified } = await verify({ ...OTHER, parts });
    expect(failureOf(verified)).toMatchObject({
      kind: 'wrong-status',
      attempted: 'be judged: it has no criteria',
    });
    expect([asked, status]).toEqual([0, 'in_progress']);
  });
});

describe('a validator is run', () => {
  /** Whether it was run at the close of a promise that lacks an answer, and what came of that. */
  async function validated(setup: Setup) {
    let isRun = false;
    const { verified } = await verify({
      ...setup,
      request: { validation: 'required', ...setup.request },
      world: ({ validations }) => ({
        validate: async () => {
          isRun = true;
          const told = { storedBy: 'v', sessionId: null, evidenceDigest: null };
          await validations.store(PROMISE_ID, 'AC-1', validatorResponse('PASS'), told);
          return true;
        },
      }),
    });
    return { isRun, outcome: verified.ok ? verified.value.outcome : verified.failure.kind };
  }

  it.each<[string, Setup, boolean, string]>([
    ['where its answer alone is missing, which counts', {}, true, 'verified'],
    ['never while a gate before is shut', { tierOne: ALWAYS(false) }, false, 'always-failed'],
    ['never where no gate is shut', { request: { validation: 'off' } }, false, 'verified'],
    ['never for the judgment of another session', OTHER, false, 'recorded'],
  ])('%s', async (_when, setup, isRun, outcome) => {
    expect(await validated(setup)).toEqual({ isRun, outcome });
  });
});

describe('what is new counts', () => {
  it('a proof that went stale while the commands of the project ran', async () => {
    const proved = metCriterion('AC-1', { checks: CHECKS, proof: proofParts() });
    const trees = ['now', 'changed'];
    const { status, verified } = await verify({
      parts: { acceptance_criteria: [proved] },
      tierOne: ALWAYS(true),
      world: () => ({ lookAtTree: () => treeIs(trees.shift() ?? 'changed') }),
    });
    expect(failureOf(verified)).toMatchObject({ kind: 'unproved' });
    expect(status).toBe('in_progress');
  });

  it('a promise that went to another session meanwhile', async () => {
    const ownership = { created_by: 'session-a', created_at: NOW, owned_by: 'session-b' };
    const { status, verified } = await verify({ meanwhile: () => ({ ownership }) });
    expect(failureOf(verified)).toMatchObject({ kind: 'not-owner' });
    expect(status).toBe('in_progress');
  });
});

describe('a judgment that cannot be stored', () => {
  const failure = { kind: 'usage', message: 'no' } as const;
  const unstored: Setup['world'] = ({ promises }) => ({
    promises: { ...promises, change: async () => failed(failure) },
  });

  it('of a FAIL keeps the promise open all the same, and is said', async () => {
    const { verified } = await verify({ judge: 'FAIL', world: unstored });
    expect(successOf(verified)).toMatchObject({ outcome: 'refused', warnings: [failure] });
  });

  it('of a PASS keeps it open', async () => {
    const { verified } = await verify({ judge: 'PASS', world: unstored });
    expect(successOf(verified)).toMatchObject({ outcome: 'refused', failure, warnings: [] });
  });

  it('for another session is no judgment', async () => {
    const { verified } = await verify({ ...OTHER, world: unstored });
    expect(successOf(verified)).toMatchObject({ outcome: 'refused', failure });
  });
});
