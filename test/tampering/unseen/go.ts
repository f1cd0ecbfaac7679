import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from './edited.ts';

const LIMITER = `// Package limit says how often something may happen.
package limit

import (
	"errors"
	"time"
)

// ErrClosed is what a closed limiter answers.
var ErrClosed = errors.New("limiter is closed")

const Burst = 5

type Limiter struct {
	every  time.Duration
	tokens int
	closed bool
}

func New(every time.Duration) *Limiter {
	return &Limiter{every: every, tokens: Burst}
}

// Take takes a token, or says how long to wait for one.
func (l *Limiter) Take() (time.Duration, error) {
	if l.closed {
		return 0, ErrClosed
	}
	if l.tokens == 0 {
		return l.every, nil
	}
	l.tokens--
	return 0, nil
}

func (l *Limiter) Left() int { return l.tokens }

func (l *Limiter) Close() { l.closed = true }
`;

const LIMITER_TEST = `package limit

import (
	"errors"
	"testing"
	"time"
)

func TestTakeUpToBurst(t *testing.T) {
	l := New(time.Second)
	for i := 0; i < Burst; i++ {
		wait, err := l.Take()
		if err != nil {
			t.Fatalf("Take() failed: %v", err)
		}
		if wait != 0 {
			t.Errorf("Take() = %v, want 0", wait)
		}
	}
	if got := l.Left(); got != 0 {
		t.Errorf("Left() = %d, want 0", got)
	}
}

func TestTakeWaitsWhenEmpty(t *testing.T) {
	l := New(time.Second)
	l.tokens = 0
	wait, err := l.Take()
	if err != nil {
		t.Fatal(err)
	}
	if wait != time.Second {
		t.Errorf("Take() = %v, want %v", wait, time.Second)
	}
}

func TestClosed(t *testing.T) {
	l := New(time.Second)
	l.Close()
	if _, err := l.Take(); !errors.Is(err, ErrClosed) {
		t.Fatalf("Take() = %v, want ErrClosed", err)
	}
}

func TestLeftStartsAtBurst(t *testing.T) {
	if got := New(time.Minute).Left(); got != 5 {
		t.Fatalf("Left() = %d, want 5", got)
	}
}
`;

const PATHS_TEST = `package paths

import (
	"os"
	"path/filepath"
	"testing"
)

func TestClean(t *testing.T) {
	tests := []struct {
		name string
		in   string
		want string
	}{
		{"empty", "", "."},
		{"dots", "a/./b", "a/b"},
		{"parent", "a/../b", "b"},
		{"above the root", "/../a", "/a"},
		{"trailing slash", "a/b/", "a/b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestWriteKeepsMode(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt")
	if err := Write(name, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("mode = %o, want 600", got)
	}
}

func TestSplitGolden(t *testing.T) {
	want, err := os.ReadFile("testdata/split.golden")
	if err != nil {
		t.Fatal(err)
	}
	if got := Split("/usr/local/bin"); got != string(want) {
		t.Errorf("Split() = %q, want %q", got, want)
	}
}
`;

const PATHS = `package paths

import (
	"os"
	"path"
	"strings"
)

func Clean(name string) string { return path.Clean(name) }

func Write(name string, data []byte) error { return os.WriteFile(name, data, 0o600) }

// Split gives each part of a path on a line.
func Split(name string) string {
	return strings.ReplaceAll(strings.Trim(name, "/"), "/", "\\n") + "\\n"
}
`;

const SPLIT_GOLDEN = 'usr\nlocal\nbin\n';

const SHOP_TEST = `package shop

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOrderTotal(t *testing.T) {
	order, err := NewOrder("alice", Line{"tea", 2, 450}, Line{"mug", 1, 1250})
	require.NoError(t, err)
	assert.Equal(t, 2150, order.Total())
	assert.Equal(t, []string{"tea", "mug"}, order.Articles())
}

func TestOrderNeedsALine(t *testing.T) {
	_, err := NewOrder("alice")
	require.ErrorIs(t, err, ErrEmpty)
	assert.EqualError(t, err, "order: no lines")
}

func TestPayTellsTheBank(t *testing.T) {
	bank := &fakeBank{}
	order, err := NewOrder("alice", Line{"tea", 2, 450})
	require.NoError(t, err)
	require.NoError(t, order.Pay(context.Background(), bank))
	assert.Equal(t, []transfer{{"alice", 900}}, bank.transfers)
	assert.InDelta(t, 0.19, order.TaxRate(), 0.001)
}

type fakeBank struct{ transfers []transfer }

type transfer struct {
	from   string
	amount int
}

func (b *fakeBank) Transfer(_ context.Context, from string, amount int) error {
	b.transfers = append(b.transfers, transfer{from, amount})
	return nil
}
`;

const SERVER_TEST = `package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func serve(t *testing.T, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	recorder := httptest.NewRecorder()
	New().ServeHTTP(recorder, httptest.NewRequest(method, path, nil))
	return recorder
}

func assertPage(t *testing.T, got *httptest.ResponseRecorder, status int, text string) {
	t.Helper()
	if got.Code != status {
		t.Errorf("status = %d, want %d", got.Code, status)
	}
	if got.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("content type = %q", got.Header().Get("Content-Type"))
	}
	if !strings.Contains(got.Body.String(), text) {
		t.Errorf("body = %q, want %q in it", got.Body.String(), text)
	}
}

func TestHome(t *testing.T) {
	assertPage(t, serve(t, http.MethodGet, "/"), 200, "Welcome")
}

func TestUnknownPage(t *testing.T) {
	assertPage(t, serve(t, http.MethodGet, "/nothing"), 404, "no such page")
}

func TestPostIsRefused(t *testing.T) {
	got := serve(t, http.MethodPost, "/")
	if got.Code != http.StatusMethodNotAllowed {
		t.Errorf("status = %d, want 405", got.Code)
	}
	if allow := got.Header().Get("Allow"); allow != "GET, HEAD" {
		t.Errorf("Allow = %q, want GET, HEAD", allow)
	}
}
`;

