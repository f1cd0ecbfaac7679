import type { RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { REPORT_FORMATS } from '../checks/reports/formats.ts';
import { isNamedByFile, type TestOutcome, type TestTally } from '../checks/reports/tally.ts';
import { createTestNames, type TestNames } from '../checks/test-names.ts';
import { redactSecrets } from '../domain/base/secrets.ts';
import type { NamedRun } from '../domain/shown/comparison.ts';
import { movedText } from '../domain/shown/moved-text.ts';
import type { FreshFolder, ProgramRequest, RunEnd } from '../ports.ts';

/**
 * Runs a check in a fresh folder: the same command, which does not find its way back to the checkout, and the names of
 * the tests that it ran.
 * @param time what is left of the time for all runs, in milliseconds
 */
export async function namedRun(
  check: RunnableCheck,
  fresh: FreshFolder,
  world: CheckWorld,
  time: { readonly leftMs: number; readonly wholeMs: number },
): Promise<NamedRun> {
  const names = createTestNames(fresh.place.to);
  const before = reportsIn(fresh);
  let ended: RunEnd | undefined;
  let limitMs = time.wholeMs;
  const program = async (request: ProgramRequest) => {
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs, time.leftMs));
    if (timeoutMs === request.timeoutMs) limitMs = timeoutMs;
    const { environment } = request;
    const run = await world.run.program({
      ...request,
      command: movedCommand(request.command, fresh),
      timeoutMs,
      environment:
        typeof environment === 'object' && 'passing' in environment
          ? { ...environment, moved: fresh.place }
          : environment,
      onOutput(chunk, stream) {
        names.add(chunk, stream);
        request.onOutput?.(chunk, stream);
      },
    });
    ended = run.ended;
    return run;
  };
  const { command, results } = await check.run({
    ...world,
    folder: fresh.folder,
    run: { program },
  });
  const known = world.secretValues([]);
  const clean = (text: string): string =>
    redactSecrets(text.replaceAll(fresh.place.to, fresh.place.from[0] ?? ''), known).text;
  const reported = await reportedNames(fresh, before);
  const printed = names.finish();
  const failure = results.find(({ status }) => status !== 'PASS');
  return {
    passed: results.length > 0 && failure === undefined,
    cutOff: cutOffBy(ended, limitMs),
    failed: merged(printed.failed, reported.failed).map(clean),
    succeeded: merged(printed.succeeded, reported.succeeded).map(clean),
    namesAll: reported.succeeded.length > 0 || printed.count >= (command?.tests_run ?? Infinity),
    ranTests: (command?.tests_run ?? 0) + printed.succeeded.length + reported.succeeded.length > 0,
    missing: printed.missing === undefined ? undefined : clean(printed.missing),
    detail: clean(failure?.detail ?? 'it passes'),
  };
}

function merged(some: readonly string[], others: readonly string[]): readonly string[] {
  return others.length > 0 ? others : some;
}

/** Why a run says nothing, as a clause. */
function cutOffBy(ended: RunEnd | undefined, limitMs: number): string | undefined {
  switch (ended?.how) {
    case 'timeout':
      return `it took longer than ${Math.round(limitMs / 100) / 10} s`;
    case 'interrupted':
      return 'it was interrupted';
    case 'signal':
      return `it was killed by ${ended.signal}`;
    case 'not-found':
    case 'not-started':
      return 'it could not be started';
    default:
      return undefined;
  }
}

function movedCommand(
  command: ProgramRequest['command'],
  { place }: FreshFolder,
): ProgramRequest['command'] {
  return typeof command === 'string'
    ? movedText(command, place)
    : command.map((word) => movedText(word, place));
}

/** What reports of tests are called, by the custom of those who write them. */
const REPORT =
  /(?:^|\/)(?:TEST-[^/]*|[^/]*junit[^/]*|[^/]*test[^/]*|reports?|results?)\.xml$|(?:^|\/)[^/]*(?:ctrf|jest|reports?|results?|test)[^/]*\.json$/i;

/** Most reports that are read, and the largest one in characters. */
const MOST_REPORTS = 500;
const LARGEST_REPORT = 32 * 1024 * 1024;

/** The reports that git does not know, with what tells whether they were written again. */
function reportsIn(fresh: FreshFolder): ReadonlyMap<string, string | undefined> {
  const paths = fresh.untracked().filter((path) => REPORT.test(path));
  return new Map(paths.slice(0, MOST_REPORTS).map((path) => [path, fresh.stamp(path)]));
}

/** The names that reports give which a run wrote. */
async function reportedNames(
  fresh: FreshFolder,
  before: ReadonlyMap<string, string | undefined>,
): Promise<Pick<TestNames, 'failed' | 'succeeded'>> {
  const names = { failed: new Set<string>(), succeeded: new Set<string>() };
  for (const [path, stamp] of reportsIn(fresh)) {
    const text = before.get(path) === stamp ? undefined : fresh.read(path);
    if (text === undefined || text.length > LARGEST_REPORT) continue;
    const formats = path.endsWith('.xml') ? ['junit'] : ['ctrf', 'jest'];
    for (const { load } of REPORT_FORMATS.filter(({ name }) => formats.includes(name))) {
      const tests = namesTally();
      if ((await load()).readReport(text, tests) !== undefined) continue;
      // What is named like a file is one that could not be loaded, and no test.
      const { failed, passed } = tests.named;
      for (const name of failed) if (!isNamedByFile(name)) names.failed.add(name);
      for (const name of passed) if (!isNamedByFile(name)) names.succeeded.add(name);
    }
  }
  return { failed: [...names.failed], succeeded: [...names.succeeded] };
}

/** Takes the names of the tests of one report. */
function namesTally(): TestTally & { readonly named: Readonly<Record<TestOutcome, string[]>> } {
  const named: Record<TestOutcome, string[]> = { passed: [], failed: [], skipped: [] };
  return {
    named,
    add: ({ names, outcome }) => named[outcome].push(names.at(-1) ?? ''),
    discount: () => undefined,
    addUnlisted: () => undefined,
    isFile: () => false,
    isFull: false,
    counts: { passed: 0, failed: 0, skipped: 0 },
    failures: [],
    retried: [],
    retriedCount: 0,
    passedLater: undefined,
    outcomeOf: () => undefined,
  };
}
