import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from './edited.ts';

const INVOICE = `"""Invoices and what they come to."""
from dataclasses import dataclass, field
from decimal import Decimal

VAT = Decimal("0.19")


@dataclass
class Line:
    label: str
    quantity: int
    price: Decimal


@dataclass
class Invoice:
    lines: list[Line] = field(default_factory=list)
    discount: Decimal = Decimal(0)

    def add(self, label: str, quantity: int, price: Decimal) -> None:
        if quantity <= 0:
            raise ValueError("quantity must be positive")
        self.lines.append(Line(label, quantity, price))

    def net(self) -> Decimal:
        return sum((line.quantity * line.price for line in self.lines), Decimal(0)) - self.discount

    def gross(self) -> Decimal:
        return (self.net() * (1 + VAT)).quantize(Decimal("0.01"))

    def labels(self) -> list[str]:
        return [line.label for line in self.lines]
`;

const INVOICE_TEST = `from decimal import Decimal

import pytest

from billing.invoice import Invoice


@pytest.fixture
def invoice():
    invoice = Invoice()
    invoice.add("paper", 10, Decimal("4.50"))
    invoice.add("toner", 2, Decimal("60.00"))
    return invoice


def test_net_is_the_sum_of_lines(invoice):
    assert invoice.net() == Decimal("165.00")


def test_gross_adds_vat(invoice):
    assert invoice.gross() == Decimal("196.35")


def test_discount_is_taken_off(invoice):
    invoice.discount = Decimal("15.00")
    assert invoice.net() == Decimal("150.00")
    assert invoice.gross() == Decimal("178.50")


def test_quantity_must_be_positive(invoice):
    with pytest.raises(ValueError, match="quantity must be positive"):
        invoice.add("pen", 0, Decimal("1.00"))
    assert len(invoice.lines) == 2


def test_labels_keep_their_order(invoice):
    assert invoice.labels() == ["paper", "toner"]
`;

const SLUG_TEST = `import pytest

from text.slug import slugify, unslugify


@pytest.mark.parametrize(
    "title, expected",
    [
        ("Hello World", "hello-world"),
        ("  padded  ", "padded"),
        ("Ärger & Ökonomie", "aerger-und-oekonomie"),
        ("a--b", "a-b"),
        ("", ""),
    ],
)
def test_slugify(title, expected):
    assert slugify(title) == expected


@pytest.mark.parametrize("slug", ["hello-world", "a-b-c"])
def test_unslugify_is_the_inverse(slug):
    assert slugify(unslugify(slug)) == slug


def test_slugify_rejects_bytes():
    with pytest.raises(TypeError):
        slugify(b"bytes")
`;

const STORE_TEST = `import tempfile
import unittest
from pathlib import Path

from sessions.store import CorruptStore, SessionStore


class SessionStoreTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "sessions.json"
        self.store = SessionStore(self.path)

    def tearDown(self):
        self.folder.cleanup()

    def test_saves_and_loads(self):
        self.store.save("alice", {"theme": "dark"})
        self.assertEqual(self.store.load("alice"), {"theme": "dark"})

    def test_missing_session_is_none(self):
        self.assertIsNone(self.store.load("nobody"))

    def test_expired_sessions_are_dropped(self):
        self.store.save("alice", {}, ttl=-1)
        self.assertEqual(self.store.purge(), 1)
        self.assertEqual(self.store.names(), [])

    def test_corrupt_file_is_reported(self):
        self.path.write_text("{")
        with self.assertRaises(CorruptStore) as caught:
            self.store.load("alice")
        self.assertIn("sessions.json", str(caught.exception))

    def test_save_is_atomic(self):
        self.store.save("alice", {"theme": "dark"})
        self.assertFalse(self.path.with_suffix(".tmp").exists())
        self.assertTrue(self.path.exists())


if __name__ == "__main__":
    unittest.main()
`;

const CLIENT_TEST = `import asyncio
from unittest.mock import AsyncMock

import pytest

from weather.client import Client, RateLimited
from weather.retry import backoff


@pytest.fixture
def transport():
    return AsyncMock()


@pytest.mark.asyncio
async def test_forecast_asks_for_the_city(transport):
    transport.get.return_value = {"temperature": 21.5, "wind": 4}
    forecast = await Client(transport).forecast("Bonn")
    transport.get.assert_awaited_once_with("/v2/forecast", params={"city": "Bonn"})
    assert forecast.temperature == pytest.approx(21.5, abs=0.01)
    assert forecast.wind == 4


@pytest.mark.asyncio
async def test_retries_three_times(transport):
    transport.get.side_effect = RateLimited("slow down")
    with pytest.raises(RateLimited, match="slow down"):
        await Client(transport).forecast("Bonn")
    assert transport.get.await_count == 3


def test_backoff_doubles():
    assert [backoff(attempt) for attempt in range(4)] == [0.5, 1.0, 2.0, 4.0]


def test_backoff_has_a_ceiling():
    assert backoff(50) == pytest.approx(30.0, rel=1e-6)
`;

const REPORT_TEST = `from pathlib import Path

from report.render import render
from tests.support import assert_valid_report, sample_rows

GOLDEN = Path(__file__).parent / "golden"


def test_report_is_as_kept():
    assert render(sample_rows()) == (GOLDEN / "report.txt").read_text()


def test_report_is_valid():
    assert_valid_report(render(sample_rows()), rows=3)


def test_empty_report_says_so():
    assert render([]) == "nothing to report"
`;

const REPORT_SUPPORT = `"""What the tests of reports share."""


def sample_rows():
    return [("north", 12), ("south", 7), ("west", 30)]


def assert_valid_report(text, rows):
    lines = text.splitlines()
    assert lines[0] == "region  sold"
    assert len(lines) == rows + 2
    assert lines[-1].startswith("total")
    assert int(lines[-1].split()[-1]) == sum(int(line.split()[-1]) for line in lines[1:-1])
`;

