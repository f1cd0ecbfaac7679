import { describe, expect, it } from 'vitest';
import { createFailedTests } from '../../src/checks/failed-tests.ts';

function namesIn(output: string): readonly string[] {
  const failing = createFailedTests();
  failing.add(Buffer.from(output), 'stdout');
  return failing.finish();
}

describe('the names of the tests that failed', () => {
  it.each<[runner: string, output: string, names: readonly string[]]>([
    ['pytest', 'FAILED tests/test_a.py::test_one - assert 1 == 2\n', ['tests/test_a.py::test_one']],
    ['unittest', 'FAIL: test_one (tests.A.test_one)\n', ['test_one (tests.A.test_one)']],
    ['go', '--- FAIL: TestA (0.01s)\n    --- FAIL: TestA/sub (0.00s)\n', ['TestA', 'TestA/sub']],
    ['vitest', ' FAIL  test/a.test.ts > adds > one\n', ['test/a.test.ts > adds > one']],
    [
      'vitest, in colours',
      '\u001b[31m FAIL \u001b[39m test/a.test.ts > one\n',
      ['test/a.test.ts > one'],
    ],
    ['jest', '  ● adds › one\n\n  ● Console\n', ['adds › one']],
    ['TAP', 'not ok 2 - adds one\nnot ok 3 - later # TODO\n', ['adds one']],
    [
      'tape',
      '# adds\nok 1 is equal\n# adds badly\nnot ok 2 is equal\nnot ok 3 later # TODO\n# tests 3\n',
      ['adds badly'],
    ],
    [
      'ctest',
      ' 1/4 Test  #1: copies ....   Passed    0.01 sec\n 2/4 Test  #2: packs .....***Failed    0.01 sec\n' +
        ' 3/4 Test #3: dumps ...Subprocess aborted***Exception:   0.02 sec\n 4/4 Test #4: left ...***Not Run   0.00 sec\n',
      ['dumps', 'packs'],
    ],
    ['node', '✖ adds one (1.25ms)\n✖ failing tests:\n✖ adds one (1.25ms)\n', ['adds one']],
    ['cargo', 'test tests::adds ... FAILED\ntest tests::fine ... ok\n', ['tests::adds']],
    ['rspec', 'rspec ./spec/a_spec.rb:4 # A adds\n', ['A adds']],
    ['PHPUnit', '1) ATest::testAdds\n', ['ATest::testAdds']],
    ['mocha', '  1) adds one:\n', ['adds one']],
    [
      'mocha, in suites',
      '  Sums\n    adds\n      1) one\n    2) all: none\n\n  1 passing (3ms)\n  2 failing\n\n  1) Sums\n       adds\n         one:\n\n' +
        '      Error: 3 == 4\n  2) Sums\n       all: none:\n     Error: no\n',
      ['all: none', 'one'],
    ],
    [
      'mocha, by dots',
      '  .!\n\n  1 passing (3ms)\n  1 failing\n\n  1) Sums\n       one:\n     Error: 3 == 4\n',
      ['one'],
    ],
    [
      'ava',
      '  ✔ adds one\n  ✘ [fail]: adds badly\n  ✘ [fail]: throws Error thrown in test\n  ─\n\n  adds badly\n\n' +
        '  failed.test.js:4\n\n  throws\n\n  failed.test.js:6\n\n  2 tests failed\n',
      ['adds badly', 'throws'],
    ],
    ['gradle', 'ATest > adds() FAILED\n', ['ATest > adds()']],
    ['dotnet', '  Failed Adds [3 ms]\n', ['Adds']],
    ['bun', '(fail) adds > one [0.12ms]\n', ['adds > one']],
    ['no runner', 'error: something failed\nFAIL\nFAILED (errors=1)\n', []],
  ])('of %s', (_runner, output, names) => {
    expect(namesIn(output)).toEqual(names);
  });
});
