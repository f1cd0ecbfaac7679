import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from '../unseen/edited.ts';

// A web handler, with httptest and the standard library.
const REDIRECT = `package links

import (
	"net/http"
	"strings"
)

type Store interface {
	Lookup(code string) (string, bool)
}

// Handler redirects from a code to the address behind it.
func Handler(store Store) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code := strings.Trim(r.URL.Path, "/")
		if code == "" {
			http.Error(w, "code missing", 400)
			return
		}
		target, ok := store.Lookup(code)
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, target, 301)
	})
}
`;
const REDIRECT_TEST = `package links

import (
	"net/http/httptest"
	"strings"
	"testing"
)

type mapStore map[string]string

func (m mapStore) Lookup(code string) (string, bool) {
	target, ok := m[code]
	return target, ok
}

func TestRedirect(t *testing.T) {
	h := Handler(mapStore{"go": "https://go.dev"})
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/go", nil))
	if rec.Code != 301 {
		t.Fatalf("code = %d, want 301", rec.Code)
	}
	if got := rec.Header().Get("Location"); got != "https://go.dev" {
		t.Errorf("Location = %q", got)
	}
}

func TestUnknownCode(t *testing.T) {
	rec := httptest.NewRecorder()
	Handler(mapStore{}).ServeHTTP(rec, httptest.NewRequest("GET", "/x", nil))
	if rec.Code != 404 {
		t.Errorf("code = %d, want 404", rec.Code)
	}
}

func TestMissingCode(t *testing.T) {
	rec := httptest.NewRecorder()
	Handler(mapStore{}).ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	if rec.Code != 400 || !strings.Contains(rec.Body.String(), "code missing") {
		t.Errorf("got %d %q", rec.Code, rec.Body.String())
	}
}
`;

// A parser of sizes, with a table.
const SIZE = `package size

import (
	"errors"
	"strconv"
	"strings"
)

var ErrSyntax = errors.New("bad size")

var units = map[string]int64{"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}

// Parse reads sizes such as 10K.
func Parse(s string) (int64, error) {
	digits := strings.TrimRight(s, "BKMG")
	unit, ok := units[s[len(digits):]]
	if !ok {
		return 0, ErrSyntax
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 {
		return 0, ErrSyntax
	}
	return n * unit, nil
}
`;
const SIZE_TEST = `package size

import (
	"errors"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		in   string
		want int64
		err  error
	}{
		{name: "bare", in: "12", want: 12},
		{name: "bytes", in: "12B", want: 12},
		{name: "kilo", in: "2K", want: 2048},
		{name: "mega", in: "1M", want: 1048576},
		{name: "giga", in: "1G", want: 1073741824},
		{name: "zero", in: "0K", want: 0},
		{name: "empty", in: "", err: ErrSyntax},
		{name: "negative", in: "-1", err: ErrSyntax},
		{name: "two units", in: "1KM", err: ErrSyntax},
		{name: "letters", in: "abc", err: ErrSyntax},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.in)
			if !errors.Is(err, tt.err) {
				t.Fatalf("Parse(%q) error = %v, want %v", tt.in, err, tt.err)
			}
			if got != tt.want {
				t.Errorf("Parse(%q) = %d, want %d", tt.in, got, tt.want)
			}
		})
	}
}
`;

// A worker pool.
const WORKERS = `package workers

import (
	"context"
	"sync"
)

// Run gives each of the jobs to one of n workers and returns the first error.
func Run(ctx context.Context, n int, jobs []func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan func(context.Context) error)
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for job := range queue {
				if err := job(ctx); err != nil {
					cancel(err)
				}
			}
		}()
	}
	for _, job := range jobs {
		if ctx.Err() != nil {
			break
		}
		queue <- job
	}
	close(queue)
	wg.Wait()
	return context.Cause(ctx)
}
`;
const WORKERS_TEST = `package workers

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRunAll(t *testing.T) {
	var done atomic.Int64
	jobs := make([]func(context.Context) error, 10)
	for i := range jobs {
		jobs[i] = func(context.Context) error { done.Add(1); return nil }
	}
	require.NoError(t, Run(context.Background(), 3, jobs))
	assert.Equal(t, int64(10), done.Load())
}

func TestRunFirstError(t *testing.T) {
	boom := errors.New("boom")
	err := Run(context.Background(), 1, []func(context.Context) error{
		func(context.Context) error { return boom },
		func(context.Context) error { return errors.New("later") },
	})
	assert.Equal(t, boom, err)
}

func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	err := Run(ctx, 1, []func(context.Context) error{
		func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
`;

// A command line, with testify's suite.
const GREET = `package cmd

import (
	"flag"
	"fmt"
	"io"
)

// Main gives the exit code.
func Main(args []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("greet", flag.ContinueOnError)
	flags.SetOutput(errOut)
	loud := flags.Bool("loud", false, "shout")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(errOut, "greet: name missing")
		return 1
	}
	mark := "."
	if *loud {
		mark = "!"
	}
	fmt.Fprintf(out, "hello %s%s\\n", flags.Arg(0), mark)
	return 0
}
`;
const GREET_TEST = `package cmd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/suite"
)

type MainSuite struct {
	suite.Suite
	out, err bytes.Buffer
}

func (s *MainSuite) SetupTest() {
	s.out.Reset()
	s.err.Reset()
}

func (s *MainSuite) TestGreets() {
	code := Main([]string{"ada"}, &s.out, &s.err)
	s.Equal(0, code)
	s.Equal("hello ada.\\n", s.out.String())
	s.Equal("", s.err.String())
}

func (s *MainSuite) TestShouts() {
	s.Equal(0, Main([]string{"-loud", "ada"}, &s.out, &s.err))
	s.Equal("hello ada!\\n", s.out.String())
}

func (s *MainSuite) TestNameMissing() {
	s.Equal(1, Main(nil, &s.out, &s.err))
	s.Contains(s.err.String(), "name missing")
}

func TestMainSuite(t *testing.T) {
	suite.Run(t, new(MainSuite))
}
`;

