/** One time that the reality check was asked whether the session is done. */
export interface StopAttempt {
  readonly at: string;
  /** The tree fingerprint of the whole checkout; null where there was none. */
  readonly fingerprint: string | null;
  readonly pass: boolean;
  readonly reason: string;
  readonly missing_items: readonly string[];
  readonly suggested_next_steps?: readonly string[];
}

/** The reality check: does the work hold against what the user asked for? */

/** What a model replied. */
export interface RealityReply {
  readonly pass: boolean;
  readonly reason: string;
  readonly missingItems: readonly string[];
  readonly questionsForUser: readonly string[];
  readonly forwardProgress: boolean;
  /** How much of the work is done by the model's guess, 0 to 1; null where it gave none. */
  readonly convergenceEstimate: number | null;
  readonly suggestedNextSteps: readonly string[];
}

/** What the check answers. Its keys are interface. */
export interface RealityVerdict extends Omit<RealityReply, 'convergenceEstimate'> {
  readonly convergenceEstimate?: number;
}

/** What is known of the checkout without a model. */
export interface ProgressFacts {
  /** The tree fingerprint of the whole checkout as it is now; null where there is none. */
  readonly fingerprint: string | null;
  /** The last attempt before this one. */
  readonly last: StopAttempt | undefined;
}

/** Whether the checkout changed since the last attempt. */
export type Standing = 'first-attempt' | 'changed' | 'unchanged' | 'unknown';

export function standingOf({ fingerprint, last }: ProgressFacts): Standing {
  if (last === undefined) return 'first-attempt';
  if (fingerprint === null || last.fingerprint === null) return 'unknown';
  return fingerprint === last.fingerprint ? 'unchanged' : 'changed';
}

/** Whether the work moves: by the checkout first, and by the model where that does not say. */
export function forwardProgress(facts: ProgressFacts, byModel: boolean): boolean {
  switch (standingOf(facts)) {
    case 'first-attempt':
      return true;
    case 'unchanged':
      return false;
    case 'changed':
    case 'unknown':
      return byModel;
  }
}

/** The verdict on a reply: it passes only where the model passes it and finds nothing missing. */
export function realityVerdict(reply: RealityReply, facts: ProgressFacts): RealityVerdict {
  const { convergenceEstimate, missingItems, pass, questionsForUser, reason, suggestedNextSteps } =
    reply;
  const isOverruled = pass && missingItems.length > 0;
  return {
    pass: pass && missingItems.length === 0,
    reason: isOverruled
      ? `Does not pass, because something is missing although the model passed it: ${reason}`
      : reason,
    missingItems,
    questionsForUser,
    forwardProgress: forwardProgress(facts, reply.forwardProgress),
    ...(convergenceEstimate === null ? {} : { convergenceEstimate }),
    suggestedNextSteps,
  };
}

/** The verdict where nothing was judged: the session is not held up, and the reason says why. */
export function passedUnjudged(reason: string, facts: ProgressFacts): RealityVerdict {
  return {
    pass: true,
    reason,
    missingItems: [],
    questionsForUser: [],
    forwardProgress: forwardProgress(facts, true),
    suggestedNextSteps: [],
  };
}

/** Where it could not be judged. */
export function failedOpen(why: string, facts: ProgressFacts): RealityVerdict {
  return passedUnjudged(
    `The reality check could not judge the work, so it does not block: ${why}`,
    facts,
  );
}

/** The reason where no model was asked. */
export const NOTHING_TO_HOLD_AGAINST =
  'This session has no active directive, so there was nothing to check the work against.';

/** A verdict of a model as the session's file keeps it. */
export function attemptOf(
  { missingItems, pass, reason, suggestedNextSteps }: RealityVerdict,
  fingerprint: string | null,
  at: string,
): StopAttempt {
  return {
    at,
    fingerprint,
    pass,
    reason,
    missing_items: missingItems,
    suggested_next_steps: suggestedNextSteps,
  };
}
