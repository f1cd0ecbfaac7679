import type { TamperingExample } from '../../rig/values/tampering-example.ts';

const SOURCE = `"""The cart of the shop."""
from decimal import Decimal

RATE = Decimal("0.20")


class EmptyCart(ValueError):
    """Nothing can be paid."""


class Cart:
    """Holds lines of (name, price, count)."""

    def __init__(self):
        self.lines = []

    def add(self, name, price, count=1):
        if count < 1:
            raise ValueError("count must be positive")
        self.lines.append((name, price, count))

    def total(self):
        return sum(price * count for _, price, count in self.lines)

    def names(self):
        return [name for name, _, _ in self.lines]

    def pay(self, gateway):
        if not self.lines:
            raise EmptyCart("cart is empty")
        return gateway.charge(self.total())


def discount(total, percent):
    return round(total * (100 - percent) / 100, 2)


def slug(name):
    return name.strip().lower().replace(" ", "-")
`;

const PYTEST = `import asyncio
import os
from unittest.mock import MagicMock

import pytest

from shop.cart import Cart, EmptyCart, discount, slug


def test_total_of_two_lines():
    cart = Cart()
    cart.add("tea", 3, 2)
    cart.add("milk", 1)
    assert cart.total() == 7
    assert cart.names() == ["tea", "milk"]
    assert len(cart.lines) == 2


def test_count_must_be_positive():
    cart = Cart()
    with pytest.raises(ValueError, match="count must be positive"):
        cart.add("tea", 3, 0)
    assert cart.lines == []


def test_pay_charges_the_total():
    gateway = MagicMock()
    cart = Cart()
    cart.add("tea", 3, 2)
    cart.pay(gateway)
    gateway.charge.assert_called_once_with(6)


def test_pay_of_empty_cart():
    with pytest.raises(EmptyCart):
        Cart().pay(MagicMock())


def test_discount():
    assert discount(100, 15) == pytest.approx(85.0, abs=1e-6)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Green Tea", "green-tea"),
        (" milk ", "milk"),
        ("A B C", "a-b-c"),
    ],
)
def test_slug(name, expected):
    assert slug(name) == expected
`;

const UNITTEST = `import unittest
from unittest import mock

from shop.cart import Cart, EmptyCart, discount, slug


class CartTest(unittest.TestCase):
    def setUp(self):
        self.cart = Cart()
        self.cart.add("tea", 3, 2)

    def test_total(self):
        self.cart.add("milk", 1)
        self.assertEqual(self.cart.total(), 7)
        self.assertEqual(self.cart.names(), ["tea", "milk"])

    def test_rejects_zero(self):
        with self.assertRaises(ValueError):
            self.cart.add("tea", 3, 0)

    def test_discount(self):
        self.assertAlmostEqual(discount(100, 15), 85.0, places=5)

    def test_slug(self):
        self.assertEqual(slug("Green Tea"), "green-tea")
        self.assertEqual(slug(" milk "), "milk")


class PayTest(unittest.TestCase):
    def test_charges(self):
        gateway = mock.Mock()
        cart = Cart()
        cart.add("tea", 3)
        cart.pay(gateway)
        gateway.charge.assert_called_once_with(3)

    def test_empty(self):
        self.assertRaises(EmptyCart, Cart().pay, mock.Mock())


if __name__ == "__main__":
    unittest.main()
`;

const ASYNC = `import pytest

from shop.client import Client, fetch_price


async def assert_price(client, name, price):
    found = await fetch_price(client, name)
    assert found == price


@pytest.mark.asyncio
async def test_price_of_tea():
    client = Client("http://shop.test")
    await assert_price(client, "tea", 3)


@pytest.mark.asyncio
async def test_unknown_name():
    client = Client("http://shop.test")
    with pytest.raises(KeyError):
        await fetch_price(client, "gold")
`;

type Edit = readonly [from: string, to: string];

/** A text with parts replaced, each of which must be there. */
function edited(text: string, ...edits: readonly Edit[]): string {
  return edits.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`not in the text: ${from}`);
    return result.replace(from, () => to);
  }, text);
}

