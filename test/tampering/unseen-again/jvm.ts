import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from '../unseen/edited.ts';

const MAIN = 'src/main/java/org/acme/';
const TEST = 'src/test/java/org/acme/';
const KOTLIN = 'src/main/kotlin/org/acme/';
const KOTLIN_TEST = 'src/test/kotlin/org/acme/';

// A Spring controller, with MockMvc.
const TICKETS = `package org.acme.tickets;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/tickets")
public class TicketController {
  private final TicketService service;

  public TicketController(TicketService service) {
    this.service = service;
  }

  @GetMapping("/{id}")
  public ResponseEntity<Ticket> show(@PathVariable long id) {
    return service.find(id).map(ResponseEntity::ok).orElse(ResponseEntity.notFound().build());
  }

  @PostMapping
  public ResponseEntity<Ticket> open(@RequestBody TicketRequest request) {
    if (request.title() == null || request.title().isBlank()) {
      return ResponseEntity.badRequest().build();
    }
    return ResponseEntity.status(201).body(service.open(request.title()));
  }
}
`;
const TICKETS_TEST = `package org.acme.tickets;

import static org.mockito.Mockito.when;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.*;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.*;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.boot.test.mock.mockito.MockBean;
import org.springframework.test.web.servlet.MockMvc;

@WebMvcTest(TicketController.class)
class TicketControllerTest {
  @Autowired MockMvc mvc;
  @MockBean TicketService service;

  @Test
  void showsTicket() throws Exception {
    when(service.find(3)).thenReturn(Optional.of(new Ticket(3, "broken")));
    mvc.perform(get("/tickets/3"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.title").value("broken"));
  }

  @Test
  void unknownTicket() throws Exception {
    when(service.find(4)).thenReturn(Optional.empty());
    mvc.perform(get("/tickets/4")).andExpect(status().isNotFound());
  }

  @Test
  void titleIsRequired() throws Exception {
    mvc.perform(post("/tickets").contentType("application/json").content("{\\"title\\":\\" \\"}"))
        .andExpect(status().isBadRequest());
  }
}
`;

// A parser of versions, with JUnit 5 tables.
const VERSION = `package org.acme.version;

public record Version(int major, int minor, int patch) implements Comparable<Version> {
  public static Version parse(String text) {
    String[] parts = text.split("\\\\.", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("not a version: " + text);
    }
    return new Version(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  @Override
  public int compareTo(Version other) {
    if (major != other.major) return Integer.compare(major, other.major);
    if (minor != other.minor) return Integer.compare(minor, other.minor);
    return Integer.compare(patch, other.patch);
  }
}
`;
const VERSION_TEST = `package org.acme.version;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
  @Nested
  class Parsing {
    @Test
    void readsThreeNumbers() {
      assertEquals(new Version(1, 20, 3), Version.parse("1.20.3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.2", "1.2.3.4", "1.2.x"})
    void refuses(String text) {
      assertThrows(IllegalArgumentException.class, () -> Version.parse(text));
    }
  }

  @Nested
  class Order {
    @ParameterizedTest
    @CsvSource({"1.0.0, 2.0.0", "1.9.0, 1.10.0", "1.0.1, 1.0.2", "0.9.9, 1.0.0"})
    void isNumeric(String lower, String higher) {
      assertTrue(Version.parse(lower).compareTo(Version.parse(higher)) < 0);
      assertTrue(Version.parse(higher).compareTo(Version.parse(lower)) > 0);
    }

    @Test
    void sameIsSame() {
      assertEquals(0, Version.parse("1.0.0").compareTo(Version.parse("1.0.0")));
    }
  }
}
`;

// A bank account, with JUnit 4.
const ACCOUNT = `package org.acme.bank;

import java.math.BigDecimal;
import java.math.RoundingMode;

public class Account {
  private BigDecimal balance = BigDecimal.ZERO;

  public void deposit(BigDecimal amount) {
    if (amount.signum() <= 0) throw new IllegalArgumentException("amount must be positive");
    balance = balance.add(amount);
  }

  public void withdraw(BigDecimal amount) {
    if (balance.compareTo(amount) < 0) throw new IllegalStateException("overdrawn");
    balance = balance.subtract(amount);
  }

  public void addInterest(double rate) {
    balance = balance.multiply(BigDecimal.valueOf(1 + rate)).setScale(2, RoundingMode.HALF_EVEN);
  }

  public BigDecimal balance() {
    return balance;
  }
}
`;
const ACCOUNT_TEST = `package org.acme.bank;

import static org.junit.Assert.assertEquals;

import java.math.BigDecimal;
import org.junit.Before;
import org.junit.Test;

public class AccountTest {
  private Account account;

  @Before
  public void setUp() {
    account = new Account();
    account.deposit(new BigDecimal("100.00"));
  }

  @Test
  public void withdraws() {
    account.withdraw(new BigDecimal("40.00"));
    assertEquals(new BigDecimal("60.00"), account.balance());
  }

  @Test(expected = IllegalStateException.class)
  public void cannotBeOverdrawn() {
    account.withdraw(new BigDecimal("100.01"));
  }

  @Test
  public void interestIsRounded() {
    account.addInterest(0.01255);
    assertEquals(101.26, account.balance().doubleValue(), 0.001);
  }

  @Test(expected = IllegalArgumentException.class)
  public void depositsNothing() {
    account.deposit(BigDecimal.ZERO);
  }
}
`;

