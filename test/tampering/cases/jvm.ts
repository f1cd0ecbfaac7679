import type { TamperingKind } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { edited as replaced } from './edited.ts';

const PATH = 'src/test/java/shop/CartTest.java';
const CART = `package shop;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;

class CartTest {
  private final Cart cart = new Cart();

  @Test
  void addsPrices() {
    cart.add("pen", 3);
    cart.add("ink", 4);
    assertEquals(7, cart.total());
    assertEquals(2, cart.names().size());
  }

  @Test
  void refusesNegativePrices() {
    assertThrows(BadPrice.class, () -> cart.add("pen", -1));
  }

  @Test
  void beginsOpen() {
    assertTrue(cart.isOpen());
  }
}
`;

const edited = (
  name: string,
  expected: readonly TamperingKind[],
  from: string,
  to: string,
): TamperingExample => ({ name, expected, files: { [PATH]: [CART, CART.replace(from, to)] } });

const TOTAL = '    assertEquals(7, cart.total());\n';
const OPEN = '  @Test\n  void beginsOpen() {\n    assertTrue(cart.isOpen());\n  }\n';

const TEXTS_PATH = 'src/test/kotlin/shop/TextsTest.kt';
const TEXTS = `package shop

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource

class TextsTest {
    @Test
    fun \`one is singular\`() {
        assertEquals("1 box", plural("box", 1))
    }

    @Test
    fun \`two is plural\`() {
        assertEquals("2 boxes", plural("box", 2))
    }

    @Test
    fun \`refuses less than nothing\`() {
        val error = assertFailsWith<IllegalArgumentException> { plural("box", -1) }
        assertEquals("negative", error.message)
    }

    @ParameterizedTest
    @CsvSource("pen,3,3 pens", "ink,1,1 ink", "key,0,no keys")
    fun \`counts things\`(thing: String, count: Int, expected: String) {
        assertEquals(expected, plural(thing, count))
    }
}
`;
const TEXTS_SOURCE_PATH = 'src/main/kotlin/shop/Texts.kt';
const TEXTS_SOURCE = `package shop

/** The name of a thing with how many there are. */
fun plural(thing: String, count: Int): String {
    require(count >= 0) { "negative" }
    return when (count) {
        0 -> "no \${thing}s"
        1 -> "1 $thing"
        else -> if (thing.endsWith("x")) "$count \${thing}es" else "$count \${thing}s"
    }
}

/** A name with a large first letter. */
fun title(name: String): String = name.replaceFirstChar { it.uppercase() }
`;

const ORDER_PATH = 'src/test/kotlin/shop/OrderSpec.kt';
const ORDER = `package shop

import io.kotest.assertions.throwables.shouldThrow
import io.kotest.core.spec.style.DescribeSpec
import io.kotest.matchers.collections.shouldContainExactly
import io.kotest.matchers.shouldBe
import io.mockk.every
import io.mockk.mockk
import io.mockk.verify

class OrderSpec : DescribeSpec({
    val mail = mockk<Mail>(relaxed = true)

    describe("an order") {
        it("adds up its lines") {
            val order = Order(mail)
            order.add("pen", 3)
            order.add("ink", 4)
            order.total() shouldBe 7
            order.names() shouldContainExactly listOf("pen", "ink")
        }

        it("is not paid twice") {
            val order = Order(mail)
            order.pay()
            shouldThrow<AlreadyPaid> { order.pay() }
        }

        it("tells the customer") {
            val order = Order(mail)
            order.pay()
            verify(exactly = 1) { mail.send("paid") }
        }
    }
})
`;

const PRICE_PATH = 'src/test/java/shop/PriceServiceTest.java';
const PRICE = `package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mock;

class PriceServiceTest {
  @Mock private Rates rates;

  @ParameterizedTest
  @MethodSource("sums")
  void addsTax(int net, int gross) {
    assertThat(new PriceService(rates).gross(net)).isEqualTo(gross);
  }

  static Stream<Arguments> sums() {
    return Stream.of(
        Arguments.of(100, 119),
        Arguments.of(0, 0),
        Arguments.of(1, 1),
        Arguments.of(50, 60));
  }

  @Test
  void convertsByTheRateOfTheDay() {
    when(rates.of("USD")).thenReturn(1.25);
    PriceService service = new PriceService(rates);
    assertThat(service.convert(80, "USD")).isCloseTo(100.0, within(0.001));
    verify(rates).of("USD");
  }

  @Test
  void refusesAnUnknownCurrency() {
    PriceService service = new PriceService(rates);
    assertThatThrownBy(() -> service.convert(1, "XXX"))
        .isInstanceOf(UnknownCurrency.class)
        .hasMessage("XXX");
  }

  @Test
  void listsItsCurrencies() {
    assertThat(new PriceService(rates).currencies()).containsExactly("EUR", "USD", "CHF");
  }
}
`;

