import { NODE_TEST_FILE } from './reports/tally.ts';

/**
 * The lines by which test runners say how many tests they ran, from real outputs
 * (`test/checks/runner-outputs/`). A runner that ran none often ends with exit code 0, which then shows
 * nothing. A miss is better than a false alarm, so only whole lines that other programs hardly write count.
 */

/** A runner: how its output is known, and what it ran. */
export interface TestRunner {
  readonly name: string;
  /** What a line without colours tells: how many tests ran, 0 where it tells that the runner was there. */
  executed(line: string, asked: AskedCommand): number | undefined;
  /** Lines that are no totals, and that say what its totals mean. */
  readonly beside?: Beside;
  /** Whether one run has totals of several parts, so that a part of its output is no answer. */
  readonly hasParts?: true;
  /** A total of 0 that tells more than those after it. */
  readonly telling?: RegExp;
  /** Whether it builds as well, so that to run no test is a fault only where tests were asked for. */
  readonly builds?: true;
}

/** What is counted beside the totals. */
export interface Beside {
  /** The kinds of lines, each with the number that a line of it stands for. */
  readonly lines: readonly Total[];
  /**
   * How many tests ran, by the sum of the totals and the sum of each kind of line; undefined where that cannot be told.
   */
  ran(executed: number, sums: readonly number[]): number | undefined;
}

/** What the words of a command tell of what was asked for. */
export interface AskedCommand {
  /** Whether its line names an output of `go test` that lists every test that ran, or has tests listed alone. */
  readonly listsGoTests: boolean;
  /** Whether its line chooses tests of `node --test` by their names. */
  readonly choosesNodeTests: boolean;
  /** Whether its line names tests, or a step of a build that includes them. */
  readonly asksForTests: boolean;
  /** Whether a program behind a pipe, or one that shows a file, may have kept a part of the output back. */
  readonly isShortened: boolean;
  /** Its words, without quotes. */
  readonly words: readonly string[];
}

/** What is asked for by a command, as one line for people. */
export function askedBy(command: string): AskedCommand {
  return {
    listsGoTests: /\bgo test\b.*\s-(?:test\.)?(?:v|json|list)\b/.test(command),
    choosesNodeTests: /--test-(?:name-pattern|skip-pattern|only)\b/.test(command),
    asksForTests: asksForTests(command),
    isShortened: /(?:\|&?|&&|;)\s*(?:\S*\/)?(?:tail|head|[ef]?grep|rg|sed|awk|cut)\b/.test(command),
    words: wordsOf(command),
  };
}