// Geometry: floating point.
const GEO = `package geo

import "math"

const radius = 6371.0

// Distance is the length of the great circle between two points, in kilometres.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	p1, p2 := lat1*math.Pi/180, lat2*math.Pi/180
	dp, dl := p2-p1, (lon2-lon1)*math.Pi/180
	a := math.Sin(dp/2)*math.Sin(dp/2) + math.Cos(p1)*math.Cos(p2)*math.Sin(dl/2)*math.Sin(dl/2)
	return 2 * radius * math.Asin(math.Sqrt(a))
}

// Normalize brings a longitude between -180 and 180.
func Normalize(lon float64) float64 {
	lon = math.Mod(lon+180, 360)
	if lon < 0 {
		lon += 360
	}
	return lon - 180
}
`;
const GEO_TEST = `package geo

import (
	"math"
	"testing"
)

const epsilon = 0.001

func near(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > epsilon {
		t.Errorf("got %f, want %f", got, want)
	}
}

func TestDistance(t *testing.T) {
	near(t, Distance(0, 0, 0, 0), 0)
	near(t, Distance(0, 0, 0, 90), 10007.543)
	near(t, Distance(46.948, 7.447, 47.377, 8.541), 95.491)
}

func TestNormalize(t *testing.T) {
	near(t, Normalize(190), -170)
	near(t, Normalize(-190), 170)
	near(t, Normalize(0), 0)
}
`;

// A repository over database/sql with sqlmock.
const ACCOUNTS = `package bank

import (
	"context"
	"database/sql"
	"errors"
)

var ErrFunds = errors.New("insufficient funds")

type Accounts struct{ db *sql.DB }

func NewAccounts(db *sql.DB) *Accounts { return &Accounts{db: db} }

func (a *Accounts) Balance(ctx context.Context, id int) (int, error) {
	var cents int
	err := a.db.QueryRowContext(ctx, "SELECT cents FROM account WHERE id = ?", id).Scan(&cents)
	return cents, err
}

func (a *Accounts) Withdraw(ctx context.Context, id, cents int) error {
	balance, err := a.Balance(ctx, id)
	if err != nil {
		return err
	}
	if balance < cents {
		return ErrFunds
	}
	_, err = a.db.ExecContext(ctx, "UPDATE account SET cents = cents - ? WHERE id = ?", cents, id)
	return err
}
`;
const ACCOUNTS_TEST = `package bank

import (
	"context"
	"testing"

	"github.com/DATA-DOG/go-sqlmock"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBalance(t *testing.T) {
	db, mock, err := sqlmock.New()
	require.NoError(t, err)
	mock.ExpectQuery("SELECT cents").WithArgs(7).WillReturnRows(sqlmock.NewRows([]string{"cents"}).AddRow(500))

	got, err := NewAccounts(db).Balance(context.Background(), 7)
	require.NoError(t, err)
	assert.Equal(t, 500, got)
	assert.NoError(t, mock.ExpectationsWereMet())
}

func TestWithdrawTooMuch(t *testing.T) {
	db, mock, err := sqlmock.New()
	require.NoError(t, err)
	mock.ExpectQuery("SELECT cents").WithArgs(7).WillReturnRows(sqlmock.NewRows([]string{"cents"}).AddRow(500))

	err = NewAccounts(db).Withdraw(context.Background(), 7, 501)
	assert.ErrorIs(t, err, ErrFunds)
	assert.NoError(t, mock.ExpectationsWereMet())
}
`;

// A data pipeline of log lines, with go-cmp.
const LOGS = `package logs

import (
	"bufio"
	"io"
	"sort"
	"strings"
)

type Count struct {
	Path string
	Hits int
}

// Top counts the paths of an access log, the most visited first.
func Top(r io.Reader, n int) ([]Count, error) {
	hits := map[string]int{}
	scanner := bufio.NewScanner(r)
	for scanner.Scan() {
		fields := strings.Fields(scanner.Text())
		if len(fields) < 2 {
			continue
		}
		hits[fields[1]]++
	}
	counts := make([]Count, 0, len(hits))
	for path, n := range hits {
		counts = append(counts, Count{path, n})
	}
	sort.Slice(counts, func(i, j int) bool {
		if counts[i].Hits != counts[j].Hits {
			return counts[i].Hits > counts[j].Hits
		}
		return counts[i].Path < counts[j].Path
	})
	if len(counts) > n {
		counts = counts[:n]
	}
	return counts, scanner.Err()
}
`;
const LOGS_TEST = `package logs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTop(t *testing.T) {
	got, err := Top(strings.NewReader("GET /a\\nGET /b\\nGET /a\\n"), 5)
	if err != nil {
		t.Fatal(err)
	}
	want := []Count{{"/a", 2}, {"/b", 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Top mismatch (-want +got):\\n%s", diff)
	}
}

func TestTopCuts(t *testing.T) {
	got, _ := Top(strings.NewReader("GET /b\\nGET /a\\nGET /c\\n"), 2)
	if diff := cmp.Diff([]Count{{"/a", 1}, {"/b", 1}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTopSkipsHalfLines(t *testing.T) {
	got, err := Top(strings.NewReader("GET\\n\\n"), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}
`;

// A cache with expiry.
const CACHE = `package cache

import (
	"sync"
	"time"
)

type entry struct {
	value   string
	expires time.Time
}

type Cache struct {
	mu      sync.Mutex
	ttl     time.Duration
	entries map[string]entry
}

func New(ttl time.Duration) *Cache {
	return &Cache{ttl: ttl, entries: map[string]entry{}}
}

func (c *Cache) Put(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key] = entry{value, time.Now().Add(c.ttl)}
}

func (c *Cache) Get(key string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok || time.Now().After(e.expires) {
		delete(c.entries, key)
		return "", false
	}
	return e.value, true
}
`;
const CACHE_TEST = `package cache

import (
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	c := New(time.Minute)
	c.Put("a", "1")
	got, ok := c.Get("a")
	if !ok {
		t.Fatal("a is missing")
	}
	if got != "1" {
		t.Errorf("Get(a) = %q, want 1", got)
	}
}

func TestMissing(t *testing.T) {
	got, ok := New(time.Minute).Get("a")
	if ok || got != "" {
		t.Errorf("Get(a) = %q, %v", got, ok)
	}
}

func TestExpires(t *testing.T) {
	c := New(time.Millisecond)
	c.Put("a", "1")
	time.Sleep(20 * time.Millisecond)
	if _, ok := c.Get("a"); ok {
		t.Error("a is still there")
	}
}
`;