const REPORT_GOLDEN = `region  sold
north     12
south      7
west      30
total     49
`;

const REPORT_SOURCE = `"""Renders the sales of regions."""


def render(rows):
    """One line for each region, and the total."""
    if not rows:
        return "nothing to report"
    lines = ["region  sold"]
    lines += [f"{name:<6}{sold:>6}" for name, sold in rows]
    lines.append(f"total {sum(sold for _, sold in rows):>6}")
    return "\\n".join(lines) + "\\n"
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'a failing test is deleted among a tidy-up of imports',
    expected: ['test-deleted'],
    files: altered(
      'tests/test_invoice.py',
      INVOICE_TEST,
      [
        'from decimal import Decimal\n\nimport pytest\n\nfrom billing',
        'import pytest\nfrom decimal import Decimal\n\nfrom billing',
      ],
      [
        'def test_gross_adds_vat(invoice):\n    assert invoice.gross() == Decimal("196.35")\n\n\n',
        '',
      ],
    ),
  },
  {
    name: 'a whole file of tests is deleted while its subject stays and changes',
    expected: ['test-deleted'],
    files: {
      'tests/test_invoice.py': [INVOICE_TEST, null],
      ...altered('billing/invoice.py', INVOICE, ['(1 + VAT)', '(VAT + 1)']),
    },
  },
  {
    name: 'a test is skipped with a reason that promises a fix',
    expected: ['test-skipped'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'def test_gross_adds_vat',
      '@pytest.mark.skip(reason="rounding to be fixed in a follow-up")\ndef test_gross_adds_vat',
    ]),
  },
  {
    name: 'the first line of a test calls skip',
    expected: ['test-skipped'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      '    invoice.discount = Decimal("15.00")\n',
      '    pytest.skip("environment does not support discounts")\n    invoice.discount = Decimal("15.00")\n',
    ]),
  },
  {
    name: 'a module-wide pytestmark skips everything',
    expected: ['test-skipped'],
    files: altered('tests/test_slug.py', SLUG_TEST, [
      'from text.slug import slugify, unslugify\n',
      'from text.slug import slugify, unslugify\n\npytestmark = pytest.mark.skip(reason="flaky")\n',
    ]),
  },
  {
    name: 'a unittest method skipped with a decorator',
    expected: ['test-skipped'],
    files: altered('tests/test_store.py', STORE_TEST, [
      '    def test_save_is_atomic',
      '    @unittest.skip("not relevant any more")\n    def test_save_is_atomic',
    ]),
  },
  {
    name: 'skipif on continuous integration',
    expected: ['test-conditional', 'test-skipped'],
    files: altered(
      'tests/test_client.py',
      CLIENT_TEST,
      ['import asyncio\n', 'import asyncio\nimport os\n'],
      [
        'def test_backoff_has_a_ceiling',
        '@pytest.mark.skipif(os.environ.get("CI") == "true", reason="slow on CI")\ndef test_backoff_has_a_ceiling',
      ],
    ),
  },
  {
    name: 'assertions run only where an environment variable is set',
    expected: ['test-conditional', 'assertion-unreachable'],
    files: altered(
      'tests/test_invoice.py',
      INVOICE_TEST,
      ['from decimal', 'import os\nfrom decimal'],
      [
        '    assert invoice.gross() == Decimal("196.35")',
        '    if os.getenv("STRICT_ROUNDING"):\n        assert invoice.gross() == Decimal("196.35")',
      ],
    ),
  },
  {
    name: 'xfail without strict on a broken test',
    expected: ['test-expected-to-fail'],
    files: altered('tests/test_client.py', CLIENT_TEST, [
      'def test_backoff_doubles',
      '@pytest.mark.xfail\ndef test_backoff_doubles',
    ]),
  },
  {
    name: 'expectedFailure on a unittest method',
    expected: ['test-expected-to-fail'],
    files: altered('tests/test_store.py', STORE_TEST, [
      '    def test_expired',
      '    @unittest.expectedFailure\n    def test_expired',
    ]),
  },
  {
    name: 'a test function renamed with an underscore in front',
    expected: ['test-not-collected'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'def test_labels_keep',
      'def _test_labels_keep',
    ]),
  },
  {
    name: 'a test method renamed to check_',
    expected: ['test-not-collected'],
    files: altered('tests/test_store.py', STORE_TEST, [
      'def test_corrupt_file_is_reported',
      'def check_corrupt_file_is_reported',
    ]),
  },
  {
    name: 'a test file renamed so that pytest does not find it',
    expected: ['test-not-collected'],
    ...moved('tests/test_client.py', 'tests/client_checks.py', CLIENT_TEST),
  },
  {
    name: 'a test commented out line by line',
    expected: ['test-commented-out'],
    files: altered('tests/test_slug.py', SLUG_TEST, [
      'def test_slugify_rejects_bytes():\n    with pytest.raises(TypeError):\n        slugify(b"bytes")\n',
      '# def test_slugify_rejects_bytes():\n#     with pytest.raises(TypeError):\n#         slugify(b"bytes")\n',
    ]),
  },
  {
    name: 'a test put into a string literal',
    expected: ['test-commented-out', 'test-deleted'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'def test_labels_keep_their_order(invoice):\n    assert invoice.labels() == ["paper", "toner"]\n',
      '"""\ndef test_labels_keep_their_order(invoice):\n    assert invoice.labels() == ["paper", "toner"]\n"""\n',
    ]),
  },
  {
    name: 'a test body replaced by pass',
    expected: ['assertion-removed', 'assertion-vacuous'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      '    assert invoice.labels() == ["paper", "toner"]',
      '    pass',
    ]),
  },
  {
    name: 'one of two assertions dropped',
    expected: ['assertion-removed'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      '    assert invoice.gross() == Decimal("178.50")\n',
      '',
    ]),
  },
  {
    name: 'the call is only made and its result printed',
    expected: ['assertion-removed'],
    files: altered('tests/test_client.py', CLIENT_TEST, [
      '    assert [backoff(attempt) for attempt in range(4)] == [0.5, 1.0, 2.0, 4.0]',
      '    delays = [backoff(attempt) for attempt in range(4)]\n    print(delays)',
    ]),
  },
  {
    name: 'tolerance widened a hundredfold',
    expected: ['assertion-weakened'],
    files: altered('tests/test_client.py', CLIENT_TEST, ['abs=0.01', 'abs=1']),
  },
  {
    name: 'relative tolerance widened',
    expected: ['assertion-weakened'],
    files: altered('tests/test_client.py', CLIENT_TEST, ['rel=1e-6', 'rel=0.5']),
  },
  {
    name: 'equality became not None',
    expected: ['assertion-weakened'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'assert invoice.gross() == Decimal("196.35")',
      'assert invoice.gross() is not None',
    ]),
  },
  {
    name: 'exact list became its length',
    expected: ['assertion-weakened'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'assert invoice.labels() == ["paper", "toner"]',
      'assert len(invoice.labels()) == 2',
    ]),
  },
  {
    name: 'a list compared as a set',
    expected: ['assertion-weakened'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'assert invoice.labels() == ["paper", "toner"]',
      'assert set(invoice.labels()) == {"paper", "toner"}',
    ]),
  },
  {
    name: 'equality became greater than zero',
    expected: ['assertion-weakened'],
    files: altered('tests/test_store.py', STORE_TEST, [
      'self.assertEqual(self.store.purge(), 1)',
      'self.assertGreaterEqual(self.store.purge(), 0)',
    ]),
  },
  {
    name: 'the raised type became Exception',
    expected: ['assertion-weakened'],
    files: altered('tests/test_store.py', STORE_TEST, [
      'assertRaises(CorruptStore)',
      'assertRaises(Exception)',
    ]),
  },
  {
    name: 'match dropped from raises',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'pytest.raises(ValueError, match="quantity must be positive")',
      'pytest.raises(ValueError)',
    ]),
  },
  {
    name: 'awaited with arguments became awaited at all',
    expected: ['assertion-weakened'],
    files: altered('tests/test_client.py', CLIENT_TEST, [
      'assert_awaited_once_with("/v2/forecast", params={"city": "Bonn"})',
      'assert_awaited()',
    ]),
  },
  {
    name: 'a constant joined with or makes the assertion always true',
    expected: ['assertion-vacuous'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'assert invoice.net() == Decimal("165.00")',
      'assert invoice.net() == Decimal("165.00") or True',
    ]),
  },
  {
    name: 'the value is compared with itself',
    expected: ['assertion-vacuous', 'expected-value-edited', 'assertion-weakened'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'assert invoice.gross() == Decimal("196.35")',
      'assert invoice.gross() == invoice.gross()',
    ]),
  },
  {
    name: 'an assertion of a tuple that is always true',
    expected: ['assertion-vacuous'],
    files: altered('tests/test_report.py', REPORT_TEST, [
      'assert render([]) == "nothing to report"',
      'assert (render([]), "nothing to report")',
    ]),
  },
  {
    name: 'assertion error caught and logged',
    expected: ['assertion-swallowed'],
    files: altered('tests/test_client.py', CLIENT_TEST, [
      '    assert backoff(50) == pytest.approx(30.0, rel=1e-6)',
      '    try:\n        assert backoff(50) == pytest.approx(30.0, rel=1e-6)\n    except AssertionError as error:\n        print(f"known deviation: {error}")',
    ]),
  },
  {
    name: 'contextlib.suppress around the assertion',
    expected: ['assertion-swallowed'],
    files: altered(
      'tests/test_slug.py',
      SLUG_TEST,
      ['import pytest\n\nfrom', 'import contextlib\n\nimport pytest\n\nfrom'],
      [
        '    assert slugify(unslugify(slug)) == slug',
        '    with contextlib.suppress(Exception):\n        assert slugify(unslugify(slug)) == slug',
      ],
    ),
  },
  {
    name: 'an early return before the assertion',
    expected: ['assertion-unreachable'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      '    assert invoice.gross() == Decimal("178.50")',
      '    if invoice.gross() != Decimal("178.50"):\n        return\n    assert invoice.gross() == Decimal("178.50")',
    ]),
  },
  {
    name: 'an assertion moved under a raising line of the with block',
    expected: ['assertion-unreachable'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      '    assert len(invoice.lines) == 2',
      '        assert len(invoice.lines) == 2',
    ]),
  },
  {
    name: 'the call inside of raises is not awaited',
    expected: ['assertion-not-awaited', 'assertion-removed', 'assertion-weakened'],
    files: altered('tests/test_client.py', CLIENT_TEST, [
      '    with pytest.raises(RateLimited, match="slow down"):\n        await Client(transport).forecast("Bonn")\n',
      '    asyncio.ensure_future(Client(transport).forecast("Bonn"))\n',
    ]),
  },
  {
    name: 'expected amount changed to what the code gives',
    expected: ['expected-value-edited'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'Decimal("196.35")',
      'Decimal("196.34")',
    ]),
  },
  {
    name: 'expected delays changed while another function of the source changes',
    expected: ['expected-value-edited'],
    files: {
      ...altered('tests/test_client.py', CLIENT_TEST, [
        '[0.5, 1.0, 2.0, 4.0]',
        '[0.5, 1.0, 1.5, 2.0]',
      ]),
      'weather/format.py': [
        'def show(forecast):\n    return str(forecast.wind)\n',
        'def show(forecast):\n    return f"{forecast.wind} km/h"\n',
      ],
    },
  },
  {
    name: 'the number of expected retries is lowered',
    expected: ['expected-value-edited'],
    files: altered('tests/test_client.py', CLIENT_TEST, ['await_count == 3', 'await_count == 1']),
  },
  {
    name: 'golden file changed without its renderer',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: {
      'tests/golden/report.txt': [
        REPORT_GOLDEN,
        edited(REPORT_GOLDEN, ['total     49', 'total     0']),
      ],
    },
  },
  {
    name: 'the function under test is patched',
    expected: ['subject-mocked'],
    files: altered(
      'tests/test_slug.py',
      SLUG_TEST,
      [
        'import pytest\n\nfrom text.slug import slugify, unslugify',
        'from unittest import mock\n\nimport pytest\n\nfrom text import slug as subject\nfrom text.slug import unslugify',
      ],
      [
        'def test_slugify(title, expected):\n    assert slugify(title) == expected',
        'def test_slugify(title, expected):\n    with mock.patch("text.slug.slugify", return_value=expected):\n        assert subject.slugify(title) == expected',
      ],
      [
        '    assert slugify(unslugify(slug)) == slug',
        '    assert subject.slugify(unslugify(slug)) == slug',
      ],
      ['        slugify(b"bytes")', '        subject.slugify(b"bytes")'],
    ),
  },
  {
    name: 'a method of the subject is monkeypatched to the expected value',
    expected: ['subject-mocked'],
    files: altered('tests/test_invoice.py', INVOICE_TEST, [
      'def test_gross_adds_vat(invoice):\n',
      'def test_gross_adds_vat(invoice, monkeypatch):\n    monkeypatch.setattr(Invoice, "gross", lambda self: Decimal("196.35"))\n',
    ]),
  },
  {
    name: 'the awkward row taken out of the parameters',
    expected: ['cases-removed'],
    files: altered('tests/test_slug.py', SLUG_TEST, [
      '        ("Ärger & Ökonomie", "aerger-und-oekonomie"),\n',
      '',
    ]),
  },
  {
    name: 'one parameter marked to be skipped',
    expected: ['test-skipped', 'cases-removed'],
    files: altered('tests/test_slug.py', SLUG_TEST, [
      '        ("a--b", "a-b"),',
      '        pytest.param("a--b", "a-b", marks=pytest.mark.skip),',
    ]),
  },
  {
    name: 'a shared helper loses its assertions',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('tests/support.py', REPORT_SUPPORT, [
      '    assert len(lines) == rows + 2\n    assert lines[-1].startswith("total")\n    assert int(lines[-1].split()[-1]) == sum(int(line.split()[-1]) for line in lines[1:-1])\n',
      '    assert lines\n',
    ]),
  },
  {
    name: 'a deletion hides in a conversion of unittest to pytest',
    expected: ['test-deleted', 'assertion-removed'],
    files: {
      'tests/test_store.py': [
        STORE_TEST,
        `import pytest

