import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeProcesses } from '../../src/adapters/node-processes.ts';
import type { Shown } from '../../src/domain/shown/outcome.ts';
import { runGit } from '../rig/worlds/git-project.ts';
import {
  hasProgram,
  ownTemporaryFolder,
  putAll,
  shownBy,
  workOn,
} from '../rig/worlds/shown-work.ts';

const PACKAGE = JSON.stringify({
  name: 'shop',
  type: 'module',
  scripts: { test: 'node --test' },
});
const TEST = (body: string, names = 'sum') =>
  `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { ${names} } from '../sum.mjs';\n${body}`;
const OLD = "test('adds', () => assert.equal(sum(1, 2), 3));\n";
const NEW = "test('adds negative ones', () => assert.equal(sum(-1, -2), -3));\n";
const WRONG = 'export const sum = (a, b) => Math.abs(a) + Math.abs(b);\n';
const RIGHT = 'export const sum = (a, b) => a + b;\n';

const BASE = { 'package.json': PACKAGE, 'sum.mjs': WRONG, 'test/sum.test.mjs': TEST(OLD) };
const FIXED = { 'sum.mjs': RIGHT, 'test/sum.test.mjs': TEST(OLD + NEW) };

describe('a run without the work, of node --test', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Shown]>([
    [
      'names the new test that fails without it',
      BASE,
      FIXED,
      { kind: 'shown', failing: ['adds negative ones'], among: 1 },
    ],
    [
      'names an old test that the work made pass',
      { ...BASE, 'test/sum.test.mjs': TEST(OLD + NEW) },
      { 'sum.mjs': RIGHT, 'test/sum.test.mjs': TEST(`${OLD}${NEW}// Both are right.\n`) },
      { kind: 'shown', failing: ['adds negative ones'], among: 0 },
    ],
    [
      'says that tests of what is new cannot be loaded without it',
      { 'package.json': PACKAGE },
      { 'sum.mjs': RIGHT, 'test/sum.test.mjs': TEST(OLD) },
      { kind: 'not-built', missing: expect.stringContaining("sum.mjs'") },
    ],
    [
      'says that a name is new',
      BASE,
      {
        'sum.mjs': `${WRONG}export const one = 1;\n`,
        'test/one.test.mjs': TEST("test('is one', () => assert.equal(one, 1));\n", 'one'),
      },
      { kind: 'not-built', missing: expect.stringContaining("export named 'one'") },
    ],
    [
      'credits no empty test in a new file',
      BASE,
      { 'sum.mjs': RIGHT, 'test/empty.test.mjs': TEST("test('works', () => {});\n") },
      { kind: 'kept' },
    ],
    ['says that no test changed', BASE, { 'sum.mjs': RIGHT }, { kind: 'no-test-changed' }],
    [
      'tells nothing of tests alone',
      BASE,
      { 'test/sum.test.mjs': TEST(`${OLD}${OLD.replace('adds', 'adds again')}`) },
      { kind: 'not-told', reason: 'nothing but tests changed' },
    ],
    [
      'credits no test that fails wherever it is not the checkout',
      BASE,
      {
        'sum.mjs': `${WRONG}export const one = 1;\n`,
        'test/sum.test.mjs': `${TEST(OLD)}import { existsSync } from 'node:fs';\ntest('is set up', () => assert.ok(existsSync('.env')));\n`,
        '.gitignore': '.env\n',
        '.env': 'A=1\n',
      },
      { kind: 'not-told', reason: expect.stringContaining('in a fresh copy') },
    ],
  ])('%s', async (_what, base, work, expected) => {
    expect(await shownBy(workOn(base, work), 'npm test')).toEqual(expected);
  });

  it('takes the scripts of now, so that a new script finds the sources of before', async () => {
    const folder = workOn(
      { ...BASE, 'package.json': '{"name":"shop","type":"module"}' },
      {
        ...FIXED,
        'package.json': PACKAGE,
      },
    );
    expect(await shownBy(folder, 'npm test')).toMatchObject({ kind: 'shown' });
  });

  it('finds its way although the command and a variable name the checkout', async () => {
    const folder = workOn(BASE, FIXED);
    expect(await shownBy(folder, `cd ${folder} && PWD=${folder} npm test`)).toMatchObject({
      kind: 'shown',
    });
  });
});

