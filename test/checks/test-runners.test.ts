import { readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTestCount, type EmptyRun } from '../../src/checks/test-count.ts';
import { verdictOfResults } from '../../src/domain/base/check-result.ts';
import { failureExcerpt, tellingLine } from '../../src/domain/base/failure-excerpt.ts';
import { outcomeOfCheck } from '../rig/worlds/check-world.ts';

/**
 * Outputs of real runners, by runner and version. Each had a file with two tests and one that is skipped
 * (`some`), with a test that fails (`failed`), with skipped tests alone (`skipped`), with none (`empty`), no such
 * file (`none`), or a filter that no test matches (`filtered`).
 */
const OUTPUTS = new URL('runner-outputs/', import.meta.url);

const outputOf = (name: string): string => readFileSync(new URL(`${name}.txt`, OUTPUTS), 'utf8');

/** What is found in an output that comes in small pieces. */
function foundIn(output: string, command = 'npm test', pieces = 7): EmptyRun | undefined {
  const count = createTestCount(command);
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length; at += pieces) {
    count.add(bytes.subarray(at, at + pieces), 'stdout');
  }
  return count.finish();
}

/** The output, the command, the runner that is named, and a part of the line that is shown. */
const EMPTY: readonly (readonly [string, string, string, string])[] = [
  ['vitest-4.1.12/none', 'npx vitest run --passWithNoTests', 'vitest', 'No test files found'],
  ['vitest-4.1.12/filtered', 'npx vitest run -t x', 'vitest', '7 skipped (7)'],
  ['vitest-4.1.12/filtered-coloured', 'npx vitest run -t x', 'vitest', '7 skipped (7)'],
  ['vitest-4.1.12/skipped', 'npx vitest run', 'vitest', '2 skipped (2)'],
  ['vitest-4.1.12/skipped-json', 'npm test', 'vitest or jest', '"numPassedTests":0'],
  ['jest-30.5.2/none', 'npx jest --passWithNoTests', 'jest', 'exiting with code 0'],
  ['jest-30.5.2/filtered', 'npx jest -t x', 'jest', '7 skipped, 7 total'],
  ['jest-30.5.2/skipped', 'npx jest', 'jest', '2 skipped, 2 total'],
  ['mocha-11.8.0/none', 'npx mocha', 'mocha', '0 passing'],
  ['mocha-11.8.0/filtered', 'npx mocha --grep x', 'mocha', '0 passing'],
  ['mocha-11.8.0/filtered-min', 'npx mocha --grep x', 'mocha', '0 passing'],
  ['mocha-11.8.0/skipped', 'npx mocha', 'mocha', '0 passing'],
  ['node-20.20.2/none-spec', 'node --test', 'node --test', 'ℹ pass 0'],
  ['node-20.20.2/filtered-spec', 'node --test', 'node --test', 'ℹ pass 0'],
  ['node-20.20.2/filtered-tap', 'node --test', 'the TAP run', '# pass 0'],
  ['node-20.20.2/skipped-spec', 'node --test', 'node --test', 'ℹ pass 0'],
  ['node-24.21.0/none-spec', 'node --test', 'node --test', 'ℹ pass 0'],
  ['node-24.21.0/filtered-spec', 'node --test --test-name-pattern=x', 'node --test', 'ℹ pass 1'],
  ['node-24.21.0/filtered-tap', 'node --test --test-name-pattern=x', 'the TAP run', '# pass 1'],
  ['node-24.21.0/skipped-spec', 'node --test', 'node --test', 'ℹ pass 0'],
  ['ava-6.4.1/skipped', 'npx ava', 'ava', '2 tests skipped'],
  ['tap-21.8.0/skipped', 'npx tap', 'the TAP run', 'pass: 0, skip: 2'],
  ['tap-21.8.0/empty', 'npx tap', 'the TAP run', 'pass: 0, skip: 1'],
  ['tape-5.10.2/skipped', 'npx tape', 'the TAP run', '# pass  0'],
  ['tape-5.10.2/empty', 'npx tape', 'the TAP run', '# pass  0'],
  ['playwright-1.65.1/skipped', 'npx playwright test', 'Playwright', 'Running 2 tests'],
  ['bun-1.4.5/skipped', 'bun test', 'bun test', 'Ran 2 tests across 1 file'],
  ['bun-1.4.5/empty', 'bun test', 'bun test', 'Ran 0 tests across 1 file'],
  ['deno-2.9.6/filtered', 'deno test --filter x', 'deno test', '3 filtered out'],
  ['deno-2.9.6/skipped', 'deno test', 'deno test', '2 ignored'],
  ['deno-2.9.6/empty', 'deno test', 'deno test', '0 passed'],
  ['pytest-9.0.3/none', 'pytest', 'pytest', 'no tests ran'],
  ['pytest-9.0.3/filtered', 'pytest -k x', 'pytest', '3 deselected'],
  ['pytest-9.0.3/skipped', 'pytest', 'pytest', '2 skipped'],
  ['pytest-9.0.3/skipped-quiet', 'pytest -q', 'pytest', '2 skipped'],
  ['pytest-9.0.3/coloured', 'pytest --color=yes', 'pytest', '2 skipped'],
  ['pytest-9.0.3/collected', 'pytest --collect-only', 'pytest', '3 tests collected'],
  ['pytest-9.0.3/collected-quiet', 'pytest --collect-only -q', 'pytest', '3 tests collected'],
  ['unittest-3.11.7/none', 'python3 -m unittest', 'unittest', 'Ran 0 tests'],
  ['unittest-3.11.7/filtered', 'python3 -m unittest -k x', 'unittest', 'Ran 0 tests'],
  ['unittest-3.11.7/skipped', 'python3 -m unittest', 'unittest', 'OK (skipped=2)'],
  ['unittest-3.12.1/none', 'python3 -m unittest', 'unittest', 'Ran 0 tests'],
  ['unittest-3.12.1/skipped', 'python3 -m unittest', 'unittest', 'Ran 0 tests'],
  ['go-1.19.8/none', 'go test ./...', 'go test', '[no test files]'],
  ['go-1.19.8/empty', 'go test ./...', 'go test', '[no tests to run]'],
  ['go-1.19.8/filtered', 'go test -run X ./...', 'go test', '[no tests to run]'],
  ['go-1.19.8/filtered-verbose', 'go test -v -run X ./...', 'go test', '[no test files]'],
  ['go-1.19.8/filtered-json', 'go test -json -run X ./...', 'go test', '"Action":"pass"'],
  ['go-1.19.8/skipped-verbose', 'go test -v ./...', 'go test', 'ok'],
  ['cargo-1.95.0/none', 'cargo test --test empty', 'cargo test', '0 passed'],
  ['cargo-1.95.0/filtered', 'cargo test x', 'cargo test', '3 filtered out'],
  ['cargo-1.95.0/filtered-quiet', 'cargo test -q x', 'cargo test', '3 filtered out'],
  ['cargo-1.95.0/skipped', 'cargo test x', 'cargo test', '1 ignored'],
  ['cargo-1.95.0/listed', 'cargo test -- --list', 'cargo test', '0 tests, 0 benchmarks'],
  ['nextest-0.9-as-documented/filtered', 'cargo nextest run x', 'cargo nextest', '3 skipped'],
  ['surefire-3.2.5/none', 'mvn test', 'Maven', 'No tests to run.'],
  ['surefire-3.2.5/filtered', 'mvn test -Dtest=X', 'Maven', 'maven-surefire-plugin'],
  ['surefire-3.2.5/skipped', 'mvn -B verify', 'Maven', 'Tests run: 1'],
  ['surefire-3.2.5/unasked', 'mvn test -DskipTests', 'Maven', 'Tests are skipped.'],
  ['gradle-4.4.1/none', './gradlew check', 'Gradle', ':test NO-SOURCE'],
  ['rspec-3.12.0/none', 'rspec', 'RSpec', '0 examples, 0 failures'],
  ['rspec-3.12.0/filtered', 'rspec -e x', 'RSpec', '0 examples, 0 failures'],
  ['rspec-3.12.0/skipped', 'rspec', 'RSpec', '2 pending'],
  ['minitest-5.15.0/filtered', 'ruby sums.rb -n x', 'minitest', '0 runs'],
  ['minitest-5.15.0/skipped', 'ruby sums.rb', 'minitest', '1 skips'],
  ['phpunit-9.6.7/filtered', 'phpunit --filter x', 'PHPUnit', 'No tests executed!'],
  ['phpunit-9.6.7/skipped', 'phpunit', 'PHPUnit', 'Skipped: 2'],
  ['dotnet-8-as-documented/none', 'dotnet test', 'dotnet test', 'No test is available'],
  ['dotnet-8-as-documented/filtered', 'dotnet test --filter x', 'dotnet test', 'No test matches'],
  ['dotnet-8-as-documented/skipped', 'dotnet test', 'dotnet test', 'Passed:     0'],
  ['dotnet-10-as-documented/none', 'dotnet test', 'dotnet test', 'total: 0'],
];

