import { type Mode, RUNS } from '../../reading/modes.ts';
import { callsIn, commentsAbove, commentsIn } from '../../reading/outline.ts';
import { Scope } from '../../reading/scope.ts';
import { type Around, languageByTable, TableTests, type Unit } from '../../reading/table.ts';
import { statementsText } from '../../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../../syntax/node.ts';
import type { Assertion, Double, TestFile } from '../../test-file.ts';
import { GO_CASES, GoBody } from './body.ts';
import { GO_CLAIMS } from './claims.ts';
import { canonical, GO_DIALECT as GO, stringIn } from './dialect.ts';
import { doublesIn } from './doubles.ts';
import {
  ASSERTIONS,
  CUSTOM,
  claimsOfAsserters,
  expectationOf,
  MATCHERS,
  NO_SUBJECT,
} from './words.ts';

/** Go: `go test`, testify, gomega and ginkgo, goconvey, gotest.tools. */

/** Files and folders that `go test` passes over. */
const LEFT_OUT = /(?:^|\/)(?:[_.][^/]*|testdata\/.*|vendor\/.*|_[^/]*\/.*|\.[^./][^/]*\/.*)$/;
/** Tags and parts of file names that say for which machines a file is. */
const PLATFORMS =
  /^(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le|riscv64|s390x|wasm)$/;
/** Tags that nobody builds with. */
const NEVER =
  /^(?:ignore|ignored|never|none|exclude|excluded|skip|skipped|disabled|disable|broken|todo|off|false)$/;
const HOOKS = /^(?:TestMain|init|(?:Setup|TearDown)(?:Suite|Test|SubTest)|BeforeTest|AfterTest)$/;
const FUNCTION = /^(?:function|method)_declaration$/;

function unitOf(node: SyntaxNode): Unit | undefined {
  return FUNCTION.test(node.type) ? unitOfFunction(node) : unitOfCall(node);
}

/** What `go test` runs: by its name and by what it takes; a method, where it is one of a suite. */
function unitOfFunction(node: SyntaxNode): Unit | undefined {
  const { body = [], name = '' } = GO.routine(node) ?? {};
  const receiver = typeIn(node.child('receiver'));
  const parameters = canonical(node.child('parameters') ?? node).slice(1, -1);
  if (HOOKS.test(name)) return { kind: 'setup', name, body };
  const test: Unit = { kind: 'test', name, body };
  if (receiver !== undefined)
    return /^Test/.test(name) && parameters === '' ? { ...test, suites: [receiver] } : undefined;
  const [, word = ''] = /^(Test|Fuzz|Example|Benchmark)(?!\p{Ll})/u.exec(name) ?? [];
  const suite = /\bsuite\.Run\(/.test(node.text) ? suiteRunBy(node) : undefined;
  if (suite !== undefined) return { kind: 'setup', name, body, suite };
  if (word === 'Example') {
    const claims = outputOf(node, body);
    return claims.length === 0 ? undefined : { ...test, claims };
  }
  const isTaken = /^(?:Test|Fuzz)$/.test(word) && parameters.endsWith(`*testing.${word[0]}`);
  return isTaken ? test : undefined;
}

function typeIn(node: SyntaxNode | undefined): string | undefined {
  return [...(node?.within() ?? [])].find(({ type }) => type === 'type_identifier')?.text;
}

/** The name of the suite that a test runs: `suite.Run(t, new(ShopSuite))`. */
function suiteRunBy(node: SyntaxNode): string | undefined {
  const run = callsIn(GO, [node]).find(({ path }) => path === 'suite.Run');
  const made = run?.args[1]?.value;
  return made && typeIn(new Scope(GO, [node]).standsFor(made));
}

/** What an example says that it prints. */
function outputOf(node: SyntaxNode, body: readonly SyntaxNode[]): readonly Assertion[] {
  const inside = [...node.within()].filter(isComment);
  const at = inside.findIndex(({ text }) => /^\/[/*]\s*(?:unordered )?output:/i.test(text));
  const first = inside[at];
  if (first === undefined) return [];
  const written = inside
    .slice(at)
    .map(({ text }) => text.replace(/^\/\/ ?|^\/\*|\*\/$/g, '').trim());
  const last = body.at(-1);
  const subject = last === undefined ? '' : canonical(last);
  return [
    {
      line: first.line,
      text: written.join(' '),
      subject: subject.replace(/^fmt\.Print(?:ln)?\((.*)\)$/s, '$1').slice(0, 200),
      form: 'equal',
      negated: false,
      expected: written.join('\n').replace(/^\s*(?:unordered )?output:\s*/i, ''),
      ...(/unordered/i.test(first.text) ? { wildcards: 1 } : {}),
    },
  ];
}

