import { describe, expect, it } from 'vitest';
import type { Assertion, TestCase } from '../../../src/tampering/test-file.ts';
import { READER } from '../../rig/values/reader.ts';
import { readExamples } from '../../rig/values/tampering-examples.ts';
import { readFile } from '../../rig/values/told-tests.ts';

const read = (text: string, path = 'tests/test_cart.py') => readFile(text, path);
const isTestFile = (path: string): boolean =>
  READER.languageOf(path)?.isTestFile(path, '') === true;
const definitionsOf = (text: string) => READER.readDefinitions('src/cart.py', text);

/** The body of a test, read. */
function bodyOf(...lines: readonly string[]): TestCase {
  const body = lines.map((line) => `    ${line}`).join('\n');
  const [test] = read(`def test_it(fixture):\n${body}\n`).tests;
  if (test === undefined) throw new Error('no test was found');
  return test;
}

/** An assertion as one line: subject, form, what is expected, and the rest where there is any. */
function claimOf({
  expected,
  form,
  guard,
  negated,
  subject,
  tolerance,
  wildcards,
}: Assertion): string {
  return [
    subject,
    negated ? `not ${form}` : form,
    expected ?? '-',
    ...(tolerance === undefined ? [] : [`±${tolerance}`]),
    ...(wildcards === undefined ? [] : [`*${wildcards}`]),
    ...(guard === undefined ? [] : [guard]),
  ].join(' | ');
}