it('credits no test that fails by chance and did not change', async () => {
  const once = `import { existsSync, writeFileSync } from 'node:fs';
import assert from 'node:assert';
import { test } from 'node:test';
test('is set up', () => {
  const isThere = existsSync('ran');
  writeFileSync('ran', '');
  assert.ok(isThere);
});
`;
  const folder = workOn(
    { ...BASE, '.gitignore': 'ran\n', 'test/once.test.mjs': once },
    { 'sum.mjs': RIGHT, 'test/empty.test.mjs': TEST("test('works', () => {});\n") },
  );
  expect(await shownBy(folder, 'npm test')).toEqual({ kind: 'kept' });
});

it('takes names from a report that the command writes', async () => {
  const runner = `import { writeFileSync } from 'node:fs';
import { check } from './test/check.mjs';
const isRight = check();
writeFileSync('junit.xml', '<testsuite tests="1" failures="' + (isRight ? 0 : 1) + '"><testcase name="adds">' + (isRight ? '' : '<failure/>') + '</testcase></testsuite>');
process.exitCode = isRight ? 0 : 1;
`;
  const check = "import { sum } from '../sum.mjs';\nexport const check = () => ";
  const folder = workOn(
    { ...BASE, 'runner.mjs': runner, 'test/check.mjs': `${check}sum(1, 2) === 3;\n` },
    { 'sum.mjs': RIGHT, 'test/check.mjs': `${check}sum(-1, 2) === 1;\n` },
  );
  expect(await shownBy(folder, 'node runner.mjs')).toEqual({
    kind: 'shown',
    failing: ['adds'],
    among: 0,
  });
});

describe('a command that looks at nothing of the work', () => {
  it.each<[string, Shown]>([
    ['true', { kind: 'not-told', reason: 'the command does not run these files' }],
    ['echo 3 passed', { kind: 'not-told', reason: 'the command does not run these files' }],
    ['git status', { kind: 'not-told', reason: 'the command does not run these files' }],
    ['test -f sum.mjs', { kind: 'not-told', reason: 'the command does not run these files' }],
    ['node --check sum.mjs', { kind: 'kept' }],
  ])('%s is not shown by it', async (command, expected) => {
    expect(await shownBy(workOn(BASE, FIXED), command)).toEqual(expected);
  });

  it.each(['test -f sum.mjs', 'node --check sum.mjs'])(
    '%s, of a file that is new',
    async (command) => {
      const folder = workOn({ 'package.json': PACKAGE }, FIXED);
      expect(await shownBy(folder, command)).toMatchObject({ kind: 'not-told' });
    },
  );
});

it.each(['pip install -e . && pytest', 'uv sync', 'make install && make test', 'npm link shop'])(
  'what is installed is left as it is: %s',
  async (command) => {
    expect(await shownBy(workOn(BASE, FIXED), command)).toEqual({
      kind: 'not-told',
      reason: 'it installs what lies outside of the folder',
    });
  },
);

describe('dependencies', () => {
  it('a workspace of npm leads to the package without the work', async () => {
    const test = (body: string) =>
      `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from '@shop/sum';\n${body}`;
    const folder = workOn(
      {
        '.gitignore': 'node_modules\n',
        'package.json': '{"private":true,"workspaces":["packages/*"]}',
        'packages/sum/package.json': '{"name":"@shop/sum","type":"module","exports":"./sum.mjs"}',
        'packages/sum/sum.mjs': WRONG,
        'packages/app/package.json':
          '{"name":"app","type":"module","scripts":{"test":"node --test"}}',
        'packages/app/app.test.mjs': test(OLD),
      },
      { 'packages/sum/sum.mjs': RIGHT, 'packages/app/app.test.mjs': test(OLD + NEW) },
    );
    mkdirSync(join(folder, 'node_modules/@shop'), { recursive: true });
    symlinkSync('../../packages/sum', join(folder, 'node_modules/@shop/sum'));
    expect(await shownBy(folder, 'npm test', { check: { cwd: 'packages/app' } })).toEqual({
      kind: 'shown',
      failing: ['adds negative ones'],
      among: 1,
    });
  });

  it('a package that is installed is at hand, and nothing is written to it or beside it', async () => {
    const folder = workOn(
      { ...BASE, '.gitignore': 'node_modules\n' },
      {
        ...FIXED,
        'test/sum.test.mjs': `import { is } from 'is';\n${TEST(OLD + NEW.replace('assert.equal(', 'is('))}`,
        'node_modules/is/package.json': '{"name":"is","type":"module","exports":"./is.js"}',
        'node_modules/is/is.js':
          "import assert from 'node:assert';\nexport const is = (a, b) => assert.equal(a, b);\n",
      },
    );
    const before = listing(folder);
    const command =
      'mkdir -p node_modules/.cache && touch node_modules/.cache/a build.log && npm test';
    expect(await shownBy(folder, command)).toMatchObject({ kind: 'shown' });
    expect(listing(folder)).toEqual(before);
  });
});