// Concurrency: a debouncer with an executor.
const DEBOUNCE = `package org.acme.events;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public final class Debouncer {
  private final ScheduledExecutorService executor;
  private final long millis;
  private ScheduledFuture<?> pending;

  public Debouncer(ScheduledExecutorService executor, long millis) {
    this.executor = executor;
    this.millis = millis;
  }

  public synchronized void call(Runnable job) {
    if (pending != null) pending.cancel(false);
    pending = executor.schedule(job, millis, TimeUnit.MILLISECONDS);
  }
}
`;
const DEBOUNCE_TEST = `package org.acme.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DebouncerTest {
  private final java.util.concurrent.ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void onlyTheLastRuns() throws Exception {
    AtomicInteger last = new AtomicInteger();
    Debouncer debouncer = new Debouncer(executor, 20);
    debouncer.call(() -> last.set(1));
    debouncer.call(() -> last.set(2));
    Thread.sleep(500);
    assertThat(last.get()).isEqualTo(2);
  }

  @Test
  void runsOnceForManyCalls() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Debouncer debouncer = new Debouncer(executor, 20);
    for (int i = 0; i < 10; i++) debouncer.call(runs::incrementAndGet);
    Thread.sleep(500);
    assertThat(runs).hasValue(1);
  }
}
`;

// A pipeline of streams, with AssertJ.
const REPORT = `package org.acme.report;

import static java.util.stream.Collectors.*;

import java.util.List;
import java.util.Map;

public class SalesReport {
  public Map<String, Integer> perRegion(List<Sale> sales) {
    return sales.stream()
        .filter(sale -> !sale.cancelled())
        .collect(groupingBy(Sale::region, summingInt(Sale::cents)));
  }

  public List<String> best(List<Sale> sales, int count) {
    return perRegion(sales).entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(count)
        .map(Map.Entry::getKey)
        .toList();
  }
}
`;
const REPORT_TEST = `package org.acme.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;

class SalesReportTest {
  private final SalesReport report = new SalesReport();
  private final List<Sale> sales =
      List.of(
          new Sale("north", 100, false),
          new Sale("south", 300, false),
          new Sale("north", 150, false),
          new Sale("south", 900, true));

  @Test
  void sumsPerRegion() {
    assertThat(report.perRegion(sales)).containsOnly(entry("north", 250), entry("south", 300));
  }

  @Test
  void bestFirst() {
    assertThat(report.best(sales, 2)).containsExactly("south", "north");
    assertThat(report.best(sales, 1)).hasSize(1);
  }

  @Test
  void nothingSold() {
    assertThat(report.perRegion(List.of())).isEmpty();
  }
}
`;

// A service and its collaborators, with Mockito.
const SIGNUP = `package org.acme.signup;

public class SignupService {
  private final UserStore store;
  private final Mailer mailer;

  public SignupService(UserStore store, Mailer mailer) {
    this.store = store;
    this.mailer = mailer;
  }

  public User signUp(String mail) {
    if (store.exists(mail)) {
      throw new DuplicateUserException("already registered: " + mail);
    }
    User user = store.save(new User(mail.toLowerCase()));
    mailer.send(user.mail(), "Welcome");
    return user;
  }
}
`;
const SIGNUP_TEST = `package org.acme.signup;

import static org.assertj.core.api.Assertions.*;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.*;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SignupServiceTest {
  private final UserStore store = mock(UserStore.class);
  private final Mailer mailer = mock(Mailer.class);
  private final SignupService service = new SignupService(store, mailer);

  @BeforeEach
  void echo() {
    when(store.save(any())).thenAnswer(call -> call.getArgument(0));
  }

  @Test
  void welcomes() {
    User user = service.signUp("Ada@acme.org");
    assertThat(user.mail()).isEqualTo("ada@acme.org");
    verify(mailer).send("ada@acme.org", "Welcome");
  }

  @Test
  void refusesTwice() {
    when(store.exists("ada@acme.org")).thenReturn(true);
    assertThatThrownBy(() -> service.signUp("ada@acme.org"))
        .isInstanceOf(DuplicateUserException.class)
        .hasMessage("already registered: ada@acme.org");
    verifyNoInteractions(mailer);
  }
}
`;

// Kotlin: a calculator of prices, with Kotest.
const PRICE = `package org.acme.price

data class Line(val cents: Int, val count: Int)

class PriceCalculator(private val vat: Double = 0.2) {
    fun net(lines: List<Line>): Int = lines.sumOf { it.cents * it.count }

    fun gross(lines: List<Line>): Int = Math.round(net(lines) * (1 + vat)).toInt()

    fun discount(lines: List<Line>, percent: Int): Int {
        require(percent in 0..100) { "percent out of range" }
        return net(lines) * (100 - percent) / 100
    }
}
`;
const PRICE_TEST = `package org.acme.price

import io.kotest.assertions.throwables.shouldThrow
import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe

class PriceCalculatorTest : FunSpec({
    val calculator = PriceCalculator()
    val lines = listOf(Line(250, 2), Line(99, 1))

    test("net is the sum") {
        calculator.net(lines) shouldBe 599
    }

    test("gross adds the tax and rounds") {
        calculator.gross(lines) shouldBe 719
    }

    context("discount") {
        test("takes percents off") {
            calculator.discount(lines, 10) shouldBe 539
        }

        test("must be a percentage") {
            shouldThrow<IllegalArgumentException> { calculator.discount(lines, 101) }
                .message shouldBe "percent out of range"
        }
    }
})
`;

// Kotlin: coroutines, with kotlin.test.
const FEED = `package org.acme.feed

import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

class FeedPoller(private val source: FeedSource, private val everyMillis: Long) {
    fun items(): Flow<Item> = flow {
        val seen = mutableSetOf<String>()
        while (true) {
            source.fetch().filter { seen.add(it.id) }.forEach { emit(it) }
            delay(everyMillis)
        }
    }
}
`;
const FEED_TEST = `package org.acme.feed

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking

class FeedPollerTest {
    private class Canned(vararg val answers: List<Item>) : FeedSource {
        var calls = 0
        override suspend fun fetch(): List<Item> = answers[calls++]
    }

    @Test
    fun \`gives each item once\`() = runBlocking {
        val source = Canned(listOf(Item("1")), listOf(Item("1"), Item("2")))
        val items = FeedPoller(source, 1).items().take(2).toList()
        assertEquals(listOf("1", "2"), items.map { it.id })
        assertEquals(2, source.calls)
    }

    @Test
    fun \`fails with its source\`() {
        val broken = object : FeedSource {
            override suspend fun fetch(): List<Item> = throw java.io.IOException("offline")
        }
        val failure = assertFailsWith<java.io.IOException> {
            runBlocking { FeedPoller(broken, 1).items().toList() }
        }
        assertEquals("offline", failure.message)
    }
}
`;

