import { describe, expect, it } from 'vitest';
import type { ProjectFiles, TextChange } from '../../src/tampering/change.ts';
import { suspicionsIn } from '../../src/tampering/tampering.ts';
import { READER } from '../rig/values/reader.ts';

/** An expected value that changed is no alarm where the test reaches what changed, through files that did not. */

type Files = Readonly<Record<string, string>>;

const projectOf = (files: Files): ProjectFiles => ({
  paths: Object.keys(files),
  read: (path) => files[path],
});

/** The kinds that are told where a test's 1 became a 2, and a file of the program changed likewise. */
function told(test: string, changed: string, files: Files): readonly string[] {
  const project = projectOf(files);
  const edit = (path: string): TextChange => {
    const before = files[path] ?? '';
    const after = before.replace(/\b1\b/, '2');
    expect(after).not.toBe(before);
    return { path, before, after };
  };
  const found = suspicionsIn([edit(test), edit(changed)], READER, project);
  return [...new Set(found.map(({ kind }) => kind))];
}

const TS_TEST =
  "import { total } from './cart';\nit('adds', () => { expect(total('a')).toBe(1); });\n";
const JAVA_TEST =
  'package shop;\nimport shop.cart.Cart;\nclass CartTest { @Test void adds() { assertEquals(1, new Cart().total()); } }\n';

const REACHED: readonly (readonly [what: string, test: string, changed: string, Files])[] = [
  ['an import of an import', 'src/cart.test.ts', 'src/price.ts', {
    'src/cart.test.ts': TS_TEST,
    'src/cart.ts': "import { priceOf } from './price';\nexport const total = (name) => priceOf(name);\n",
    'src/price.ts': 'export const priceOf = (name) => 1;\n',
  }],
  ['all that a file passes on', 'src/cart.test.ts', 'src/price.ts', {
    'src/cart.test.ts': TS_TEST,
    'src/cart/index.ts': "export * from '../price.js';\n",
    'src/price.ts': 'export const priceOf = (name) => 1;\n',
  }],
  ['another package of the workspace', 'packages/shop/cart.test.ts', 'packages/price/src/price.ts', {
    'packages/shop/cart.test.ts': TS_TEST,
    'packages/shop/cart.ts': "import { priceOf } from '@shop/price';\nexport const total = priceOf;\n",
    'packages/price/package.json': '{ "name": "@shop/price" }\n',
    'packages/price/src/index.ts': "export { priceOf } from './price';\n",
    'packages/price/src/price.ts': 'export const priceOf = (name) => 1;\n',
  }],
  ['a module of Python', 'tests/test_cart.py', 'src/shop/price.py', {
    'tests/test_cart.py': 'from shop import total\n\ndef test_total():\n    assert total("a") == 1\n',
    'src/shop/__init__.py': 'from .cart import total\n',
    'src/shop/cart.py': 'from .price import price_of\n\ndef total(name):\n    return price_of(name)\n',
    'src/shop/price.py': 'def price_of(name):\n    return 1\n',
  }],
  ['a file of the same Go package', 'shop/cart_test.go', 'shop/price.go', {
    'shop/cart_test.go': 'package shop\n\nfunc TestTotal(t *testing.T) {\n\tif Total("a") != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    'shop/cart.go': 'package shop\n\nfunc Total(name string) int { return priceOf(name) }\n',
    'shop/price.go': 'package shop\n\nfunc priceOf(name string) int { return 1 }\n',
  }],
  ['another Go package', 'shop/cart_test.go', 'price/price.go', {
    'shop/cart_test.go': 'package shop\n\nfunc TestTotal(t *testing.T) {\n\tif Total("a") != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    'shop/cart.go': 'package shop\n\nimport "example.org/all/price"\n\nfunc Total(name string) int { return price.Of(name) + price.Shift() }\n',
    'price/price.go': 'package price\n\nfunc Shift() int { return 1 }\n',
  }],
  ['another crate', 'shop/tests/cart.rs', 'price/src/lib.rs', {
    'shop/Cargo.toml': '[package]\nname = "shop"\n',
    'shop/tests/cart.rs': '#[test]\nfn adds() {\n    assert_eq!(shop::total("a"), 1);\n}\n',
    'shop/src/lib.rs': 'pub fn total(name: &str) -> u32 { shop_price::price_of(name) }\n',
    'price/Cargo.toml': '[package]\nname = "shop-price"\n',
    'price/src/lib.rs': 'pub fn price_of(name: &str) -> u32 { 1 }\n',
  }],
  ['another package of Java', 'app/src/test/java/shop/CartTest.java', 'app/src/main/java/shop/price/Price.java', {
    'app/src/test/java/shop/CartTest.java': JAVA_TEST,
    'app/src/main/java/shop/cart/Cart.java': 'package shop.cart;\nimport shop.price.Price;\npublic class Cart { int total() { return Price.basic(); } }\n',
    'app/src/main/java/shop/price/Price.java': 'package shop.price;\npublic class Price { static int basic() { return 1; } }\n',
  }],
]; // biome-ignore format: a table

describe('an expected value that changed with the program', () => {
  it.each(REACHED)('is no alarm through %s', (_what, test, changed, files) => {
    expect(told(test, changed, files)).toEqual([]);
  });

  it.each(REACHED)('is one where nothing leads there: %s', (_what, test, changed, files) => {
    const own = Object.entries(files).filter(([path]) => path === test || path === changed);
    expect(told(test, changed, Object.fromEntries(own))).toEqual(['expected-value-edited']);
  });

  it('is one where a file on the way names nothing that changed', () => {
    const files = {
      'src/cart.test.ts': TS_TEST,
      'src/cart.ts': "import { other } from './price';\nexport const total = () => other();\n",
      'src/price.ts': 'export const other = () => 5;\nexport const priceOf = (name) => 1;\n',
    };
    expect(told('src/cart.test.ts', 'src/price.ts', files)).toEqual(['expected-value-edited']);
  });

  it('a test that a file which did not change holds as well is not lost', () => {
    const text =
      "it('adds', () => {\n  const cart = new Cart('a', 1);\n  cart.add('b', 2);\n  expect(cart.total()).toBe(3);\n});\n";
    const change = [{ path: 'a.test.ts', before: text, after: undefined }];
    const kinds = (files: Files) =>
      suspicionsIn(change, READER, projectOf(files)).map(({ kind }) => kind);
    expect([kinds({ 'b.test.ts': text }), kinds({ 'b.test.ts': 'it.todo();\n' })]).toEqual([
      [],
      ['test-deleted'],
    ]);
  });
});