const NODES =
  /^(?:ginkgo\.)?([FPX]?)(Describe|Context|When|It|Specify|DescribeTable|DescribeTableSubtree|Entry|(?:JustBefore|JustAfter|Before|After)Each|(?:Before|After)(?:All|Suite))$/;

/** A node of ginkgo: `Describe("…", func() {…})`. */
function unitOfCall(node: SyntaxNode): Unit | undefined {
  const call = GO.call(node);
  const [, letter = '', word] = NODES.exec(call?.path ?? '') ?? [];
  if (call === undefined || word === undefined || word === 'Entry') return undefined;
  const args = call.args.map((one) => one.value);
  const name = stringIn(args[0]) ?? args[0]?.text ?? '';
  const run = args.find(({ type }) => type === 'func_literal');
  const body = run === undefined ? undefined : GO.routine(run)?.body;
  if (/Each$|All$|Suite$/.test(word)) return { kind: 'setup', name, body: body ?? [] };
  // A table may be given a function by its name; a spec without one is pending.
  const isTable = word.startsWith('DescribeTable');
  if (body === undefined && !isTable) return undefined;
  const mode = modeOfNode(letter, args);
  return {
    kind: /^(?:Describe|Context|When)$/.test(word) ? 'suite' : 'test',
    name,
    body: body ?? [],
    modes: mode === undefined ? [] : [{ mode, text: call.path }],
    rows: args
      .filter((one) => isTable && isEntry(one))
      .flatMap((one) => one.child('arguments') ?? []),
  };
}

/** What the letter before a node of ginkgo, or a word that it is given, says of it. */
function modeOfNode(letter: string, args: readonly SyntaxNode[]): Mode['mode'] | undefined {
  const words = new Set(args.map(({ text }) => text.replace(/^ginkgo\./, '')));
  if (/^[PX]$/.test(letter) || words.has('Pending')) return 'skipped';
  return letter === 'F' || words.has('Focus') ? 'focused' : undefined;
}

/** Whether it is a row of a table that runs. */
function isEntry(node: SyntaxNode): boolean {
  const call = GO.call(node);
  const [, letter = '', word] = NODES.exec(call?.path ?? '') ?? [];
  return (
    word === 'Entry' && modeOfNode(letter, call?.args.map(({ value }) => value) ?? []) !== 'skipped'
  );
}

/** What the name of a file and its build tags do to all its tests. */
function modeOfFile(
  root: SyntaxNode,
  path: string,
): { readonly mode: Mode; readonly stops: TestFile['stops'] } {
  const first = root.named[0]?.line ?? Number.POSITIVE_INFINITY;
  const tag = commentsIn(root).find(
    ({ line, text }) => line <= first && /^\/\/(?:go:build\s|\s*\+build\s)/.test(text),
  );
  const parts = path
    .replace(/_test\.go$/, '')
    .split('_')
    .slice(1);
  const platform = parts.slice(-2).find((part) => PLATFORMS.test(part));
  const named: Mode =
    platform === undefined ? RUNS : { mode: 'conditional', text: `_${platform}_test.go` };
  const condition = tag?.text.replace(/^\/\/(?:go:build|\s*\+build)\s+/, '').trim() ?? '';
  const words = condition
    .split(/[\s()&|,]+/)
    .filter((word) => word !== '' && !/^!*go1(?:\.\d+)*$/.test(word));
  // `!never` holds wherever nobody sets the tag.
  const isAlways = words.every((word) => word.startsWith('!') && NEVER.test(word.slice(1)));
  if (tag === undefined || isAlways) return { mode: named, stops: [] };
  const isNever = !/\|\|/.test(condition) && words.some((word) => NEVER.test(word));
  return {
    mode: { mode: isNever ? 'skipped' : 'conditional', text: tag.text },
    stops: isNever ? [tag] : [],
  };
}