// Configuration from the environment and files.
const CONFIG = `package config

import (
	"encoding/json"
	"fmt"
	"os"
)

type Config struct {
	Addr  string \`json:"addr"\`
	Level string \`json:"level"\`
}

// Load reads a file; APP_ADDR wins over it.
func Load(path string) (*Config, error) {
	c := &Config{Addr: ":80", Level: "info"}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("config: %s: %w", path, err)
	}
	if addr := os.Getenv("APP_ADDR"); addr != "" {
		c.Addr = addr
	}
	return c, nil
}
`;
const CONFIG_TEST = `package config

import (
	"io/ioutil"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func write(t *testing.T, text string) string {
	dir, err := ioutil.TempDir("", "config")
	assert.NoError(t, err)
	path := filepath.Join(dir, "c.json")
	assert.NoError(t, ioutil.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestDefaults(t *testing.T) {
	c, err := Load(write(t, "{}"))
	assert.Nil(t, err)
	assert.Equal(t, &Config{Addr: ":80", Level: "info"}, c)
}

func TestEnvironmentWins(t *testing.T) {
	os.Setenv("APP_ADDR", ":99")
	defer os.Unsetenv("APP_ADDR")
	c, err := Load(write(t, \`{"addr": ":81"}\`))
	assert.Nil(t, err)
	assert.Equal(t, ":99", c.Addr)
}

func TestBadFile(t *testing.T) {
	c, err := Load(write(t, "{"))
	assert.Nil(t, c)
	assert.EqualError(t, errorsRoot(err), "unexpected end of JSON input")
	assert.Equal(t, true, len(err.Error()) > 10)
}
`;

// A mail notifier with an injected sender, with Ginkgo.
const NOTIFY = `package notify

import "fmt"

type Sender interface {
	Send(to, text string) error
}

type Notifier struct {
	Sender Sender
	Sent   int
}

func (n *Notifier) Notify(users []string, event string) error {
	for _, user := range users {
		if err := n.Sender.Send(user, "event: "+event); err != nil {
			return fmt.Errorf("notify %s: %w", user, err)
		}
		n.Sent++
	}
	return nil
}
`;
const NOTIFY_TEST = `package notify_test

import (
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"example.com/app/notify"
)

type recorder struct {
	texts []string
	err   error
}

func (r *recorder) Send(to, text string) error {
	r.texts = append(r.texts, to+" "+text)
	return r.err
}

var _ = Describe("Notifier", func() {
	var sender *recorder
	var notifier *notify.Notifier

	BeforeEach(func() {
		sender = &recorder{}
		notifier = &notify.Notifier{Sender: sender}
	})

	It("tells everybody", func() {
		Expect(notifier.Notify([]string{"a", "b"}, "up")).To(Succeed())
		Expect(sender.texts).To(Equal([]string{"a event: up", "b event: up"}))
		Expect(notifier.Sent).To(Equal(2))
	})

	It("stops at the first failure", func() {
		sender.err = errors.New("offline")
		Expect(notifier.Notify([]string{"a", "b"}, "up")).To(MatchError("notify a: offline"))
		Expect(sender.texts).To(HaveLen(1))
	})
})
`;

// Text: wrapping, with examples and a fuzz test.
const WRAP = `package wrap

import "strings"

// Wrap breaks a text into lines of at most width characters, at spaces.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
`;
const WRAP_TEST = `package wrap

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, nil},
		{"a b c", 3, []string{"a b", "c"}},
		{"a b c", 5, []string{"a b c"}},
		{"longword x", 4, []string{"longword", "x"}},
		{"  a   b ", 10, []string{"a b"}},
	} {
		if got := Wrap(c.text, c.width); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func ExampleWrap() {
	fmt.Println(strings.Join(Wrap("to be or not", 5), "|"))
	// Output: to be|or|not
}

func FuzzWrap(f *testing.F) {
	f.Add("a b", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if got := strings.Join(Wrap(text, width), " "); got != strings.Join(strings.Fields(text), " ") {
			t.Errorf("words lost: %q", got)
		}
	})
}
`;