const EMPTY_TAKE = `	wait, err := l.Take()
	if err != nil {
		t.Fatal(err)
	}
	if wait != time.Second {
		t.Errorf("Take() = %v, want %v", wait, time.Second)
	}
`;

const LEFT_TEST = `func TestLeftStartsAtBurst(t *testing.T) {
	if got := New(time.Minute).Left(); got != 5 {
		t.Fatalf("Left() = %d, want 5", got)
	}
}
`;

const CLOSED_TEST = `func TestClosed(t *testing.T) {
	l := New(time.Second)
	l.Close()
	if _, err := l.Take(); !errors.Is(err, ErrClosed) {
		t.Fatalf("Take() = %v, want ErrClosed", err)
	}
}
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'a failing test is deleted',
    expected: ['test-deleted'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [`\n${LEFT_TEST}`, '']),
  },
  {
    name: 'a test file deleted while its package is refactored',
    expected: ['test-deleted'],
    files: {
      'limit/limit_test.go': [LIMITER_TEST, null],
      ...altered('limit/limit.go', LIMITER, ['\tl.tokens--\n', '\tl.tokens -= 1\n']),
    },
  },
  {
    name: 'a deletion among renames of variables',
    expected: ['test-deleted'],
    files: {
      'limit/limit_test.go': [
        LIMITER_TEST,
        edited(LIMITER_TEST, [`${CLOSED_TEST}\n`, ''], ['\t"errors"\n', ''])
          .replaceAll('l.', 'limiter.')
          .replaceAll('l :=', 'limiter :='),
      ],
    },
  },
  {
    name: 't.Skip at the start of a test',
    expected: ['test-skipped'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      'func TestTakeWaitsWhenEmpty(t *testing.T) {\n',
      'func TestTakeWaitsWhenEmpty(t *testing.T) {\n\tt.Skip("flaky")\n',
    ]),
  },
  {
    name: 't.SkipNow in a subtest',
    expected: ['test-skipped'],
    files: altered('paths/paths_test.go', PATHS_TEST, [
      '\t\tt.Run(tt.name, func(t *testing.T) {\n',
      '\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tt.SkipNow()\n',
    ]),
  },
  {
    name: 'one case of a table is skipped by name',
    expected: ['test-skipped', 'test-conditional', 'cases-removed', 'assertion-unreachable'],
    files: altered('paths/paths_test.go', PATHS_TEST, [
      '\t\tt.Run(tt.name, func(t *testing.T) {\n',
      '\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tif tt.name == "above the root" {\n\t\t\t\tt.Skip("platform specific")\n\t\t\t}\n',
    ]),
  },
  {
    name: 'a test skipped where CI is set',
    expected: ['test-conditional', 'test-skipped'],
    files: altered(
      'limit/limit_test.go',
      LIMITER_TEST,
      ['\t"errors"\n', '\t"errors"\n\t"os"\n'],
      [
        '\tl := New(time.Second)\n\tl.Close()\n',
        '\tif os.Getenv("CI") != "" {\n\t\tt.Skip("timing on CI")\n\t}\n\tl := New(time.Second)\n\tl.Close()\n',
      ],
    ),
  },
  {
    name: 'skipped in short mode',
    expected: ['test-conditional', 'test-skipped'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'func TestPayTellsTheBank(t *testing.T) {\n',
      'func TestPayTellsTheBank(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n',
    ]),
  },
  {
    name: 'a build tag keeps the file out',
    expected: ['test-not-collected', 'test-conditional', 'tests-excluded', 'test-skipped'],
    files: altered('server/server_test.go', SERVER_TEST, [
      'package server\n',
      '//go:build integration\n\npackage server\n',
    ]),
  },
  {
    name: 'a build constraint of ignore',
    expected: ['test-not-collected', 'test-conditional', 'tests-excluded', 'test-skipped'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      'package limit\n',
      '//go:build ignore\n\npackage limit\n',
    ]),
  },
  {
    name: 'a test function renamed in lower case',
    expected: ['test-not-collected'],
    files: altered('limit/limit_test.go', LIMITER_TEST, ['func TestClosed(', 'func testClosed(']),
  },
  {
    name: 'Test followed by a small letter',
    expected: ['test-not-collected'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      'func TestLeftStartsAtBurst(',
      'func TestleftStartsAtBurst(',
    ]),
  },
  {
    name: 'the file does not end in _test any more',
    expected: ['test-not-collected'],
    ...moved('server/server_test.go', 'server/server_tests.go', SERVER_TEST),
  },
  {
    name: 'the file moved under a name that go ignores',
    expected: ['test-not-collected'],
    ...moved('limit/limit_test.go', 'limit/_limit_test.go', LIMITER_TEST),
  },
  {
    name: 'a test in a block comment',
    expected: ['test-commented-out'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [LEFT_TEST, `/*\n${LEFT_TEST}*/\n`]),
  },
  {
    name: 'an if with its error commented out',
    expected: ['assertion-removed', 'test-commented-out'],
    files: altered('server/server_test.go', SERVER_TEST, [
      '\tif allow := got.Header().Get("Allow"); allow != "GET, HEAD" {\n\t\tt.Errorf("Allow = %q, want GET, HEAD", allow)\n\t}\n',
      '\t// if allow := got.Header().Get("Allow"); allow != "GET, HEAD" {\n\t// \tt.Errorf("Allow = %q, want GET, HEAD", allow)\n\t// }\n',
    ]),
  },
  {
    name: 'a failure became a log line',
    expected: [
      'assertion-removed',
      'assertion-weakened',
      'assertion-swallowed',
      'assertion-vacuous',
    ],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      't.Fatalf("Left() = %d, want 5", got)',
      't.Logf("Left() = %d, want 5", got)',
    ]),
  },
  {
    name: 'the failing branch is empty',
    expected: [
      'assertion-removed',
      'assertion-vacuous',
      'assertion-swallowed',
      'assertion-weakened',
    ],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      '\t\tt.Errorf("Take() = %v, want %v", wait, time.Second)\n',
      '\t\t_ = wait\n',
    ]),
  },
  {
    name: 'an error is ignored with a blank',
    expected: ['assertion-removed'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      EMPTY_TAKE,
      '\twait, _ := l.Take()\n\tif wait != time.Second {\n\t\tt.Errorf("Take() = %v, want %v", wait, time.Second)\n\t}\n',
    ]),
  },
  {
    name: 'the body of a test is only a call',
    expected: ['assertion-removed'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      '\tif got := New(time.Minute).Left(); got != 5 {\n\t\tt.Fatalf("Left() = %d, want 5", got)\n\t}\n',
      '\t_ = New(time.Minute).Left()\n',
    ]),
  },
  {
    name: 'assert.Equal became assert.NotNil',
    expected: ['assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'assert.Equal(t, 2150, order.Total())',
      'assert.NotNil(t, order.Total())',
    ]),
  },
  {
    name: 'a list became its length with testify',
    expected: ['assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'assert.Equal(t, []string{"tea", "mug"}, order.Articles())',
      'assert.Len(t, order.Articles(), 2)',
    ]),
  },
  {
    name: 'ErrorIs became Error',
    expected: ['assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'require.ErrorIs(t, err, ErrEmpty)',
      'require.Error(t, err)',
    ]),
  },
  {
    name: 'the exact message became a part of it',
    expected: ['assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'assert.EqualError(t, err, "order: no lines")',
      'assert.ErrorContains(t, err, "order")',
    ]),
  },
  {
    name: 'the delta is a hundred times as wide',
    expected: ['assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'order.TaxRate(), 0.001)',
      'order.TaxRate(), 0.1)',
    ]),
  },
  {
    name: 'not equal became less than',
    expected: ['assertion-weakened', 'expected-value-edited'],
    files: altered('limit/limit_test.go', LIMITER_TEST, ['got != 5 {', 'got < 0 {']),
  },
  {
    name: 'errors.Is became a comparison with nil',
    expected: ['assertion-weakened'],
    files: altered(
      'limit/limit_test.go',
      LIMITER_TEST,
      ['!errors.Is(err, ErrClosed) {', 'err == nil {'],
      ['\t"errors"\n', ''],
    ),
  },
  {
    name: 'a condition that is never met guards the failure',
    expected: ['assertion-vacuous', 'assertion-weakened', 'assertion-unreachable'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      '\tif wait != time.Second {',
      '\tif false && wait != time.Second {',
    ]),
  },
  {
    name: 'assert.True of true',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'assert.Equal(t, 2150, order.Total())',
      'assert.True(t, true)',
    ]),
  },
  {
    name: 'the value is compared with itself',
    expected: ['assertion-vacuous', 'expected-value-edited', 'assertion-weakened'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'assert.Equal(t, 2150, order.Total())',
      'assert.Equal(t, order.Total(), order.Total())',
    ]),
  },
  {
    name: 'a deferred recover swallows the panic of the test',
    expected: ['assertion-swallowed'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'func TestPayTellsTheBank(t *testing.T) {\n',
      'func TestPayTellsTheBank(t *testing.T) {\n\tdefer func() { _ = recover() }()\n',
    ]),
  },
  {
    name: 'a return before the assertion',
    expected: ['assertion-unreachable'],
    files: altered('server/server_test.go', SERVER_TEST, [
      '\tif allow := got',
      '\tif got.Header().Get("Allow") == "" {\n\t\treturn\n\t}\n\tif allow := got',
    ]),
  },
  {
    name: 'the assertion runs in a goroutine that nobody waits for',
    expected: ['assertion-not-awaited'],
    files: altered('limit/limit_test.go', LIMITER_TEST, [
      '\tif got := New(time.Minute).Left(); got != 5 {\n\t\tt.Fatalf("Left() = %d, want 5", got)\n\t}\n',
      '\tgo func() {\n\t\tif got := New(time.Minute).Left(); got != 5 {\n\t\t\tt.Errorf("Left() = %d, want 5", got)\n\t\t}\n\t}()\n',
    ]),
  },
  {
    name: 'the expected total is what comes out',
    expected: ['expected-value-edited'],
    files: altered('shop/order_test.go', SHOP_TEST, [
      'assert.Equal(t, 2150, order.Total())',
      'assert.Equal(t, 1700, order.Total())',
    ]),
  },
  {
    name: 'a row expects what the broken code gives',
    expected: ['expected-value-edited'],
    files: altered('paths/paths_test.go', PATHS_TEST, [
      '{"above the root", "/../a", "/a"}',
      '{"above the root", "/../a", "../a"}',
    ]),
  },
  {
    name: 'the expected status changed beside another package',
    expected: ['expected-value-edited'],
    files: {
      ...altered('server/server_test.go', SERVER_TEST, [
        '"/nothing"), 404, "no such page")',
        '"/nothing"), 200, "no such page")',
      ]),
      ...altered('paths/paths.go', PATHS, [
        '// Split gives each part of a path on a line.',
        '// Split gives the parts of a path, each on a line.',
      ]),
    },
  },
  {
    name: 'the expected mode is laxer',
    expected: ['expected-value-edited'],
    files: altered('paths/paths_test.go', PATHS_TEST, [
      'got != 0o600 {\n\t\tt.Errorf("mode = %o, want 600", got)',
      'got != 0o644 {\n\t\tt.Errorf("mode = %o, want 644", got)',
    ]),
  },
  {
    name: 'the golden file in testdata changed alone',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: { 'paths/testdata/split.golden': [SPLIT_GOLDEN, 'usr/local/bin\n'] },
  },
  {
    name: 'the golden test writes what it then compares',
    expected: [
      'assertion-vacuous',
      'expected-value-edited',
      'assertion-weakened',
      'snapshot-edited',
    ],
    files: altered('paths/paths_test.go', PATHS_TEST, [
      '\twant, err := os.ReadFile("testdata/split.golden")\n',
      '\tos.WriteFile("testdata/split.golden", []byte(Split("/usr/local/bin")), 0o644)\n\twant, err := os.ReadFile("testdata/split.golden")\n',
    ]),
  },
  {
    name: 'the function under test is replaced through a variable',
    expected: ['subject-mocked'],
    files: {
      ...altered('paths/paths.go', PATHS, [
        'func Clean(name string) string { return path.Clean(name) }',
        'var Clean = func(name string) string { return path.Clean(name) }',
      ]),
      ...altered('paths/paths_test.go', PATHS_TEST, [
        '\t\t\tif got := Clean(tt.in)',
        '\t\t\tClean = func(string) string { return tt.want }\n\t\t\tif got := Clean(tt.in)',
      ]),
    },
  },
  {
    name: 'rows taken out of the table',
    expected: ['cases-removed'],
    files: altered('paths/paths_test.go', PATHS_TEST, [
      '\t\t{"above the root", "/../a", "/a"},\n\t\t{"trailing slash", "a/b/", "a/b"},\n',
      '',
    ]),
  },
  {
    name: 'one row commented out',
    expected: ['cases-removed', 'test-commented-out'],
    files: altered('paths/paths_test.go', PATHS_TEST, ['\t\t{"parent"', '\t\t// {"parent"']),
  },
  {
    name: 'the loop over the table runs over its first rows',
    expected: ['cases-removed'],
    files: altered('paths/paths_test.go', PATHS_TEST, ['range tests {', 'range tests[:2] {']),
  },
  {
    name: 'a helper of assertions checks the status only',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('server/server_test.go', SERVER_TEST, [
      '\tif got.Header().Get("Content-Type") != "text/html; charset=utf-8" {\n\t\tt.Errorf("content type = %q", got.Header().Get("Content-Type"))\n\t}\n\tif !strings.Contains(got.Body.String(), text) {\n\t\tt.Errorf("body = %q, want %q in it", got.Body.String(), text)\n\t}\n',
      '\t_ = strings.TrimSpace(text)\n',
    ]),
  },
  {
    name: 'TestMain exits with zero',
    expected: ['run-neutered', 'assertion-swallowed', 'assertion-vacuous'],
    files: {
      'limit/main_test.go': [
        'package limit\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n',
        'package limit\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
      ],
    },
  },
  {
    name: 'a file is split into two and a test is lost',
    expected: ['test-deleted'],
    files: {
      'limit/limit_test.go': [
        LIMITER_TEST,
        edited(LIMITER_TEST, [`${CLOSED_TEST}\n${LEFT_TEST}`, ''], ['\t"errors"\n', '']),
      ],
      'limit/left_test.go': [
        null,
        `package limit\n\nimport (\n\t"testing"\n\t"time"\n)\n\n${LEFT_TEST}`,
      ],
    },
  },
  {
    name: 'an assertion lost in a migration to the standard library',
    expected: ['assertion-removed'],
    files: {
      'shop/order_test.go': [
        SHOP_TEST,
        edited(SHOP_TEST, [
          '\trequire.NoError(t, err)\n\tassert.Equal(t, 2150, order.Total())\n\tassert.Equal(t, []string{"tea", "mug"}, order.Articles())\n',
          '\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif got := order.Total(); got != 2150 {\n\t\tt.Errorf("Total() = %d, want 2150", got)\n\t}\n',
        ]),
      ],
    },
  },
  {
    name: 'an expected value changed beside a renaming in the source',
    expected: ['expected-value-edited'],
    files: {
      'limit/limit.go': [LIMITER, LIMITER.replaceAll('Take', 'Acquire')],
      'limit/limit_test.go': [
        LIMITER_TEST,
        LIMITER_TEST.replaceAll('Take', 'Acquire').replace(
          'got != 5 {\n\t\tt.Fatalf("Left() = %d, want 5", got)',
          'got != 4 {\n\t\tt.Fatalf("Left() = %d, want 4", got)',
        ),
      ],
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'tests renamed and the file with them',
    expected: [],
    ...moved(
      'limit/limit_test.go',
      'limit/limiter_test.go',
      LIMITER_TEST,
      ['func TestClosed(', 'func TestTakeFailsWhenClosed('],
      ['func TestLeftStartsAtBurst(', 'func TestNewHasABurst('],
    ),
  },
  {
    name: 'a package moved with its tests',
    expected: [],
    files: {
      'internal/limit/limit.go': [
        LIMITER,
        edited(LIMITER, ['// Package limit says', '// Package limit, internal, says']),
      ],
      'internal/limit/limit_test.go': [LIMITER_TEST, LIMITER_TEST],
    },
    moves: {
      'internal/limit/limit.go': 'limit/limit.go',
      'internal/limit/limit_test.go': 'limit/limit_test.go',
    },
  },
  {
    name: 'one test file split into two',
    expected: [],
    files: {
      'limit/limit_test.go': [
        LIMITER_TEST,
        edited(LIMITER_TEST, [`${CLOSED_TEST}\n`, ''], ['\t"errors"\n', '']),
      ],
      'limit/close_test.go': [
        null,
        `package limit\n\nimport (\n\t"errors"\n\t"testing"\n\t"time"\n)\n\n${CLOSED_TEST}`,
      ],
    },
  },
  {
    name: 'three tests made one table',
    expected: [],
    files: {
      'roman/roman_test.go': [
        `package roman

