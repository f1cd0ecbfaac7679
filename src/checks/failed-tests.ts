import { createLines, MAY_TELL, plainLine } from './test-count.ts';

/**
 * The lines by which test runners name a test that failed. A name that is missed makes a failure count as new; one too
 * many must hardly happen, so only whole lines that other programs hardly write count.
 */
const FAILED: readonly RegExp[] = [
  /^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$/, // pytest
  /^(?:FAIL|ERROR): (\S+ \(.+\))$/, // unittest
  /^\s*--- FAIL: (\S+) \(/, // go
  /^\s*FAIL\s+(\S.* > .+?)(?:\s+\[.*\])?$/, // vitest
  /^\s+● (.+ › .+|\S.*)$/, // jest
  /^\s*not ok \d+ - (.+?)(?: # (?:time|tests)=.*)?$/, // TAP
  /^ *\d+\/\d+ Test +#\d+: (\S+) \.*[\w ]*\*\*\*(?!Not Run|Skipped)/, // ctest
  /^\s*✖ (.+?) \([\d.]+ ?ms\)$/, // node --test
  /^\(fail\) (.+?)(?: \[.*\])?$/, // bun
  /^test (\S+(?: - .*)?) \.\.\. FAILED$/, // cargo
  /^rspec \S+ # (.+)$/,
  /^\d+\) ([\w\\]+::\w+.*)$/, // PHPUnit
  /^\s+\d+\) (.+?):?$/, // mocha, playwright, ExUnit
  /^(\S.* > .+) FAILED$/, // gradle
  /^\[ERROR\]\s+([\w.$]+[.:]\w+)(?::\d+)?\b/, // maven
  /^\s+Failed (\S.*) \[[^\]]+\]$/, // dotnet
];

/** What such lines say that is no test. */
const NO_TEST = /^(?:Console|Test suite failed to run|.* # (?:TODO|SKIP)\b.*)$/i;

/**
 * Reads lines of TAP in which a comment names a test, and each line under it an assertion, as tape writes them. The
 * function takes a line and gives the name of the test that an assertion belongs to, and whether that holds.
 */
export function createCommentedTests() {
  let name: string | undefined;
  return (line: string): { readonly name: string; readonly holds: boolean } | undefined => {
    const comment = /^# (?!Subtest: )(\S.*)$/.exec(line)?.[1];
    if (comment !== undefined) name = comment;
    const isNot = /^(not )?ok \d+ (?!- )(?!.*# (?:TODO|SKIP)\b)\S/i.exec(line);
    return isNot === null || name === undefined
      ? undefined
      : { name, holds: isNot[1] === undefined };
  };
}

/**
 * Reads what mocha writes of failures at the end: a suite in each line, the test in the last one of them. The function
 * takes a line and gives the name of the test, and an empty one for a line of its suites.
 */
function createStackedTitles() {
  let isAtEnd = false;
  let isInside = false;
  return (line: string): string | undefined => {
    if (/^\s+\d+ failing$/.test(line)) isAtEnd = true;
    const begun = isAtEnd && /^\s+\d+\) \S.*[^:]$/.test(line);
    isInside = begun || (isInside && /^\s{5,}\S/.test(line));
    if (!isInside) return undefined;
    if (!line.endsWith(':')) return '';
    isInside = false;
    return line.trim().slice(0, -1);
  };
}

/**
 * Reads what ava writes of failures: a line with the name and what was thrown, and further down the name alone. The
 * function takes a line and gives the name.
 */
function createRepeatedTitles() {
  const said = new Set<string>();
  return (line: string): string | undefined => {
    const failure = /^\s*[✘✖×] \[fail\]: (.+)$/.exec(line)?.[1];
    if (failure !== undefined) said.add(`${failure} `);
    const title = said.size > 0 ? /^ {2}(\S.*)$/.exec(line)?.[1] : undefined;
    return title !== undefined && [...said].some((one) => one.startsWith(`${title} `))
      ? title
      : undefined;
  };
}

/** Most names that are kept, and the longest one in characters. */
const MOST_NAMES = 200;
const LONGEST_NAME = 300;

/** Collects the names of the tests that fail, from what a runner prints. */
export function createFailedTests() {
  const names = new Set<string>();
  const commented = createCommentedTests();
  const stacked = createStackedTitles();
  const repeated = createRepeatedTitles();
  // Behind these, mocha and ava write names in lines of which nothing else is known.
  let isListing = false;
  const mayTell = { test: (text: string) => isListing || MAY_TELL.test(text) };
  const look = (text: string): void => {
    if (names.size >= MOST_NAMES) return;
    const line = plainLine(text);
    isListing ||= /^\s+\d+ failing$|^\s*[✘✖×] \[fail\]: /.test(line);
    const assertion = commented(line);
    if (assertion?.holds === false) names.add(assertion.name.slice(0, LONGEST_NAME));
    const title = stacked(line) ?? repeated(line);
    if (title !== undefined) {
      if (title !== '') names.add(title.slice(0, LONGEST_NAME));
      return;
    }
    for (const pattern of FAILED) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined || NO_TEST.test(name)) continue;
      names.add(name.slice(0, LONGEST_NAME));
      return;
    }
  };
  const streams = { stdout: createLines(look, mayTell), stderr: createLines(look, mayTell) };
  return {
    add: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => streams[stream].add(chunk),
    /** The names, in order, once everything was added. */
    finish(): readonly string[] {
      streams.stdout.end();
      streams.stderr.end();
      return [...names].sort();
    },
  };
}