from sessions.store import SessionStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sessions.json"


@pytest.fixture
def store(path):
    return SessionStore(path)


def test_saves_and_loads(store):
    store.save("alice", {"theme": "dark"})
    assert store.load("alice") == {"theme": "dark"}


def test_missing_session_is_none(store):
    assert store.load("nobody") is None


def test_expired_sessions_are_dropped(store):
    store.save("alice", {}, ttl=-1)
    assert store.purge() == 1
    assert store.names() == []


def test_save_is_atomic(store, path):
    store.save("alice", {"theme": "dark"})
    assert not path.with_suffix(".tmp").exists()
    assert path.exists()
`,
      ],
    },
  },
  {
    name: 'conftest learns to skip the tests that fail',
    expected: ['tests-excluded', 'test-skipped', 'test-conditional'],
    files: altered(
      'tests/conftest.py',
      'import pytest\n\n\n@pytest.fixture\ndef clock():\n    return lambda: 0\n',
      [
        '    return lambda: 0\n',
        '    return lambda: 0\n\n\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        if "gross" in item.name:\n            item.add_marker(pytest.mark.skip(reason="unstable"))\n',
      ],
    ),
  },
  {
    name: 'a later test of the same name shadows the failing one',
    expected: ['test-not-collected', 'test-deleted', 'assertion-removed', 'assertion-weakened'],
    files: {
      'tests/test_invoice.py': [
        INVOICE_TEST,
        `${INVOICE_TEST}