describe('one line asserts', () => {
  it.each([
    ['assert add(1, 2) == 3', 'add(1,2) | equal | 3'],
    ['assert 3 == add(1, 2), "sum"', 'add(1,2) | equal | 3'],
    ['self.assertEqual(add(1, 2), 3)', 'add(1,2) | equal | 3'],
    ['self.assertEqual(3, add(1, 2), msg="x")', 'add(1,2) | equal | 3'],
    ['eq_(add(1, 2), 3)', 'add(1,2) | equal | 3'],
    ['np.testing.assert_array_equal(f(1), [1, 2,])', 'f(1) | equal | [1,2]'],
    ['assert (add(1,2) == 3)', 'add(1,2) | equal | 3'],
    ['assert add(1, 2) != 3', 'add(1,2) | not equal | 3'],
    ['self.assertNotEqual(add(1, 2), 3)', 'add(1,2) | not equal | 3'],
    ['assert not add(1, 2) == 3', 'add(1,2) | not equal | 3'],
    ['assert total == Decimal("3.10")', 'total | equal | Decimal("3.10")'],
    ['assert EXPECTED == total', 'total | equal | EXPECTED'],
    ["assert user['name'] == 'Ann'", 'user["name"] | equal | "Ann"'],
    ['assert x is None', 'x | equal | None'],
    ['self.assertIsNone(x)', 'x | equal | None'],
    ['assert x is not None', 'x | defined | -'],
    ['self.assertIsNotNone(x)', 'x | defined | -'],
    ['assert x is True', 'x | equal | true'],
    ['assert x == False', 'x | equal | false'],
    ['assert f(x)', 'f(x) | truthy | -'],
    ['assert not f(x)', 'f(x) | not truthy | -'],
    ['self.assertTrue(f(x))', 'f(x) | truthy | -'],
    ['self.assertFalse(f(x))', 'f(x) | not truthy | -'],
    ['self.assertTrue(f(x) == 2)', 'f(x) | equal | 2'],
    ['assert len(xs) == 3', 'xs | count | 3'],
    ['self.assertEqual(len(xs), 3)', 'xs | count | 3'],
    ['assert len(xs) > 0', 'xs | defined | -'],
    ['assert x > 1', 'x | compares | >1'],
    ['assert 1 < x', 'x | compares | >1'],
    ['assert not x > 1', 'x | compares | <=1'],
    ['self.assertGreaterEqual(x, 1)', 'x | compares | >=1'],
    ['assert "a" in text', 'text | contains | "a"'],
    ['self.assertIn("a", text)', 'text | contains | "a"'],
    ['assert "a" not in text', 'text | not contains | "a"'],
    ['assert code in (200, 201)', 'code | contains | (200,201)'],
    ['assert code == 200 or code == 201', 'code | contains | 200 or 201'],
    ['assert isinstance(x, int)', 'x | instance | int'],
    ['assert type(x) is int', 'x | instance | int'],
    ['self.assertIsInstance(x, int)', 'x | instance | int'],
    ['assert f() == pytest.approx(0.3)', 'f() | near | 0.3 | ±0.000001'],
    ['assert f() == pytest.approx(0.3, abs=1e-2)', 'f() | near | 0.3 | ±0.01'],
    ['assert abs(f() - 0.3) < 0.5', 'f() | near | 0.3 | ±0.5'],
    ['self.assertAlmostEqual(f(), 0.3, places=2)', 'f() | near | 0.3 | ±0.01'],
    ['self.assertAlmostEqual(f(), 0.3, delta=5)', 'f() | near | 0.3 | ±5'],
    ['np.testing.assert_allclose(f(), want, rtol=1e-3)', 'f() | near | want | ±0.001'],
    ['np.testing.assert_allclose(f(), want)', 'f() | near | want | ±1e-7'],
    ['assert np.allclose(f(), 2, atol=0.1)', 'f() | near | 2 | ±0.1'],
    ['assert_frame_equal(f(), want, check_dtype=False)', 'f() | equal | want | *1'],
    ['self.assertCountEqual(f(), [1, 2])', 'f() | equal | [1,2] | *1'],
    ['assert text.startswith("a")', 'text | matches | startswith "a"'],
    ['assert re.match("a+", text)', 'text | matches | "a+"'],
    ['self.assertRegex(text, r"a+")', 'text | matches | "a+"'],
    ['assert f() == snapshot', 'f() | snapshot | -'],
    ['assert f() == {"id": ANY, "n": 1}', 'f() | equal | {"id":ANY,"n":1} | *1'],
    ['double.send.assert_called()', 'double.send | called | -'],
    ['double.send.assert_called_with(1)', 'double.send | called | (1)'],
    ['double.send.assert_not_called()', 'double.send | not called | -'],
    ['assert double.send.call_count == 2', 'double.send | called | count 2'],
    ['assert double.send.called', 'double.send | called | -'],
    ['pytest.raises(ValueError, parse, "x")', 'parse("x") | throws | ValueError'],
    ['self.assertRaises(ValueError, lambda: parse("x"))', 'parse("x") | throws | ValueError'],
    ['self.assertRaisesRegex(ValueError, "bad", parse, 1)', 'parse(1) | throws | ValueError "bad"'],
    ['assert_user_is_active(user, 3)', 'user | custom | assert_user_is_active 3'],
    ['self.assertRedirects(response, "/x")', 'response | custom | assertRedirects "/x"'],
    ['self.assertContains(response, "x", status_code=201)', 'response | contains | "x" 201'],
    ['assert_that(f(1)).is_equal_to(2)', 'f(1) | equal | 2'],
    ['assert_that(f(1), equal_to(2))', 'f(1) | equal | 2'],
    ['assert True', ' | vacuous | -'],
    ['assert 1 == 1', ' | vacuous | -'],
    ['self.assertEqual(1, 1)', ' | vacuous | -'],
    ['self.assertTrue(True)', ' | vacuous | -'],
    ['assert x == x', 'x | vacuous | -'],
    ['assert f(1) == 2 or True', 'f(1) | vacuous | -'],
    ['assert (f(1) == 2, "msg")', 'f(1) | vacuous | -'],
    ['assert len(x) >= 0', 'len(x) | vacuous | -'],
    ['assert double.called_once_with(1)', 'double | vacuous | -'],
    ['assert x == mock.ANY', 'x | vacuous | mock.ANY'],
    ['assert set(f(x)) == {1, 2}', 'f(x) | equal | {1,2} | *1'],
    ['assert {1, 2} == set(x)', 'x | equal | {1,2} | *1'],
    ['assert sorted(x) == [1, 2]', 'x | equal | [1,2] | *1'],
    ['assert sorted(x) == sorted(y)', 'x | equal | y | *1'],
    ['assert sorted(expected) == sorted(f(x))', 'f(x) | equal | expected | *1'],
    ['self.assertEqual(set(x), set([1, 2]))', 'x | equal | [1,2] | *1'],
    ['assert Counter(x) == Counter(["a"])', 'x | equal | ["a"] | *1'],
    ['assert f() == b"x"', 'f() | equal | b"x"'],
    ["assert f() == B'x'", 'f() | equal | b"x"'],
    ['assert f() == r"x"', 'f() | equal | "x"'],
    ['assert f() == f"{x}"', 'f() | equal | f"{x}"'],
    ['assert f() == (1,)', 'f() | equal | (1,)'],
    ['assert f() == (1)', 'f() | equal | 1'],
    ['assert f() == (1, 2,)', 'f() | equal | (1,2)'],
    ['assert f() == [(1,), g(2,)]', 'f() | equal | [(1,),g(2)]'],
    ['assert x<-1', 'x | compares | <-1'],
    ['assert x>-1', 'x | compares | >-1'],
    ['double.assert_called_once', 'double | vacuous | -'],
  ])('%s', (line, expected) => {
    expect(bodyOf(line).assertions.map(claimOf)).toEqual([expected]);
  });

  it.each([
    ['add(1, 2) == 3', []],
    ['assert False', []],
    ['client.patch("/users/1")', []],
    ['assert a == 1 and b == 2', ['a | equal | 1', 'b | equal | 2']],
    ['assert 0 < x <= 5', ['x | compares | >0', 'x | compares | <=5']],
    [
      'double.assert_called_once_with(1, k=2)',
      ['double | called | (1,k=2)', 'double | called | count 1'],
    ],
  ])('none or several: %s', (line, expected) => {
    expect(bodyOf(line).assertions.map(claimOf)).toEqual(expected);
  });
});

