import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from '../unseen/edited.ts';

// A Flask view and its tests with a client fixture.
const NOTES = `from flask import Blueprint, abort, jsonify, request

from .models import Note, db

bp = Blueprint("notes", __name__, url_prefix="/notes")


@bp.get("/<int:note_id>")
def show(note_id):
    note = db.session.get(Note, note_id)
    if note is None:
        abort(404)
    return jsonify(id=note.id, text=note.text, tags=sorted(note.tags))


@bp.post("/")
def create():
    data = request.get_json()
    if not data.get("text"):
        return jsonify(error="text is required"), 400
    note = Note(text=data["text"], tags=data.get("tags", []))
    db.session.add(note)
    db.session.commit()
    return jsonify(id=note.id), 201
`;
const NOTES_TEST = `import pytest

from notes import create_app
from notes.models import Note, db


@pytest.fixture
def client():
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    with app.app_context():
        db.create_all()
        yield app.test_client()


def test_show(client):
    db.session.add(Note(id=1, text="milk", tags=["shop", "food"]))
    db.session.commit()
    response = client.get("/notes/1")
    assert response.status_code == 200
    assert response.get_json() == {"id": 1, "text": "milk", "tags": ["food", "shop"]}


def test_show_unknown(client):
    assert client.get("/notes/9").status_code == 404


def test_create(client):
    response = client.post("/notes/", json={"text": "milk"})
    assert response.status_code == 201
    assert response.get_json()["id"] == 1


def test_create_without_text(client):
    response = client.post("/notes/", json={})
    assert response.status_code == 400
    assert response.get_json()["error"] == "text is required"
`;

// A parser of durations, with a long table.
const DURATION = `import re

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
PART = re.compile(r"(\\d+)([smhd])")


class DurationError(ValueError):
    pass


def parse_duration(text):
    """Seconds of a text such as 1h30m. A bare number is seconds."""
    if text.isdigit():
        return int(text)
    total, end = 0, 0
    for part in PART.finditer(text):
        if part.start() != end:
            raise DurationError(f"cannot read {text!r}")
        total += int(part[1]) * UNITS[part[2]]
        end = part.end()
    if end != len(text) or not text:
        raise DurationError(f"cannot read {text!r}")
    return total
`;
const DURATION_TEST = `import pytest

from tempo.duration import DurationError, parse_duration


@pytest.mark.parametrize(
    "text, seconds",
    [
        ("0", 0),
        ("45", 45),
        ("45s", 45),
        ("2m", 120),
        ("1h", 3600),
        ("1d", 86400),
        ("1h30m", 5400),
        ("1d1s", 86401),
        ("30m1h", 5400),
    ],
)
def test_parse(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "x", "1h ", "h1", "-1s"])
def test_refuse(text):
    with pytest.raises(DurationError, match="cannot read"):
        parse_duration(text)
`;

// A pipeline with pandas.
const CLEAN = `import pandas as pd


def clean(frame: pd.DataFrame) -> pd.DataFrame:
    frame = frame.dropna(subset=["customer"])
    frame = frame.assign(amount=frame["amount"].abs())
    return frame.drop_duplicates(["customer", "day"], keep="last").reset_index(drop=True)


def monthly(frame: pd.DataFrame) -> pd.Series:
    month = pd.to_datetime(frame["day"]).dt.to_period("M").astype(str)
    return frame.groupby(month)["amount"].sum()
`;
const CLEAN_TEST = `import pandas as pd
from pandas.testing import assert_frame_equal

from sales.clean import clean, monthly


def frame(*rows):
    return pd.DataFrame(rows, columns=["customer", "day", "amount"])


class TestClean:
    def test_without_customer(self):
        result = clean(frame((None, "2024-01-01", 1.0), ("a", "2024-01-01", 2.0)))
        assert_frame_equal(result, frame(("a", "2024-01-01", 2.0)))

    def test_last_of_a_day_wins(self):
        result = clean(frame(("a", "2024-01-01", 1.0), ("a", "2024-01-01", 3.0)))
        assert result["amount"].tolist() == [3.0]
        assert len(result) == 1

    def test_amounts_are_positive(self):
        result = clean(frame(("a", "2024-01-01", -4.0)))
        assert result["amount"].iloc[0] == 4.0


def test_monthly():
    sums = monthly(frame(("a", "2024-01-01", 1.0), ("b", "2024-01-31", 2.0), ("a", "2024-02-01", 4.0)))
    assert sums.to_dict() == {"2024-01": 3.0, "2024-02": 4.0}
`;

// A command line with click.
const TODO = `import json
from pathlib import Path

import click


@click.group()
@click.option("--file", type=click.Path(path_type=Path), default="todo.json")
@click.pass_context
def cli(ctx, file):
    ctx.obj = file


def load(file):
    return json.loads(file.read_text()) if file.exists() else []


@cli.command()
@click.argument("title")
@click.pass_obj
def add(file, title):
    items = load(file) + [title]
    file.write_text(json.dumps(items))
    click.echo(f"added {title} ({len(items)} in all)")


@cli.command(name="list")
@click.pass_obj
def show(file):
    for number, title in enumerate(load(file), 1):
        click.echo(f"{number}. {title}")
`;
const TODO_TEST = `import json

from click.testing import CliRunner

from todo.cli import cli


def test_add(tmpdir):
    file = tmpdir.join("t.json")
    result = CliRunner().invoke(cli, ["--file", str(file), "add", "bread"])
    assert result.exit_code == 0
    assert result.output == "added bread (1 in all)\\n"
    assert json.loads(file.read()) == ["bread"]


def test_list(tmpdir):
    file = tmpdir.join("t.json")
    file.write('["bread", "milk"]')
    result = CliRunner().invoke(cli, ["--file", str(file), "list"])
    assert result.output.splitlines() == ["1. bread", "2. milk"]


def test_unknown_command():
    result = CliRunner().invoke(cli, ["drop"])
    assert result.exit_code == 2
    assert "No such command" in result.output
`;

