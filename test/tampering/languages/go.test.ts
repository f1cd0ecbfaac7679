import { describe, expect, it } from 'vitest';

import type { TestFile } from '../../../src/tampering/test-file.ts';
import { READER } from '../../rig/values/reader.ts';
import { assertionLine, readFile } from '../../rig/values/told-tests.ts';

function read(text: string, path = 'shop_test.go'): TestFile {
  return readFile(`package shop\n\n${text}\n`, path);
}

function claimed(lines: string): readonly string[] {
  const { tests } = read(`func TestShop(t *testing.T) {\n${lines}\n}`);
  return tests.flatMap(({ assertions }) => assertions.map(assertionLine));
}

describe('what a test of Go asserts', () => {
  it.each<[lines: string, ...expected: string[]]>([
    ['if Add(1, 2) != 3 { t.Error("x") }', 'equal Add(1,2) = 3'],
    ['got, err := Parse(x)\nif err != nil { t.Fatal(err) }\n_ = got', 'runs Parse(x)'],
    [
      'got, err := Parse(x)\nif err != nil { t.Fatal(err) }\nif got != 3 { t.Error() }',
      'runs Parse(x)',
      'equal Parse(x) = 3',
    ],
    ['got, _ := Parse(x)\nif got != 3 { t.Error() }', 'equal Parse(x) = 3'],
    ['go func() {\n if Add(1, 2) != 3 { t.Error() }\n}()', 'equal Add(1,2) = 3 @not-awaited'],
    ['go func() { assert.Equal(t, 3, Add(1, 2)) }()', 'equal Add(1,2) = 3 @not-awaited'],
    [
      'done := make(chan bool)\ngo func() { assert.Equal(t, 3, Add(1, 2)); done <- true }()',
      'equal Add(1,2) = 3 @not-awaited',
    ],
    [
      'done := make(chan bool)\ngo func() { assert.Equal(t, 3, Add(1, 2)); done <- true }()\n<-done',
      'equal Add(1,2) = 3',
    ],
    [
      'out := make(chan int)\ngo func() { assert.Equal(t, 3, Add(1, 2)); close(out) }()\nfor range out {\n}',
      'equal Add(1,2) = 3',
    ],
    [
      'var wg sync.WaitGroup\nfor i := 0; i < 3; i++ {\n go func() { assert.Equal(t, 3, Add(1, 2)); wg.Done() }()\n}\nwg.Wait()',
      'equal Add(1,2) = 3',
    ],
    [
      'var g errgroup.Group\ngo func() { assert.Equal(t, 3, Add(1, 2)) }()\nrequire.NoError(t, g.Wait())',
      'equal Add(1,2) = 3',
      'runs g.Wait()',
    ],
    ['if got := Add(1, 2); got != 3 {\n t.Errorf("got %d", got)\n}', 'equal Add(1,2) = 3'],
    ['got := Add(1, 2)\nwant := 3\nif got != want { t.Fatal() }', 'equal Add(1,2) = 3'],
    ['got, want := Add(1, 2), 3\nif want != got { t.FailNow() }', 'equal Add(1,2) = 3'],
    ['if got := Add(1, 2); got != 3 { t.Logf("got %d", got) }'],
    ['if 3 != Add(1, 2) { t.Fail() }', 'equal Add(1,2) = 3'],
    ['if Add(1, 2) == 4 { t.Fatalf("x") }', '!equal Add(1,2) = 4'],
    ['if a() != 1 || b() != 2 { t.Fatal() }', 'equal a() = 1', 'equal b() = 2'],
    ['if a() != 1 && os.Getenv("STRICT") != "" { t.Fatal() }', 'equal a() = 1 @conditional'],
    ['if a() != 1 && false { t.Fatal() }', 'vacuous a()'],
    [
      'v, err := Parse("x")\nif err != nil { t.Fatal(err) }\nif v != 2 { t.Error() }',
      'runs Parse("x")',
      'equal Parse("x") = 2',
    ],
    ['_, err := Parse("")\nif err == nil { t.Fatal("none") }', 'throws Parse("")'],
    [
      'if _, err := Parse(""); !errors.Is(err, ErrEmpty) { t.Fatal(err) }',
      'throws Parse("") = ErrEmpty',
    ],
    ['err := Do()\nif err != ErrEmpty { t.Fatal(err) }', 'throws Do() = ErrEmpty'],
    ['err := Do()\nvar e *MyError\nif !errors.As(err, &e) { t.Fatal(err) }', 'throws Do() = e'],
    ['err := Do()\nif err.Error() != "bad" { t.Fatal(err) }', 'throws Do() = "bad"'],
    [
      'err := Do()\nif !strings.Contains(err.Error(), "ba") { t.Fatal(err) }',
      'throws Do() = "ba" ?1',
    ],
    ['if !reflect.DeepEqual(List(), []int{1, 2}) { t.Fatal() }', 'equal List() = []int{1,2}'],
    ['if diff := cmp.Diff(want, List()); diff != "" { t.Error(diff) }', 'equal List() = want'],
    [
      'if diff := cmp.Diff(want, List(), cmpopts.IgnoreFields(A{}, "B")); diff != "" { t.Error(diff) }',
      'equal List() = want ?1',
    ],
    ['if !bytes.Equal(Read(), []byte("x")) { t.Error() }', 'equal Read() = []byte("x")'],
    ['if !strings.Contains(Page(), "hello") { t.Error() }', 'contains Page() = "hello"'],
    ['if strings.HasPrefix(Page(), "x") { t.Error() }', '!contains Page() = "x"'],
    ['if math.Abs(Mean(a)-2.5) > 1e-9 { t.Error() }', 'near Mean(a) = 2.5 ~1e-9'],
    ['if len(Items()) != 2 { t.Error() }', 'count Items() = 2'],
    ['if len(Items()) == 0 { t.Error() }', 'defined Items()'],
    ['if !(len(Items()) >= 0) { t.Error() }', 'vacuous len(Items())'],
    ['if Count() < 3 { t.Error() }', 'compares Count() = >=3'],
    ['if !Ready() { t.Error() }', 'truthy Ready()'],
    ['if Ready() { t.Error() }', '!truthy Ready()'],
    ['if v, ok := m["k"]; !ok { t.Error(v) }', 'defined m["k"]'],
    ['if got := Find(1); got != nil { t.Error() }', 'equal Find(1) = nil'],
    ['if got := Find(1); got == nil { t.Error() }', 'defined Find(1)'],
    [
      'switch {\ncase a() != 1:\n t.Error()\ncase b() != 2:\n t.Error()\n}',
      'equal a() = 1',
      'equal b() = 2',
    ],
    ['switch a() {\ncase 1:\ndefault:\n t.Error()\n}', 'equal a() = 1'],
    ['select {\ncase <-done:\ncase <-time.After(time.Second):\n t.Fatal("slow")\n}', 'runs <-done'],
    [
      'defer func() {\n if r := recover(); r == nil {\n t.Error()\n }\n}()\nMust(1)',
      'throws Must(1)',
    ],
    ['defer func() { recover() }()\nif a() != 1 { t.Error() }', 'equal a() = 1 @swallowed'],
    ['if runtime.GOOS == "linux" {\n if a() != 1 { t.Error() }\n}', 'equal a() = 1 @conditional'],
    [
      'if os.Getenv("CI") == "" { return }\nif a() != 1 { t.Error() }',
      'equal a() = 1 @conditional',
    ],
    ['return\nif a() != 1 { t.Error() }', 'equal a() = 1 @unreachable'],
    ['if false {\n if a() != 1 { t.Error() }\n}', 'equal a() = 1 @unreachable'],
    ['for _, x := range xs {\n if f(x) != 1 { t.Error() }\n}', 'equal f(x) = 1'],
    ['count := 0\nRun(func() { count++ })\nif count != 1 { t.Error() }', 'equal count = 1'],
    ['assert.Equal(t, 3, Add(1, 2))', 'equal Add(1,2) = 3'],
    ['require.Equalf(t, 3, Add(1, 2), "sum %d", 1)', 'equal Add(1,2) = 3'],
    ['assert.True(t, Add(1, 2) == 3)', 'equal Add(1,2) = 3'],
    ['assert.True(t, true)', 'vacuous'],
    ['x := Get()\nassert.Equal(t, x, x)', 'vacuous Get()'],
    ['assert.Equal(t, 1, 1)', 'vacuous'],
    ['is := assert.New(t)\nis.Equal(3, Add(1, 2))', 'equal Add(1,2) = 3'],
    ['_, err := Do()\nassert.NoError(t, err)', 'runs Do()'],
    ['_, err := Do()\nrequire.Error(t, err)', 'throws Do()'],
    ['_, err := Do()\nassert.ErrorIs(t, err, ErrEmpty)', 'throws Do() = ErrEmpty'],
    ['_, err := Do()\nassert.EqualError(t, err, "bad")', 'throws Do() = "bad"'],
    ['_, err := Do()\nassert.ErrorContains(t, err, "ba")', 'throws Do() = "ba" ?1'],
    ['assert.Nil(t, Find(1))', 'equal Find(1) = nil'],
    ['assert.NotNil(t, Find(1))', 'defined Find(1)'],
    ['assert.Len(t, Items(), 2)', 'count Items() = 2'],
    ['assert.NotEmpty(t, Items())', 'truthy Items()'],
    ['assert.Contains(t, Page(), "x")', 'contains Page() = "x"'],
    ['assert.ElementsMatch(t, []int{1}, Items())', 'equal Items() = []int{1} ?1'],
    ['assert.InDelta(t, 2.5, Mean(a), 0.01)', 'near Mean(a) = 2.5 ~0.01'],
    ['assert.Greater(t, Count(), 2)', 'compares Count() = >2'],
    ['assert.Regexp(t, "^a", Name())', 'matches Name() = "^a"'],
    ['assert.Panics(t, func() { Must(1) })', 'throws Must(1)'],
    ['assert.JSONEq(t, `{"a":1}`, Body())', 'equal Body() = "{"a":1}"'],
    ['assertActive(t, user)', 'custom user = assertActive'],
    ['g.Expect(Add(1, 2)).To(Equal(3))', 'equal Add(1,2) = 3'],
    ['Expect(err).NotTo(HaveOccurred())', 'runs err'],
    ['Expect(Items()).To(HaveLen(2))', 'count Items() = 2'],
    ['Expect(Items()).To(ContainElement(2))', 'contains Items() = 2'],
    ['Expect(Mean(a)).To(BeNumerically("~", 2.5, 0.1))', 'near Mean(a) = 2.5 ~0.1'],
    ['So(Add(1, 2), ShouldEqual, 3)', 'equal Add(1,2) = 3'],
    ['m.AssertCalled(t, "Save", 1)', 'called "Save" = 1'],
    [
      'if !assert.Equal(t, 3, Add(1, 2)) { return }\nassert.Equal(t, 4, Add(2, 2))',
      'equal Add(1,2) = 3',
      'equal Add(2,2) = 4',
    ],
  ])('%s', (lines, ...expected) => {
    expect(claimed(lines)).toEqual(expected);
  });
});

