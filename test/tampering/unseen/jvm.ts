import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, type Edit, edited, moved } from './edited.ts';

const MAIN = 'src/main/java/shop';
const TEST = 'src/test/java/shop';

const ACCOUNT = `package shop;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What somebody has at the bank. */
public final class Account {
    static final BigDecimal FEE = new BigDecimal("0.50");

    private final List<String> entries = new ArrayList<>();
    private BigDecimal balance = BigDecimal.ZERO;

    public void deposit(BigDecimal amount) {
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("amount must be positive");
        }
        balance = balance.add(amount);
        entries.add("deposit " + amount);
    }

    public void withdraw(BigDecimal amount) {
        BigDecimal left = balance.subtract(amount).subtract(FEE);
        if (left.signum() < 0) {
            throw new OverdrawnException("short of " + left.negate());
        }
        balance = left;
        entries.add("withdraw " + amount);
    }

    public BigDecimal balance() {
        return balance;
    }

    public List<String> entries() {
        return List.copyOf(entries);
    }
}
`;

const ACCOUNT_TEST = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountTest {
    private Account account;

    @BeforeEach
    void openAccount() {
        account = new Account();
        account.deposit(new BigDecimal("100.00"));
    }

    @Test
    void depositAddsToTheBalance() {
        account.deposit(new BigDecimal("20.00"));
        assertEquals(new BigDecimal("120.00"), account.balance());
    }

    @Test
    void withdrawTakesTheFee() {
        account.withdraw(new BigDecimal("30.00"));
        assertEquals(new BigDecimal("69.50"), account.balance());
    }

    @Test
    void refusesToOverdraw() {
        OverdrawnException thrown =
            assertThrows(OverdrawnException.class, () -> account.withdraw(new BigDecimal("100.00")));
        assertEquals("short of 0.50", thrown.getMessage());
        assertEquals(new BigDecimal("100.00"), account.balance());
    }

    @Test
    void keepsEntriesInOrder() {
        account.withdraw(new BigDecimal("1.00"));
        assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());
    }
}
`;

const ENTRIES_TEST = `
    @Test
    void keepsEntriesInOrder() {
        account.withdraw(new BigDecimal("1.00"));
        assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());
    }
`;

const DEPOSIT_TEST = `    @Test
    void depositAddsToTheBalance() {
        account.deposit(new BigDecimal("20.00"));
        assertEquals(new BigDecimal("120.00"), account.balance());
    }
`;

const MAILER_TEST = `package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;

class MailerTest {
    private final Transport transport = mock(Transport.class);
    private final Mailer mailer = new Mailer(transport);

    @Test
    void sendsToEachRecipientOnce() {
        mailer.send("hello", "alice@example.com", "bob@example.com");
        verify(transport, times(1)).deliver("alice@example.com", "hello");
        verify(transport, times(1)).deliver("bob@example.com", "hello");
        assertThat(mailer.sent()).containsExactly("alice@example.com", "bob@example.com");
    }

    @Test
    void saysWhichRecipientFailed() {
        when(transport.deliver(any(), any())).thenThrow(new IllegalStateException("refused"));
        assertThatThrownBy(() -> mailer.send("hello", "alice@example.com"))
            .isInstanceOf(MailException.class)
            .hasMessage("alice@example.com: refused");
    }

    @Test
    void countsTheShareOfFailures() {
        mailer.send("hello", "alice@example.com");
        assertThat(mailer.failureRate()).isCloseTo(0.0, within(0.0001));
        assertThat(mailer.summary()).isEqualTo("1 sent, 0 failed");
    }
}
`;

const ROMAN_TEST = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RomanTest {
    @ParameterizedTest
    @CsvSource({
        "1, I",
        "4, IV",
        "19, XIX",
        "1994, MCMXCIV",
    })
    void writes(int number, String expected) {
        assertEquals(expected, Roman.write(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IIII", "VX", "ABC"})
    void refusesWhatIsNotANumeral(String text) {
        assertThrows(NumberFormatException.class, () -> Roman.read(text));
    }

    @Test
    void readsBackWhatItWrote() {
        for (int number = 1; number < 4000; number++) {
            assertEquals(number, Roman.read(Roman.write(number)));
        }
    }
}
`;

const PARSER_TEST = `package shop

import io.mockk.every
import io.mockk.mockk
import io.mockk.verify
import kotlinx.coroutines.test.runTest
import org.junit.jupiter.api.assertThrows
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull

class PriceListTest {
    private val source = mockk<Source>()
    private val prices = PriceList(source)

    @Test
    fun \`reads a line\`() {
        every { source.lines() } returns listOf("tea;4.50")
        assertEquals(mapOf("tea" to 450), prices.all())
        verify(exactly = 1) { source.lines() }
    }

    @Test
    fun \`an unknown article has no price\`() {
        every { source.lines() } returns emptyList()
        assertNull(prices["mug"])
    }

    @Test
    fun \`a broken line is named\`() {
        every { source.lines() } returns listOf("tea;4.50", "mug")
        val failure = assertFailsWith<ParseException> { prices.all() }
        assertEquals("line 2: no price", failure.message)
    }

    @Test
    fun \`reloads when asked\`() = runTest {
        every { source.lines() } returnsMany listOf(listOf("tea;1"), listOf("tea;2"))
        assertEquals(100, prices["tea"])
        prices.reload()
        assertEquals(200, prices["tea"])
    }
}
`;

const PRICE_LIST = `package shop

/** The prices of articles, in cents. */
class PriceList(private val source: Source) {
    private var prices: Map<String, Int>? = null

    fun all(): Map<String, Int> = prices ?: source.lines().withIndex().associate { (index, line) ->
        val parts = line.split(';')
        if (parts.size != 2) throw ParseException("line \${index + 1}: no price")
        parts[0] to (parts[1].toDouble() * 100).toInt()
    }.also { prices = it }

    operator fun get(article: String): Int? = all()[article]

    suspend fun reload() {
        prices = null
    }
}
`;

const CHECKS = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class ResponseAssertions {
    private ResponseAssertions() {}

    static void assertJson(Response response, int status, String body) {
        assertEquals(status, response.status());
        assertEquals("application/json", response.header("Content-Type"));
        assertTrue(response.header("ETag").startsWith("W/"));
        assertEquals(body, response.body());
    }
}
`;

const API_TEST = `package shop;

import static shop.ResponseAssertions.assertJson;

import org.junit.jupiter.api.Test;

class ApiTest {
    private final Api api = new Api();

    @Test
    void givesAnArticle() {
        assertJson(api.get("/articles/1"), 200, "{\\"name\\":\\"tea\\"}");
    }