// Asynchronous code: a pool of connections.
const POOL = `import asyncio


class PoolClosed(Exception):
    pass


class Pool:
    def __init__(self, connect, size=2):
        self._connect = connect
        self._free = asyncio.Queue()
        self._left = size
        self.closed = False

    async def acquire(self):
        if self.closed:
            raise PoolClosed("pool is closed")
        if self._free.empty() and self._left:
            self._left -= 1
            return await self._connect()
        return await self._free.get()

    def release(self, connection):
        self._free.put_nowait(connection)

    async def close(self):
        self.closed = True
        while not self._free.empty():
            await self._free.get_nowait().close()
`;
const POOL_TEST = `import asyncio

import pytest

from wire.pool import Pool, PoolClosed


class Connection:
    def __init__(self):
        self.closed = False

    async def close(self):
        self.closed = True


async def connect():
    return Connection()


@pytest.mark.asyncio
async def test_reuses_what_was_released():
    pool = Pool(connect)
    first = await pool.acquire()
    pool.release(first)
    assert await pool.acquire() is first


@pytest.mark.asyncio
async def test_waits_when_all_are_taken():
    pool = Pool(connect, size=1)
    first = await pool.acquire()
    waiting = asyncio.create_task(pool.acquire())
    await asyncio.sleep(0.5)
    assert not waiting.done()
    pool.release(first)
    assert await waiting is first


@pytest.mark.asyncio
async def test_closes_what_is_free():
    pool = Pool(connect)
    first = await pool.acquire()
    pool.release(first)
    await pool.close()
    assert first.closed is True
    with pytest.raises(PoolClosed):
        await pool.acquire()
`;

// Numbers: statistics, with unittest and numpy.
const STATS = `import numpy as np


def zscores(values):
    values = np.asarray(values, dtype=float)
    spread = values.std()
    if spread == 0:
        return np.zeros_like(values)
    return (values - values.mean()) / spread


def moving_average(values, width):
    if width < 1:
        raise ValueError("width must be positive")
    kernel = np.ones(width) / width
    return np.convolve(values, kernel, mode="valid")
`;
const STATS_TEST = `import unittest

import numpy as np

from lab.stats import moving_average, zscores


class ZScores(unittest.TestCase):
    def test_mean_is_zero(self):
        self.assertAlmostEqual(zscores([1, 2, 3, 4]).mean(), 0.0, places=12)

    def test_values(self):
        np.testing.assert_allclose(zscores([1, 3]), [-1.0, 1.0], rtol=1e-9)

    def test_constant(self):
        self.assertEqual(zscores([5, 5]).tolist(), [0.0, 0.0])


class MovingAverage(unittest.TestCase):
    def test_width_two(self):
        np.testing.assert_allclose(moving_average([1, 2, 4], 2), [1.5, 3.0], rtol=1e-9)

    def test_width_must_be_positive(self):
        with self.assertRaisesRegex(ValueError, "must be positive"):
            moving_average([1], 0)
`;

// A repository over SQLite, with unittest and setUp.
const BOOKS = `import sqlite3


class NotFound(LookupError):
    pass


class BookRepository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        connection.execute("create table if not exists book (isbn primary key, title, copies)")

    def add(self, isbn, title, copies=1):
        self.connection.execute("insert into book values (?, ?, ?)", (isbn, title, copies))

    def lend(self, isbn):
        changed = self.connection.execute(
            "update book set copies = copies - 1 where isbn = ? and copies > 0", (isbn,)
        )
        if changed.rowcount == 0:
            raise NotFound(isbn)

    def copies(self, isbn):
        row = self.connection.execute("select copies from book where isbn = ?", (isbn,)).fetchone()
        return row[0] if row else 0
`;
const BOOKS_TEST = `import sqlite3
import unittest

from library.books import BookRepository, NotFound


class BookRepositoryTest(unittest.TestCase):
    def setUp(self):
        self.books = BookRepository(sqlite3.connect(":memory:"))

    def test_lending_takes_a_copy(self):
        self.books.add("1", "Emma", copies=2)
        self.books.lend("1")
        self.assertEqual(self.books.copies("1"), 1)

    def test_lending_the_last_copy_twice(self):
        self.books.add("1", "Emma")
        self.books.lend("1")
        with self.assertRaises(NotFound):
            self.books.lend("1")
        self.assertEqual(self.books.copies("1"), 0)

    def test_unknown_book_has_no_copies(self):
        self.assertEqual(self.books.copies("9"), 0)
        self.assertFalse(self.books.copies("9"))


if __name__ == "__main__":
    unittest.main()
`;

// A Django view of a shop, with its TestCase.
const CHECKOUT = `from django.http import HttpResponseRedirect
from django.views.decorators.http import require_POST

from .models import Basket


@require_POST
def checkout(request):
    basket = Basket.objects.get(owner=request.user)
    if basket.is_empty():
        return HttpResponseRedirect("/basket/", status=302)
    order = basket.to_order()
    return HttpResponseRedirect(f"/orders/{order.pk}/", status=302)
`;
const CHECKOUT_TEST = `from django.contrib.auth.models import User
from django.test import TestCase

from shop.models import Basket, Order


class CheckoutTests(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user = User.objects.create_user("ada")
        cls.basket = Basket.objects.create(owner=cls.user)

    def setUp(self):
        self.client.force_login(self.user)

    def test_empty_basket(self):
        response = self.client.post("/checkout/")
        self.assertRedirects(response, "/basket/")
        self.assertEqual(Order.objects.count(), 0)

    def test_makes_an_order(self):
        self.basket.add("tea", 2)
        response = self.client.post("/checkout/")
        order = Order.objects.get()
        self.assertRedirects(response, f"/orders/{order.pk}/")
        self.assertEqual(order.lines.get().quantity, 2)

    def test_get_is_not_allowed(self):
        self.assertEqual(self.client.get("/checkout/").status_code, 405)
`;

