import { type CompletionPromise, type Criterion, criteriaToProve } from './promise.ts';

/** The tiers that a criterion, a promise or a project can ask for. */
export const TIERS = [1, 2, 3] as const;

/** The project's settings for criteria that name no tier of their own. */
export interface TierSettings {
  readonly tier: number;
  /** Where false, no tier asks for a judge. */
  readonly tier2Enabled: boolean;
  /** Where false, no tier asks for a vote: tier 3 asks for one judge. */
  readonly tier3Enabled: boolean;
  /** How many votes a criterion of tier 3 asks for. */
  readonly tier3VoteCount: number;
}

/**
 * The tier of a criterion: its own, else the promise's, else the project's. Tier 1 asks for Gates 1 and 2,
 * tier 2 for a judge as well, tier 3 for a vote of judges.
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

/** How many votes of judges a criterion asks for by its tier; 0 where it asks for no judge. */
export function votesFor(
  criterion: Criterion,
  promise: CompletionPromise,
  settings: TierSettings,
): number {
  const tier = tierOf(criterion, promise, settings);
  if (tier > 2) return settings.tier3VoteCount;
  return tier > 1 ? 1 : 0;
}

/** How many votes a promise asks for: the most that any of its criteria asks for. */
export function votesNeeded(promise: CompletionPromise, settings: TierSettings): number {
  return Math.max(0, ...criteriaToProve(promise).map((one) => votesFor(one, promise, settings)));
}
