import { HOSTS } from '../hosts/hosts.ts';
import { UNKNOWN_HOST } from '../hosts/unknown.ts';
import { runStopGate } from '../stop-gate/lane.ts';
import { type PlainOptions, plainLine } from './plain-line.ts';

const OPTIONS: PlainOptions = {
  host: { takes: 'word' },
  'exit-code': { takes: 'nothing' },
  watched: { takes: 'nothing' },
};

/** The entry of the stop gate's lane: hands it the hosts, and the reviews, which are a file of their own. False: usage. */
export function runLane(
  _program: string,
  _command: 'stop-gate',
  words: readonly string[],
): Promise<void> | false {
  const args = plainLine(OPTIONS, words);
  const named = args?.text('host');
  const caller = HOSTS.find(({ name }) => name === named);
  if (args === undefined || (named !== undefined && caller === undefined)) return false;
  const [isWatched, byExitCode] = [args.given('watched'), args.given('exit-code')];
  if (isWatched && byExitCode) return false;
  return runStopGate({
    hosts: HOSTS,
    unknown: UNKNOWN_HOST,
    named,
    way: isWatched ? 'to-the-watch' : byExitCode ? 'by-exit-code' : 'as-host',
    loadReviews: async () => (await import('./judging.ts')).stopReviews,
  });
}
