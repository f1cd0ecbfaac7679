import { describe, expect, it } from 'vitest';
import { createTestNames } from '../../src/checks/test-names.ts';

describe('the names of the tests that passed', () => {
  it.each<
    [runner: string, output: string, failed: readonly string[], succeeded: readonly string[]]
  >([
    [
      'tape, by the comment above its assertions',
      '# adds\nok 1 is equal\nok 2 is equal\n# adds badly\nok 3 is equal\nnot ok 4 is equal\n',
      ['adds badly'],
      ['adds', 'adds badly'],
    ],
    [
      'node --test, whose comments name what follows',
      '# Subtest: adds\nok 1 - adds\n# Subtest: adds badly\nnot ok 2 - adds badly\n',
      ['adds badly'],
      ['adds'],
    ],
    ['ctest', '1/1 Test #1: copies ....   Passed    0.01 sec\n', [], ['copies']],
  ])('of %s', (_runner, output, failed, succeeded) => {
    const names = createTestNames('/tmp/fresh');
    names.add(Buffer.from(output), 'stdout');
    expect(names.finish()).toMatchObject({ failed, succeeded, missing: undefined });
  });
});

it('tests of one name that passed are counted each', () => {
  const names = createTestNames('/tmp/fresh');
  names.add(Buffer.from('ok 1 - adds\nok 2 - adds\nnot ok 3 - adds\n'), 'stdout');
  expect(names.finish()).toMatchObject({ succeeded: ['adds'], count: 2 });
});
