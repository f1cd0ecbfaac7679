import { type CompletionPromise, type Criterion, criteriaToProve } from './promise.ts';

/** What the project asks of every criterion that says nothing else. */
export interface TierSettings {
  readonly tier: number;
  /** Off: no criterion asks for a judge by its tier. */
  readonly tier2Enabled: boolean;
}

/**
 * What it takes to close a criterion (DESIGN §4): its own tier over the promise's over the project's.
 * 1: Gates 1 and 2. 2: and one judge. 3: and a vote.
 */
export function tierOf(
  criterion: Criterion,
  promise: CompletionPromise,
  { tier, tier2Enabled }: TierSettings,
): number {
  const asked = criterion.tier ?? promise.tier ?? tier;
  return tier2Enabled ? asked : Math.min(asked, 1);
}

/** The criteria whose tier asks for a judge. */
export function criteriaToJudge(
  promise: CompletionPromise,
  settings: TierSettings,
): readonly Criterion[] {
  return criteriaToProve(promise).filter((one) => tierOf(one, promise, settings) > 1);
}