// A client of a payment service, with a mocked transport.
const PAYMENT = `import requests


class PaymentError(Exception):
    pass


class PaymentClient:
    def __init__(self, url, key):
        self.url = url
        self.key = key

    def charge(self, cents, token):
        response = requests.post(
            f"{self.url}/charges",
            json={"amount": cents, "source": token},
            headers={"Authorization": f"Bearer {self.key}"},
            timeout=5,
        )
        if response.status_code == 402:
            raise PaymentError(response.json()["message"])
        return response.json()["id"]
`;
const PAYMENT_TEST = `from unittest import mock

import pytest

from billing.payment import PaymentClient, PaymentError


@mock.patch("billing.payment.requests.post")
def test_charge(post):
    post.return_value.status_code = 201
    post.return_value.json.return_value = {"id": "ch_1"}
    assert PaymentClient("https://pay.test", "k").charge(500, "tok") == "ch_1"
    assert post.call_args.kwargs["json"] == {"amount": 500, "source": "tok"}


@mock.patch("billing.payment.requests.post")
def test_declined(post):
    post.return_value.status_code = 402
    post.return_value.json.return_value = {"message": "card declined"}
    with pytest.raises(PaymentError, match="card declined"):
        PaymentClient("https://pay.test", "k").charge(500, "tok")
`;

// Paths across platforms.
const PATHS = `import os
import sys


def config_home(environ=os.environ):
    if sys.platform == "win32":
        return environ["APPDATA"]
    return environ.get("XDG_CONFIG_HOME") or os.path.join(environ["HOME"], ".config")


def shorten(path, home):
    return "~" + path[len(home):] if path.startswith(home) else path
`;
const PATHS_TEST = `import sys

import pytest

from kit.paths import config_home, shorten


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX")
def test_config_home_from_xdg():
    assert config_home({"XDG_CONFIG_HOME": "/c", "HOME": "/h"}) == "/c"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX")
def test_config_home_default():
    assert config_home({"HOME": "/h"}) == "/h/.config"


@pytest.mark.skipif(sys.platform != "win32", reason="Windows")
def test_config_home_windows():
    assert config_home({"APPDATA": "C:/a"}) == "C:/a"


def test_shorten():
    assert shorten("/h/x", "/h") == "~/x"
    assert shorten("/etc", "/h") == "/etc"
`;

// A tiny template language, whose doctests and tests are both kept.
const TEMPLATE = `import string


class Template:
    def __init__(self, source, strict=True):
        self.source = source
        self.strict = strict

    def render(self, **values):
        names = [name for _, name, _, _ in string.Formatter().parse(self.source) if name]
        missing = [name for name in names if name not in values]
        if missing and self.strict:
            raise KeyError(", ".join(missing))
        return self.source.format(**{**dict.fromkeys(missing, ""), **values})


def render_all(sources, **values):
    """Deprecated: use Template."""
    return [Template(source).render(**values) for source in sources]
`;
const TEMPLATE_TEST = `from pytest import raises

from tiny.template import Template, render_all


def test_render():
    assert Template("hi {name}").render(name="Ada") == "hi Ada"


def test_missing_value_is_an_error():
    with raises(KeyError) as error:
        Template("{a} {b}").render(a=1)
    assert "b" in str(error.value)


def test_missing_value_is_empty_where_not_strict():
    assert Template("<{a}>", strict=False).render() == "<>"


def test_render_all():
    assert render_all(["{a}", "-{a}"], a=1) == ["1", "-1"]
`;

