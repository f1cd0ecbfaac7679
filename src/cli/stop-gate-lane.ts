import { HOSTS } from '../hosts/hosts.ts';
import { UNKNOWN_HOST } from '../hosts/unknown.ts';
import { runStopGateLane as run } from '../stop-gate/lane.ts';

/** The entry of the stop gate's lane: hands it the hosts, and the reviews, which are a file of their own. */
export function runStopGateLane(args: readonly string[]): Promise<void> | false {
  return run(args, {
    hosts: HOSTS,
    unknown: UNKNOWN_HOST,
    loadReviews: async () => (await import('./judging.ts')).stopReviews,
  });
}
