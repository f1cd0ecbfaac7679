import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JAVA, KOTLIN } from '../../../../src/checks/tampering/languages/jvm.ts';
import type { TestFile } from '../../../../src/checks/tampering/test-file.ts';

const JUPITER = 'import static org.junit.jupiter.api.Assertions.*;';
const JUNIT4 = 'import static org.junit.Assert.*;';
const TESTNG = 'import static org.testng.Assert.*;';

const java = (body: string, imports = JUPITER) =>
  JAVA.readTests(
    `package shop;\n${imports}\nclass CartTest {\n  @Test\n  void works() throws Exception {\n${body}\n  }\n}\n`,
    'src/test/java/shop/CartTest.java',
  );
const kotlin = (body: string) =>
  KOTLIN.readTests(
    `import kotlin.test.*\nclass CartTest {\n  @Test\n  fun works() {\n${body}\n  }\n}\n`,
    'src/test/kotlin/CartTest.kt',
  );

/** `subject|form|expected` with `!` for a negated one, `~` its tolerance, `?` its wildcards, `@` its guard. */
const told = ({ tests }: TestFile) =>
  (tests[0]?.assertions ?? []).map(
    ({ expected, form, guard, negated, subject, tolerance, wildcards }) =>
      `${subject}|${negated ? '!' : ''}${form}|${expected ?? ''}` +
      `${tolerance === undefined ? '' : `~${tolerance}`}${wildcards === undefined ? '' : `?${wildcards}`}` +
      `${guard === undefined ? '' : `@${guard}`}`,
  );

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
    ['assertTrue(true);', ['true|vacuous|']],
    ['assertEquals(1, 1);', ['1|vacuous|']],
    ['assertEquals(cart, cart);', ['cart|vacuous|']],
    ['assertTrue(names().size() >= 0);', ['names().size()|vacuous|']],
    ['assertTrue(cart.isOpen() || true);', ['cart.isOpen()||true|vacuous|']],
    ['assertThat(true).isTrue();', ['true|vacuous|']],
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
    ['int sum = 1;\nsum = add(1, 2);\nassertEquals(3, sum);', ['sum|equal|3']],
    ['if (add(1, 2) != 3) { fail("sum"); }', ['add(1,2)|equal|3']],
    [
      'mvc.perform(get("/a")).andExpect(status().isOk());',
      ['mvc.perform(get("/a"))|equal|andExpect(status().isOk())'],
    ],
  ])('%s', (body, expected, imports) => {
    expect(told(java(body, imports))).toEqual(expected);
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
    ['try { pay(0); fail(); } catch (Throwable e) { }', ['swallowed']],
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
    ['await().untilAsserted(() -> assertEquals(3, add(1, 2)));', [undefined]],
  ])('%s', (body, guards) => {
    expect(java(body).tests[0]?.assertions.map(({ guard }) => guard)).toEqual(guards);
  });
});

