import { describe, expect, test } from 'vitest';
import { READER } from '../../rig/values/reader.ts';
import { listed, readFile, told } from '../../rig/values/told-tests.ts';

const JUPITER = 'import static org.junit.jupiter.api.Assertions.*;';
const JUNIT4 = 'import static org.junit.Assert.*;';
const TESTNG = 'import static org.testng.Assert.*;';

const java = (body: string, imports = JUPITER) =>
  readFile(
    `package shop;\n${imports}\nclass CartTest {\n  @Test\n  void works() throws Exception {\n${body}\n  }\n}\n`,
    'src/test/java/shop/CartTest.java',
  );
const file = (text: string, imports = JUPITER) =>
  readFile(`${imports}\n${text}`, 'src/test/java/shop/CartTest.java');

describe('what a line of Java asserts', () => {
  test.each<[string, readonly string[], string?]>([
    ['assertEquals(3, add(1, 2));', ['add(1,2)|equal|3']],
    ['assertEquals(add(1, 2), 3);', ['add(1,2)|equal|3']],
    ['assertEquals(3, add(1, 2), "sum");', ['add(1,2)|equal|3']],
    ['Assertions.assertEquals(3, add(1, 2), () -> "sum");', ['add(1,2)|equal|3']],
    ['assertEquals("sum", 3, add(1, 2));', ['add(1,2)|equal|3'], JUNIT4],
    ['assertEquals(add(1, 2), 3, "sum");', ['add(1,2)|equal|3'], TESTNG],
    ['assertEquals(cart.name(), other.name());', ['cart.name()|equal|other.name()'], TESTNG],
    ['assertEquals(other.name(), cart.name());', ['cart.name()|equal|other.name()']],
    ['assertEquals(3.5, half(7), 0.01);', ['half(7)|near|3.5~0.01']],
    ['assertEquals("half", 3.5, half(7), 0.5);', ['half(7)|near|3.5~0.5'], JUNIT4],
    ['assertEquals(3.5, half(7), 0.0);', ['half(7)|equal|3.5']],
    ['assertNotEquals(3, add(1, 2));', ['add(1,2)|!equal|3']],
    ['assertSame(one, cart.first());', ['cart.first()|equal|one']],
    ['assertArrayEquals(new int[] {1, 2}, sort(2, 1));', ['sort(2,1)|equal|[1,2]']],
    ['assertTrue(cart.isOpen());', ['cart.isOpen()|truthy|']],
    ['assertFalse(cart.isOpen());', ['cart.isOpen()|!truthy|']],
    ['assertEquals(true, cart.isOpen());', ['cart.isOpen()|truthy|']],
    ['assertTrue(add(1, 2) == 3);', ['add(1,2)|equal|3']],
    ['assertTrue("sum", add(1, 2) == 3);', ['add(1,2)|equal|3'], JUNIT4],
    ['assertTrue(name(1).equals("a"));', ['name(1)|equal|"a"']],
    ['assertTrue("a".equals(name(1)));', ['name(1)|equal|"a"']],
    ['assertTrue(Objects.equals(name(1), "a"));', ['name(1)|equal|"a"']],
    ['assertFalse(add(1, 2) != 3);', ['add(1,2)|equal|3']],
    ['assertTrue(!cart.isOpen());', ['cart.isOpen()|!truthy|']],
    ['assertTrue(a(1) == 1 && b(2) == 2);', ['a(1)|equal|1', 'b(2)|equal|2']],
    ['assertTrue(total(1) > 0);', ['total(1)|compares|>0']],
    ['assertTrue(0 < total(1));', ['total(1)|compares|>0']],
    ['assertTrue(names().contains("a"));', ['names()|contains|"a"']],
    ['assertTrue(names().isEmpty());', ['names()|count|0']],
    ['assertEquals(0, names().size());', ['names()|count|0']],
    ['assertTrue(cart instanceof Basket);', ['cart|instance|Basket']],
    ['assertInstanceOf(Basket.class, cart);', ['cart|instance|Basket']],
    ['assertNull(find(1));', ['find(1)|equal|null']],
    ['assertEquals(null, find(1));', ['find(1)|equal|null']],
    ['assertNotNull(find(1));', ['find(1)|defined|']],
    ['assertTrue(find(1) != null);', ['find(1)|defined|']],
    ['assertTrue(true);', ['|vacuous|']],
    ['assertEquals(1, 1);', ['|vacuous|']],
    ['assertEquals(cart, cart);', ['cart|vacuous|']],
    ['assertTrue(names().size() >= 0);', ['names().size()|vacuous|']],
    ['assertTrue(cart.isOpen() || true);', ['cart.isOpen()|vacuous|']],
    ['assertThat(true).isTrue();', ['|vacuous|']],
    ['assertNotNull("x");', ['"x"|vacuous|']],
    ['assert add(1, 2) == 3 : "sum";', ['add(1,2)|equal|3']],
    ['assertThrows(BadCart.class, () -> pay(0));', ['pay(0)|throws|BadCart']],
    ['assertThrows(BadCart.class, () -> { pay(0); });', ['pay(0)|throws|BadCart']],
    [
      'BadCart e = assertThrows(BadCart.class, () -> pay(0));\nassertEquals("empty", e.getMessage());',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    [
      'assertThatThrownBy(() -> pay(0)).isInstanceOf(BadCart.class).hasMessage("empty");',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    [
      'assertThatExceptionOfType(BadCart.class).isThrownBy(() -> pay(0)).withMessage("empty");',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    ['try { pay(0); fail("x"); } catch (BadCart expected) { }', ['pay(0)|throws|BadCart']],
    [
      'thrown.expect(BadCart.class);\nthrown.expectMessage("empty");\npay(0);',
      ['pay(0)|throws|BadCart "empty"'],
      JUNIT4,
    ],
    ['assertDoesNotThrow(() -> pay(1));', ['pay(1)|runs|']],
    ['assertThat(isOpen()).isEqualTo(Boolean.TRUE);', ['isOpen()|truthy|']],
    [
      'try { pay(0); fail(); } catch (BadCart e) { assertEquals("empty", e.getMessage()); }',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    [
      'var e = assertThrows(BadCart.class, () -> pay(0));\nassertThat(e).hasMessageThat().isEqualTo("empty");',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    ['assertThat(add(1, 2)).isEqualTo(3);', ['add(1,2)|equal|3']],
    ['assertThat(add(1, 2)).as("sum").isEqualTo(3);', ['add(1,2)|equal|3']],
    ['assertThat(names()).hasSize(2).contains("a");', ['names()|count|2', 'names()|contains|"a"']],
    ['assertThat(names()).containsExactly("a", "b");', ['names()|equal|["a","b"]']],
    ['assertThat(names()).isEqualTo(List.of("a", "b"));', ['names()|equal|["a","b"]']],
    ['assertThat(names()).containsExactlyInAnyOrder("a", "b");', ['names()|equal|["a","b"]?1']],
    ['assertThat(names()).isNotEmpty();', ['names()|!count|0']],
    ['assertThat(find(1)).isNotNull();', ['find(1)|defined|']],
    ['assertThat(cart.isOpen()).isTrue();', ['cart.isOpen()|truthy|']],
    ['assertThat(total(1)).isGreaterThan(0);', ['total(1)|compares|>0']],
    ['assertThat(half(7)).isCloseTo(3.5, within(0.1));', ['half(7)|near|3.5~0.1']],
    ['assertThat(half(7)).isWithin(0.1).of(3.5);', ['half(7)|near|3.5~0.1']],
    ['assertThat(add(1, 2), is(3));', ['add(1,2)|equal|3']],
    ['assertThat("sum", add(1, 2), is(equalTo(3)));', ['add(1,2)|equal|3']],
    ['assertThat(find(1), is(notNullValue()));', ['find(1)|defined|']],
    ['assertThat(find(1), not(nullValue()));', ['find(1)|defined|']],
    ['assertThat(names(), hasItem("a"));', ['names()|contains|"a"']],
    ['assertThat(half(7), closeTo(3.5, 0.1));', ['half(7)|near|3.5~0.1']],
    ['assertThat(find(1), anything());', ['find(1)|vacuous|']],
    ['verify(mail).send("a", 2);', ['mail.send|called|"a",2']],
    ['verify(mail, times(2)).send("a");', ['mail.send|called|"a" times(2)']],
    ['verify(mail, never()).send("a");', ['mail.send|!called|"a"']],
    ['verify(mail).send(any(), eq(2));', ['mail.send|called|any(),eq(2)?1']],
    ['verify(mail, atLeastOnce()).send("a");', ['mail.send|called|"a"?1']],
    ['verifyNoInteractions(mail);', ['mail|!called|']],
    [
      'assertAll(() -> assertEquals(3, add(1, 2)), () -> assertNull(find(1)));',
      ['add(1,2)|equal|3', 'find(1)|equal|null'],
    ],
    ['assertTimeout(ofSeconds(1), () -> { assertEquals(3, add(1, 2)); });', ['add(1,2)|equal|3']],
    ['assertUserIsActive(user, 3);', ['user|custom|assertUserIsActive 3']],
    ['int sum = add(1, 2);\nassertEquals(3, sum);', ['add(1,2)|equal|3']],
    ['int wanted = 3;\nassertEquals(wanted, add(1, 2));', ['add(1,2)|equal|3']],
    ['Cart cart = new Cart();\nassertEquals(3, cart.total());', ['cart.total()|equal|3']],
    ['int sum = 1;\nsum = add(1, 2);\nassertEquals(3, sum);', ['add(1,2)|equal|3']],
    ['if (add(1, 2) != 3) { fail("sum"); }', ['add(1,2)|equal|3']],
    [
      'mvc.perform(get("/a")).andExpect(status().isOk());',
      ['mvc.perform(get("/a")).status()|equal|isOk()'],
    ],
    [
      'mvc.perform(get("/a")).andExpect(status().is4xxClientError());',
      ['mvc.perform(get("/a")).status()|matches|is4xxClientError'],
    ],
    [
      'mvc.perform(get("/a")).andExpect(jsonPath("$.b").value(1)).andExpect(jsonPath("$.c").exists());',
      [
        'mvc.perform(get("/a")).jsonPath("$.b")|equal|1',
        'mvc.perform(get("/a")).jsonPath("$.c")|defined|',
      ],
    ],
  ])('%s', (body, expected, imports) => {
    expect(told(java(body, imports))).toEqual(expected);
  });
});

describe('what a field stands for in Java', () => {
  test.each<[string, readonly string[]]>([
    ['int n = 0; @Test void a() { assertEquals(0, n); }', ['n|equal|0']],
    ['private final int n = f(); @Test void a() { assertEquals(0, n); }', ['f()|equal|0']],
    ['static final int MOST = 3; @Test void a() { assertEquals(MOST, f()); }', ['f()|equal|3']],
    [
      'final Cart cart = new Cart(); @Test void a() { assertNull(cart.first()); }',
      ['cart.first()|equal|null'],
    ],
  ])('%s', (members, expected) => {
    expect(told(file(`class A { ${members} }`))).toEqual(expected);
  });
});

describe('what keeps an assertion of Java from counting', () => {
  test.each<[string, readonly (string | undefined)[]]>([
    ['try { assertEquals(3, add(1, 2)); } catch (Throwable e) { log(e); }', ['swallowed']],
    ['try { assertEquals(3, add(1, 2)); } catch (Exception e) { throw e; }', [undefined]],
    ['try { assertEquals(3, add(1, 2)); } catch (Exception e) { fail(e); }', [undefined]],
    ['try { assertEquals(3, add(1, 2)); } finally { close(); }', [undefined]],
    ['try { assertEquals(3, add(1, 2)); } catch (InterruptedException e) { }', [undefined]],
    ['try { assertEquals(3, add(1, 2)); } finally { return; }', ['swallowed']],
    ['try { pay(0); } catch (BadCart e) { assertEquals("a", e.getMessage()); }', ['conditional']],
    ['try { pay(0); fail(); } catch (Throwable e) { }', []],
    ['if (open) { assertEquals(3, add(1, 2)); }', ['conditional']],
    ['if (System.getenv("CI") == null) assertEquals(3, add(1, 2));', ['conditional']],
    ['if (false) { assertEquals(3, add(1, 2)); }', ['unreachable']],
    ['if (open) assertEquals(1, a(1)); else assertEquals(2, a(2));', [undefined, undefined]],
    ['return;\nassertEquals(3, add(1, 2));', ['unreachable']],
    ['if (open) return;\nassertEquals(3, add(1, 2));', ['conditional']],
    ['while (false) { assertEquals(3, add(1, 2)); }', ['unreachable']],
    ['for (int x : xs) { assertEquals(3, add(x, 2)); }', [undefined]],
    ['find(1).ifPresent(x -> assertEquals(3, x.size()));', ['conditional']],
    ['CompletableFuture.runAsync(() -> assertEquals(3, add(1, 2)));', ['not-awaited']],
    ['CompletableFuture.runAsync(() -> assertEquals(3, add(1, 2))).join();', [undefined]],
    ['StepVerifier.create(all()).expectNext(1);', ['not-awaited']],
    ['Runnable check = () -> assertEquals(3, add(1, 2));', ['unreachable']],
    ['Runnable check = () -> assertEquals(3, add(1, 2));\ncheck.run();', [undefined]],
    ['await().untilAsserted(() -> assertEquals(3, add(1, 2)));', [undefined]],
  ])('%s', (body, guards) => {
    expect(java(body).tests[0]?.assertions.map(({ guard }) => guard)).toEqual(guards);
  });
});

describe('which tests a class of Java has, and whether they run', () => {
  test.each<[string, readonly string[], string?]>([
    ['class A { @Test void a() {} }', ['A/a runs']],
    ['class A { void a() {} }', []],
    ['class A { @Test private void a() {} }', []],
    ['class A { @Test static void a() {} }', [], 'import org.junit.jupiter.api.Test;'],
    ['class A { @Nested class B { @Test void a() {} } }', ['A/B/a runs']],
    ['class A { class B { @Test void a() {} } }', []],
    ['class A { static class B { @Test void a() {} } }', ['A/B/a runs']],
    ['public class A { public class B { @Test public void a() {} } }', ['A/B/a runs'], JUNIT4],
    ['class A { @Disabled @Test void a() {} }', ['A/a skipped']],
    ['@Disabled("x") class A { @Test void a() {} }', ['A/a skipped']],
    ['class A { @Disabled @Nested class B { @Test void a() {} } }', ['A/B/a skipped']],
    ['public class A { @Ignore("x") @Test public void a() {} }', ['A/a skipped'], JUNIT4],
    ['class A { @Test(enabled = false) public void a() {} }', ['A/a skipped'], TESTNG],
    ['@Test public class A { public void a() {} void b() {} }', ['A/a runs'], TESTNG],
    [
      'public class A extends TestCase { public void testA() {} public void b() {} }',
      ['A/testA runs'],
      'import junit.framework.*;',
    ],
    ['class A { @Test @EnabledOnOs(OS.LINUX) void a() {} }', ['A/a conditional']],
    [
      'class A { @Test @EnabledIfEnvironmentVariable(named = "CI", matches = "true") void a() {} }',
      ['A/a conditional'],
    ],
    [
      'class A { @Test @DisabledIfEnvironmentVariable(named = "CI", matches = "true") void a() {} }',
      ['A/a conditional'],
    ],
    ['class A { @Test @DisabledIf("true") void a() {} }', ['A/a skipped']],
    ['class A { @Test @EnabledIf("false") void a() {} }', ['A/a skipped']],
    ['class A { @Test void a() { assumeTrue(onLinux()); check(); } }', ['A/a conditional']],
    ['class A { @Test void a() { assumeTrue(false); check(); } }', ['A/a skipped']],
    ['class A { @Test void a() { Assumptions.assumeFalse(true, "x"); } }', ['A/a skipped']],
    ['class A { @Test void a() { assumeTrue(true); } }', ['A/a runs']],
    ['class A { @Test void a() { Assumptions.abort("x"); } }', ['A/a skipped']],
    ['class A { @Test void a() { throw new SkipException("x"); } }', ['A/a skipped'], TESTNG],
    ['class A { @BeforeEach void up() { assumeTrue(false); } @Test void a() {} }', ['A/a skipped']],
    ['class A { @RepeatedTest(3) void a() {} }', ['A/a runs']],
    ['class A { @Test @ExpectedToFail void a() {} }', ['A/a expected-to-fail']],
    [
      'class A { @Test(expected = AssertionError.class) public void a() { assertEquals(1, f()); } }',
      ['A/a expected-to-fail'],
      JUNIT4,
    ],
    [
      'class A { @Test\n@DisplayName("adds {") void a() {}\n@Test void b() {} }',
      ['A/a runs', 'A/b runs'],
    ],
    ['class A { @BeforeEach void up() {} @AfterEach void down() {} }', []],
    ['record R(int a) {}\nclass A { enum E { X, Y } @Test void a() {} }', ['A/a runs']],
  ])('%s', (text, expected, imports) => {
    expect(listed(file(text, imports))).toEqual(expected);
  });
});

describe('which cases a test of Java has', () => {
  test.each<[string, readonly string[]]>([
    ['@ParameterizedTest @ValueSource(ints = {1, 2, 3}) void a(int n) {}', ['A/a runs 1;2;3']],
    [
      '@ParameterizedTest @ValueSource(strings = {"a", "b",}) void a(String n) {}',
      ['A/a runs "a";"b"'],
    ],
    ['@ParameterizedTest @ValueSource(ints = 1) void a(int n) {}', ['A/a runs 1']],
    [
      '@ParameterizedTest @CsvSource({"box, 1, 1 box", "pen,2,2 pens"}) void a(String s) {}',
      ['A/a runs "box",1,"1 box";"pen",2,"2 pens"'],
    ],
    ['@ParameterizedTest @CsvSource({"\'a,b\', 1"}) void a(String s) {}', ['A/a runs "a,b",1']],
    [
      "@ParameterizedTest @CsvSource({\"'it''s', -1.5, true\"}) void a(String s) {}",
      ['A/a runs "it\'s",-1.5,true'],
    ],
    [
      '@ParameterizedTest @CsvSource({"a,", "\'\',b"}) void a(String s) {}',
      ['A/a runs "a";"","b"'],
    ],
    ['@ParameterizedTest @CsvSource({"a,,b"}) void a(String s) {}', ['A/a runs "a",null,"b"']],
    [
      '@ParameterizedTest @CsvSource(value = {"a;1", "b;2"}, delimiter = \';\') void a(String s) {}',
      ['A/a runs "a",1;"b",2'],
    ],
    [
      '@ParameterizedTest @CsvSource(textBlock = """\n  # name, count\n  box, 1\n  pen, 2\n  """) void a(String s) {}',
      ['A/a runs "box",1;"pen",2'],
    ],
    ['@ParameterizedTest @CsvFileSource(resources = "/a.csv") void a(String s) {}', ['A/a runs …']],
    [
      '@ParameterizedTest @EnumSource(names = {"RED", "BLUE"}) void a(Color c) {}',
      ['A/a runs RED;BLUE'],
    ],
    ['@ParameterizedTest @EnumSource(Color.class) void a(Color c) {}', ['A/a runs …']],
    [
      '@ParameterizedTest @NullAndEmptySource @ValueSource(strings = " ") void a(String s) {}',
      ['A/a runs null;"";" "'],
    ],
    [
      '@ParameterizedTest @MethodSource("rows") void a(int n) {}\nstatic Stream<Arguments> rows() { return Stream.of(Arguments.of(1, 2), Arguments.of(3, 4)); }',
      ['A/a runs Arguments.of(1,2);Arguments.of(3,4)'],
    ],
    [
      '@ParameterizedTest @MethodSource void a(int n) {}\nstatic List<Integer> a() { return List.of(1, 2); }',
      ['A/a runs 1;2'],
    ],
    ['@ParameterizedTest @MethodSource("other.Rows#all") void a(int n) {}', ['A/a runs …']],
    [
      '@ParameterizedTest @MethodSource("rows") void a(Cart c) {}\nstatic Stream<Cart> rows() { return Stream.of(new Cart(1), new Cart(2)); }',
      ['A/a runs Cart(1);Cart(2)'],
    ],
    [
      '@Test(dataProvider = "rows") public void a(int n) {}\n@DataProvider(name = "rows") public Object[][] all() { return new Object[][] {{1, 2}, {3, 4}}; }',
      ['A/a runs {1,2};{3,4}'],
    ],
    [
      '@Test void a() { for (int n : new int[] {1, 2, 3}) { assertTrue(f(n)); } }',
      ['A/a runs 1;2;3'],
    ],
    ['@Test void a() { for (int n : new int[]{1, 2}) assertTrue(f(n)); }', ['A/a runs 1;2']],
    [
      '@Test void a() { for (String n : List.of("a", "b")) { assertTrue(f(n)); } }',
      ['A/a runs "a";"b"'],
    ],
    [
      '@Test void a() { for (var n : Arrays.asList(1, 2)) { assertEquals(n, f(n)); } }',
      ['A/a runs 1;2'],
    ],
    [
      '@Test void a() { int[] all = {1, 2};\nfor (int n : all) { assertTrue(f(n)); } }',
      ['A/a runs 1;2'],
    ],
    [
      '@Test void a() { Object[][] all = new Object[][] {{1, 2}, {3, 4}};\nfor (Object[] n : all) { assertEquals(n[0], f(n[1])); } }',
      ['A/a runs {1,2};{3,4}'],
    ],
    ['@Test void a() { for (int n : load()) { assertTrue(f(n)); } }', ['A/a runs …']],
    ['@Test void a() { List.of(1, 2).forEach(n -> assertTrue(f(n))); }', ['A/a runs 1;2']],
    ['@Test void a() { Stream.of(1, 2).forEach(n -> assertTrue(f(n))); }', ['A/a runs 1;2']],
    ['@Test void a() { for (int i = 0; i < 3; i++) { assertTrue(f(i)); } }', ['A/a runs']],
    [
      '@Test void a() { for (int n : new int[] {1, 2}) { cart.add(n); } assertTrue(f(n)); }',
      ['A/a runs'],
    ],
  ])('%s', (members, expected) => {
    expect(listed(file(`class A {\n${members}\n}`))).toEqual(expected);
  });

  test('those of a class that is run for each row', () => {
    const text =
      '@RunWith(Parameterized.class) public class A {\n@Parameters public static Collection<Object[]> rows() { return Arrays.asList(new Object[][] {{1, 2}, {3, 4}}); }\n@Test public void a() { assertEquals(1, 2 + f()); }\n}';
    expect(listed(file(text, JUNIT4))).toEqual(['A/a runs {1,2};{3,4}']);
  });
});

describe('what stands in for the real thing in Java', () => {
  test.each<[string, readonly string[]]>([
    ['when(prices.of("a")).thenReturn(3);', ['prices.of']],
    ['Mockito.when(prices.of(any())).thenThrow(new Gone());', ['prices.of']],
    ['doReturn(3).when(prices).of("a");', ['prices.of']],
    ['doNothing().when(mail).send();', ['mail.send']],
    ['given(prices.of("a")).willReturn(3);', ['prices.of']],
    ['when(prices.of("a")).thenCallRealMethod();', []],
    ['Cart cart = mock(Cart.class);', ['Cart']],
    ['Cart cart = mock();', ['Cart']],
    ['MockedStatic<Clock> clock = mockStatic(Clock.class);', ['Clock']],
    ['Cart cart = spy(new Cart());', []],
    ['int n = prices.of("a");', []],
  ])('%s', (line, targets) => {
    expect(java(line).tests[0]?.doubles.map(({ target }) => target)).toEqual(targets);
  });

  test.each<[string, readonly string[]]>([
    ['class A { @Mock private Prices prices; @Test void a() {} }', ['Prices']],
    ['class A { @MockBean Prices prices; @Test void a() {} }', ['Prices']],
    ['class A { Prices prices = mock(Prices.class); @Test void a() {} }', ['Prices']],
    ['class A { @BeforeEach void up() { when(prices.of(1)).thenReturn(2); } }', ['prices.of']],
    ['class A { @InjectMocks Cart cart; @Test void a() {} }', []],
  ])('%s', (text, targets) => {
    expect(file(text).doubles.map(({ target }) => target)).toEqual(targets);
  });
});

describe('what functions of a test file assert, and what it defines', () => {
  test.each<[string, readonly string[]]>([
    ['void check(int n) { assertEquals(1, n); } @Test void a() { check(f()); }', ['check']],
    ['void outer() { check(1); } void check(int n) { assertEquals(1, n); }', ['outer', 'check']],
    ['int plain() { return 1; } @Test void a() { assertEquals(1, plain()); }', []],
    ['@BeforeEach void up() { assertNotNull(cart); }', ['up']],
    ['void check() { check(1); } void check(int n) { assertEquals(1, n); }', ['check']],
    ['@Test void a() { assertTrue(f()); }', []],
  ])('%s', (members, expected) => {
    expect(file(`class A {\n${members}\n}`).helpers.map(({ name }) => name)).toEqual(expected);
  });

  test('calls are named as they are written, assertions and doubles left out', () => {
    const { tests } = java(
      'when(prices.of(1)).thenReturn(2);\nCart cart = new Cart(prices);\ncart.add("a");\nassertEquals(2, cart.total());\nverify(prices).of(1);',
    );
    expect(tests[0]?.calls).toEqual(['prices.of', 'Cart', 'cart.add', 'cart.total', 'of']);
  });

  test('definitions carry the comment above', () => {
    const text =
      '/** A cart. */\nclass Cart {\n  // Adds.\n  int add(int a) { return a; }\n  static final int MOST = 3;\n}';
    expect(READER.readDefinitions('Cart.java', text).map(({ name }) => name)).toEqual([
      'Cart',
      'add',
      'MOST',
    ]);
    expect(READER.readDefinitions('Cart.java', text)[1]?.text).toBe(
      'int add(int a){return a}\n// Adds.',
    );
  });

  test('a run that ends early is seen', () => {
    expect(java('System.exit(0);').stops.map(({ text }) => text)).toEqual(['System.exit(0)']);
  });
});

describe('what is built has one text in Java and in Kotlin', () => {
  test.each<[string, string]>([
    ['assertEquals(new Money(3), total());', 'total()|equal|Money(3)'],
    ['assertEquals("new Money", total());', 'total()|equal|"new Money"'],
    ['assertEquals(new String[] {"a"}, names());', 'names()|equal|["a"]'],
    ['assertThat(total()).isEqualTo(new Money(3));', 'total()|equal|Money(3)'],
    ['assertEquals(3, new Cart().total());', 'Cart().total()|equal|3'],
    ['assertThrows(Bad.class, () -> new Money(-1));', 'Money(-1)|throws|Bad'],
  ])('%s', (line, expected) => {
    expect(told(java(line))).toEqual([expected]);
  });
});
