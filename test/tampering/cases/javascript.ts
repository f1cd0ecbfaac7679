import type { TamperingExample } from '../../rig/values/tampering-example.ts';

const CART_SOURCE = `export interface Item { name: string; price: number; count: number }

/** The sum of all items, in cents, with the discount taken off. */
export function total(items: Item[], discount = 0): number {
  const sum = items.reduce((before, item) => before + item.price * item.count, 0);
  return Math.round(sum * (1 - discount));
}

/** Finds an item by its name; throws where there is none. */
export function find(items: Item[], name: string): Item {
  const found = items.find((item) => item.name === name);
  if (!found) throw new RangeError(\`no item \${name}\`);
  return found;
}

export async function checkout(items: Item[], pay: (sum: number) => Promise<string>) {
  if (items.length === 0) throw new Error('the cart is empty');
  const receipt = await pay(total(items));
  return { receipt, paid: total(items) };
}
`;

const CART_TEST = `import { describe, expect, it, vi } from 'vitest';
import { checkout, find, total } from '../src/cart';

const APPLE = { name: 'apple', price: 120, count: 2 };
const PEAR = { name: 'pear', price: 80, count: 1 };

describe('cart', () => {
  it('sums prices', () => {
    expect(total([APPLE, PEAR])).toBe(320);
  });

  it('takes a discount off', () => {
    expect(total([APPLE], 0.5)).toBe(120);
    expect(total([], 0.5)).toBe(0);
  });

  it('finds an item', () => {
    expect(find([APPLE, PEAR], 'pear')).toEqual({ name: 'pear', price: 80, count: 1 });
  });

  it('refuses an unknown item', () => {
    expect(() => find([APPLE], 'plum')).toThrow('no item plum');
  });

  it('pays the total', async () => {
    const pay = vi.fn().mockResolvedValue('r-1');
    await expect(checkout([APPLE], pay)).resolves.toEqual({ receipt: 'r-1', paid: 240 });
    expect(pay).toHaveBeenCalledTimes(1);
    expect(pay).toHaveBeenCalledWith(240);
  });

  it('refuses an empty cart', async () => {
    await expect(checkout([], vi.fn())).rejects.toThrow('the cart is empty');
  });

  it.each([
    [[APPLE], 240],
    [[PEAR], 80],
    [[], 0],
  ])('sums %j', (items, sum) => {
    expect(total(items)).toBe(sum);
  });
});
`;

const TEST = 'test/cart.test.ts';
const SOURCE = 'src/cart.ts';

