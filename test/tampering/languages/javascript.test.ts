import { describe, expect, it } from 'vitest';
import type { Assertion, TestCase } from '../../../src/tampering/test-file.ts';
import { READER } from '../../rig/values/reader.ts';
import { readFile } from '../../rig/values/told-tests.ts';

const readTests = (text: string, path = 'test/sum.test.tsx') => readFile(text, path);

function testsIn(text: string): readonly TestCase[] {
  return readTests(text).tests;
}

function plain({ expected, form, guard, negated, subject }: Assertion): string {
  const words = [subject, negated ? 'not' : '', form, expected ?? '', guard ?? ''];
  return words.filter((word) => word !== '').join(' | ');
}

function assertionsOf(body: string, start = ''): readonly string[] {
  const text = `${start}\nit('does', async () => {\n${body}\n});`;
  return testsIn(text).flatMap(({ assertions }) => assertions.map(plain));
}

const ASSERTIONS: readonly (readonly [line: string, ...read: string[]])[] = [
  ['expect(add(1, 2)).toBe(3);', 'add(1,2) | equal | 3'],
  ['expect(add(1, 2)).toStrictEqual(3)', 'add(1,2) | equal | 3'],
  ['assert.equal(add(1, 2), 3);', 'add(1,2) | equal | 3'],
  ['assert.deepStrictEqual(3, add(1, 2));', 'add(1,2) | equal | 3'],
  ['expect(add(1, 2)).to.equal(3);', 'add(1,2) | equal | 3'],
  ['expect(add(1, 2)).to.deep.equal(3);', 'add(1,2) | equal | 3'],
  ['add(1, 2).should.equal(3);', 'add(1,2) | equal | 3'],
  ['t.is(add(1, 2), 3);', 'add(1,2) | equal | 3'],
  ['t.same(add(1, 2), 3);', 'add(1,2) | equal | 3'],
  ['assertEquals(add(1, 2), 3);', 'add(1,2) | equal | 3'],
  ['assert(add(1, 2) === 3);', 'add(1,2) | equal | 3'],
  ['expect(add(1, 2) === 3).toBe(true);', 'add(1,2) | equal | 3'],
  ['expect(3).toBe(add(1, 2));', 'add(1,2) | equal | 3'],
  ['const sum = add(1, 2);\nexpect(sum).toBe(3);', 'add(1,2) | equal | 3'],
  ['const sum = await add(1, 2);\nexpect(sum).toBe(3)', 'add(1,2) | equal | 3'],
  ['await expect(add(1, 2)).resolves.toBe(3);', 'add(1,2) | equal | 3'],
  ['const three = 3;\nexpect(add(1, 2)).toBe(three);', 'add(1,2) | equal | 3'],
  ['if (add(1, 2) !== 3) throw new Error("wrong");', 'add(1,2) | equal | 3'],
  ['let sum = 1;\nsum = add(1, 2);\nexpect(sum).toBe(3);', 'add(1,2) | equal | 3'],
  ['const { status } = await get("/");\nexpect(status).toBe(200);', 'get("/").status | equal | 200'],
  ['expect(user).toBeDefined();', 'user | defined'],
  ['expect(user).not.toBeNull();', 'user | defined'],
  ['expect(user).toBeNull();', 'user | equal | null'],
  ['expect(user).toBeTruthy();', 'user | truthy'],
  ['expect(user).toBeFalsy();', 'user | not | truthy'],
  ['assert.ok(user);', 'user | truthy'],
  ['expect(user).to.be.ok;', 'user | truthy'],
  ['expect(user).to.exist;', 'user | defined'],
  ['expect(isOn()).to.be.true;', 'isOn() | equal | true'],
  ['expect(names).toContain("Ada");', 'names | contains | "Ada"'],
  ["expect(names).to.include('Ada');", 'names | contains | "Ada"'],
  ['expect(names.includes("Ada")).toBe(true);', 'names | contains | "Ada"'],
  ['expect(user).toMatchObject({ name: "Ada", });', 'user | contains | {name:"Ada"}'],
  ['expect(user).toEqual(expect.objectContaining({ id: 1 }));', 'user | contains | {id:1}'],
  ['expect(user.id).toEqual(expect.any(Number));', 'user.id | instance | Number'],
  ['expect(name).toMatch(/^A/);', 'name | matches | /^A/'],
  ['expect(list).toHaveLength(2);', 'list | count | 2'],
  ['expect(list.length).toBe(2);', 'list | count | 2'],
  ['expect(list).to.have.lengthOf(2);', 'list | count | 2'],
  ['expect(size).toBeGreaterThan(9);', 'size | compares | >9'],
  ['assert.isAtMost(size, 9);', 'size | compares | <=9'],
  ['expect(list.length).toBeGreaterThanOrEqual(0);', 'list.length | vacuous'],
  ['expect(user).toHaveProperty("name", "Ada");', 'user.name | equal | "Ada"'],
  ['expect(typeof user).toBe("object");', 'user | instance | "object"'],
  ['expect(user).to.be.an("object");', 'user | instance | "object"'],
  ['expect(() => parse("")).toThrow("empty");', 'parse("") | throws | "empty"'],
  ['expect(() => parse("")).toThrow();', 'parse("") | throws'],
  ['expect(() => { parse(""); }).to.throw(TypeError, "empty");', 'parse("") | throws | TypeError "empty"'],
  ['assert.throws(() => parse(""), { name: "TypeError", message: "empty" });', 'parse("") | throws | TypeError "empty"'],
  ['expect(() => parse("")).not.toThrow();', 'parse("") | runs'],
  ['await expect(load()).rejects.toThrow(TypeError);', 'load() | throws | TypeError'],
  ['await assert.rejects(load(), TypeError);', 'load() | throws | TypeError'],
  ['await expect(load()).to.eventually.equal(3);', 'load() | equal | 3'],
  ['expect(send).toHaveBeenCalledTimes(2);', 'send | called | 2'],
  ['expect(send.mock.calls.length).toBe(2);', 'send | called | 2'],
  ['expect(send).toHaveBeenCalledTimes(0);', 'send | not | called'],
  ['expect(send).toHaveBeenCalledWith(1, "a");', 'send | called | (1,"a")'],
  ['sinon.assert.calledOnce(send);', 'send | called | 1'],
  ['expect(send.calledOnce).to.be.true;', 'send | called | 1'],
  ['expect(page()).toMatchSnapshot();', 'page() | snapshot'],
  ['expect(page()).toMatchInlineSnapshot(`"a"`);', 'page() | snapshot | "a"'],
  ['expect(screen.getByRole("button")).toBeDisabled();', 'screen.getByRole("button") | equal | disabled'],
  ['expect(screen.getByText("a")).toBeInTheDocument();', 'screen.getByText("a") | defined'],
  ['cy.get("h1").should("have.text", "Cart").and("be.visible");', 'cy.get("h1") | equal | "Cart"', 'cy.get("h1") | equal | visible'],
  ['await request(app).get("/").expect(200);', 'request(app).get("/").status | equal | 200'],
  ['expect(true).toBe(true);', 'true | vacuous | true'],
  ['expect(sum).toBe(sum);', 'sum | vacuous | sum'],
  ['assert(isOn() || true);', 'isOn() | vacuous'],
  ['expect(user);', 'user | vacuous'],
  ['t.pass();', 'vacuous'],
  ['expect.assertions(2);', 'custom | assertions(2)'],
  ['expectValid(user, 3);', 'user | custom | expectValid(3)'],
  ['const found = checkUser(user);'],
  ['try { expect(sum).toBe(3); } catch {}', 'sum | equal | 3 | swallowed'],
  ['try { expect(sum).toBe(3); } catch (error) { throw error; }', 'sum | equal | 3'],
  ['try { run(); expect.fail(); } catch (error) { expect(error.code).toBe(1); }', 'error.code | equal | 1'],
  ['if (process.env.CI) { expect(sum).toBe(3); }', 'sum | equal | 3 | conditional'],
  ['if (process.env.CI) return;\nexpect(sum).toBe(3);', 'sum | equal | 3 | conditional'],
  ['if (false) expect(sum).toBe(3);', 'sum | equal | 3 | unreachable'],
  ['return;\nexpect(sum).toBe(3);', 'sum | equal | 3 | unreachable'],
  ['if (isOn) { expect(a).toBe(1); } else { expect(a).toBe(2); }', 'a | equal | 1', 'a | equal | 2'],
  ['expect(load()).resolves.toBe(3);', 'load() | equal | 3 | not-awaited'],
  ['return expect(load()).resolves.toBe(3);', 'load() | equal | 3'],
  ['waitFor(() => expect(sum).toBe(3));', 'sum | equal | 3 | not-awaited'],
  ['await waitFor(() => expect(sum).toBe(3));', 'sum | equal | 3'],
  ['load().then((sum) => { expect(sum).toBe(3); });', 'sum | equal | 3 | not-awaited'],
  ['await load().then((sum) => { expect(sum).toBe(3); }).catch(() => {});', 'sum | equal | 3 | swallowed'],
  ['list.forEach(async (one) => { expect(await one.load()).toBe(3); });', 'one.load() | equal | 3 | not-awaited'],
  ['expect(items.map(x => x.id)).toEqual([1])', 'items.map(x=>x.id) | equal | [1]'],
  ['expect(items.map((x) => x.id)).toEqual([\n1,\n]);', 'items.map(x=>x.id) | equal | [1]'],
  ['expect(Math.abs(sum() - 0.3) < 0.01).toBe(true);', 'sum() | near | 0.3'],
  ['assert.ok(Math.abs(sum() - 0.3) <= 0.01);', 'sum() | near | 0.3'],
  ['assert(0.01 > Math.abs(0.3 - sum()));', 'sum() | near | 0.3'],
  ['expect(Math.abs(sum() - 0.3)).toBeLessThan(0.01);', 'sum() | near | 0.3'],
  ['expect(Math.abs(sum() - 0.3)).to.be.below(0.01);', 'sum() | near | 0.3'],
  ['const apart = Math.abs(sum() - 0.3);\nexpect(apart).not.toBeGreaterThan(0.01);', 'sum() | near | 0.3'],
  ['expect(Math.abs(sum() - 0.3)).toBeGreaterThan(0.01);', 'Math.abs(sum()-0.3) | compares | >0.01'],
  ['expect(Math.abs(-sum())).toBeLessThan(0.01);', 'Math.abs(-sum()) | compares | <0.01'],
  ['expect(x<-1).toBe(true);', 'x | compares | <-1'],
  ['expect(list).to.be.empty;', 'list | count | 0'],
  ['expect(list).toHaveLength(0);', 'list | count | 0'],
  ['expect(list.length === 0).toBe(true);', 'list | count | 0'],
  ['assert.deepEqual(list, []);', 'list | equal | []'],
  ['assert.isEmpty(list);', 'list | count | 0'],
  ['expect(list).to.not.be.empty;', 'list | not | count | 0'],
  ['expect(list).not.toEqual([]);', 'list | not | equal | []'],
  ['function check() { expect(sum).toBe(3); }', 'sum | equal | 3 | unreachable'],
  ['function check() { expect(sum).toBe(3); check(); }', 'sum | equal | 3 | unreachable'],
  ['const check = () => { expect(sum).toBe(3); };', 'sum | equal | 3 | unreachable'],
  ['const check = () => { expect(sum).toBe(3); };\nother.check();', 'sum | equal | 3 | unreachable'],
  ['const check = () => { expect(sum).toBe(3); };\ncheck();', 'sum | equal | 3'],
  ['function check() { expect(sum).toBe(3); }\nlist.forEach(check);', 'sum | equal | 3'],
  ['function check() { expect(sum).toBe(3); }\nreturn check;', 'sum | equal | 3'],
  ['const Show = () => { expect(sum).toBe(3); };\nrender(<Show />);', 'sum | equal | 3'],
  ['class Show { run() { expect(sum).toBe(3); } }\nrender(Show);', 'sum | equal | 3'],
  ['setTimeout(() => expect(sum).toBe(3), 10);', 'sum | equal | 3 | not-awaited'],
  ['setTimeout(() => { expect(sum).toBe(3); }, 10);\nreturn;', 'sum | equal | 3 | not-awaited'],
  ['process.nextTick(() => { expect(sum).toBe(3); });', 'sum | equal | 3 | not-awaited'],
  ['setTimeout(() => expect(sum).toBe(3), 10);\nawait sleep(20);', 'sum | equal | 3'],
  ['setTimeout(() => expect(sum).toBe(3), 10);\nvi.advanceTimersByTime(10);', 'sum | equal | 3'],
  ['return new Promise((resolve) => setTimeout(() => { expect(sum).toBe(3); resolve(); }, 10));', 'sum | equal | 3'],
  ['await new Promise((resolve) => { setTimeout(() => { expect(sum).toBe(3); resolve(); }, 10); });', 'sum | equal | 3'],
]; // biome-ignore format: a table

