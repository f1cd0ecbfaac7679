/** How a test came out. `skipped`: it did not run, whatever the runner calls that. */
export type TestOutcome = 'passed' | 'failed' | 'skipped';

/** One test of a report. */
interface ReportedTest {
  /** Its name alone, and its name with those of the suites around it. */
  readonly names: readonly string[];
  readonly outcome: TestOutcome;
  /** What the runner says of a failure. */
  readonly message?: string | undefined;
  /** Whether it passed only when it was run again, as the report says. */
  readonly isRetried?: boolean;
}

/** A test that failed, as it can be shown: on one line each. */
interface FailedTest {
  readonly name: string;
  /** The first line of its message; empty where there is none. */
  readonly message: string;
}

/** Most tests that are read. The largest suites that are known hold some 200,000. */
export const MOST_TESTS = 400_000;

/** How many failing tests are kept by name. */
const MOST_FAILED = 20;

/** Longest name and longest line of a message that is kept, in characters. */
const LONGEST_SHOWN = 200;

/**
 * What a test that failed and then passed is worth, from the weakest: a pass where a test of the same name passes later
 * in the report, a pass where the report marks it so, or a failure.
 */
export type RetriedTests = 'pass' | 'marked' | 'fail';

/** Counts the tests of one or several reports, and keeps no more of them than is asked for. */
export interface TestTally {
  /** Takes a test. Nothing of it is kept once `isFull`. */
  add(test: ReportedTest): void;
  /** Takes so many tests that passed for skipped ones: the report's totals do not count them. */
  discount(tests: number): void;
  /** Takes so many skipped tests that the report counts and does not list. */
  addUnlisted(tests: number): void;
  /** Whether the project has a file of that path. */
  isFile(path: string): boolean;
  /** Whether there were more than `MOST_TESTS`: the reader stops then. */
  readonly isFull: boolean;
  readonly counts: Readonly<Record<TestOutcome, number>>;
  /** The first tests that failed. */
  readonly failures: readonly FailedTest[];
  /** The first tests that passed only when they were run again, and how many there are. */
  readonly retried: readonly string[];
  readonly retriedCount: number;
  /** A test that failed, and of whose name another passed later; undefined where there is none. */
  readonly passedLater: string | undefined;
  /** How a test came out that was asked for by name: the best, where several have it. */
  outcomeOf(wanted: string): TestOutcome | undefined;
}

/**
 * Reads a report and adds its tests. Gives why it is no whole report of the format, or why its totals do not fit
 * its tests; undefined where nothing is wrong with it. Never throws.
 */
export type ReadReport = (text: string, tests: TestTally) => string | undefined;

/** Of two outcomes of the same name the one that counts: it is enough that one of them passed. */
const RANK: Readonly<Record<TestOutcome, number>> = { skipped: 0, failed: 1, passed: 2 };

/** `wanted`: the names that will be asked for. `isFile`: whether the project has a file of that path. */
export function createTally(
  wanted: readonly string[],
  policy: RetriedTests = 'marked',
  isFile: (path: string) => boolean = () => false,
): TestTally {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: FailedTest[] = [];
  const retried: string[] = [];
  const failedTimes = new Map<string, number>();
  let retriedCount = 0;
  let passedLater: string | undefined;
  const noteRetried = (name: string): void => {
    retriedCount += 1;
    if (retried.length < MOST_FAILED) retried.push(name);
  };
  /** Takes back the failures of a test that passes now; only names with a suite tell two tests apart. */
  const passAgain = (name: string): void => {
    passedLater ??= name;
    if (policy !== 'pass') return;
    counts.failed -= failedTimes.get(name) ?? 0;
    failedTimes.delete(name);
    const kept = failures.filter((one) => one.name !== name);
    failures.splice(0, failures.length, ...kept);
    noteRetried(name);
  };
  const asked = new Set(wanted.map(spaced));
  const outcomes = new Map<string, TestOutcome>();
  return {
    counts,
    failures,
    retried,
    isFile,
    get retriedCount() {
      return retriedCount;
    },
    get passedLater() {
      return passedLater;
    },
    get isFull() {
      return counts.passed + counts.failed + counts.skipped > MOST_TESTS;
    },
    add({ isRetried, message = '', names, outcome }) {
      counts[outcome] += 1;
      const name = shown(names.at(-1) ?? '');
      if (outcome === 'failed') {
        if (names.length > 1) failedTimes.set(name, (failedTimes.get(name) ?? 0) + 1);
        if (failures.length < MOST_FAILED) failures.push({ name, message: firstLine(message) });
      } else if (outcome === 'passed') {
        if (isRetried === true) noteRetried(name);
        else if (names.length > 1 && failedTimes.has(name)) passAgain(name);
      }
      if (asked.size === 0) return;
      for (const name of names.map(spaced).filter((one) => asked.has(one))) {
        const known = outcomes.get(name);
        if (known === undefined || RANK[known] < RANK[outcome]) outcomes.set(name, outcome);
      }
    },
    discount(tests) {
      counts.passed -= tests;
      counts.skipped += tests;
    },
    addUnlisted(tests) {
      counts.skipped += tests;
    },
    outcomeOf: (name) => outcomes.get(spaced(name)),
  };
}

/** A name without the difference that line breaks and indents make. */
function spaced(name: string): string {
  return name.replace(/\s+/gu, ' ').trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names are shown on terminals
const CONTROL = /[\x00-\x1f\x7f-\x9f]+/gu;

/** A text of a report on one line. */
function shown(text: string): string {
  return spaced(text.slice(0, 4 * LONGEST_SHOWN).replace(CONTROL, ' ')).slice(0, LONGEST_SHOWN);
}

function firstLine(message: string): string {
  const lines = message.slice(0, 16 * LONGEST_SHOWN).split(/\r?\n/);
  return shown(lines.find((line) => line.trim() !== '') ?? '');
}

/** What Node's runner takes for files of tests where none are named. */
export const NODE_TEST_FILE =
  /(?:^|[\\/])(?:test[\\/].+|test|test-[^\\/]*|[^\\/]*[._-]test)\.[cm]?[jt]s$/;

/**
 * Whether a name is the path of a file that Node's runner ran. It reports each file that declares no test as a test that
 * passed, under the file's path: the whole one, since Node 22 the one from where it runs. Tests are named after files as
 * well: such a path counts only where it is that of a test file, or `isFile` knows it.
 */
export function isNamedByFile(name: string, isFile: (path: string) => boolean = () => false) {
  if (!/^\S(?:.*[\\/])?[^\\/]*\.[cm]?[jt]sx?$/.test(name) || /\s[^\\/]*$/.test(name)) return false;
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(name) || NODE_TEST_FILE.test(name) || isFile(name);
}
