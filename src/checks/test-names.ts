import { missingIn } from '../domain/shown/builders.ts';
import { createCommentedTests, createFailedTests } from './failed-tests.ts';
import { isNamedByFile } from './reports/tally.ts';
import { createLines, plainLine } from './test-count.ts';

/** The lines by which test runners name a test that passed, those that name every test. */
const PASSED: readonly RegExp[] = [
  /^PASSED (\S+::.+?)(?: - .*)?$/, // pytest
  /^(\S+::\S.*?) PASSED\b/,
  /^(\S+ \(.+\)) \.\.\. ok$/, // unittest
  /^\s*--- PASS: (\S+) \(/, // go
  /^\s*ok \d+ - (.+?)(?: # (?:time|tests)=.*)?$/, // TAP
  /^ *\d+\/\d+ Test +#\d+: (\S+) \.+ +Passed\b/, // ctest
  /^\s*[✔✓√] (.+?)(?: \([\d.]+ ?m?s\))?$/, // node --test, mocha, jest
  /^\(pass\) (.+?)(?: \[.*\])?$/, // bun
  /^test (\S+(?: - .*)?) \.\.\. ok$/, // cargo
  /^(\S.* > .+) PASSED$/, // gradle
  /^\s+Passed (\S.*) \[[^\]]+\]$/, // dotnet
];

/** Most names that are kept, and the longest one in characters. */
const MOST_NAMES = 20_000;
const LONGEST_NAME = 300;

/** The names of tests that an output gives, and what it says is missing. */
export interface TestNames {
  readonly failed: readonly string[];
  readonly succeeded: readonly string[];
  /** How often a test was named that passed: several may have one name. */
  readonly count: number;
  readonly missing: string | undefined;
}

/** Collects names from what a command prints. `place`: the folder that it runs in, which no name holds. */
export function createTestNames(place: string) {
  const failing = createFailedTests();
  const succeeded = new Set<string>();
  const commented = createCommentedTests();
  let missing: string | undefined;
  let count = 0;
  const look = (text: string): void => {
    const line = plainLine(text);
    missing ??= missingIn(line);
    if (succeeded.size >= MOST_NAMES) return;
    const assertion = commented(line);
    if (assertion?.holds === true) {
      succeeded.add(assertion.name.slice(0, LONGEST_NAME));
      count += 1;
    }
    for (const pattern of PASSED) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined || / # (?:SKIP|TODO)\b/i.test(name)) continue;
      succeeded.add(name.slice(0, LONGEST_NAME));
      count += 1;
      return;
    }
  };
  const streams = { stdout: createLines(look), stderr: createLines(look) };
  const here = (names: Iterable<string>): readonly string[] =>
    [...names].filter((name) => !isNamedByFile(name)).map((name) => withoutPlace(name, place));
  return {
    add(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void {
      failing.add(chunk, stream);
      streams[stream].add(chunk);
    },
    /** The names, once everything was added. What is named like a file is one that could not be loaded, and no test. */
    finish(): TestNames {
      streams.stdout.end();
      streams.stderr.end();
      return {
        failed: here(failing.finish()),
        succeeded: here(succeeded),
        count,
        missing: missing === undefined ? undefined : withoutPlace(missing, place),
      };
    },
  };
}

function withoutPlace(text: string, place: string): string {
  return text.replaceAll(`${place}/`, '').replaceAll(place, '.');
}