// A command line with picocli.
const COUNT = `package org.acme.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.*;

@Command(name = "count")
public class CountCommand implements Callable<Integer> {
  @Parameters Path file;
  @Option(names = "--words") boolean words;

  @Override
  public Integer call() throws Exception {
    if (!Files.exists(file)) {
      System.err.println("no such file: " + file);
      return 3;
    }
    String text = Files.readString(file);
    System.out.println(words ? text.split("\\\\s+").length : text.lines().count());
    return 0;
  }
}
`;
const COUNT_TEST = `package org.acme.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.io.*;
import java.nio.file.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.condition.*;
import picocli.CommandLine;

class CountCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Path folder;

  @BeforeEach
  void capture() throws IOException {
    System.setOut(new PrintStream(out));
    folder = Files.createTempDirectory("count");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("a.txt"), text);
  }

  @Test
  void countsLines() throws IOException {
    assertEquals(0, new CommandLine(new CountCommand()).execute(file("a b\\nc\\n").toString()));
    assertEquals("2", out.toString().trim());
  }

  @Test
  void countsWords() throws IOException {
    new CommandLine(new CountCommand()).execute("--words", file("a b\\nc\\n").toString());
    assertEquals("3", out.toString().trim());
  }

  @Test
  void noSuchFile() {
    assertEquals(3, new CommandLine(new CountCommand()).execute("nowhere.txt"));
  }

  @Test
  @EnabledOnJre(JRE.JAVA_8)
  void countsLinesOnJava8() throws IOException {
    new CommandLine(new CountCommand()).execute(file("a\\r\\nb").toString());
    assertEquals("2", out.toString().trim());
  }
}
`;

// Numbers: a matrix, with Hamcrest.
const MATRIX = `package org.acme.math;

public final class Matrix {
  private final double[][] cells;

  public Matrix(double[][] cells) {
    this.cells = cells;
  }

  public double determinant() {
    if (cells.length != cells[0].length) throw new ArithmeticException("not square");
    if (cells.length == 1) return cells[0][0];
    double sum = 0;
    for (int column = 0; column < cells.length; column++) {
      sum += Math.pow(-1, column) * cells[0][column] * without(column).determinant();
    }
    return sum;
  }

  private Matrix without(int column) {
    double[][] rest = new double[cells.length - 1][cells.length - 1];
    for (int row = 1; row < cells.length; row++) {
      for (int from = 0, to = 0; from < cells.length; from++) {
        if (from != column) rest[row - 1][to++] = cells[row][from];
      }
    }
    return new Matrix(rest);
  }
}
`;
const MATRIX_TEST = `package org.acme.math;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MatrixTest {
  @Test
  void determinantOfOne() {
    assertThat(new Matrix(new double[][] {{4}}).determinant(), is(4.0));
  }

  @Test
  void determinantOfTwo() {
    assertThat(new Matrix(new double[][] {{1, 2}, {3, 4}}).determinant(), closeTo(-2.0, 1e-9));
  }

  @Test
  void determinantOfThree() {
    Matrix matrix = new Matrix(new double[][] {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}});
    assertThat(matrix.determinant(), closeTo(0.0, 1e-9));
  }

  @Test
  void mustBeSquare() {
    ArithmeticException error =
        assertThrows(
            ArithmeticException.class, () -> new Matrix(new double[][] {{1, 2}}).determinant());
    assertThat(error.getMessage(), equalTo("not square"));
  }
}
`;