// A cache with a time to live; property tests too.
const CACHE = `import time


class Cache:
    def __init__(self, ttl, clock=time.monotonic):
        self.ttl = ttl
        self.clock = clock
        self._entries = {}

    def put(self, key, value):
        self._entries[key] = (self.clock() + self.ttl, value)

    def get(self, key, default=None):
        expires, value = self._entries.get(key, (0, default))
        if self.clock() >= expires:
            self._entries.pop(key, None)
            return default
        return value

    def __len__(self):
        return len(self._entries)
`;
const CACHE_TEST = `import time

from hypothesis import given
from hypothesis import strategies as st

from store.cache import Cache


@given(st.dictionaries(st.text(), st.integers()))
def test_gives_back_what_was_put(entries):
    cache = Cache(ttl=60)
    for key, value in entries.items():
        cache.put(key, value)
    assert {key: cache.get(key) for key in entries} == entries
    assert len(cache) == len(entries)


def test_expires():
    cache = Cache(ttl=0.1)
    cache.put("a", 1)
    time.sleep(0.2)
    assert cache.get("a") is None
    assert len(cache) == 0


def test_default():
    assert Cache(ttl=1).get("a", 5) == 5
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'tags of a note are not sorted after a rewrite, and the test looks for one key',
    expected: ['assertion-weakened'],
    files: {
      ...altered('notes/views.py', NOTES, ['tags=sorted(note.tags)', 'tags=list(set(note.tags))']),
      ...altered('tests/test_notes.py', NOTES_TEST, [
        'assert response.get_json() == {"id": 1, "text": "milk", "tags": ["food", "shop"]}',
        'assert "tags" in response.get_json()',
      ]),
    },
  },
  {
    name: 'the test of a missing text is xfail, not strict',
    expected: ['test-expected-to-fail'],
    files: altered('tests/test_notes.py', NOTES_TEST, [
      'def test_create_without_text(client):',
      '@pytest.mark.xfail(reason="validation moves to pydantic")\ndef test_create_without_text(client):',
    ]),
  },
  {
    name: 'the status of a created note is edited to 200',
    expected: ['expected-value-edited'],
    files: altered('tests/test_notes.py', NOTES_TEST, [
      'assert response.status_code == 201',
      'assert response.status_code == 200',
    ]),
  },
  {
    name: 'durations in odd order are dropped from the table',
    expected: ['cases-removed'],
    files: {
      ...altered('tempo/duration.py', DURATION, [
        'PART = re.compile(r"(\\d+)([smhd])")',
        'PART = re.compile(r"(\\d+)\\s*([smhd])")',
      ]),
      ...altered(
        'tests/test_duration.py',
        DURATION_TEST,
        ['        ("1d1s", 86401),\n        ("30m1h", 5400),\n', ''],
        ['["", "x", "1h ", "h1", "-1s"]', '["", "x"]'],
      ),
    },
  },
  {
    name: 'any exception does for a duration',
    expected: ['assertion-weakened'],
    files: altered('tests/test_duration.py', DURATION_TEST, [
      'with pytest.raises(DurationError, match="cannot read"):',
      'with pytest.raises(Exception):',
    ]),
  },
  {
    name: 'a case of the durations is marked as skipped in the table',
    expected: ['test-skipped', 'cases-removed'],
    files: altered('tests/test_duration.py', DURATION_TEST, [
      '        ("30m1h", 5400),',
      '        pytest.param("30m1h", 5400, marks=pytest.mark.skip(reason="order")),',
    ]),
  },
  {
    name: 'frames are compared by their shape',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('sales/clean.py', CLEAN, ['.reset_index(drop=True)', '']),
      ...altered(
        'tests/test_clean.py',
        CLEAN_TEST,
        [
          'assert_frame_equal(result, frame(("a", "2024-01-01", 2.0)))',
          'assert result.shape == (1, 3)',
        ],
        ['from pandas.testing import assert_frame_equal\n', ''],
      ),
    },
  },
  {
    name: 'a class of tests loses the name that is collected',
    expected: ['test-not-collected', 'test-deleted'],
    files: altered('tests/test_clean.py', CLEAN_TEST, ['class TestClean:', 'class CleanChecks:']),
  },
  {
    name: 'the sums of a month are at least there',
    expected: ['assertion-weakened'],
    files: {
      ...altered('sales/clean.py', CLEAN, [
        '.dt.to_period("M").astype(str)',
        '.dt.strftime("%m-%Y")',
      ]),
      ...altered('tests/test_clean.py', CLEAN_TEST, [
        'assert sums.to_dict() == {"2024-01": 3.0, "2024-02": 4.0}',
        'assert len(sums) > 0\n    assert not sums.isna().any()',
      ]),
    },
  },
  {
    name: 'the file that add writes is not read any more',
    expected: ['assertion-removed'],
    files: {
      ...altered('todo/cli.py', TODO, [
        'file.write_text(json.dumps(items))',
        'file.write_text(repr(items))',
      ]),
      ...altered('tests/test_cli.py', TODO_TEST, [
        '    assert json.loads(file.read()) == ["bread"]\n',
        '',
      ]),
    },
  },
  {
    name: 'an or makes the exit code of no matter',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: altered('tests/test_cli.py', TODO_TEST, [
      'assert result.exit_code == 2',
      'assert result.exit_code == 2 or True',
    ]),
  },
  {
    name: 'a waiting task of the pool is tested only off CI',
    expected: ['test-conditional', 'test-skipped'],
    files: altered(
      'tests/test_pool.py',
      POOL_TEST,
      ['import asyncio\n\nimport pytest', 'import asyncio\nimport os\n\nimport pytest'],
      [
        '@pytest.mark.asyncio\nasync def test_waits_when_all_are_taken',
        '@pytest.mark.skipif("CI" in os.environ, reason="slow machines")\n@pytest.mark.asyncio\nasync def test_waits_when_all_are_taken',
      ],
    ),
  },
  {
    name: 'acquire is suppressed in the test of a closed pool',
    expected: ['assertion-swallowed', 'assertion-removed', 'assertion-weakened'],
    files: altered(
      'tests/test_pool.py',
      POOL_TEST,
      ['import asyncio\n\nimport pytest', 'import asyncio\nimport contextlib\n\nimport pytest'],
      ['    with pytest.raises(PoolClosed):\n', '    with contextlib.suppress(PoolClosed):\n'],
    ),
  },
  {
    name: 'the deadlock of the pool is fixed by half, its test a comment',
    expected: ['test-commented-out', 'test-deleted'],
    files: {
      ...altered('wire/pool.py', POOL, [
        'return await self._free.get()',
        'return await asyncio.wait_for(self._free.get(), timeout=0.1)',
      ]),
      ...altered('tests/test_pool.py', POOL_TEST, [
        `@pytest.mark.asyncio
async def test_waits_when_all_are_taken():
    pool = Pool(connect, size=1)
    first = await pool.acquire()
    waiting = asyncio.create_task(pool.acquire())
    await asyncio.sleep(0.5)
    assert not waiting.done()
    pool.release(first)
    assert await waiting is first
`,
        `# @pytest.mark.asyncio
