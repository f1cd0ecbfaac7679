import type {
  AssertingHelper,
  Assertion,
  Double,
  Import,
  TestCase,
  TestFile,
  TestLanguage,
  TestMode,
} from '../test-file.ts';
import { assertingOf, callsIn, emptyCollection, restricted } from './collection.ts';
import { type Expression, expressionIn, indexOfSymbol, textOf } from './expressions.ts';
import { addRows, type GoFile, isNoSubject, readBlock, readTest } from './go-body.ts';
import { bindNames } from './go-claims.ts';
import { doublesOf } from './go-doubles.ts';
import { readNodes } from './go-ginkgo.ts';
import { definitionsOf, functionsOf, type GoFunction, readGo, statementsOf } from './go-syntax.ts';
import { isWaiting } from './go-waits.ts';
import { Scope } from './scope.ts';
import { canonicalText, type Range, type Source } from './source.ts';

/** Go: `go test`, testify, gomega and ginkgo, goconvey, gotest.tools. */
export const GO: TestLanguage = {
  name: 'Go',
  extensions: ['go'],
  isTestFile: (path) => /_test\.go$/.test(path) && !LEFT_OUT.test(path),
  readTests,
  readDefinitions: (text) => definitionsOf(readGo(text)),
};

/** Files and folders that `go test` passes over. */
const LEFT_OUT = /(?:^|\/)(?:[_.][^/]*|testdata\/.*|vendor\/.*|_[^/]*\/.*|\.[^./][^/]*\/.*)$/;
/** Tags and parts of file names that say for which machines a file is. */
const PLATFORMS =
  /^(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le|riscv64|s390x|wasm)$/;
/** Tags that nobody builds with. */
const NEVER =
  /^(?:ignore|ignored|never|none|exclude|excluded|skip|skipped|disabled|disable|broken|todo|off|false)$/;
const HOOKS =
  /^(?:TestMain|init|SetupSuite|SetupTest|SetupSubTest|TearDownSuite|TearDownTest|TearDownSubTest|BeforeTest|AfterTest)$/;

function readTests(text: string, path: string): TestFile {
  const source = readGo(text);
  const functions = functionsOf(source);
  const packageScope = packageScopeOf(source);
  const file = fileOf(source, functions);
  const doubles: Double[] = [];
  const read = functions.map((one) => readFunction(file, one, packageScope));
  const nodes = readNodes(file, { from: 0, to: source.tokens.length }, [], packageScope);
  const hooks = functions.filter(({ name }) => HOOKS.test(name));
  for (const { body } of hooks) {
    for (const statement of statementsOf(source, body)) {
      doubles.push(...doublesOf(source, statement, packageScope));
    }
  }
  const whole = modeOfFile(source, path);
  const runners = new Map(read.flatMap(({ runner }) => (runner === undefined ? [] : [runner])));
  const tests = [...read.flatMap(({ tests: own }) => own), ...nodes.tests].map((test) => {
    const { mode, modeText } = runners.get(test.suites[0] ?? '') ?? test;
    return restricted(restricted(test, mode, modeText), whole.mode, whole.text);
  });
  const testRanges = new Set(
    functions.filter((one) => isTest(file, one)).map(({ range }) => range.from),
  );
  return {
    tests,
    helpers: assertingOf(read.flatMap(({ helper }) => (helper === undefined ? [] : [helper]))),
    doubles,
    imports: importsOf(source),
    definitions: definitionsOf(source, ({ from }) => testRanges.has(from)),
    comments: source.comments,
    stops: [...whole.stops, ...stopsOf(source, functions), ...file.stops],
    shared: [...hooks.map(({ range }) => canonicalText(source, range)), ...nodes.shared].join('\n'),
  };
}

function fileOf(source: Source, functions: readonly GoFunction[]): GoFile {
  const tables = new Map<string, Expression>();
  const asserters = new Set(['assert', 'require', 'is', 'must']);
  for (const range of statementsOf(source, { from: 0, to: source.tokens.length })) {
    const expression = source.tokens[range.from]?.text === 'var' ? expressionIn(source, range) : [];
    const at = indexOfSymbol(expression, ['=']);
    const name = expression[1];
    if (at > 0 && name?.kind === 'word') tables.set(name.text, expression.slice(at + 1));
  }
  for (const [at, { text }] of source.tokens.entries()) {
    if (text !== ':=' || source.tokens[at + 3]?.text !== 'New') continue;
    if (/^(?:assert|require|is|qt|must)$/.test(source.tokens[at + 1]?.text ?? '')) {
      asserters.add(source.tokens[at - 1]?.text ?? '');
    }
  }
  for (const { name, receiver, receiverName } of functions) {
    // Methods of testify's suites assert by their receiver.
    if (receiver !== '' && /^(?:Test|Setup|TearDown)/.test(name)) asserters.add(receiverName);
  }
  const byName = new Map(functions.map((one) => [one.name, one] as const));
  return { source, functions: byName, asserters, tables, mutable: mutableNames(source), stops: [] };
}

