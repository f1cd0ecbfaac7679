/**
 * What tells in the output of a command why it failed: the lines of the failing test, and not what runners
 * say after it, such as how long they took. Runners are not told apart: the marks are those that TAP, Node,
 * vitest, jest, mocha, pytest, unittest, cargo, go, Maven, Gradle, RSpec, PHPUnit and compilers have in common.
 */

const MOST_LINES = 12;
const MOST_CHARACTERS = 1000;
const LONGEST_LINE = 200;

/** How much of a line is looked at: some programs write all that they say on one. */
const LONGEST_READ = 400;

/** How many lines are shown where none tells more than another. */
const LAST_LINES = 5;

/** Lines that tell nothing of a failure: totals, times, rulers, tests that passed, frames of runners. */
const NOISE: readonly RegExp[] = [
  /^\s*[#ℹ] (?:Subtest:|(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)\b)/,
  /^\s*(?:TAP version|Bail out|\d+\.\.\d+)/,
  /^\s*(?:---|\.\.\.|\|)$/,
  /^\s*(?:duration_ms|failureType|generatedMessage|code|name|operator|stack):/,
  /^\s*(?:✓|✔|√|ok \d|PASS\b|--- (?:PASS|SKIP)|RUN\b|running \d+ tests?|test .+ \.\.\. ok$)/,
  /^\s*(?:ok|FAIL|FAILED)?\s*(?:\S+\s+\d[\d.]*m?s)?$/,
  /^\s*(?:Test Files|Test Suites|Tests|Snapshots|Start at|Duration|Time|Ran all test suites|Ran \d+ tests?)\b/,
  /^\s*\d+ (?:passing|pending|failing)\b/,
  /^\s*(?:FAILED \(|test result:|failures:|✖ failing tests:|[✖✕] \d+ problems?\b)/,
  /^=* ?(?:\d+ (?:failed|passed|errors?)\b.*|short test summary info|FAILURES) ?=*$/,
  /^[.FEsxX]+(?: \d+\/\d+|\s+\[ *\d+%\])?$/,
  /^[\s=_⎯─*-]*(?:\[\d+\/\d+\]|Failed Tests \d+)?[\s=_⎯─*-]*$/,
  /^\s*(?:exit status \d+|error: test failed|note: |stack backtrace:|Node\.js v)/,
  /^npm (?:ERR!|error|warn|notice)/i,
  /^(?:\s+\d+: |\s*at \/rustc\/|.*\((?:node:|internal\/)|\s*at .*\/node_modules\/)/,
  /^\s*(?:at )?(?:async )?node:internal\//,
  /^\s*\d+\s*\|/,
  /^(?:make(?:\[\d+\])?: )?\*\*\* .* Error \d+$/,
  /^make(?:\[\d+\])?: \*\*\*/,
  /^> \S/,
  /^\s*(?:Failures:$|Finished in |There (?:was|were) \d+ (?:failure|error)|FAILURES!$|OK, but )/,
  /^\s*\d+\) (?:Failure|Error):$/,
  /^\d+ (?:examples?, \d+ failures?|(?:runs|tests), \d+ assertions)\b/,
  /^# Running:$|^Run options: |^PHPUnit \d|^FAILED \| \d|^error: Test failed$|^ (?:ERRORS|FAILURES) $/,
  /^\[(?:INFO|WARNING)\]|^\[ERROR\] ?(?:$|Tests run: |(?:Failures|Errors): ?$|To see |Re-run |For more |\[Help|-> \[Help|Please refer )/,
  /^(?:FAILURE: Build failed|\* (?:Try:|Get more help)|Run with --stacktrace|BUILD FAILED|\d+ actionable tasks?)/,
  /^ \d+ (?:pass|fail|skip|expect\(\) calls)$/,
  /^\s+at (?:java|jdk|sun|org\.(?:junit|opentest4j|testng|apache\.maven|gradle))\./,
  /^[\s|]*(?:\^+|[{}])$/,
];

/** Lines by which runners name a test that failed. */
const FAILED_TEST =
  /^\s*(?:not ok\b(?!.*# (?:TODO|SKIP))|[✖✕×✗✘] |FAIL(?:ED|URE)?:? |● |--- FAIL\b|ERROR: |Failed \S.* \[.*m?s\]$)|\bFAILED(?: \(\d+m?s\))?$|<<< (?:FAILURE|ERROR)!|^[\w:]+#test_\w+(?: \[.*\])?:$|\bpanicked at\b|^_{3,} .+ _{3,}$/;

/** The same of runners that number them, where they said before how many there are. */
const NUMBERED_TEST = /^\s*\d+\) /;
const COUNTS_FAILING = /^\s*(?:\d+ failing\b|\d+ examples?, \d+ failure|There (?:was|were) \d+ )/m;

const ERROR = /error|exception|traceback|panic|fatal|assert/i;
const NO_ERROR = /\b(?:0|no) (?:errors?|failures?)\b/i;

/** The lines of an output that tell why a command failed, in their order; none where it said nothing. */
export function failureExcerpt(output: string): readonly string[] {
  return bounded(tellingLines(output));
}

/** The one line of an output that tells most; empty where it said nothing. */
export function tellingLine(output: string): string {
  const lines = linesOf(output);
  const at = firstTelling(lines, output);
  return withoutRuler((at === undefined ? lines.at(-1) : lines[at]) ?? '')
    .trim()
    .slice(0, LONGEST_LINE);
}

function tellingLines(output: string): readonly string[] {
  const lines = linesOf(output);
  const at = firstTelling(lines, output);
  return at === undefined ? lines.slice(-LAST_LINES) : withoutRepeats(lines.slice(at));
}

/** The lines that may tell something; all of them where a runner's noise is all that there is. */
function linesOf(output: string): readonly string[] {
  const all = output.split('\n').map((line) => line.slice(0, LONGEST_READ).trimEnd());
  const telling = all.filter((line) => !NOISE.some((noise) => noise.test(line)));
  return telling.length > 0 ? telling : all.filter((line) => line.trim() !== '');
}

/** Where the first failing test is named, else the first error. */
function firstTelling(lines: readonly string[], output: string): number | undefined {
  const isNumbered = COUNTS_FAILING.test(output);
  const test = lines.findIndex(
    (line) => FAILED_TEST.test(line) || (isNumbered && NUMBERED_TEST.test(line)),
  );
  if (test >= 0) return test;
  const error = lines.findIndex((line) => ERROR.test(line) && !NO_ERROR.test(line));
  return error >= 0 ? error : undefined;
}

/** Some runners say everything twice: where it happened, and again at the end. */
function withoutRepeats(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const words = line.trim();
    const isNew = !seen.has(words);
    seen.add(words);
    return isNew;
  });
}

/** The name of a test without the ruler around it. */
function withoutRuler(line: string): string {
  return line.replace(/^_{3,} (.+) _{3,}$/, '$1');
}

function bounded(lines: readonly string[]): readonly string[] {
  const few = lines.slice(0, MOST_LINES).map(withoutRuler);
  const indent = Math.min(...few.map((line) => line.search(/\S/)));
  const kept: string[] = [];
  let room = MOST_CHARACTERS;
  for (const line of few) {
    const cut = line.slice(indent, indent + LONGEST_LINE);
    if (cut.length > room) break;
    room -= cut.length + 1;
    kept.push(cut);
  }
  return kept;
}