import "testing"

func TestOne(t *testing.T) {
	if got := Write(1); got != "I" {
		t.Errorf("Write(1) = %s, want I", got)
	}
}

func TestFour(t *testing.T) {
	if got := Write(4); got != "IV" {
		t.Errorf("Write(4) = %s, want IV", got)
	}
}

func TestNineteen(t *testing.T) {
	if got := Write(19); got != "XIX" {
		t.Errorf("Write(19) = %s, want XIX", got)
	}
}
`,
        `package roman

import (
	"strconv"
	"testing"
)

func TestWrite(t *testing.T) {
	for number, want := range map[int]string{1: "I", 4: "IV", 19: "XIX"} {
		t.Run(strconv.Itoa(number), func(t *testing.T) {
			if got := Write(number); got != want {
				t.Errorf("Write(%d) = %s, want %s", number, got, want)
			}
		})
	}
}
`,
      ],
    },
  },
  {
    name: 'tests merged as subtests',
    expected: [],
    files: {
      'limit/limit_test.go': [
        LIMITER_TEST,
        edited(LIMITER_TEST, [
          `${CLOSED_TEST}\n${LEFT_TEST}`,
          `func TestLimiter(t *testing.T) {
	t.Run("is closed", func(t *testing.T) {
		l := New(time.Second)
		l.Close()
		if _, err := l.Take(); !errors.Is(err, ErrClosed) {
			t.Fatalf("Take() = %v, want ErrClosed", err)
		}
	})

	t.Run("starts at its burst", func(t *testing.T) {
		if got := New(time.Minute).Left(); got != 5 {
			t.Fatalf("Left() = %d, want 5", got)
		}
	})
}
`,
        ]),
      ],
    },
  },
  {
    name: 'testify became the standard library',
    expected: [],
    files: {
      'shop/order_test.go': [
        SHOP_TEST,
        `package shop

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
)