type Edit = readonly [from: string, to: string];
const texts = (
  name: string,
  expected: readonly TamperingKind[],
  ...edits: readonly Edit[]
): TamperingExample => ({
  name,
  expected,
  files: { [TEXTS_PATH]: [TEXTS, replaced(TEXTS, ...edits)] },
});
const order = (
  name: string,
  expected: readonly TamperingKind[],
  ...edits: readonly Edit[]
): TamperingExample => ({
  name,
  expected,
  files: { [ORDER_PATH]: [ORDER, replaced(ORDER, ...edits)] },
});
const price = (
  name: string,
  expected: readonly TamperingKind[],
  ...edits: readonly Edit[]
): TamperingExample => ({
  name,
  expected,
  files: { [PRICE_PATH]: [PRICE, replaced(PRICE, ...edits)] },
});

const ONE = `    @Test
    fun \`one is singular\`() {
        assertEquals("1 box", plural("box", 1))
    }

`;
const TWO = `    @Test
    fun \`two is plural\`() {
        assertEquals("2 boxes", plural("box", 2))
    }

`;
const CURRENCIES = `
  @Test
  void listsItsCurrencies() {
    assertThat(new PriceService(rates).currencies()).containsExactly("EUR", "USD", "CHF");
  }
`;
const TITLE_PATH = 'src/test/kotlin/shop/TitleTest.kt';
const TITLE = `package shop

import kotlin.test.Test
import kotlin.test.assertEquals

class TitleTest {
    @Test
    fun \`has a large first letter\`() {
        assertEquals("Pen", title("pen"))
    }
}
`;

