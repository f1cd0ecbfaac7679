import type { TamperingKind } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';

const RUBY = `describe Cart do\n  it "adds" do\n    cart.add(3)\n    expect(cart.total).to eq(3)\n    expect(cart.names).to include("pen")\n  end\nend\n`;
const CSHARP = `public class CartTests\n{\n    [Fact]\n    public void Adds()\n    {\n        cart.Add(3);\n        Assert.Equal(3, cart.Total());\n        Assert.True(cart.IsOpen);\n    }\n}\n`;
const CPP = `#include <gtest/gtest.h>\n\nTEST(Cart, Adds) {\n  cart.add(3);\n  EXPECT_EQ(cart.total(), 3);\n  EXPECT_TRUE(cart.open());\n}\n`;

function edits(path: string, text: string) {
  return (
    name: string,
    expected: readonly TamperingKind[],
    from: string,
    to: string,
  ): TamperingExample => ({
    name,
    expected,
    files: { [path]: [text, text.replace(from, to)] },
  });
}
const ruby = edits('spec/cart_spec.rb', RUBY);
const csharp = edits('tests/CartTests.cs', CSHARP);
const cpp = edits('test/cart_test.cc', CPP);

export const COMMON_EXAMPLES: readonly TamperingExample[] = [
  ruby('Ruby: a test is pending', ['test-skipped'], 'it "adds"', 'xit "adds"'),
  ruby('Ruby: a test is focused', ['test-focused'], 'it "adds"', 'fit "adds"'),
  ruby(
    'Ruby: an assertion is gone',
    ['assertion-removed'],
    '    expect(cart.total).to eq(3)\n',
    '',
  ),
  ruby(
    'Ruby: equality is truth',
    ['assertion-weakened', 'assertion-removed'],
    'eq(3)',
    'be_truthy',
  ),
  ruby('Ruby: another value', ['expected-value-edited'], 'eq(3)', 'eq(4)'),
  ruby('Ruby: another title', [], '"adds"', '"adds prices"'),
  ruby('Ruby: without brackets', [], 'eq(3)', 'eq 3'),
  csharp('C#: a test is skipped', ['test-skipped'], '[Fact]', '[Fact(Skip = "later")]'),
  csharp(
    'C#: only not null',
    ['assertion-weakened', 'assertion-removed'],
    'Equal(3, cart.Total())',
    'NotNull(cart.Total())',
  ),
  csharp('C#: always true', ['assertion-vacuous', 'assertion-removed'], 'cart.IsOpen', 'true'),
  csharp(
    'C#: NUnit in place of xUnit',
    [],
    'Assert.Equal(3, cart.Total())',
    'Assert.That(cart.Total(), Is.EqualTo(3))',
  ),
  csharp('C#: another name', [], 'Adds()', 'AddsPrices()'),
  cpp(
    'C++: a test is skipped',
    ['test-skipped'],
    '  cart.add(3);',
    '  GTEST_SKIP();\n  cart.add(3);',
  ),
  cpp('C++: an assertion is gone', ['assertion-removed'], '  EXPECT_EQ(cart.total(), 3);\n', ''),
  cpp('C++: the values change sides', [], 'cart.total(), 3', '3, cart.total()'),
  cpp('C++: it stops at once', [], 'EXPECT_EQ', 'ASSERT_EQ'),
];