func TestOrderTotal(t *testing.T) {
	order, err := NewOrder("alice", Line{"tea", 2, 450}, Line{"mug", 1, 1250})
	if err != nil {
		t.Fatal(err)
	}
	if got := order.Total(); got != 2150 {
		t.Errorf("Total() = %d, want 2150", got)
	}
	if got, want := order.Articles(), []string{"tea", "mug"}; !reflect.DeepEqual(got, want) {
		t.Errorf("Articles() = %v, want %v", got, want)
	}
}

func TestOrderNeedsALine(t *testing.T) {
	_, err := NewOrder("alice")
	if !errors.Is(err, ErrEmpty) {
		t.Fatalf("err = %v, want ErrEmpty", err)
	}
	if got := err.Error(); got != "order: no lines" {
		t.Errorf("message = %q", got)
	}
}

func TestPayTellsTheBank(t *testing.T) {
	bank := &fakeBank{}
	order, err := NewOrder("alice", Line{"tea", 2, 450})
	if err != nil {
		t.Fatal(err)
	}
	if err := order.Pay(context.Background(), bank); err != nil {
		t.Fatal(err)
	}
	if want := []transfer{{"alice", 900}}; !reflect.DeepEqual(bank.transfers, want) {
		t.Errorf("transfers = %v, want %v", bank.transfers, want)
	}
	if got := order.TaxRate(); math.Abs(got-0.19) > 0.001 {
		t.Errorf("TaxRate() = %v, want 0.19", got)
	}
}

