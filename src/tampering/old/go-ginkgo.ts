import type { TestCase, TestMode } from '../test-file.ts';
import { emptyCollection, restricted } from './collection.ts';
import { expressionIn, textOf } from './expressions.ts';
import { addRows, type GoFile, readTest } from './go-body.ts';
import { lastBraceOf, statementsOf } from './go-syntax.ts';
import { Scope } from './scope.ts';
import { canonicalText, insideOf, partsOf, type Range, writtenText } from './source.ts';

/** A node of ginkgo: `Describe("…", func() {…})`. */
interface GinkgoNode {
  /** Without the letter in front. */
  readonly name: string;
  readonly title: string;
  readonly mode: TestMode;
  readonly modeText: string;
  readonly args: readonly Range[];
  readonly body: Range | undefined;
  readonly parameters: Range;
  readonly range: Range;
  readonly line: number;
}

const NODES =
  /^([FPX]?)(Describe|Context|When|It|Specify|DescribeTable|DescribeTableSubtree|Entry|BeforeEach|AfterEach|JustBeforeEach|JustAfterEach|BeforeAll|AfterAll|BeforeSuite|AfterSuite)$/;
const CONTAINERS = /^(?:Describe|Context|When)$/;
const MOST_DEPTH = 40;

/** Tests of ginkgo and what they share, in a range of statements. */
export function readNodes(
  file: GoFile,
  range: Range,
  suites: readonly string[],
  scope: Scope,
): { readonly tests: readonly TestCase[]; readonly shared: readonly string[] } {
  const tests: TestCase[] = [];
  const shared: string[] = [];
  if (suites.length > MOST_DEPTH) return { tests, shared };
  for (const statement of statementsOf(file.source, range)) {
    const node = nodeAt(file, statement);
    if (node === undefined) continue;
    if (CONTAINERS.test(node.name) && node.body !== undefined) {
      const inner = readNodes(file, node.body, [...suites, node.title], new Scope(scope));
      tests.push(...inner.tests.map((one) => restricted(one, node.mode, node.modeText)));
      shared.push(...inner.shared);
    } else if (/^(?:It|Specify|DescribeTable)/.test(node.name)) {
      tests.push(...readSpec(file, node, suites, scope));
    } else {
      shared.push(canonicalText(file.source, statement));
    }
  }
  return { tests, shared };
}

function nodeAt(file: GoFile, statement: Range): GinkgoNode | undefined {
  const { closing, tokens } = file.source;
  let at = statement.from;
  if (tokens[at]?.text === 'var' && tokens[at + 2]?.text === '=') at += 3;
  if (tokens[at + 1]?.text === '.' && /^ginkgo$/.test(tokens[at]?.text ?? '')) at += 2;
  const found = NODES.exec(tokens[at]?.text ?? '');
  if (found === null || tokens[at + 1]?.text !== '(') return undefined;
  const inside = insideOf(file.source, at + 1);
  const args = partsOf(file.source, inside);
  const run = args.find(({ from }) => tokens[from]?.text === 'func');
  const open = run === undefined ? -1 : lastBraceOf(file.source, run);
  const title = args[0];
  const [, letter = '', name = ''] = found;
  const decorators = args.map((one) =>
    textOf(expressionIn(file.source, one)).replace(/^ginkgo\./, ''),
  );
  const isPending = letter === 'P' || letter === 'X' || decorators.includes('Pending');
  const isFocused = letter === 'F' || decorators.includes('Focus');
  const mode = isPending ? 'skipped' : isFocused ? 'focused' : 'runs';
  const opening = run === undefined ? undefined : run.from + 1;
  return {
    name,
    title: title === undefined ? '' : titleOf(file, title),
    mode,
    modeText: mode === 'runs' ? '' : (tokens[at]?.text ?? ''),
    args,
    body: open < 0 ? undefined : insideOf(file.source, open),
    parameters:
      opening === undefined
        ? inside
        : { from: opening + 1, to: closing.get(opening) ?? opening + 1 },
    range: statement,
    line: tokens[at]?.line ?? 1,
  };
}

function titleOf({ source }: GoFile, title: Range): string {
  const [first] = expressionIn(source, title);
  return first?.kind === 'string' ? first.value : writtenText(source, title);
}

function readSpec(
  file: GoFile,
  node: GinkgoNode,
  suites: readonly string[],
  scope: Scope,
): readonly TestCase[] {
  if (node.body === undefined) {
    // A table may be given a function by its name; a spec without one is pending.
    if (!node.name.startsWith('DescribeTable')) return [];
  }
  const inner = new Scope(scope);
  if (node.body !== undefined) addRows(file.source, node.parameters, inner);
  const into = emptyCollection(node.mode, node.modeText);
  const end = { from: node.range.to, to: node.range.to };
  const tests = readTest(
    file,
    { name: node.title, suites, line: node.line, body: node.body ?? end },
    { scope: inner, guard: undefined, isConditional: false, isRepeated: false, into, depth: 0 },
  );
  const cases = node.args.flatMap((arg) => {
    const entry = nodeAt(file, arg);
    if (entry?.name !== 'Entry' || entry.mode === 'skipped') return [];
    return [entry.args.map((one) => canonicalText(file.source, one)).join(',')];
  });
  return tests.map((test) => ({ ...test, cases: [...cases, ...test.cases] }));
}
