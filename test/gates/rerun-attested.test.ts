import { expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../src/adapters/git/checkout.ts';
import { createNodeGit } from '../../src/adapters/git/node-git.ts';
import { digestOfChecks } from '../../src/domain/promise/proof.ts';
import { rerunAttested } from '../../src/gates/rerun-attested.ts';
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

/** Runs the checks of a promise that came along, by a user who recorded none, in a folder that holds `a.txt`. */
function rerun(criteria: readonly PromiseParts[], signal = new AbortController().signal) {
  const promise = promiseOf(PROMISE_ID, { acceptance_criteria: criteria });
  const [attested] = bundleOf(linesFor(promise, newKey())).promises;
  if (attested === undefined) throw new Error('nothing came along');
  const project = scratchProject();
  project.write('a.txt', 'done');
  const { folder } = project;
  const own = undefined;
  return rerunAttested(
    attested,
    { trust: false, own },
    {
      project: folder,
      seals: { seal: () => '', isSealed: () => false },
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
const COMMAND = { kind: 'command', run: 'touch ran.txt' };

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

it('no command of another runs that this user did not record', async () => {
  expect(failureOf(await rerun([provedBy('AC-1', THERE), provedBy('AC-2', COMMAND)]))).toEqual({
    kind: 'untrusted-checks',
    id: PROMISE_ID,
    act: 'rerun',
    commands: [{ criterion: 'AC-2', command: 'touch ran.txt' }],
  });
});

it('an interrupt says that nothing is known, whatever the checks came to', async () => {
  const interrupted = AbortSignal.abort();
  expect(failureOf(await rerun([provedBy('AC-1', THERE)], interrupted))).toEqual({
    kind: 'interrupted',
    action: 'the checks ran',
  });
});
