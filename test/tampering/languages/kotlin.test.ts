import { describe, expect, test } from 'vitest';
import { listed, readFile, told } from '../../rig/values/told-tests.ts';

const kotlin = (body: string) =>
  readFile(
    `import kotlin.test.*\nclass CartTest {\n  @Test\n  fun works() {\n${body}\n  }\n}\n`,
    'src/test/kotlin/CartTest.kt',
  );
const kotlinFile = (text: string) => readFile(text, 'src/test/kotlin/shop/CartTest.kt');

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
    ['true shouldBe true', ['|vacuous|']],
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
    ['val mail = mockk<Mail>()\nverify { mail.send("a") }', ['mail.send|called|"a"']],
    [
      'assertIs<Basket>(cart)\nshouldThrow<BadCart> { pay(0) }',
      ['cart|instance|Basket', 'pay(0)|throws|BadCart'],
    ],
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

describe('which tests Kotlin has, and whether they run', () => {
  test.each<[string, readonly string[]]>([
    ['class A { @Test fun a() {} }', ['A/a runs']],
    ['class A { @Test fun `adds two prices`() { } }', ['A/adds two prices runs']],
    ['class A { @Test fun a() = runTest { assertEquals(1, f()) } }', ['A/a runs']],
    ['class A { @Ignore @Test fun a() {} }', ['A/a skipped']],
    ['class A { @Test @Disabled("x") fun a() {} }', ['A/a skipped']],
    ['class A { @Test private fun a() {} }', []],
    ['class A { fun a() {} }', []],
    [
      'class A {\n @ParameterizedTest\n @ValueSource(ints = [1, 2])\n fun a(n: Int) {}\n}',
      ['A/a runs 1;2'],
    ],
    [
      'class A {\n @ParameterizedTest\n @CsvSource("box,1", "pen,2")\n fun a(s: String, n: Int) {}\n}',
      ['A/a runs "box",1;"pen",2'],
    ],
    [
      'class A { @Test fun a() {\n for (n in listOf(1, 2, 3)) {\n assertEquals(n, f(n))\n }\n} }',
      ['A/a runs 1;2;3'],
    ],
    [
      'class A { @Test fun a() {\n listOf(1, 2).forEach { assertEquals(it, f(it)) }\n} }',
      ['A/a runs 1;2'],
    ],
    [
      'class A { @Test fun a() {\n for (n in intArrayOf(1, 2)) assertTrue(f(n))\n} }',
      ['A/a runs 1;2'],
    ],
    [
      'class A { @Test fun a() {\n val all = listOf(1 to 2, 3 to 4)\n for ((x, y) in all) {\n assertEquals(y, f(x))\n }\n} }',
      ['A/a runs 1 to 2;3 to 4'],
    ],
    ['class A { @Test fun a() {\n for (n in load()) assertTrue(f(n))\n} }', ['A/a runs …']],
    [
      'class A {\n @ParameterizedTest\n @MethodSource("rows")\n fun a(n: Int) {}\n companion object {\n @JvmStatic fun rows() = listOf(1, 2)\n }\n}',
      ['A/a runs 1;2'],
    ],
    [
      'class A {\n @ParameterizedTest\n @MethodSource("rows")\n fun a(n: Int) {}\n fun rows() = all.map { arrayOf(it) }\n}',
      ['A/a runs …'],
    ],
  ])('%s', (text, expected) => {
    expect(listed(kotlinFile(text))).toEqual(expected);
  });

  test.each<[string, readonly string[]]>([
    [
      'class A : StringSpec({\n "adds" { add(1) shouldBe 2 }\n "takes" { }\n})',
      ['A/adds runs', 'A/takes runs'],
    ],
    ['class A : StringSpec({\n "!adds" { add(1) shouldBe 2 }\n})', ['A/adds skipped']],
    [
      'class A : StringSpec({\n "f:adds" { add(1) shouldBe 2 }\n "b" { }\n})',
      ['A/adds focused', 'A/b runs'],
    ],
    [
      'class A : StringSpec({\n "adds".config(enabled = false) { add(1) shouldBe 2 }\n})',
      ['A/adds skipped'],
    ],
    [
      'class A : StringSpec({\n "adds".config(enabled = isLinux) { add(1) shouldBe 2 }\n})',
      ['A/adds conditional'],
    ],
    ['class A : FunSpec({\n test("adds") { add(1) shouldBe 2 }\n})', ['A/adds runs']],
    ['class A : FunSpec({\n xtest("adds") { add(1) shouldBe 2 }\n})', ['A/adds skipped']],
    [
      'class A : FunSpec({\n context("a cart") {\n test("adds") { add(1) shouldBe 2 }\n }\n})',
      ['A/a cart/adds runs'],
    ],
    [
      'class A : FunSpec({\n xcontext("a cart") {\n test("adds") { add(1) shouldBe 2 }\n }\n})',
      ['A/a cart/adds skipped'],
    ],
    [
      'class A : DescribeSpec({\n describe("a cart") {\n it("adds") { add(1) shouldBe 2 }\n xit("takes") { }\n }\n})',
      ['A/a cart/adds runs', 'A/a cart/takes skipped'],
    ],
    [
      'class A : DescribeSpec({\n xdescribe("a cart") {\n it("adds") { }\n }\n})',
      ['A/a cart/adds skipped'],
    ],
    [
      'class A : DescribeSpec({\n fit("adds") { }\n it("takes") { }\n})',
      ['A/adds focused', 'A/takes runs'],
    ],
    ['class A : ShouldSpec({\n should("add") { add(1) shouldBe 2 }\n})', ['A/add runs']],
    [
      'class A : BehaviorSpec({\n given("a cart") {\n `when`("it is paid") {\n then("it is closed") { isOpen() shouldBe false }\n }\n }\n})',
      ['A/a cart/it is paid/it is closed runs'],
    ],
    [
      'class A : WordSpec({\n "a cart" should {\n "add" { add(1) shouldBe 2 }\n }\n})',
      ['A/a cart/add runs'],
    ],
    [
      'class A : FreeSpec({\n "a cart" - {\n "adds" { add(1) shouldBe 2 }\n }\n})',
      ['A/a cart/adds runs'],
    ],
    [
      'class A : FeatureSpec({\n feature("a cart") {\n scenario("adds") { }\n }\n})',
      ['A/a cart/adds runs'],
    ],
    ['class A : ExpectSpec({\n expect("adds") { add(1) shouldBe 2 }\n})', ['A/adds runs']],
    ['class A : FunSpec() {\n init {\n test("adds") { add(1) shouldBe 2 }\n }\n}', ['A/adds runs']],
    ['@Ignored\nclass A : FunSpec({\n test("adds") { add(1) shouldBe 2 }\n})', ['A/adds skipped']],
    [
      'class A : FunSpec({\n context("sums") {\n withData(1, 2) { n -> add(n) shouldBe n }\n }\n})',
      ['A/sums/withData runs 1;2'],
    ],
    [
      'class A : FunSpec({\n context("sums") {\n withData(listOf(1, 2)) { n -> add(n) shouldBe n }\n }\n})',
      ['A/sums/withData runs 1;2'],
    ],
    [
      'class A : FunSpec({\n listOf(1, 2).forEach { n ->\n test("adds $n") { add(n) shouldBe n }\n }\n})',
      ['A/adds $n runs 1;2'],
    ],
    [
      'class A : FunSpec({\n for (n in listOf(1, 2)) {\n test("adds $n") { add(n) shouldBe n }\n }\n})',
      ['A/adds $n runs 1;2'],
    ],
  ])('%s', (text, expected) => {
    expect(listed(kotlinFile(text))).toEqual(expected);
  });

  test.each<[string, readonly string[]]>([
    ['"a" { add(1, 2) shouldBe 3 }', ['add(1,2)|equal|3']],
    ['"a" {\n val sum = add(1, 2)\n sum shouldBe 3\n}', ['add(1,2)|equal|3']],
    ['"a" { shouldThrow<BadCart> { pay(0) } }', ['pay(0)|throws|BadCart']],
    [
      '"a" {\n val e = shouldThrow<BadCart> { pay(0) }\n e.message shouldBe "empty"\n}',
      ['pay(0)|throws|BadCart "empty"'],
    ],
    ['"a" { shouldNotThrowAny { pay(1) } }', ['pay(1)|runs|']],
    ['"a" { assertSoftly { add(1, 2) shouldBe 3 } }', ['add(1,2)|equal|3']],
    ['"a" { names() shouldContainExactly listOf("a") }', ['names()|equal|["a"]']],
    ['"a" { names().shouldBeEmpty() }', ['names()|count|0']],
    ['"a" { name(1) shouldStartWith "x" }', ['name(1)|matches|"x"']],
    ['"a" { cart.shouldBeInstanceOf<Basket>() }', ['cart|instance|Basket']],
    ['"a" { eventually(1.seconds) { add(1, 2) shouldBe 3 } }', ['add(1,2)|equal|3']],
    ['"a" { if (isOpen()) { add(1, 2) shouldBe 3 } }', ['add(1,2)|equal|3@conditional']],
    ['"a" {\n return@test\n add(1, 2) shouldBe 3\n}', ['add(1,2)|equal|3@unreachable']],
    ['"a" { make() shouldBe Cart("a", 1) }', ['make()|equal|Cart("a",1)']],
  ])('%s', (text, expected) => {
    expect(told(kotlinFile(`class A : StringSpec({\n${text}\n})`))).toEqual(expected);
  });
});

describe('what stands in for the real thing in Kotlin', () => {
  test.each<[string, readonly string[]]>([
    ['every { prices.of("a") } returns 3', ['prices.of']],
    ['coEvery { prices.of(any()) } throws Gone()', ['prices.of']],
    ['val cart = mockk<Cart>()', ['Cart']],
    ['val cart: Cart = mockk(relaxed = true)', ['Cart']],
    ['mockkObject(Clock)', ['Clock']],
    ['mockkStatic(Clock::class)', ['Clock']],
    ['whenever(prices.of("a")).thenReturn(3)', ['prices.of']],
    ['justRun { mail.send() }', ['mail.send']],
    ['val cart = Cart()', []],
  ])('%s', (line, targets) => {
    expect(kotlin(line).tests[0]?.doubles.map(({ target }) => target)).toEqual(targets);
  });
});

test('a run that ends early is seen', () => {
  expect(kotlin('exitProcess(0)').stops.map(({ text }) => text)).toEqual(['exitProcess(0)']);
});