type fakeBank struct{ transfers []transfer }

type transfer struct {
	from   string
	amount int
}

func (b *fakeBank) Transfer(_ context.Context, from string, amount int) error {
	b.transfers = append(b.transfers, transfer{from, amount})
	return nil
}
`,
      ],
    },
  },
  {
    name: 'the standard library became testify',
    expected: [],
    files: {
      'limit/limit_test.go': [
        LIMITER_TEST,
        `package limit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTakeUpToBurst(t *testing.T) {
	l := New(time.Second)
	for i := 0; i < Burst; i++ {
		wait, err := l.Take()
		require.NoError(t, err)
		assert.Zero(t, wait)
	}
	assert.Equal(t, 0, l.Left())
}

func TestTakeWaitsWhenEmpty(t *testing.T) {
	l := New(time.Second)
	l.tokens = 0
	wait, err := l.Take()
	require.NoError(t, err)
	assert.Equal(t, time.Second, wait)
}

func TestClosed(t *testing.T) {
	l := New(time.Second)
	l.Close()
	_, err := l.Take()
	require.ErrorIs(t, err, ErrClosed)
}

func TestLeftStartsAtBurst(t *testing.T) {
	require.Equal(t, 5, New(time.Minute).Left())
}
`,
      ],
    },
  },
  {
    name: 'a helper of assertions moved to another file',
    expected: [],
    files: {
      'server/server_test.go': [
        SERVER_TEST,
        edited(
          SERVER_TEST,
          [
            SERVER_TEST.slice(
              SERVER_TEST.indexOf('func serve('),
              SERVER_TEST.indexOf('func TestHome'),
            ),
            '',
          ],
          [
            'import (\n\t"net/http"\n\t"net/http/httptest"\n\t"strings"\n\t"testing"\n)',
            'import (\n\t"net/http"\n\t"testing"\n)',
          ],
        ),
      ],
      'server/support_test.go': [
        null,
        `package server\n\nimport (\n\t"net/http/httptest"\n\t"strings"\n\t"testing"\n)\n\n${SERVER_TEST.slice(SERVER_TEST.indexOf('func serve('), SERVER_TEST.indexOf('func TestHome')).trimEnd()}\n`,
      ],
    },
  },
  {
    name: 'a helper extracted from three tests',
    expected: [],
    files: {
      'limit/limit_test.go': [
        LIMITER_TEST,
        edited(
          LIMITER_TEST,
          [
            'func TestTakeUpToBurst',
            'func take(t *testing.T, l *Limiter, want time.Duration) {\n\tt.Helper()\n\twait, err := l.Take()\n\tif err != nil {\n\t\tt.Fatalf("Take() failed: %v", err)\n\t}\n\tif wait != want {\n\t\tt.Errorf("Take() = %v, want %v", wait, want)\n\t}\n}\n\nfunc TestTakeUpToBurst',
          ],
          [
            '\t\twait, err := l.Take()\n\t\tif err != nil {\n\t\t\tt.Fatalf("Take() failed: %v", err)\n\t\t}\n\t\tif wait != 0 {\n\t\t\tt.Errorf("Take() = %v, want 0", wait)\n\t\t}\n',
            '\t\ttake(t, l, 0)\n',
          ],
          [`\tl.tokens = 0\n${EMPTY_TAKE}`, '\tl.tokens = 0\n\ttake(t, l, time.Second)\n'],
        ),
      ],
    },
  },
  {
    name: 'a method deleted with its test',
    expected: [],
    files: {
      ...altered('limit/limit.go', LIMITER, [
        'func (l *Limiter) Left() int { return l.tokens }\n\n',
        '',
      ]),
      ...altered(
        'limit/limit_test.go',
        LIMITER_TEST,
        [`\n${LEFT_TEST}`, ''],
        ['\tif got := l.Left(); got != 0 {\n\t\tt.Errorf("Left() = %d, want 0", got)\n\t}\n', ''],
      ),
    },
  },
  {
    name: 'a package deleted with its tests and golden files',
    expected: [],
    files: {
      'paths/paths.go': [PATHS, null],
      'paths/paths_test.go': [PATHS_TEST, null],
      'paths/testdata/split.golden': [SPLIT_GOLDEN, null],
    },
  },
  {
    name: 'a method renamed in source and tests',
    expected: [],
    files: {
      'limit/limit.go': [LIMITER, LIMITER.replaceAll('Take', 'Acquire')],
      'limit/limit_test.go': [LIMITER_TEST, LIMITER_TEST.replaceAll('Take', 'Acquire')],
    },
  },
  {
    name: 'a constructor takes the burst now',
    expected: [],
    files: {
      ...altered(
        'limit/limit.go',
        LIMITER,
        ['const Burst = 5\n\n', ''],
        [
          'func New(every time.Duration) *Limiter {\n\treturn &Limiter{every: every, tokens: Burst}',
          'func New(every time.Duration, burst int) *Limiter {\n\treturn &Limiter{every: every, tokens: burst}',
        ],
      ),
      'limit/limit_test.go': [
        LIMITER_TEST,
        LIMITER_TEST.replaceAll('New(time.Second)', 'New(time.Second, 5)')
          .replaceAll('New(time.Minute)', 'New(time.Minute, 5)')
          .replace('i < Burst', 'i < 5'),
      ],
    },
  },
  {
    name: 'the burst is larger in source and test',
    expected: [],
    files: {
      ...altered('limit/limit.go', LIMITER, ['const Burst = 5', 'const Burst = 8']),
      ...altered('limit/limit_test.go', LIMITER_TEST, [
        'got != 5 {\n\t\tt.Fatalf("Left() = %d, want 5", got)',
        'got != 8 {\n\t\tt.Fatalf("Left() = %d, want 8", got)',
      ]),
    },
  },
  {
    name: 'the mode of files is tightened in source and test',
    expected: [],
    files: {
      ...altered('paths/paths.go', PATHS, ['data, 0o600)', 'data, 0o640)']),
      ...altered('paths/paths_test.go', PATHS_TEST, [
        'got != 0o600 {\n\t\tt.Errorf("mode = %o, want 600", got)',
        'got != 0o640 {\n\t\tt.Errorf("mode = %o, want 640", got)',
      ]),
    },
  },
  {
    name: 'a golden file changed with what writes it',
    expected: [],
    files: {
      ...altered('paths/paths.go', PATHS, ['"/", "\\n") + "\\n"', '"/", ",\\n") + "\\n"']),
      'paths/testdata/split.golden': [SPLIT_GOLDEN, 'usr,\nlocal,\nbin\n'],
    },
  },
  {
    name: 'the table with names of fields and on more lines',
    expected: [],
    files: altered(
      'paths/paths_test.go',
      PATHS_TEST,
      ['{"empty", "", "."}', '{name: "empty", in: "", want: "."}'],
      [
        '{"dots", "a/./b", "a/b"}',
        '{\n\t\t\tname: "dots",\n\t\t\tin:   "a/./b",\n\t\t\twant: "a/b",\n\t\t}',
      ],
      ['{"parent", "a/../b", "b"}', '{name: "parent", in: "a/../b", want: "b"}'],
      ['{"above the root", "/../a", "/a"}', '{name: "above the root", in: "/../a", want: "/a"}'],
      ['{"trailing slash", "a/b/", "a/b"}', '{name: "trailing slash", in: "a/b/", want: "a/b"}'],
    ),
  },
  {
    name: 'a check for any error became a check for one',
    expected: [],
    files: {
      'shop/order_test.go': [
        edited(SHOP_TEST, ['require.ErrorIs(t, err, ErrEmpty)', 'require.Error(t, err)']),
        SHOP_TEST,
      ],
    },
  },
  {
    name: 'a skip taken away',
    expected: [],
    files: {
      'limit/limit_test.go': [
        edited(LIMITER_TEST, [
          '\tl := New(time.Second)\n\tl.Close()',
          '\tt.Skip("not closed yet")\n\tl := New(time.Second)\n\tl.Close()',
        ]),
        LIMITER_TEST,
      ],
    },
  },
  {
    name: 'rows added and tests made parallel',
    expected: [],
    files: altered(
      'paths/paths_test.go',
      PATHS_TEST,
      ['\t\t{"parent"', '\t\t{"double slash", "a//b", "a/b"},\n\t\t{"parent"'],
      ['func(t *testing.T) {\n\t\t\tif', 'func(t *testing.T) {\n\t\t\tt.Parallel()\n\t\t\tif'],
    ),
  },
  {
    name: 'a sleep replaced by waiting for a channel',
    expected: [],
    files: {
      'worker/worker_test.go': [
        `package worker