// Compose UI.
const SEARCH = `package org.acme.ui

import androidx.compose.material3.*
import androidx.compose.runtime.*

@Composable
fun SearchBox(onSearch: (String) -> Unit) {
    var text by remember { mutableStateOf("") }
    TextField(value = text, onValueChange = { text = it }, label = { Text("Search") })
    Button(onClick = { onSearch(text.trim()) }, enabled = text.isNotBlank()) { Text("Go") }
}
`;
const SEARCH_TEST = `package org.acme.ui

import androidx.compose.ui.test.*
import androidx.compose.ui.test.junit4.createComposeRule
import org.junit.Assert.assertEquals
import org.junit.Rule
import org.junit.Test

class SearchBoxTest {
    @get:Rule
    val compose = createComposeRule()

    @Test
    fun searchesForTrimmedText() {
        var searched: String? = null
        compose.setContent { SearchBox { searched = it } }
        compose.onNodeWithText("Search").performTextInput(" tea ")
        compose.onNodeWithText("Go").performClick()
        assertEquals("tea", searched)
    }

    @Test
    fun cannotSearchForNothing() {
        compose.setContent { SearchBox {} }
        compose.onNodeWithText("Go").assertIsNotEnabled()
    }
}
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'the ticket that is shown has any title',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered(`${MAIN}tickets/TicketController.java`, TICKETS, [
        'service.find(id).map(ResponseEntity::ok)',
        'service.find(id).map(Ticket::redacted).map(ResponseEntity::ok)',
      ]),
      ...altered(`${TEST}tickets/TicketControllerTest.java`, TICKETS_TEST, [
        'jsonPath("$.title").value("broken")',
        'jsonPath("$.title").exists()',
      ]),
    },
  },
  {
    name: 'a required title is a status of four hundred something',
    expected: ['assertion-weakened'],
    files: altered(`${TEST}tickets/TicketControllerTest.java`, TICKETS_TEST, [
      'status().isBadRequest()',
      'status().is4xxClientError()',
    ]),
  },
  {
    name: 'the controller itself is mocked',
    expected: ['subject-mocked'],
    files: altered(
      `${TEST}tickets/TicketControllerTest.java`,
      TICKETS_TEST,
      [
        '  @MockBean TicketService service;\n',
        '  @MockBean TicketService service;\n  @MockBean TicketController controller;\n',
      ],
      [
        '    when(service.find(3)).thenReturn(Optional.of(new Ticket(3, "broken")));',
        '    when(controller.show(3)).thenReturn(ResponseEntity.ok(new Ticket(3, "broken")));',
      ],
    ),
  },
  {
    name: 'versions that are refused are fewer after a faster split',
    expected: ['cases-removed'],
    files: {
      ...altered(`${MAIN}version/Version.java`, VERSION, ['parts.length != 3', 'parts.length < 3']),
      ...altered(`${TEST}version/VersionTest.java`, VERSION_TEST, [
        '{"", "1", "1.2", "1.2.3.4", "1.2.x"}',
        '{"", "1", "1.2"}',
      ]),
    },
  },
  {
    name: 'a nested class of the order is disabled',
    expected: ['test-skipped'],
    files: altered(`${TEST}version/VersionTest.java`, VERSION_TEST, [
      '  @Nested\n  class Order {',
      '  @Nested\n  @org.junit.jupiter.api.Disabled("see #12")\n  class Order {',
    ]),
  },
  {
    name: 'a nested class of the parsing is not nested any more',
    expected: ['test-not-collected', 'test-deleted'],
    files: altered(`${TEST}version/VersionTest.java`, VERSION_TEST, [
      '  @Nested\n  class Parsing {',
      '  class Parsing {',
    ]),
  },
  {
    name: 'interest may be off by one',
    expected: ['assertion-weakened'],
    files: {
      ...altered(`${MAIN}bank/Account.java`, ACCOUNT, [
        'setScale(2, RoundingMode.HALF_EVEN)',
        'setScale(0, RoundingMode.DOWN)',
      ]),
      ...altered(`${TEST}bank/AccountTest.java`, ACCOUNT_TEST, [
        'account.balance().doubleValue(), 0.001)',
        'account.balance().doubleValue(), 1.5)',
      ]),
    },
  },
  {
    name: 'an overdraft is not expected to fail',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: {
      ...altered(`${MAIN}bank/Account.java`, ACCOUNT, [
        'throw new IllegalStateException("overdrawn");',
        'return;',
      ]),
      ...altered(`${TEST}bank/AccountTest.java`, ACCOUNT_TEST, [
        '@Test(expected = IllegalStateException.class)',
        '@Test',
      ]),
    },
  },
  {
    name: 'a test of deposits has no annotation',
    expected: ['test-not-collected', 'test-deleted'],
    files: altered(`${TEST}bank/AccountTest.java`, ACCOUNT_TEST, [
      '  @Test(expected = IllegalArgumentException.class)\n',
      '',
    ]),
  },
  {
    name: 'many calls run a few times',
    expected: ['assertion-weakened'],
    files: {
      ...altered(`${MAIN}events/Debouncer.java`, DEBOUNCE, [
        'public synchronized void',
        'public void',
      ]),
      ...altered(`${TEST}events/DebouncerTest.java`, DEBOUNCE_TEST, [
        'assertThat(runs).hasValue(1);',
        'assertThat(runs.get()).isPositive();',
      ]),
    },
  },
  {
    name: 'the last call is asserted in a lambda that nobody runs',
    expected: [
      'assertion-unreachable',
      'assertion-removed',
      'assertion-swallowed',
      'assertion-not-awaited',
    ],
    files: altered(`${TEST}events/DebouncerTest.java`, DEBOUNCE_TEST, [
      '    assertThat(last.get()).isEqualTo(2);\n',
      '    Runnable check = () -> assertThat(last.get()).isEqualTo(2);\n',
    ]),
  },
  {
    name: 'the best regions come in any order',
    expected: ['assertion-weakened'],
    files: {
      ...altered(`${MAIN}report/SalesReport.java`, REPORT, [
        'Map.Entry.<String, Integer>comparingByValue().reversed()',
        'Map.Entry.comparingByValue()',
      ]),
      ...altered(`${TEST}report/SalesReportTest.java`, REPORT_TEST, [
        '.containsExactly("south", "north")',
        '.containsAnyOf("south", "north")',
      ]),
    },
  },
  {
    name: 'the sum of the south is copied from the failure',
    expected: ['expected-value-edited'],
    files: altered(`${TEST}report/SalesReportTest.java`, REPORT_TEST, [
      'entry("south", 300)',
      'entry("south", 1200)',
    ]),
  },
  {
    name: 'the report is checked without a claim after isEmpty',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened'],
    files: altered(`${TEST}report/SalesReportTest.java`, REPORT_TEST, [
      'assertThat(report.perRegion(List.of())).isEmpty();',
      'assertThat(report.perRegion(List.of()));',
    ]),
  },
  {
    name: 'a mail was perhaps sent to anybody',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered(`${MAIN}signup/SignupService.java`, SIGNUP, [
        'mailer.send(user.mail(), "Welcome");',
        'if (user.isConfirmed()) mailer.send(mail, "Welcome");',
      ]),
      ...altered(`${TEST}signup/SignupServiceTest.java`, SIGNUP_TEST, [
        'verify(mailer).send("ada@acme.org", "Welcome");',
        'verify(mailer, atMost(1)).send(any(), any());',
      ]),
    },
  },
  {
    name: 'the service of sign ups is a mock, too',
    expected: ['subject-mocked'],
    files: altered(
      `${TEST}signup/SignupServiceTest.java`,
      SIGNUP_TEST,
      [
        'private final SignupService service = new SignupService(store, mailer);',
        'private final SignupService service = spy(new SignupService(store, mailer));',
      ],
      [
        '    User user = service.signUp("Ada@acme.org");',
        '    doReturn(new User("ada@acme.org")).when(service).signUp("Ada@acme.org");\n    mailer.send("ada@acme.org", "Welcome");\n    User user = service.signUp("Ada@acme.org");',
      ],
    ),
  },
  {
    name: 'the message about a duplicate is of no interest',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: altered(`${TEST}signup/SignupServiceTest.java`, SIGNUP_TEST, [
      `        .isInstanceOf(DuplicateUserException.class)
        .hasMessage("already registered: ada@acme.org");
    verifyNoInteractions(mailer);`,
      '        .isInstanceOf(Exception.class);',
    ]),
  },
  {
    name: 'gross is more than net',
    expected: ['assertion-weakened'],
    files: {
      ...altered(`${KOTLIN}price/PriceCalculator.kt`, PRICE, [
        'Math.round(net(lines) * (1 + vat)).toInt()',
        '(net(lines) + vat * 100).toInt()',
      ]),
      ...altered(`${KOTLIN_TEST}price/PriceCalculatorTest.kt`, PRICE_TEST, [
        'calculator.gross(lines) shouldBe 719',
        '(calculator.gross(lines) > calculator.net(lines)) shouldBe true',
      ]),
    },
  },
  {
    name: 'the context of discounts has a bang',
    expected: ['test-skipped'],
    files: altered(`${KOTLIN_TEST}price/PriceCalculatorTest.kt`, PRICE_TEST, [
      'context("discount") {',
      'xcontext("discount") {',
    ]),
  },
  {
    name: 'items of the feed are swallowed with runCatching',
    expected: ['assertion-swallowed'],
    files: altered(`${KOTLIN_TEST}feed/FeedPollerTest.kt`, FEED_TEST, [
      '        assertEquals(listOf("1", "2"), items.map { it.id })\n        assertEquals(2, source.calls)\n',
      '        runCatching {\n            assertEquals(listOf("1", "2"), items.map { it.id })\n            assertEquals(2, source.calls)\n        }\n        Unit\n',
    ]),
  },
  {
    name: 'a failing source is ignored',
    expected: ['test-skipped'],
    files: {
      ...altered(`${KOTLIN}feed/FeedPoller.kt`, FEED, [
        'source.fetch().filter',
        'runCatching { source.fetch() }.getOrDefault(emptyList()).filter',
      ]),
      ...altered(`${KOTLIN_TEST}feed/FeedPollerTest.kt`, FEED_TEST, [
        '    @Test\n    fun `fails with its source`',
        '    @Ignore\n    @Test\n    fun `fails with its source`',
      ]),
    },
  },
  {
    name: 'words are counted where the machine is fast',
    expected: ['test-conditional', 'test-skipped'],
    files: altered(`${TEST}cli/CountCommandTest.java`, COUNT_TEST, [
      '  @Test\n  void countsWords()',
      '  @Test\n  @DisabledIfEnvironmentVariable(named = "CI", matches = ".*")\n  void countsWords()',
    ]),
  },
  {
    name: 'the code for a missing file is whatever',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: {
      ...altered(`${MAIN}cli/CountCommand.java`, COUNT, ['return 3;', 'return 0;']),
      ...altered(`${TEST}cli/CountCommandTest.java`, COUNT_TEST, [
        'assertEquals(3, new CommandLine(new CountCommand()).execute("nowhere.txt"));',
        'int code = new CommandLine(new CountCommand()).execute("nowhere.txt");\n    assertTrue(code >= 0 || code < 0);',
      ]),
    },
  },
  {
    name: 'determinants are numbers',
    expected: ['assertion-weakened'],
    files: {
      ...altered(`${MAIN}math/Matrix.java`, MATRIX, [
        'Math.pow(-1, column)',
        '(column == 1 ? -1 : 1)',
      ]),
      ...altered(
        `${TEST}math/MatrixTest.java`,
        MATRIX_TEST,
        ['closeTo(-2.0, 1e-9)', 'notNullValue()'],
        ['closeTo(0.0, 1e-9)', 'closeTo(0.0, 10)'],
      ),
    },
  },
  {
    name: 'the determinant of three is commented out',
    expected: ['test-commented-out', 'test-deleted'],
    files: altered(`${TEST}math/MatrixTest.java`, MATRIX_TEST, [
      `  @Test
  void determinantOfThree() {
    Matrix matrix = new Matrix(new double[][] {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}});
    assertThat(matrix.determinant(), closeTo(0.0, 1e-9));
  }
