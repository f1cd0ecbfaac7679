import type { TamperingKind } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { edited } from './edited.ts';

const CART = `package shop

import "errors"

var ErrEmpty = errors.New("cart: empty")

var fetchPrice = func(sku string) (int, error) { return remote.Price(sku) }

// Total gives the sum of all items, with the discount taken off.
func Total(items []Item, discount int) (int, error) {
	if len(items) == 0 {
		return 0, ErrEmpty
	}
	sum := 0
	for _, item := range items {
		sum += item.Price * item.Count
	}
	return sum - sum*discount/100, nil
}

// Mean gives the mean price.
func Mean(items []Item) float64 {
	sum := 0.0
	for _, item := range items {
		sum += float64(item.Price)
	}
	return sum / float64(len(items))
}

// MustTotal panics where Total fails.
func MustTotal(items []Item) int {
	sum, err := Total(items, 0)
	if err != nil {
		panic(err)
	}
	return sum
}
`;

const CART_TEST = `package shop

import (
	"errors"
	"math"
	"reflect"
	"testing"
)

func TestTotal(t *testing.T) {
	items := []Item{{Price: 10, Count: 2}, {Price: 5, Count: 1}}
	got, err := Total(items, 20)
	if err != nil {
		t.Fatalf("Total: %v", err)
	}
	if got != 20 {
		t.Errorf("Total = %d, want 20", got)
	}
}

func TestTotalOfNothing(t *testing.T) {
	_, err := Total(nil, 0)
	if !errors.Is(err, ErrEmpty) {
		t.Fatalf("got %v, want ErrEmpty", err)
	}
}

func TestMean(t *testing.T) {
	got := Mean([]Item{{Price: 1}, {Price: 2}})
	if math.Abs(got-1.5) > 1e-9 {
		t.Errorf("Mean = %v", got)
	}
}

func TestNames(t *testing.T) {
	got := Names([]Item{{Name: "a"}, {Name: "b"}})
	want := []string{"a", "b"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Names = %v, want %v", got, want)
	}
}

func TestMustTotalPanics(t *testing.T) {
	defer func() {
		if r := recover(); r == nil {
			t.Error("no panic")
		}
	}()
	MustTotal(nil)
}
`;

const PARSE = `package parse

import "strconv"

// Duration reads "3m" as seconds.
func Duration(text string) (int, error) {
	number, err := strconv.Atoi(text[:len(text)-1])
	if err != nil {
		return 0, fmt.Errorf("duration %q: %w", text, ErrSyntax)
	}
	return number * units[text[len(text)-1]], nil
}
`;

const PARSE_TEST = `package parse

import "testing"

func TestDuration(t *testing.T) {
	tests := []struct {
		name    string
		text    string
		want    int
		wantErr bool
	}{
		{"seconds", "3s", 3, false},
		{"minutes", "2m", 120, false},
		{"hours", "1h", 3600, false},
		{"nothing", "", 0, true},
		{"no number", "xm", 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Duration(tt.text)
			if (err != nil) != tt.wantErr {
				t.Fatalf("Duration(%q) error = %v", tt.text, err)
			}
			if got != tt.want {
				t.Errorf("Duration(%q) = %d, want %d", tt.text, got, tt.want)
			}
		})
	}
}
`;

const USER = `package users

// Register keeps a user by its name.
func (s *Service) Register(name string) (*User, error) {
	if name == "" {
		return nil, ErrNoName
	}
	user := &User{Name: name, Role: "member", Tags: []string{"new", "free"}}
	return user, s.store.Save(user)
}
`;

const USER_TEST = `package users

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRegister(t *testing.T) {
	service := NewService(NewMemoryStore())
	user, err := service.Register("ann")
	require.NoError(t, err)
	assert.Equal(t, "ann", user.Name)
	assert.Equal(t, "member", user.Role)
	assert.Equal(t, []string{"new", "free"}, user.Tags)
	assert.Len(t, service.All(), 1)
}

func TestRegisterWithoutName(t *testing.T) {
	service := NewService(NewMemoryStore())
	_, err := service.Register("")
	require.ErrorIs(t, err, ErrNoName)
	assert.EqualError(t, err, "users: no name")
	assert.Empty(t, service.All())
}

func TestFind(t *testing.T) {
	t.Run("a known name", func(t *testing.T) {
		service := seeded(t)
		assert.Equal(t, 7, service.Find("bob").ID)
	})
	t.Run("an unknown name", func(t *testing.T) {
		service := seeded(t)
		assert.Nil(t, service.Find("zoe"))
	})
}

func seeded(t *testing.T) *Service {
	t.Helper()
	service := NewService(NewMemoryStore())
	_, err := service.Register("bob")
	require.NoError(t, err)
	return service
}
`;