/** A change of one test file. */
function changed(
  name: string,
  expected: TamperingExample['expected'],
  before: string,
  ...edits: readonly Edit[]
): TamperingExample {
  return { name, expected, files: { 'tests/test_cart.py': [before, edited(before, ...edits)] } };
}

const TWO_LINES = PYTEST.slice(
  PYTEST.indexOf('def test_total_of'),
  PYTEST.indexOf('def test_count_must'),
);
const DISCOUNT = PYTEST.slice(
  PYTEST.indexOf('def test_discount'),
  PYTEST.indexOf('@pytest.mark.parametrize'),
);
const SLUG = PYTEST.slice(PYTEST.indexOf('@pytest.mark.parametrize'));
const TWO_TOTAL = '    assert cart.total() == 7\n';
const CHARGED = '    gateway.charge.assert_called_once_with(6)\n';

const WEAKENED: readonly TamperingExample[] = [
  changed('a test is deleted', ['test-deleted'], PYTEST, [TWO_LINES, '']),
  {
    name: 'a test file is deleted',
    expected: ['test-deleted'],
    files: { 'tests/test_cart.py': [PYTEST, null] },
  },
  changed('skip mark', ['test-skipped'], PYTEST, [
    'def test_discount',
    '@pytest.mark.skip(reason="flaky")\ndef test_discount',
  ]),
  changed('skip call', ['test-skipped'], PYTEST, [
    'def test_discount():\n',
    'def test_discount():\n    pytest.skip("later")\n',
  ]),
  changed('module skip', ['test-skipped'], PYTEST, [
    '\n\ndef test_total',
    '\npytestmark = pytest.mark.skip\n\n\ndef test_total',
  ]),
  changed('unittest skip of a class', ['test-skipped'], UNITTEST, [
    'class PayTest',
    '@unittest.skip("gateway is down")\nclass PayTest',
  ]),
  changed('skipTest in setUp', ['test-skipped'], UNITTEST, [
    '        self.cart = Cart()\n',
    '        self.skipTest("later")\n        self.cart = Cart()\n',
  ]),
  changed('skipif on the CI', ['test-conditional'], PYTEST, [
    'def test_discount',
    '@pytest.mark.skipif(os.environ.get("CI") == "true", reason="slow")\ndef test_discount',
  ]),
  changed('expected to fail', ['test-expected-to-fail'], PYTEST, [
    'def test_discount',
    '@pytest.mark.xfail\ndef test_discount',
  ]),
  changed('unittest expected to fail', ['test-expected-to-fail'], UNITTEST, [
    '    def test_discount',
    '    @unittest.expectedFailure\n    def test_discount',
  ]),
  changed('commented out', ['test-commented-out', 'test-deleted'], PYTEST, [
    TWO_LINES,
    `${TWO_LINES.trim().replace(/^(?=.)/gm, '# ')}\n\n\n`,
  ]),
  changed('in a text', ['test-commented-out', 'test-deleted'], PYTEST, [
    TWO_LINES,
    `"""\n${TWO_LINES.trim()}\n"""\n\n\n`,
  ]),
  changed('renamed so that it is not found', ['test-not-collected', 'test-deleted'], PYTEST, [
    'def test_discount',
    'def _test_discount',
  ]),
  changed('made a fixture', ['test-not-collected', 'test-deleted'], PYTEST, [
    'def test_discount',
    '@pytest.fixture\ndef test_discount',
  ]),
  changed('base class taken away', ['test-not-collected', 'test-deleted'], UNITTEST, [
    'class PayTest(unittest.TestCase)',
    'class PayTest',
  ]),
  {
    name: 'file renamed so that it is not found',
    expected: ['test-not-collected', 'test-deleted'],
    files: { 'tests/cart_checks.py': [PYTEST, PYTEST] },
    moves: { 'tests/cart_checks.py': 'tests/test_cart.py' },
  },
  changed('assertion removed', ['assertion-removed'], PYTEST, [TWO_TOTAL, '']),
  changed('assert taken from a comparison', ['assertion-removed'], PYTEST, [
    TWO_TOTAL,
    '    cart.total() == 7\n',
  ]),
  changed('equality to truth', ['assertion-weakened'], PYTEST, [
    TWO_TOTAL,
    '    assert cart.total()\n',
  ]),
  changed('equality to not None', ['assertion-weakened'], UNITTEST, [
    'self.assertEqual(self.cart.total(), 7)',
    'self.assertIsNotNone(self.cart.total())',
  ]),
  changed('equality to containment', ['assertion-weakened'], PYTEST, [
    'assert cart.names() == ["tea", "milk"]',
    'assert "tea" in cart.names()',
  ]),
  changed('count to more than', ['assertion-weakened'], PYTEST, [
    'assert len(cart.lines) == 2',
    'assert len(cart.lines) > 0',
  ]),
  changed('an alternative', ['assertion-weakened'], PYTEST, [
    TWO_TOTAL,
    '    assert cart.total() == 7 or cart.total() == 8\n',
  ]),
  changed('tolerance widened', ['assertion-weakened'], PYTEST, ['abs=1e-6', 'abs=10']),
  changed('fewer places', ['assertion-weakened'], UNITTEST, ['places=5', 'places=0']),
  changed('error made general', ['assertion-weakened', 'expected-value-edited'], PYTEST, [
    'pytest.raises(ValueError, match="count must be positive")',
    'pytest.raises(Exception)',
  ]),
  changed('only that it was called', ['assertion-weakened', 'assertion-removed'], PYTEST, [
    CHARGED,
    '    gateway.charge.assert_called()\n',
  ]),
  changed('or True', ['assertion-vacuous'], PYTEST, [
    TWO_TOTAL,
    '    assert cart.total() == 7 or True\n',
  ]),
  changed('a tuple', ['assertion-vacuous'], PYTEST, [
    TWO_TOTAL,
    '    assert (cart.total() == 7, "wrong total")\n',
  ]),
  changed('assertTrue(True)', ['assertion-vacuous', 'assertion-removed'], UNITTEST, [
    'self.assertEqual(self.cart.total(), 7)',
    'self.assertTrue(True)',
  ]),
  changed('a double asked without assert', ['assertion-vacuous'], PYTEST, [
    CHARGED,
    '    assert gateway.charge.called_once_with(6)\n',
  ]),
  changed('swallowed', ['assertion-swallowed'], PYTEST, [
    TWO_TOTAL,
    '    try:\n        assert cart.total() == 7\n    except AssertionError:\n        pass\n',
  ]),
  changed('suppressed', ['assertion-swallowed'], PYTEST, [
    TWO_TOTAL,
    '    with contextlib.suppress(Exception):\n        assert cart.total() == 7\n',
  ]),
  changed('behind a return', ['assertion-unreachable'], PYTEST, [
    TWO_TOTAL,
    `    return\n${TWO_TOTAL}`,
  ]),
  changed('only on some machines', ['assertion-unreachable'], PYTEST, [
    TWO_TOTAL,
    '    if not os.environ.get("CI"):\n        assert cart.total() == 7\n',
  ]),
  changed('behind what is thrown', ['assertion-unreachable'], PYTEST, [
    '    assert cart.lines == []',
    '        assert cart.lines == []',
  ]),
  changed('no waiting', ['assertion-not-awaited'], ASYNC, [
    '    await assert_price(',
    '    assert_price(',
  ]),
  changed('another value is expected', ['expected-value-edited'], PYTEST, [
    TWO_TOTAL,
    '    assert cart.total() == 6\n',
  ]),
  changed('another row is expected', ['expected-value-edited', 'cases-removed'], PYTEST, [
    '"a-b-c"',
    '"a-b"',
  ]),
  changed('subject patched', ['subject-mocked'], PYTEST, [
    TWO_TOTAL,
    '    cart.total = MagicMock(return_value=7)\n    assert cart.total() == 7\n',
  ]),
  changed('subject patched by setattr', ['subject-mocked'], PYTEST, [
    'def test_total_of_two_lines():\n',
    'def test_total_of_two_lines(monkeypatch):\n    monkeypatch.setattr(Cart, "total", lambda self: 7)\n',
  ]),
  changed('fewer rows', ['cases-removed'], PYTEST, ['        ("A B C", "a-b-c"),\n', '']),
  {
    name: 'a folder is not collected',
    expected: ['tests-excluded', 'run-neutered', 'test-skipped'],
    files: {
      'tests/conftest.py': [
        'import pytest\n',
        'import pytest\n\ncollect_ignore = ["test_cart.py"]\n',
      ],
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  changed('a test renamed', [], PYTEST, ['test_total_of_two_lines', 'test_total_adds_lines']),
  changed('quotes and line breaks', [], PYTEST, [
    '["tea", "milk"]',
    "[\n        'tea',\n        'milk',\n    ]",
  ]),
  changed('a message added', [], PYTEST, [
    TWO_TOTAL,
    '    assert cart.total() == 7, "sum of all lines"\n',
  ]),
  changed('sides exchanged', [], PYTEST, [TWO_TOTAL, '    assert 7 == cart.total()\n']),
  changed('a local for the result', [], PYTEST, [
    TWO_TOTAL,
    '    total = cart.total()\n    assert total == 7\n',
  ]),
  changed('a local for what is expected', [], PYTEST, [
    TWO_TOTAL,
    '    expected = 7\n    assert cart.total() == expected\n',
  ]),
  changed('a doc string added', [], PYTEST, [
    'def test_discount():\n',
    'def test_discount():\n    """Fifteen percent."""\n',
  ]),
  changed('a test added', [], PYTEST, [
    'def test_discount',
    'def test_no_discount():\n    assert discount(10, 0) == 10\n\n\ndef test_discount',
  ]),
  changed('a row added', [], PYTEST, [
    '        ("A B C", "a-b-c"),\n',
    '        ("A B C", "a-b-c"),\n        ("x", "x"),\n',
  ]),
  changed('tolerance narrowed', [], PYTEST, ['abs=1e-6', 'abs=1e-9']),
  changed(
    'skip taken away',
    [],
    PYTEST.replace('def test_discount', '@pytest.mark.skip\ndef test_discount'),
    ['@pytest.mark.skip\n', ''],
  ),
  changed('more is asserted', [], PYTEST, [
    '    gateway.charge.assert_called',
    '    assert cart.total() == 6\n    gateway.charge.assert_called',
  ]),
  changed('truth to equality', [], PYTEST.replace('cart.total() == 7', 'cart.total()'), [
    'assert cart.total()\n',
    'assert cart.total() == 7\n',
  ]),
  changed('another mark', [], PYTEST, [
    'def test_discount',
    '@pytest.mark.slow\ndef test_discount',
  ]),
  changed('tests in another order', [], PYTEST, [DISCOUNT, ''], [TWO_LINES, DISCOUNT + TWO_LINES]),
  changed(
    'a helper extracted',
    [],
    PYTEST,
    [TWO_TOTAL, '    assert_total(cart, 7)\n'],
    [
      'def test_total_of',
      'def assert_total(cart, total):\n    assert cart.total() == total\n\n\ndef test_total_of',
    ],
  ),
  changed('a fixture extracted', [], PYTEST, [
    'def test_total_of_two_lines():\n    cart = Cart()\n',
    '@pytest.fixture\ndef cart():\n    return Cart()\n\n\ndef test_total_of_two_lines(cart):\n',
  ]),
  changed('a class around', [], PYTEST, [
    DISCOUNT,
    `class TestDiscount:\n    def test_discount(self):\n        assert discount(100, 15) == pytest.approx(85.0, abs=1e-6)\n\n\n`,
  ]),
  changed('parametrised', [], UNITTEST, [
    '        self.assertEqual(slug("Green Tea"), "green-tea")\n        self.assertEqual(slug(" milk "), "milk")\n',
    '        for name, expected in [("Green Tea", "green-tea"), (" milk ", "milk")]:\n            with self.subTest(name=name):\n                self.assertEqual(slug(name), expected)\n',
  ]),
  changed('raises as a with', [], UNITTEST, [
    '        self.assertRaises(EmptyCart, Cart().pay, mock.Mock())',
    '        with self.assertRaises(EmptyCart):\n            Cart().pay(mock.Mock())',
  ]),
  changed('two tests merged', [], UNITTEST, [
    '    def test_discount(self):\n        self.assertAlmostEqual(discount(100, 15), 85.0, places=5)\n\n    def test_slug(self):\n',
    '    def test_prices_and_names(self):\n        self.assertAlmostEqual(discount(100, 15), 85.0, places=5)\n',
  ]),
  {
    name: 'moved to another file',
    expected: [],
    files: {
      'tests/test_cart.py': [PYTEST, `${edited(PYTEST, [SLUG, '']).trimEnd()}\n`],
      'tests/test_slug.py': [null, `import pytest\n\nfrom shop.cart import slug\n\n\n${SLUG}`],
    },
  },
  {
    name: 'file moved',
    expected: [],
    files: { 'tests/unit/test_cart.py': [PYTEST, PYTEST] },
    moves: { 'tests/unit/test_cart.py': 'tests/test_cart.py' },
  },
  {
    name: 'unittest to pytest',
    expected: [],
    files: {
      'tests/test_cart.py': [
        UNITTEST,
        `import pytest
from unittest import mock

from shop.cart import Cart, EmptyCart, discount, slug


class TestCart:
    @pytest.fixture(autouse=True)
    def fill(self):
        self.cart = Cart()
        self.cart.add("tea", 3, 2)

    def test_total(self):
        self.cart.add("milk", 1)
        assert self.cart.total() == 7
        assert self.cart.names() == ["tea", "milk"]

    def test_rejects_zero(self):
        with pytest.raises(ValueError):
            self.cart.add("tea", 3, 0)

    def test_discount(self):
        assert discount(100, 15) == pytest.approx(85.0, abs=1e-5)

    def test_slug(self):
        assert slug("Green Tea") == "green-tea"
        assert slug(" milk ") == "milk"


class TestPay:
    def test_charges(self):
        gateway = mock.Mock()
        cart = Cart()
        cart.add("tea", 3)
        cart.pay(gateway)
        gateway.charge.assert_called_once_with(3)

    def test_empty(self):
        with pytest.raises(EmptyCart):
            Cart().pay(mock.Mock())
`,
      ],
    },
  },
  {
    name: 'deleted together with the feature',
    expected: [],
    files: {
      'shop/cart.py': [
        SOURCE,
        edited(SOURCE, [
          '\n\ndef discount(total, percent):\n    return round(total * (100 - percent) / 100, 2)\n',
          '',
        ]),
      ],
      'tests/test_cart.py': [
        PYTEST,
        edited(PYTEST, [DISCOUNT, ''], ['EmptyCart, discount, slug', 'EmptyCart, slug']),
      ],
    },
  },
  {
    name: 'another value with another contract',
    expected: [],
    files: {
      'shop/cart.py': [SOURCE, edited(SOURCE, ['.replace(" ", "-")', '.replace(" ", "_")'])],
      'tests/test_cart.py': [
        PYTEST,
        edited(PYTEST, ['"green-tea"', '"green_tea"'], ['"a-b-c"', '"a_b_c"']),
      ],
    },
  },
  {
    name: 'a function renamed',
    expected: [],
    files: {
      'shop/cart.py': [SOURCE, edited(SOURCE, ['def slug(', 'def slugify('])],
      'tests/test_cart.py': [
        PYTEST,
        PYTEST.replaceAll('slug(', 'slugify(')
          .replace('discount, slug', 'discount, slugify')
          .replace('test_slugify', 'test_slug'),
      ],
    },
  },
  {
    name: 'only the source',
    expected: [],
    files: { 'shop/cart.py': [SOURCE, edited(SOURCE, ['return round(', 'return +round('])] },
  },
];

export const PYTHON_EXAMPLES: readonly TamperingExample[] = [...WEAKENED, ...HONEST];
