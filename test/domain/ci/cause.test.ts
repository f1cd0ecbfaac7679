import { expect, it } from 'vitest';
import { causeOf, withoutFolder } from '../../../src/domain/ci/cause.ts';

const FILES = ['test/cart.test.js', 'src/cart.js', 'pkg/cart_test.go', 'a/index.js', 'b/index.js'];

it.each<[string, string, string | undefined]>([
  ['TAP of Node', "not ok 3 - x\n  location: 'test/cart.test.js:13:1'", 'test/cart.test.js:13'],
  ['vitest', ' ❯ test/cart.test.js:12:5', 'test/cart.test.js:12'],
  ['jest', '      at Object.<anonymous> (test/cart.test.js:5:3)', 'test/cart.test.js:5'],
  ['pytest', 'test/cart.test.js:4: AssertionError', 'test/cart.test.js:4'],
  ['Python', '  File "src/cart.js", line 7, in total', 'src/cart.js:7'],
  ['go, which names no folder', '    cart_test.go:12: got 8', 'pkg/cart_test.go:12'],
  ['TypeScript', 'src/cart.js(3,5): error TS2322', 'src/cart.js:3'],
  ['RSpec', '     # ./src/cart.js:9:in `total`', 'src/cart.js:9'],
  ['.NET', '   at Cart.Total() in src\\cart.js:line 21', 'src/cart.js:21'],
  [
    'what is no file of the project before one that is',
    'node:internal/x.js:1\nsrc/cart.js:2',
    'src/cart.js:2',
  ],
  ['a dependency', 'node_modules/src/cart.js:2:1', undefined],
  ['a name that several files have', 'index.js:2', undefined],
  ['no place', 'it failed', undefined],
])('a failure is placed where its output says: %s', (_name, output, place) => {
  const cause = causeOf([{ name: 'command_x', status: 'FAIL', detail: 'x', output }], '', FILES);
  expect(cause && `${cause.path}:${cause.line}`).toBe(place);
});

it('is placed by the end of the whole output where its excerpt names none, and at the file that was checked', () => {
  const failed = { status: 'FAIL', detail: 'x' } as const;
  expect(causeOf([{ name: 'x', ...failed }], 'src/cart.js:8', FILES)?.line).toBe(8);
  const file = { name: 'file_contains_src/cart.js', ...failed };
  expect(causeOf([file], '', FILES)).toEqual({ path: 'src/cart.js', line: 1 });
  expect(causeOf([{ ...file, status: 'PASS' }], '', FILES)).toBeUndefined();
});

it.each([
  ['file:///work/a+b/x.js:1', 'x.js:1'],
  ["'/work/a+b/x.js'", "'x.js'"],
  ['/tmp/work/a+b/x.js', '/tmp/work/a+b/x.js'],
  ['/work/a+bc/x.js', '/work/a+bc/x.js'],
])('%s is told without the folder', (text, told) => {
  expect(withoutFolder(text, '/work/a+b')).toBe(told);
});