const QUEUE_TEST = `package queue_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Queue", func() {
	var queue *Queue

	BeforeEach(func() {
		queue = New(2)
	})

	It("gives what was put first", func() {
		Expect(queue.Put("a")).To(Succeed())
		Expect(queue.Put("b")).To(Succeed())
		Expect(queue.Take()).To(Equal("a"))
	})

	It("refuses more than it holds", func() {
		queue.Put("a")
		queue.Put("b")
		Expect(queue.Put("c")).To(MatchError(ErrFull))
		Expect(queue.Items()).To(HaveLen(2))
	})
})
`;

type Edit = readonly [from: string, to: string];

/** An example that edits one file only. */
function one(
  name: string,
  expected: readonly TamperingKind[],
  [path, text]: readonly [string, string],
  ...edits: readonly Edit[]
): TamperingExample {
  return { name, expected, files: { [path]: [text, edited(text, ...edits)] } };
}

const cart = ['shop/cart_test.go', CART_TEST] as const;
const parse = ['parse/duration_test.go', PARSE_TEST] as const;
const user = ['users/service_test.go', USER_TEST] as const;
const queue = ['queue/queue_test.go', QUEUE_TEST] as const;

const TOTAL_TEST = CART_TEST.slice(
  CART_TEST.indexOf('func TestTotal('),
  CART_TEST.indexOf('func TestTotalOfNothing'),
);
const MEAN_TEST = CART_TEST.slice(
  CART_TEST.indexOf('func TestMean'),
  CART_TEST.indexOf('func TestNames'),
);
const commented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `// ${line}`)
    .join('\n');

