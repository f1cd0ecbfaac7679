import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READER } from '../../rig/values/reader.ts';
import { runs } from '../../rig/values/runs.ts';
import { readExamples } from '../../rig/values/tampering-examples.ts';

/** A file is read as far as it goes, with anything in it: a look for weakened tests never fails by a text. */

interface Broken {
  /** Where its examples lie, if not among the unseen ones. */
  readonly collection?: string;
  /** The collection with its sources. */
  readonly examples: string;
  /** A test file and a program. */
  readonly paths: readonly [test: string, program: string];
  /** The beginning of a test, and what is written in it many times. */
  readonly opening: string;
  readonly pieces: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Broken>> = {
  Go: {
    examples: 'go',
    paths: ['a_test.go', 'a.go'],
    opening: 'func TestA(t *testing.T) {\n',
    pieces: ['{', '(', 'if ', 'func TestA(t *testing.T) {', '!', 'case ', '||'],
  },
  Rust: {
    examples: 'rust',
    paths: ['tests/a.rs', 'src/lib.rs'],
    opening: '#[test]\nfn a() {\n',
    pieces: ['{', '(', 'if ', '#[test] fn a() {', '!', 'match x {', '||', '#[', "'"],
  },
  Python: {
    examples: 'python',
    paths: ['tests/test_cart.py', 'src/cart.py'],
    opening: 'def test_a():\n    assert ',
    pieces: [
      '(',
      '[',
      '"""',
      '\\',
      '@',
      'if ',
      'not ',
      'assert ',
      'def ',
      'lambda:',
      'x == ',
      'a.',
    ],
  },
  JavaScript: {
    examples: 'javascript',
    paths: ['test/sum.test.tsx', 'src/cart.ts'],
    opening: '',
    pieces: ['(', '[', '{', '=>', 'x=>', 'it(', 'expect(', 'if(a)', '`${', 'a<'],
  },
  Java: {
    examples: 'jvm',
    paths: ['src/test/java/CartTest.java', 'src/main/java/Cart.java'],
    opening: 'class CartTest { @Test void a() {\n',
    pieces: ['{', '(', 'if (', '@Test void a() {', '!', 'f(', 'x ->', '"', 'new A<'],
  },
  Kotlin: {
    examples: 'jvm',
    paths: ['src/test/kotlin/CartTest.kt', 'src/main/kotlin/Cart.kt'],
    opening: 'class CartTest { @Test fun a() {\n',
    pieces: ['{', '(', 'if (', '@Test fun a() {', '!!', 'f { ', 'x<', '"${', '?.'],
  },
  Ruby: {
    collection: 'before',
    examples: 'ruby',
    paths: ['spec/cart_spec.rb', 'lib/cart.rb'],
    opening: "describe 'a' do\n  it 'a' do\n",
    pieces: ['it "a" do\n', '(', '[', 'expect(', 'if ', '{', '#{', 'a.', '<<~A\n'],
  },
  PHP: {
    collection: 'before',
    examples: 'php',
    paths: ['tests/CartTest.php', 'src/Cart.php'],
    opening: '<?php class CartTest { function testA() {\n',
    pieces: ['{', '(', 'if (', 'function testA() {', '!', '$a->', '[', "'", '?>'],
  },
  'C#': {
    collection: 'before',
    examples: 'csharp',
    paths: ['CartTests.cs', 'Cart.cs'],
    opening: 'class CartTests { [Fact] void A() {\n',
    pieces: ['{', '(', 'if (', '[Fact] void A() {', '!', 'f(', 'x => ', '"', 'new A<', '$"{'],
  },
  'C and C++': {
    collection: 'before',
    examples: 'cpp',
    paths: ['cart_test.cc', 'cart.h'],
    opening: 'TEST(Cart, A) {\n',
    pieces: ['{', '(', 'if (', '\nTEST(A, B) {', '!', 'f(', 'a<', '\nTEST_CASE("', '#if 0\n', '<<'],
  },
  shell: {
    collection: 'before',
    examples: 'shell',
    paths: ['cart.bats', 'cart.sh'],
    opening: '@test "a" {\n',
    pieces: ['{', '(', 'if ', '\n@test "a" {\n', '! ', '$(', '[ ', '"', 'a && ', '<<A\n', '${'],
  },
};

function read(text: string, [test, program]: Broken['paths']): void {
  expect(READER.readTests(test, text)?.tests).toBeInstanceOf(Array);
  expect(READER.readDefinitions(program, text)).toBeInstanceOf(Array);
}

/** All sources of a language that its examples have. */
function sourcesOf({
  collection = 'unseen',
  examples,
  paths: [, program],
}: Broken): readonly string[] {
  const isOf = (path: string) => READER.languageOf(path) === READER.languageOf(program);
  return readExamples(collection, examples).flatMap(({ files }) =>
    Object.entries(files).flatMap(([path, [before]]) =>
      isOf(path) && before !== null ? [before] : [],
    ),
  );
}

describe.each(Object.entries(LANGUAGES))('%s', (_, language) => {
  const source = fc.constantFrom(...sourcesOf(language));
  const place = fc.double({ min: 0, max: 1, noNaN: true });

  it('is read with any part of a file cut out, and anything in its place', () => {
    fc.assert(
      fc.property(source, place, place, fc.string(), (text, from, to, noise) => {
        const [start, end] = [from, to].map((part) => Math.floor(part * text.length));
        read(text.slice(0, start) + noise + text.slice(end), language.paths);
      }),
      runs(500, 100),
    );
  });

  it.each(language.pieces)('is read with many of %j', (piece) => {
    read(language.opening + piece.repeat(2000), language.paths);
  });
});