/** Runs of some test, and runs whose output does not tell. */
const NOT_EMPTY: readonly (readonly [string, string])[] = [
  ['vitest-4.1.12/some', 'npx vitest run'],
  ['vitest-4.1.12/some-dot', 'npx vitest run --reporter=dot'],
  ['vitest-4.1.12/some-json', 'npx vitest run --reporter=json'],
  ['vitest-4.1.12/some-tap', 'npx vitest run --reporter=tap'],
  ['vitest-4.1.12/failed', 'npx vitest run'],
  ['jest-30.5.2/some', 'npx jest'],
  ['jest-30.5.2/some-json', 'npx jest --json'],
  ['jest-30.5.2/failed', 'npx jest'],
  ['mocha-11.8.0/some', 'npx mocha'],
  ['mocha-11.8.0/some-dot', 'npx mocha -R dot'],
  ['mocha-11.8.0/some-tap', 'npx mocha -R tap'],
  ['mocha-11.8.0/failed', 'npx mocha'],
  ['node-20.20.2/some-spec', 'node --test'],
  ['node-20.20.2/failed-spec', 'node --test'],
  // A file without `test()` is a test to Node: what it asserts by itself may be all that it wants.
  ['node-20.20.2/empty-spec', 'node --test'],
  ['node-20.20.2/empty-tap', 'node --test --test-reporter=tap'],
  ['node-20.20.2/filtered-dot', 'node --test --test-reporter=dot'],
  ['node-24.21.0/some-spec', 'node --test'],
  ['node-24.21.0/failed-spec', 'node --test'],
  ['node-24.21.0/empty-spec', 'node --test'],
  ['node-24.21.0/empty-tap', 'node --test --test-reporter=tap'],
  ['node-24.21.0/filtered-dot', 'node --test --test-reporter=dot'],
  ['ava-6.4.1/some', 'npx ava'],
  ['ava-6.4.1/failed', 'npx ava'],
  // These end with exit code 1, and need no other sign.
  ['ava-6.4.1/empty', 'npx ava'],
  ['ava-6.4.1/filtered', 'npx ava -m x'],
  ['bun-1.4.5/filtered', 'bun test -t x'],
  ['playwright-1.65.1/filtered', 'npx playwright test -g x'],
  ['gradle-4.4.1/filtered', './gradlew test --tests X'],
  ['tap-21.8.0/some', 'npx tap'],
  ['tap-21.8.0/failed', 'npx tap'],
  ['tape-5.10.2/some', 'npx tape'],
  ['tape-5.10.2/failed', 'npx tape'],
  ['playwright-1.65.1/some', 'npx playwright test'],
  ['playwright-1.65.1/failed', 'npx playwright test'],
  ['bun-1.4.5/some', 'bun test'],
  ['bun-1.4.5/failed', 'bun test'],
  ['deno-2.9.6/some', 'deno test'],
  ['deno-2.9.6/failed', 'deno test'],
  ['pytest-9.0.3/some', 'pytest'],
  ['pytest-9.0.3/some-quiet', 'pytest -q'],
  ['pytest-9.0.3/failed', 'pytest'],
  ['pytest-9.0.3/xfail', 'pytest'],
  ['unittest-3.11.7/some', 'python3 -m unittest'],
  ['unittest-3.11.7/failed', 'python3 -m unittest'],
  ['go-1.19.8/some', 'go test ./...'],
  ['go-1.19.8/some-cached', 'go test ./...'],
  ['go-1.19.8/some-verbose', 'go test -v ./...'],
  ['go-1.19.8/some-json', 'go test -json ./...'],
  ['go-1.19.8/failed', 'go test ./...'],
  ['go-1.19.8/bench', 'go test -run ^$ -bench . ./...'],
  // Without -v, go does not tell of tests that were skipped, and Gradle never does.
  ['go-1.19.8/skipped', 'go test ./...'],
  ['gradle-4.4.1/skipped', './gradlew test'],
  ['cargo-1.95.0/some', 'cargo test'],
  ['cargo-1.95.0/some-quiet', 'cargo test -q'],
  ['cargo-1.95.0/failed', 'cargo test'],
  ['nextest-0.9-as-documented/some', 'cargo nextest run'],
  ['nextest-0.9-as-documented/failed', 'cargo nextest run'],
  ['surefire-3.2.5/some', 'mvn test'],
  ['surefire-3.2.5/failed', 'mvn test'],
  ['gradle-4.4.1/some', './gradlew test'],
  ['gradle-4.4.1/failed', './gradlew test'],
  ['rspec-3.12.0/some', 'rspec'],
  ['rspec-3.12.0/some-doc', 'rspec -fd'],
  ['rspec-3.12.0/failed', 'rspec'],
  ['minitest-5.15.0/some', 'ruby sums.rb'],
  ['minitest-5.15.0/failed', 'ruby sums.rb'],
  ['phpunit-9.6.7/some', 'phpunit'],
  ['phpunit-9.6.7/mixed', 'phpunit'],
  ['phpunit-9.6.7/failed', 'phpunit'],
  ['dotnet-8-as-documented/some', 'dotnet test'],
  ['dotnet-8-as-documented/failed', 'dotnet test'],
  ['dotnet-10-as-documented/some', 'dotnet test'],
];

