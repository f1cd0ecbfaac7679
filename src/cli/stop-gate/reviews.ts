import { beginsWithOneOf } from '../../domain/session.ts';
import type { ReviewFacts } from '../../stop-gate/checkers.ts';
import type { Advice } from '../../stop-gate/decision.ts';
import type { ReviewedStop, StopReview } from '../stop-reviews.ts';
import type { GateWorld } from './gate-world.ts';

/** What is left of the gate's time for all that follows a review, in milliseconds. */
const RESERVE_MS = 1000;

/** A review: whom it concerns, and how it is made. It costs money, so it comes last. */
export interface GateReview {
  readonly name: 'continuation' | 'reality';
  concerns(world: GateWorld): boolean;
  run(world: GateWorld): Promise<StopReview>;
}

const continuationReview: GateReview = {
  name: 'continuation',
  concerns: ({ configuration, stopper }) =>
    beginsWithOneOf(stopper.session, configuration.continuation.prefixes),
  async run(world) {
    const { configuration, environment } = world;
    const { reviewContinuation } = await import('../judging.ts');
    // Its time counts from the start of the process, like that of everything before it.
    const stop = stopUntil(world, configuration.continuation.timeoutMs);
    return reviewContinuation(stop, configuration, environment);
  },
};

const realityCheck: GateReview = {
  name: 'reality',
  concerns: ({ configuration }) => configuration.realityCheck.enabled,
  async run(world) {
    const { clock, configuration, environment } = world;
    const { reviewReality } = await import('../judging.ts');
    const stop = stopUntil(world, clock.elapsed() + configuration.realityCheck.timeoutMs);
    return reviewReality(stop, configuration, environment);
  },
};

/** In the order in which they are asked: where one blocks, the next is not paid for. */
const REVIEWS: readonly GateReview[] = [continuationReview, realityCheck];

export function reviewsFor(world: GateWorld): readonly GateReview[] {
  return REVIEWS.filter((review) => review.concerns(world));
}

/** One review. Whatever goes wrong with it holds nobody up, and is said. */
export async function runReview(
  review: GateReview,
  world: GateWorld,
): Promise<{ readonly facts: ReviewFacts | undefined; readonly notes: readonly Advice[] }> {
  if (world.timeLeft() <= RESERVE_MS) {
    return {
      facts: undefined,
      notes: [noteOf(`There was no time left for the ${review.name} review.`)],
    };
  }
  try {
    const { facts, notes } = await review.run(world);
    return { facts, notes: notes.map(noteOf) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { facts: undefined, notes: [noteOf(`The ${review.name} review failed: ${why}`)] };
  }
}

function stopUntil(world: GateWorld, deadline: number): ReviewedStop {
  const { clock, payload, stopper, timeLeft } = world;
  return {
    session: stopper.session,
    transcriptPath: stopper.transcriptPath,
    lastMessage: payload.lastMessage,
    deadline: Math.min(deadline, clock.elapsed() + timeLeft() - RESERVE_MS),
  };
}

function noteOf(text: string): Advice {
  return { about: 'note', text };
}