/** The words of a line for the shell, quotes and brackets left out. */
function wordsOf(line: string): readonly string[] {
  return line.split(/[\s'"()`]+/).filter((word) => word !== '');
}

const BUILD_TOOL = /(?:^|[\\/])(?:gradlew?|mvnw?|mvnd)(?:\.(?:bat|cmd))?$/;

/** Options of the build tools whose value is a word of its own: a folder, a module, a profile, a task that is left out. */
const WITH_VALUE =
  /^(?:-p|--project-dir|-f|--file|-pl|--projects|-P|--activate-profiles|-rf|--resume-from|-l|--log-file|-x|--exclude-task)$/;

/** Tasks of Gradle and phases and goals of Maven that run tests, and those of which tests are only a part. */
const TEST_TASK =
  /^(?::?(?:[\w.-]+:)*(?:tests?|test[A-Z]\w*|\w+Tests?)|integration-test|(?:surefire|failsafe):\S+)$/;
const CHECK_TASK = /^(?::?(?:[\w.-]+:)*check|verify)$/;

/**
 * Whether tests are among what a build tool of the line is asked for, by its own words: the folder that it runs in,
 * or another command of the line, may be called anything. Without such a tool, a word of the line must be `test`.
 */
function asksForTests(command: string): boolean {
  const builds = command.split(/[;&|\n]+/).flatMap((part) => {
    const words = wordsOf(part);
    const tool = words.findIndex((word) => BUILD_TOOL.test(word));
    return tool === -1 ? [] : [words.slice(tool + 1)];
  });
  if (builds.length === 0) return wordsOf(command).some((word) => /^tests?$/i.test(word));
  return builds.some((words) => {
    const asked = words.filter((_word, index) => !WITH_VALUE.test(words[index - 1] ?? ''));
    const leavesOut = /-DskipTests|-Dmaven\.test\.skip|-x\s+\S*test\b/.test(words.join(' '));
    return asked.some(
      (word) => word === '--tests' || TEST_TASK.test(word) || (!leavesOut && CHECK_TASK.test(word)),
    );
  });
}

/** What a line without colours tells: a number, or nothing. */
type Total = TestRunner['executed'];

/** A line that only tells that the runner was there. */
function there(line: RegExp): Total {
  return (text) => (line.test(text) ? 0 : undefined);
}

/** A line whose numbers before these words count; those before the others count off. */
function counts(line: RegExp, ran: RegExp, less?: RegExp): Total {
  return (text) => (line.test(text) ? sumOf(text, ran) - sumOf(text, less) : undefined);
}

/** A line that counts as one. */
function counted(line: RegExp): Total {
  return (text) => (line.test(text) ? 1 : undefined);
}

/** A line that counts where it tells of some tests, and tells nothing else: others write such a line too. */
function some(line: RegExp): Total {
  return (text) => {
    const count = Number(line.exec(text)?.[1] ?? 0);
    return count > 0 ? count : undefined;
  };
}

function sumOf(text: string, numbers: RegExp | undefined): number {
  if (numbers === undefined) return 0;
  return [...text.matchAll(numbers)].reduce((sum, [, number]) => sum + Number(number), 0);
}

function firstOf(...totals: readonly Total[]): Total {
  return (line, asked) => {
    for (const total of totals) {
      const executed = total(line, asked);
      if (executed !== undefined) return executed;
    }
    return undefined;
  };
}

/**
 * A file that `node --test` counts like a test that passed. A file without tests is one; where tests are
 * chosen by their names, it is a file of which none was chosen. Suites and tests may have names like that as well:
 * only where every test that passed may be such a file, and there was no suite, none ran.
 */
function nodeFiles(file: RegExp, suites: RegExp): Beside {
  const isFile: Total = (text, { choosesNodeTests, words }) => {
    const name = choosesNodeTests ? file.exec(text)?.[1] : undefined;
    if (name === undefined) return undefined;
    const isNamed = words.some((word) => name === word || name.endsWith(`/${word}`));
    return isNamed || NODE_TEST_FILE.test(name) ? 1 : undefined;
  };
  return {
    lines: [isFile, some(suites)],
    ran: (executed, [files = 0, inSuites = 0]) =>
      inSuites === 0 && files === executed ? 0 : executed,
  };
}

/**
 * What cargo starts, and what ends with a total. A program that has a harness of its own, as criterion and cucumber
 * have, ends without: how much it ran cannot be told.
 */
const CARGO_PROGRAMS: Beside = {
  lines: [
    counted(/^\s+(?:Running \S.* \(\S+\)|Doc-tests \S+)$/),
    counted(/^(?:test result: \w+\. |\d+ tests?, \d+ benchmarks?$)/),
  ],
  ran: (executed, [begun = 0, ended = 0]) =>
    executed === 0 && begun > ended ? undefined : executed,
};

const GO_PACKAGE = /^ok\s+\S+\s+(?:\(cached\)|\d[\d.]*s)(?:\s+(?:\(cached\)|coverage: .*))?$/;

/** A package without a list of its tests counts as one: how many it ran is not said. */
const goPackage: Total = (line, { listsGoTests }) =>
  GO_PACKAGE.test(line) ? (listsGoTests ? 0 : 1) : undefined;

/** A benchmark that ran counts as one. */
const goBenchmark = counted(/^Benchmark\S*\s+\d+\s+[\d.]+ ns\/op/);

/** A line of `go test -json` about a test, or about a package. */
const GO_EVENT = /^\{"Time":"[^"]*","Action":"(\w+)","Package":"[^"]*"(,"Test":)?/;

const goEvent: Total = (line) => {
  const event = GO_EVENT.exec(line);
  if (event === null) return undefined;
  return event[2] !== undefined && /^(?:pass|fail)$/.test(event[1] ?? '') ? 1 : 0;
};

const GRADLE_TASK = /^(?:> Task )?:(?:\S+:)?(?:test(?!Classes)[A-Z]?\w*|\w+Tests?)(.*)$/;

/** A task that had tests counts as one: how many it ran is not said. What was up to date ran before. */
const gradleTask: Total = (line) => {
  const outcome = GRADLE_TASK.exec(line)?.[1];
  if (outcome === undefined || /^(?:> Task )?:(?:\S+:)?(?:compile|process)/.test(line)) {
    return undefined;
  }
  return / (?:NO-SOURCE|SKIPPED)$/.test(outcome) ? 0 : 1;
};

/** The runners, each with the lines of its totals. */
export const TEST_RUNNERS: readonly TestRunner[] = [
  {
    name: 'vitest',
    executed: firstOf(
      there(/^No test files found, exiting with code \d+$/),
      there(/^\s*Tests {2}no tests$/),
      counts(
        /^\s*Tests {2}(?:\d+ [a-z ]+ \| )*\d+ [a-z ]+ \(\d+\)$/,
        /(\d+) (?:passed|failed|expected fail)/g,
      ),
    ),
  },
  {
    name: 'jest',
    executed: firstOf(
      there(/^No tests found(?: related to files changed.*|, exiting with code \d+)$/),
      counts(
        /^Tests: {2,}(?:0|(?:\d+ (?:passed|failed|skipped|todo|pending), )+\d+) total$/,
        /(\d+) (?:passed|failed)/g,
      ),
    ),
  },
  {
    name: 'vitest or jest',
    executed: counts(/^\{"num\w+":\d+,.*"numPassedTests":\d/, /"num(?:Passed|Failed)Tests":(\d+)/g),
  },
  {
    name: 'mocha',
    executed: firstOf(
      counts(/^\s+\d+ passing \(\d+\w+\)$/, /(\d+) passing/g),
      some(/^\s+(\d+) failing$/),
    ),
  },
  {
    name: 'node --test',
    executed: firstOf(
      there(/^ℹ tests 0$/),
      some(/^ℹ (?:pass|fail|cancelled) (\d+)$/),
      there(/^ℹ pass 0$/),
    ),
    beside: nodeFiles(/^✔ (\S+\.[cm]?[jt]s) \([\d.]+ms\)$/, /^ℹ suites (\d+)$/),
  },
  {
    name: 'the TAP run',
    executed: firstOf(
      there(/^# tests +0$/),
      some(/^# (?:pass|fail|cancelled) +(\d+)$/),
      there(/^# pass +0$/),
      counts(/^# \{ total: \d+(?:, (?:pass|fail|skip|todo): \d+)+ \}$/, /(?:pass|fail): (\d+)/g),
    ),
    beside: nodeFiles(/^ok \d+ - (\S+\.[cm]?[jt]s)$/, /^# suites (\d+)$/),
  },
  {
    name: 'ava',
    executed: firstOf(
      there(/^\s{2}\d+ tests? skipped$/),
      some(/^\s{2}(\d+) tests? (?:passed|failed)$/),
    ),
  },
  {
    name: 'Playwright',
    executed: firstOf(
      there(/^Running \d+ tests? using \d+ workers?$/),
      some(/^\s{2}(\d+) (?:passed|failed|flaky|interrupted|timed out)\b/),
    ),
  },
  {
    name: 'bun test',
    executed: firstOf(there(/^Ran \d+ tests? across \d+ files?\./), some(/^ (\d+) (?:pass|fail)$/)),
  },
  {
    name: 'deno test',
    executed: counts(
      /^(?:ok|FAILED) \| \d+ passed\b.* \| \d+ failed\b/,
      /(\d+) (?:passed|failed)/g,
    ),
  },
  {
    name: 'pytest',
    executed: firstOf(
      there(/^(?:=+ )?no tests (?:ran|collected)\b.* in [\d.]+s/),
      there(/^(?:=+ )?\d+(?:\/\d+)? tests? collected\b.* in [\d.]+s/),
      counts(
        /^(?:=+ )?(?:\d+ [a-z]+, )*\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun) in [\d.]+s/,
        /(\d+) (?:passed|failed|errors?|xfailed|xpassed)\b/g,
      ),
    ),
  },
  {
    name: 'unittest',
    executed: firstOf(
      counts(/^Ran \d+ tests? in [\d.]+s$/, /Ran (\d+)/g),
      counts(/^(?:OK|FAILED) \((?:[a-z ]+=\d+, )*[a-z ]+=\d+\)$/, /(?!)/g, /skipped=(\d+)/g),
    ),
  },
  {
    name: 'go test',
    hasParts: true,
    executed: firstOf(
      there(/^\?\s+\S+\s+\[no test files\]$/),
      there(/^testing: warning: no tests to run$/),
      there(/^ok\s+\S+\s.*\[no tests to run\]$/),
      goPackage,
      (line, { listsGoTests }) =>
        listsGoTests && /^--- (?:PASS|FAIL): /.test(line) ? 1 : undefined,
      (line) => (/^FAIL\t\S+\t[\d.]+s$/.test(line) ? 1 : undefined),
      goBenchmark,
      goEvent,
    ),
  },
  {
    name: 'cargo test',
    hasParts: true,
    telling: / [1-9]\d* (?:ignored|filtered out);/,
    executed: firstOf(
      counts(/^test result: \w+\. \d+ passed; \d+ failed; /, /(\d+) (?:passed|failed|measured);/g),
      there(/^\d+ tests?, \d+ benchmarks?$/),
      // What harnesses of their own print: criterion, and cucumber.
      counted(/^(?:\S.*)?\s+time: +\[\d[\d.]* .?s \d.* \d[\d.]* .?s\]$/),
      some(/^\d+ scenarios? \((\d+) passed\b/),
    ),
    beside: CARGO_PROGRAMS,
  },
  {
    name: 'cargo nextest',
    executed: counts(
      /^\s*Summary \[.*\] +\d+(?:\/\d+)? tests? run: /,
      /(\d+)(?:\/\d+)? tests? run/g,
    ),
  },
  {
    name: 'Maven',
    hasParts: true,
    builds: true,
    executed: firstOf(
      there(/^\[INFO\] (?:No tests to run|Tests are skipped)\.$/),
      there(
        /^\[INFO\] --- (?:maven-)?(?:surefire|failsafe)(?:-plugin)?:[^:\s]+:(?:test|integration-test)\b/,
      ),
      counts(
        /^(?:\[[A-Z]+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+/,
        /Tests run: (\d+)/g,
        /Skipped: (\d+)/g,
      ),
    ),
  },
  { name: 'Gradle', hasParts: true, builds: true, executed: gradleTask },
  {
    name: 'RSpec',
    executed: counts(/^\d+ examples?, \d+ failures?(?:, |$)/, /(\d+) examples?/g, /(\d+) pending/g),
  },
  {
    name: 'minitest',
    executed: counts(
      /^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors/,
      /^(\d+)/g,
      /(\d+) (?:skips|pendings|omissions)/g,
    ),
  },
  {
    name: 'PHPUnit',
    executed: firstOf(
      there(/^No tests executed!$/),
      counts(/^OK \(\d+ tests?, \d+ assertions?\)$/, /(\d+) tests?/g),
      counts(/^Tests: \d+, Assertions: \d+.*\.$/, /Tests: (\d+)/g, /Skipped: (\d+)/g),
    ),
  },
  {
    name: 'dotnet test',
    hasParts: true,
    executed: firstOf(
      there(/^\s*No test (?:matches the given testcase filter|is available in)\b/),
      there(/^Test run summary: (?:(?:Passed|Failed)! - |Zero tests ran\b)/),
      there(/^Test Run (?:Successful|Failed|Aborted)\.$/),
      some(/^\s*(?:Passed|Failed|succeeded|failed): (\d+)$/),
      counts(
        /^(?:Passed|Failed|Skipped)!\s+- Failed:\s+\d+, Passed:\s+\d+/,
        /(?:Failed|Passed):\s+(\d+)/g,
      ),
      counts(
        /^Test summary: total: \d+, failed: \d+, succeeded: \d+, skipped: \d+/,
        /(?:failed|succeeded): (\d+)/g,
      ),
    ),
  },
  {
    name: 'CTest',
    executed: there(/^No tests were found!!!$/),
  },
  {
    // Karma and Swift, jasmine and bats, CTest, prove of Perl: what they ran counts, and no run is told from their words.
    name: 'another runner',
    executed: firstOf(
      some(/^\s*Executed (\d+) (?:of \d+|tests?\b)/),
      some(/^(\d+) (?:specs?|tests?), \d+ failures?\b/),
      some(/^\d+% tests passed, \d+ tests failed out of (\d+)$/),
      some(/^Files=\d+, Tests=(\d+),/),
    ),
  },
];
