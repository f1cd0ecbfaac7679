import { type CheckResult, skipped } from '../domain/base/check-result.ts';
import { matcherOf } from '../domain/base/glob.ts';
import { isNarrowed, scopeOfChecks } from '../domain/promise/check.ts';
import { changedPaths, type TreeDigest, type TreeScope } from '../domain/promise/tree.ts';
import type { ProofBinding, ProvableCriterion, ProvingRun } from '../domain/standing/proving.ts';
import type { Checkout, TreeSnapshot } from '../ports.ts';

/** How many changed files a result names. */
const MOST_NAMED = 5;

const WHOLE: TreeScope = { inputs: null, files: [] };

type Scopes = ReadonlyMap<ProvableCriterion, TreeScope>;

/**
 * The scope of each criterion: the inputs of its checks and the files that they look at. `written`: what commands of
 * the promise write for its checks to read.
 */
export function scopesOf(
  provable: readonly ProvableCriterion[],
  written: readonly string[],
  snapshot: TreeSnapshot,
): Scopes {
  return new Map(provable.map((one) => [one, scopeOf(one, written, snapshot)]));
}

/**
 * Checks that only look at files depend on those files alone where there is no repository. All of a folder that is no
 * repository is not searched, with or without the files that commands write there.
 */
function scopeOf(
  { checks }: ProvableCriterion,
  written: readonly string[],
  snapshot: TreeSnapshot,
): TreeScope {
  const scope = scopeOfChecks(checks, written);
  const isFilesOnly = checks.length > 0 && checks.every(({ files }) => files.length > 0);
  const isWhole = scope.inputs === null || !isNarrowed(checks);
  if (!isWhole || (scope.inputs === null && !isFilesOnly)) return scope;
  const digest = snapshot.digest({ ...scope, inputs: null });
  const hasNoRepository = !digest.bound && digest.why === 'no-repository';
  return hasNoRepository ? { ...scope, inputs: isFilesOnly ? [] : null } : scope;
}

/** The same scopes without the artifacts that the runs left: each prove may write others. */
export function withoutArtifacts(
  scopes: Scopes,
  runs: readonly ProvingRun[],
  snapshot: TreeSnapshot,
): Scopes {
  const paths = runs.flatMap(({ artifacts = [] }) => artifacts.map(({ path }) => path));
  if (paths.length === 0) return scopes;
  const narrowed = [...scopes].map(([one, scope]) => {
    if (!snapshot.digest(scope).bound) return [one, scope] as const;
    const inputs = scope.inputs ?? ['**'];
    const left = paths.filter(matcherOf(inputs)).map((path) => `!${path}`);
    return [one, { ...scope, inputs: [...inputs, ...left].sort() }] as const;
  });
  return new Map(narrowed);
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
 * changed meanwhile gets a result that says so and proves nothing.
 */
export function bindRuns(
  runs: readonly ProvingRun[],
  scopes: Scopes,
  before: TreeSnapshot,
  checkout: Checkout,
): readonly ProvingRun[] {
  const after = checkout.snapshot();
  return runs.map((run) => {
    const scope = scopes.get(run.provable) ?? WHOLE;
    const tree = after.digest(scope);
    const changed = changeWhile(scope, tree, before, after);
    return {
      ...run,
      binding: bindingOf(scope, tree, () => lastOf(after.changeTimes(scope))),
      results: [...run.results, ...(changed === undefined ? [] : [changed])],
    };
  });
}

function bindingOf(
  { files, inputs }: TreeScope,
  tree: TreeDigest,
  lastChange: () => number | null,
): ProofBinding {
  if (!tree.bound) return { bound: false, reason: tree.reason };
  return { bound: true, tree: tree.digest, lastChange: lastChange(), inputs, files };
}

function lastOf(times: ReadonlyMap<string, number>): number | null {
  let last: number | null = null;
  for (const time of times.values()) last = Math.max(last ?? 0, time);
  return last;
}

function changeWhile(
  scope: TreeScope,
  last: TreeDigest,
  before: TreeSnapshot,
  after: TreeSnapshot,
): CheckResult | undefined {
  const first = before.digest(scope);
  if (!first.bound && !last.bound) return undefined;
  if (first.bound && last.bound && first.digest === last.digest) return undefined;
  const paths = changedPaths(before.entries(scope), after.entries(scope));
  const more = paths.length - MOST_NAMED;
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const what = named === '' ? '' : `: ${named}${more > 0 ? ` and ${more} more` : ''}`;
  return skipped(
    'inputs_unchanged',
    `its inputs changed while it ran${what}. Run it again; add files that a check writes to .gitignore, or narrow its inputs`,
  );
}