describe('several lines assert', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a local is its call', ['sum = add(1, 2)', 'assert sum == 3'], ['add(1,2) | equal | 3']],
    [
      'an expected local is its literal',
      ['expected = {"a": 1}', 'assert f() == expected'],
      ['f() | equal | {"a":1}'],
    ],
    [
      'an expected local first',
      ['expected = 3', 'assert expected == add(1, 2)'],
      ['add(1,2) | equal | 3'],
    ],
    ['a local that changes', ['n = f()', 'n = g()', 'assert n == 3'], ['g() | equal | 3']],
    [
      'a local that may have changed stays',
      ['n = f()', 'if a:', '    n = g()', 'assert n == 3'],
      ['n | equal | 3'],
    ],
    ['a double stays', ['cart = MagicMock()', 'assert cart == 3'], ['cart | equal | 3']],
    [
      'another name of the same',
      ['got = f()', 'expected = got', 'assert got == expected'],
      ['f() | vacuous | -'],
    ],
    ['a literal in the place of the call', ['got = 3', 'assert got == 3'], ['got | vacuous | -']],
    ['awaited', ['got = await fetch(1)', 'assert got == 2'], ['fetch(1) | equal | 2']],
    [
      'raises',
      ['with pytest.raises(ValueError, match="bad"):', '    parse("x")'],
      ['parse("x") | throws | ValueError "bad"'],
    ],
    [
      'assertRaises',
      ['with self.assertRaises(ValueError) as caught:', '    x = parse("x")'],
      ['parse("x") | throws | ValueError'],
    ],
    [
      'behind what is thrown',
      ['with pytest.raises(ValueError) as e:', '    parse("x")', '    assert e.value == 3'],
      ['parse("x") | throws | ValueError', 'e.value | equal | 3 | unreachable'],
    ],
    [
      'the old way of raises',
      ['try:', '    parse("x")', '    self.fail("no")', 'except ValueError:', '    pass'],
      ['parse("x") | throws | ValueError'],
    ],
    ['if and fail', ['if add(1, 2) != 3:', '    pytest.fail("wrong")'], ['add(1,2) | equal | 3']],
    [
      'swallowed',
      ['try:', '    assert f() == 1', 'except AssertionError:', '    pass'],
      ['f() | equal | 1 | swallowed'],
    ],
    [
      'swallowed and printed',
      ['try:', '    assert f() == 1', 'except Exception as e:', '    print(e)'],
      ['f() | equal | 1 | swallowed'],
    ],
    [
      'thrown again',
      ['try:', '    assert f() == 1', 'except Exception:', '    log()', '    raise'],
      ['f() | equal | 1'],
    ],
    ['cleaned up', ['try:', '    assert f() == 1', 'finally:', '    close()'], ['f() | equal | 1']],
    [
      'suppressed',
      ['with contextlib.suppress(AssertionError):', '    assert f() == 1'],
      ['f() | equal | 1 | swallowed'],
    ],
    [
      'below an if',
      ['if os.environ.get("CI"):', '    assert f() == 1'],
      ['f() | equal | 1 | conditional'],
    ],
    [
      'below if and else',
      ['if kind == 1:', '    assert f() == 1', 'else:', '    assert f() == 2'],
      ['f() | equal | 1', 'f() | equal | 2'],
    ],
    ['below if False', ['if False:', '    assert f() == 1'], ['f() | equal | 1 | unreachable']],
    ['on one line', ['if 0: assert f() == 1'], ['f() | equal | 1 | unreachable']],
    ['behind a return', ['return', 'assert f() == 1'], ['f() | equal | 1 | unreachable']],
    [
      'behind a return on a condition',
      ['if not ready():', '    return', 'assert f() == 1'],
      ['f() | equal | 1 | conditional'],
    ],
    ['below a loop', ['for x in rows():', '    assert x == 1'], ['x | equal | 1']],
    [
      'below a loop over nothing',
      ['for x in []:', '    assert x == 1'],
      ['x | equal | 1 | unreachable'],
    ],
    [
      'in a function that nobody calls',
      ['def check():', '    assert f() == 1'],
      ['f() | equal | 1 | unreachable'],
    ],
    [
      'in a function that is called',
      ['def check():', '    assert f() == 1', 'check()'],
      ['f() | equal | 1'],
    ],
    ['over several lines', ['assert f(', '  1,', ') == [', '    2,', ']'], ['f(1) | equal | [2]']],
    ['behind a backslash', ['assert f() \\', '    == 1'], ['f() | equal | 1']],
    [
      'with subTest',
      ['with self.subTest(i=1):', '    self.assertEqual(f(), 1)'],
      ['f() | equal | 1'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(bodyOf(...lines).assertions.map(claimOf)).toEqual(expected);
  });
});

