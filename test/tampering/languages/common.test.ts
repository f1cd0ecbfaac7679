import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_LANGUAGES } from '../../../src/tampering/old/common.ts';
import type { TestFile } from '../../../src/tampering/test-file.ts';

function read(name: string, text: string): TestFile {
  const language = COMMON_LANGUAGES.find((one) => one.name === name);
  if (language === undefined) throw new Error(`No language ${name}.`);
  return language.readTests(text, `tests/cart.${language.extensions[0]}`);
}

/** A test of each language around a line. */
const AROUND: Readonly<Record<string, (line: string) => string>> = {
  ruby: (line) => `describe Cart do\n  it "adds" do\n    ${line}\n  end\nend\n`,
  csharp: (line) =>
    `public class CartTests\n{\n    [Fact]\n    public void Adds()\n    {\n        ${line}\n    }\n}\n`,
  php: (line) =>
    `<?php\nclass CartTest extends TestCase {\n    public function testAdds(): void {\n        ${line}\n    }\n}\n`,
  swift: (line) =>
    `class CartTests: XCTestCase {\n    func testAdds() {\n        ${line}\n    }\n}\n`,
  cpp: (line) => `#include <gtest/gtest.h>\nTEST(Cart, Adds) {\n  ${line}\n}\n`,
  scala: (line) => `class CartTest extends AnyFunSuite {\n  test("adds") {\n    ${line}\n  }\n}\n`,
  elixir: (line) => `defmodule CartTest do\n  test "adds" do\n    ${line}\n  end\nend\n`,
  dart: (line) => `void main() {\n  test('adds', () {\n    ${line}\n  });\n}\n`,
};

const told = ({ tests }: TestFile) =>
  (tests[0]?.assertions ?? []).map(
    ({ expected, form, guard, negated, subject, tolerance }) =>
      `${subject}|${negated ? '!' : ''}${form}|${expected ?? ''}` +
      `${tolerance === undefined ? '' : `~${tolerance}`}${guard === undefined ? '' : `@${guard}`}`,
  );

describe('what a line asserts', () => {
  test.each<[string, string, readonly string[]]>([
    ['ruby', 'expect(add(1, 2)).to eq(3)', ['add(1,2)|equal|3']],
    ['ruby', 'expect(add(1, 2)).to eq 3', ['add(1,2)|equal|3']],
    ['ruby', 'expect(add(1, 2)).not_to eq(3)', ['add(1,2)|!equal|3']],
    ['ruby', 'expect(cart).to be_truthy', ['cart|truthy|']],
    ['ruby', 'expect(cart.names).to include("a")', ['cart.names|contains|"a"']],
    ['ruby', 'expect { pay(0) }.to raise_error(BadCart)', ['pay(0)|throws|BadCart']],
    ['ruby', 'assert_equal 3, add(1, 2)', ['add(1,2)|equal|3']],
    ['ruby', 'assert_equal(3, add(1, 2))', ['add(1,2)|equal|3']],
    ['ruby', 'assert cart.open?', ['cart.open?|truthy|']],
    ['ruby', 'refute cart.closed', ['cart.closed|!truthy|']],
    ['ruby', 'assert true', ['true|vacuous|']],
    ['ruby', 'assert_nil find(1)', ['find(1)|equal|null']],
    ['ruby', 'assert_raises(BadCart) { pay(0) }', ['pay(0)|throws|BadCart']],
    [
      'ruby',
      'begin\n      assert_equal 3, add(1, 2)\n    rescue StandardError\n    end',
      ['add(1,2)|equal|3@swallowed'],
    ],
    ['ruby', 'return\n    assert_equal 3, add(1, 2)', ['add(1,2)|equal|3@unreachable']],
    ['csharp', 'Assert.Equal(3, Add(1, 2));', ['Add(1,2)|equal|3']],
    ['csharp', 'Assert.AreEqual(3, Add(1, 2));', ['Add(1,2)|equal|3']],
    ['csharp', 'Assert.That(Add(1, 2), Is.EqualTo(3));', ['Add(1,2)|equal|3']],
    ['csharp', 'Add(1, 2).Should().Be(3);', ['Add(1,2)|equal|3']],
    ['csharp', 'Assert.NotNull(cart);', ['cart|defined|']],
    ['csharp', 'Assert.True(cart.IsOpen);', ['cart.IsOpen|truthy|']],
    ['csharp', 'Assert.True(Add(1, 2) == 3);', ['Add(1,2)|equal|3']],
    ['csharp', 'Assert.Throws<BadCart>(() => Pay(0));', ['|throws|BadCart']],
    [
      'csharp',
      'try { Assert.Equal(3, Add(1, 2)); } catch (Exception) { }',
      ['Add(1,2)|equal|3@swallowed'],
    ],
    ['php', '$this->assertSame(3, add(1, 2));', ['add(1,2)|equal|3']],
    ['php', '$this->assertNotNull($cart);', ['$cart|defined|']],
    ['php', '$this->assertTrue(true);', ['true|vacuous|']],
    ['php', 'expect(add(1, 2))->toBe(3);', ['add(1,2)|equal|3']],
    ['php', '$this->assertStringContainsString("a", $name);', ['$name|contains|"a"']],
    ['swift', 'XCTAssertEqual(add(1, 2), 3)', ['add(1,2)|equal|3']],
    ['swift', 'XCTAssertEqual(half(7), 3.5, accuracy: 0.01)', ['half(7)|near|3.5~0.01']],
    ['swift', 'XCTAssertTrue(cart.isOpen)', ['cart.isOpen|truthy|']],
    ['swift', 'XCTAssertNotNil(cart)', ['cart|defined|']],
    ['swift', '#expect(add(1, 2) == 3)', ['add(1,2)|equal|3']],
    ['swift', 'if open { XCTAssertEqual(add(1, 2), 3) }', ['add(1,2)|equal|3@conditional']],
    ['cpp', 'EXPECT_EQ(add(1, 2), 3);', ['add(1,2)|equal|3']],
    ['cpp', 'ASSERT_EQ(3, add(1, 2));', ['add(1,2)|equal|3']],
    ['cpp', 'EXPECT_NEAR(half(7), 3.5, 0.01);', ['half(7)|near|3.5~0.01']],
    ['cpp', 'REQUIRE(add(1, 2) == 3);', ['add(1,2)|equal|3']],
    ['cpp', 'EXPECT_TRUE(open);', ['open|truthy|']],
    ['cpp', 'EXPECT_TRUE(true);', ['true|vacuous|']],
    ['scala', 'assert(add(1, 2) == 3)', ['add(1,2)|equal|3']],
    ['scala', 'add(1, 2) shouldBe 3', ['add(1,2)|equal|3']],
    ['scala', 'add(1, 2) should be (3)', ['add(1,2)|equal|3']],
    ['elixir', 'assert add(1, 2) == 3', ['add(1,2)|equal|3']],
    ['elixir', 'refute closed(cart)', ['closed(cart)|!truthy|']],
    ['elixir', 'assert true', ['true|vacuous|']],
    ['dart', 'expect(add(1, 2), 3);', ['add(1,2)|equal|3']],
    ['dart', 'expect(add(1, 2), equals(3));', ['add(1,2)|equal|3']],
    ['dart', 'expect(cart, isNotNull);', ['cart|defined|']],
  ])('%s: %s', (name, line, expected) => {
    expect(told(read(name, AROUND[name]?.(line) ?? ''))).toEqual(expected);
  });
});