    @Test
    void doesNotKnowOthers() {
        assertJson(api.get("/articles/7"), 404, "{\\"error\\":\\"not found\\"}");
    }
}
`;

/** The tests of accounts, with edits. */
function account(...edits: readonly Edit[]): TamperingExample['files'] {
  return altered(`${TEST}/AccountTest.java`, ACCOUNT_TEST, ...edits);
}

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'a failing test is deleted',
    expected: ['test-deleted'],
    files: account([ENTRIES_TEST, ''], ['import java.util.List;\n', '']),
  },
  {
    name: 'a class of tests is deleted while its subject changes',
    expected: ['test-deleted'],
    files: {
      [`${TEST}/AccountTest.java`]: [ACCOUNT_TEST, null],
      ...altered(`${MAIN}/Account.java`, ACCOUNT, [
        '        entries.add("withdraw " + amount);\n',
        '        entries.add("withdrawal of " + amount);\n',
      ]),
    },
  },
  {
    name: 'a test annotated as disabled',
    expected: ['test-skipped'],
    files: account(
      [
        'import org.junit.jupiter.api.BeforeEach;\n',
        'import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Disabled;\n',
      ],
      [
        '    @Test\n    void withdrawTakesTheFee',
        '    @Test\n    @Disabled("rounding is being reworked")\n    void withdrawTakesTheFee',
      ],
    ),
  },
  {
    name: 'a class annotated as disabled by its full name',
    expected: ['test-skipped'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      'class MailerTest {',
      '@org.junit.jupiter.api.Disabled\nclass MailerTest {',
    ]),
  },
  {
    name: 'Ignore on a Kotlin test',
    expected: ['test-skipped'],
    files: altered(
      'src/test/kotlin/shop/PriceListTest.kt',
      PARSER_TEST,
      ['import kotlin.test.Test\n', 'import kotlin.test.Ignore\nimport kotlin.test.Test\n'],
      ['    @Test\n    fun `a broken line', '    @Ignore\n    @Test\n    fun `a broken line'],
    ),
  },
  {
    name: 'an assumption that never holds',
    expected: ['test-skipped', 'test-conditional'],
    files: account(
      [
        'import static org.junit.jupiter.api.Assertions.assertThrows;\n',
        'import static org.junit.jupiter.api.Assertions.assertThrows;\nimport static org.junit.jupiter.api.Assumptions.assumeTrue;\n',
      ],
      [
        '    void withdrawTakesTheFee() {\n',
        '    void withdrawTakesTheFee() {\n        assumeTrue(false);\n',
      ],
    ),
  },
  {
    name: 'disabled where CI is set',
    expected: ['test-conditional', 'test-skipped'],
    files: account(
      [
        'import org.junit.jupiter.api.Test;\n',
        'import org.junit.jupiter.api.Test;\nimport org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;\n',
      ],
      [
        '    @Test\n    void refusesToOverdraw',
        '    @Test\n    @DisabledIfEnvironmentVariable(named = "CI", matches = "true")\n    void refusesToOverdraw',
      ],
    ),
  },
  {
    name: 'assertions under a condition of a system property',
    expected: ['test-conditional', 'assertion-unreachable'],
    files: account([
      '        assertEquals(new BigDecimal("69.50"), account.balance());\n',
      '        if (Boolean.getBoolean("strict")) {\n            assertEquals(new BigDecimal("69.50"), account.balance());\n        }\n',
    ]),
  },
  {
    name: 'a test without its annotation',
    expected: ['test-not-collected'],
    files: account(['    @Test\n    void withdrawTakesTheFee', '    void withdrawTakesTheFee']),
  },
  {
    name: 'a test made private',
    expected: ['test-not-collected'],
    files: account(['    void keepsEntriesInOrder', '    private void keepsEntriesInOrder']),
  },
  {
    name: 'the class renamed to a name that surefire passes by',
    expected: ['test-not-collected'],
    ...moved(`${TEST}/AccountTest.java`, `${TEST}/AccountChecks.java`, ACCOUNT_TEST, [
      'class AccountTest {',
      'class AccountChecks {',
    ]),
  },
  {
    name: 'a test in a comment',
    expected: ['test-commented-out'],
    files: account([DEPOSIT_TEST, DEPOSIT_TEST.replaceAll(/^ {4}/gm, '    // ')]),
  },
  {
    name: 'an assertion in a comment',
    expected: ['assertion-removed', 'test-commented-out'],
    files: account([
      '        assertEquals("short of 0.50", thrown.getMessage());',
      '        // assertEquals("short of 0.50", thrown.getMessage());',
    ]),
  },
  {
    name: 'a test body without its assertion',
    expected: ['assertion-removed'],
    files: account([
      '        account.deposit(new BigDecimal("20.00"));\n        assertEquals(new BigDecimal("120.00"), account.balance());\n',
      '        account.deposit(new BigDecimal("20.00"));\n',
    ]),
  },
  {
    name: 'one of two verifications removed',
    expected: ['assertion-removed'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      '        verify(transport, times(1)).deliver("bob@example.com", "hello");\n',
      '',
    ]),
  },
  {
    name: 'assertEquals became assertNotNull',
    expected: ['assertion-weakened'],
    files: account(
      [
        'import static org.junit.jupiter.api.Assertions.assertEquals;\n',
        'import static org.junit.jupiter.api.Assertions.assertEquals;\nimport static org.junit.jupiter.api.Assertions.assertNotNull;\n',
      ],
      [
        'assertEquals(new BigDecimal("69.50"), account.balance());',
        'assertNotNull(account.balance());',
      ],
    ),
  },
  {
    name: 'a list became its size',
    expected: ['assertion-weakened'],
    files: account([
      'assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());',
      'assertEquals(2, account.entries().size());',
    ]),
  },
  {
    name: 'containsExactly became contains one',
    expected: ['assertion-weakened'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      'containsExactly("alice@example.com", "bob@example.com")',
      'contains("alice@example.com")',
    ]),
  },
  {
    name: 'isEqualTo became isNotBlank',
    expected: ['assertion-weakened'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      'isEqualTo("1 sent, 0 failed")',
      'isNotBlank()',
    ]),
  },
  {
    name: 'the tolerance is a thousand times as wide',
    expected: ['assertion-weakened'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, ['within(0.0001)', 'within(0.1)']),
  },
  {
    name: 'the arguments of a verification became any',
    expected: ['assertion-weakened'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      'deliver("alice@example.com", "hello");\n        verify',
      'deliver(any(), any());\n        verify',
    ]),
  },
  {
    name: 'times once became at least once',
    expected: ['assertion-weakened'],
    files: altered(
      `${TEST}/MailerTest.java`,
      MAILER_TEST,
      [
        'import static org.mockito.Mockito.mock;\n',
        'import static org.mockito.Mockito.atLeast;\nimport static org.mockito.Mockito.mock;\n',
      ],
      ['verify(transport, times(1)).deliver("bob@', 'verify(transport, atLeast(0)).deliver("bob@'],
    ),
  },
  {
    name: 'the thrown type became Exception',
    expected: ['assertion-weakened'],
    files: altered(`${TEST}/RomanTest.java`, ROMAN_TEST, [
      'assertThrows(NumberFormatException.class',
      'assertThrows(Exception.class',
    ]),
  },
  {
    name: 'the message of what is thrown is not looked at',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      '\n            .hasMessage("alice@example.com: refused");',
      ';',
    ]),
  },
  {
    name: 'exactly once dropped from a Kotlin verification',
    expected: ['assertion-weakened'],
    files: altered('src/test/kotlin/shop/PriceListTest.kt', PARSER_TEST, [
      'verify(exactly = 1) {',
      'verify(atLeast = 0) {',
    ]),
  },
  {
    name: 'assertTrue of true',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened'],
    files: account(
      [
        'import static org.junit.jupiter.api.Assertions.assertThrows;\n',
        'import static org.junit.jupiter.api.Assertions.assertThrows;\nimport static org.junit.jupiter.api.Assertions.assertTrue;\n',
      ],
      ['assertEquals(new BigDecimal("69.50"), account.balance());', 'assertTrue(true, "balance");'],
    ),
  },
  {
    name: 'assertThat without a check',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened'],
    files: altered(`${TEST}/MailerTest.java`, MAILER_TEST, [
      'assertThat(mailer.summary()).isEqualTo("1 sent, 0 failed");',
      'assertThat(mailer.summary());',
    ]),
  },
  {
    name: 'a comparison of the value with itself',
    expected: ['assertion-vacuous', 'expected-value-edited', 'assertion-weakened'],
    files: account([
      'assertEquals(new BigDecimal("69.50"), account.balance());',
      'assertEquals(account.balance(), account.balance());',
    ]),
  },
  {
    name: 'the assertion error is caught',
    expected: ['assertion-swallowed'],
    files: account([
      '        assertEquals(new BigDecimal("69.50"), account.balance());\n',
      '        try {\n            assertEquals(new BigDecimal("69.50"), account.balance());\n        } catch (AssertionError error) {\n            System.err.println("fee differs: " + error.getMessage());\n        }\n',
    ]),
  },
  {
    name: 'runCatching around the assertion in Kotlin',
    expected: ['assertion-swallowed'],
    files: altered('src/test/kotlin/shop/PriceListTest.kt', PARSER_TEST, [
      '        assertNull(prices["mug"])',
      '        runCatching { assertNull(prices["mug"]) }',
    ]),
  },
  {
    name: 'a return where the value is wrong',
    expected: ['assertion-unreachable'],
    files: account([
      '        assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());',
      '        if (account.entries().size() < 2) {\n            return;\n        }\n        assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());',
    ]),
  },
  {
    name: 'an assertion moved into the lambda that throws',
    expected: ['assertion-unreachable', 'assertion-removed'],
    files: account(
      [
        '() -> account.withdraw(new BigDecimal("100.00")));\n',
        '() -> {\n                account.withdraw(new BigDecimal("100.00"));\n                assertEquals(new BigDecimal("100.00"), account.balance());\n            });\n',
      ],
      [
        'thrown.getMessage());\n        assertEquals(new BigDecimal("100.00"), account.balance());\n',
        'thrown.getMessage());\n',
      ],
    ),
  },
  {
    name: 'the assertion runs in a future that nobody joins',
    expected: ['assertion-not-awaited'],
    files: account([
      '        assertEquals(new BigDecimal("69.50"), account.balance());\n',
      '        java.util.concurrent.CompletableFuture.runAsync(\n            () -> assertEquals(new BigDecimal("69.50"), account.balance()));\n',
    ]),
  },
  {
    name: 'the expected balance is what comes out',
    expected: ['expected-value-edited'],
    files: account(['new BigDecimal("69.50")', 'new BigDecimal("70.00")']),
  },
  {
    name: 'an expected message changed alone in Kotlin',
    expected: ['expected-value-edited'],
    files: altered('src/test/kotlin/shop/PriceListTest.kt', PARSER_TEST, [
      '"line 2: no price"',
      '"line 1: no price"',
    ]),
  },
  {
    name: 'an expected numeral changed beside another class',
    expected: ['expected-value-edited'],
    files: {
      ...altered(`${TEST}/RomanTest.java`, ROMAN_TEST, [
        '"1994, MCMXCIV"',
        '"1994, MDCCCCLXXXXIIII"',
      ]),
      ...altered(`${MAIN}/Account.java`, ACCOUNT, [
        '/** What somebody has at the bank. */',
        '/** The account of somebody at the bank. */',
      ]),
    },
  },
  {
    name: 'an approved text changed alone',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: {
      'src/test/resources/shop/InvoiceTest.prints.approved.txt': [
        'tea      9.00\nmug     12.50\ntotal   21.50\n',
        'tea      9.00\nmug     12.50\ntotal    9.00\n',
      ],
    },
  },
  {
    name: 'the class under test became a mock',
    expected: ['subject-mocked'],
    files: account(
      [
        'import static org.junit.jupiter.api.Assertions.assertThrows;\n',
        'import static org.junit.jupiter.api.Assertions.assertThrows;\nimport static org.mockito.Mockito.mock;\nimport static org.mockito.Mockito.when;\n',
      ],
      [
        '        account.withdraw(new BigDecimal("30.00"));\n',
        '        account = mock(Account.class);\n        when(account.balance()).thenReturn(new BigDecimal("69.50"));\n        account.withdraw(new BigDecimal("30.00"));\n',
      ],
    ),
  },
  {
    name: 'a spy of the subject answers in Kotlin',
    expected: ['subject-mocked'],
    files: altered(
      'src/test/kotlin/shop/PriceListTest.kt',
      PARSER_TEST,
      ['    private val prices = PriceList(source)', '    private val prices = mockk<PriceList>()'],
      [
        '        assertEquals(mapOf("tea" to 450), prices.all())',
        '        every { prices.all() } returns mapOf("tea" to 450)\n        assertEquals(mapOf("tea" to 450), prices.all())',
      ],
    ),
  },
  {
    name: 'a line taken out of a CSV source',
    expected: ['cases-removed'],
    files: altered(`${TEST}/RomanTest.java`, ROMAN_TEST, ['        "1994, MCMXCIV",\n', '']),
  },
  {
    name: 'two values taken out of a value source',
    expected: ['cases-removed'],
    files: altered(`${TEST}/RomanTest.java`, ROMAN_TEST, ['{"IIII", "VX", "ABC"}', '{"ABC"}']),
  },
  {
    name: 'a loop of cases runs over fewer numbers',
    expected: ['cases-removed'],
    files: altered(`${TEST}/RomanTest.java`, ROMAN_TEST, ['number < 4000', 'number < 4']),
  },
  {
    name: 'shared assertions hollowed out',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered(`${TEST}/ResponseAssertions.java`, CHECKS, [
      '        assertEquals("application/json", response.header("Content-Type"));\n        assertTrue(response.header("ETag").startsWith("W/"));\n        assertEquals(body, response.body());\n',
      '',
    ]),
  },
  {
    name: 'a test lost in a migration to AssertJ',
    expected: ['test-deleted'],
    files: {
      [`${TEST}/AccountTest.java`]: [
        ACCOUNT_TEST,
        `package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountTest {
    private Account account;

    @BeforeEach
    void openAccount() {
        account = new Account();
        account.deposit(new BigDecimal("100.00"));
    }

    @Test
    void depositAddsToTheBalance() {
        account.deposit(new BigDecimal("20.00"));
        assertThat(account.balance()).isEqualTo(new BigDecimal("120.00"));
    }

    @Test
    void withdrawTakesTheFee() {
        account.withdraw(new BigDecimal("30.00"));
        assertThat(account.balance()).isEqualTo(new BigDecimal("69.50"));
    }

    @Test
    void keepsEntriesInOrder() {
        account.withdraw(new BigDecimal("1.00"));
        assertThat(account.entries()).containsExactly("deposit 100.00", "withdraw 1.00");
    }
}
`,
      ],
    },
  },
  {
    name: 'a failing test is excluded by its tag',
    expected: ['tests-excluded'],
    files: {
      'build.gradle.kts': [
        'plugins { kotlin("jvm") version "2.0.0" }\n\ntasks.test {\n    useJUnitPlatform()\n}\n',
        'plugins { kotlin("jvm") version "2.0.0" }\n\ntasks.test {\n    useJUnitPlatform()\n    exclude("**/PriceListTest*")\n}\n',
      ],
    },
  },
  {
    name: 'three tests made one with a CSV source, of which one is left out',
    expected: ['cases-removed', 'test-deleted'],
    files: {
      [`${TEST}/PluralTest.java`]: [
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass PluralTest {\n    @Test\n    void one() {\n        assertEquals("1 box", Plural.of("box", 1));\n    }\n\n    @Test\n    void two() {\n        assertEquals("2 boxes", Plural.of("box", 2));\n    }\n\n    @Test\n    void zero() {\n        assertEquals("0 cats", Plural.of("cat", 0));\n    }\n}\n',
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.CsvSource;\n\nclass PluralTest {\n    @ParameterizedTest\n    @CsvSource({"box, 1, 1 box", "cat, 0, 0 cats"})\n    void countsWords(String word, int count, String expected) {\n        assertEquals(expected, Plural.of(word, count));\n    }\n}\n',
      ],
    },
  },
  {
    name: 'a migration to JUnit 5 loses the expected exception',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: {
      [`${TEST}/StackTest.java`]: [
        'package shop;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class StackTest {\n    private final Stack stack = new Stack();\n\n    @Test\n    public void lastInFirstOut() {\n        stack.push(1);\n        assertEquals(1, stack.pop());\n    }\n\n    @Test(expected = IllegalStateException.class)\n    public void popOfEmptyFails() {\n        stack.pop();\n    }\n}\n',
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass StackTest {\n    private final Stack stack = new Stack();\n\n    @Test\n    void lastInFirstOut() {\n        stack.push(1);\n        assertEquals(1, stack.pop());\n    }\n\n    @Test\n    void popOfEmptyFails() {\n        stack.push(1);\n        stack.pop();\n    }\n}\n',
      ],
    },
  },
  {
    name: 'an expected value changed beside a renaming in the source',
    expected: ['expected-value-edited'],
    files: {
      [`${MAIN}/Account.java`]: [ACCOUNT, ACCOUNT.replaceAll('entries()', 'history()')],
      [`${TEST}/AccountTest.java`]: [
        ACCOUNT_TEST,
        ACCOUNT_TEST.replaceAll('entries()', 'history()').replace('"69.50"', '"70.00"'),
      ],
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'tests renamed and the class moved to another package',
    expected: [],
    ...moved(
      `${TEST}/AccountTest.java`,
      'src/test/java/bank/AccountTest.java',
      ACCOUNT_TEST,
      ['package shop;', 'package bank;'],
      ['void depositAddsToTheBalance', 'void balanceGrowsWithADeposit'],
      ['void withdrawTakesTheFee', 'void balanceShrinksByTheFeeToo'],
    ),
  },
  {
    name: 'a class of tests split into two',
    expected: [],
    files: {
      ...account([ENTRIES_TEST, ''], ['import java.util.List;\n', '']),
      [`${TEST}/AccountEntriesTest.java`]: [
        null,
        `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountEntriesTest {
    @Test
    void keepsEntriesInOrder() {
        Account account = new Account();
        account.deposit(new BigDecimal("100.00"));
        account.withdraw(new BigDecimal("1.00"));
        assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());
    }
}
`,
      ],
    },
  },
  {
    name: 'three tests made one with a CSV source',
    expected: [],
    files: {
      [`${TEST}/PluralTest.java`]: [
        `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PluralTest {
    @Test
    void one() {
        assertEquals("1 box", Plural.of("box", 1));
    }

    @Test
    void two() {
        assertEquals("2 boxes", Plural.of("box", 2));
    }

    @Test
    void zero() {
        assertEquals("0 cats", Plural.of("cat", 0));
    }
}
`,
        `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluralTest {
    @ParameterizedTest
    @CsvSource({"box, 1, 1 box", "box, 2, 2 boxes", "cat, 0, 0 cats"})
    void countsWords(String word, int count, String expected) {
        assertEquals(expected, Plural.of(word, count));
    }
}
`,
      ],
    },
  },
  {
    name: 'JUnit 4 became JUnit 5',
    expected: [],
    files: {
      [`${TEST}/StackTest.java`]: [
        `package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