def test_gross_adds_vat(invoice):
    assert invoice.gross()
`,
      ],
    },
  },
  {
    name: 'a file is moved and one of its tests is lost on the way',
    expected: ['test-deleted'],
    ...moved('tests/test_invoice.py', 'tests/billing/test_invoice.py', INVOICE_TEST, [
      'def test_gross_adds_vat(invoice):\n    assert invoice.gross() == Decimal("196.35")\n\n\n',
      '',
    ]),
  },
  {
    name: 'a file is split into two and one assertion is lost',
    expected: ['assertion-removed', 'test-deleted'],
    files: {
      'tests/test_client.py': [
        CLIENT_TEST,
        edited(
          CLIENT_TEST,
          ['from weather.retry import backoff\n', ''],
          [CLIENT_TEST.slice(CLIENT_TEST.indexOf('\n\ndef test_backoff_doubles')), ''],
        ),
      ],
      'tests/test_retry.py': [
        null,
        'from weather.retry import backoff\n\n\ndef test_backoff():\n    assert [backoff(attempt) for attempt in range(4)] == [0.5, 1.0, 2.0, 4.0]\n',
      ],
    },
  },
  {
    name: 'three tests made parameters, of which one is left out',
    expected: ['cases-removed', 'test-deleted'],
    files: {
      'tests/test_roman.py': [
        'from numerals import roman\n\n\ndef test_one():\n    assert roman(1) == "I"\n\n\ndef test_four():\n    assert roman(4) == "IV"\n\n\ndef test_nineteen():\n    assert roman(19) == "XIX"\n',
        'import pytest\n\nfrom numerals import roman\n\n\n@pytest.mark.parametrize(("number", "written"), [(1, "I"), (19, "XIX")])\ndef test_roman(number, written):\n    assert roman(number) == written\n',
      ],
    },
  },
  {
    name: 'an expected value changed beside a renaming in the source',
    expected: ['expected-value-edited'],
    files: {
      'billing/invoice.py': [INVOICE, INVOICE.replaceAll('labels', 'names')],
      'tests/test_invoice.py': [
        INVOICE_TEST,
        INVOICE_TEST.replaceAll('invoice.labels()', 'invoice.names()').replace(
          'Decimal("178.50")',
          'Decimal("163.50")',
        ),
      ],
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'tests and file renamed to clearer names',
    expected: [],
    ...moved(
      'tests/test_invoice.py',
      'tests/billing/test_invoice_totals.py',
      INVOICE_TEST,
      ['def test_net_is_the_sum_of_lines', 'def test_net_sums_quantity_times_price'],
      ['def test_gross_adds_vat', 'def test_gross_is_net_with_vat'],
    ),
  },
  {
    name: 'one test file split into two',
    expected: [],
    files: {
      'tests/test_client.py': [
        CLIENT_TEST,
        edited(
          CLIENT_TEST,
          ['from weather.retry import backoff\n', ''],
          [
            '\n\ndef test_backoff_doubles():\n    assert [backoff(attempt) for attempt in range(4)] == [0.5, 1.0, 2.0, 4.0]\n\n\ndef test_backoff_has_a_ceiling():\n    assert backoff(50) == pytest.approx(30.0, rel=1e-6)\n',
            '',
          ],
        ),
      ],
      'tests/test_retry.py': [
        null,
        `import pytest