describe('whether a test runs', () => {
  const plain = 'def test_a():\n    assert f() == 1\n';
  it.each<[string, string, string]>([
    ['plain', plain, 'test_a runs'],
    ['skip', `@pytest.mark.skip(reason="later")\n${plain}`, 'test_a skipped'],
    ['bare skip', `@pytest.mark.skip\n${plain}`, 'test_a skipped'],
    ['unittest skip', `@unittest.skip("x")\n${plain}`, 'test_a skipped'],
    [
      'skipif',
      `@pytest.mark.skipif(sys.platform == "win32", reason="x")\n${plain}`,
      'test_a conditional',
    ],
    ['skipif True', `@pytest.mark.skipif(True, reason="x")\n${plain}`, 'test_a skipped'],
    ['skipif False', `@pytest.mark.skipif(False, reason="x")\n${plain}`, 'test_a runs'],
    ['skipUnless', `@unittest.skipUnless(HAS, "x")\n${plain}`, 'test_a conditional'],
    ['xfail', `@pytest.mark.xfail(strict=True)\n${plain}`, 'test_a expected-to-fail'],
    ['expectedFailure', `@unittest.expectedFailure\n${plain}`, 'test_a expected-to-fail'],
    ['a mark by name', `later = pytest.mark.skip(reason="x")\n@later\n${plain}`, 'test_a skipped'],
    ['another mark', `@pytest.mark.slow\n${plain}`, 'test_a runs'],
    ['skip in the body', 'def test_a():\n    pytest.skip("x")\n    assert f()\n', 'test_a skipped'],
    [
      'skip in the body below if',
      'def test_a():\n    if not has():\n        pytest.skip("x")\n    assert f()\n',
      'test_a conditional',
    ],
    [
      'skipTest',
      'class TestA(TestCase):\n    def test_a(self):\n        self.skipTest("x")\n',
      'test_a skipped',
    ],
    ['SkipTest', 'def test_a():\n    raise unittest.SkipTest("x")\n', 'test_a skipped'],
    [
      'importorskip',
      'def test_a():\n    np = pytest.importorskip("numpy")\n    assert f()\n',
      'test_a conditional',
    ],
    ['pytestmark', `pytestmark = [pytest.mark.slow, pytest.mark.skip]\n${plain}`, 'test_a skipped'],
    [
      'a class',
      `@pytest.mark.skip\nclass TestA:\n    def test_a(self):\n        assert f()\n`,
      'test_a skipped',
    ],
    [
      'setUp',
      'class A(TestCase):\n    def setUp(self):\n        self.skipTest("x")\n    def test_a(self):\n        self.assertTrue(f())\n',
      'test_a skipped',
    ],
    [
      'below if',
      `if sys.platform == "linux":\n    def test_a():\n        assert f()\n`,
      'test_a conditional',
    ],
    ['shadowed', `${plain}\ndef test_a():\n    pytest.skip()\n`, 'test_a skipped'],
    ['marked behind it', `${plain}test_a = pytest.mark.skip(test_a)\n`, 'test_a skipped'],
    [
      'a decorator that never calls',
      `def off(fn):\n    def run():\n        pass\n    return run\n@off\n${plain}`,
      'test_a skipped',
    ],
    ['renamed', plain.replace('test_a', '_test_a'), ''],
    ['a fixture', `@pytest.fixture\n${plain}`, ''],
    ['set to nothing', `${plain}test_a = None\n`, ''],
    [
      'a class with __init__',
      'class TestA:\n    def __init__(self):\n        pass\n    def test_a(self):\n        assert f()\n',
      '',
    ],
    ['a class of another name', 'class CartSpec:\n    def test_a(self):\n        assert f()\n', ''],
    [
      'a class that is no test',
      'class TestA:\n    __test__ = False\n    def test_a(self):\n        assert f()\n',
      '',
    ],
    [
      'a TestCase of any name',
      'class CartSpec(unittest.TestCase):\n    def test_a(self):\n        assert f()\n',
      'test_a runs',
    ],
    ['async', 'async def test_a():\n    assert await f() == 1\n', 'test_a runs'],
  ])('%s', (_, text, expected) => {
    expect(
      read(text)
        .tests.map(({ mode, name }) => `${name} ${mode}`)
        .join(', '),
    ).toBe(expected);
  });

  it('finds no tests in a file that runners do not find', () => {
    expect(read(plain, 'tests/cart.py').tests).toEqual([]);
    expect(read(plain, 'tests/cart_test.py').tests).toHaveLength(1);
  });

  it.each([
    ['tests/test_a.py', true],
    ['a_test.py', true],
    ['app/tests.py', true],
    ['tests/helpers.py', true],
    ['conftest.py', true],
    ['src/cart.py', false],
    ['tests/test_a.pyi', false],
    ['src/latest.py', false],
  ])('%s is a test file: %s', (path, expected) => {
    expect(isTestFile(path)).toBe(expected);
  });
});