describe('what an assertion claims', () => {
  it.each(ASSERTIONS)('%s', (line, ...read) => {
    expect(assertionsOf(line)).toEqual(read);
  });

  it('knows the names that a file gives to what asserts', () => {
    expect(
      assertionsOf('same(add(1), 2);', "import { deepEqual as same } from 'node:assert';"),
    ).toEqual(['add(1) | equal | 2']);
  });

  it('waits for nothing where the test says when it ends', () => {
    const text = "test('a', (t) => { load().then((sum) => { t.is(sum, 3); t.end(); }); });";
    expect(testsIn(text)[0]?.assertions.map(plain)).toEqual(['sum | equal | 3']);
  });

  it('takes the end of an element for no regular expression', () => {
    expect(
      assertionsOf("render(<p>a</p>); expect(text).toBe('a/b'); expect(one).toBe(1);"),
    ).toEqual(['text | equal | "a/b"', 'one | equal | 1']);
  });

  it('waits for a page in a browser', () => {
    const start = "import { expect, test as it } from '@playwright/test';";
    expect(assertionsOf("expect(page.locator('h1')).toHaveText('Cart');", start)).toEqual([
      'page.locator("h1") | equal | "Cart" | not-awaited',
    ]);
  });

  it.each([
    ['expect(x).toBeCloseTo(0.3, 5)', 5e-6],
    ['expect(x).toBeCloseTo(0.3)', 5e-3],
    ['assert.closeTo(x, 0.3, 0.01)', 0.01],
    ['expect(x).to.be.closeTo(0.3, 2)', 2],
    ['expect(Math.abs(x - 0.3)).toBeLessThan(1e-3)', 1e-3],
    ['assert(Math.abs(x - 0.3) < Number.EPSILON)', Number.EPSILON],
    ['const eps = 0.2; assert(Math.abs(x - 0.3) < eps)', 0.2],
  ])('%s has the tolerance %d', (line, tolerance) => {
    const [test] = testsIn(`it('is', () => { ${line} });`);
    expect(test?.assertions[0]?.tolerance).toBe(tolerance);
  });

  it('counts what is left open', () => {
    const [test] = testsIn(
      "it('is', () => { expect(x).toEqual({ a: expect.anything(), b: expect.any(Date) }); });",
    );
    expect(test?.assertions[0]?.wildcards).toBe(2);
  });
});