const CARGO_LIBRARY =
  'test result: ok. 0 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.00s\n';

const NODE_TOTALS = 'ℹ tests 1\nℹ suites 1\nℹ pass 1\nℹ fail 0\n';
const CHOSEN = "node --test --test-name-pattern='doubles' a.test.mjs";

/** Outputs that look like those of a runner that ran none, and are not: what, the output, the command. */
const HONEST: readonly (readonly [string, string, string])[] = [
  ['a script with its own totals', 'Total tests: 12\nPassed: 12\nFailed: 0\n', './test.sh'],
  ['a script with a summary', 'Test run summary: 12 passed, 0 failed\n', './test.sh'],
  ['a script with a summary of its own', 'Test summary: total: 12, passed: 12\n', './test.sh'],
  ['a script that ends as VSTest does', 'Test Run Successful.\nPassed: 12\n', './test.sh'],
  ['a script with comments of totals', '# tests 12\n# passed 12\n', './test.sh'],
  ['a script with marked totals', 'ℹ tests 12\nℹ passed 12\n', './test.sh'],
  ['a script with totals in braces', '# { total: 12, passed: 12 }\n', './test.sh'],
  ['a script with one total', 'Tests:  12 total\n', './test.sh'],
  [
    'a suite that is named like a file, in TAP',
    "    ok 1 - doubles\nok 1 - double.js\n  type: 'suite'\n# tests 1\n# suites 1\n# pass 1\n",
    CHOSEN,
  ],
  [
    'a suite that is named like a file of tests',
    `▶ double.test.js\n  ✔ doubles (0.5ms)\n✔ double.test.js (1.3ms)\n${NODE_TOTALS}`,
    CHOSEN,
  ],
  [
    'a test that is named like a file',
    'ok 1 - index.js\n# tests 1\n# suites 0\n# pass 1\n',
    'node --test --test-name-pattern=index --test-reporter=tap a.test.mjs',
  ],
  [
    'a test among files of which none was chosen',
    '✔ b.test.js (40ms)\n✔ doubles (1ms)\nℹ tests 2\nℹ suites 0\nℹ pass 2\n',
    CHOSEN,
  ],
  ...[
    './gradlew build && ./check-links.sh',
    'cd test-env && gradle build',
    './gradlew build; npm test',
    'gradle -p test build',
    './gradlew assemble -PtestMode=off',
  ].map((command) => [command, '> Task :test NO-SOURCE\n', command] as const),
  ['mvn -pl test package', '[INFO] No tests to run.\n', 'mvn -pl test package && ./verify'],
  [
    'cargo bench with criterion',
    `     Running benches/fib.rs (target/release/deps/fib-1)\n${CARGO_LIBRARY}fib 20                  time:   [26.029 µs 26.251 µs 26.505 µs]\n`,
    'cargo bench',
  ],
  [
    'cargo bench with criterion and a long name',
    `${CARGO_LIBRARY}                        time:   [2.02 ms 2.25 ms 2.50 ms]\n`,
    'cargo bench -q',
  ],
  ['cargo test with cucumber', `${CARGO_LIBRARY}3 scenarios (3 passed)\n`, 'cargo test -q'],
  [
    'cargo test with a harness that prints its own',
    `     Running unittests src/lib.rs (target/debug/deps/a-1)\n${CARGO_LIBRARY}     Running tests/own.rs (target/debug/deps/own-1)\nall fine\n   Doc-tests a\n${CARGO_LIBRARY}`,
    'cargo test',
  ],
];