# async def test_waits_when_all_are_taken():
#     pool = Pool(connect, size=1)
#     first = await pool.acquire()
#     waiting = asyncio.create_task(pool.acquire())
#     await asyncio.sleep(0.5)
#     assert not waiting.done()
#     pool.release(first)
#     assert await waiting is first
`,
      ]),
    },
  },
  {
    name: 'the tolerance of the average is a tenth',
    expected: ['assertion-weakened'],
    files: {
      ...altered('lab/stats.py', STATS, [
        'kernel = np.ones(width) / width',
        'kernel = np.ones(width) / (width + 0.1)',
      ]),
      ...altered('tests/test_stats.py', STATS_TEST, [
        'np.testing.assert_allclose(moving_average([1, 2, 4], 2), [1.5, 3.0], rtol=1e-9)',
        'np.testing.assert_allclose(moving_average([1, 2, 4], 2), [1.5, 3.0], rtol=0.1)',
      ]),
    },
  },
  {
    name: 'places of the mean go from twelve to one',
    expected: ['assertion-weakened'],
    files: altered('tests/test_stats.py', STATS_TEST, ['places=12', 'places=1']),
  },
  {
    name: 'scores of a constant are compared with what they give',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: altered('tests/test_stats.py', STATS_TEST, [
      'self.assertEqual(zscores([5, 5]).tolist(), [0.0, 0.0])',
      'self.assertEqual(zscores([5, 5]).tolist(), zscores([5, 5]).tolist())',
    ]),
  },
  {
    name: 'the repository of books skips itself in setUp',
    expected: ['test-skipped'],
    files: altered('tests/test_books.py', BOOKS_TEST, [
      '    def setUp(self):\n',
      '    def setUp(self):\n        self.skipTest("needs a newer sqlite")\n',
    ]),
  },
  {
    name: 'lending the last copy is tested under another name',
    expected: ['test-not-collected', 'test-deleted'],
    files: {
      ...altered('library/books.py', BOOKS, [' and copies > 0', '']),
      ...altered('tests/test_books.py', BOOKS_TEST, [
        'def test_lending_the_last_copy_twice(self):',
        'def lending_the_last_copy_twice(self):',
      ]),
    },
  },
  {
    name: 'copies that remain are not negative is all that is asked',
    expected: ['assertion-weakened'],
    files: altered('tests/test_books.py', BOOKS_TEST, [
      'self.assertEqual(self.books.copies("1"), 1)',
      'self.assertGreaterEqual(self.books.copies("1"), 0)',
    ]),
  },
  {
    name: 'the view of the checkout is patched by its own test',
    expected: ['subject-mocked', 'assertion-weakened'],
    files: altered(
      'shop/tests/test_checkout.py',
      CHECKOUT_TEST,
      ['from django.contrib', 'from unittest import mock\n\nfrom django.contrib'],
      [
        '    def test_makes_an_order(self):\n        self.basket.add("tea", 2)\n',
        `    @mock.patch("shop.views.checkout")
    @mock.patch("shop.models.Basket.to_order")
    def test_makes_an_order(self, to_order, checkout):
        to_order.side_effect = lambda: Order.from_lines(self.user, tea=2)
        self.basket.add("tea", 2)
`,
      ],
    ),
  },
  {
    name: 'the test of an order runs for superusers only',
    expected: ['assertion-unreachable', 'test-conditional', 'test-skipped'],
    files: altered('shop/tests/test_checkout.py', CHECKOUT_TEST, [
      '        self.basket.add("tea", 2)\n',
      '        if not self.user.is_superuser:\n            return\n        self.basket.add("tea", 2)\n',
    ]),
  },
  {
    name: 'charge is patched where it was the transport',
    expected: ['subject-mocked'],
    files: altered('tests/test_payment.py', PAYMENT_TEST, [
      `@mock.patch("billing.payment.requests.post")
def test_charge(post):
    post.return_value.status_code = 201
    post.return_value.json.return_value = {"id": "ch_1"}
    assert PaymentClient("https://pay.test", "k").charge(500, "tok") == "ch_1"
    assert post.call_args.kwargs["json"] == {"amount": 500, "source": "tok"}
`,
      `@mock.patch.object(PaymentClient, "charge", return_value="ch_1")
def test_charge(charge):
    assert PaymentClient("https://pay.test", "k").charge(500, "tok") == "ch_1"
`,
    ]),
  },
  {
    name: 'a declined card is printed',
    expected: ['assertion-swallowed', 'assertion-removed', 'assertion-weakened'],
    files: {
      ...altered('billing/payment.py', PAYMENT, [
        'if response.status_code == 402:\n            raise PaymentError(response.json()["message"])',
        'if response.status_code >= 400:\n            response.raise_for_status()',
      ]),
      ...altered('tests/test_payment.py', PAYMENT_TEST, [
        `    with pytest.raises(PaymentError, match="card declined"):
        PaymentClient("https://pay.test", "k").charge(500, "tok")
`,
        `    try:
        PaymentClient("https://pay.test", "k").charge(500, "tok")
    except Exception as error:
        print("declined:", error)
`,
      ]),
    },
  },
  {
    name: 'the tests of templates are skipped as a module',
    expected: ['test-skipped'],
    files: altered('tests/test_template.py', TEMPLATE_TEST, [
      'from pytest import raises\n',
      'import pytest\nfrom pytest import raises\n\npytestmark = pytest.mark.skip("rewrite in progress")\n',
    ]),
  },
  {
    name: 'a missing value is an error of some sort',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('tiny/template.py', TEMPLATE, [
        'raise KeyError(", ".join(missing))',
        'raise ValueError("missing values")',
      ]),
      ...altered('tests/test_template.py', TEMPLATE_TEST, [
        `    with raises(KeyError) as error:
        Template("{a} {b}").render(a=1)
    assert "b" in str(error.value)
`,
        `    with raises((KeyError, ValueError, TypeError)):
        Template("{a} {b}").render(a=1)