const MODES: readonly (readonly [text: string, mode: string])[] = [
  ["it('a', () => {});", 'runs'],
  ["it.skip('a', () => {});", 'skipped'],
  ["xit('a', () => {});", 'skipped'],
  ["it.todo('a');", 'skipped'],
  ["it('a');", 'skipped'],
  ["xdescribe('s', () => { it('a', () => {}); });", 'skipped'],
  ["describe.skip('s', () => { it('a', () => {}); });", 'skipped'],
  ["it.only('a', () => {});", 'focused'],
  ["fit('a', () => {});", 'focused'],
  ["describe.only('s', () => { it('a', () => {}); });", 'focused'],
  ["it.fails('a', () => {});", 'expected-to-fail'],
  ["test.failing('a', (t) => {});", 'expected-to-fail'],
  ["it.skipIf(process.env.CI)('a', () => {});", 'conditional'],
  ["it.skipIf(true)('a', () => {});", 'skipped'],
  ["it.runIf(isLinux)('a', () => {});", 'conditional'],
  ["test('a', { skip: true }, () => {});", 'skipped'],
  ["test('a', { skip: 'flaky' }, () => {});", 'skipped'],
  ["test('a', { skip: false }, () => {});", 'runs'],
  ["test('a', { skip: !process.env.CI }, () => {});", 'conditional'],
  ["test('a', { only: true }, () => {});", 'focused'],
  ["Deno.test({ name: 'a', ignore: true, fn() {} });", 'skipped'],
  ["Deno.test('a', () => {});", 'runs'],
  ["test('a', (t) => { t.skip(); });", 'skipped'],
  ["it('a', function () { this.skip(); });", 'skipped'],
  ["it('a', function () { if (process.env.CI) this.skip(); });", 'conditional'],
  ["test('a', async ({ page, browserName }) => { test.skip(browserName === 'webkit', 'no'); });", 'conditional'],
  ["describe('s', () => { before(function () { this.skip(); }); it('a', () => {}); });", 'skipped'],
  ["(process.env.CI ? it.skip : it)('a', () => {});", 'conditional'],
  ["const maybe = process.env.CI ? it.skip : it;\nmaybe('a', () => {});", 'conditional'],
  ["const off = it.skip;\noff('a', () => {});", 'skipped'],
  ["if (process.env.CI) { it('a', () => {}); }", 'conditional'],
  ["describe('s', () => { return; it('a', () => {}); });", 'skipped'],
  ["it.each([])('a', () => {});", 'skipped'],
  ["it.concurrent('a', () => {});", 'runs'],
  ["import spec from 'node:test';\nspec('a', () => {});", 'runs'],
  ["import { test as base } from '@playwright/test';\nconst test = base.extend({});\ntest('a', () => {});", 'runs'],
]; // biome-ignore format: a table