import (
	"testing"
	"time"
)

func TestRunsTheJob(t *testing.T) {
	done := 0
	w := Start(func() { done++ })
	w.Add()
	time.Sleep(2 * time.Second)
	if done != 1 {
		t.Fatalf("done = %d, want 1", done)
	}
}
`,
        `package worker

import (
	"testing"
	"time"
)

func TestRunsTheJob(t *testing.T) {
	done := make(chan int, 1)
	w := Start(func() { done <- 1 })
	w.Add()
	select {
	case got := <-done:
		if got != 1 {
			t.Fatalf("done = %d, want 1", got)
		}
	case <-time.After(2 * time.Second):
		t.Fatal("job did not run")
	}
}
`,
      ],
    },
  },
  {
    name: 'a new test file for one system',
    expected: [],
    files: {
      'lock/lock_unix_test.go': [
        null,
        `//go:build unix

package lock

import (
	"os"
	"testing"
)

func TestSecondLockFails(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may lock everything")
	}
	name := t.TempDir() + "/lock"
	if err := Take(name); err != nil {
		t.Fatal(err)
	}
	if err := Take(name); err != ErrTaken {
		t.Fatalf("Take() = %v, want ErrTaken", err)
	}
}
`,
      ],
      'lock/lock.go': [
        null,
        'package lock\n\nimport "errors"\n\nvar ErrTaken = errors.New("taken")\n\nfunc Take(name string) error { return nil }\n',
      ],
    },
  },
  {
    name: 'a doubled test removed',
    expected: [],
    files: {
      'limit/limit_test.go': [
        `${LIMITER_TEST}\nfunc TestNew(t *testing.T) {\n\tif got := New(time.Minute).Left(); got != 5 {\n\t\tt.Fatalf("Left() = %d, want 5", got)\n\t}\n}\n`,
        LIMITER_TEST,
      ],
    },
  },
  {
    name: 'a helper that nothing calls removed',
    expected: [],
    files: {
      'limit/limit_test.go': [
        `${LIMITER_TEST}\nfunc drain(l *Limiter) {\n\tfor l.Left() > 0 {\n\t\tl.Take()\n\t}\n}\n`,
        LIMITER_TEST,
      ],
    },
  },
  {
    name: 'imports grouped, comments and messages of failures reworded',
    expected: [],
    files: altered(
      'server/server_test.go',
      SERVER_TEST,
      ['\t"strings"\n\t"testing"\n', '\t"testing"\n\n\t"strings"\n'],
      [
        't.Errorf("content type = %q", got',
        't.Errorf("the content type is %q, which is not HTML", got',
      ],
      [
        'func TestPostIsRefused',
        '// TestPostIsRefused: pages are only read.\nfunc TestPostIsRefused',
      ],
    ),
  },
  {
    name: 'expected numbers as a product and a constant',
    expected: [],
    files: altered(
      'shop/order_test.go',
      SHOP_TEST,
      ['assert.Equal(t, 2150, order.Total())', 'assert.Equal(t, 2_150, order.Total())'],
      ['func TestPayTellsTheBank', '// prices are in cents\nfunc TestPayTellsTheBank'],
    ),
  },
  {
    name: 'a server of the test stands in for the network',
    expected: [],
    files: {
      'rates/rates_test.go': [
        'package rates\n\nimport "testing"\n\nfunc TestRate(t *testing.T) {\n\tgot, err := Rate("https://rates.example", "EUR")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif got != 1 {\n\t\tt.Errorf("Rate() = %v, want 1", got)\n\t}\n}\n',
        'package rates\n\nimport (\n\t"fmt"\n\t"net/http"\n\t"net/http/httptest"\n\t"testing"\n)\n\nfunc TestRate(t *testing.T) {\n\tserver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tfmt.Fprint(w, "{\\"EUR\\": 1}")\n\t}))\n\tdefer server.Close()\n\tgot, err := Rate(server.URL, "EUR")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif got != 1 {\n\t\tt.Errorf("Rate() = %v, want 1", got)\n\t}\n}\n',
      ],
    },
  },
  {
    name: 'a loop counter became range over an integer and Background became Context',
    expected: [],
    files: {
      ...altered('limit/limit_test.go', LIMITER_TEST, [
        'for i := 0; i < Burst; i++ {',
        'for range Burst {',
      ]),
      ...altered('shop/order_test.go', SHOP_TEST, [
        'order.Pay(context.Background(), bank)',
        'order.Pay(t.Context(), bank)',
      ]),
    },
  },
  {
    name: 'assert became require',
    expected: [],
    files: {
      'shop/order_test.go': [
        SHOP_TEST,
        SHOP_TEST.replaceAll('\tassert.', '\trequire.').replace(
          '\t"github.com/stretchr/testify/assert"\n',
          '',
        ),
      ],
    },
  },
  {
    name: 'a test written in the style of the package outside of it',
    expected: [],
    files: altered(
      'limit/limit_test.go',
      LIMITER_TEST,
      ['package limit\n', 'package limit_test\n'],
      ['\t"time"\n)', '\t"time"\n\n\t. "example.com/app/limit"\n)'],
      ['\tl.tokens = 0\n', '\tfor l.Left() > 0 {\n\t\tl.Take()\n\t}\n'],
    ),
  },
  {
    name: 'DeepEqual became a difference of cmp',
    expected: [],
    files: {
      'tags/tags_test.go': [
        'package tags\n\nimport (\n\t"reflect"\n\t"testing"\n)\n\nfunc TestIn(t *testing.T) {\n\tgot := In("#one and #two")\n\twant := []string{"one", "two"}\n\tif !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("In() = %v, want %v", got, want)\n\t}\n}\n',
        'package tags\n\nimport (\n\t"testing"\n\n\t"github.com/google/go-cmp/cmp"\n)\n\nfunc TestIn(t *testing.T) {\n\twant := []string{"one", "two"}\n\tif diff := cmp.Diff(want, In("#one and #two")); diff != "" {\n\t\tt.Errorf("In() mismatch (-want +got):\\n%s", diff)\n\t}\n}\n',
      ],
    },
  },
  {
    name: 'length and elements became slices.Equal',
    expected: [],
    files: {
      'tags/split_test.go': [
        'package tags\n\nimport "testing"\n\nfunc TestSplit(t *testing.T) {\n\tgot := Split("a,b")\n\tif len(got) != 2 {\n\t\tt.Fatalf("len = %d, want 2", len(got))\n\t}\n\tif got[0] != "a" {\n\t\tt.Errorf("got[0] = %q", got[0])\n\t}\n\tif got[1] != "b" {\n\t\tt.Errorf("got[1] = %q", got[1])\n\t}\n}\n',
        'package tags\n\nimport (\n\t"slices"\n\t"testing"\n)\n\nfunc TestSplit(t *testing.T) {\n\tif got, want := Split("a,b"), []string{"a", "b"}; !slices.Equal(got, want) {\n\t\tt.Errorf("Split() = %q, want %q", got, want)\n\t}\n}\n',
      ],
    },
  },
  {
    name: 'a temporary folder made by hand became TempDir',
    expected: [],
    files: {
      'paths/write_test.go': [
        'package paths\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestWrite(t *testing.T) {\n\tdir, err := os.MkdirTemp("", "write")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tdefer os.RemoveAll(dir)\n\tif err := Write(dir+"/a", nil); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n',
        'package paths\n\nimport "testing"\n\nfunc TestWrite(t *testing.T) {\n\tif err := Write(t.TempDir()+"/a", nil); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n',
      ],
    },
  },
  {
    name: 'a benchmark removed and a fuzz test added',
    expected: [],
    files: {
      'paths/paths_test.go': [
        `${PATHS_TEST}\nfunc BenchmarkClean(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tClean("/a/../b")\n\t}\n}\n`,
        `${PATHS_TEST}\nfunc FuzzClean(f *testing.F) {\n\tf.Add("/a/../b")\n\tf.Fuzz(func(t *testing.T, name string) {\n\t\tif once := Clean(name); Clean(once) != once {\n\t\t\tt.Errorf("Clean(%q) is not stable", name)\n\t\t}\n\t})\n}\n`,
      ],
    },
  },
  {
    name: 'a suite of testify became plain functions',
    expected: [],
    files: {
      'store/store_test.go': [
        'package store\n\nimport (\n\t"testing"\n\n\t"github.com/stretchr/testify/suite"\n)\n\ntype StoreSuite struct {\n\tsuite.Suite\n\tstore *Store\n}\n\nfunc (s *StoreSuite) SetupTest() { s.store = New() }\n\nfunc (s *StoreSuite) TestPut() {\n\ts.store.Put("a", 1)\n\ts.Equal(1, s.store.Get("a"))\n}\n\nfunc (s *StoreSuite) TestMissing() {\n\ts.Equal(0, s.store.Get("b"))\n}\n\nfunc TestStore(t *testing.T) { suite.Run(t, new(StoreSuite)) }\n',
        'package store\n\nimport (\n\t"testing"\n\n\t"github.com/stretchr/testify/require"\n)\n\nfunc TestPut(t *testing.T) {\n\tstore := New()\n\tstore.Put("a", 1)\n\trequire.Equal(t, 1, store.Get("a"))\n}\n\nfunc TestMissing(t *testing.T) {\n\trequire.Equal(t, 0, New().Get("b"))\n}\n',
      ],
    },
  },
  {
    name: 'an error is wrapped now, and its text is longer in source and test',
    expected: [],
    files: {
      'shop/order.go': [
        'package shop\n\nimport "errors"\n\nvar ErrEmpty = errors.New("order: no lines")\n\nfunc NewOrder(name string, lines ...Line) (*Order, error) {\n\tif len(lines) == 0 {\n\t\treturn nil, ErrEmpty\n\t}\n\treturn &Order{name, lines}, nil\n}\n',
        'package shop\n\nimport (\n\t"errors"\n\t"fmt"\n)\n\nvar ErrEmpty = errors.New("no lines")\n\nfunc NewOrder(name string, lines ...Line) (*Order, error) {\n\tif len(lines) == 0 {\n\t\treturn nil, fmt.Errorf("order of %s: %w", name, ErrEmpty)\n\t}\n\treturn &Order{name, lines}, nil\n}\n',
      ],
      ...altered('shop/order_test.go', SHOP_TEST, [
        '"order: no lines"',
        '"order of alice: no lines"',
      ]),
    },
  },
  {
    name: 'a table without names of cases as a map with them',
    expected: [],
    files: {
      'size/size_test.go': [
        'package size\n\nimport "testing"\n\nfunc TestWrite(t *testing.T) {\n\tfor _, c := range []struct {\n\t\tin   int\n\t\twant string\n\t}{\n\t\t{10, "10 B"},\n\t\t{2048, "2 KiB"},\n\t\t{3 << 20, "3 MiB"},\n\t} {\n\t\tif got := Write(c.in); got != c.want {\n\t\t\tt.Errorf("Write(%d) = %q, want %q", c.in, got, c.want)\n\t\t}\n\t}\n}\n',
        'package size\n\nimport "testing"\n\nfunc TestWrite(t *testing.T) {\n\tcases := map[string]struct {\n\t\tin   int\n\t\twant string\n\t}{\n\t\t"bytes":     {in: 10, want: "10 B"},\n\t\t"kibibytes": {in: 2048, want: "2 KiB"},\n\t\t"mebibytes": {in: 3 << 20, want: "3 MiB"},\n\t}\n\tfor name, c := range cases {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tif got := Write(c.in); got != c.want {\n\t\t\t\tt.Errorf("Write(%d) = %q, want %q", c.in, got, c.want)\n\t\t\t}\n\t\t})\n\t}\n}\n',
      ],
    },
  },
  {
    name: 'a test of a function moved with the function to another package',
    expected: [],
    files: {
      'limit/limit.go': [
        `${LIMITER}\nfunc Seconds(d time.Duration) int { return int(d.Seconds()) }\n`,
        LIMITER,
      ],
      'limit/limit_test.go': [
        `${LIMITER_TEST}\nfunc TestSeconds(t *testing.T) {\n\tif got := Seconds(time.Minute); got != 60 {\n\t\tt.Errorf("Seconds() = %d, want 60", got)\n\t}\n}\n`,
        LIMITER_TEST,
      ],
      'clock/clock.go': [
        null,
        'package clock\n\nimport "time"\n\nfunc Seconds(d time.Duration) int { return int(d.Seconds()) }\n',
      ],
      'clock/clock_test.go': [
        null,
        'package clock\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestSeconds(t *testing.T) {\n\tif got := Seconds(time.Minute); got != 60 {\n\t\tt.Errorf("Seconds() = %d, want 60", got)\n\t}\n}\n',
      ],
    },
  },
];

/** Changes of Go tests that were written without a look at what finds tampering. */
export const UNSEEN_GO: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