/** Commands of builds that ask for tests, in their own words. */
const ASKING: readonly (readonly [string, string])[] = [
  ['> Task :test NO-SOURCE', './gradlew clean test && ./publish.sh'],
  ['> Task :test NO-SOURCE', 'cd app && ./gradlew :core:check'],
  ['> Task :test NO-SOURCE', "sh -c 'gradle build --tests Sums'"],
  ['> Task :testDebugUnitTest NO-SOURCE', 'gradlew.bat testDebugUnitTest'],
  ['> Task :test NO-SOURCE', 'make test'],
  ['[INFO] No tests to run.', 'JAVA_HOME=/opt/java ./mvnw -B -pl core verify'],
  ['[INFO] Tests are skipped.', 'mvn -DskipTests test'],
];

describe('a run in which no test ran', () => {
  it.each(EMPTY)('%s of %s: %s', (name, command, runner, words) => {
    const found = foundIn(outputOf(name), command);
    expect(found).toEqual({ runner, line: expect.stringContaining(words) });
  });

  it('is told of 5,783 tests that a filter left out', () => {
    const line =
      'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 5783 filtered out; finished in 0.02s';
    expect(foundIn(`running 0 tests\n\n${line}\n\nrunning 0 tests\n`)).toEqual({
      runner: 'cargo test',
      line,
    });
  });
});