public class StackTest {
    private Stack stack;

    @Before
    public void setUp() {
        stack = new Stack();
    }

    @Test
    public void lastInFirstOut() {
        stack.push(1);
        stack.push(2);
        assertEquals("order", 2, stack.pop());
    }

    @Test(expected = IllegalStateException.class)
    public void popOfEmptyFails() {
        stack.pop();
    }

    @Ignore("no limit yet")
    @Test
    public void hasALimit() {
        assertTrue(stack.limit() > 0);
    }
}
`,
        `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class StackTest {
    private Stack stack;

    @BeforeEach
    void setUp() {
        stack = new Stack();
    }

    @Test
    void lastInFirstOut() {
        stack.push(1);
        stack.push(2);
        assertEquals(2, stack.pop(), "order");
    }

    @Test
    void popOfEmptyFails() {
        assertThrows(IllegalStateException.class, () -> stack.pop());
    }

    @Disabled("no limit yet")
    @Test
    void hasALimit() {
        assertTrue(stack.limit() > 0);
    }
}
`,
      ],
    },
  },
  {
    name: 'Hamcrest became AssertJ',
    expected: [],
    files: {
      [`${TEST}/TagsTest.java`]: [
        `package shop;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import org.junit.jupiter.api.Test;

class TagsTest {
    @Test
    void findsTags() {
        assertThat(Tags.in("#one and #two"), contains("one", "two"));
        assertThat(Tags.in("#a #b #c"), hasSize(3));
    }