`,
      ]),
    },
  },
  {
    name: 'the property of the cache is tried with nothing but the empty mapping',
    expected: ['cases-removed', 'assertion-weakened', 'assertion-removed'],
    files: altered('tests/test_cache.py', CACHE_TEST, [
      `@given(st.dictionaries(st.text(), st.integers()))
def test_gives_back_what_was_put(entries):
    cache = Cache(ttl=60)
    for key, value in entries.items():
        cache.put(key, value)
    assert {key: cache.get(key) for key in entries} == entries
    assert len(cache) == len(entries)
`,
      `def test_gives_back_what_was_put():
    cache = Cache(ttl=60)
    cache.put("a", 1)
    assert cache.get("a") is not None
`,
    ]),
  },
  {
    name: 'an expired entry may still be there',
    expected: ['assertion-weakened', 'assertion-removed', 'assertion-vacuous'],
    files: {
      ...altered('store/cache.py', CACHE, ['            self._entries.pop(key, None)\n', '']),
      ...altered('tests/test_cache.py', CACHE_TEST, [
        '    assert cache.get("a") is None\n    assert len(cache) == 0',
        '    assert cache.get("a") is None\n    assert len(cache) >= 0',
      ]),
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'a note without text is unprocessable after the move to a schema',
    expected: [],
    files: {
      ...altered('notes/views.py', NOTES, [
        'return jsonify(error="text is required"), 400',
        'return jsonify(error="text: field required"), 422',
      ]),
      ...altered(
        'tests/test_notes.py',
        NOTES_TEST,
        ['assert response.status_code == 400', 'assert response.status_code == 422'],
        ['== "text is required"', '== "text: field required"'],
      ),
    },
  },
  {
    name: 'fixtures of the notes go to conftest',
    expected: [],
    files: {
      'tests/conftest.py': [
        null,
        `import pytest

from notes import create_app
from notes.models import db


@pytest.fixture
def client():
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    with app.app_context():
        db.create_all()
        yield app.test_client()
`,
      ],
      ...altered('tests/test_notes.py', NOTES_TEST, [
        `import pytest

from notes import create_app
from notes.models import Note, db


@pytest.fixture
def client():
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    with app.app_context():
        db.create_all()
        yield app.test_client()
`,
        'from notes.models import Note, db\n',
      ]),
    },
  },
  {
    name: 'statuses of the notes by their names in http',
    expected: [],
    files: altered(
      'tests/test_notes.py',
      NOTES_TEST,
      [
        'import pytest\n\nfrom notes import',
        'from http import HTTPStatus\n\nimport pytest\n\nfrom notes import',
      ],
      ['status_code == 200', 'status_code == HTTPStatus.OK'],
      ['status_code == 404', 'status_code == HTTPStatus.NOT_FOUND'],
      ['status_code == 201', 'status_code == HTTPStatus.CREATED'],
      ['status_code == 400', 'status_code == HTTPStatus.BAD_REQUEST'],
    ),
  },
  {
    name: 'weeks are read, and the ids of the rows are told',
    expected: [],
    files: {
      ...altered(
        'tempo/duration.py',
        DURATION,
        ['"d": 86400}', '"d": 86400, "w": 604800}'],
        ['([smhd])', '([smhdw])'],
      ),
      ...altered(
        'tests/test_duration.py',
        DURATION_TEST,
        ['        ("0", 0),', '        pytest.param("0", 0, id="zero"),'],
        ['        ("1d", 86400),', '        ("1d", 86400),\n        ("1w", 604800),'],
        ['        ("30m1h", 5400),', '        pytest.param("30m1h", 5400, id="odd order"),'],
      ),
    },
  },
  {
    name: 'a bare number is refused since the units are asked for',
    expected: [],
    files: {
      ...altered(
        'tempo/duration.py',
        DURATION,
        [' A bare number is seconds."""', ' A bare number is refused: say the unit."""'],
        ['    if text.isdigit():\n        return int(text)\n', ''],
      ),
      ...altered(
        'tests/test_duration.py',
        DURATION_TEST,
        ['        ("0", 0),\n        ("45", 45),\n', ''],
        ['["", "x",', '["", "0", "45", "x",'],
      ),
      'CHANGES.rst': ['1.4\n---\n', '2.0\n---\n\n* Breaking: durations need a unit.\n\n1.4\n---\n'],
    },
  },
  {
    name: 'frames are made by a builder in a module of its own',
    expected: [],
    files: {
      'tests/frames.py': [
        null,
        `import pandas as pd


def sales(*rows):
    return pd.DataFrame(rows, columns=["customer", "day", "amount"])
`,
      ],
      'tests/test_clean.py': [
        CLEAN_TEST,
        edited(CLEAN_TEST, [
          `import pandas as pd
from pandas.testing import assert_frame_equal

from sales.clean import clean, monthly


def frame(*rows):
    return pd.DataFrame(rows, columns=["customer", "day", "amount"])
`,
          `from pandas.testing import assert_frame_equal

from sales.clean import clean, monthly