const TAMPERED: readonly TamperingExample[] = [
  one('a test is deleted', ['test-deleted'], cart, [TOTAL_TEST, '']),
  {
    name: 'a test file is deleted',
    expected: ['test-deleted'],
    files: { 'parse/duration_test.go': [PARSE_TEST, null] },
  },
  one('a subtest is deleted', ['test-deleted', 'assertion-removed'], user, [
    '\tt.Run("an unknown name", func(t *testing.T) {\n\t\tservice := seeded(t)\n\t\tassert.Nil(t, service.Find("zoe"))\n\t})\n',
    '',
  ]),
  one('a test is skipped', ['test-skipped'], cart, [
    'func TestMean(t *testing.T) {',
    'func TestMean(t *testing.T) {\n\tt.Skip("flaky")',
  ]),
  one('a subtest is skipped', ['test-skipped'], user, [
    't.Run("a known name", func(t *testing.T) {',
    't.Run("a known name", func(t *testing.T) {\n\t\tt.SkipNow()',
  ]),
  one('a test is skipped in short runs', ['test-conditional', 'test-skipped'], cart, [
    'func TestTotal(t *testing.T) {',
    'func TestTotal(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}',
  ]),
  one('a test runs only without CI', ['test-conditional', 'test-skipped'], user, [
    'func TestRegister(t *testing.T) {',
    'func TestRegister(t *testing.T) {\n\tif os.Getenv("CI") != "" {\n\t\tt.Skip("not in CI")\n\t}',
  ]),
  one('a test is commented out', ['test-commented-out', 'test-deleted'], cart, [
    MEAN_TEST,
    `${commented(MEAN_TEST)}\n\n`,
  ]),
  one(
    'a test has a name that go test does not find',
    ['test-not-collected', 'test-deleted'],
    cart,
    ['func TestTotal(', 'func testTotal('],
  ),
  {
    name: 'a test file loses its ending',
    expected: ['test-not-collected', 'test-deleted'],
    files: { 'shop/cart_test.go': [CART_TEST, null], 'shop/cart_tests.go': [null, CART_TEST] },
    moves: { 'shop/cart_tests.go': 'shop/cart_test.go' },
  },
  one(
    'a build tag that nobody sets',
    ['test-skipped', 'test-not-collected', 'run-neutered', 'tests-excluded'],
    cart,
    ['package shop\n', '//go:build ignore\n\npackage shop\n'],
  ),
  one('a build tag for one platform', ['test-conditional', 'test-skipped'], parse, [
    'package parse\n',
    '//go:build windows\n\npackage parse\n',
  ]),
  one('TestMain always ends with 0', ['run-neutered', 'test-skipped'], cart, [
    'func TestTotal(',
    'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n\nfunc TestTotal(',
  ]),
  one('a failure is only logged', ['assertion-removed'], cart, [
    't.Errorf("Total = %d, want 20", got)',
    't.Logf("Total = %d, want 20", got)',
  ]),
  one('a check is dropped', ['assertion-removed'], cart, [
    '\tif got != 20 {\n\t\tt.Errorf("Total = %d, want 20", got)\n\t}\n',
    '\t_ = got\n',
  ]),
  one('a check of testify is dropped', ['assertion-removed'], user, [
    '\tassert.Equal(t, "member", user.Role)\n',
    '',
  ]),
  one('two checks are dropped', ['assertion-removed'], user, [
    '\tassert.Equal(t, "ann", user.Name)\n\tassert.Equal(t, "member", user.Role)\n',
    '',
  ]),
  one('an exact value becomes not nil', ['assertion-weakened'], user, [
    'assert.Equal(t, []string{"new", "free"}, user.Tags)',
    'assert.NotNil(t, user.Tags)',
  ]),
  one('an exact value becomes a part', ['assertion-weakened'], user, [
    'assert.Equal(t, []string{"new", "free"}, user.Tags)',
    'assert.Contains(t, user.Tags, "new")',
  ]),
  one('an exact value becomes more than', ['assertion-weakened'], cart, [
    'if got != 20 {',
    'if got <= 0 {',
  ]),
  one('a count becomes not empty', ['assertion-weakened'], user, [
    'assert.Len(t, service.All(), 1)',
    'assert.NotEmpty(t, service.All())',
  ]),
  one('a certain error becomes any error', ['assertion-weakened'], user, [
    'require.ErrorIs(t, err, ErrNoName)\n\tassert.EqualError(t, err, "users: no name")',
    'require.Error(t, err)',
  ]),
  one('a certain error becomes any error, by hand', ['assertion-weakened'], cart, [
    'if !errors.Is(err, ErrEmpty) {',
    'if err == nil {',
  ]),
  one('a tolerance is widened', ['assertion-weakened'], cart, ['> 1e-9', '> 0.5']),
  one('two values may be right', ['assertion-weakened'], cart, [
    'if got != 20 {',
    'if got != 20 && got != 25 {',
  ]),
  one(
    'a condition that never fails',
    ['assertion-vacuous', 'assertion-weakened', 'assertion-removed'],
    cart,
    ['if got != 20 {', 'if got != 20 && false {'],
  ),
  one(
    'a value compared with itself',
    ['assertion-vacuous', 'assertion-weakened', 'assertion-removed'],
    user,
    ['assert.Equal(t, "ann", user.Name)', 'assert.Equal(t, user.Name, user.Name)'],
  ),
  one('true is true', ['assertion-vacuous', 'assertion-weakened', 'assertion-removed'], user, [
    'assert.Equal(t, "member", user.Role)',
    'assert.True(t, true)',
  ]),
  one('a panic is recovered and dropped', ['assertion-swallowed'], cart, [
    '\tgot, err := Total(items, 20)',
    '\tdefer func() {\n\t\t_ = recover()\n\t}()\n\tgot, err := Total(items, 20)',
  ]),
  one('the test returns first', ['assertion-unreachable'], cart, [
    '\tif got != 20 {',
    '\treturn\n\tif got != 20 {',
  ]),
  one(
    'an error ends the test quietly',
    ['assertion-unreachable', 'assertion-removed', 'test-conditional'],
    cart,
    ['\t\tt.Fatalf("Total: %v", err)\n', '\t\treturn\n'],
  ),
  one(
    'a check below a condition of the machine',
    ['assertion-unreachable', 'test-conditional'],
    user,
    [
      '\tassert.Equal(t, "member", user.Role)',
      '\tif runtime.GOOS == "linux" {\n\t\tassert.Equal(t, "member", user.Role)\n\t}',
    ],
  ),
  one('an expected value is edited', ['expected-value-edited'], cart, [
    'if got != 20 {',
    'if got != 25 {',
  ]),
  one('an expected list is edited', ['expected-value-edited'], user, [
    '[]string{"new", "free"}',
    '[]string{"new"}',
  ]),
  one('an expected value of a row is edited', ['expected-value-edited', 'cases-removed'], parse, [
    '{"minutes", "2m", 120, false}',
    '{"minutes", "2m", 2, false}',
  ]),
  one('rows of a table are deleted', ['cases-removed'], parse, [
    '\t\t{"nothing", "", 0, true},\n\t\t{"no number", "xm", 0, true},\n',
    '',
  ]),
  one('the subject is replaced', ['subject-mocked'], cart, [
    '\tgot, err := Total(items, 20)',
    '\tTotal = func([]Item, int) (int, error) { return 20, nil }\n\tgot, err := Total(items, 20)',
  ]),
  one('a spec is pending', ['test-skipped'], queue, ['It("refuses more', 'PIt("refuses more']),
  one('a spec is focused', ['test-focused'], queue, ['It("gives what', 'FIt("gives what']),
  one('a matcher says less', ['assertion-weakened'], queue, [
    'To(MatchError(ErrFull))',
    'To(HaveOccurred())',
  ]),
];