describe('the cases of a test', () => {
  const body = 'def test_a(a, b):\n    assert f(a) == b\n';
  it.each<[string, string, readonly string[], boolean]>([
    ['none', body, [], false],
    [
      'parametrize',
      `@pytest.mark.parametrize("a,b", [(1, 2), (3, 4),])\n${body}`,
      ['(1,2)', '(3,4)'],
      false,
    ],
    [
      'param',
      `@pytest.mark.parametrize("a", [pytest.param(1, 2, id="x"), pytest.param(3, marks=pytest.mark.skip)])\n${body}`,
      ['(1,2)'],
      false,
    ],
    ['by name', `ROWS = [1, 2]\n@pytest.mark.parametrize("a", ROWS)\n${body}`, ['1', '2'], false],
    [
      'a part',
      `ROWS = [1, 2, 3]\n@pytest.mark.parametrize("a", ROWS[:2])\n${body}`,
      ['1', '2'],
      false,
    ],
    [
      'the last',
      `ROWS = [1, 2, 3]\n@pytest.mark.parametrize("a", ROWS[-1:])\n${body}`,
      ['3'],
      false,
    ],
    [
      'a part that is not known',
      `ROWS = [1, 2]\n@pytest.mark.parametrize("a", ROWS[:n])\n${body}`,
      [],
      true,
    ],
    [
      'a loop over rows of the file',
      'ROWS = ((1, 2), (3, 4))\ndef test_a():\n    for a, b in ROWS:\n        assert f(a) == b\n',
      ['(1,2)', '(3,4)'],
      false,
    ],
    [
      'a loop over rows of the class',
      'class TestA:\n    ROWS = [1, 2]\n    def test_a(self):\n        for a in self.ROWS:\n            assert f(a)\n',
      ['1', '2'],
      false,
    ],
    [
      'a loop over rows of a class above it',
      'class Rows:\n    ROWS = {"a": 1}\nclass TestA(Rows):\n    def test_a(self):\n        for a, b in self.ROWS.items():\n            assert f(a) == b\n',
      ['"a":1'],
      false,
    ],
    [
      'a loop over rows of a class by its name',
      'class Rows:\n    ROWS = [1, 2]\ndef test_a():\n    for a in Rows.ROWS[1:]:\n        assert f(a)\n',
      ['2'],
      false,
    ],
    [
      'rows of the class in a decorator',
      'class TestA:\n    ROWS = [1, 2]\n    @pytest.mark.parametrize("a", ROWS)\n    def test_a(self, a):\n        assert f(a)\n',
      ['1', '2'],
      false,
    ],
    [
      'a name that the class has as well',
      'class TestA:\n    rows = [1, 2]\n    def test_a(self, rows):\n        for a in rows:\n            assert f(a)\n',
      [],
      true,
    ],
    ['from elsewhere', `@pytest.mark.parametrize("a", rows())\n${body}`, [], true],
    [
      'made of itself',
      'def test_a():\n    rows = list(rows)\n    for a in rows:\n        assert f(a)\n',
      [],
      true,
    ],
    ['spread', `@pytest.mark.parametrize("a", [1, *OTHERS])\n${body}`, ['1'], true],
    ['expand', `@parameterized.expand([(1, 2)])\n${body}`, ['(1,2)'], false],
    ['example', `@example(a=1, b=2)\n@given(st.integers())\n${body}`, ['(a=1,b=2)'], true],
    [
      'a loop',
      'def test_a():\n    for a, b in [(1, 2), (3, 4)]:\n        assert f(a) == b\n',
      ['(1,2)', '(3,4)'],
      false,
    ],
    [
      'a fixture',
      `@pytest.fixture(params=[1, 2])\ndef a(request):\n    return request.param\n${body}`,
      ['1', '2'],
      false,
    ],
    [
      'of a class',
      `@pytest.mark.parametrize("a", [7])\nclass TestA:\n    def test_a(self, a):\n        assert f(a)\n`,
      ['7'],
      false,
    ],
  ])('%s', (_, text, cases, hasOtherCases) => {
    expect(read(text).tests[0]).toMatchObject({ cases, hasOtherCases });
  });
});