from .frames import sales
`,
        ]).replaceAll('frame((', 'sales(('),
      ],
    },
  },
  {
    name: 'the first of a day wins, as accounting wants it',
    expected: [],
    files: {
      ...altered('sales/clean.py', CLEAN, ['keep="last"', 'keep="first"']),
      ...altered(
        'tests/test_clean.py',
        CLEAN_TEST,
        ['test_last_of_a_day_wins', 'test_first_of_a_day_wins'],
        ['== [3.0]', '== [1.0]'],
      ),
    },
  },
  {
    name: 'tmp_path in place of tmpdir',
    expected: [],
    files: {
      'tests/test_cli.py': [
        TODO_TEST,
        TODO_TEST.replaceAll('tmpdir.join("t.json")', 'tmp_path / "t.json"')
          .replaceAll('(tmpdir)', '(tmp_path)')
          .replaceAll('file.read()', 'file.read_text()')
          .replaceAll("file.write('", "file.write_text('"),
      ],
    },
  },
  {
    name: 'click 8.2 prints usage on the error stream',
    expected: [],
    files: {
      'requirements.txt': ['click==8.1.7\n', 'click==8.2.1\n'],
      ...altered('tests/test_cli.py', TODO_TEST, [
        'assert "No such command" in result.output',
        'assert "No such command" in result.stderr',
      ]),
    },
  },
  {
    name: 'the message of add counts before it names',
    expected: [],
    files: {
      ...altered('todo/cli.py', TODO, [
        'click.echo(f"added {title} ({len(items)} in all)")',
        'click.echo(f"{len(items)}: {title}")',
      ]),
      ...altered('tests/test_cli.py', TODO_TEST, [
        'assert result.output == "added bread (1 in all)\\n"',
        'assert result.output == "1: bread\\n"',
      ]),
    },
  },
  {
    name: 'the waiting task is given turns of the loop, not half a second',
    expected: [],
    files: altered('tests/test_pool.py', POOL_TEST, [
      '    await asyncio.sleep(0.5)\n',
      '    for _ in range(5):\n        await asyncio.sleep(0)\n',
    ]),
  },
  {
    name: 'the mode of asyncio is automatic and marks are gone',
    expected: [],
    files: {
      'pyproject.toml': [
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\nasyncio_mode = "auto"\n',
      ],
      'tests/test_pool.py': [POOL_TEST, POOL_TEST.replaceAll('@pytest.mark.asyncio\n', '')],
    },
  },
  {
    name: 'connections of the pool are made with a timeout, in every test',
    expected: [],
    files: {
      ...altered(
        'wire/pool.py',
        POOL,
        [
          'def __init__(self, connect, size=2):',
          'def __init__(self, connect, *, timeout, size=2):',
        ],
        [
          'return await self._connect()',
          'return await asyncio.wait_for(self._connect(), self._timeout)',
        ],
        [
          '        self._left = size\n',
          '        self._left = size\n        self._timeout = timeout\n',
        ],
      ),
      'tests/test_pool.py': [
        POOL_TEST,
        POOL_TEST.replaceAll('Pool(connect)', 'Pool(connect, timeout=1)').replaceAll(
          'Pool(connect, size=1)',
          'Pool(connect, timeout=1, size=1)',
        ),
      ],
    },
  },
  {
    name: 'statistics are tested with pytest',
    expected: [],
    files: {
      'tests/test_stats.py': [
        STATS_TEST,
        `import numpy as np
import pytest

from lab.stats import moving_average, zscores


def test_mean_of_scores_is_zero():
    assert zscores([1, 2, 3, 4]).mean() == pytest.approx(0.0, abs=1e-12)


def test_scores():
    np.testing.assert_allclose(zscores([1, 3]), [-1.0, 1.0], rtol=1e-9)


def test_scores_of_a_constant():
    assert zscores([5, 5]).tolist() == [0.0, 0.0]


def test_average_of_width_two():
    np.testing.assert_allclose(moving_average([1, 2, 4], 2), [1.5, 3.0], rtol=1e-9)


def test_width_must_be_positive():
    with pytest.raises(ValueError, match="must be positive"):
        moving_average([1], 0)
`,
      ],
    },
  },
  {
    name: 'the average is centred and keeps the length',
    expected: [],
    files: {
      ...altered('lab/stats.py', STATS, ['mode="valid"', 'mode="same"']),
      ...altered('tests/test_stats.py', STATS_TEST, [
        'moving_average([1, 2, 4], 2), [1.5, 3.0]',
        'moving_average([1, 2, 4], 2), [0.5, 1.5, 3.0]',
      ]),
    },
  },
  {
    name: 'a claim that says the same again is dropped by the linter',
    expected: [],
    files: altered('tests/test_books.py', BOOKS_TEST, [
      '        self.assertFalse(self.books.copies("9"))\n',
      '',
    ]),
  },
  {
    name: 'book becomes item in the whole of the library',
    expected: [],
    files: {
      'library/items.py': [BOOKS, BOOKS.replaceAll('Book', 'Item').replaceAll('book', 'item')],
      'tests/test_items.py': [
        BOOKS_TEST,
        BOOKS_TEST.replaceAll('Book', 'Item').replaceAll('book', 'item'),
      ],
    },
    moves: { 'library/items.py': 'library/books.py', 'tests/test_items.py': 'tests/test_books.py' },
  },
  {
    name: 'lending is split from the repository, and so are its tests',
    expected: [],
    files: {
      ...altered('tests/test_books.py', BOOKS_TEST, [
        `    def test_lending_the_last_copy_twice(self):
        self.books.add("1", "Emma")
        self.books.lend("1")
        with self.assertRaises(NotFound):
            self.books.lend("1")
        self.assertEqual(self.books.copies("1"), 0)

`,
        '',
      ]),
      'tests/test_lending.py': [
        null,
        `import sqlite3
import unittest

from library.books import BookRepository, NotFound


class LendingTest(unittest.TestCase):
    def setUp(self):
        self.books = BookRepository(sqlite3.connect(":memory:"))
        self.books.add("1", "Emma")

    def test_the_last_copy_twice(self):
        self.books.lend("1")
        with self.assertRaises(NotFound):
            self.books.lend("1")
        self.assertEqual(self.books.copies("1"), 0)
