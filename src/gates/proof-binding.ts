import { type CheckResult, failedCheck, skipped } from '../domain/base/check-result.ts';
import { scopeOfChecks } from '../domain/promise/check.ts';
import { changedPaths, type TreeDigest, type TreeScope } from '../domain/promise/tree.ts';
import {
  type ProofBinding,
  type ProvableCriterion,
  type ProvingRun,
  standingControl,
} from '../domain/standing/proving.ts';
import type { Checkout, TreeSnapshot } from '../ports.ts';

/** How many changed files a result names. */
const MOST_NAMED = 5;

const WHOLE: TreeScope = { inputs: null, files: [] };

type Scopes = ReadonlyMap<ProvableCriterion, TreeScope>;

/** The scope of each criterion: the inputs of its checks and the files that they look at. */
export function scopesOf(provable: readonly ProvableCriterion[], snapshot: TreeSnapshot): Scopes {
  return new Map(provable.map((one) => [one, scopeOf(one, snapshot)]));
}

/** Checks that only look at files depend on those files alone where there is no repository. */
function scopeOf({ checks }: ProvableCriterion, snapshot: TreeSnapshot): TreeScope {
  const scope = scopeOfChecks(checks);
  const isFilesOnly = checks.length > 0 && checks.every(({ files }) => files.length > 0);
  if (scope.inputs !== null || !isFilesOnly) return scope;
  const digest = snapshot.digest(scope);
  const hasNoRepository = !digest.bound && digest.why === 'no-repository';
  return hasNoRepository ? { ...scope, inputs: [] } : scope;
}

/** Why a criterion's checks are not run: its inputs match no file, or the checkout cannot be read. */
export function bindingFault(
  scope: TreeScope | undefined,
  snapshot: TreeSnapshot,
): CheckResult | undefined {
  const digest = snapshot.digest(scope ?? WHOLE);
  if (digest.bound || digest.why === 'no-repository' || digest.why === 'overlooked') {
    return undefined;
  }
  return skipped(digest.why === 'no-match' ? 'inputs' : 'checkout', digest.reason);
}

/**
 * Binds runs to the state of the checkout, which must be the same before and after. A run whose inputs
 * changed meanwhile gets a result that says so and proves nothing; so does one whose control is vacuous.
 */
export function bindRuns(
  runs: readonly ProvingRun[],
  scopes: Scopes,
  before: TreeSnapshot,
  checkout: Checkout,
): readonly ProvingRun[] {
  const after = checkout.snapshot();
  const scopeFor = (run: ProvingRun): TreeScope => scopes.get(run.provable) ?? WHOLE;
  const glances = new Map(runs.map((run) => [run, after.glance(scopeFor(run))]));
  const digests = new Map(runs.map((run) => [run, after.digest(scopeFor(run))]));
  // A glance stands for a fingerprint only where it was the same before and after the fingerprint was taken.
  const last = checkout.snapshot();
  return runs.map((run) => {
    const scope = scopeFor(run);
    const glance = glances.get(run);
    const isSteady = glance !== undefined && glance === last.glance(scope);
    const binding = bindingOf(scope, digests.get(run), isSteady ? glance : null);
    const changed = changeWhile(scope, before, after);
    return {
      ...run,
      binding,
      results: [
        ...run.results,
        ...(changed === undefined ? [] : [changed]),
        ...controlResults(run),
      ],
    };
  });
}

/** The result of this run's control, or of an earlier one that still stands. */
function controlResults({ control, provable }: ProvingRun): readonly CheckResult[] {
  if (control?.outcome === 'vacuous') return [failedCheck('control', `vacuous: ${control.detail}`)];
  const standing = control === undefined ? standingControl(provable) : undefined;
  return standing === undefined ? [] : [standing];
}

function bindingOf(
  { files, inputs }: TreeScope,
  digest: TreeDigest | undefined,
  glance: string | null,
): ProofBinding {
  if (digest?.bound !== true) return { bound: false, reason: digest?.reason ?? '' };
  return { bound: true, tree: digest.digest, glance, inputs, files };
}

function changeWhile(
  scope: TreeScope,
  before: TreeSnapshot,
  after: TreeSnapshot,
): CheckResult | undefined {
  const first = before.digest(scope);
  const last = after.digest(scope);
  if (!first.bound && !last.bound) return undefined;
  if (first.bound && last.bound && first.digest === last.digest) return undefined;
  const paths = changedPaths(before.entries(scope), after.entries(scope), MOST_NAMED);
  const what = paths.length === 0 ? '' : `: ${paths.join(', ')}`;
  return skipped(
    'inputs_unchanged',
    `what it depends on changed while it ran${what}. Run it again; what a check writes belongs into .gitignore, or narrow it with --inputs`,
  );
}