describe('which tests there are, and which run', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'ruby',
      'describe Cart do\n  xit "adds" do\n    expect(1).to eq(2)\n  end\nend',
      ['adds skipped'],
    ],
    [
      'ruby',
      'xdescribe Cart do\n  it "adds" do\n    expect(1).to eq(2)\n  end\nend',
      ['adds skipped'],
    ],
    ['ruby', 'it "adds", skip: "later" do\n  expect(1).to eq(2)\nend', ['adds skipped']],
    ['ruby', 'fit "adds" do\n  expect(1).to eq(2)\nend', ['adds focused']],
    [
      'ruby',
      'class CartTest < Minitest::Test\n  def test_adds\n    skip "x"\n    assert_equal 1, f(2)\n  end\n\n  def other\n  end\nend',
      ['test_adds skipped'],
    ],
    [
      'csharp',
      'class CartTests { [Fact(Skip = "later")] public void Adds() { } public void Other() { } }',
      ['Adds skipped'],
    ],
    ['csharp', 'class CartTests { [Test, Ignore("x")] public void Adds() { } }', ['Adds skipped']],
    [
      'csharp',
      'class CartTests { [Theory] [InlineData(1, 2)] [InlineData(2, 3)] public async Task Adds(int a) { } }',
      ['Adds runs 1,2 2,3'],
    ],
    [
      'php',
      'class CartTest extends TestCase { public function testAdds() { $this->markTestSkipped("x"); } }',
      ['testAdds skipped'],
    ],
    ['php', "it('adds', function () { expect(1)->toBe(1); });", ['adds runs']],
    [
      'swift',
      'class CartTests: XCTestCase { func testAdds() throws { throw XCTSkip("x") }\n func helper() { } }',
      ['testAdds skipped'],
    ],
    ['cpp', 'TEST(Cart, DISABLED_Adds) { EXPECT_EQ(1, f(2)); }', ['Cart.DISABLED_Adds skipped']],
    ['cpp', 'TEST(Cart, Adds) { GTEST_SKIP(); }', ['Cart.Adds skipped']],
    ['scala', 'class CartTest { ignore("adds") { assert(f(1) == 2) } }', ['adds skipped']],
    [
      'elixir',
      'defmodule CartTest do\n  @tag :skip\n  test "adds" do\n    assert f(1) == 2\n  end\nend',
      ['adds skipped'],
    ],
    [
      'dart',
      "void main() { test('adds', () { expect(f(1), 2); }, skip: true); }",
      ['adds skipped'],
    ],
  ])('%s: %s', (name, text, expected) => {
    const { tests } = read(name, text);
    expect(tests.map((one) => [one.name, one.mode, ...one.cases].join(' '))).toEqual(expected);
  });
});

test('any part of a file is read without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(AROUND)),
      fc.nat(400),
      fc.string({ maxLength: 12 }),
      (name, length, tail) => {
        const text = AROUND[name]?.('expect(add(1, [2)).to eq(3, {a: 1}); assertEquals(3,') ?? '';
        expect(read(name, text.slice(0, length) + tail).tests.length).toBeLessThan(10);
      },
    ),
    { numRuns: 300 },
  );
});