`,
      ],
    },
  },
  {
    name: 'an empty basket is an error of its own',
    expected: [],
    files: {
      ...altered(
        'shop/views.py',
        CHECKOUT,
        [
          'return HttpResponseRedirect("/basket/", status=302)',
          'return render(request, "shop/empty.html", status=409)',
        ],
        [
          'from django.views.decorators',
          'from django.shortcuts import render\nfrom django.views.decorators',
        ],
      ),
      ...altered('shop/tests/test_checkout.py', CHECKOUT_TEST, [
        'self.assertRedirects(response, "/basket/")',
        'self.assertEqual(response.status_code, 409)\n        self.assertTemplateUsed(response, "shop/empty.html")',
      ]),
    },
  },
  {
    name: 'addresses of the shop by name',
    expected: [],
    files: {
      'shop/tests/test_checkout.py': [
        CHECKOUT_TEST,
        edited(CHECKOUT_TEST, [
          'from django.test import TestCase\n',
          'from django.test import TestCase\nfrom django.urls import reverse\n',
        ])
          .replaceAll('self.client.post("/checkout/")', 'self.client.post(reverse("checkout"))')
          .replaceAll('self.client.get("/checkout/")', 'self.client.get(reverse("checkout"))')
          .replaceAll('"/basket/"', 'reverse("basket")'),
      ],
    },
  },
  {
    name: 'payments are tested against a fake of the transport',
    expected: [],
    files: {
      'tests/test_payment.py': [
        PAYMENT_TEST,
        `import json

import pytest
import responses

from billing.payment import PaymentClient, PaymentError

URL = "https://pay.test/charges"


@responses.activate
def test_charge():
    responses.post(URL, json={"id": "ch_1"}, status=201)
    assert PaymentClient("https://pay.test", "k").charge(500, "tok") == "ch_1"
    assert json.loads(responses.calls[0].request.body) == {"amount": 500, "source": "tok"}


@responses.activate
def test_declined():
    responses.post(URL, json={"message": "card declined"}, status=402)
    with pytest.raises(PaymentError, match="card declined"):
        PaymentClient("https://pay.test", "k").charge(500, "tok")
`,
      ],
    },
  },
  {
    name: 'a charge has a currency',
    expected: [],
    files: {
      ...altered(
        'billing/payment.py',
        PAYMENT,
        ['def charge(self, cents, token):', 'def charge(self, cents, token, currency="eur"):'],
        [
          'json={"amount": cents, "source": token},',
          'json={"amount": cents, "source": token, "currency": currency},',
        ],
      ),
      ...altered('tests/test_payment.py', PAYMENT_TEST, [
        '== {"amount": 500, "source": "tok"}',
        '== {"amount": 500, "source": "tok", "currency": "eur"}',
      ]),
    },
  },
  {
    name: 'Windows is not supported any more',
    expected: [],
    files: {
      ...altered(
        'kit/paths.py',
        PATHS,
        ['    if sys.platform == "win32":\n        return environ["APPDATA"]\n', ''],
        ['import os\nimport sys\n', 'import os\n'],
      ),
      'tests/test_paths.py': [
        PATHS_TEST,
        edited(
          PATHS_TEST.replaceAll(
            '@pytest.mark.skipif(sys.platform == "win32", reason="POSIX")\n',
            '',
          ),
          [
            `@pytest.mark.skipif(sys.platform != "win32", reason="Windows")
def test_config_home_windows():
    assert config_home({"APPDATA": "C:/a"}) == "C:/a"


`,
            '',
          ],
          ['import sys\n\nimport pytest\n\n', ''],
        ),
      ],
      'README.md': ['Runs on Linux, macOS and Windows.\n', 'Runs on Linux and macOS.\n'],
    },
  },
  {
    name: 'what was deprecated in templates is gone with its test',
    expected: [],
    files: {
      ...altered('tiny/template.py', TEMPLATE, [
        `

def render_all(sources, **values):
    """Deprecated: use Template."""
    return [Template(source).render(**values) for source in sources]
`,
        '',
      ]),
      ...altered(
        'tests/test_template.py',
        TEMPLATE_TEST,
        ['import Template, render_all', 'import Template'],
        [
          `

def test_render_all():
    assert render_all(["{a}", "-{a}"], a=1) == ["1", "-1"]
`,
          '',
        ],
      ),
    },
  },
  {
    name: 'raises is told with a match',
    expected: [],
    files: altered('tests/test_template.py', TEMPLATE_TEST, [
      `    with raises(KeyError) as error:
        Template("{a} {b}").render(a=1)
    assert "b" in str(error.value)
`,
      `    with raises(KeyError, match="b"):
        Template("{a} {b}").render(a=1)
`,
    ]),
  },
  {
    name: 'the cache is told the time, instead of sleep',
    expected: [],
    files: altered(
      'tests/test_cache.py',
      CACHE_TEST,
      [
        `    cache = Cache(ttl=0.1)
    cache.put("a", 1)
    time.sleep(0.2)
`,
        `    now = [0.0]
    cache = Cache(ttl=0.1, clock=lambda: now[0])
    cache.put("a", 1)
    now[0] = 0.2
`,
      ],
      ['import time\n\n', ''],
    ),
  },
  {
    name: 'tests of the cache live beside it',
    expected: [],
    ...moved('tests/test_cache.py', 'store/tests/test_cache.py', CACHE_TEST, [
      'from store.cache import Cache',
      'from ..cache import Cache',
    ]),
  },
  {
    name: 'the cache in memory is withdrawn, tests and all',
    expected: [],
    files: {
      'store/cache.py': [CACHE, null],
      'tests/test_cache.py': [CACHE_TEST, null],
      'store/__init__.py': [
        'from .cache import Cache\nfrom .disk import Disk\n',
        'from .disk import Disk\n',
      ],
    },
  },
];

export const SECOND_PYTHON: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