describe('whether a test runs', () => {
  it.each(MODES)('%s', (text, mode) => {
    expect(testsIn(text).map((test) => [test.name, test.mode])).toEqual([['a', mode]]);
  });
});

const CASES: readonly (readonly [text: string, cases: readonly string[], hasOthers: boolean])[] = [
  ["it.each([[1, 2], [3, 4]])('a', () => {});", ['[1,2]', '[3,4]'], false],
  ["it.each([1, 'b'])('a', () => {});", ['1', '"b"'], false],
  ["it.each`\n a | b\n ${1} | ${'x'}\n ${3} | ${4}\n`('a', () => {});", ['[1,"x"]', '[3,4]'], false],
  ["const rows = [{ a: 1 }];\nit.each(rows)('a', () => {});", ['{a:1}'], false],
  ["it.each(rowsOf(file))('a', () => {});", [], true],
  ["const TABLE: readonly Row[] = [[1, 2], [3, 4]];\nit.each(TABLE)('a', () => {});", ['[1,2]', '[3,4]'], false],
  ["const TABLE = [1, 2, 3];\nit.each(TABLE.slice(0, 2))('a', () => {});", ['1', '2'], false],
  ["const TABLE = [1, 2, 3];\nconst FEW = TABLE.slice(-1);\nit.each(FEW)('a', () => {});", ['3'], false],
  ["const TABLE = [1, 2, 3];\nit.each(TABLE.slice(from))('a', () => {});", [], true],
  ["const TABLE = [1, 2, 3];\nit('a', () => { for (const x of TABLE.slice(1)) expect(f(x)).toBe(1); });", ['2', '3'], false],
  ["describe.each([1, 2])('s', () => { it('a', () => {}); });", ['1', '2'], false],
  ["for (const [x] of [[1], [2]]) { it('a', () => {}); }", ['1', '2'], false],
  ["[1, 2].forEach((x) => { it('a', () => {}); });", ['1', '2'], false],
  ["const all = [1, 2];\nit('a', () => { for (const x of all) expect(f(x)).toBe(1); });", ['1', '2'], false],
  ["Object.entries({ a: 1, b: 2 }).forEach(([k]) => it('a', () => {}));", ['a:1', 'b:2'], false],
]; // biome-ignore format: a table