describe('which tests a file of Go has, and whether they run', () => {
  it.each<[text: string, path: string, ...tests: string[]]>([
    ['func TestA(t *testing.T) {}', 'a_test.go', 'TestA runs'],
    ['func testA(t *testing.T) {}', 'a_test.go'],
    ['func Testable(t *testing.T) {}', 'a_test.go'],
    ['func TestA(t *testing.T) { t.Skip("later") }', 'a_test.go', 'TestA skipped'],
    ['func TestA(t *testing.T) {\n if true { t.SkipNow() }\n}', 'a_test.go', 'TestA skipped'],
    [
      'func TestA(t *testing.T) {\n if testing.Short() { t.Skip() }\n}',
      'a_test.go',
      'TestA conditional',
    ],
    ['func TestA(t *testing.T) {}', 'a_windows_test.go', 'TestA conditional'],
    ['func TestA(t *testing.T) {}', 'windows_test.go', 'TestA runs'],
    ['func BenchmarkA(b *testing.B) {}', 'a_test.go'],
    ['func FuzzA(f *testing.F) { f.Add(1)\n f.Add(2) }', 'a_test.go', 'FuzzA runs 1;2'],
    ['func ExampleA() {\n fmt.Println(A())\n // Output: 1\n}', 'a_test.go', 'ExampleA runs'],
    ['func ExampleA() {\n fmt.Println(A())\n}', 'a_test.go'],
    ['func (s *Suite) TestA() { s.Equal(1, A()) }', 'a_test.go', 'Suite/TestA runs'],
    [
      'func TestA(t *testing.T) {\n t.Run("one", func(t *testing.T) { t.Skip() })\n}',
      'a_test.go',
      'TestA/one skipped',
    ],
    [
      'func TestA(t *testing.T) {\n t.Skip()\n t.Run("one", func(t *testing.T) { if a() != 1 { t.Error() } })\n}',
      'a_test.go',
      'TestA/one skipped',
    ],
    [
      'func TestA(t *testing.T) {\n for _, x := range []int{1, 2} {\n t.Run(name(x), func(t *testing.T) { f(x) })\n }\n}',
      'a_test.go',
      'TestA runs 1;2',
    ],
    [
      'func TestA(t *testing.T) {\n tests := map[string]struct{ a int }{\n "x": {1},\n "y": {a: 2,},\n }\n for name, tt := range tests { f(name, tt) }\n}',
      'a_test.go',
      'TestA runs "x":{1};"y":{a:2}',
    ],
    [
      'var tests = []int{1, 2}\nfunc TestA(t *testing.T) {\n for _, x := range tests { f(x) }\n}',
      'a_test.go',
      'TestA runs 1;2',
    ],
    [
      'func TestA(t *testing.T) {\n for _, x := range cases() { f(x) }\n}',
      'a_test.go',
      'TestA runs …',
    ],
    [
      'var _ = Describe("A", func() {\n It("b", func() { Expect(1).To(Equal(a())) })\n PIt("c", func() {})\n})',
      'a_test.go',
      'A/b runs',
      'A/c skipped',
    ],
    [
      'var _ = FDescribe("A", func() {\n It("b", func() { Skip("x") })\n It("c", func() {})\n})',
      'a_test.go',
      'A/b skipped',
      'A/c focused',
    ],
    [
      'var _ = DescribeTable("A", func(a int) {}, Entry("x", 1), PEntry("y", 2))',
      'a_test.go',
      'A runs ("x",1)',
    ],
    ['func TestShop(t *testing.T) { suite.Run(t, new(ShopSuite)) }', 'a_test.go'],
    [
      'func (s *ShopSuite) TestA() {}\nfunc TestShop(t *testing.T) {\n s := &ShopSuite{}\n suite.Run(t, s)\n}',
      'a_test.go',
      'ShopSuite/TestA runs',
    ],
    [
      'func (s *ShopSuite) TestA() {}\nfunc TestShop(t *testing.T) { t.Skip("x")\n suite.Run(t, new(ShopSuite)) }',
      'a_test.go',
      'ShopSuite/TestA skipped',
    ],
    [
      'func TestShop(t *testing.T) {\n tests := []int{1, 2, 3}\n for _, tt := range tests[:2] { use(tt) }\n}',
      'a_test.go',
      'TestShop runs 1;2',
    ],
    [
      'func TestShop(t *testing.T) {\n tests := []int{1, 2, 3}\n for _, tt := range tests[1:] { use(tt) }\n}',
      'a_test.go',
      'TestShop runs 2;3',
    ],
    [
      'func TestShop(t *testing.T) {\n tests := []int{1, 2, 3}\n tests = tests[:1]\n for _, tt := range tests { use(tt) }\n}',
      'a_test.go',
      'TestShop runs 1',
    ],
    [
      'func TestShop(t *testing.T) {\n tests := []int{1, 2, 3}\n for i := 0; i < 2; i++ { use(tests[i]) }\n}',
      'a_test.go',
      'TestShop runs 1;2',
    ],
    [
      'func TestShop(t *testing.T) {\n tests := []int{1, 2, 3}\n for i := 0; i < len(tests); i++ { use(tests[i]) }\n}',
      'a_test.go',
      'TestShop runs 1;2;3',
    ],
  ])('%s in %s', (text, path, ...expected) => {
    const seen = read(text, path).tests.map(({ cases, hasOtherCases, mode, name, suites }) =>
      `${[...suites, name].join('/')} ${mode} ${cases.join(';')}${hasOtherCases ? '…' : ''}`.trim(),
    );
    expect(seen).toEqual(expected);
  });

  it.each([
    ['//go:build ignore\n\npackage a\nfunc TestA(t *testing.T) {}', 'skipped', 1],
    ['//go:build linux\n\npackage a\nfunc TestA(t *testing.T) {}', 'conditional', 0],
    ['//go:build go1.21\n\npackage a\nfunc TestA(t *testing.T) {}', 'runs', 0],
    [
      'package a\nfunc TestMain(m *testing.M) { m.Run(); os.Exit(0) }\nfunc TestA(t *testing.T) {}',
      'runs',
      1,
    ],
    [
      'package a\nfunc TestMain(m *testing.M) { os.Exit(m.Run()) }\nfunc TestA(t *testing.T) {}',
      'runs',
      0,
    ],
    ['package a\nfunc TestMain(m *testing.M) { setup() }\nfunc TestA(t *testing.T) {}', 'runs', 1],
  ])('%s', (text, mode, stops) => {
    const file = readFile(text, 'a_test.go');
    expect(file.tests.map((test) => test.mode)).toEqual([mode]);
    expect(file.stops).toHaveLength(stops);
  });

  it.each([
    ['shop/cart_test.go', true],
    ['cart_test.go', true],
    ['shop/_cart_test.go', false],
    ['shop/.cart_test.go', false],
    ['shop/testdata/src/cart_test.go', false],
    ['vendor/shop/cart_test.go', false],
    ['_old/cart_test.go', false],
    ['shop/cart.go', false],
  ])('%s is a test file: %s', (path, expected) => {
    expect(READER.languageOf(path)?.isTestFile(path, '')).toBe(expected);
  });

  it.each([
    ['fetch = func(id int) int { return 1 }', 'fetch'],
    ['store.EXPECT().Get(1).Return(2)', 'store.Get'],
    ['store.On("Get", 1).Return(2)', 'store.Get'],
    ['gomonkey.ApplyFunc(load, fake)', 'load'],
    ['got := fetch(1)', undefined],
  ])('%s is a double of %s', (line, target) => {
    const { tests } = read(`func TestA(t *testing.T) {\n${line}\n}`);
    expect(tests[0]?.doubles[0]?.target).toBe(target);
  });

  it('reads helpers that assert through others, and what the file defines', () => {
    const file = read(
      'func check(t *testing.T, n int) { if n != 1 { t.Error() } }\nfunc outer(t *testing.T) { check(t, 1) }\nfunc plain() int { return 1 }',
    );
    expect(file.helpers.map(({ name }) => name)).toEqual(['check', 'outer']);
    expect(file.definitions.map(({ name }) => name)).toEqual(['check', 'outer', 'plain']);
  });

  it('reads definitions with the comment above', () => {
    const text =
      '// Add adds.\nfunc Add(a, b int) int { return a + b }\nconst (\n A = 1\n B = 2\n)\nfunc (c *Cart) Total() int { return 0 }';
    expect(
      READER.readDefinitions('a.go', text).map(({ name, text: said }) => [name, said]),
    ).toEqual([
      ['Add', 'func Add(a,b int)int{return a+b}\n// Add adds.'],
      ['A', 'A=1'],
      ['B', 'B=2'],
      ['Total', 'func(c*Cart)Total()int{return 0}'],
    ]);
  });
});