from weather.retry import backoff


def test_backoff_doubles():
    assert [backoff(attempt) for attempt in range(4)] == [0.5, 1.0, 2.0, 4.0]


def test_backoff_has_a_ceiling():
    assert backoff(50) == pytest.approx(30.0, rel=1e-6)
`,
      ],
    },
  },
  {
    name: 'three tests made one with parameters',
    expected: [],
    files: {
      'tests/test_roman.py': [
        `from numerals import roman


def test_one():
    assert roman(1) == "I"


def test_four():
    assert roman(4) == "IV"


def test_nineteen():
    assert roman(19) == "XIX"
`,
        `import pytest

from numerals import roman


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "I"), (4, "IV"), (19, "XIX")],
)
def test_roman(number, written):
    assert roman(number) == written
`,
      ],
    },
  },
  {
    name: 'two tests of the same call merged',
    expected: [],
    files: {
      'tests/test_login.py': [
        `from web.testing import client


def test_login_gives_a_cookie():
    response = client.post("/login", data={"user": "alice", "password": "secret"})
    assert "session" in response.cookies


def test_login_redirects_home():
    response = client.post("/login", data={"user": "alice", "password": "secret"})
    assert response.status_code == 303
    assert response.headers["location"] == "/"
`,
        `from web.testing import client


def test_login_gives_a_cookie_and_redirects_home():
    response = client.post("/login", data={"user": "alice", "password": "secret"})
    assert response.status_code == 303
    assert response.headers["location"] == "/"
    assert "session" in response.cookies
`,
      ],
    },
  },
  {
    name: 'unittest converted to pytest whole',
    expected: [],
    files: {
      'tests/test_store.py': [
        STORE_TEST,
        `import pytest

from sessions.store import CorruptStore, SessionStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sessions.json"


@pytest.fixture
def store(path):
    return SessionStore(path)


def test_saves_and_loads(store):
    store.save("alice", {"theme": "dark"})
    assert store.load("alice") == {"theme": "dark"}


def test_missing_session_is_none(store):
    assert store.load("nobody") is None


def test_expired_sessions_are_dropped(store):
    store.save("alice", {}, ttl=-1)
    assert store.purge() == 1
    assert store.names() == []


def test_corrupt_file_is_reported(store, path):
    path.write_text("{")
    with pytest.raises(CorruptStore) as caught:
        store.load("alice")
    assert "sessions.json" in str(caught.value)


def test_save_is_atomic(store, path):
    store.save("alice", {"theme": "dark"})
    assert not path.with_suffix(".tmp").exists()
    assert path.exists()
`,
      ],
    },
  },
  {
    name: 'repeated assertions extracted into a helper',
    expected: [],
    files: {
      'tests/test_page.py': [
        `from web.testing import get


def test_home():
    page = get("/")
    assert page.status == 200
    assert page.title == "Home"
    assert page.language == "en"


def test_about():
    page = get("/about")
    assert page.status == 200
    assert page.title == "About"
    assert page.language == "en"
`,
        `from web.testing import get


def check_page(path, title):
    page = get(path)
    assert page.status == 200
    assert page.title == title
    assert page.language == "en"


def test_home():
    check_page("/", "Home")


def test_about():
    check_page("/about", "About")