it.each(ASKING)('a build that has %s of %s', (line, command) => {
  expect(foundIn(`${line}\n`, command)).toMatchObject({ line });
});

it('VSTest on the whole console', () => {
  const output =
    'Test Run Successful.\nTotal tests: 2\n     Skipped: 2\n Total time: 0.6 Seconds\n';
  expect(foundIn(output, 'dotnet vstest a.dll')).toMatchObject({ runner: 'dotnet test' });
});

describe('no alarm', () => {
  it.each(NOT_EMPTY)('%s of %s', (name, command) => {
    expect(foundIn(outputOf(name), command)).toBeUndefined();
  });

  const none = outputOf('vitest-4.1.12/none');

  it.each<readonly [string, string, string]>([
    ['two runners of which one ran some', `${none}${outputOf('pytest-9.0.3/some')}`, 'make test'],
    ['the other way round', `${outputOf('pytest-9.0.3/some')}${none}`, 'make test'],
    ['a workspace without tests', `${none}a:test:       Tests  2 passed (2)\n`, 'npx turbo test'],
    [
      'a build that speaks of tests',
      'checked 0 tests\n0 tests, 0 errors\nbuilt in 3 s\n',
      'npm run build',
    ],
    ['a linter', '0 passing rules\n0 problems\n', 'npm run lint'],
    ['a count of passes', ' 0 pass\n 0 fail\n', 'node count.js'],
    ['Maven builds', outputOf('surefire-3.2.5/none'), 'mvn -B package'],
    ['Maven builds without tests', outputOf('surefire-3.2.5/unasked'), 'mvn verify -DskipTests'],
    ['Gradle builds', outputOf('gradle-4.4.1/none'), './gradlew build'],
    ['Gradle builds without tests', outputOf('gradle-4.4.1/none'), './gradlew check -x test'],
    ['the end of the output of cargo', outputOf('cargo-1.95.0/none'), 'cargo test | tail -n 3'],
    ['the end of a file of go', outputOf('go-1.19.8/none'), 'go test ./... > log; tail -3 log'],
    [
      'benchmarks of go',
      `?   \tx/b\t[no test files]\nBenchmarkF-2   \t1000000000\t         0.3091 ns/op\n`,
      'go test -v -run xxx -bench . ./...',
    ],
    ...[
      '12 specs, 0 failures',
      '12 tests, 0 failures',
      'Executed 12 of 12 SUCCESS',
      'Executed 5 tests, with 0 failures (0 unexpected)',
      '100% tests passed, 0 tests failed out of 5',
      'Files=2, Tests=5,  0 wallclock secs',
    ].map(
      (line) => [`a runner without tests beside ${line}`, `${none}${line}\n`, 'npm test'] as const,
    ),
    ['the end of the output of go', outputOf('go-1.19.8/none'), 'go test ./... 2>&1 | tail -3'],
    ['nothing at all', '', 'npm test'],
    ...HONEST,
  ])('%s', (_what, output, command) => {
    expect(foundIn(output, command)).toBeUndefined();
  });
});

