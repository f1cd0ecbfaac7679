import type { ContinuationVerdict } from '../domain/judging/continuation.ts';
import type { RealityVerdict } from '../domain/judging/reality-check.ts';
import type { Session } from '../domain/promise/session.ts';
import type { GateMemory } from '../domain/session/gate-memory.ts';
import type { Register } from '../store/register.ts';
import type { SeenStop } from './look.ts';
import type { PromisesAtStop } from './promises-at-stop.ts';
import type { StandingAtStop } from './standing-at-stop.ts';
import type { Tracker } from './tracker.ts';

/** What the checkers gather their facts with, once a stop concerns one of them. */
export interface ExaminedStop extends SeenStop {
  /** What the gate remembered of the session when it began to answer. */
  readonly memory: GateMemory;
  readonly promises: PromisesAtStop;
  readonly tracker: Tracker;
  readonly register: Register;
  /** Loads the reviews that ask a model. */
  readonly loadReviews: LoadReviews;
  /** Whether nothing is there that the Messages API could be asked with. */
  readonly lacksKey: boolean;
  /** How the standing checks stand, looked at once; undefined where the session is not asked about any. */
  standing(): StandingAtStop | undefined;
}

/** The stop that a review is asked about. */
export interface ReviewedStop {
  readonly session: Session;
  /** The project folder in whose state the gate remembers the session. */
  readonly memoryFolder: string;
  readonly transcriptPath: string | undefined;
  readonly lastMessage: string | undefined;
  /** When the review must be over, in milliseconds from the start of the process. */
  readonly deadline: number;
}

/** A verdict, or none where the question could not even be prepared; and what the user is told of it. */
interface StopReview<Verdict> {
  readonly verdict: Verdict | undefined;
  readonly notes: readonly string[];
}

type Review<Verdict> = (
  stop: ReviewedStop,
  world: Pick<ExaminedStop, 'configuration' | 'environment'>,
) => Promise<StopReview<Verdict>>;

/** The reviews as the stop gate asks for them. They may throw. */
export interface StopReviews {
  reviewContinuation: Review<ContinuationVerdict>;
  checkReality: Review<RealityVerdict>;
}

export type LoadReviews = () => Promise<StopReviews>;