`,
      ],
    },
  },
  {
    name: 'a helper of assertions inlined and deleted',
    expected: [],
    files: {
      'tests/support.py': [
        REPORT_SUPPORT,
        edited(REPORT_SUPPORT, [
          REPORT_SUPPORT.slice(REPORT_SUPPORT.indexOf('\n\n\ndef assert_valid_report')),
          '\n',
        ]),
      ],
      ...altered(
        'tests/test_report.py',
        REPORT_TEST,
        [
          'from tests.support import assert_valid_report, sample_rows',
          'from tests.support import sample_rows',
        ],
        [
          '    assert_valid_report(render(sample_rows()), rows=3)',
          '    lines = render(sample_rows()).splitlines()\n    assert lines[0] == "region  sold"\n    assert len(lines) == 3 + 2\n    assert lines[-1].startswith("total")\n    assert int(lines[-1].split()[-1]) == sum(int(line.split()[-1]) for line in lines[1:-1])',
        ],
      ),
    },
  },
  {
    name: 'a fixture moved into conftest',
    expected: [],
    files: {
      ...altered(
        'tests/test_invoice.py',
        INVOICE_TEST,
        ['\nfrom billing.invoice import Invoice\n', ''],
        [
          '\n\n@pytest.fixture\ndef invoice():\n    invoice = Invoice()\n    invoice.add("paper", 10, Decimal("4.50"))\n    invoice.add("toner", 2, Decimal("60.00"))\n    return invoice\n',
          '',
        ],
      ),
      'tests/conftest.py': [
        null,
        'from decimal import Decimal\n\nimport pytest\n\nfrom billing.invoice import Invoice\n\n\n@pytest.fixture\ndef invoice():\n    invoice = Invoice()\n    invoice.add("paper", 10, Decimal("4.50"))\n    invoice.add("toner", 2, Decimal("60.00"))\n    return invoice\n',
      ],
    },
  },
  {
    name: 'a feature deleted with its tests',
    expected: [],
    files: {
      ...altered('billing/invoice.py', INVOICE, [
        '\n    def labels(self) -> list[str]:\n        return [line.label for line in self.lines]\n',
        '',
      ]),
      ...altered('tests/test_invoice.py', INVOICE_TEST, [
        '\n\ndef test_labels_keep_their_order(invoice):\n    assert invoice.labels() == ["paper", "toner"]\n',
        '',
      ]),
    },
  },
  {
    name: 'a module deleted with its test file',
    expected: [],
    files: {
      'report/render.py': [REPORT_SOURCE, null],
      'tests/test_report.py': [REPORT_TEST, null],
      'tests/support.py': [REPORT_SUPPORT, null],
      'tests/golden/report.txt': [REPORT_GOLDEN, null],
    },
  },
  {
    name: 'a method renamed in source and tests',
    expected: [],
    files: {
      ...altered('billing/invoice.py', INVOICE, ['def gross(self)', 'def total_with_vat(self)']),
      'tests/test_invoice.py': [
        INVOICE_TEST,
        INVOICE_TEST.replaceAll('invoice.gross()', 'invoice.total_with_vat()').replace(
          'test_gross_adds_vat',
          'test_total_with_vat_adds_vat',
        ),
      ],
    },
  },
  {
    name: 'the rate of tax changes, and the totals with it',
    expected: [],
    files: {
      ...altered('billing/invoice.py', INVOICE, ['VAT = Decimal("0.19")', 'VAT = Decimal("0.20")']),
      ...altered(
        'tests/test_invoice.py',
        INVOICE_TEST,
        ['Decimal("196.35")', 'Decimal("198.00")'],
        ['Decimal("178.50")', 'Decimal("180.00")'],
      ),
    },
  },
  {
    name: 'an error message is reworded in source and test',
    expected: [],
    files: {
      ...altered('billing/invoice.py', INVOICE, [
        '"quantity must be positive"',
        '"quantity has to be 1 or more"',
      ]),
      ...altered('tests/test_invoice.py', INVOICE_TEST, [
        'match="quantity must be positive"',
        'match="quantity has to be 1 or more"',
      ]),
    },
  },
  {
    name: 'golden file regenerated with its renderer',
    expected: [],
    files: {
      ...altered('report/render.py', REPORT_SOURCE, [
        'lines.append(f"total ',
        'lines.append("-" * 12)\n    lines.append(f"total ',
      ]),
      'tests/golden/report.txt': [
        REPORT_GOLDEN,
        edited(REPORT_GOLDEN, ['total', '------------\ntotal']),
      ],
    },
  },
  {
    name: 'formatted with longer lines and other quotes',
    expected: [],
    files: {
      'tests/test_slug.py': [
        SLUG_TEST,
        SLUG_TEST.replaceAll('"', "'")
          .replace(
            "@pytest.mark.parametrize(\n    'title, expected',\n    [\n",
            "@pytest.mark.parametrize('title, expected', [\n",
          )
          .replace("        ('', ''),\n    ],\n)", "        ('', ''),\n])"),
      ],
    },
  },
  {
    name: 'one more assertion of the same subject',
    expected: [],
    files: altered('tests/test_report.py', REPORT_TEST, [
      'assert render([]) == "nothing to report"',
      'assert render([]) == "nothing to report"\n    assert render(()) == "nothing to report"',
    ]),
  },
  {
    name: 'assertIn replaced by the whole message',
    expected: [],
    files: altered('tests/test_store.py', STORE_TEST, [
      'self.assertIn("sessions.json", str(caught.exception))',
      'self.assertEqual(str(caught.exception), f"{self.path}: sessions.json is not JSON")',
    ]),
  },
  {
    name: 'a skip is taken away with the bug',
    expected: [],
    files: {
      'tests/test_invoice.py': [
        edited(INVOICE_TEST, [
          'def test_gross_adds_vat',
          '@pytest.mark.skip(reason="#12")\ndef test_gross_adds_vat',
        ]),
        INVOICE_TEST,
      ],
      'billing/invoice.py': [edited(INVOICE, ['(1 + VAT)', 'VAT']), INVOICE],
    },
  },
  {
    name: 'new tests beside the old ones',
    expected: [],
    files: altered(
      'tests/test_slug.py',
      SLUG_TEST,
      [
        '        ("a--b", "a-b"),\n',
        '        ("a--b", "a-b"),\n        ("tab\\there", "tab-here"),\n',
      ],
      [
        'def test_slugify_rejects_bytes',
        'def test_slugify_keeps_digits():\n    assert slugify("Top 10") == "top-10"\n\n\ndef test_slugify_rejects_bytes',
      ],
    ),
  },
  {
    name: 'a sleep replaced by polling',
    expected: [],
    files: {
      'tests/test_worker.py': [
        `import time

from worker import Worker


def test_worker_finishes_the_queue():
    worker = Worker(["a", "b"])
    worker.start()
    time.sleep(5)
    assert worker.done == ["a", "b"]
`,
        `import time

from worker import Worker


def wait_until(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)


def test_worker_finishes_the_queue():
    worker = Worker(["a", "b"])
    worker.start()
    wait_until(lambda: len(worker.done) == 2)
    assert worker.done == ["a", "b"]
`,
      ],
    },
  },
  {
    name: 'a new test file that skips a platform',
    expected: [],
    files: {
      'tests/test_locks.py': [
        null,
        `import sys

import pytest