describe('the cases of a test', () => {
  it.each(CASES)('%s', (text, cases, hasOthers) => {
    expect(testsIn(text).map((test) => [test.name, test.cases, test.hasOtherCases])).toEqual([
      ['a', cases, hasOthers],
    ]);
  });
});

describe('doubles', () => {
  it.each([
    ["vi.mock('./cart');", './cart'],
    ["jest.mock('./cart', () => ({}));", './cart'],
    ["mock.module('./cart', {});", './cart'],
    ["vi.spyOn(cart, 'total').mockReturnValue(3);", 'cart.total'],
    ["sinon.stub(cart, 'total').returns(3);", 'cart.total'],
    ['vi.mocked(total).mockReturnValue(3);', 'total'],
    ['cart.total = jest.fn(() => 3);', 'cart.total'],
    ["spyOn(cart, 'total').and.returnValue(3);", 'cart.total'],
  ])('%s', (line, target) => {
    const [test] = testsIn(`it('a', () => { ${line} });`);
    expect(test?.doubles.map((double) => double.target)).toEqual([target]);
    const file = readTests(line);
    expect(file.doubles.map((double) => double.target)).toEqual([target]);
  });

  it.each(["vi.spyOn(cart, 'total');", 'const send = vi.fn();', "mock.method(cart, 'total');"])(
    '%s replaces nothing',
    (line) => {
      expect(testsIn(`it('a', () => { ${line} });`)[0]?.doubles).toEqual([]);
    },
  );
});

