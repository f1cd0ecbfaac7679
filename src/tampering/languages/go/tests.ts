import { type Guard, type Mode, RUNS, restricted, strongestMode } from '../../reading/modes.ts';
import { Scope } from '../../reading/scope.ts';
import { statementsText } from '../../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../../syntax/node.ts';
import type { AssertingHelper, Assertion, TestCase } from '../../test-file.ts';
import { GO_CASES, GoBody, type GoSetting, type Subtest } from './body.ts';
import { GO_CLAIMS } from './claims.ts';
import { canonical, GO_DIALECT as GO, stringIn } from './dialect.ts';
import { callNames, doublesIn, type GoFile, type GoFunction } from './file.ts';
import { goWords } from './words.ts';

/** The tests of a Go file, as `go test`, the suites of testify and ginkgo find them. */

/** A test as it is found, before its body is read. */
interface Found {
  readonly name: string;
  readonly suites: readonly string[];
  readonly line: number;
  readonly body: readonly SyntaxNode[];
}

/** What is known of names in a test and its subtests. */
interface Names {
  readonly scope: Scope;
  isOfRow(condition: SyntaxNode): boolean;
}

/** Longer statements are no subject. */
const LONGEST_LAST = 120;

/** A test and its subtests. One that only holds subtests is none. */
export function readTest(
  file: GoFile,
  names: Names,
  found: Found,
  { guard, isWaiting = false }: { readonly guard?: Guard; readonly isWaiting?: boolean } = {},
): readonly TestCase[] {
  const { body: statements, line, name, suites } = found;
  const body = bodyOf(file, names, found, guard, isWaiting);
  const { mode, text } = strongestMode(body.skips);
  const isApart = (node: SyntaxNode): boolean => body.apart.has(node);
  const test: TestCase = {
    name,
    suites,
    line,
    mode,
    modeText: text,
    assertions: body.assertions,
    cases: body.cases,
    hasOtherCases: body.hasOtherCases,
    calls: callNames(file, statements),
    doubles: doublesIn(statements, isApart),
    body: statementsText({ ...GO.writing, isSilent: isApart }, statements),
    waits: waitsIn(statements),
  };
  const inner = body.subtests.map((one) => restricted(one, { mode, text }));
  return inner.length > 0 && body.assertions.length === 0 ? inner : [test, ...inner];
}

function bodyOf(
  file: GoFile,
  names: Names,
  { body, name, suites }: Pick<Found, 'body' | 'name' | 'suites'>,
  guard?: Guard,
  isWaitedFor = false,
): GoBody {
  const { isOfRow, scope } = names;
  const setting: GoSetting = {
    reading: { dialect: GO, scope, own: { ...GO_CLAIMS, asksRow: isOfRow } },
    words: goWords({ asserters: file.asserters, functions: file.bodies }),
    ownCases: GO_CASES,
    bodies: file.bodies,
    last: lastOf(body),
    isWaiting: isWaitedFor || isWaiting(body),
    readSubtest: (subtest: Subtest, inner, isWaitedForThere) =>
      readTest(
        file,
        names,
        { ...subtest, suites: [...suites, name], line: subtest.node.line },
        { guard: inner, isWaiting: isWaitedForThere },
      ),
  };
  const reader = new GoBody(setting);
  reader.walk(body, guard);
  return reader;
}

/** The names of a function, or of a node of ginkgo. Those of rows and parameters are conditions of no environment. */
function namesOf({ scope }: GoFile, whole: SyntaxNode): Names {
  const rows = new Set<string>();
  for (const node of whole.within()) {
    const isRow =
      node.type === 'range_clause' ||
      (node.field === 'initializer' && node.parent?.type === 'for_clause');
    if (isRow) for (const { name } of GO.bindings(node)) rows.add(name);
    if (node.type === 'parameter_declaration')
      for (const { text } of node.childrenAs('name')) rows.add(text);
  }
  return {
    scope: new Scope(GO, [whole], scope),
    isOfRow: (condition) =>
      [...condition.within()].some(({ text, type }) => type === 'identifier' && rows.has(text)),
  };
}

function lastOf(body: readonly SyntaxNode[]): string {
  const last = body.at(-1);
  const text = last === undefined ? '' : canonical(last);
  return text.length > LONGEST_LAST ? '' : text.replace(/^_=/, '');
}

/** How often a body waits. */
function waitsIn(body: readonly SyntaxNode[]): number {
  const nodes = body.flatMap((one) => [...one.within()]);
  return nodes.filter(
    (one) => one.type === '<-' || /^(?:Wait|Eventually)$/.test(GO.call(one)?.name ?? ''),
  ).length;
}

/** Whether a body waits for what it starts: by a group, by what a channel gives, or by asking again and again. */
function isWaiting(body: readonly SyntaxNode[]): boolean {
  const nodes = body.flatMap((one) => [...one.within()]);
  // A channel may be ranged over.
  const hasChannel = nodes.some(
    ({ parent, type }) => type === 'channel_type' && parent?.type === 'argument_list',
  );
  return nodes.some((one) => {
    if (one.type === '<-') return one.parent?.type === 'unary_expression';
    if (one.type === 'range_clause') return hasChannel;
    return /^(?:[wW]ait|Eventually|[jJ]oin)/.test(GO.call(one)?.name ?? '');
  });
}

export interface ReadFunction {
  readonly tests: readonly TestCase[];
  readonly helper?: AssertingHelper;
  /** The suite whose methods it runs, and how. */
  readonly runner?: readonly [suite: string, mode: Mode];
}

