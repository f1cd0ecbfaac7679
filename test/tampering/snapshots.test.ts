import { expect, test } from 'vitest';
import { snapshotSuspicions } from '../../src/tampering/comparing/snapshots.ts';

type Files = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;

const found = (files: Files) =>
  snapshotSuspicions(
    Object.entries(files).map(([path, [before, after]]) => ({
      path,
      before: before ?? undefined,
      after: after ?? undefined,
    })),
  );
const insta = (text: string, version = '1.40') =>
  `---\nsource: src/lib.rs\nassertion_line: ${version}\nexpression: total\n---\n${text}\n`;
const amber = (...entries: readonly string[]) =>
  `# serializer version: 1\n${entries.map((one, index) => `# name: test_${index}\n  '${one}'\n# ---\n`).join('')}`;
const jest = (value: string, key = 'adds 1') => `exports[\`${key}\`] = \`${value}\`;\n`;

test.each<readonly [string, Files]>([
  ['one of insta', { 'src/snapshots/shop__total.snap': [insta('12'), insta('0')] }],
  [
    'one entry of syrupy',
    { 'tests/__snapshots__/test_a.ambr': [amber('a', 'b'), amber('a', 'c')] },
  ],
  ['an approved text', { 'test/Cart.total.approved.txt': ['12', '0'] }],
  ['a verified text', { 'Tests/Cart.Total.verified.txt': ['12', '0'] }],
  ['a golden file', { 'cart/testdata/total.golden': ['12\n', '0\n'] }],
  ['what is expected, as data', { 'tests/expected_total.json': ['{"total": 12}', '{"total": 0}'] }],
  ['a deleted file', { 'src/__snapshots__/a.test.ts.snap': [jest('1'), null] }],
  ['a fixture that is expected', { 'test/fixtures/cart/expected.json': ['12', '0'] }],
  ['a page that is expected', { 'test/expected/cart.html': ['<b>12</b>', '<b>0</b>'] }],
  ['what is expected, by its ending', { 'spec/cart.expected.json': ['12', '0'] }],
  ['what a table wants', { 'cart/testdata/want.json': ['12', '0'] }],
  ['an output', { 'cart/testdata/output.golden': ['12', '0'] }],
  ['a document of the tests alone', { 'cart/testdata/total.txt': ['12', '0'] }],
  [
    'a result, with a script of the manifest',
    {
      'cart/testdata/total.golden': ['12', '0'],
      'package.json': ['{"scripts": {"a": "b"}}', '{"scripts": {"a": "c"}}'],
    },
  ],
  [
    'a file beside another package',
    {
      'packages/a/__snapshots__/a.test.ts.snap': [jest('1'), jest('2')],
      'services/b/src/b.ts': ['1', '2'],
    },
  ],
  [
    'a file whose test only got a comment',
    {
      'a/__snapshots__/a.test.ts.snap': [jest('1'), jest('2')],
      'a/a.test.ts': ["test('adds', () => {});", "// so\ntest('adds', () => {});"],
    },
  ],
])('reports an edit alone of %s', (_, files) => {
  expect(found(files).map(({ kind }) => kind)).toEqual(['snapshot-edited']);
});

test.each<readonly [string, Files]>([
  ['notes of the tool', { 'src/snapshots/shop__total.snap': [insta('12'), insta('12', '1.41')] }],
  ['white space', { 'cart/testdata/total.golden': ['12\n', '12 \r\n'] }],
  ['a new entry', { 'tests/__snapshots__/test_a.ambr': [amber('a'), amber('a', 'b')] }],
  ['a new file', { 'tests/expected_total.json': [null, '{}'] }],
  [
    'a program beside',
    { 'cart/testdata/total.golden': ['12\n', '0\n'], 'cart/cart.go': ['1', '2'] },
  ],
  [
    'its input',
    { 'cart/testdata/total.golden': ['12\n', '0\n'], 'cart/testdata/total.input': ['1', '2'] },
  ],
  [
    'a dependency',
    { 'a/__snapshots__/a.test.ts.snap': [jest('1'), jest('2')], 'package-lock.json': ['1', '2'] },
  ],
  ['another name', { 'a/__snapshots__/a.test.ts.snap': [jest('1'), jest('1', 'sums 1')] }],
  [
    'a test that gives something else in',
    {
      'a/__snapshots__/a.test.ts.snap': [jest('1'), jest('2')],
      'a/a.test.ts': [
        "test('adds', () => { expect(add(1)).toMatchSnapshot() });",
        "test('adds', () => { expect(add(2)).toMatchSnapshot() });",
      ],
    },
  ],
  [
    'a file whose test has its value in line',
    {
      'a/__snapshots__/a.test.ts.snap': [jest('1'), null],
      'a/a.test.ts': [
        "test('adds', () => { expect(add(1)).toMatchSnapshot() });",
        "test('adds', () => { expect(add(1)).toMatchInlineSnapshot(`1`) });",
      ],
    },
  ],
  [
    'a version in the manifest',
    {
      'cart/testdata/total.golden': ['12', '0'],
      'package.json': [
        '{"dependencies": {\n"a": "^1.2.0"\n}}',
        '{"dependencies": {\n"a": "^2.0.0"\n}}',
      ],
    },
  ],
  ['what is given', { 'cart/testdata/request.json': ['12', '0'] }],
  [
    'documents that go together',
    { 'cart/testdata/a.json': ['12', '0'], 'cart/testdata/b.txt': ['1', '2'] },
  ],
  ['a text that is no result', { 'docs/notes.txt': ['a', 'b'] }],
])('is quiet about %s', (_, files) => {
  expect(found(files)).toEqual([]);
});

test('says which entry it is and where', () => {
  const before = `// Jest Snapshot v1\n\n${jest('1')}\n${jest('2', 'subtracts 1')}`;
  const after = before.replace('`2`', '`3`');
  expect(found({ 'a/__snapshots__/a.test.ts.snap': [before, after] })).toMatchObject([
    {
      about: 'subtracts 1',
      line: 5,
      before: expect.stringContaining('2'),
      after: expect.stringContaining('3'),
    },
  ]);
});