describe('doubles', () => {
  it.each<[string, string, readonly string[]]>([
    ['patch', '@patch("shop.total")\ndef test_a(m):\n    pass\n', ['shop.total']],
    [
      'mock.patch.object',
      'def test_a():\n    with mock.patch.object(Cart, "total", return_value=3):\n        pass\n',
      ['Cart.total'],
    ],
    [
      'mocker',
      'def test_a(mocker):\n    mocker.patch("shop.total", return_value=3)\n',
      ['shop.total'],
    ],
    [
      'setattr by owner',
      'def test_a(monkeypatch):\n    monkeypatch.setattr(shop, "total", lambda: 3)\n',
      ['shop.total'],
    ],
    [
      'setattr by text',
      'def test_a(monkeypatch):\n    monkeypatch.setattr("shop.total", lambda: 3)\n',
      ['shop.total'],
    ],
    ['a setting', 'def test_a(monkeypatch):\n    monkeypatch.setattr(shop, "RATE", 3)\n', []],
    [
      'patch.dict',
      'def test_a():\n    with patch.dict(os.environ, {"A": "1"}):\n        pass\n',
      [],
    ],
    ['assigned', 'def test_a():\n    Cart.total = MagicMock(return_value=3)\n', ['Cart.total']],
    ['a lambda', 'import shop\ndef test_a():\n    shop.total = lambda: 3\n', ['shop.total']],
    ['a request', 'def test_a(client):\n    client.patch("/a")\n', []],
    [
      'a class',
      '@patch("shop.total")\nclass TestA:\n    def test_a(self, m):\n        pass\n',
      ['shop.total'],
    ],
    [
      'a fixture',
      '@pytest.fixture\ndef fake(mocker):\n    mocker.patch("shop.total")\ndef test_a(fake):\n    pass\n',
      ['shop.total'],
    ],
  ])('%s', (_, text, targets) => {
    expect(read(text).tests[0]?.doubles.map(({ target }) => target)).toEqual(targets);
  });
});