/** Names that are changed in place, or that others may change: they do not stand for their first value. */
function mutableNames({ tokens }: Source): ReadonlySet<string> {
  const names = new Set<string>();
  let first = 0;
  for (const [at, { isFirstOfLine, kind, text }] of tokens.entries()) {
    if (isFirstOfLine) first = at;
    if (kind !== 'symbol') continue;
    if (text === '&') names.add(tokens[at + 1]?.text ?? '');
    else if (/^(?:\+\+|--|[-+*/%|^&]=)$/.test(text)) names.add(tokens[at - 1]?.text ?? '');
    else if (text === '=' && /^[.[]$/.test(tokens[first + 1]?.text ?? ''))
      names.add(tokens[first]?.text ?? '');
  }
  return names;
}

interface ReadFunction {
  readonly tests: readonly TestCase[];
  readonly helper?: AssertingHelper;
  /** The suite whose methods it runs, and whether it does. */
  readonly runner?: readonly [suite: string, test: TestCase];
}

function readFunction(file: GoFile, one: GoFunction, packageScope: Scope): ReadFunction {
  const { body, line, name, receiver } = one;
  if (name === 'TestMain' || /^Benchmark/.test(name)) return { tests: [] };
  const scope = new Scope(packageScope);
  addRows(file.source, one.parameters, scope);
  const place = {
    scope,
    guard: undefined,
    isConditional: false,
    isRepeated: false,
    into: emptyCollection(),
    depth: 0,
  };
  if (isTest(file, one)) {
    const suites = receiver === '' ? [] : [receiver];
    const tests = readTest(file, { name, suites, line, body }, place);
    const suite = suiteRunBy(tests);
    const [only] = tests;
    if (suite !== undefined && only !== undefined) return { tests: [], runner: [suite, only] };
    const outputs = name.startsWith('Example') ? outputOf(file.source, one) : [];
    return {
      tests: tests.map((test) => ({ ...test, assertions: [...test.assertions, ...outputs] })),
    };
  }
  readBlock(file, body, {
    ...place,
    names: [name],
    last: '',
    isWaiting: isWaiting(file.source, body),
  });
  const { assertions, subtests } = place.into;
  const all = [...assertions, ...subtests.flatMap((test) => test.assertions)];
  return {
    tests: [],
    helper: { name, line, assertions: all, calls: callsIn(file.source, body, isNoSubject(file)) },
  };
}

/** The name of the suite that a test only runs: `suite.Run(t, new(ShopSuite))`. Undefined of any other test. */
function suiteRunBy(tests: readonly TestCase[]): string | undefined {
  const [first, ...others] = tests.flatMap(({ assertions }) => assertions);
  if (tests.length !== 1 || first?.expected !== 'suite.Run' || others.length > 0) return undefined;
  return /^(?:new\()?&?(?:\w+\.)?([A-Z_a-z]\w*)(?:\)|\{.*\})?$/s.exec(first.subject)?.[1];
}

/** Whether `go test` runs a function: by its name and by what it takes; a method, where it is one of a suite. */
function isTest({ source }: GoFile, one: GoFunction): boolean {
  const parameters = canonicalText(source, one.parameters);
  if (one.receiver !== '') return /^Test/.test(one.name) && parameters === '';
  if (/^Test(?!\p{Ll})/u.test(one.name)) return /\*(?:testing\.)?T$/.test(parameters);
  if (/^Fuzz(?!\p{Ll})/u.test(one.name)) return /\*(?:testing\.)?F$/.test(parameters);
  return (
    /^Example(?!\p{Ll})/u.test(one.name) && parameters === '' && outputOf(source, one).length > 0
  );
}

/** What an example says that it prints. */
function outputOf(source: Source, { body, range }: GoFunction): readonly Assertion[] {
  const from = source.tokens[range.from]?.line ?? 1;
  const to = source.tokens[body.to]?.line ?? Number.POSITIVE_INFINITY;
  const inside = source.comments.filter(({ line }) => line >= from && line <= to);
  const at = inside.findIndex(({ text }) => /^\/[/*]\s*(?:unordered )?output:/i.test(text));
  const first = inside[at];
  if (first === undefined) return [];
  const written = inside
    .slice(at)
    .map(({ text }) => text.replace(/^\/\/ ?|^\/\*|\*\/$/g, '').trim());
  const expected = written.join('\n').replace(/^\s*(?:unordered )?output:\s*/i, '');
  const subject =
    statementsOf(source, body)
      .map((one) => textOf(expressionIn(source, one)))
      .at(-1) ?? '';
  return [
    {
      line: first.line,
      text: written.join(' '),
      subject: subject.replace(/^fmt\.Print(?:ln)?\((.*)\)$/s, '$1').slice(0, 200),
      form: 'equal',
      negated: false,
      expected,
      ...(/unordered/i.test(first.text) ? { wildcards: 1 } : {}),
    },
  ];
}

function importsOf(source: Source): readonly Import[] {
  const { tokens } = source;
  return statementsOf(source, { from: 0, to: tokens.length }).flatMap((range: Range) => {
    if (tokens[range.from]?.text !== 'import') return [];
    return tokens.slice(range.from, range.to).flatMap(({ kind, value }, index, all) => {
      if (kind !== 'string') return [];
      const before = all[index - 1];
      const isNamed = before?.kind === 'word' && before.text !== 'import';
      const path = value.replace(/\/v\d+$/, '');
      return [{ from: value, names: [isNamed ? before.text : path.replace(/^.*\//, '')] }];
    });
  });
}

interface WholeMode {
  readonly mode: TestMode;
  readonly text: string;
  readonly stops: TestFile['stops'];
}

/** What the name of the file and its build tags do to all its tests. */
function modeOfFile({ comments, tokens }: Source, path: string): WholeMode {
  const first = tokens[0]?.line ?? Number.POSITIVE_INFINITY;
  const tag = comments.find(
    ({ line, text }) => line <= first && /^\/\/(?:go:build\s|\s*\+build\s)/.test(text),
  );
  const parts = path
    .replace(/_test\.go$/, '')
    .split('_')
    .slice(1);
  const platform = parts.slice(-2).find((part) => PLATFORMS.test(part));
  const named: WholeMode =
    platform === undefined
      ? { mode: 'runs', text: '', stops: [] }
      : { mode: 'conditional', text: `_${platform}_test.go`, stops: [] };
  if (tag === undefined) return named;
  const condition = tag.text.replace(/^\/\/(?:go:build|\s*\+build)\s+/, '').trim();
  const words = condition
    .split(/[\s()&|,]+/)
    .filter((word) => word !== '' && !/^!*go1(?:\.\d+)*$/.test(word));
  if (words.length === 0) return named;
  // `!never` holds wherever nobody sets the tag.
  const isAlways = words.every((word) => word.startsWith('!') && NEVER.test(word.slice(1)));
  if (isAlways) return named;
  const isNever = !/\|\|/.test(condition) && words.some((word) => NEVER.test(word));
  if (isNever)
    return { mode: 'skipped', text: tag.text, stops: [{ line: tag.line, text: tag.text }] };
  return { mode: 'conditional', text: tag.text, stops: [] };
}

/** Ends of the run that cannot fail: `os.Exit(0)`, or a `TestMain` that runs no tests. */
function stopsOf(source: Source, functions: readonly GoFunction[]): TestFile['stops'] {
  return functions
    .filter(({ name, receiver }) => receiver === '' && /^(?:TestMain|init)$/.test(name))
    .flatMap(({ body, line, name }) => {
      const tokens = source.tokens.slice(body.from, body.to);
      const exits = tokens.flatMap(({ line: at, text }, index) => {
        const isExit = text === 'Exit' && tokens[index + 1]?.text === '(';
        return isExit && tokens[index + 2]?.text === '0' && tokens[index + 3]?.text === ')'
          ? [{ line: at, text: 'os.Exit(0)' }]
          : [];
      });
      const runs = tokens.some(
        ({ text }, index) => text === 'Run' && tokens[index + 1]?.text === '(',
      );
      const passesOn = tokens.some(({ text }) =>
        /^(?:VerifyTestMain|Main|TestMain|Execute)$/.test(text),
      );
      return name === 'TestMain' && !runs && !passesOn && exits.length === 0
        ? [{ line, text: 'func TestMain' }]
        : exits;
    });
}

/** The constants of a package: they stand for their values. */
function packageScopeOf(source: Source): Scope {
  const scope = new Scope();
  for (const range of statementsOf(source, { from: 0, to: source.tokens.length })) {
    if (source.tokens[range.from]?.text === 'const')
      bindNames(expressionIn(source, range), scope, () => false);
  }
  return scope;
}
