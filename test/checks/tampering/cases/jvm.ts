import type { TamperingKind } from '../../../../src/checks/tampering/change.ts';
import type { TamperingExample } from '../../../rig/values/tampering-example.ts';

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
  edited('any error will do', ['assertion-weakened'], 'BadPrice.class', 'Exception.class'),
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
];