describe('a file', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'pytestmark',
      'test_a.py',
      'pytestmark = pytest.mark.skip\n',
      ['pytestmark = pytest.mark.skip'],
    ],
    ['a condition', 'test_a.py', 'pytestmark = pytest.mark.skipif(X, reason="")\n', []],
    [
      'module skip',
      'test_a.py',
      'pytest.skip("x", allow_module_level=True)\n',
      ['pytest.skip("x", allow_module_level=True)'],
    ],
    ['exit', 'test_a.py', 'import sys\nsys.exit(0)\n', ['sys.exit(0)']],
    ['main', 'test_a.py', 'if __name__ == "__main__":\n    sys.exit(pytest.main())\n', []],
    [
      'collect_ignore',
      'conftest.py',
      'collect_ignore = ["test_a.py"]\n',
      ['collect_ignore = ["test_a.py"]'],
    ],
    [
      'exit status',
      'conftest.py',
      'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
      ['session.exitstatus = 0'],
    ],
    [
      'all skipped',
      'conftest.py',
      'def pytest_collection_modifyitems(items):\n    for item in items:\n        item.add_marker(pytest.mark.skip)\n',
      ['item.add_marker(pytest.mark.skip)'],
    ],
    [
      'marked ones',
      'conftest.py',
      'def pytest_collection_modifyitems(items):\n    for item in items:\n        if "slow" in item.keywords:\n            item.add_marker(pytest.mark.skip)\n',
      [],
    ],
  ])('is stopped by %s', (_, path, text, stops) => {
    expect(read(text, path).stops.map((one) => one.text)).toEqual(stops);
  });

  it('names helpers, imports, definitions, comments and what tests share', () => {
    const file = read(CART_TEST);
    expect(file.helpers.map(({ name }) => name)).toEqual(['assert_total', 'check_all']);
    expect(file.imports).toContainEqual({ from: 'shop.cart', names: ['Cart', 'sum_of'] });
    expect(file.definitions.map(({ name }) => name)).toEqual([
      'RATE',
      'cart',
      'assert_total',
      'check_all',
    ]);
    expect(file.comments.map(({ text }) => text.trim())).toEqual([
      '# def test_old():',
      'def test_gone():\n    assert 1 == cart',
    ]);
    expect(file.shared).toContain('return Cart');
    expect(file.tests.map(({ suites, name }) => [...suites, name].join('.'))).toEqual([
      'test_empty',
      'TestCart.test_full',
      'TestCart.test_async',
    ]);
    expect(file.tests[1]?.calls).toEqual(['cart.add', 'check_all']);
    expect(file.tests[2]?.waits).toBe(1);
  });

  it('reads the same body from another way of writing', () => {
    const one = bodyOf("x = f('a',)", 'assert x == [1,2]');
    const other = bodyOf('x = f("a")', 'assert x == [', '  1,', '  2,', ']  # two');
    expect(other.body).toBe(one.body);
  });

  it('says that an assertion moved below a condition', () => {
    expect(bodyOf('if a:', '    b()', 'c()').body).not.toBe(
      bodyOf('if a:', '    b()', '    c()').body,
    );
  });

  it('gives the definitions of a source', () => {
    const text =
      'RATE: float = 2\nclass Cart:\n    """A cart."""\n    def total(self) -> int:  # sum\n        return RATE\n';
    const found = definitionsOf(text);
    expect(found.map(({ name }) => name)).toEqual(['RATE', 'Cart', 'total']);
    expect(found[2]?.text).toContain('# sum');
    expect(definitionsOf(text.replace('-> int', '-> str'))[2]?.text).not.toBe(found[2]?.text);
  });

  it.each([
    [
      'no waiting in a plain TestCase',
      'from unittest import TestCase\nclass A(TestCase):\n    async def test_a(self):\n        self.assertEqual(await f(), 1)\n',
    ],
    [
      'no waiting for a helper',
      'async def assert_it():\n    assert f()\nasync def test_a():\n    assert_it()\n',
    ],
  ])('%s', (_, text) => {
    expect(read(text).tests[0]?.assertions[0]?.guard).toBe('not-awaited');
  });
});