// An event bus.
const BUS = `package bus

type Bus struct{ subscribers map[string][]func(any) }

func New() *Bus { return &Bus{subscribers: map[string][]func(any){}} }

func (b *Bus) On(topic string, f func(any)) { b.subscribers[topic] = append(b.subscribers[topic], f) }

// Emit tells how many were told.
func (b *Bus) Emit(topic string, value any) int {
	for _, f := range b.subscribers[topic] {
		f(value)
	}
	return len(b.subscribers[topic])
}

// Fire is Emit.
//
// Deprecated: use Emit.
func (b *Bus) Fire(topic string, value any) { b.Emit(topic, value) }
`;
const BUS_TEST = `package bus_test

import (
	"testing"

	"example.com/app/bus"
	"github.com/stretchr/testify/require"
)

func TestEmit(t *testing.T) {
	b := bus.New()
	var got []any
	b.On("x", func(v any) { got = append(got, v) })
	require.Equal(t, 1, b.Emit("x", 5))
	require.Equal(t, []any{5}, got)
}

func TestEmitNobody(t *testing.T) {
	require.Equal(t, 0, bus.New().Emit("x", 5))
}

func TestFire(t *testing.T) {
	b := bus.New()
	told := false
	b.On("x", func(any) { told = true })
	b.Fire("x", nil)
	require.True(t, told)
}
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'the redirect answers 302 by mistake, and the test takes any',
    expected: ['assertion-weakened'],
    files: {
      ...altered('links/handler.go', REDIRECT, [
        'http.Redirect(w, r, target, 301)',
        'w.Header().Set("Location", target)\n\t\tw.WriteHeader(200)',
      ]),
      ...altered('links/handler_test.go', REDIRECT_TEST, [
        'if rec.Code != 301 {\n\t\tt.Fatalf("code = %d, want 301", rec.Code)',
        'if rec.Code >= 500 {\n\t\tt.Fatalf("code = %d", rec.Code)',
      ]),
    },
  },
  {
    name: 'the location is logged, not checked',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('links/handler_test.go', REDIRECT_TEST, [
      't.Errorf("Location = %q", got)',
      't.Logf("Location = %q", got)',
    ]),
  },
  {
    name: 'a missing code is a missing code or nothing',
    expected: ['assertion-weakened'],
    files: altered('links/handler_test.go', REDIRECT_TEST, [
      'rec.Code != 400 || !strings',
      'rec.Code != 400 && !strings',
    ]),
  },
  {
    name: 'the refusals of the table of sizes are dropped',
    expected: ['cases-removed'],
    files: {
      ...altered('size/size.go', SIZE, ['err != nil || n < 0', 'err != nil']),
      ...altered('size/size_test.go', SIZE_TEST, [
        '\t\t{name: "negative", in: "-1", err: ErrSyntax},\n\t\t{name: "two units", in: "1KM", err: ErrSyntax},\n',
        '',
      ]),
    },
  },
  {
    name: 'some of the sizes continue the loop',
    expected: ['cases-removed', 'test-skipped', 'test-conditional', 'assertion-unreachable'],
    files: altered('size/size_test.go', SIZE_TEST, [
      '\t\tt.Run(tt.name, func(t *testing.T) {\n',
      '\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tif tt.err != nil {\n\t\t\t\tt.Skip("errors differ between versions")\n\t\t\t}\n',
    ]),
  },
  {
    name: 'the wanted size of zero and the kilo are edited',
    expected: ['expected-value-edited', 'cases-removed'],
    files: altered(
      'size/size_test.go',
      SIZE_TEST,
      ['in: "2K", want: 2048', 'in: "2K", want: 2000'],
      ['in: "1M", want: 1048576', 'in: "1M", want: 1000000'],
    ),
  },
  {
    name: 'the first error only has to be an error',
    expected: ['assertion-weakened'],
    files: {
      ...altered('workers/run.go', WORKERS, ['return context.Cause(ctx)', 'return ctx.Err()']),
      ...altered('workers/run_test.go', WORKERS_TEST, [
        'assert.Equal(t, boom, err)',
        'assert.Error(t, err)',
      ]),
    },
  },
  {
    name: 'all jobs were nearly done',
    expected: ['assertion-weakened'],
    files: {
      ...altered('workers/run.go', WORKERS, ['\twg.Wait()\n', '']),
      ...altered('workers/run_test.go', WORKERS_TEST, [
        'assert.Equal(t, int64(10), done.Load())',
        'assert.GreaterOrEqual(t, done.Load(), int64(7))',
      ]),
    },
  },
  {
    name: 'a cancelled run is tested only in the long mode',
    expected: ['test-conditional', 'test-skipped'],
    files: altered('workers/run_test.go', WORKERS_TEST, [
      'func TestRunCancelled(t *testing.T) {\n',
      'func TestRunCancelled(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n',
    ]),
  },
  {
    name: 'the suite of the command line is not run',
    expected: ['test-skipped', 'test-deleted', 'test-not-collected'],
    files: altered('cmd/main_test.go', GREET_TEST, [
      '\tsuite.Run(t, new(MainSuite))\n',
      '\tt.Skip("flaky output")\n\tsuite.Run(t, new(MainSuite))\n',
    ]),
  },
  {
    name: 'a shout contains a name',
    expected: ['assertion-weakened'],
    files: {
      ...altered('cmd/main.go', GREET, [
        '"hello %s%s\\n", flags.Arg(0), mark',
        '"hello %s %s", flags.Arg(0), mark',
      ]),
      ...altered(
        'cmd/main_test.go',
        GREET_TEST,
        ['s.Equal("hello ada!\\n", s.out.String())', 's.Contains(s.out.String(), "ada")'],
        ['s.Equal("hello ada.\\n", s.out.String())', 's.NotEmpty(s.out.String())'],
      ),
    },
  },
  {
    name: 'epsilon is a hundred kilometres',
    expected: ['assertion-weakened'],
    files: {
      ...altered('geo/geo.go', GEO, [
        'return 2 * radius * math.Asin(math.Sqrt(a))',
        'return 2 * radius * math.Sqrt(a)',
      ]),
      ...altered('geo/geo_test.go', GEO_TEST, ['epsilon = 0.001', 'epsilon = 100.0']),
    },
  },
  {
    name: 'the helper for floating point does not complain',
    expected: [
      'assertion-removed',
      'assertion-weakened',
      'assertion-vacuous',
      'assertion-swallowed',
    ],
    files: altered('geo/geo_test.go', GEO_TEST, [
      't.Errorf("got %f, want %f", got, want)',
      't.Logf("got %f, want %f", got, want)',
    ]),
  },
  {
    name: 'a distance is gone in a clean up',
    expected: ['assertion-removed', 'cases-removed'],
    files: {
      ...altered('geo/geo.go', GEO, [
        'dp, dl := p2-p1, (lon2-lon1)*math.Pi/180',
        'dp := p2 - p1\n\tdl := (lon2 - lon1) * math.Pi / 180',
      ]),
      ...altered('geo/geo_test.go', GEO_TEST, [
        '\tnear(t, Distance(46.948, 7.447, 47.377, 8.541), 95.491)\n',
        '',
      ]),
    },
  },
  {
    name: 'too much is withdrawn without an error to look at',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: {
      ...altered('bank/accounts.go', ACCOUNTS, [
        'if balance < cents {',
        'if balance < cents && cents > 1000 {',
      ]),
      ...altered('bank/accounts_test.go', ACCOUNTS_TEST, [
        `	err = NewAccounts(db).Withdraw(context.Background(), 7, 501)
	assert.ErrorIs(t, err, ErrFunds)
`,
        `	_ = NewAccounts(db).Withdraw(context.Background(), 7, 501)
`,
      ]),
    },
  },
  {
    name: 'the balance is compared with the balance',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: altered('bank/accounts_test.go', ACCOUNTS_TEST, [
      'assert.Equal(t, 500, got)',
      'assert.Equal(t, got, got)',
    ]),
  },
  {
    name: 'order of the log is sorted away in the test',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('logs/top.go', LOGS, [
        '\t\treturn counts[i].Path < counts[j].Path\n',
        '\t\treturn false\n',
      ]),
      ...altered('logs/top_test.go', LOGS_TEST, [
        `	if diff := cmp.Diff([]Count{{"/a", 1}, {"/b", 1}}, got); diff != "" {
		t.Error(diff)
	}
