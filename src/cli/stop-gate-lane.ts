import { runStopGateLane as run } from '../stop-gate/lane.ts';

/** The entry of the stop gate's lane: hands it the reviews, which are a file of their own. */
export function runStopGateLane(args: readonly string[]): Promise<void> | false {
  return run(args, async () => (await import('./judging.ts')).stopReviews);
}