/** All that lies in a folder, with what git keeps there. */
function listing(folder: string): string {
  return execFileSync('find', ['.', '-type', 'f', '-printf', '%p %s %T@\n'], {
    cwd: folder,
    encoding: 'utf8',
  })
    .split('\n')
    .sort()
    .join('\n');
}

describe.skipIf(!hasProgram('python3', '-m', 'pytest', '--version'))('of pytest', () => {
  const test = (body: string) => `from shop.sum import sum_of\n\n${body}`;
  const old = 'def test_adds():\n    assert sum_of(1, 2) == 3\n';
  const fresh = '\n\ndef test_adds_negative_ones():\n    assert sum_of(-1, -2) == -3\n';
  const base = {
    '.gitignore': '__pycache__\n.pytest_cache\n.venv\n',
    'src/shop/__init__.py': '',
    'src/shop/sum.py': 'def sum_of(a, b):\n    return abs(a) + abs(b)\n',
    'tests/test_sum.py': test(old),
  };
  const work = {
    'src/shop/sum.py': 'def sum_of(a, b):\n    return a + b\n',
    'tests/test_sum.py': test(old + fresh),
  };

  it('an editable install leads to the package without the work', async () => {
    const folder = workOn(base, work);
    const site = join(folder, '.venv/site');
    putAll(folder, { '.venv/site/shop.pth': `${join(folder, 'src')}\n` });
    // What the interpreter does with an editable install: it adds the folder that the file names.
    const command = `python3 -c "import site, sys; site.addsitedir('${site}'); import pytest; sys.exit(pytest.main(['-q']))"`;
    expect(await shownBy(folder, command)).toEqual({
      kind: 'shown',
      failing: ['tests/test_sum.py::test_adds_negative_ones'],
      among: 1,
    });
  });

  it('what was generated beside the modules and is not committed is at hand', async () => {
    const made = 'from shop._version import VERSION\n\n\n';
    const folder = workOn(
      {
        ...base,
        '.gitignore': '__pycache__\n.venv\n_version.py\n',
        'src/shop/sum.py': made + base['src/shop/sum.py'],
      },
      { ...work, 'src/shop/sum.py': made + work['src/shop/sum.py'] },
    );
    putAll(folder, { 'src/shop/_version.py': "VERSION = '4.0'\n" });
    const command = 'PYTHONPATH=src python3 -m pytest -q';
    expect(await shownBy(folder, command)).toEqual({
      kind: 'shown',
      failing: ['tests/test_sum.py::test_adds_negative_ones'],
      among: 1,
    });
  });

  it('a module that is new cannot be imported, although it is installed', async () => {
    const folder = workOn(
      { '.gitignore': '__pycache__\n' },
      {
        'src/tax.py': 'RATE = 2\n',
        'tests/test_tax.py': 'import tax\n\n\ndef test_rate():\n    assert tax.RATE == 2\n',
      },
    );
    const command = `python3 -c "import sys; sys.path.append('${folder}/src'); import pytest; sys.exit(pytest.main(['-q']))"`;
    expect(await shownBy(folder, command)).toEqual({
      kind: 'not-built',
      missing: "No module named 'tax'",
    });
  });
});

