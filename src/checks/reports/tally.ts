/** How a test came out. `skipped`: it did not run, whatever the runner calls that. */
export type TestOutcome = 'passed' | 'failed' | 'skipped';

/** One test of a report. */
interface ReportedTest {
  /** Its name alone, and its name with those of the suites around it. */
  readonly names: readonly string[];
  readonly outcome: TestOutcome;
  /** What the runner says of a failure. */
  readonly message?: string | undefined;
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

/** Counts the tests of one or several reports, and keeps no more of them than is asked for. */
export interface TestTally {
  /** Takes a test. Nothing of it is kept once `isFull`. */
  add(test: ReportedTest): void;
  /** Takes so many tests that passed for skipped ones: the report's totals do not count them. */
  discount(tests: number): void;
  /** Whether there were more than `MOST_TESTS`: the reader stops then. */
  readonly isFull: boolean;
  readonly counts: Readonly<Record<TestOutcome, number>>;
  /** The first tests that failed. */
  readonly failures: readonly FailedTest[];
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

/** `wanted`: the names that will be asked for. */
export function createTally(wanted: readonly string[]): TestTally {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: FailedTest[] = [];
  const asked = new Set(wanted.map(spaced));
  const outcomes = new Map<string, TestOutcome>();
  return {
    counts,
    failures,
    get isFull() {
      return counts.passed + counts.failed + counts.skipped > MOST_TESTS;
    },
    add({ message = '', names, outcome }) {
      counts[outcome] += 1;
      if (outcome === 'failed' && failures.length < MOST_FAILED) {
        failures.push({ name: shown(names.at(-1) ?? ''), message: firstLine(message) });
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

/**
 * Whether a test has the name of a file of JavaScript. Node's runner reports each file that declares no test as a
 * test that passed, under the file's own name.
 */
export function isNamedByFile(name: string): boolean {
  return /^\S(?:.*[\\/])?[^\\/]*\.[cm]?[jt]sx?$/.test(name) && !/\s[^\\/]*$/.test(name);
}