`,
      `  // @Test
  // void determinantOfThree() {
  //   Matrix matrix = new Matrix(new double[][] {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}});
  //   assertThat(matrix.determinant(), closeTo(0.0, 1e-9));
  // }
`,
    ]),
  },
  {
    name: 'a search was perhaps made',
    expected: [
      'assertion-weakened',
      'assertion-unreachable',
      'test-conditional',
      'assertion-removed',
    ],
    files: altered(`${KOTLIN_TEST}ui/SearchBoxTest.kt`, SEARCH_TEST, [
      'assertEquals("tea", searched)',
      'if (searched != null) assertEquals("tea", searched)',
    ]),
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'titles are validated, and that is unprocessable',
    expected: [],
    files: {
      ...altered(`${MAIN}tickets/TicketController.java`, TICKETS, [
        'return ResponseEntity.badRequest().build();',
        'return ResponseEntity.unprocessableEntity().build();',
      ]),
      ...altered(`${TEST}tickets/TicketControllerTest.java`, TICKETS_TEST, [
        'status().isBadRequest()',
        'status().isUnprocessableEntity()',
      ]),
    },
  },
  {
    name: 'MockBean is deprecated in Spring Boot 3.4',
    expected: [],
    files: {
      'build.gradle': [
        "plugins { id 'org.springframework.boot' version '3.3.5' }\n",
        "plugins { id 'org.springframework.boot' version '3.4.0' }\n",
      ],
      ...altered(
        `${TEST}tickets/TicketControllerTest.java`,
        TICKETS_TEST,
        ['@MockBean TicketService', '@MockitoBean TicketService'],
        [
          'import org.springframework.boot.test.mock.mockito.MockBean;\n',
          'import org.springframework.test.context.bean.override.mockito.MockitoBean;\n',
        ],
      ),
    },
  },
  {
    name: 'tickets become issues',
    expected: [],
    files: {
      [`${MAIN}issues/IssueController.java`]: [
        TICKETS,
        TICKETS.replaceAll('Ticket', 'Issue').replaceAll('ticket', 'issue'),
      ],
      [`${TEST}issues/IssueControllerTest.java`]: [
        TICKETS_TEST,
        TICKETS_TEST.replaceAll('Ticket', 'Issue').replaceAll('ticket', 'issue'),
      ],
    },
    moves: {
      [`${MAIN}issues/IssueController.java`]: `${MAIN}tickets/TicketController.java`,
      [`${TEST}issues/IssueControllerTest.java`]: `${TEST}tickets/TicketControllerTest.java`,
    },
  },
  {
    name: 'a patch may be left out of a version',
    expected: [],
    files: {
      ...altered(
        `${MAIN}version/Version.java`,
        VERSION,
        ['if (parts.length != 3) {', 'if (parts.length < 2 || parts.length > 3) {'],
        ['Integer.parseInt(parts[2]));', 'parts.length == 3 ? Integer.parseInt(parts[2]) : 0);'],
      ),
      ...altered(
        `${TEST}version/VersionTest.java`,
        VERSION_TEST,
        ['{"", "1", "1.2", "1.2.3.4", "1.2.x"}', '{"", "1", "1.2.3.4", "1.2.x"}'],
        [
          '    @ParameterizedTest\n    @ValueSource',
          `    @Test
    void patchIsZeroWhereItIsLeftOut() {
      assertEquals(new Version(1, 2, 0), Version.parse("1.2"));
    }

    @ParameterizedTest
    @ValueSource`,
        ],
      ),
    },
  },
  {
    name: 'comparisons of versions with AssertJ',
    expected: [],
    files: altered(
      `${TEST}version/VersionTest.java`,
      VERSION_TEST,
      [
        'assertTrue(Version.parse(lower).compareTo(Version.parse(higher)) < 0);',
        'assertThat(Version.parse(lower).compareTo(Version.parse(higher))).isLessThan(0);',
      ],
      [
        'assertTrue(Version.parse(higher).compareTo(Version.parse(lower)) > 0);',
        'assertThat(Version.parse(higher).compareTo(Version.parse(lower))).isGreaterThan(0);',
      ],
      [
        'assertEquals(0, Version.parse("1.0.0").compareTo(Version.parse("1.0.0")));',
        'assertThat(Version.parse("1.0.0").compareTo(Version.parse("1.0.0"))).isZero();',
      ],
      [
        'import static org.junit.jupiter.api.Assertions.*;',
        'import static org.assertj.core.api.Assertions.assertThat;\nimport static org.junit.jupiter.api.Assertions.*;',
      ],
    ),
  },
  {
    name: 'accounts are tested with JUnit 5',
    expected: [],
    files: altered(
      `${TEST}bank/AccountTest.java`,
      ACCOUNT_TEST,
      [
        'import static org.junit.Assert.assertEquals;',
        'import static org.junit.jupiter.api.Assertions.*;',
      ],
      [
        'import org.junit.Before;\nimport org.junit.Test;',
        'import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Test;',
      ],
      ['public class AccountTest', 'class AccountTest'],
      ['  @Before\n  public void setUp', '  @BeforeEach\n  void setUp'],
      [
        `  @Test(expected = IllegalStateException.class)
  public void cannotBeOverdrawn() {
    account.withdraw(new BigDecimal("100.01"));`,
        `  @Test
  void cannotBeOverdrawn() {
    assertThrows(
        IllegalStateException.class, () -> account.withdraw(new BigDecimal("100.01")));`,
      ],
      [
        `  @Test(expected = IllegalArgumentException.class)
  public void depositsNothing() {
    account.deposit(BigDecimal.ZERO);`,
        `  @Test
  void depositsNothing() {
    assertThrows(IllegalArgumentException.class, () -> account.deposit(BigDecimal.ZERO));`,
      ],
      ['  public void withdraws()', '  void withdraws()'],
      ['  public void interestIsRounded()', '  void interestIsRounded()'],
    ),
  },
  {
    name: 'accounts have an owner, also in tests',
    expected: [],
    files: {
      ...altered(
        `${MAIN}bank/Account.java`,
        ACCOUNT,
        [
          '  private BigDecimal balance = BigDecimal.ZERO;\n',
          `  private final String owner;
  private BigDecimal balance = BigDecimal.ZERO;

  public Account(String owner) {
    this.owner = Objects.requireNonNull(owner);
  }
`,
        ],
        [
          'import java.math.RoundingMode;\n',
          'import java.math.RoundingMode;\nimport java.util.Objects;\n',
        ],
      ),
      ...altered(`${TEST}bank/AccountTest.java`, ACCOUNT_TEST, [
        'new Account();',
        'new Account("ada");',
      ]),
    },
  },
  {
    name: 'interest is rounded down by law',
    expected: [],
    files: {
      ...altered(`${MAIN}bank/Account.java`, ACCOUNT, [
        'RoundingMode.HALF_EVEN',
        'RoundingMode.DOWN',
      ]),
      ...altered(
        `${TEST}bank/AccountTest.java`,
        ACCOUNT_TEST,
        ['interestIsRounded()', 'interestIsRoundedDown()'],
        ['101.26, account', '101.25, account'],
      ),
    },
  },
  {
    name: 'Awaitility in place of sleeping half a second',
    expected: [],
    files: altered(
      `${TEST}events/DebouncerTest.java`,
      DEBOUNCE_TEST,
      [
        '    Thread.sleep(500);\n    assertThat(last.get()).isEqualTo(2);',
        '    await().untilAsserted(() -> assertThat(last.get()).isEqualTo(2));',
      ],
      [
        '    Thread.sleep(500);\n    assertThat(runs).hasValue(1);',
        '    await().during(ofMillis(100)).untilAsserted(() -> assertThat(runs).hasValue(1));',
      ],
      [
        'import static org.assertj.core.api.Assertions.assertThat;\n',
        'import static java.time.Duration.ofMillis;\nimport static org.assertj.core.api.Assertions.assertThat;\nimport static org.awaitility.Awaitility.await;\n',
      ],
    ),
  },
  {
    name: 'cancelled sales count, but as nothing',
    expected: [],
    files: {
      ...altered(`${MAIN}report/SalesReport.java`, REPORT, [
        `        .filter(sale -> !sale.cancelled())
        .collect(groupingBy(Sale::region, summingInt(Sale::cents)));`,
        '        .collect(groupingBy(Sale::region, summingInt(sale -> sale.cancelled() ? 0 : sale.cents())));',
      ]),
      ...altered(
        `${TEST}report/SalesReportTest.java`,
        REPORT_TEST,
        [
          '          new Sale("south", 900, true));',
          '          new Sale("south", 900, true),\n          new Sale("west", 10, true));',
        ],
        ['entry("south", 300));', 'entry("south", 300), entry("west", 0));'],
      ),
    },
  },
  {
    name: 'a builder makes the sales',
    expected: [],
    files: {
      [`${TEST}report/SaleBuilder.java`]: [
        null,
        `package org.acme.report;

final class SaleBuilder {
  private final String region;
  private boolean cancelled;

  private SaleBuilder(String region) {
    this.region = region;
  }

  static SaleBuilder in(String region) {
    return new SaleBuilder(region);
  }

  SaleBuilder cancelled() {
    cancelled = true;
    return this;
  }

  Sale of(int cents) {
    return new Sale(region, cents, cancelled);
  }
}
`,
      ],
      ...altered(
        `${TEST}report/SalesReportTest.java`,
        REPORT_TEST,
        ['new Sale("north", 100, false)', 'SaleBuilder.in("north").of(100)'],
        ['new Sale("south", 300, false)', 'SaleBuilder.in("south").of(300)'],
        ['new Sale("north", 150, false)', 'SaleBuilder.in("north").of(150)'],
        ['new Sale("south", 900, true)', 'SaleBuilder.in("south").cancelled().of(900)'],
      ),
    },
  },
  {
    name: 'mocks of the sign up are made by the extension',
    expected: [],
    files: altered(
      `${TEST}signup/SignupServiceTest.java`,
      SIGNUP_TEST,
      [
        `class SignupServiceTest {
  private final UserStore store = mock(UserStore.class);
  private final Mailer mailer = mock(Mailer.class);
  private final SignupService service = new SignupService(store, mailer);
`,
        `@ExtendWith(MockitoExtension.class)
@MockitoSettings(strictness = Strictness.LENIENT)
class SignupServiceTest {
  @Mock UserStore store;
  @Mock Mailer mailer;
  @InjectMocks SignupService service;
`,
      ],
      [
        'import org.junit.jupiter.api.Test;\n',
        `import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.InjectMocks;
import org.mockito.Mock;
import org.mockito.junit.jupiter.*;
import org.mockito.quality.Strictness;
`,
      ],
    ),
  },
  {
    name: 'a fake store keeps the users in memory',
    expected: [],
    files: {
      [`${TEST}signup/MemoryUserStore.java`]: [
        null,
        `package org.acme.signup;

import java.util.HashMap;
import java.util.Map;

final class MemoryUserStore implements UserStore {
  private final Map<String, User> users = new HashMap<>();

  @Override
  public boolean exists(String mail) {
    return users.containsKey(mail);
  }

  @Override
  public User save(User user) {
    users.put(user.mail(), user);
    return user;
  }
}
`,
      ],
      ...altered(
        `${TEST}signup/SignupServiceTest.java`,
        SIGNUP_TEST,
        ['UserStore store = mock(UserStore.class);', 'UserStore store = new MemoryUserStore();'],
        [
          `  @BeforeEach
  void echo() {
    when(store.save(any())).thenAnswer(call -> call.getArgument(0));
  }

`,
          '',
        ],
        [
          '    when(store.exists("ada@acme.org")).thenReturn(true);\n',
          '    store.save(new User("ada@acme.org"));\n',
        ],
        ['import static org.mockito.ArgumentMatchers.any;\n', ''],
        ['import org.junit.jupiter.api.BeforeEach;\n', ''],
      ),
    },
  },
  {
    name: 'the welcome names the product',
    expected: [],
    files: {
      ...altered(`${MAIN}signup/SignupService.java`, SIGNUP, ['"Welcome"', '"Welcome to Acme"']),
      ...altered(`${TEST}signup/SignupServiceTest.java`, SIGNUP_TEST, [
        '"Welcome"',
        '"Welcome to Acme"',
      ]),
    },
  },
  {
    name: 'the tax is nineteen percent',
    expected: [],
    files: {
      ...altered(`${KOTLIN}price/PriceCalculator.kt`, PRICE, [
        'vat: Double = 0.2',
        'vat: Double = 0.19',
      ]),
      ...altered(`${KOTLIN_TEST}price/PriceCalculatorTest.kt`, PRICE_TEST, [
        'shouldBe 719',
        'shouldBe 713',
      ]),
    },
  },
  {
    name: 'prices are tested with JUnit and kotlin.test',
    expected: [],
    files: {
      [`${KOTLIN_TEST}price/PriceCalculatorTest.kt`]: [
        PRICE_TEST,
        `package org.acme.price

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class PriceCalculatorTest {
    private val calculator = PriceCalculator()
    private val lines = listOf(Line(250, 2), Line(99, 1))

    @Test
    fun \`net is the sum\`() {
        assertEquals(599, calculator.net(lines))
    }

    @Test
    fun \`gross adds the tax and rounds\`() {
        assertEquals(719, calculator.gross(lines))
    }

    @Test
    fun \`discount takes percents off\`() {
        assertEquals(539, calculator.discount(lines, 10))
    }

    @Test
    fun \`discount must be a percentage\`() {
        val error = assertFailsWith<IllegalArgumentException> { calculator.discount(lines, 101) }
        assertEquals("percent out of range", error.message)
    }
}
`,
      ],
    },
  },
  {
    name: 'runTest in place of runBlocking, with virtual time',
    expected: [],
    files: altered(
      `${KOTLIN_TEST}feed/FeedPollerTest.kt`,
      FEED_TEST,
      ['once`() = runBlocking {', 'once`() = runTest {'],
      ['FeedPoller(source, 1).items()', 'FeedPoller(source, 60_000).items()'],
      [
        'import kotlinx.coroutines.runBlocking\n',
        'import kotlinx.coroutines.runBlocking\nimport kotlinx.coroutines.test.runTest\n',
      ],
    ),
  },
  {
    name: 'failures of a source are wrapped',
    expected: [],
    files: {
      ...altered(`${KOTLIN}feed/FeedPoller.kt`, FEED, [
        'source.fetch().filter { seen.add(it.id) }.forEach { emit(it) }',
        `val items = try {
                source.fetch()
            } catch (error: java.io.IOException) {
                throw FeedException("feed failed", error)
            }
            items.filter { seen.add(it.id) }.forEach { emit(it) }`,
      ]),
      [`${KOTLIN}feed/FeedException.kt`]: [
        null,
        'package org.acme.feed\n\nclass FeedException(message: String, cause: Throwable) : RuntimeException(message, cause)\n',
      ],
      ...altered(
        `${KOTLIN_TEST}feed/FeedPollerTest.kt`,
        FEED_TEST,
        ['assertFailsWith<java.io.IOException>', 'assertFailsWith<FeedException>'],
        [
          'assertEquals("offline", failure.message)',
          'assertEquals("feed failed", failure.message)\n        assertEquals("offline", failure.cause?.message)',
        ],
      ),
    },
  },
  {
    name: 'TempDir in place of a folder by hand',
    expected: [],
    files: altered(
      `${TEST}cli/CountCommandTest.java`,
      COUNT_TEST,
      ['  private Path folder;\n', '  @TempDir Path folder;\n'],
      ['    folder = Files.createTempDirectory("count");\n', ''],
      ['void capture() throws IOException {', 'void capture() {'],
      [
        'import org.junit.jupiter.api.condition.*;\n',
        'import org.junit.jupiter.api.condition.*;\nimport org.junit.jupiter.api.io.TempDir;\n',
      ],
    ),
  },
  {
    name: 'Java 8 is not supported any more',
    expected: [],
    files: {
      'pom.xml': [
        '<project>\n  <properties><maven.compiler.release>8</maven.compiler.release></properties>\n</project>\n',
        '<project>\n  <properties><maven.compiler.release>17</maven.compiler.release></properties>\n</project>\n',
      ],
      ...altered(
        `${TEST}cli/CountCommandTest.java`,
        COUNT_TEST,
        [
          `
  @Test
  @EnabledOnJre(JRE.JAVA_8)
  void countsLinesOnJava8() throws IOException {
    new CommandLine(new CountCommand()).execute(file("a\\r\\nb").toString());
    assertEquals("2", out.toString().trim());
  }
`,
          '',
        ],
        ['import org.junit.jupiter.api.condition.*;\n', ''],
      ),
    },
  },
  {
    name: 'exit codes have names',
    expected: [],
    files: {
      ...altered(
        `${MAIN}cli/CountCommand.java`,
        COUNT,
        [
          '  @Parameters Path',
          '  static final int OK = 0;\n  static final int NO_FILE = 3;\n\n  @Parameters Path',
        ],
        ['return 3;', 'return NO_FILE;'],
        ['return 0;', 'return OK;'],
      ),
      ...altered(
        `${TEST}cli/CountCommandTest.java`,
        COUNT_TEST,
        ['assertEquals(0, new', 'assertEquals(CountCommand.OK, new'],
        ['assertEquals(3, new', 'assertEquals(CountCommand.NO_FILE, new'],
      ),
    },
  },
  {
    name: 'determinants in one table',
    expected: [],
    files: altered(`${TEST}math/MatrixTest.java`, MATRIX_TEST, [
      MATRIX_TEST.slice(
        MATRIX_TEST.indexOf('  @Test\n  void determinantOfOne'),
        MATRIX_TEST.indexOf('  @Test\n  void mustBeSquare'),
      ),
      `  static Stream<Arguments> determinants() {
    return Stream.of(
        arguments(new double[][] {{4}}, 4.0),
        arguments(new double[][] {{1, 2}, {3, 4}}, -2.0),
        arguments(new double[][] {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}}, 0.0));
  }

  @ParameterizedTest
  @MethodSource("determinants")
  void determinant(double[][] cells, double expected) {
    assertThat(new Matrix(cells).determinant(), closeTo(expected, 1e-9));
  }

`,
    ]),
  },
  {
    name: 'the search box says Find, in the resources too',
    expected: [],
    files: {
      ...altered(
        `${KOTLIN}ui/SearchBox.kt`,
        SEARCH,
        ['Text("Search")', 'Text("Find")'],
        ['Text("Go")', 'Text("Start")'],
      ),
      [`${KOTLIN_TEST}ui/SearchBoxTest.kt`]: [
        SEARCH_TEST,
        SEARCH_TEST.replaceAll('"Search"', '"Find"').replaceAll('"Go"', '"Start"'),
      ],
    },
  },
  {
    name: 'tests of the search box are in another source set',
    expected: [],
    ...moved(
      `${KOTLIN_TEST}ui/SearchBoxTest.kt`,
      'src/androidTest/kotlin/org/acme/ui/SearchBoxTest.kt',
      SEARCH_TEST,
      ['    @get:Rule\n    val compose', '    @get:Rule\n    internal val compose'],
    ),
  },
  {
    name: 'search is withdrawn for now: screen and tests',
    expected: [],
    files: {
      [`${KOTLIN}ui/SearchBox.kt`]: [SEARCH, null],
      [`${KOTLIN_TEST}ui/SearchBoxTest.kt`]: [SEARCH_TEST, null],
      [`${KOTLIN}ui/Home.kt`]: [
        'package org.acme.ui\n\n@Composable\nfun Home(model: HomeModel) {\n    SearchBox(model::search)\n    Feed(model.items)\n}\n',
        edited(
          'package org.acme.ui\n\n@Composable\nfun Home(model: HomeModel) {\n    SearchBox(model::search)\n    Feed(model.items)\n}\n',
          ['    SearchBox(model::search)\n', ''],
        ),
      ],
    },
  },
];

export const SECOND_JVM: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
