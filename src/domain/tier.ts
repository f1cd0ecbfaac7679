import { type CompletionPromise, type Criterion, criteriaToProve } from './promise.ts';

/** What the project asks of every criterion that says nothing else. */
export interface TierSettings {
  readonly tier: number;
  /** Off: no criterion asks for a judge by its tier. */
  readonly tier2Enabled: boolean;
  /** Off: no criterion asks for a vote; one of tier 3 asks for one judge. */
  readonly tier3Enabled: boolean;
  /** How many votes a criterion of tier 3 asks for. */
  readonly tier3VoteCount: number;
}

/**
 * What it takes to close a criterion (DESIGN §4): its own tier over the promise's over the project's.
 * 1: Gates 1 and 2. 2: and one judge. 3: and a vote.
 */
export function tierOf(
  criterion: Criterion,
  promise: CompletionPromise,
  { tier, tier2Enabled, tier3Enabled }: TierSettings,
): number {
  const asked = criterion.tier ?? promise.tier ?? tier;
  if (!tier2Enabled) return Math.min(asked, 1);
  return tier3Enabled ? asked : Math.min(asked, 2);
}

/** How many votes of a judge a criterion asks for by its tier; none where it asks for no judge. */
export function votesFor(
  criterion: Criterion,
  promise: CompletionPromise,
  settings: TierSettings,
): number {
  const tier = tierOf(criterion, promise, settings);
  if (tier > 2) return settings.tier3VoteCount;
  return tier > 1 ? 1 : 0;
}

/** How many votes a promise asks for: as many as the criterion of it that asks for most. */
export function votesNeeded(promise: CompletionPromise, settings: TierSettings): number {
  return Math.max(0, ...criteriaToProve(promise).map((one) => votesFor(one, promise, settings)));
}