describe('a file', () => {
  const text = [
    "import { total } from '../src/cart';",
    "const { load: read } = require('./load');",
    'function expectValid(user) { expect(user.name).toBe("Ada"); }',
    'const checkBoth = (a) => { expectValid(a); };',
    'const PRICE = 3;',
    "describe('cart', () => {",
    '  beforeEach(() => { open(); });',
    "  test('sums', async (t) => {",
    "    await t.test('one', () => { assert.equal(total([1]), 1); });",
    '  });',
    '});',
    'process.exit(0);',
  ].join('\n');
  const file = readTests(text, 'a.test.js');

  it('has its helpers, those that call others included', () => {
    expect(file.helpers.map(({ name }) => name)).toEqual(['expectValid', 'checkBoth']);
  });

  it('has its imports', () => {
    expect(file.imports).toEqual([
      { from: '../src/cart', names: ['total'] },
      { from: './load', names: ['read'] },
    ]);
  });

  it('has tests in tests, which are its suites', () => {
    expect(file.tests.map(({ name, suites }) => [...suites, name])).toEqual([
      ['cart', 'sums', 'one'],
    ]);
  });

  it('has what its tests share, and what ends its run', () => {
    expect(file.shared).toBe('beforeEach:open()');
    expect(file.stops).toEqual([{ line: 12, text: 'process.exit(0)' }]);
  });

  it('defines what stands outside of its tests', () => {
    expect(file.definitions.map(({ name }) => name)).toEqual(['expectValid', 'checkBoth', 'PRICE']);
  });

  it.each([
    ['src/cart.test.ts', "it('a', () => {});", true],
    ['test/helpers/users.js', 'expect(user).toBe(1);', true],
    ['cypress/e2e/cart.cy.ts', "it('a', () => {});", true],
    ['src/cart.ts', "it('a', () => {});", false],
    ['test/fixtures/cart.js', 'export const cart = 1;', false],
  ])('%s is a test file: %s', (path, content, isTest) => {
    expect(READER.languageOf(path)?.isTestFile(path, content)).toBe(isTest);
  });
});

describe('what a file defines', () => {
  it('has functions, classes with their methods, constants and types', () => {
    const text = [
      '/** Sums. */',
      'export async function total(items: Item[]): Promise<number> { return 1; }',
      'export class Cart { static open() { return 1; } private sum = () => 2; }',
      'export const TAX = 0.2',
      'type Item = { price: number };',
      'exports.parse = function (text) { return text; };',
    ].join('\n');
    const found = READER.readDefinitions('src/cart.ts', text);
    expect(found.map(({ name }) => name)).toEqual([
      'total',
      'Cart',
      'open',
      'sum',
      'TAX',
      'Item',
      'parse',
    ]);
    expect(found[0]?.text).toMatch(/^async function total\([\s\S]*\/\*\* Sums\. \*\/$/);
  });
});