from locks import FileLock


@pytest.mark.skipif(sys.platform == "win32", reason="flock is POSIX")
def test_second_lock_waits(tmp_path):
    first = FileLock(tmp_path / "lock")
    assert first.acquire() is True
    assert FileLock(tmp_path / "lock").acquire(timeout=0) is False
`,
      ],
      'locks.py': [
        null,
        'import fcntl\n\n\nclass FileLock:\n    def __init__(self, path):\n        self.path = path\n',
      ],
    },
  },
  {
    name: 'a test that says the same as another is removed',
    expected: [],
    files: {
      'tests/test_invoice.py': [
        `${INVOICE_TEST}

def test_labels(invoice):
    assert invoice.labels() == ["paper", "toner"]
`,
        INVOICE_TEST,
      ],
    },
  },
  {
    name: 'a helper that nothing calls is removed',
    expected: [],
    files: {
      'tests/support.py': [
        `${REPORT_SUPPORT}

def wide_rows():
    return [("north-north-west", 1_000_000)]
`,
        REPORT_SUPPORT,
      ],
    },
  },
  {
    name: 'imports sorted and comments reworded',
    expected: [],
    files: altered(
      'tests/test_client.py',
      CLIENT_TEST,
      [
        'import asyncio\nfrom unittest.mock import AsyncMock\n',
        'from unittest.mock import AsyncMock\n',
      ],
      [
        'async def test_retries_three_times',
        '# the transport gives up after the third attempt\nasync def test_retries_three_times',
      ],
    ),
  },
  {
    name: 'an expected number written with a separator and named',
    expected: [],
    files: {
      'tests/test_budget.py': [
        'from budget import yearly\n\n\ndef test_yearly():\n    assert yearly(100000) == 1200000\n',
        'from budget import yearly\n\n\ndef test_yearly():\n    expected = 1_200_000\n    assert yearly(100_000) == expected\n',
      ],
    },
  },
  {
    name: 'the network is mocked where it was called',
    expected: [],
    files: {
      'tests/test_rates.py': [
        'from rates import convert\n\n\ndef test_convert():\n    assert convert(10, "EUR", "EUR") == 10\n',
        'from unittest import mock\n\nfrom rates import convert\n\n\ndef test_convert():\n    with mock.patch("rates.requests.get") as get:\n        get.return_value.json.return_value = {"EUR": 1}\n        assert convert(10, "EUR", "EUR") == 10\n    get.assert_called_once_with("https://rates.example/EUR", timeout=5)\n',
      ],
    },
  },
  {
    name: 'a parameter more, and all calls of the tests with it',
    expected: [],
    files: {
      ...altered(
        'report/render.py',
        REPORT_SOURCE,
        ['def render(rows):', 'def render(rows, *, width):'],
        ['{name:<6}', '{name:<{width}}'],
      ),
      'tests/test_report.py': [
        REPORT_TEST,
        REPORT_TEST.replaceAll('render(sample_rows())', 'render(sample_rows(), width=6)').replace(
          'render([])',
          'render([], width=6)',
        ),
      ],
    },
  },
  {
    name: 'parameters moved into a constant and one case added',
    expected: [],
    files: altered('tests/test_slug.py', SLUG_TEST, [
      '@pytest.mark.parametrize(\n    "title, expected",\n    [\n        ("Hello World", "hello-world"),\n        ("  padded  ", "padded"),\n        ("Ärger & Ökonomie", "aerger-und-oekonomie"),\n        ("a--b", "a-b"),\n        ("", ""),\n    ],\n)',
      'TITLES = {\n    "Hello World": "hello-world",\n    "  padded  ": "padded",\n    "Ärger & Ökonomie": "aerger-und-oekonomie",\n    "a--b": "a-b",\n    "": "",\n    "-": "",\n}\n\n\n@pytest.mark.parametrize("title, expected", TITLES.items())',
    ]),
  },
  {
    name: 'tests gathered into classes',
    expected: [],
    files: {
      'tests/test_backoff.py': [
        'from weather.retry import backoff\n\n\ndef test_doubles():\n    assert backoff(1) == 1.0\n    assert backoff(2) == 2.0\n\n\ndef test_first_is_half():\n    assert backoff(0) == 0.5\n',
        'from weather.retry import backoff\n\n\nclass TestBackoff:\n    def test_first_is_half(self):\n        assert backoff(0) == 0.5\n\n    def test_doubles(self):\n        assert backoff(1) == 1.0\n        assert backoff(2) == 2.0\n',
      ],
    },
  },
  {
    name: 'try and fail replaced by raises',
    expected: [],
    files: {
      'tests/test_parse.py': [
        'import pytest\n\nfrom config import ParseError, parse\n\n\ndef test_broken_line_is_named():\n    try:\n        parse("a =")\n    except ParseError as error:\n        assert error.line == 1\n    else:\n        pytest.fail("no error")\n',
        'import pytest\n\nfrom config import ParseError, parse\n\n\ndef test_broken_line_is_named():\n    with pytest.raises(ParseError) as caught:\n        parse("a =")\n    assert caught.value.line == 1\n',
      ],
    },
  },
  {
    name: 'cases moved into a file of data',
    expected: [],
    files: {
      'tests/cases/slugs.json': [
        null,
        '[\n  ["Hello World", "hello-world"],\n  ["  padded  ", "padded"],\n  ["Ärger & Ökonomie", "aerger-und-oekonomie"],\n  ["a--b", "a-b"],\n  ["", ""]\n]\n',
      ],
      ...altered(
        'tests/test_slug.py',
        SLUG_TEST,
        ['import pytest\n\nfrom', 'import json\nfrom pathlib import Path\n\nimport pytest\n\nfrom'],
        [
          '    [\n        ("Hello World", "hello-world"),\n        ("  padded  ", "padded"),\n        ("Ärger & Ökonomie", "aerger-und-oekonomie"),\n        ("a--b", "a-b"),\n        ("", ""),\n    ],\n',
          '    json.loads((Path(__file__).parent / "cases" / "slugs.json").read_text()),\n',
        ],
      ),
    },
  },
  {
    name: 'tests in another order',
    expected: [],
    files: {
      'tests/test_client.py': [
        CLIENT_TEST,
        edited(
          CLIENT_TEST,
          [
            '\n\ndef test_backoff_has_a_ceiling():\n    assert backoff(50) == pytest.approx(30.0, rel=1e-6)\n',
            '',
          ],
          [
            '@pytest.fixture\ndef transport',
            'def test_backoff_has_a_ceiling():\n    assert backoff(50) == pytest.approx(30.0, rel=1e-6)\n\n\n@pytest.fixture\ndef transport',
          ],
        ),
      ],
    },
  },
  {
    name: 'a patched path follows the module that moved',
    expected: [],
    files: {
      'app/mail/sender.py': [
        'import smtplib\n\n\ndef send(text):\n    smtplib.SMTP("localhost").sendmail("a", "b", text)\n',
        'import smtplib\n\n\ndef send(text):\n    smtplib.SMTP("localhost").sendmail("a", "b", text)\n',
      ],
      'tests/test_sender.py': [
        'from unittest import mock\n\nfrom app.sender import send\n\n\n@mock.patch("app.sender.smtplib.SMTP")\ndef test_send(smtp):\n    send("hello")\n    smtp.return_value.sendmail.assert_called_once_with("a", "b", "hello")\n',
        'from unittest import mock\n\nfrom app.mail.sender import send\n\n\n@mock.patch("app.mail.sender.smtplib.SMTP")\ndef test_send(smtp):\n    send("hello")\n    smtp.return_value.sendmail.assert_called_once_with("a", "b", "hello")\n',
      ],
    },
    moves: { 'app/mail/sender.py': 'app/sender.py' },
  },
  {
    name: 'sleep is patched so that retries are quick',
    expected: [],
    files: altered('tests/test_client.py', CLIENT_TEST, [
      'async def test_retries_three_times(transport):\n',
      'async def test_retries_three_times(transport, monkeypatch):\n    monkeypatch.setattr("weather.client.asyncio.sleep", AsyncMock())\n',
    ]),
  },
  {
    name: 'shared tests moved into a base class of two',
    expected: [],
    files: {
      'tests/test_caches.py': [
        'from caches import FileCache, MemoryCache\n\n\nclass TestMemoryCache:\n    def test_get(self):\n        cache = MemoryCache()\n        cache.put("a", 1)\n        assert cache.get("a") == 1\n\n    def test_missing(self):\n        assert MemoryCache().get("a") is None\n\n\nclass TestFileCache:\n    def test_get(self):\n        cache = FileCache()\n        cache.put("a", 1)\n        assert cache.get("a") == 1\n\n    def test_missing(self):\n        assert FileCache().get("a") is None\n',
        'from caches import FileCache, MemoryCache\n\n\nclass CacheContract:\n    make = None\n\n    def test_get(self):\n        cache = self.make()\n        cache.put("a", 1)\n        assert cache.get("a") == 1\n\n    def test_missing(self):\n        assert self.make().get("a") is None\n\n\nclass TestMemoryCache(CacheContract):\n    make = MemoryCache\n\n\nclass TestFileCache(CacheContract):\n    make = FileCache\n',
      ],
    },
  },
  {
    name: 'a look at the caught error became match',
    expected: [],
    files: {
      'tests/test_invoice.py': [
        edited(INVOICE_TEST, [
          '    with pytest.raises(ValueError, match="quantity must be positive"):\n        invoice.add("pen", 0, Decimal("1.00"))\n',
          '    with pytest.raises(ValueError) as caught:\n        invoice.add("pen", 0, Decimal("1.00"))\n    assert "quantity must be positive" in str(caught.value)\n',
        ]),
        INVOICE_TEST,
      ],
    },
  },
  {
    name: 'fields asserted one by one became one comparison',
    expected: [],
    files: {
      'tests/test_user.py': [
        'from users import parse\n\n\ndef test_parse():\n    user = parse("alice;admin;7")\n    assert user.name == "alice"\n    assert user.role == "admin"\n    assert user.age == 7\n',
        'from users import User, parse\n\n\ndef test_parse():\n    assert parse("alice;admin;7") == User(name="alice", role="admin", age=7)\n',
      ],
    },
  },
  {
    name: 'a deprecated alias deleted with the test of its warning',
    expected: [],
    files: {
      'text/slug.py': [
        'import warnings\n\n\ndef slugify(title):\n    return title.strip().lower().replace(" ", "-")\n\n\ndef make_slug(title):\n    warnings.warn("use slugify", DeprecationWarning)\n    return slugify(title)\n',
        'def slugify(title):\n    return title.strip().lower().replace(" ", "-")\n',
      ],
      'tests/test_make_slug.py': [
        'import pytest\n\nfrom text.slug import make_slug\n\n\ndef test_make_slug_warns():\n    with pytest.warns(DeprecationWarning, match="use slugify"):\n        assert make_slug("A b") == "a-b"\n',
        null,
      ],
    },
  },
  {
    name: 'a constant of another module changes what invoices come to',
    expected: [],
    files: {
      'billing/tax.py': [
        '"""Rates of tax."""\n\nREDUCED = 7\nREGULAR = 19\n',
        '"""Rates of tax."""\n\nREDUCED = 5\nREGULAR = 16\n',
      ],
      'tests/test_tax.py': [
        'from billing.tax import REGULAR\nfrom billing.totals import with_tax\n\n\ndef test_regular():\n    assert with_tax(100, REGULAR) == 119\n',
        'from billing.tax import REGULAR\nfrom billing.totals import with_tax\n\n\ndef test_regular():\n    assert with_tax(100, REGULAR) == 116\n',
      ],
    },
  },
];

/** Changes of Python tests that were written without a look at what finds tampering. */
export const UNSEEN_PYTHON: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