describe('how an output comes does not matter', () => {
  const output = outputOf('vitest-4.1.12/skipped');

  it.each([1, 3, 64, 65_536])('in pieces of %i bytes', (pieces) => {
    expect(foundIn(output, 'npm test', pieces)?.runner).toBe('vitest');
  });

  it('long before its end', () => {
    expect(
      foundIn(`${output}${'built a file\n'.repeat(100_000)}`, 'npm test', 65_536)?.runner,
    ).toBe('vitest');
  });

  it('after a line without an end of 20 MB', () => {
    expect(foundIn(`${'1'.repeat(20_000_000)}\n${output}`, 'npm test', 65_536)?.runner).toBe(
      'vitest',
    );
  });

  it('on both streams, each with lines of its own', () => {
    const count = createTestCount('npm test');
    count.add(Buffer.from('      Tests  2 ski'), 'stdout');
    count.add(Buffer.from('a warning\n'), 'stderr');
    count.add(Buffer.from('pped (2)'), 'stdout');
    expect(count.finish()?.runner).toBe('vitest');
  });

  it('behind the names of packages', () => {
    expect(foundIn('packages/a test:       Tests  2 skipped (2)\n')?.runner).toBe('vitest');
    expect(foundIn('tests-1  | ===== 2 skipped in 0.52s =====\n')?.runner).toBe('pytest');
  });
});

it('every output is in a table', () => {
  const files = readdirSync(OUTPUTS).flatMap((folder) =>
    readdirSync(new URL(folder, OUTPUTS)).map((file) => `${folder}/${file.replace('.txt', '')}`),
  );
  expect([...EMPTY, ...NOT_EMPTY].map(([name]) => name).sort()).toEqual(files.sort());
});

describe('a command that ends as expected and ran no test', () => {
  const run = (line: string, parts: object = {}) =>
    outcomeOfCheck({ kind: 'command', run: line, ...parts });

  it('fails, and says why', async () => {
    const { results } = await run("echo 'No test files found, exiting with code 0'");
    expect(results[0]).toMatchObject({ status: 'FAIL' });
    expect(results[0]?.detail).toMatch(
      /^vitest ran no tests, which proves nothing \(exit code 0 in .* s\): No test files found, exiting with code 0$/,
    );
  });

  it.each<[string, object, 'PASS' | 'FAIL']>([
    ['echo "2 skipped in 0.52s" >&2', {}, 'FAIL'],
    ['echo "2 skipped in 0.52s"; exit 1', { exit_code: 1 }, 'FAIL'],
    ['echo "2 skipped in 0.52s"', { matches: ['skipped'] }, 'FAIL'],
    ['echo "2 passed, 1 skipped in 0.52s"', {}, 'PASS'],
    ['echo "2 passed in 0.52s"; exit 1', {}, 'FAIL'],
  ])('%s, expecting %j: %s', async (line, parts, verdict) => {
    expect(verdictOfResults((await run(line, parts)).results)).toBe(verdict);
  });

  it('a secret in the line is not kept', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { results } = await run(`echo 'No test is available in ${secret}'`);
    expect(results[0]?.detail).toContain('dotnet test ran no tests');
    expect(results[0]?.detail).not.toContain(secret);
  });
});

describe('the test that failed is named', () => {
  const failed = NOT_EMPTY.map(([name]) => name).filter((name) => name.includes('failed'));

  // tape says the test before the assertion, and so does not name it with the failure.
  it.each(failed.filter((name) => !name.startsWith('tape')))('in %s', (name) => {
    const output = stripVTControlCharacters(outputOf(name));
    expect(failureExcerpt(output).join('\n')).toMatch(/adds[ _]?badly/i);
  });

  // jest names the file first, bun the error, and both TAP runners the assertion.
  const others = /^(?:jest|bun|tap|tape)-/;
  it.each(failed.filter((name) => !others.test(name)))('by the one line of %s', (name) => {
    expect(tellingLine(stripVTControlCharacters(outputOf(name)))).toMatch(/adds[ _]?badly/i);
  });
});