describe('the examples of weakened tests', () => {
  const modelOf = (path: string, text: string | null): string =>
    text === null || !isTestFile(path) ? '' : JSON.stringify({ ...read(text, path), comments: [] });

  it.each(
    readExamples('cases', 'python')
      .filter(({ expected }) => expected.length > 0)
      .map((one) => [one.name, one] as const),
  )('shows in what is read: %s', (_, { files, moves = {} }) => {
    const isSeen = Object.entries(files).some(
      ([path, [before, after]]) => modelOf(moves[path] ?? path, before) !== modelOf(path, after),
    );
    expect(isSeen).toBe(true);
  });
});

it('a text that is half-written is read as far as it goes', () => {
  expect(
    read('def test_a():\n    assert f() == 1\n\ndef test_b():\n    x = g(\n').tests.map(
      ({ name }) => name,
    ),
  ).toEqual(['test_a', 'test_b']);
});

const CART_TEST = `"""Tests of the cart."""
import pytest
from unittest import mock, TestCase
from shop.cart import (Cart, sum as sum_of,)

RATE = 0.2

@pytest.fixture
def cart():
    return Cart(rate=RATE)

def assert_total(cart, total):
    assert cart.total() == total, f"not {total}"

def check_all(cart):
    assert_total(cart, 1)

# def test_old():
"""
def test_gone():
    assert 1 == cart
"""

def test_empty(cart):
    """Nothing in it."""
    with pytest.raises(ValueError, match=r"empty\\b") as caught:
        cart.pay()
    assert 'empty' in str(caught.value)
    try:
        cart.pay()
    except ValueError: pass
    else:
        pytest.fail("no")

@pytest.mark.parametrize(("a", "b"), [(1, 2), pytest.param(3, 4, marks=[pytest.mark.xfail])])
class TestCart:
    def test_full(self, cart, a, b):
        cart.add(a); cart.add(b)
        check_all(cart)
        if a > b: assert cart
        elif a: return

    @mock.patch.object(Cart, "total")
    async def test_async(self, total, a, b):
        while True:
            assert await sum_of(a) == b or a < b < 3 or not (a in [b])
            break
`;