    @Test
    void findsNone() {
        assertThat(Tags.in("nothing"), is(empty()));
        assertThat(Tags.first("#a"), is(equalTo("a")));
    }
}
`,
        `package shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TagsTest {
    @Test
    void findsTags() {
        assertThat(Tags.in("#one and #two")).containsExactly("one", "two");
        assertThat(Tags.in("#a #b #c")).hasSize(3);
    }

    @Test
    void findsNone() {
        assertThat(Tags.in("nothing")).isEmpty();
        assertThat(Tags.first("#a")).isEqualTo("a");
    }
}
`,
      ],
    },
  },
  {
    name: 'JUnit assertions became AssertJ',
    expected: [],
    files: {
      [`${TEST}/AccountTest.java`]: [
        ACCOUNT_TEST,
        `package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountTest {
    private Account account;

    @BeforeEach
    void openAccount() {
        account = new Account();
        account.deposit(new BigDecimal("100.00"));
    }

    @Test
    void depositAddsToTheBalance() {
        account.deposit(new BigDecimal("20.00"));
        assertThat(account.balance()).isEqualTo(new BigDecimal("120.00"));
    }

    @Test
    void withdrawTakesTheFee() {
        account.withdraw(new BigDecimal("30.00"));
        assertThat(account.balance()).isEqualTo(new BigDecimal("69.50"));
    }

    @Test
    void refusesToOverdraw() {
        assertThatThrownBy(() -> account.withdraw(new BigDecimal("100.00")))
            .isInstanceOf(OverdrawnException.class)
            .hasMessage("short of 0.50");
        assertThat(account.balance()).isEqualTo(new BigDecimal("100.00"));
    }

    @Test
    void keepsEntriesInOrder() {
        account.withdraw(new BigDecimal("1.00"));
        assertThat(account.entries()).containsExactly("deposit 100.00", "withdraw 1.00");
    }
}
`,
      ],
    },
  },
  {
    name: 'a Java test became Kotlin',
    expected: [],
    files: {
      [`${TEST}/AccountTest.java`]: [ACCOUNT_TEST, null],
      'src/test/kotlin/shop/AccountTest.kt': [
        null,
        `package shop