/** What a function of the file is: tests, the runner of a suite, or a function that may assert for others. */
export function readFunction(file: GoFile, one: GoFunction): ReadFunction {
  const { body, name, node, receiver } = one;
  if (name === 'TestMain' || /^Benchmark/.test(name)) return { tests: [] };
  if (!isTest(one)) {
    const { assertions, subtests } = bodyOf(file, namesOf(file, node), { body, name, suites: [] });
    const all = [...assertions, ...subtests.flatMap((test) => test.assertions)];
    return {
      tests: [],
      helper: { name, line: node.line, assertions: all, calls: callNames(file, body) },
    };
  }
  const suites = receiver === '' ? [] : [receiver];
  const tests = readTest(file, namesOf(file, node), { name, suites, line: node.line, body });
  const suite = suiteRunBy(file, one, tests);
  const [only] = tests;
  if (suite !== undefined && only !== undefined)
    return { tests: [], runner: [suite, { mode: only.mode, text: only.modeText }] };
  const outputs = name.startsWith('Example') ? outputOf(one) : [];
  return {
    tests: tests.map((test) => ({ ...test, assertions: [...test.assertions, ...outputs] })),
  };
}

/** The name of the suite that a test only runs: `suite.Run(t, new(ShopSuite))`. */
function suiteRunBy(
  { scope: outer }: GoFile,
  { body, node }: GoFunction,
  tests: readonly TestCase[],
): string | undefined {
  const run = [...node.within()]
    .flatMap((one) => GO.call(one) ?? [])
    .find(({ path }) => path === 'suite.Run');
  const made = run?.args[1]?.value;
  if (made === undefined || tests.length !== 1 || tests[0]?.assertions.length !== 0)
    return undefined;
  const value = new Scope(GO, body, outer).standsFor(made);
  return [...value.within()].find(({ type }) => type === 'type_identifier')?.text;
}

/** Whether `go test` runs a function: by its name and by what it takes; a method, where it is one of a suite. */
export function isTest(one: GoFunction): boolean {
  const { name, parameters, receiver } = one;
  if (receiver !== '') return /^Test/.test(name) && parameters === '';
  if (/^Test(?!\p{Ll})/u.test(name)) return /\*(?:testing\.)?T$/.test(parameters);
  if (/^Fuzz(?!\p{Ll})/u.test(name)) return /\*(?:testing\.)?F$/.test(parameters);
  return /^Example(?!\p{Ll})/u.test(name) && parameters === '' && outputOf(one).length > 0;
}

/** What an example says that it prints. */
function outputOf({ body, node }: GoFunction): readonly Assertion[] {
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
interface GinkgoNode {
  readonly node: SyntaxNode;
  /** Without the letter in front. */
  readonly name: string;
  readonly title: string;
  readonly mode: Mode;
  readonly args: readonly SyntaxNode[];
  readonly body: readonly SyntaxNode[] | undefined;
}

function ginkgoNode(statement: SyntaxNode): GinkgoNode | undefined {
  const said = GO.statement(statement);
  const value = said.kind === 'expression' || said.kind === 'binding' ? said.value : statement;
  const call = GO.call(value);
  const found = NODES.exec(call?.path ?? '');
  if (call === undefined || found === null) return undefined;
  const [, letter = '', name = ''] = found;
  const args = call.args.map((one) => one.value);
  const words = args.map((one) => canonical(one).replace(/^ginkgo\./, ''));
  const run = args.find(({ type }) => type === 'func_literal');
  const isPending = /^[PX]$/.test(letter) || words.includes('Pending');
  const isFocused = letter === 'F' || words.includes('Focus');
  const mode = isPending ? 'skipped' : 'focused';
  return {
    node: value,
    name,
    title: stringIn(args[0]) ?? args[0]?.text ?? '',
    mode: isPending || isFocused ? { mode, text: call.path } : RUNS,
    args,
    body: run === undefined ? undefined : GO.routine(run)?.body,
  };
}

/** Tests of ginkgo and what they share, in some statements. */
export function readNodes(
  file: GoFile,
  statements: readonly SyntaxNode[],
  suites: readonly string[] = [],
): { readonly tests: readonly TestCase[]; readonly shared: readonly SyntaxNode[] } {
  const all = statements.map((statement) => {
    const one = ginkgoNode(statement);
    if (one === undefined) return { tests: [], shared: [] };
    if (/^(?:Describe|Context|When)$/.test(one.name) && one.body !== undefined) {
      const inner = readNodes(file, one.body, [...suites, one.title]);
      return { ...inner, tests: inner.tests.map((test) => restricted(test, one.mode)) };
    }
    if (!/^(?:It|Specify|DescribeTable)/.test(one.name)) return { tests: [], shared: [statement] };
    return { tests: readSpec(file, one, suites), shared: [] };
  });
  return { tests: all.flatMap(({ tests }) => tests), shared: all.flatMap(({ shared }) => shared) };
}

function readSpec(file: GoFile, one: GinkgoNode, suites: readonly string[]): readonly TestCase[] {
  // A table may be given a function by its name; a spec without one is pending.
  if (one.body === undefined && !one.name.startsWith('DescribeTable')) return [];
  const { line } = one.node;
  const tests = readTest(file, namesOf(file, one.node), {
    name: one.title,
    suites,
    line,
    body: one.body ?? [],
  });
  const cases = one.args.flatMap((arg) => {
    const entry = ginkgoNode(arg);
    if (entry?.name !== 'Entry' || entry.mode.mode === 'skipped') return [];
    return [entry.args.map(canonical).join(',')];
  });
  return tests.map((test) => ({
    ...restricted(test, one.mode),
    cases: [...cases, ...test.cases],
  }));
}
