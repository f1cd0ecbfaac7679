import { type Cases, casesIn, joinedCases, NO_CASES } from '../../reading/cases.ts';
import { type Mode, RUNS } from '../../reading/modes.ts';
import { canonicalText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { TestCase } from '../../test-file.ts';
import { jvmCases } from '../jvm/body.ts';
import { chainOf, type Declaration, isLambda } from '../jvm/dialect.ts';
import type { BlockReader, Spec } from '../jvm/tests.ts';
import { bodyOf, KOTLIN_DIALECT as KOTLIN } from './dialect.ts';

/** The specs of kotest and Spek: tests that are calls with a block. */

const SPEC = /(?:Spec|Spek)\b/;
const LEAVES = /^[xf]?(?:test|it|should|expect|scenario|then|Then)$/;
const GROUPS = /^[xf]?(?:describe|context|given|Given|when|When|and|And|feature|group)$/;
const JOINS = /^(?:should|When|Given|that|when|-)$/;
const DEEPEST = 12;

/** The tests of a class that is a spec; undefined where it is none. */
export function specOf(
  { body = [], node, type }: Declaration,
  reader: BlockReader,
): Spec | undefined {
  if (!SPEC.test(type)) return undefined;
  const specs = new SpecReader(reader);
  const given = node.childOf('delegation_specifiers')?.named ?? [];
  for (const argument of given
    .flatMap((one) => [...one.within()])
    .filter((one) => isLambda(one) && one.around('lambda_literal') === undefined))
    specs.walk(bodyOf(argument), { suites: [], mode: RUNS, cases: NO_CASES });
  for (const member of body) {
    if (member.type === 'anonymous_initializer')
      specs.walk(bodyOf(member.childOf('block')), { suites: [], mode: RUNS, cases: NO_CASES });
  }
  return specs;
}

/** What holds for the tests of a group. */
interface Around {
  readonly suites: readonly string[];
  readonly mode: Mode;
  readonly cases: Cases;
}

/** A statement that makes a test or a group. */
interface Named {
  readonly node: SyntaxNode;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly mode: Mode;
  readonly body: readonly SyntaxNode[];
}

class SpecReader implements Spec {
  readonly tests: TestCase[] = [];
  readonly shared: SyntaxNode[] = [];
  private readonly reader: BlockReader;

  constructor(reader: BlockReader) {
    this.reader = reader;
  }

  walk(statements: readonly SyntaxNode[], around: Around): void {
    if (around.suites.length > DEEPEST) return;
    for (const node of statements) {
      const isRead = this.readNamed(node, around) || this.readData(node, around);
      if (!isRead && !this.readLoop(node, around)) this.shared.push(node);
    }
  }

  private readNamed(node: SyntaxNode, { cases, mode: outer, suites }: Around): boolean {
    const named = namedIn(node);
    if (named === undefined) return false;
    const mode = outer.mode === 'runs' ? named.mode : outer;
    const name = named.title.replace(/^(?:!|f:)/, '');
    const { body } = named;
    if (named.isLeaf && !body.some((one) => namedIn(one)?.isLeaf))
      this.tests.push(this.reader.readTest({ node, name, suites, mode, body, cases }));
    else
      this.walk(body, {
        cases,
        suites: [...suites, name],
        mode: mode.mode === 'skipped' ? mode : RUNS,
      });
    return true;
  }

  /** `withData(1, 2) { n -> … }` */
  private readData(node: SyntaxNode, { cases, mode, suites }: Around): boolean {
    const call = KOTLIN.call(node);
    const block = call?.args.at(-1)?.value;
    if (call?.name !== 'withData' || block === undefined || !isLambda(block)) return false;
    const values = call.args.slice(0, -1).map(({ value }) => value);
    const [only] = values;
    const isList = values.length === 1 && only !== undefined && KOTLIN.elements(only) !== undefined;
    const rows = isList
      ? this.casesOf(only)
      : { cases: values.map((one) => canonicalText(KOTLIN.writing, one)), hasOthers: false };
    const name = 'withData';
    const all = joinedCases([rows, cases]);
    this.tests.push(
      this.reader.readTest({ node, name, suites, mode, body: bodyOf(block), cases: all }),
    );
    return true;
  }

  /** Tests in a loop have what it goes through as cases: `for (x in rows) { … }`, `rows.forEach { … }`. */
  private readLoop(node: SyntaxNode, around: Around): boolean {
    const said = KOTLIN.statement(node);
    const call = KOTLIN.call(node);
    const isEach = /^(?:forEach|onEach|forEachIndexed)$/.test(call?.name ?? '');
    const block = call?.args.at(-1)?.value;
    const loop =
      said.kind === 'loop' && said.over !== undefined
        ? { over: said.over, body: said.body }
        : isEach && call?.receiver && block
          ? { over: call.receiver, body: bodyOf(block) }
          : undefined;
    if (loop === undefined) return false;
    const count = this.tests.length;
    this.walk(loop.body, {
      ...around,
      cases: joinedCases([this.casesOf(loop.over), around.cases]),
    });
    return this.tests.length > count;
  }

  private casesOf(over: SyntaxNode): Cases {
    return casesIn({ dialect: KOTLIN, scope: this.reader.scope }, jvmCases(KOTLIN), over);
  }
}

function namedIn(node: SyntaxNode): Named | undefined {
  const joined = joinedIn(node);
  if (joined !== undefined) return joined;
  const call = KOTLIN.call(node);
  const block = call?.args.at(-1)?.value;
  if (call === undefined || block === undefined || !isLambda(block)) return undefined;
  const text = titleTextOf(node);
  const title = text ?? KOTLIN.stringIn(call.args[0]?.value) ?? titleBefore(node);
  const chain = chainOf(KOTLIN, node);
  const name = chain[0]?.name || call.name;
  const isLeaf = text !== undefined || LEAVES.test(name);
  if (title === undefined || (!isLeaf && !GROUPS.test(name))) return undefined;
  return { node, title, isLeaf, body: bodyOf(block), mode: modeOf(node, block, name, title) };
}

/** `"a cart" - { … }` and `"a cart" should { … }` are groups. */
function joinedIn(node: SyntaxNode): Named | undefined {
  if (!/^(?:infix|binary)_expression$/.test(node.type)) return undefined;
  const [left] = node.named;
  const block = node.named.at(-1);
  const word = node.child('operator')?.type ?? node.named[1]?.text.replace(/`/g, '') ?? '';
  const title = KOTLIN.stringIn(left);
  if (title === undefined || block === undefined || !isLambda(block) || !JOINS.test(word))
    return undefined;
  return { node, title, isLeaf: false, body: bodyOf(block), mode: modeOf(node, block, '', title) };
}

/** The text that a test begins with: `"adds" { … }`, `"adds".config(…) { … }`. */
function titleTextOf(node: SyntaxNode): string | undefined {
  let first: SyntaxNode | undefined = node;
  while (first !== undefined && /^(?:call|navigation)_expression$/.test(first.type))
    [first] = first.children;
  return KOTLIN.stringIn(first);
}

/** The title of `test("adds").config(…) { … }`. */
function titleBefore(node: SyntaxNode): string | undefined {
  return KOTLIN.stringIn(chainOf(KOTLIN, node)[0]?.args[0]?.value);
}

function modeOf(node: SyntaxNode, block: SyntaxNode, name: string, title: string): Mode {
  const text = node.source.text.slice(node.from, block.from).replace(/\s+/g, ' ').trim();
  if (title.startsWith('!') || /^x[a-z]/.test(name)) return { mode: 'skipped', text };
  if (title.startsWith('f:') || /^f(?:describe|context|test|it|should|feature)$/.test(name))
    return { mode: 'focused', text };
  const config = chainOf(KOTLIN, node).find((call) => call.name === 'config');
  const enabled = config?.args.find((one) => /^enabled(?:If|OrReasonIf)?$/.test(one.name ?? ''));
  if (enabled === undefined) return RUNS;
  const truth = KOTLIN.truth(enabled.value);
  if (truth === true) return RUNS;
  return { mode: truth === false ? 'skipped' : 'conditional', text };
}
