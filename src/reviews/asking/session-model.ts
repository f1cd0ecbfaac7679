import { createTranscript } from '../../adapters/transcript/transcript.ts';
import type { CompletionPromise } from '../../domain/promise/promise.ts';
import type { ReviewWorld } from '../world.ts';
import { workerIds } from './worker.ts';

/** The model that does this session's work, as its transcript says; null where that is not known. */
export function sessionModelOf({ environment }: ReviewWorld): string | null {
  const { session } = environment;
  if (session === undefined) return null;
  return createTranscript(environment, session.ids).lastModel() ?? null;
}

/**
 * The models that did the work of a promise, the last one first, as the transcript of its session says, for every session that asks.
 * Empty where no transcript names one.
 */
export function modelsOfWork(promise: CompletionPromise, world: ReviewWorld): readonly string[] {
  return createTranscript(world.environment, workerIds(promise, world)).models();
}