const MORE_EXAMPLES: readonly TamperingExample[] = [
  texts('fewer rows', ['cases-removed'], [', "key,0,no keys"', '']),
  texts('rows are cut to one', ['cases-removed'], [', "ink,1,1 ink", "key,0,no keys"', '']),
  texts(
    'a Kotlin test is ignored',
    ['test-skipped'],
    ['    @Test\n    fun `two', '    @Ignore\n    @Test\n    fun `two'],
  ),
  texts('a Kotlin test is gone', ['test-deleted'], [TWO, '']),
  texts(
    'a message is not looked at any more',
    ['assertion-removed', 'assertion-weakened'],
    ['        assertEquals("negative", error.message)\n', ''],
  ),
  texts(
    'an error is caught and dropped',
    ['assertion-swallowed'],
    [
      '        assertEquals("2 boxes", plural("box", 2))',
      '        runCatching { assertEquals("2 boxes", plural("box", 2)) }',
    ],
  ),
  texts(
    'equality is only not empty',
    ['assertion-weakened', 'assertion-removed'],
    ['assertEquals("2 boxes", plural("box", 2))', 'assertTrue(plural("box", 2).isNotEmpty())'],
  ),
  texts(
    'what is expected is what is given',
    ['assertion-vacuous', 'assertion-removed', 'expected-value-edited', 'assertion-weakened'],
    ['assertEquals("2 boxes", plural("box", 2))', 'assertEquals("2 boxes", "2 boxes")'],
  ),
  texts('another plural is expected', ['expected-value-edited'], ['"2 boxes"', '"2 boxs"']),
  texts(
    'a row expects something else',
    ['expected-value-edited', 'cases-removed'],
    ['key,0,no keys', 'key,0,0 keys'],
  ),
  texts(
    'a return stands in front in Kotlin',
    ['assertion-unreachable'],
    ['        assertEquals("2 boxes"', '        if (true) return\n        assertEquals("2 boxes"'],
  ),
  texts(
    'tests become rows',
    [],
    [ONE, ''],
    [TWO, ''],
    ['"pen,3', '"box,1,1 box", "box,2,2 boxes", "pen,3'],
  ),
  texts(
    'two tests are merged',
    [],
    [ONE, ''],
    [
      '        assertEquals("2 boxes"',
      '        assertEquals("1 box", plural("box", 1))\n        assertEquals("2 boxes"',
    ],
  ),
  texts('a row more', [], ['"key,0,no keys"', '"key,0,no keys", "cup,2,2 cups"']),
  texts(
    'rows in another order',
    [],
    ['"pen,3,3 pens", "ink,1,1 ink"', '"ink,1,1 ink", "pen,3,3 pens"'],
  ),
  texts(
    'kotest in place of kotlin.test',
    [],
    ['assertEquals("1 box", plural("box", 1))', 'plural("box", 1) shouldBe "1 box"'],
    ['assertEquals("2 boxes", plural("box", 2))', 'plural("box", 2) shouldBe "2 boxes"'],
  ),
  texts(
    'a variable is taken out in Kotlin',
    [],
    [
      '        assertEquals("2 boxes", plural("box", 2))',
      '        val text = plural("box", 2)\n        assertEquals("2 boxes", text)',
    ],
  ),
  {
    name: 'the program says it otherwise, and so does its test',
    expected: [],
    files: {
      [TEXTS_SOURCE_PATH]: [
        TEXTS_SOURCE,
        replaced(TEXTS_SOURCE, ['"no ${thing}s"', '"0 ${thing}s"']),
      ],
      [TEXTS_PATH]: [TEXTS, replaced(TEXTS, ['key,0,no keys', 'key,0,0 keys'])],
    },
  },
  {
    name: 'a function is gone with its test',
    expected: [],
    files: {
      [TEXTS_SOURCE_PATH]: [
        TEXTS_SOURCE,
        replaced(TEXTS_SOURCE, [
          '\n/** A name with a large first letter. */\nfun title(name: String): String = name.replaceFirstChar { it.uppercase() }\n',
          '',
        ]),
      ],
      [TITLE_PATH]: [TITLE, null],
    },
  },
  {
    name: 'a test file is gone',
    expected: ['test-deleted'],
    files: { [TITLE_PATH]: [TITLE, null] },
  },
  {
    name: 'a test goes to a file of its own',
    expected: [],
    files: {
      [TEXTS_PATH]: [TEXTS, replaced(TEXTS, [TWO, ''])],
      [TITLE_PATH]: [TITLE, replaced(TITLE, ['    @Test\n', `${TWO}    @Test\n`])],
    },
  },
  {
    name: 'a test file goes to another package',
    expected: [],
    files: {
      [TITLE_PATH]: [TITLE, null],
      'src/test/kotlin/shop/text/TitleTest.kt': [
        null,
        replaced(TITLE, ['package shop', 'package shop.text']),
      ],
    },
  },
  order(
    'a spec is put aside',
    ['test-skipped'],
    ['it("is not paid twice")', 'xit("is not paid twice")'],
  ),
  order('a spec is put aside by its title', ['test-skipped'], ['it("adds up', 'it("!adds up']),
  order('only one spec runs', ['test-focused'], ['it("adds up', 'fit("adds up']),
  order(
    'a spec runs by a condition',
    ['test-conditional'],
    ['it("adds up its lines")', 'it("adds up its lines").config(enabled = onLinux)'],
  ),
  order(
    'a spec is turned off in its settings',
    ['test-skipped'],
    ['it("adds up its lines")', 'it("adds up its lines").config(enabled = false)'],
  ),
  order(
    'any error will do in Kotlin',
    ['assertion-weakened', 'expected-value-edited'],
    ['shouldThrow<AlreadyPaid>', 'shouldThrow<Throwable>'],
  ),
  order(
    'the order does not matter any more',
    ['assertion-weakened'],
    [
      'order.names() shouldContainExactly listOf("pen", "ink")',
      'order.names() shouldContain "pen"',
    ],
  ),
  order(
    'what is asked is mocked',
    ['subject-mocked'],
    [
      '            val order = Order(mail)\n            order.add("pen", 3)',
      '            val order = spyk(Order(mail))\n            every { order.total() } returns 7\n            order.add("pen", 3)',
    ],
  ),
  order(
    'a call may be any',
    ['assertion-weakened'],
    ['verify(exactly = 1) { mail.send("paid") }', 'verify(atLeast = 0) { mail.send(any()) }'],
  ),
  order(
    'a call is not checked any more',
    ['assertion-removed', 'test-deleted'],
    ['            verify(exactly = 1) { mail.send("paid") }\n', ''],
  ),
  order(
    'a spec holds for nothing',
    ['assertion-vacuous', 'assertion-removed'],
    ['order.total() shouldBe 7', 'true shouldBe true'],
  ),
  order('a spec has another title', [], ['adds up its lines', 'sums up all lines']),
  order(
    'what is made ready is taken out',
    [],
    [
      '    val mail = mockk<Mail>(relaxed = true)\n',
      '    val mail = mockk<Mail>(relaxed = true)\n    val quiet = true\n',
    ],
  ),
  order(
    'a spec more',
    [],
    [
      '        it("tells the customer")',
      '        it("begins empty") {\n            Order(mail).total() shouldBe 0\n        }\n\n        it("tells the customer")',
    ],
  ),
  order(
    'a wait for what comes',
    [],
    [
      '            order.total() shouldBe 7',
      '            eventually(1.seconds) { order.total() shouldBe 7 }',
    ],
  ),
  order(
    'a message is looked at as well',
    [],
    [
      'shouldThrow<AlreadyPaid> { order.pay() }',
      'shouldThrow<AlreadyPaid> { order.pay() }.message shouldBe "paid"',
    ],
  ),
  price('a row of a method is gone', ['cases-removed'], ['        Arguments.of(1, 1),\n', '']),
  price('a tolerance is wider', ['assertion-weakened'], ['within(0.001)', 'within(10.0)']),
  price(
    'a message of an error is not looked at',
    ['assertion-weakened', 'assertion-removed'],
    ['\n        .hasMessage("XXX")', ''],
  ),
  price(
    'a list is only not empty',
    ['assertion-weakened', 'assertion-removed'],
    ['containsExactly("EUR", "USD", "CHF")', 'isNotEmpty()'],
  ),
  price(
    'a list is asked for one only',
    ['assertion-weakened', 'assertion-removed'],
    ['containsExactly("EUR", "USD", "CHF")', 'contains("EUR")'],
  ),
  price('a Java test is gone', ['test-deleted'], [CURRENCIES, '']),
  price(
    'the subject is a double',
    ['subject-mocked'],
    [
      '    PriceService service = new PriceService(rates);\n    assertThat(service.convert(80',
      '    PriceService service = mock(PriceService.class);\n    when(service.convert(80, "USD")).thenReturn(100.0);\n    assertThat(service.convert(80',
    ],
  ),
  price(
    'JUnit in place of AssertJ',
    [],
    [
      'assertThatThrownBy(() -> service.convert(1, "XXX"))\n        .isInstanceOf(UnknownCurrency.class)\n        .hasMessage("XXX");',
      'UnknownCurrency error =\n        assertThrows(UnknownCurrency.class, () -> service.convert(1, "XXX"));\n    assertEquals("XXX", error.getMessage());',
    ],
    ['isCloseTo(100.0, within(0.001))', 'isCloseTo(100.0, within(0.001d))'],
  ),
  price(
    'rows of a method become rows of a table',
    [],
    ['@MethodSource("sums")', '@CsvSource({"100,119", "0,0", "1,1", "50,60"})'],
    [
      `
  static Stream<Arguments> sums() {
    return Stream.of(
        Arguments.of(100, 119),
        Arguments.of(0, 0),
        Arguments.of(1, 1),
        Arguments.of(50, 60));
  }
`,
      '',
    ],
  ),
  price(
    'a helper is taken out',
    [],
    [
      '    assertThat(new PriceService(rates).currencies()).containsExactly("EUR", "USD", "CHF");\n  }\n',
      '    assertCurrencies(new PriceService(rates));\n  }\n\n  private void assertCurrencies(PriceService service) {\n    assertThat(service.currencies()).containsExactly("EUR", "USD", "CHF");\n  }\n',
    ],
  ),
  price(
    'an import and a comment',
    [],
    ['class PriceServiceTest {', '/** Prices with taxes. */\nclass PriceServiceTest {'],
  ),
  price('a tolerance is smaller', [], ['within(0.001)', 'within(0.0001)']),
];