describe('what a line of Kotlin asserts', () => {
  test.each<[string, readonly string[]]>([
    ['assertEquals(3, add(1, 2))', ['add(1,2)|equal|3']],
    ['add(1, 2) shouldBe 3', ['add(1,2)|equal|3']],
    ['add(1, 2).shouldBe(3)', ['add(1,2)|equal|3']],
    ['add(1, 2) shouldNotBe 3', ['add(1,2)|!equal|3']],
    ['half(7) shouldBe (3.5 plusOrMinus 0.1)', ['half(7)|near|3.5~0.1']],
    ['names() shouldContain "a"', ['names()|contains|"a"']],
    ['names() shouldHaveSize 2', ['names()|count|2']],
    ['names().shouldContainExactly("a", "b")', ['names()|equal|["a","b"]']],
    ['names() shouldBe listOf("a", "b")', ['names()|equal|["a","b"]']],
    ['find(1).shouldBeNull()', ['find(1)|equal|null']],
    ['find(1).shouldNotBeNull()', ['find(1)|defined|']],
    ['find(1) shouldBe null', ['find(1)|equal|null']],
    ['cart.isOpen shouldBe true', ['cart.isOpen|truthy|']],
    ['cart.isOpen.shouldBeTrue()', ['cart.isOpen|truthy|']],
    ['true shouldBe true', ['true|vacuous|']],
    ['shouldThrow<BadCart> { pay(0) }', ['pay(0)|throws|BadCart']],
    [
      'shouldThrow<BadCart> { pay(0) }.message shouldBe "empty"',
      ['shouldThrow<BadCart>{pay(0)}.message|equal|"empty"'],
    ],
    ['assertFailsWith<BadCart> { pay(0) }', ['pay(0)|throws|BadCart']],
    ['assertFailsWith(BadCart::class) { pay(0) }', ['pay(0)|throws|BadCart']],
    [
      'val error = assertFailsWith<BadCart> { pay(0) }\nassertEquals("empty", error.message)',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    ['assertTrue(add(1, 2) == 3)', ['add(1,2)|equal|3']],
    ['assertTrue { add(1, 2) == 3 }', ['add(1,2)|equal|3']],
    ['assert(add(1, 2) == 3)', ['add(1,2)|equal|3']],
    ['assertIs<Basket>(cart)', ['cart|instance|Basket']],
    ['assertContains(names(), "a")', ['names()|contains|"a"']],
    ['val sum = add(1, 2)\nassertEquals(3, sum)', ['add(1,2)|equal|3']],
    ['val sum: Int = add(1, 2)\nsum shouldBe 3', ['add(1,2)|equal|3']],
    ['assertThat(add(1, 2)).isEqualTo(3)', ['add(1,2)|equal|3']],
    ['verify(exactly = 2) { mail.send("a") }', ['mail.send|called|"a" times(2)']],
    ['verify(exactly = 0) { mail.send(any()) }', ['mail.send|!called|any()?1']],
    ['coVerify { mail.send("a") }', ['mail.send|called|"a"']],
    ['runTest {\n  assertEquals(3, add(1, 2))\n}', ['add(1,2)|equal|3']],
    ['find(1)?.let { assertEquals(3, it) }', ['it|equal|3@conditional']],
    ['runCatching { assertEquals(3, add(1, 2)) }', ['add(1,2)|equal|3@swallowed']],
    ['val x = find(1) ?: return\nassertEquals(3, x.size)', ['find(1)|count|3@conditional']],
    [
      'try {\n  assertEquals(3, add(1, 2))\n} catch (e: Throwable) {\n}',
      ['add(1,2)|equal|3@swallowed'],
    ],
    ['if (open)\n  assertEquals(3, add(1, 2))', ['add(1,2)|equal|3@conditional']],
    ['listOf(1, 2).forEach { assertEquals(3, add(it, 2)) }', ['add(it,2)|equal|3']],
  ])('%s', (body, expected) => {
    expect(told(kotlin(body))).toEqual(expected);
  });
});

test('any part of a file is read without an error', () => {
  const text =
    'import org.junit.jupiter.api.Test;\nclass CartTest extends Spec({ "a" { f() shouldBe 1 } }) {\n' +
    '  @ParameterizedTest @CsvSource({"1,2"}) void adds(int a) {\n    try { assertEquals(1, f(a)); } catch (Throwable e) { }\n' +
    '    assertThat(x).isEqualTo(List.of(1)); if (x) { return; } every { a.b() } returns 3\n  }\n}\n';
  fc.assert(
    fc.property(
      fc.constantFrom(JAVA, KOTLIN),
      fc.nat(400),
      fc.string({ maxLength: 9 }),
      (language, length, tail) => {
        expect(
          language.readTests(text.slice(0, length) + tail, 'CartTest.java').tests.length,
        ).toBeLessThan(9);
      },
    ),
    { numRuns: 300 },
  );
});