describe.skipIf(!hasProgram('go', 'version'))('of go', () => {
  const test = (body: string) => `package shop\n\nimport "testing"\n\n${body}`;
  const base = {
    'go.mod': 'module example.org/shop\n\ngo 1.20\n',
    'sum.go': 'package shop\n\nfunc Sum(a, b int) int { return a - b }\n',
    'sum_test.go': test('func TestNothing(t *testing.T) {}\n'),
  };
  it.each<[string, Record<string, string>, Shown]>([
    [
      'a test that fails',
      {
        'sum.go': base['sum.go'].replace('-', '+'),
        'sum_test.go': test('func TestSum(t *testing.T) { if Sum(1, 2) != 3 { t.Fatal() } }\n'),
      },
      { kind: 'shown', failing: ['TestSum'], among: 1 },
    ],
    [
      'a name that is new',
      {
        'one.go': 'package shop\n\nconst One = 1\n',
        'one_test.go': test('func TestOne(t *testing.T) { if One != 1 { t.Fatal() } }\n'),
      },
      { kind: 'not-built', missing: 'undefined: One' },
    ],
  ])('%s', async (_what, work, expected) => {
    expect(await shownBy(workOn(base, work), 'go test ./...')).toEqual(expected);
  });
});

describe.skipIf(!hasProgram('cargo', '--version'))('of cargo', () => {
  const own = (body: string) => `\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n${body}}\n`;
  const base = {
    '.gitignore': 'target\n',
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': `pub fn sum(a: i32, b: i32) -> i32 {\n    a.abs() + b.abs()\n}\n${own('    #[test]\n    fn adds() {\n        assert_eq!(sum(1, 2), 3);\n    }\n')}`,
  };
  it('a test that stands in the program itself', async () => {
    const now = base['src/lib.rs']
      .replace('a.abs() + b.abs()', 'a + b')
      .replace('sum(1, 2), 3', 'sum(-1, -2), -3');
    expect(await shownBy(workOn(base, { 'src/lib.rs': now }), 'cargo test --offline')).toEqual({
      kind: 'shown',
      failing: ['tests::adds'],
      among: 0,
    });
  });
});

describe('what is left behind', () => {
  it('nothing, however it ends', async () => {
    const names = ownTemporaryFolder();
    const folder = workOn(BASE, FIXED);
    expect(await shownBy(folder, 'npm test')).toMatchObject({ kind: 'shown' });
    expect(names()).toEqual([]);
    const slow = await shownBy(folder, `node -e "setInterval(() => {}, 1000)"`, { timeoutMs: 300 });
    expect(slow).toEqual({
      kind: 'not-told',
      reason: 'it took longer than 0.3 s without the work',
    });
    expect(names()).toEqual([]);
    const stopped = await shownBy(folder, 'npm test', { world: { signal: AbortSignal.abort() } });
    expect(stopped).toMatchObject({ kind: 'not-told' });
    expect(names()).toEqual([]);
  });

  it('what a run left that was killed is removed by the next, and nothing of one that still runs', async () => {
    const names = ownTemporaryFolder();
    const gone = spawn('true');
    await once(gone, 'exit');
    const { self } = createNodeProcesses();
    const place = self.place.slice(0, 16);
    const left = (pid: number | undefined, of = place) =>
      `completion-promise-shown-${of}-${pid}-${pid === process.pid ? self.started : 1}-abcdef`;
    const staying = [left(process.pid), left(gone.pid, 'elsewhere')].sort();
    for (const name of [left(gone.pid), ...staying])
      mkdirSync(join(tmpdir(), name, 'shop'), { recursive: true });
    await shownBy(workOn(BASE, FIXED), 'true');
    expect([...names()].sort()).toEqual(staying);
  });
});

describe('what was found', () => {
  it('is kept by the base, the tests and the command', async () => {
    const folder = workOn(BASE, FIXED);
    const kept = new Map<string, Shown>();
    const memory = {
      read: (key: string) => kept.get(key),
      write: (key: string, shown: Shown) => void kept.set(key, shown),
    };
    const ask = (run = 'npm test') => shownBy(folder, run, { kept: memory });
    const first = await ask();
    writeFileSync(join(folder, 'sum.mjs'), `${RIGHT}// As it was.\n`);
    expect(await ask()).toEqual(first);
    expect(kept.size).toBe(1);
    writeFileSync(
      join(folder, 'test/sum.test.mjs'),
      `${readFileSync(join(folder, 'test/sum.test.mjs'), 'utf8')}\n`,
    );
    await ask();
    await ask('node --test');
    expect(kept.size).toBe(3);
    runGit(folder, ['commit', '--quiet', '--all', '-m', 'Done']);
    expect(await ask()).toEqual({ kind: 'no-test-changed' });
  });
});