/** Ends of the run that cannot fail: `os.Exit(0)`, or a `TestMain` that runs no tests. */
function stopsIn(node: SyntaxNode): TestFile['stops'] {
  const name = node.child('name')?.text ?? '';
  if (!FUNCTION.test(node.type) || /^Benchmark/.test(name)) return [];
  const calls = callsIn(GO, [node]);
  const exits = calls.filter((call) => canonical(call.node) === 'os.Exit(0)');
  const isRunning = calls.some((call) =>
    /^(?:Run|VerifyTestMain|Main|TestMain|Execute)$/.test(call.name),
  );
  if (name === 'TestMain' && !isRunning && exits.length === 0)
    return [{ line: node.line, text: 'func TestMain' }];
  return exits.map((call) => ({ line: call.node.line, text: 'os.Exit(0)' }));
}

/** Tests with subtests. One that only holds subtests is none. */
class GoTests extends TableTests<GoBody> {
  override whole(): ReturnType<TableTests['whole']> {
    const { mode, stops } = modeOfFile(this.root, this.path);
    return { modes: [mode], stops: [...stops, ...this.root.named.flatMap(stopsIn)] };
  }

  override doubles(): readonly Double[] {
    return this.doublesIn(this.setups.filter(({ type }) => FUNCTION.test(type)));
  }

  protected override take(node: SyntaxNode, unit: Unit, around: Around): void {
    const { assertions, subtests } = this.bodyOf(node, unit);
    if (subtests.length === 0 || assertions.length > 0) super.take(node, unit, around);
    const own = this.modeOf(node, unit, around);
    for (const { body, guard, isConditional, name, node: inner } of subtests) {
      const modes: readonly Mode[] = isConditional
        ? [{ mode: 'conditional', text: '' }, own]
        : [own];
      const suites = [...around.suites, ...(unit.suites ?? []), unit.name];
      const part: Unit = { kind: 'test', name, body, guard, around: unit.around ?? node };
      this.take(inner, part, { ...around, suites, modes });
    }
  }

  protected override detailsOf(
    ...[node, unit, around]: Parameters<TableTests['detailsOf']>
  ): ReturnType<TableTests['detailsOf']> {
    const { apart } = this.bodyOf(node, unit);
    const isSilent = (one: SyntaxNode): boolean => apart.has(one);
    return {
      ...super.detailsOf(node, unit, around),
      doubles: doublesIn(unit.body, isSilent),
      body: statementsText({ ...GO.writing, isSilent }, unit.body),
    };
  }

  protected override doublesIn(code: readonly SyntaxNode[]): readonly Double[] {
    return doublesIn(code);
  }
}

export const GO_LANGUAGE = languageByTable(
  {
    name: 'Go',
    extensions: ['go'],
    grammar: 'go',
    dialect: GO,
    isTestFile: (path) => /_test\.go$/.test(path) && !LEFT_OUT.test(path),
    unit: unitOf,
    ownCases: GO_CASES,
    Body: GoBody,
    ownClaims: GO_CLAIMS,
    ownClaimsOfCall: claimsOfAsserters,
    expectation: expectationOf,
    assertions: ASSERTIONS,
    matchers: MATCHERS,
    links: /^gomega$/,
    isFramework: (path) => NO_SUBJECT.test(path),
    owners: /^$/,
    isAsserting: CUSTOM,
    loops: /(?!)/,
    skip: /^(?:Skip|(?:t|tb|f|b|c|tt|T)?\.Skip(?:f|Now)?)$/,
    fail: /^(?:panic|Fail|log\.Fatal\w*|(?:[a-zT]|tb|tt|assert|require|suite)?\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow))$/,
    exit: /^os\.Exit$/,
    wideErrors: /(?!)/,
    environment: /os\.Getenv|runtime\.GOOS|testing\.Short/,
    waits: (node) => node.type === '<-' || /^(?:Wait|Eventually)$/.test(GO.call(node)?.name ?? ''),
    imported: (node) => {
      const from = node.type === 'import_spec' ? stringIn(node.child('path')) : undefined;
      if (from === undefined) return undefined;
      const last = from.replace(/\/v\d+$/, '').replace(/^.*\//, '');
      return { from, names: [node.child('name')?.text ?? last] };
    },
    defined: (node) => {
      const isHolder = FUNCTION.test(node.type) || node.type === 'type_spec';
      const isNamed = isHolder || /^(?:type|const|var)_(?:spec|alias)$/.test(node.type);
      const name = isNamed ? node.child('name')?.text : undefined;
      return name === undefined ? undefined : { name, isHolder };
    },
    documentation: (node) => {
      const { parent } = node;
      const isAlone = /_declaration$/.test(parent?.type ?? '') && parent?.hasWord('(') === false;
      return commentsAbove(isAlone && parent !== undefined ? parent : node);
    },
  },
  GoTests,
);