/** A text with a part replaced; the part must be there. */
function edited(text: string, ...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The text does not have: ${from}`);
    return before.replace(from, () => to);
  }, text);
}

/** A change of the test of the cart alone. */
function ofCart(
  name: string,
  expected: TamperingExample['expected'],
  ...edits: readonly (readonly [from: string, to: string])[]
): TamperingExample {
  const source = [
    CART_SOURCE,
    edited(CART_SOURCE, ['const receipt =', 'const receipt: string =']),
  ] as const;
  return {
    name,
    expected,
    files: { [SOURCE]: source, [TEST]: [CART_TEST, edited(CART_TEST, ...edits)] },
  };
}

function ofFile(
  name: string,
  expected: TamperingExample['expected'],
  path: string,
  before: string | null,
  after: string | null,
): TamperingExample {
  return { name, expected, files: { [path]: [before, after] } };
}

const DISCOUNT_TEST = `  it('takes a discount off', () => {
    expect(total([APPLE], 0.5)).toBe(120);
    expect(total([], 0.5)).toBe(0);
  });

`;
const SUM = 'expect(total([APPLE, PEAR])).toBe(320);';

const WEAKENED: readonly TamperingExample[] = [
  ofCart('a test deleted', ['test-deleted'], [DISCOUNT_TEST, '']),
  ofFile('a test file deleted', ['test-deleted'], TEST, CART_TEST, null),
  ofCart('it.skip', ['test-skipped'], ["it('sums prices'", "it.skip('sums prices'"]),
  ofCart('xit', ['test-skipped'], ["it('sums prices'", "xit('sums prices'"]),
  ofCart('describe.skip', ['test-skipped'], ["describe('cart'", "describe.skip('cart'"]),
  ofCart('an option that skips', ['test-skipped'], ["it('sums prices', ()", "it('sums prices', { skip: true }, ()"]),
  ofCart('it.todo in the place of a test', ['test-skipped', 'test-deleted'], [DISCOUNT_TEST, "  it.todo('takes a discount off');\n\n"]),
  ofCart('it.only', ['test-focused'], ["it('sums prices'", "it.only('sums prices'"]),
  ofCart('a test commented out', ['test-commented-out', 'test-deleted'], [DISCOUNT_TEST, DISCOUNT_TEST.replace(/^ {2}(?=\S| )/gm, '  // ')]),
  ofCart('a test only outside of CI', ['test-conditional'], ["it('sums prices'", "it.skipIf(process.env.CI)('sums prices'"]),
  ofCart('a test below a condition', ['test-conditional'], [DISCOUNT_TEST, `  if (!process.env.CI) {\n${DISCOUNT_TEST}  }\n`]),
  ofCart('it.fails', ['test-expected-to-fail'], ["it('sums prices'", "it.fails('sums prices'"]),
  ofCart('an assertion removed', ['assertion-removed'], ['    expect(total([], 0.5)).toBe(0);\n', '']),
  ofCart('all assertions removed', ['assertion-removed'], [SUM, 'total([APPLE, PEAR]);']),
  ofCart('toBe to toBeDefined', ['assertion-weakened'], [SUM, 'expect(total([APPLE, PEAR])).toBeDefined();']),
  ofCart('toBe to toBeTruthy', ['assertion-weakened'], [SUM, 'expect(total([APPLE, PEAR])).toBeTruthy();']),
  ofCart('a value to its type', ['assertion-weakened'], [SUM, 'expect(total([APPLE, PEAR])).toEqual(expect.any(Number));']),
  ofCart('a value to a limit', ['assertion-weakened'], [SUM, 'expect(total([APPLE, PEAR])).toBeGreaterThan(0);']),
  ofCart('toEqual to toMatchObject with less', ['assertion-weakened'], [".toEqual({ name: 'pear', price: 80, count: 1 })", ".toMatchObject({ name: 'pear' })"]),
  ofCart('a field left open', ['assertion-weakened'], ["{ name: 'pear', price: 80, count: 1 })", "{ name: 'pear', price: expect.anything(), count: 1 })"]),
  ofCart('the message of an error dropped', ['assertion-weakened'], [".toThrow('no item plum')", '.toThrow()']),
  ofCart('toThrow to not.toThrow', ['assertion-weakened', 'expected-value-edited', 'assertion-removed'], [".toThrow('no item plum')", '.not.toThrow()'], ["'plum'", "'apple'"]),
  ofCart('an assertion on arguments to one on a call', ['assertion-weakened', 'assertion-removed'], ['toHaveBeenCalledWith(240)', 'toHaveBeenCalled()']),
  ofCart('expect(true).toBe(true)', ['assertion-vacuous', 'assertion-removed'], [SUM, 'expect(true).toBe(true);']),
  ofCart('a condition that always holds', ['assertion-vacuous', 'assertion-weakened'], [SUM, 'expect(total([APPLE, PEAR]) === 320 || true).toBe(true);']),
  ofCart('an empty catch', ['assertion-swallowed'], [SUM, `try {\n      ${SUM}\n    } catch {}`]),
  ofCart('a catch that only logs', ['assertion-swallowed'], [SUM, `try {\n      ${SUM}\n    } catch (error) {\n      console.log(error);\n    }`]),
  ofCart('.catch(() => {})', ['assertion-swallowed'], ["rejects.toThrow('the cart is empty')", "rejects.toThrow('the cart is empty').catch(() => {})"]),
  ofCart('a return in front', ['assertion-unreachable'], [SUM, `return;\n    ${SUM}`]),
  ofCart('an assertion below a condition', ['assertion-unreachable', 'test-conditional', 'assertion-removed'], [SUM, `if (process.env.FULL) {\n      ${SUM}\n    }`]),
  ofCart('an await dropped', ['assertion-not-awaited'], ["await expect(checkout([], vi.fn())).rejects", "expect(checkout([], vi.fn())).rejects"]),
  ofCart('an expected value edited', ['expected-value-edited'], ['.toBe(320)', '.toBe(321)']),
  ofCart('an expected message edited', ['expected-value-edited'], ["'no item plum'", "'nothing found here'"]),
  ofCart('a row of a table removed', ['cases-removed'], ['    [[PEAR], 80],\n', '']),
  ofCart('the subject mocked', ['subject-mocked'], ["const APPLE", "vi.mock('../src/cart', () => ({ total: () => 320, find: vi.fn(), checkout: vi.fn() }));\nconst APPLE"]),
  ofFile('node:test with t.skip()', ['test-skipped'], 'test/sum.test.js',
    "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { sum } from '../sum.js';\ntest('sums', () => {\n  assert.equal(sum(1, 2), 3);\n});\n",
    "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { sum } from '../sum.js';\ntest('sums', (t) => {\n  t.skip('flaky');\n  assert.equal(sum(1, 2), 3);\n});\n"),
  ofFile('chai equality to existence', ['assertion-weakened'], 'test/sum.spec.js',
    "const { expect } = require('chai');\nconst { sum } = require('../sum');\ndescribe('sum', function () {\n  it('adds', function () {\n    expect(sum(1, 2)).to.equal(3);\n  });\n});\n",
    "const { expect } = require('chai');\nconst { sum } = require('../sum');\ndescribe('sum', function () {\n  it('adds', function () {\n    expect(sum(1, 2)).to.exist;\n  });\n});\n"),
  ofFile('a tolerance widened', ['assertion-weakened'], 'src/angle.test.ts',
    "import { radians } from './angle';\ntest('converts', () => {\n  expect(radians(90)).toBeCloseTo(1.5708, 4);\n});\n",
    "import { radians } from './angle';\ntest('converts', () => {\n  expect(radians(90)).toBeCloseTo(1.5708, 0);\n});\n"),
  ofFile('a text of a page to its presence', ['assertion-weakened'], 'cypress/e2e/cart.cy.js',
    "describe('cart', () => {\n  it('shows the sum', () => {\n    cy.visit('/cart');\n    cy.get('.sum').should('have.text', '3.20');\n  });\n});\n",
    "describe('cart', () => {\n  it('shows the sum', () => {\n    cy.visit('/cart');\n    cy.get('.sum').should('exist');\n  });\n});\n"),
  ofFile('an await of a page dropped', ['assertion-not-awaited'], 'e2e/cart.spec.ts',
    "import { expect, test } from '@playwright/test';\ntest('shows the sum', async ({ page }) => {\n  await page.goto('/cart');\n  await expect(page.locator('.sum')).toHaveText('3.20');\n});\n",
    "import { expect, test } from '@playwright/test';\ntest('shows the sum', async ({ page }) => {\n  await page.goto('/cart');\n  expect(page.locator('.sum')).toHaveText('3.20');\n});\n"),
]; // biome-ignore format: a table

const AVA =
  "import test from 'ava';\nimport { sum } from '../sum.js';\n\ntest('adds', (t) => {\n  t.is(sum(1, 2), 3);\n  t.deepEqual(sum.parts, [1, 2]);\n  t.throws(() => sum('a'), { message: 'no number' });\n});\n";

const HONEST: readonly TamperingExample[] = [
  ofCart('a test renamed', [], ["it('sums prices'", "it('adds up the prices of all items'"]),
  ofCart('a suite renamed', [], ["describe('cart'", "describe('the cart'"]),
  ofCart('tests in another order', [], [DISCOUNT_TEST, ''], ["  it('finds an item'", `${DISCOUNT_TEST}  it('finds an item'`]),
  ofCart('quotes and semicolons', [], ["toThrow('no item plum');", 'toThrow("no item plum")'], [`${SUM}`, SUM.slice(0, -1)]),
  ofCart('lines broken by a formatter', [], ["toEqual({ name: 'pear', price: 80, count: 1 });", "toEqual({\n      name: 'pear',\n      price: 80,\n      count: 1,\n    });"]),
  ofCart('a variable extracted', [], [SUM, 'const sum = total([APPLE, PEAR]);\n    expect(sum).toBe(320);']),
  ofCart('an expected value given a name', [], [SUM, 'const expected = 320;\n    expect(total([APPLE, PEAR])).toBe(expected);']),
  ofCart('an assertion added', [], [SUM, `${SUM}\n    expect(total([PEAR])).toBe(80);`]),
  ofCart('a row added', [], ['    [[PEAR], 80],\n', '    [[PEAR], 80],\n    [[APPLE, PEAR], 320],\n']),
  ofCart('toEqual to toStrictEqual', [], ["toEqual({ name: 'pear'", "toStrictEqual({ name: 'pear'"]),
  ofCart('resolves to an awaited value', [], ["await expect(checkout([APPLE], pay)).resolves.toEqual(", 'expect(await checkout([APPLE], pay)).toEqual(']),
  ofCart('a comment written', [], [SUM, `// Two apples and one pear.\n    ${SUM}`]),
  ofCart('a type argument given', [], ["const pay = vi.fn()", "const pay = vi.fn<(sum: number) => Promise<string>>()"]),
  ofCart('a test split', [], [DISCOUNT_TEST, "  it('takes a discount off', () => {\n    expect(total([APPLE], 0.5)).toBe(120);\n  });\n\n  it('takes nothing off nothing', () => {\n    expect(total([], 0.5)).toBe(0);\n  });\n\n"]),
  ofCart('two tests merged', [], [DISCOUNT_TEST, ''], [SUM, `${SUM}\n    expect(total([APPLE], 0.5)).toBe(120);\n    expect(total([], 0.5)).toBe(0);`]),
  ofCart('a helper extracted', [], [SUM, 'expectTotal([APPLE, PEAR], 320);'], ["describe('cart'", "function expectTotal(items, sum) {\n  expect(total(items)).toBe(sum);\n}\n\ndescribe('cart'"]),
  ofCart('wrapped in a suite', [], [DISCOUNT_TEST, `  describe('discounts', () => {\n${DISCOUNT_TEST}  });\n`]),
  ofCart('a weaker assertion added beside a stronger one', [], ['    expect(pay).toHaveBeenCalledTimes(1);\n', '    expect(pay).toHaveBeenCalledTimes(1);\n    expect(pay).toHaveBeenCalled();\n']),
  ofFile('a focus taken away', [], TEST, CART_TEST.replace("it('sums", "it.only('sums"), CART_TEST),
  ofFile('a skip taken away', [], TEST, CART_TEST.replace("it('sums", "it.skip('sums"), CART_TEST),
  ofFile('a test file added', [], TEST, null, CART_TEST),
  { name: 'a file moved', expected: [], files: { 'src/cart.test.ts': [CART_TEST, CART_TEST.replace("'../src/cart'", "'./cart'")] }, moves: { 'src/cart.test.ts': TEST } },
  { name: 'tests moved to a file of their own', expected: [], files: {
    [TEST]: [CART_TEST, edited(CART_TEST, [DISCOUNT_TEST, ''])],
    'test/discount.test.ts': [null, `import { expect, it } from 'vitest';\nimport { total } from '../src/cart';\nconst APPLE = { name: 'apple', price: 120, count: 2 };\n${DISCOUNT_TEST}`],
  } },
  { name: 'a feature and its tests deleted', expected: [], files: {
    [SOURCE]: [CART_SOURCE, edited(CART_SOURCE, [CART_SOURCE.slice(CART_SOURCE.indexOf('/** Finds'), CART_SOURCE.indexOf('export async')), ''])],
    [TEST]: [CART_TEST, edited(CART_TEST, [CART_TEST.slice(CART_TEST.indexOf("  it('finds"), CART_TEST.indexOf("  it('pays")), ''], ['checkout, find, total', 'checkout, total'])],
  } },
  { name: 'a message changed with its source', expected: [], files: {
    [SOURCE]: [CART_SOURCE, edited(CART_SOURCE, ['no item ${name}', '${name} is not in the cart'])],
    [TEST]: [CART_TEST, edited(CART_TEST, ['no item plum', 'plum is not in the cart'])],
  } },
  { name: 'a rule changed with its contract', expected: [], files: {
    [SOURCE]: [CART_SOURCE, edited(CART_SOURCE, ['in cents, with', 'in whole units, with'], ['Math.round(sum * (1 - discount))', 'Math.round((sum * (1 - discount)) / 100)'])],
    [TEST]: [CART_TEST, edited(CART_TEST, ['.toBe(320)', '.toBe(3)'], ['.toBe(120)', '.toBe(1)'])],
  } },
  { name: 'a function renamed', expected: [], files: {
    [SOURCE]: [CART_SOURCE, CART_SOURCE.replaceAll('total(', 'sumOf(')],
    [TEST]: [CART_TEST, CART_TEST.replaceAll('total(', 'sumOf(').replace('find, total', 'find, sumOf')],
  } },
  ofFile('single tests made a table', [], 'test/sum.test.js',
    "import { sum } from '../sum';\ntest('adds small', () => { expect(sum(1, 2)).toBe(3); });\ntest('adds big', () => { expect(sum(10, 20)).toBe(30); });\ntest('adds none', () => { expect(sum(0, 0)).toBe(0); });\n",
    "import { sum } from '../sum';\ntest.each([\n  [1, 2, 3],\n  [10, 20, 30],\n  [0, 0, 0],\n])('adds %d and %d', (a, b, expected) => { expect(sum(a, b)).toBe(expected); });\n"),
  ofFile('a table written as a text', [], 'test/sum.test.js',
    "import { sum } from '../sum';\ntest.each([\n  [1, 2, 3],\n  [10, 20, 30],\n])('adds', (a, b, expected) => { expect(sum(a, b)).toBe(expected); });\n",
    "import { sum } from '../sum';\ntest.each`\n  a | b | expected\n  ${1} | ${2} | ${3}\n  ${10} | ${20} | ${30}\n`('adds', ({ a, b, expected }) => { expect(sum(a, b)).toBe(expected); });\n"),
  ofFile('ava to vitest', [], 'test/sum.test.js', AVA,
    "import { expect, test } from 'vitest';\nimport { sum } from '../sum.js';\n\ntest('adds', () => {\n  expect(sum(1, 2)).toBe(3);\n  expect(sum.parts).toEqual([1, 2]);\n  expect(() => sum('a')).toThrow('no number');\n});\n"),
  ofFile('mocha and chai to node:test', [], 'test/sum.test.js',
    "const { expect } = require('chai');\nconst { sum } = require('../sum');\ndescribe('sum', function () {\n  it('adds', function () {\n    expect(sum(1, 2)).to.equal(3);\n    expect(sum([])).to.be.null;\n  });\n});\n",
    "const assert = require('node:assert');\nconst { describe, it } = require('node:test');\nconst { sum } = require('../sum');\ndescribe('sum', () => {\n  it('adds', () => {\n    assert.strictEqual(sum(1, 2), 3);\n    assert.strictEqual(sum([]), null);\n  });\n});\n"),
  ofFile('a callback to async', [], 'test/load.test.js',
    "const { load } = require('../load');\nit('loads', (done) => {\n  load('a').then((text) => {\n    expect(text).toBe('A');\n    done();\n  });\n});\n",
    "const { load } = require('../load');\nit('loads', async () => {\n  const text = await load('a');\n  expect(text).toBe('A');\n});\n"),
]; // biome-ignore format: a table

export const JAVASCRIPT_EXAMPLES: readonly TamperingExample[] = [...WEAKENED, ...HONEST];