const TOTAL_TESTIFY = edited(
  CART_TEST,
  [
    '\tif err != nil {\n\t\tt.Fatalf("Total: %v", err)\n\t}\n\tif got != 20 {\n\t\tt.Errorf("Total = %d, want 20", got)\n\t}',
    '\trequire.NoError(t, err)\n\tassert.Equal(t, 20, got)',
  ],
  [
    '\tif !errors.Is(err, ErrEmpty) {\n\t\tt.Fatalf("got %v, want ErrEmpty", err)\n\t}',
    '\tassert.ErrorIs(t, err, ErrEmpty)',
  ],
  [
    '\tif !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("Names = %v, want %v", got, want)\n\t}',
    '\tassert.Equal(t, want, got)',
  ],
);

const HONEST: readonly TamperingExample[] = [
  one('a test is renamed', [], cart, ['func TestTotal(', 'func TestTotalWithDiscount(']),
  {
    name: 'a test file is moved',
    expected: [],
    files: { 'shop/cart_test.go': [CART_TEST, null], 'shop/total_test.go': [null, CART_TEST] },
    moves: { 'shop/total_test.go': 'shop/cart_test.go' },
  },
  {
    name: 'a test is moved to another file',
    expected: [],
    files: {
      'shop/cart_test.go': [CART_TEST, edited(CART_TEST, [MEAN_TEST, ''])],
      'shop/mean_test.go': [null, `package shop\n\nimport (\n\t"math"\n\t"testing"\n)\n\n${MEAN_TEST}`],
    },
  },
  { name: 'plain checks become testify', expected: [], files: { 'shop/cart_test.go': [CART_TEST, TOTAL_TESTIFY] } },
  { name: 'testify becomes plain checks', expected: [], files: { 'shop/cart_test.go': [TOTAL_TESTIFY, CART_TEST] } },
  one('a variable is inlined', [], cart, ['\tgot := Mean([]Item{{Price: 1}, {Price: 2}})\n\tif math.Abs(got-1.5)', '\tif got := Mean([]Item{{Price: 1}, {Price: 2}}); math.Abs(got-1.5)']),
  one('a local name is changed', [], cart, ['got, err := Total(items, 20)', 'sum, err := Total(items, 20)'], ['if got != 20 {\n\t\tt.Errorf("Total = %d, want 20", got)', 'if sum != 20 {\n\t\tt.Errorf("Total = %d, want 20", sum)']),
  one('only messages change', [], cart, ['"Total = %d, want 20", got', '"unexpected total: got %d", got'], ['"no panic"', '"MustTotal did not panic"']),
  one('DeepEqual becomes a difference', [], cart, ['if !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("Names = %v, want %v", got, want)', 'if diff := cmp.Diff(want, got); diff != "" {\n\t\tt.Errorf("Names: %s", diff)']),
  one('a test is formatted', [], cart, ['[]Item{{Price: 10, Count: 2}, {Price: 5, Count: 1}}', '[]Item{\n\t\t{Price: 10, Count: 2},\n\t\t{Price: 5, Count: 1},\n\t}']),
  one('a row is added to a table', [], parse, ['\t\t{"nothing",', '\t\t{"days", "1d", 86400, false},\n\t\t{"nothing",']),
  one('tests run at the same time', [], parse, ['\tfor _, tt := range tests {\n\t\tt.Run(tt.name, func(t *testing.T) {\n', '\tt.Parallel()\n\tfor _, tt := range tests {\n\t\ttt := tt\n\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tt.Parallel()\n']),
  one('a test is added', [], cart, ['func TestMean(', 'func TestTotalOfOne(t *testing.T) {\n\tif got, _ := Total([]Item{{Price: 3, Count: 1}}, 0); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n\nfunc TestMean(']),
  one('an assertion is stronger', [], user, ['assert.Nil(t, service.Find("zoe"))', 'assert.Nil(t, service.Find("zoe"))\n\t\tassert.Len(t, service.All(), 1)']),
  one('a tolerance is narrower', [], cart, ['> 1e-9', '> 1e-12']),
  one('a skip is taken back', [], ['shop/cart_test.go', edited(CART_TEST, ['func TestMean(t *testing.T) {', 'func TestMean(t *testing.T) {\n\tt.Skip("flaky")'])], ['\tt.Skip("flaky")\n', '']),
  one('assert becomes require', [], user, ['assert.Equal(t, "ann", user.Name)', 'require.Equal(t, "ann", user.Name)']),
  one('expected and actual change places', [], user, ['assert.Len(t, service.All(), 1)', 'assert.Equal(t, 1, len(service.All()))']),
  {
    name: 'a check goes to a helper',
    expected: [],
    files: {
      'shop/cart_test.go': [
        CART_TEST,
        edited(
          CART_TEST,
          ['\tgot, err := Total(items, 20)\n\tif err != nil {\n\t\tt.Fatalf("Total: %v", err)\n\t}\n\tif got != 20 {\n\t\tt.Errorf("Total = %d, want 20", got)\n\t}\n}', '\tcheckTotal(t, items, 20, 20)\n}\n\nfunc checkTotal(t *testing.T, items []Item, discount, want int) {\n\tt.Helper()\n\tgot, err := Total(items, discount)\n\tif err != nil {\n\t\tt.Fatalf("Total: %v", err)\n\t}\n\tif got != want {\n\t\tt.Errorf("Total = %d, want %d", got, want)\n\t}\n}'],
        ),
      ],
    },
  },
  {
    name: 'a test goes with its feature',
    expected: [],
    files: {
      'shop/cart.go': [CART, CART.slice(0, CART.indexOf('// Mean gives')) + CART.slice(CART.indexOf('// MustTotal'))],
      'shop/cart_test.go': [CART_TEST, edited(CART_TEST, [MEAN_TEST, ''], ['\t"math"\n', ''])],
    },
  },
  {
    name: 'a package goes with its tests',
    expected: [],
    files: { 'parse/duration.go': [PARSE, null], 'parse/duration_test.go': [PARSE_TEST, null] },
  },
  {
    name: 'an expected value follows its subject',
    expected: [],
    files: {
      'users/service.go': [USER, edited(USER, ['Role: "member"', 'Role: "guest"'])],
      'users/service_test.go': [USER_TEST, edited(USER_TEST, ['"member", user.Role', '"guest", user.Role'])],
    },
  },
  {
    name: 'a function is renamed with its tests',
    expected: [],
    files: {
      'parse/duration.go': [PARSE, PARSE.replaceAll('Duration', 'Seconds')],
      'parse/duration_test.go': [PARSE_TEST, PARSE_TEST.replaceAll('Duration', 'Seconds')],
    },
  },
  {
    name: 'single tests become a table',
    expected: [],
    files: {
      'shop/add_test.go': [
        'package shop\n\nimport "testing"\n\nfunc TestAddSmall(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n\nfunc TestAddNegative(t *testing.T) {\n\tif got := Add(-1, -2); got != -3 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
        'package shop\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\ttests := []struct {\n\t\tname       string\n\t\ta, b, want int\n\t}{\n\t\t{"small", 1, 2, 3},\n\t\t{"negative", -1, -2, -3},\n\t}\n\tfor _, tt := range tests {\n\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tif got := Add(tt.a, tt.b); got != tt.want {\n\t\t\t\tt.Errorf("got %d, want %d", got, tt.want)\n\t\t\t}\n\t\t})\n\t}\n}\n',
      ],
    },
  },
  one('a table goes from a list to a map', [], parse,
    ['tests := []struct {\n\t\tname    string\n', 'tests := map[string]struct {\n'],
    ['{"seconds", "3s"', '"seconds": {"3s"'], ['{"minutes", "2m"', '"minutes": {"2m"'], ['{"hours", "1h"', '"hours": {"1h"'],
    ['{"nothing", ""', '"nothing": {""'], ['{"no number", "xm"', '"no number": {"xm"'],
    ['for _, tt := range', 'for name, tt := range'], ['t.Run(tt.name,', 't.Run(name,']),
  one('checks become subtests', [], cart, ['\tif got != 20 {\n\t\tt.Errorf("Total = %d, want 20", got)\n\t}', '\tt.Run("takes the discount off", func(t *testing.T) {\n\t\tif got != 20 {\n\t\t\tt.Errorf("Total = %d, want 20", got)\n\t\t}\n\t})']),
]; // biome-ignore format: tables of edits

/** Changes of Go tests, those that weaken them first. */
export const GO_EXAMPLES: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
