import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../src/adapters/git/checkout.ts';
import { createNodeGit } from '../../src/adapters/git/node-git.ts';
import type { DeclaredCheck } from '../../src/domain/promise/promise.ts';
import { digestOfChecks } from '../../src/domain/promise/proof.ts';
import { rerunAttested } from '../../src/gates/rerun-attested.ts';
import { sealFor, type TrustWorld } from '../../src/gates/trust.ts';
import { bundleOf, linesFor, newKey, promiseOf, TREE } from '../rig/values/bundles.ts';
import { failureOf, PROMISE_ID, successOf } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { proofParts, selfChosen } from '../rig/values/proof-values.ts';
import { checkWorld } from '../rig/worlds/check-world.ts';
import { scratchProject } from '../rig/worlds/repository.ts';

/** A criterion that was proved elsewhere by a check. */
function provedBy(id: string, check: PromiseParts): PromiseParts {
  const checks = [{ kind: '', ...check }];
  return metCriterion(id, {
    checks,
    proof: proofParts({ tree: TREE, checks: digestOfChecks(checks) }),
  });
}

/** A criterion that was proved elsewhere by a run that its session chose. */
const chosen = (id: string, check: PromiseParts): PromiseParts =>
  metCriterion(id, { proof: selfChosen({ tree: TREE, check }) });

/** A user who knows their own seals again. */
const TRUST: TrustWorld = {
  project: '/work',
  seals: {
    seal: (text) => `sealed ${text}`,
    isSealed: (text, given) => given === `sealed ${text}`,
  },
};

interface How {
  readonly signal?: AbortSignal;
  readonly trust?: boolean;
  /** The criteria of the same promise as it is here. */
  readonly own?: readonly PromiseParts[];
}

/** Runs the checks of a promise that came along in a folder that holds `a.txt`. */
function rerun(
  criteria: readonly PromiseParts[],
  { own, signal = new AbortController().signal, trust = false }: How = {},
) {
  const promise = promiseOf(PROMISE_ID, { acceptance_criteria: criteria });
  const [attested] = bundleOf(linesFor(promise, newKey())).promises;
  if (attested === undefined) throw new Error('nothing came along');
  const project = scratchProject();
  project.write('a.txt', 'done');
  const { folder } = project;
  return rerunAttested(
    attested,
    { trust, own: own && promiseOf(PROMISE_ID, { acceptance_criteria: own }) },
    {
      ...TRUST,
      checks: checkWorld({ folder, signal }),
      checkout: createNodeCheckout(folder, NO_DEADLINE),
      otherCheckout: undefined,
      git: createNodeGit(folder, 60_000),
      keepArtifact: (path, { length }) => ({ path, bytes: length, sha256: null }),
      schedule: { atOnce: 1, onStart: () => {}, onEnd: () => {} },
      show: async () => ({ kind: 'no-test-changed' }),
    },
  );
}

const THERE = { kind: 'file', path: 'a.txt' };
const GONE = { kind: 'file', path: 'gone.txt' };
const COMMAND = { kind: 'command', run: 'node -e 0' };

it('each proof that came along is held against this folder, and one that cannot be says why', async () => {
  const ran = await rerun([
    provedBy('AC-1', THERE),
    provedBy('AC-2', GONE),
    chosen('AC-3', { kind: 'oracle' }),
    chosen('AC-4', { kind: 'command', run: 'curl -u [redacted: password]' }),
    criterion('AC-5', { checks: [GONE] }),
  ]);
  expect(successOf(ran)).toMatchObject([
    { promise: PROMISE_ID, ac_id: 'AC-1', verdict: 'PASS', reason: '' },
    { promise: PROMISE_ID, ac_id: 'AC-2', verdict: 'FAIL', reason: '' },
    {
      promise: PROMISE_ID,
      ac_id: 'AC-4',
      verdict: null,
      results: [],
      reason: 'a secret in its command did not travel',
    },
    {
      promise: PROMISE_ID,
      ac_id: 'AC-3',
      verdict: null,
      results: [],
      reason: 'it has nothing that can be run here',
    },
  ]);
});

it('where nothing that came along can be run, nothing else of the promise is', async () => {
  const hidden = chosen('AC-1', { kind: 'command', run: 'curl -u [redacted: password]' });
  const ran = await rerun([hidden, criterion('AC-2', { checks: [COMMAND] })]);
  expect(successOf(ran)).toMatchObject([{ ac_id: 'AC-1', verdict: null }]);
});

describe('a command of another', () => {
  const came = [provedBy('AC-1', COMMAND)];
  const sealed = (check: DeclaredCheck) =>
    criterion('AC-1', {
      checks: [check],
      trust: sealFor(PROMISE_ID, 'AC-1', [check], TRUST),
    });

  it.each<[string, How]>([
    ['where this user says so', { trust: true }],
    ['where this user recorded just it', { own: [criterion('AC-2'), sealed(COMMAND)] }],
  ])('runs %s', async (_when, how) => {
    expect(successOf(await rerun(came, how))).toMatchObject([{ ac_id: 'AC-1', verdict: 'PASS' }]);
  });

  it.each<[string, How]>([
    ['that this user recorded nothing of', {}],
    ['of a promise that is here without a seal', { own: [criterion('AC-1')] }],
    ['of a criterion that is not here', { own: [criterion('AC-2')] }],
    ['in place of the one that this user recorded', { own: [sealed({ ...COMMAND, run: 'x' })] }],
  ])('%s does not run', async (_which, how) => {
    expect(failureOf(await rerun(came, how))).toEqual({
      kind: 'untrusted-checks',
      id: PROMISE_ID,
      act: 'rerun',
      commands: [{ criterion: 'AC-1', command: 'node -e 0' }],
    });
  });
});

it('an interrupt says that nothing is known, whatever the checks came to', async () => {
  const signal = AbortSignal.abort();
  expect(failureOf(await rerun([provedBy('AC-1', THERE)], { signal }))).toEqual({
    kind: 'interrupted',
    action: 'the checks ran',
  });
});