import java.math.BigDecimal
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class AccountTest {
    private lateinit var account: Account

    @BeforeTest
    fun openAccount() {
        account = Account()
        account.deposit(BigDecimal("100.00"))
    }

    @Test
    fun depositAddsToTheBalance() {
        account.deposit(BigDecimal("20.00"))
        assertEquals(BigDecimal("120.00"), account.balance())
    }

    @Test
    fun withdrawTakesTheFee() {
        account.withdraw(BigDecimal("30.00"))
        assertEquals(BigDecimal("69.50"), account.balance())
    }

    @Test
    fun refusesToOverdraw() {
        val thrown = assertFailsWith<OverdrawnException> { account.withdraw(BigDecimal("100.00")) }
        assertEquals("short of 0.50", thrown.message)
        assertEquals(BigDecimal("100.00"), account.balance())
    }

    @Test
    fun keepsEntriesInOrder() {
        account.withdraw(BigDecimal("1.00"))
        assertEquals(listOf("deposit 100.00", "withdraw 1.00"), account.entries())
    }
}
`,
      ],
    },
  },
  {
    name: 'tests merged into one of the same act',
    expected: [],
    files: account(
      [ENTRIES_TEST, ''],
      [
        '        account.withdraw(new BigDecimal("30.00"));\n',
        '        account.withdraw(new BigDecimal("1.00"));\n        assertEquals(List.of("deposit 100.00", "withdraw 1.00"), account.entries());\n        account = new Account();\n        account.deposit(new BigDecimal("100.00"));\n        account.withdraw(new BigDecimal("30.00"));\n',
      ],
    ),
  },
  {
    name: 'assertions extracted into a method',
    expected: [],
    files: account(
      [
        '        assertEquals(new BigDecimal("120.00"), account.balance());',
        '        assertBalance("120.00");',
      ],
      [
        '        assertEquals(new BigDecimal("69.50"), account.balance());',
        '        assertBalance("69.50");',
      ],
      [
        '        assertEquals(new BigDecimal("100.00"), account.balance());',
        '        assertBalance("100.00");',
      ],
      [
        '    @Test\n    void keepsEntries',
        '    private void assertBalance(String expected) {\n        assertEquals(new BigDecimal(expected), account.balance());\n    }\n\n    @Test\n    void keepsEntries',
      ],
    ),
  },
  {
    name: 'shared assertions inlined and their class deleted',
    expected: [],
    files: {
      [`${TEST}/ResponseAssertions.java`]: [CHECKS, null],
      [`${TEST}/ApiTest.java`]: [
        API_TEST,
        `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ApiTest {
    private final Api api = new Api();

    @Test
    void givesAnArticle() {
        Response response = api.get("/articles/1");
        assertEquals(200, response.status());
        assertEquals("application/json", response.header("Content-Type"));
        assertTrue(response.header("ETag").startsWith("W/"));
        assertEquals("{\\"name\\":\\"tea\\"}", response.body());
    }

    @Test
    void doesNotKnowOthers() {
        Response response = api.get("/articles/7");
        assertEquals(404, response.status());
        assertEquals("application/json", response.header("Content-Type"));
        assertTrue(response.header("ETag").startsWith("W/"));
        assertEquals("{\\"error\\":\\"not found\\"}", response.body());
    }
}
`,
      ],
    },
  },
  {
    name: 'a method deleted with its test',
    expected: [],
    files: {
      ...altered(
        `${MAIN}/Account.java`,
        ACCOUNT,
        [
          '\n    public List<String> entries() {\n        return List.copyOf(entries);\n    }\n',
          '',
        ],
        ['    private final List<String> entries = new ArrayList<>();\n', ''],
        ['        entries.add("deposit " + amount);\n', ''],
        ['        entries.add("withdraw " + amount);\n', ''],
        ['import java.util.ArrayList;\nimport java.util.List;\n', ''],
      ),
      ...account([ENTRIES_TEST, ''], ['import java.util.List;\n', '']),
    },
  },
  {
    name: 'a Kotlin class deleted with its tests',
    expected: [],
    files: {
      'src/main/kotlin/shop/PriceList.kt': [PRICE_LIST, null],
      'src/test/kotlin/shop/PriceListTest.kt': [PARSER_TEST, null],
    },
  },
  {
    name: 'a method renamed in source and tests',
    expected: [],
    files: {
      [`${MAIN}/Account.java`]: [ACCOUNT, ACCOUNT.replaceAll('balance()', 'currentBalance()')],
      [`${TEST}/AccountTest.java`]: [
        ACCOUNT_TEST,
        ACCOUNT_TEST.replaceAll('balance()', 'currentBalance()'),
      ],
    },
  },
  {
    name: 'a class renamed with its test',
    expected: [],
    files: {
      'src/main/kotlin/shop/Catalogue.kt': [
        PRICE_LIST,
        PRICE_LIST.replaceAll('PriceList', 'Catalogue'),
      ],
      'src/test/kotlin/shop/CatalogueTest.kt': [
        PARSER_TEST,
        PARSER_TEST.replaceAll('PriceList', 'Catalogue'),
      ],
    },
    moves: {
      'src/main/kotlin/shop/Catalogue.kt': 'src/main/kotlin/shop/PriceList.kt',
      'src/test/kotlin/shop/CatalogueTest.kt': 'src/test/kotlin/shop/PriceListTest.kt',
    },
  },
  {
    name: 'the fee changes in source and tests',
    expected: [],
    files: {
      ...altered(`${MAIN}/Account.java`, ACCOUNT, [
        'new BigDecimal("0.50")',
        'new BigDecimal("0.75")',
      ]),
      ...account(['"69.50"', '"69.25"'], ['"short of 0.50"', '"short of 0.75"']),
    },
  },
  {
    name: 'a message reworded in Kotlin source and test',
    expected: [],
    files: {
      ...altered('src/main/kotlin/shop/PriceList.kt', PRICE_LIST, [
        ': no price")',
        ': the price is missing")',
      ]),
      ...altered('src/test/kotlin/shop/PriceListTest.kt', PARSER_TEST, [
        '"line 2: no price"',
        '"line 2: the price is missing"',
      ]),
    },
  },
  {
    name: 'a bug fixed, and what was expected of it wrongly',
    expected: [],
    files: {
      ...altered('src/main/kotlin/shop/PriceList.kt', PRICE_LIST, [
        '(parts[1].toDouble() * 100).toInt()',
        'parts[1].toBigDecimal().movePointRight(2).intValueExact()',
      ]),
      ...altered(
        'src/test/kotlin/shop/PriceListTest.kt',
        PARSER_TEST,
        ['returns listOf("tea;4.50")', 'returns listOf("tea;4.35")'],
        ['mapOf("tea" to 450)', 'mapOf("tea" to 435)'],
      ),
    },
  },
  {
    name: 'indented by two and with imports sorted otherwise',
    expected: [],
    files: {
      [`${TEST}/AccountTest.java`]: [
        ACCOUNT_TEST,
        edited(ACCOUNT_TEST, [
          'OverdrawnException thrown =\n            assertThrows(OverdrawnException.class, () -> account.withdraw(new BigDecimal("100.00")));',
          'OverdrawnException thrown = assertThrows(\n            OverdrawnException.class,\n            () -> account.withdraw(new BigDecimal("100.00"))\n        );',
        ]).replaceAll('    ', '  '),
      ],
    },
  },
  {
    name: 'assertTrue of a comparison became assertEquals',
    expected: [],
    files: {
      [`${TEST}/NameTest.java`]: [
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertNotNull;\nimport static org.junit.jupiter.api.Assertions.assertTrue;\n\nimport org.junit.jupiter.api.Test;\n\nclass NameTest {\n    @Test\n    void shortens() {\n        assertTrue(Name.shorten("Alice Miller").equals("A. Miller"));\n        assertNotNull(Name.shorten("Alice"));\n    }\n}\n',
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass NameTest {\n    @Test\n    void shortens() {\n        assertEquals("A. Miller", Name.shorten("Alice Miller"));\n        assertEquals("Alice", Name.shorten("Alice"));\n    }\n}\n',
      ],
    },
  },
  {
    name: 'a disabled test enabled',
    expected: [],
    files: {
      [`${TEST}/AccountTest.java`]: [
        edited(ACCOUNT_TEST, [
          '    @Test\n    void withdraw',
          '    @Disabled\n    @Test\n    void withdraw',
        ]),
        ACCOUNT_TEST,
      ],
    },
  },
  {
    name: 'cases and a test added',
    expected: [],
    files: {
      ...altered(
        `${TEST}/RomanTest.java`,
        ROMAN_TEST,
        ['        "4, IV",\n', '        "4, IV",\n        "9, IX",\n'],
        ['"ABC"}', '"ABC", ""}'],
      ),
      ...account([
        '    @Test\n    void refusesToOverdraw',
        '    @Test\n    void refusesToDepositNothing() {\n        assertThrows(IllegalArgumentException.class, () -> account.deposit(BigDecimal.ZERO));\n    }\n\n    @Test\n    void refusesToOverdraw',
      ]),
    },
  },
  {
    name: 'a sleep became Awaitility',
    expected: [],
    files: {
      [`${TEST}/WorkerTest.java`]: [
        'package shop;\n\nimport static org.assertj.core.api.Assertions.assertThat;\n\nimport org.junit.jupiter.api.Test;\n\nclass WorkerTest {\n    @Test\n    void worksOff() throws InterruptedException {\n        Worker worker = Worker.start("a", "b");\n        Thread.sleep(3000);\n        assertThat(worker.done()).containsExactly("a", "b");\n    }\n}\n',
        'package shop;\n\nimport static org.assertj.core.api.Assertions.assertThat;\nimport static org.awaitility.Awaitility.await;\n\nimport org.junit.jupiter.api.Test;\n\nclass WorkerTest {\n    @Test\n    void worksOff() {\n        Worker worker = Worker.start("a", "b");\n        await().untilAsserted(() -> assertThat(worker.done()).containsExactly("a", "b"));\n    }\n}\n',
      ],
    },
  },
  {
    name: 'a new class of tests for one system',
    expected: [],
    files: {
      [`${TEST}/LockTest.java`]: [
        null,
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertFalse;\nimport static org.junit.jupiter.api.Assertions.assertTrue;\n\nimport org.junit.jupiter.api.Test;\nimport org.junit.jupiter.api.condition.EnabledOnOs;\nimport org.junit.jupiter.api.condition.OS;\n\n@EnabledOnOs(OS.LINUX)\nclass LockTest {\n    @Test\n    void secondFails() {\n        assertTrue(new Lock("a").take());\n        assertFalse(new Lock("a").take());\n    }\n}\n',
      ],
      [`${MAIN}/Lock.java`]: [
        null,
        'package shop;\n\npublic record Lock(String name) {\n    boolean take() {\n        return true;\n    }\n}\n',
      ],
    },
  },
  {
    name: 'a doubled test removed',
    expected: [],
    files: {
      [`${TEST}/AccountTest.java`]: [
        edited(ACCOUNT_TEST, [
          DEPOSIT_TEST,
          `${DEPOSIT_TEST}\n${DEPOSIT_TEST.replace('depositAddsToTheBalance', 'deposit')}`,
        ]),
        ACCOUNT_TEST,
      ],
    },
  },
  {
    name: 'a factory that no test uses removed',
    expected: [],
    files: {
      [`${TEST}/AccountTest.java`]: [
        edited(ACCOUNT_TEST, [
          DEPOSIT_TEST,
          `    private static Account rich() {\n        Account rich = new Account();\n        rich.deposit(new BigDecimal("1000000"));\n        return rich;\n    }\n\n${DEPOSIT_TEST}`,
        ]),
        ACCOUNT_TEST,
      ],
    },
  },
  {
    name: 'names of tests as display names and comments changed',
    expected: [],
    files: account(
      [
        'import org.junit.jupiter.api.BeforeEach;\n',
        'import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.DisplayName;\n',
      ],
      [
        '    @Test\n    void withdrawTakesTheFee',
        '    /** The fee is half a coin. */\n    @Test\n    @DisplayName("a withdrawal takes the fee")\n    void withdrawTakesTheFee',
      ],
    ),
  },
  {
    name: 'expected values written in another way',
    expected: [],
    files: {
      ...account(['"short of 0.50"', '"short of " + "0.50"']),
      ...altered(
        'src/test/kotlin/shop/LargeTest.kt',
        'package shop\n\nimport kotlin.test.Test\nimport kotlin.test.assertEquals\n\nclass LargeTest {\n    @Test\n    fun squares() {\n        assertEquals(1000000, square(1000))\n    }\n}\n',
        ['1000000, square(1000)', '1_000_000, square(1_000)'],
      ),
    },
  },
  {
    name: 'a clock is mocked, which is not the subject',
    expected: [],
    files: {
      [`${TEST}/GreetingTest.java`]: [
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertTrue;\n\nimport java.time.Clock;\nimport org.junit.jupiter.api.Test;\n\nclass GreetingTest {\n    @Test\n    void greets() {\n        assertTrue(new Greeting(Clock.systemUTC()).text().startsWith("Good "));\n    }\n}\n',
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport static org.mockito.Mockito.mock;\nimport static org.mockito.Mockito.when;\n\nimport java.time.Clock;\nimport java.time.Instant;\nimport java.time.ZoneOffset;\nimport org.junit.jupiter.api.Test;\n\nclass GreetingTest {\n    @Test\n    void greets() {\n        Clock clock = mock(Clock.class);\n        when(clock.instant()).thenReturn(Instant.parse("2026-01-01T07:00:00Z"));\n        when(clock.getZone()).thenReturn(ZoneOffset.UTC);\n        assertEquals("Good morning", new Greeting(clock).text());\n    }\n}\n',
      ],
    },
  },
  {
    name: 'try and fail became assertThrows',
    expected: [],
    files: {
      [`${TEST}/ConfigTest.java`]: [
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport static org.junit.jupiter.api.Assertions.fail;\n\nimport org.junit.jupiter.api.Test;\n\nclass ConfigTest {\n    @Test\n    void namesTheBrokenLine() {\n        try {\n            Config.parse("a =");\n            fail("no exception");\n        } catch (ConfigException exception) {\n            assertEquals(1, exception.line());\n        }\n    }\n}\n',
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport static org.junit.jupiter.api.Assertions.assertThrows;\n\nimport org.junit.jupiter.api.Test;\n\nclass ConfigTest {\n    @Test\n    void namesTheBrokenLine() {\n        ConfigException exception = assertThrows(ConfigException.class, () -> Config.parse("a ="));\n        assertEquals(1, exception.line());\n    }\n}\n',
      ],
    },
  },
  {
    name: 'tests nested into inner classes',
    expected: [],
    files: account(
      [
        'import org.junit.jupiter.api.BeforeEach;\n',
        'import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Nested;\n',
      ],
      [
        DEPOSIT_TEST,
        `    @Nested\n    class Depositing {\n${DEPOSIT_TEST.replaceAll(/^(?=.)/gm, '    ')}    }\n`,
      ],
    ),
  },
  {
    name: 'verify of one call became verify without times, which is the same',
    expected: [],
    files: {
      [`${TEST}/MailerTest.java`]: [
        MAILER_TEST,
        MAILER_TEST.replaceAll('verify(transport, times(1))', 'verify(transport)').replace(
          'import static org.mockito.Mockito.times;\n',
          '',
        ),
      ],
    },
  },
  {
    name: 'a parameter more in source and tests',
    expected: [],
    files: {
      ...altered(
        `${MAIN}/Account.java`,
        ACCOUNT,
        [
          'public void withdraw(BigDecimal amount) {',
          'public void withdraw(BigDecimal amount, String purpose) {',
        ],
        [
          'entries.add("withdraw " + amount);',
          'entries.add("withdraw " + amount + " for " + purpose);',
        ],
      ),
      [`${TEST}/AccountTest.java`]: [
        ACCOUNT_TEST,
        ACCOUNT_TEST.replaceAll(
          /withdraw\((new BigDecimal\("[\d.]+"\))\)/g,
          'withdraw($1, "rent")',
        ).replace('"withdraw 1.00"', '"withdraw 1.00 for rent"'),
      ],
    },
  },
  {
    name: 'TestNG became JUnit 5',
    expected: [],
    files: {
      [`${TEST}/SumTest.java`]: [
        'package shop;\n\nimport static org.testng.Assert.assertEquals;\n\nimport org.testng.annotations.DataProvider;\nimport org.testng.annotations.Test;\n\npublic class SumTest {\n    @DataProvider\n    public Object[][] sums() {\n        return new Object[][] {{1, 2, 3}, {0, 0, 0}, {-1, 1, 0}};\n    }\n\n    @Test(dataProvider = "sums")\n    public void adds(int left, int right, int sum) {\n        assertEquals(Sum.of(left, right), sum);\n    }\n}\n',
        'package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.CsvSource;\n\nclass SumTest {\n    @ParameterizedTest\n    @CsvSource({"1, 2, 3", "0, 0, 0", "-1, 1, 0"})\n    void adds(int left, int right, int sum) {\n        assertEquals(sum, Sum.of(left, right));\n    }\n}\n',
      ],
    },
  },
  {
    name: 'a rule for exceptions became assertThrows',
    expected: [],
    files: {
      [`${TEST}/ReaderTest.java`]: [
        'package shop;\n\nimport org.junit.Rule;\nimport org.junit.Test;\nimport org.junit.rules.ExpectedException;\n\npublic class ReaderTest {\n    @Rule public ExpectedException thrown = ExpectedException.none();\n\n    @Test\n    public void refusesAnEmptyFile() {\n        thrown.expect(ReadException.class);\n        thrown.expectMessage("empty");\n        new Reader().read("");\n    }\n}\n',
        'package shop;\n\nimport static org.junit.Assert.assertThrows;\nimport static org.junit.Assert.assertTrue;\n\nimport org.junit.Test;\n\npublic class ReaderTest {\n    @Test\n    public void refusesAnEmptyFile() {\n        ReadException thrown = assertThrows(ReadException.class, () -> new Reader().read(""));\n        assertTrue(thrown.getMessage().contains("empty"));\n    }\n}\n',
      ],
    },
  },
  {
    name: 'cases of CSV became a method source',
    expected: [],
    files: altered(
      `${TEST}/RomanTest.java`,
      ROMAN_TEST,
      [
        'import org.junit.jupiter.params.provider.CsvSource;\n',
        'import org.junit.jupiter.params.provider.Arguments;\nimport org.junit.jupiter.params.provider.MethodSource;\n',
      ],
      [
        '    @CsvSource({\n        "1, I",\n        "4, IV",\n        "19, XIX",\n        "1994, MCMXCIV",\n    })\n',
        '    @MethodSource("numerals")\n',
      ],
      [
        'class RomanTest {\n',
        'class RomanTest {\n    static java.util.stream.Stream<Arguments> numerals() {\n        return java.util.stream.Stream.of(\n            Arguments.of(1, "I"),\n            Arguments.of(4, "IV"),\n            Arguments.of(19, "XIX"),\n            Arguments.of(1994, "MCMXCIV"));\n    }\n\n',
      ],
    ),
  },
  {
    name: 'a mock replaced by a fake that records',
    expected: [],
    files: altered(
      `${TEST}/MailerTest.java`,
      MAILER_TEST,
      [
        '        verify(transport, times(1)).deliver("alice@example.com", "hello");\n        verify(transport, times(1)).deliver("bob@example.com", "hello");\n',
        '        assertThat(recording.delivered)\n            .containsExactly("alice@example.com: hello", "bob@example.com: hello");\n',
      ],
      [
        '        mailer.send("hello", "alice@example.com", "bob@example.com");\n',
        '        RecordingTransport recording = new RecordingTransport();\n        Mailer mailer = new Mailer(recording);\n        mailer.send("hello", "alice@example.com", "bob@example.com");\n',
      ],
      ['import static org.mockito.Mockito.times;\nimport static org.mockito.Mockito.verify;\n', ''],
      [
        '    @Test\n    void sendsTo',
        '    private static final class RecordingTransport implements Transport {\n        final java.util.List<String> delivered = new java.util.ArrayList<>();\n\n        @Override\n        public void deliver(String recipient, String text) {\n            delivered.add(recipient + ": " + text);\n        }\n    }\n\n    @Test\n    void sendsTo',
      ],
    ),
  },
  {
    name: 'kotlin.test became kotest matchers',
    expected: [],
    files: altered(
      'src/test/kotlin/shop/PriceListTest.kt',
      PARSER_TEST,
      [
        'import io.mockk.every\n',
        'import io.kotest.assertions.throwables.shouldThrow\nimport io.kotest.matchers.nulls.shouldBeNull\nimport io.kotest.matchers.shouldBe\nimport io.mockk.every\n',
      ],
      [
        'import kotlin.test.assertEquals\nimport kotlin.test.assertFailsWith\nimport kotlin.test.assertNull\n',
        '',
      ],
      [
        'assertEquals(mapOf("tea" to 450), prices.all())',
        'prices.all() shouldBe mapOf("tea" to 450)',
      ],
      ['assertNull(prices["mug"])', 'prices["mug"].shouldBeNull()'],
      [
        'assertFailsWith<ParseException> { prices.all() }',
        'shouldThrow<ParseException> { prices.all() }',
      ],
      [
        'assertEquals("line 2: no price", failure.message)',
        'failure.message shouldBe "line 2: no price"',
      ],
      ['assertEquals(100, prices["tea"])', 'prices["tea"] shouldBe 100'],
      ['assertEquals(200, prices["tea"])', 'prices["tea"] shouldBe 200'],
    ),
  },
  {
    name: 'assertions grouped with assertAll',
    expected: [],
    files: account(
      [
        'import static org.junit.jupiter.api.Assertions.assertEquals;\n',
        'import static org.junit.jupiter.api.Assertions.assertAll;\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n',
      ],
      [
        '        assertEquals("short of 0.50", thrown.getMessage());\n        assertEquals(new BigDecimal("100.00"), account.balance());\n',
        '        assertAll(\n            () -> assertEquals("short of 0.50", thrown.getMessage()),\n            () -> assertEquals(new BigDecimal("100.00"), account.balance()));\n',
      ],
    ),
  },
  {
    name: 'size and elements became containsExactly',
    expected: [],
    files: {
      [`${TEST}/SplitTest.java`]: [
        'package shop;\n\nimport static org.assertj.core.api.Assertions.assertThat;\n\nimport java.util.List;\nimport org.junit.jupiter.api.Test;\n\nclass SplitTest {\n    @Test\n    void splits() {\n        List<String> parts = Split.at("a,b", ",");\n        assertThat(parts).hasSize(2);\n        assertThat(parts.get(0)).isEqualTo("a");\n        assertThat(parts.get(1)).isEqualTo("b");\n    }\n}\n',
        'package shop;\n\nimport static org.assertj.core.api.Assertions.assertThat;\n\nimport org.junit.jupiter.api.Test;\n\nclass SplitTest {\n    @Test\n    void splits() {\n        assertThat(Split.at("a,b", ",")).containsExactly("a", "b");\n    }\n}\n',
      ],
    },
  },
  {
    name: 'setup shared by two classes moved into a base class',
    expected: [],
    files: {
      ...account(
        [
          'class AccountTest {\n    private Account account;\n\n    @BeforeEach\n    void openAccount() {\n        account = new Account();\n        account.deposit(new BigDecimal("100.00"));\n    }\n\n',
          'class AccountTest extends WithAccount {\n',
        ],
        ['import org.junit.jupiter.api.BeforeEach;\n', ''],
      ),
      [`${TEST}/WithAccount.java`]: [
        null,
        'package shop;\n\nimport java.math.BigDecimal;\nimport org.junit.jupiter.api.BeforeEach;\n\nabstract class WithAccount {\n    protected Account account;\n\n    @BeforeEach\n    void openAccount() {\n        account = new Account();\n        account.deposit(new BigDecimal("100.00"));\n    }\n}\n',
      ],
    },
  },
];

/** Changes of Java and Kotlin tests that were written without a look at what finds tampering. */
export const UNSEEN_JVM: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