export const JVM_EXAMPLES: readonly TamperingExample[] = [
  edited(
    'a test is disabled',
    ['test-skipped'],
    '@Test\n  void adds',
    '@Disabled\n  @Test\n  void adds',
  ),
  edited(
    'a class is disabled',
    ['test-skipped'],
    'class CartTest',
    '@Disabled("flaky")\nclass CartTest',
  ),
  edited('a test is gone', ['test-deleted'], OPEN, ''),
  edited('a test is a comment', ['test-commented-out'], OPEN, OPEN.replace(/^/gm, '// ')),
  edited(
    'an annotation is gone',
    ['test-not-collected', 'test-deleted'],
    '@Test\n  void adds',
    'void adds',
  ),
  edited(
    'a test is private',
    ['test-not-collected', 'test-deleted'],
    'void adds',
    'private void adds',
  ),
  edited(
    'a test runs on Linux only',
    ['test-conditional'],
    '@Test\n  void adds',
    '@Test\n  @EnabledOnOs(OS.LINUX)\n  void adds',
  ),
  edited(
    'an assumption in front',
    ['test-conditional'],
    '    cart.add("pen", 3);',
    '    assumeTrue(isCi());\n    cart.add("pen", 3);',
  ),
  edited('an assertion is gone', ['assertion-removed'], TOTAL, ''),
  edited(
    'equality is only not null',
    ['assertion-weakened', 'assertion-removed'],
    TOTAL,
    '    assertNotNull(cart.total());\n',
  ),
  edited(
    'equality is a comparison',
    ['assertion-weakened', 'assertion-removed'],
    TOTAL,
    '    assertTrue(cart.total() > 0);\n',
  ),
  edited(
    'an assertion is always true',
    ['assertion-vacuous', 'assertion-removed'],
    'assertTrue(cart.isOpen())',
    'assertTrue(true)',
  ),
  edited('an or that is true', ['assertion-vacuous'], 'cart.isOpen()', 'cart.isOpen() || true'),
  edited(
    'an assertion is caught',
    ['assertion-swallowed'],
    TOTAL,
    `    try {\n  ${TOTAL}    } catch (Throwable e) {\n    }\n`,
  ),
  edited('a return in front', ['assertion-unreachable'], TOTAL, `    if (true) return;\n${TOTAL}`),
  edited(
    'an expected value is another',
    ['expected-value-edited'],
    'assertEquals(7',
    'assertEquals(8',
  ),
  edited(
    'any error will do',
    ['assertion-weakened', 'expected-value-edited'],
    'BadPrice.class',
    'Exception.class',
  ),
  edited(
    'an error is not expected any more',
    ['assertion-weakened', 'assertion-removed'],
    'assertThrows(BadPrice.class, ',
    'assertDoesNotThrow(',
  ),
  edited(
    'a local variable is taken out',
    [],
    TOTAL,
    '    int total = cart.total();\n    assertEquals(7, total);\n',
  ),
  edited('a test has another name', [], 'addsPrices', 'sumsUpAllPrices'),
  edited(
    'AssertJ in place of JUnit',
    [],
    'assertEquals(7, cart.total())',
    'assertThat(cart.total()).isEqualTo(7)',
  ),
  edited(
    'Hamcrest in place of JUnit',
    [],
    'assertEquals(7, cart.total())',
    'assertThat(cart.total(), is(7))',
  ),
  edited(
    'a message is added',
    [],
    'assertEquals(7, cart.total())',
    'assertEquals(7, cart.total(), "the total")',
  ),
  edited(
    'lines are broken otherwise',
    [],
    'assertEquals(7, cart.total())',
    'assertEquals(\n        7,\n        cart.total())',
  ),
  edited('an assertion is added', [], TOTAL, `${TOTAL}    assertTrue(cart.isOpen());\n`),
  edited(
    'assertions are grouped',
    [],
    TOTAL,
    '    assertAll(() -> assertEquals(7, cart.total()));\n',
  ),
  ...MORE_EXAMPLES,
];