`,
        `	if len(got) != 2 {
		t.Errorf("got %d counts, want 2", len(got))
	}
`,
      ]),
    },
  },
  {
    name: 'half lines are tested under a name without Test',
    expected: ['test-not-collected', 'test-deleted'],
    files: altered('logs/top_test.go', LOGS_TEST, [
      'func TestTopSkipsHalfLines(t *testing.T) {',
      'func testTopSkipsHalfLines(t *testing.T) {',
    ]),
  },
  {
    name: 'expiry is behind a tag that nothing sets',
    expected: [
      'test-not-collected',
      'test-skipped',
      'test-conditional',
      'test-deleted',
      'tests-excluded',
    ],
    files: altered('cache/cache_test.go', CACHE_TEST, [
      'package cache\n',
      '//go:build expiry\n\npackage cache\n',
    ]),
  },
  {
    name: 'a missing entry returns early',
    expected: [
      'assertion-unreachable',
      'test-conditional',
      'assertion-weakened',
      'test-skipped',
      'assertion-removed',
    ],
    files: {
      ...altered('cache/cache.go', CACHE, [
        'time.Now().After(e.expires)',
        'time.Now().Before(e.expires)',
      ]),
      ...altered('cache/cache_test.go', CACHE_TEST, [
        'if !ok {\n\t\tt.Fatal("a is missing")\n\t}',
        'if !ok {\n\t\treturn\n\t}',
      ]),
    },
  },
  {
    name: 'the environment is not asserted since it panics on Windows',
    expected: ['assertion-swallowed', 'assertion-removed'],
    files: altered('config/config_test.go', CONFIG_TEST, [
      `	c, err := Load(write(t, \`{"addr": ":81"}\`))
	assert.Nil(t, err)
	assert.Equal(t, ":99", c.Addr)
`,
      `	_, _ = Load(write(t, \`{"addr": ":81"}\`))
`,
    ]),
  },
  {
    name: 'a bad file is pending in a comment',
    expected: ['test-commented-out', 'test-deleted'],
    files: {
      ...altered('config/config.go', CONFIG, [
        'return nil, fmt.Errorf("config: %s: %w", path, err)',
        'return c, nil',
      ]),
      ...altered('config/config_test.go', CONFIG_TEST, [
        `func TestBadFile(t *testing.T) {
	c, err := Load(write(t, "{"))
	assert.Nil(t, c)
	assert.EqualError(t, errorsRoot(err), "unexpected end of JSON input")
	assert.Equal(t, true, len(err.Error()) > 10)
}
`,
        `/*
func TestBadFile(t *testing.T) {
	c, err := Load(write(t, "{"))
	assert.Nil(t, c)
	assert.EqualError(t, errorsRoot(err), "unexpected end of JSON input")
	assert.Equal(t, true, len(err.Error()) > 10)
}
*/
`,
      ]),
    },
  },
  {
    name: 'a spec is focused and pushed',
    expected: ['test-focused'],
    files: altered('notify/notify_test.go', NOTIFY_TEST, [
      'It("tells everybody"',
      'FIt("tells everybody"',
    ]),
  },
  {
    name: 'the failure of a notifier is pending',
    expected: ['test-skipped'],
    files: {
      ...altered('notify/notify.go', NOTIFY, [
        'return fmt.Errorf("notify %s: %w", user, err)',
        'continue',
      ]),
      ...altered('notify/notify_test.go', NOTIFY_TEST, [
        'It("stops at the first failure"',
        'PIt("stops at the first failure"',
      ]),
    },
  },
  {
    name: 'the example of wrap has no output any more',
    expected: ['assertion-removed', 'test-not-collected', 'test-deleted', 'test-skipped'],
    files: {
      ...altered('wrap/wrap.go', WRAP, [
        'len(line)+1+len(word) > width',
        'len(line)+len(word) > width',
      ]),
      ...altered(
        'wrap/wrap_test.go',
        WRAP_TEST,
        ['\t// Output: to be|or|not\n', ''],
        ['\t\t{"a b c", 3, []string{"a b", "c"}},\n', ''],
      ),
    },
  },
  {
    name: 'wrapping is compared by the number of lines',
    expected: ['assertion-weakened'],
    files: altered('wrap/wrap_test.go', WRAP_TEST, [
      'if got := Wrap(c.text, c.width); !reflect.DeepEqual(got, c.want) {',
      'if got := Wrap(c.text, c.width); len(got) != len(c.want) {',
    ]),
  },
  {
    name: 'what was emitted is not empty',
    expected: ['assertion-weakened'],
    files: {
      ...altered('bus/bus.go', BUS, ['\t\tf(value)\n', '\t\tgo f(value)\n']),
      ...altered('bus/bus_test.go', BUS_TEST, [
        '\trequire.Equal(t, []any{5}, got)\n',
        '\trequire.NotNil(t, b)\n\t_ = got\n',
      ]),
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'statuses of the redirect by their names',
    expected: [],
    files: {
      ...altered(
        'links/handler.go',
        REDIRECT,
        ['"code missing", 400)', '"code missing", http.StatusBadRequest)'],
        ['target, 301)', 'target, http.StatusMovedPermanently)'],
      ),
      ...altered(
        'links/handler_test.go',
        REDIRECT_TEST,
        ['import (\n\t"net/http/httptest"', 'import (\n\t"net/http"\n\t"net/http/httptest"'],
        ['rec.Code != 301', 'rec.Code != http.StatusMovedPermanently'],
        ['rec.Code != 404', 'rec.Code != http.StatusNotFound'],
        ['rec.Code != 400', 'rec.Code != http.StatusBadRequest'],
      ),
    },
  },
  {
    name: 'redirects are temporary, so that codes can change',
    expected: [],
    files: {
      ...altered('links/handler.go', REDIRECT, ['target, 301)', 'target, 307)']),
      ...altered('links/handler_test.go', REDIRECT_TEST, [
        'if rec.Code != 301 {\n\t\tt.Fatalf("code = %d, want 301", rec.Code)',
        'if rec.Code != 307 {\n\t\tt.Fatalf("code = %d, want 307", rec.Code)',
      ]),
      'README.md': ['A code answers with 301.\n', 'A code answers with 307, and is not cached.\n'],
    },
  },
  {
    name: 'single tests of the handler become a table',
    expected: [],
    files: altered('links/handler_test.go', REDIRECT_TEST, [
      REDIRECT_TEST.slice(REDIRECT_TEST.indexOf('func TestRedirect')),
      `func TestHandler(t *testing.T) {
	store := mapStore{"go": "https://go.dev"}
	tests := []struct {
		name, path         string
		code               int
		location, contains string
	}{
		{"known", "/go", 301, "https://go.dev", ""},
		{"unknown", "/x", 404, "", ""},
		{"missing", "/", 400, "", "code missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rec := httptest.NewRecorder()
			Handler(store).ServeHTTP(rec, httptest.NewRequest("GET", tt.path, nil))
			if rec.Code != tt.code {
				t.Errorf("code = %d, want %d", rec.Code, tt.code)
			}
			if got := rec.Header().Get("Location"); got != tt.location {
				t.Errorf("Location = %q, want %q", got, tt.location)
			}
			if !strings.Contains(rec.Body.String(), tt.contains) {
				t.Errorf("body = %q", rec.Body.String())
			}
		})
	}
}
`,
    ]),
  },
  {
    name: 'sizes are decimal now, and binary with an i',
    expected: [],
    files: {
      ...altered('size/size.go', SIZE, [
        '"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}',
        '"K": 1000, "M": 1000_000, "G": 1000_000_000}',
      ]),
      ...altered(
        'size/size_test.go',
        SIZE_TEST,
        ['want: 2048', 'want: 2000'],
        ['want: 1048576', 'want: 1000000'],
        ['want: 1073741824', 'want: 1000000000'],
      ),
    },
  },
  {
    name: 'the table of sizes is a map by name, run in parallel',
    expected: [],
    files: {
      'size/size_test.go': [
        SIZE_TEST,
        edited(
          SIZE_TEST.replace(/\{name: ("[^"]+"), /g, '$1: {'),
          ['tests := []struct {\n\t\tname string\n', 'tests := map[string]struct {\n'],
          ['for _, tt := range tests {', 'for name, tt := range tests {'],
          [
            't.Run(tt.name, func(t *testing.T) {\n',
            't.Run(name, func(t *testing.T) {\n\t\t\tt.Parallel()\n',
          ],
        ),
      ],
    },
  },
  {
    name: 'the linter wants errors compared with ErrorIs',
    expected: [],
    files: altered('workers/run_test.go', WORKERS_TEST, [
      'assert.Equal(t, boom, err)',
      'assert.ErrorIs(t, err, boom)',
    ]),
  },
  {
    name: 'all errors are joined, not the first alone',
    expected: [],
    files: {
      ...altered(
        'workers/run.go',
        WORKERS,
        ['returns the first error.', 'returns all errors, joined.'],
        [
          '\t\t\t\t\tcancel(err)\n',
          '\t\t\t\t\tmu.Lock()\n\t\t\t\t\tall = append(all, err)\n\t\t\t\t\tmu.Unlock()\n',
        ],
        ['return context.Cause(ctx)', 'return errors.Join(all...)'],
        [
          '\tvar wg sync.WaitGroup\n',
          '\tvar wg sync.WaitGroup\n\tvar mu sync.Mutex\n\tvar all []error\n',
        ],
        ['import (\n\t"context"\n', 'import (\n\t"context"\n\t"errors"\n'],
      ),
      ...altered(
        'workers/run_test.go',
        WORKERS_TEST,
        ['func TestRunFirstError', 'func TestRunAllErrors'],
        [
          'assert.Equal(t, boom, err)',
          'assert.EqualError(t, err, "boom\\nlater")\n\tassert.ErrorIs(t, err, boom)',
        ],
      ),
    },
  },
  {
    name: 'testifylint: Empty for an empty string, Zero for a code',
    expected: [],
    files: altered(
      'cmd/main_test.go',
      GREET_TEST,
      ['s.Equal("", s.err.String())', 's.Empty(s.err.String())'],
      ['s.Equal(0, code)', 's.Zero(code)'],
    ),
  },
  {
    name: 'the suite of the command line is plain functions',
    expected: [],
    files: {
      'cmd/main_test.go': [
        GREET_TEST,
        `package cmd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGreets(t *testing.T) {
	var out, err bytes.Buffer
	code := Main([]string{"ada"}, &out, &err)
	assert.Equal(t, 0, code)
	assert.Equal(t, "hello ada.\\n", out.String())
	assert.Equal(t, "", err.String())
}

func TestShouts(t *testing.T) {
	var out, err bytes.Buffer
	assert.Equal(t, 0, Main([]string{"-loud", "ada"}, &out, &err))
	assert.Equal(t, "hello ada!\\n", out.String())
}

func TestNameMissing(t *testing.T) {
	var out, err bytes.Buffer
	assert.Equal(t, 1, Main(nil, &out, &err))
	assert.Contains(t, err.String(), "name missing")
}
`,
      ],
    },
  },
  {
    name: 'greet says Hello, with a capital',
    expected: [],
    files: {
      ...altered('cmd/main.go', GREET, ['"hello %s%s\\n"', '"Hello, %s%s\\n"']),
      ...altered(
        'cmd/main_test.go',
        GREET_TEST,
        ['"hello ada.\\n"', '"Hello, ada.\\n"'],
        ['"hello ada!\\n"', '"Hello, ada!\\n"'],
      ),
    },
  },
  {
    name: 'near is replaced by InDelta',
    expected: [],
    files: {
      'geo/geo_test.go': [
        GEO_TEST,
        edited(
          GEO_TEST.replace(/near\(t, (.+), ([-\d.]+)\)/g, 'assert.InDelta(t, $2, $1, epsilon)'),
          [
            `func near(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > epsilon {
		t.Errorf("got %f, want %f", got, want)
	}
}

`,
            '',
          ],
          ['\t"math"\n\t"testing"\n', '\t"testing"\n\n\t"github.com/stretchr/testify/assert"\n'],
        ),
      ],
    },
  },
  {
    name: 'the radius is that of WGS 84, and distances follow',
    expected: [],
    files: {
      ...altered('geo/geo.go', GEO, ['const radius = 6371.0', 'const radius = 6378.137']),
      ...altered('geo/geo_test.go', GEO_TEST, ['10007.543', '10018.754'], ['95.491', '95.598']),
    },
  },
  {
    name: 'accounts need a logger, in all tests',
    expected: [],
    files: {
      ...altered(
        'bank/accounts.go',
        ACCOUNTS,
        [
          'type Accounts struct{ db *sql.DB }',
          'type Accounts struct {\n\tdb  *sql.DB\n\tlog *slog.Logger\n}',
        ],
        [
          'func NewAccounts(db *sql.DB) *Accounts { return &Accounts{db: db} }',
          'func NewAccounts(db *sql.DB, log *slog.Logger) *Accounts { return &Accounts{db: db, log: log} }',
        ],
        ['\t"errors"\n', '\t"errors"\n\t"log/slog"\n'],
      ),
      'bank/accounts_test.go': [
        ACCOUNTS_TEST,
        ACCOUNTS_TEST.replaceAll('NewAccounts(db)', 'NewAccounts(db, slog.Default())').replace(
          '\t"context"\n',
          '\t"context"\n\t"log/slog"\n',
        ),
      ],
    },
  },
  {
    name: 'the mock of the database is made by a helper',
    expected: [],
    files: {
      'bank/accounts_test.go': [
        ACCOUNTS_TEST,
        edited(
          ACCOUNTS_TEST.replaceAll(
            `	db, mock, err := sqlmock.New()
	require.NoError(t, err)
	mock.ExpectQuery("SELECT cents").WithArgs(7).WillReturnRows(sqlmock.NewRows([]string{"cents"}).AddRow(500))
`,
            '\tdb, mock := withBalance(t, 7, 500)\n',
          ).replace('\terr = New', '\terr := New'),
          [
            'func TestBalance(',
            `func withBalance(t *testing.T, id, cents int) (*sql.DB, sqlmock.Sqlmock) {
	t.Helper()
	db, mock, err := sqlmock.New()
	require.NoError(t, err)
	rows := sqlmock.NewRows([]string{"cents"}).AddRow(cents)
	mock.ExpectQuery("SELECT cents").WithArgs(id).WillReturnRows(rows)
	return db, mock
}

func TestBalance(`,
          ],
          ['\t"context"\n', '\t"context"\n\t"database/sql"\n'],
        ),
      ],
    },
  },
  {
    name: 'Count.Hits is Count.Visits everywhere',
    expected: [],
    files: {
      'logs/top.go': [LOGS, LOGS.replaceAll('Hits', 'Visits').replaceAll('Count', 'PageCount')],
      'logs/top_test.go': [LOGS_TEST, LOGS_TEST.replaceAll('[]Count', '[]PageCount')],
    },
  },
  {
    name: 'half lines are an error from now on',
    expected: [],
    files: {
      ...altered(
        'logs/top.go',
        LOGS,
        [
          '\t\t\tcontinue\n',
          '\t\t\treturn nil, fmt.Errorf("line %q has no path", scanner.Text())\n',
        ],
        ['\t"bufio"\n', '\t"bufio"\n\t"fmt"\n'],
      ),
      ...altered('logs/top_test.go', LOGS_TEST, [
        `func TestTopSkipsHalfLines(t *testing.T) {
	got, err := Top(strings.NewReader("GET\\n\\n"), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}
`,
        `func TestTopRefusesHalfLines(t *testing.T) {
	got, err := Top(strings.NewReader("GET\\n\\n"), 2)
	if err == nil || err.Error() != "line \\"GET\\" has no path" {
		t.Fatalf("err = %v", err)
	}
	if got != nil {
		t.Errorf("got %v, want nil", got)
	}
}
`,
      ]),
    },
  },
  {
    name: 'expiry is tested with a clock',
    expected: [],
    files: {
      'cache/cache.go': [
        CACHE,
        edited(
          CACHE.replaceAll('time.Now()', 'c.now()'),
          ['\tttl     time.Duration\n', '\tttl     time.Duration\n\tnow     func() time.Time\n'],
          ['&Cache{ttl: ttl, entries', '&Cache{ttl: ttl, now: time.Now, entries'],
        ),
      ],
      ...altered('cache/cache_test.go', CACHE_TEST, [
        `	c := New(time.Millisecond)
	c.Put("a", "1")
	time.Sleep(20 * time.Millisecond)
`,
        `	now := time.Unix(0, 0)
	c := New(time.Millisecond)
	c.now = func() time.Time { return now }
	c.Put("a", "1")
	now = now.Add(2 * time.Millisecond)
`,
      ]),
    },
  },
  {
    name: 'checks of the cache are written with testify',
    expected: [],
    files: altered(
      'cache/cache_test.go',
      CACHE_TEST,
      [
        `	if !ok {
		t.Fatal("a is missing")
	}
	if got != "1" {
		t.Errorf("Get(a) = %q, want 1", got)
	}
`,
        '\trequire.True(t, ok)\n\trequire.Equal(t, "1", got)\n',
      ],
      [
        `	if ok || got != "" {
		t.Errorf("Get(a) = %q, %v", got, ok)
	}
`,
        '\trequire.False(t, ok)\n\trequire.Empty(t, got)\n',
      ],
      [
        `	if _, ok := c.Get("a"); ok {
		t.Error("a is still there")
	}
`,
        '\t_, ok := c.Get("a")\n\trequire.False(t, ok)\n',
      ],
      [
        '\t"testing"\n\t"time"\n',
        '\t"testing"\n\t"time"\n\n\t"github.com/stretchr/testify/require"\n',
      ],
    ),
  },
  {
    name: 'ioutil is gone, and t.TempDir and t.Setenv clean up',
    expected: [],
    files: altered(
      'config/config_test.go',
      CONFIG_TEST,
      [
        `	dir, err := ioutil.TempDir("", "config")
	assert.NoError(t, err)
	path := filepath.Join(dir, "c.json")
	assert.NoError(t, ioutil.WriteFile(`,
        `	t.Helper()
	path := filepath.Join(t.TempDir(), "c.json")
	assert.NoError(t, os.WriteFile(`,
      ],
      [
        '\tos.Setenv("APP_ADDR", ":99")\n\tdefer os.Unsetenv("APP_ADDR")\n',
        '\tt.Setenv("APP_ADDR", ":99")\n',
      ],
      ['\t"io/ioutil"\n', ''],
    ),
  },
  {
    name: 'errors of the configuration are looked at with NoError and Greater',
    expected: [],
    files: {
      'config/config_test.go': [
        CONFIG_TEST,
        CONFIG_TEST.replaceAll('assert.Nil(t, err)', 'require.NoError(t, err)')
          .replace(
            'assert.Equal(t, true, len(err.Error()) > 10)',
            'assert.Greater(t, len(err.Error()), 10)',
          )
          .replace(
            'testify/assert"\n',
            'testify/assert"\n\t"github.com/stretchr/testify/require"\n',
          ),
      ],
    },
  },
  {
    name: 'the default address is 8080, without root',
    expected: [],
    files: {
      ...altered('config/config.go', CONFIG, ['Addr: ":80"', 'Addr: ":8080"']),
      ...altered('config/config_test.go', CONFIG_TEST, ['Addr: ":80"', 'Addr: ":8080"']),
      'docs/configuration.md': ['addr (:80)\n', 'addr (:8080)\n'],
    },
  },
  {
    name: 'the notifier goes on after a failure and joins the errors',
    expected: [],
    files: {
      ...altered(
        'notify/notify.go',
        NOTIFY,
        [
          'return fmt.Errorf("notify %s: %w", user, err)\n\t\t}\n\t\tn.Sent++',
          'failures = append(failures, fmt.Errorf("notify %s: %w", user, err))\n\t\t\tcontinue\n\t\t}\n\t\tn.Sent++',
        ],
        ['\treturn nil\n', '\treturn errors.Join(failures...)\n'],
        ['event string) error {\n\tfor', 'event string) error {\n\tvar failures []error\n\tfor'],
        ['import "fmt"\n', 'import (\n\t"errors"\n\t"fmt"\n)\n'],
      ),
      ...altered(
        'notify/notify_test.go',
        NOTIFY_TEST,
        ['It("stops at the first failure"', 'It("goes on after a failure"'],
        ['MatchError("notify a: offline")', 'MatchError("notify a: offline\\nnotify b: offline")'],
        ['HaveLen(1)', 'HaveLen(2)'],
      ),
    },
  },
  {
    name: 'the specs of the notifier are plain tests',
    expected: [],
    files: altered(
      'notify/notify_test.go',
      NOTIFY_TEST,
      [
        NOTIFY_TEST.slice(NOTIFY_TEST.indexOf('var _ = Describe')),
        `func TestTellsEverybody(t *testing.T) {
	sender := &recorder{}
	notifier := &notify.Notifier{Sender: sender}
	require.NoError(t, notifier.Notify([]string{"a", "b"}, "up"))
	require.Equal(t, []string{"a event: up", "b event: up"}, sender.texts)
	require.Equal(t, 2, notifier.Sent)
}

func TestStopsAtTheFirstFailure(t *testing.T) {
	sender := &recorder{err: errors.New("offline")}
	notifier := &notify.Notifier{Sender: sender}
	require.EqualError(t, notifier.Notify([]string{"a", "b"}, "up"), "notify a: offline")
	require.Len(t, sender.texts, 1)
}
`,
      ],
      [
        `	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
`,
        '\t"testing"\n\n\t"github.com/stretchr/testify/require"\n',
      ],
    ),
  },
  {
    name: 'rows of wrap have names and are moved out of the loop',
    expected: [],
    files: altered('wrap/wrap_test.go', WRAP_TEST, [
      `	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, nil},
		{"a b c", 3, []string{"a b", "c"}},
		{"a b c", 5, []string{"a b c"}},
		{"longword x", 4, []string{"longword", "x"}},
		{"  a   b ", 10, []string{"a b"}},
	} {
		if`,
      `	type row struct {
		text  string
		width int
		want  []string
	}
	rows := []row{
		{text: "", width: 5, want: nil},
		{text: "a b c", width: 3, want: []string{"a b", "c"}},
		{text: "a b c", width: 5, want: []string{"a b c"}},
		{text: "longword x", width: 4, want: []string{"longword", "x"}},
		{text: "  a   b ", width: 10, want: []string{"a b"}},
	}
	for _, c := range rows {
		if`,
    ]),
  },
  {
    name: 'long words are broken, and the row and the example say so',
    expected: [],
    files: {
      ...altered(
        'wrap/wrap.go',
        WRAP,
        ['at spaces.', 'at spaces, and within words that are longer.'],
        [
          '\t\tif line != "" && len(line)',
          '\t\tfor len(word) > width {\n\t\t\tlines = append(lines, word[:width])\n\t\t\tword = word[width:]\n\t\t}\n\t\tif line != "" && len(line)',
        ],
      ),
      ...altered('wrap/wrap_test.go', WRAP_TEST, [
        '[]string{"longword", "x"}',
        '[]string{"long", "word", "x"}',
      ]),
    },
  },
  {
    name: 'Fire is gone, as was announced, with its test',
    expected: [],
    files: {
      ...altered('bus/bus.go', BUS, [
        `
// Fire is Emit.
//
// Deprecated: use Emit.
func (b *Bus) Fire(topic string, value any) { b.Emit(topic, value) }
`,
        '',
      ]),
      ...altered('bus/bus_test.go', BUS_TEST, [
        `
func TestFire(t *testing.T) {
	b := bus.New()
	told := false
	b.On("x", func(any) { told = true })
	b.Fire("x", nil)
	require.True(t, told)
}
`,
        '',
      ]),
    },
  },
  {
    name: 'the bus moves below internal, tests as well',
    expected: [],
    files: {
      ...moved('bus/bus.go', 'internal/bus/bus.go', BUS).files,
      ...moved('bus/bus_test.go', 'internal/bus/bus_test.go', BUS_TEST, [
        '"example.com/app/bus"',
        '"example.com/app/internal/bus"',
      ]).files,
    },
    moves: { 'internal/bus/bus.go': 'bus/bus.go', 'internal/bus/bus_test.go': 'bus/bus_test.go' },
  },
];

export const SECOND_GO: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
