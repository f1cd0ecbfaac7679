import { canonicalText, statementsText, writtenText } from '../syntax/canonical.ts';
import type { GrammarName } from '../syntax/grammar-table.ts';
import { isComment, type Parse, type SyntaxNode } from '../syntax/node.ts';
import type {
  AssertingHelper,
  Assertion,
  Double,
  Import,
  TestCase,
  TestFile,
  TestLanguage,
} from '../test-file.ts';
import type { BodyReader, BodySetting } from './body.ts';
import { type Cases, casesIn, joinedCases, type OwnCases } from './cases.ts';
import type { OwnClaims } from './claims.ts';
import type { Call, Dialect } from './dialect.ts';
import { type TestOutline, testReadLater } from './later.ts';
import { type Mode, strongestMode } from './modes.ts';
import {
  assertingOf,
  callsIn,
  commentsAbove,
  commentsIn,
  definitionsIn,
  frameOf,
  pathsIn,
} from './outline.ts';
import { Scope } from './scope.ts';
import { lastName } from './shape.ts';
import { ownClaimsOf, TableBody, type TableWords, wordsOf } from './table-body.ts';

/** Languages whose tests are read by a table: a shape of their grammar, what is a test, and the words of their frameworks. */

/** What a node is to those who run tests. */
export interface Unit {
  readonly kind: 'suite' | 'test' | 'setup';
  readonly name: string;
  /** The names of suites that it names besides its own. */
  readonly suites?: readonly string[];
  readonly body: readonly SyntaxNode[];
  readonly modes?: readonly Mode[];
  /** Rows of its table, each a case. */
  readonly rows?: readonly SyntaxNode[];
  /** Lists of cases that are written out, or names of such. */
  readonly lists?: readonly SyntaxNode[];
  /** Whether it has cases that stand elsewhere. */
  readonly hasOtherCases?: boolean;
  /** What is asserted outside of its body: by an attribute, or a call behind it. */
  readonly claims?: readonly Assertion[];
  /** Cases that are written in another way than as code. */
  readonly cases?: readonly string[];
  /** What it stands in for as a whole. */
  readonly replaces?: string | undefined;
}

export interface LanguageTable extends TableWords {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly grammar: GrammarName;
  readonly dialect: Dialect;
  isTestFile(path: string, text: string): boolean;
  /** A text as its grammar can read it, each line where it was. */
  prepared?(text: string): string;
  unit(node: SyntaxNode): Unit | undefined;
  readonly ownCases?: OwnCases;
  /** What only conditions of the language claim. */
  readonly own?: OwnClaims;
  /** Reads bodies, where the table does not say all of them. */
  body?(setting: BodySetting): BodyReader;
  /** Whether a callee with its dots is one of a framework, which no program has. */
  isFramework?(path: string): boolean;
  /** Whether a call that ends the process is told wherever it stands in a file. */
  readonly hasStops?: boolean;
  /** Names by which a test waits, besides `await`. */
  readonly waits?: RegExp;
  /** What a call replaces by a double: the name of a function or method. */
  double(call: Call): string | undefined;
  imported(node: SyntaxNode): Import | undefined;
  /** The name of what a node defines, and whether it holds other definitions. */
  defined(node: SyntaxNode): { readonly name: string; readonly isHolder: boolean } | undefined;
}

/** The language of a table. */
export function languageByTable(table: LanguageTable): TestLanguage {
  const { dialect, extensions, grammar, name } = table;
  const prepared = (root: SyntaxNode, parse: Parse): SyntaxNode => {
    const text = table.prepared?.(root.text) ?? root.text;
    return text === root.text ? root : parse(text);
  };
  const defining = {
    writing: dialect.writing,
    nameOf: (node: SyntaxNode) => table.defined(node)?.name,
    isRoutine: (node: SyntaxNode) => dialect.routine(node) !== undefined,
    isHolder: (node: SyntaxNode) => table.defined(node)?.isHolder === true,
    documentation: commentsAbove,
  };
  return {
    name,
    extensions,
    grammar: () => grammar,
    isTestFile: (path, text) => table.isTestFile(path, text),
    readTests: (tree, _path, parse) => {
      const root = prepared(tree, parse);
      const reader = new TableTests(table, root);
      reader.visit(root.named, NOTHING_AROUND);
      return {
        tests: reader.tests,
        helpers: assertingOf(reader.helpers()),
        doubles: reader.sharedDoubles(),
        imports: [...root.within()].flatMap((node) => table.imported(node) ?? []),
        definitions: definitionsIn(root, defining, (node) => table.unit(node)?.kind === 'test'),
        comments: commentsIn(root),
        stops: reader.stops(root),
        frame: frameOf(root, reader.testNodes),
        shared: statementsText(dialect.writing, reader.setups),
      };
    },
    readDefinitions: (tree, _path, parse) => definitionsIn(prepared(tree, parse), defining),
  };
}

/** What holds for the tests of a place. */
interface Around {
  readonly suites: readonly string[];
  readonly modes: readonly Mode[];
  readonly cases: Cases;
}

const NOTHING_AROUND: Around = { suites: [], modes: [], cases: joinedCases([]) };

/** A function, and what it does. */
type Named = readonly [name: string, node: SyntaxNode, body: readonly SyntaxNode[]];

/** Reads the tests and helpers of one file. */
class TableTests {
  readonly tests: TestCase[] = [];
  readonly testNodes: SyntaxNode[] = [];
  readonly setups: SyntaxNode[] = [];
  private readonly table: LanguageTable;
  private readonly scope: Scope;
  private readonly routines: readonly Named[];
  private readonly names: ReadonlySet<string>;

  constructor(table: LanguageTable, root: SyntaxNode) {
    this.table = table;
    const { dialect } = table;
    this.routines = [...root.within()].flatMap((node): readonly Named[] => {
      const routine = table.unit(node) === undefined ? dialect.routine(node) : undefined;
      return routine === undefined || routine.name === ''
        ? []
        : [[routine.name, node, routine.body]];
    });
    this.names = new Set(this.routines.map(([name]) => name));
    const isInner = (node: SyntaxNode): boolean => {
      const name = dialect.routine(node)?.name ?? '';
      return name !== '' || table.unit(node)?.kind === 'test';
    };
    this.scope = new Scope(dialect, root.named, undefined, isInner);
  }

  visit(nodes: readonly SyntaxNode[], around: Around): void {
    const units = nodes.map((node) => [node, this.table.unit(node)] as const);
    const setups = units.flatMap(([node, unit]) =>
      unit?.kind === 'setup' ? [{ node, unit }] : [],
    );
    this.setups.push(...setups.map(({ node }) => node));
    const modes = setups.flatMap(({ unit }) => this.bodyOf(unit.body).skips);
    const own = { ...around, modes: [...around.modes, ...modes] };
    for (const [node, unit] of units) {
      if (unit?.kind === 'test') this.take(node, unit, own);
      else if (unit?.kind === 'suite') {
        const inner = { ...own, cases: joinedCases([own.cases, this.casesOf(unit)]) };
        this.visit(unit.body, { ...inner, ...this.placeOf(unit, own) });
      } else if (unit === undefined && !this.names.has(this.nameOf(node)))
        this.visit(node.named, { ...own, cases: joinedCases([own.cases, this.loopOf(node)]) });
    }
  }

  private nameOf(node: SyntaxNode): string {
    return this.table.dialect.routine(node)?.name ?? '';
  }

  private placeOf({ modes = [], name, suites = [] }: Unit, around: Around): Omit<Around, 'cases'> {
    return {
      suites: [...around.suites, ...suites, ...(name === '' ? [] : [name])],
      modes: [...around.modes, ...modes],
    };
  }

  /** The cases of a loop around tests. */
  private loopOf(node: SyntaxNode): Cases {
    const { dialect, loops } = this.table;
    const call = dialect.call(node);
    const said = dialect.statement(node);
    const over =
      call?.receiver !== undefined && loops.test(call.name)
        ? call.receiver
        : said.kind === 'loop'
          ? said.over
          : undefined;
    return over === undefined ? joinedCases([]) : this.listed(over);
  }

  private take(node: SyntaxNode, unit: Unit, around: Around): void {
    this.testNodes.push(node);
    const outline: TestOutline = {
      name: unit.name,
      suites: [...around.suites, ...(unit.suites ?? [])],
      line: lineOf(node),
      written: `${commentAbove(node)}${node.text}`,
    };
    this.tests.push(testReadLater(outline, () => this.detailsOf(node, unit, around)));
  }

  private detailsOf(
    node: SyntaxNode,
    unit: Unit,
    around: Around,
  ): Omit<TestCase, keyof TestOutline> {
    const { dialect } = this.table;
    const body = this.bodyOf(unit.body, [node]);
    const { mode, text } = strongestMode([
      ...around.modes,
      ...(unit.modes ?? []),
      ...body.skips,
      ...this.skipsOfHelpers(unit.body),
    ]);
    const cases = joinedCases([around.cases, this.casesOf(unit)]);
    return {
      mode,
      modeText: text,
      assertions: [...(unit.claims ?? []), ...body.assertions],
      cases: [...cases.cases, ...body.cases],
      hasOtherCases: cases.hasOthers || body.hasOtherCases || unit.hasOtherCases === true,
      calls: this.callsOf(unit.body),
      doubles: this.doublesIn(unit.body),
      body: statementsText(dialect.writing, unit.body),
      input: body.inputText(unit.body),
      waits: [...node.within()].filter((one) => this.isWait(one)).length,
    };
  }

  private isWait({ children, text, type }: SyntaxNode): boolean {
    return /^await/.test(type) || (children.length === 0 && this.table.waits?.test(text) === true);
  }

  /** That a function of the file skips the test at once. */
  private skipsOfHelpers(body: readonly SyntaxNode[]): readonly Mode[] {
    const [first] = body;
    const call = first === undefined ? undefined : callsIn(this.table.dialect, [first])[0];
    const [, , inner = []] = this.routines.find(([name]) => name === call?.name) ?? [];
    return inner.length === 0 ? [] : this.bodyOf(inner).skips;
  }

  private casesOf({ cases = [], hasOtherCases = false, lists = [], rows = [] }: Unit): Cases {
    const { dialect } = this.table;
    const written = rows.map((row) => canonicalText(dialect.writing, row));
    return joinedCases([
      { cases: [...cases, ...written], hasOthers: hasOtherCases },
      ...lists.map((list) => this.listed(list)),
    ]);
  }

  private listed(node: SyntaxNode): Cases {
    const { dialect } = this.table;
    return casesIn({ dialect, scope: this.scope }, this.table.ownCases ?? {}, node);
  }

  private bodyOf(
    statements: readonly SyntaxNode[],
    named: readonly SyntaxNode[] = statements,
  ): BodyReader {
    const { dialect, own = ownClaimsOf(this.table), ownCases = {} } = this.table;
    const reading = { dialect, scope: new Scope(dialect, named, this.scope), own };
    const setting = { reading, words: wordsOf(this.table), ownCases };
    const body =
      this.table.body?.(setting) ??
      new TableBody({
        ...setting,
        ownNames: this.names,
        table: this.table,
        inner: (node) => {
          const unit = this.table.unit(node);
          return unit?.modes === undefined ? unit?.body : undefined;
        },
      });
    body.readAll(statements);
    return body;
  }

  /** The functions and setups that assert; those of one name count as one, overloads included. */
  helpers(): readonly AssertingHelper[] {
    const found = new Map<string, AssertingHelper>();
    const setups = this.setups.flatMap((node) => this.namedUnit(node));
    for (const [name, node, body] of [...this.routines, ...setups]) {
      const { assertions } = this.bodyOf(body, [node]);
      const known = found.get(name) ?? { name, line: lineOf(node), assertions: [], calls: [] };
      found.set(name, {
        ...known,
        assertions: [...known.assertions, ...assertions],
        calls: [...known.calls, ...this.callsOf(body)],
      });
    }
    return [...found.values()];
  }

  private namedUnit(node: SyntaxNode): readonly Named[] {
    const { body = [], name = '' } = this.table.unit(node) ?? {};
    return name === '' ? [] : [[name, node, body]];
  }

  /** What ends the run of the file. */
  stops(root: SyntaxNode): TestFile['stops'] {
    const { dialect, exit, hasStops = false } = this.table;
    const calls = hasStops ? callsIn(dialect, [root]).filter(({ path }) => exit.test(path)) : [];
    return calls.map(({ node }) => ({ line: node.line, text: writtenText(node) }));
  }

  private callsOf(code: readonly SyntaxNode[]): readonly string[] {
    const { assertions, dialect, isAsserting, isFramework, matchers } = this.table;
    const paths = new Set(pathsIn(dialect, code).map((path) => path.replace(/^this\./, '')));
    return [...paths].filter((path) => {
      const name = lastName(path);
      const isWord = assertions.has(name) || matchers.has(name) || isAsserting.test(name);
      return this.names.has(name) || !(isFramework?.(path) ?? isWord);
    });
  }

  /** The doubles that all tests share. */
  sharedDoubles(): readonly Double[] {
    return this.setups.flatMap((node): readonly Double[] => {
      const target = this.table.unit(node)?.replaces;
      const own =
        target === undefined ? [] : [{ line: node.line, text: writtenText(node), target }];
      return [...own, ...this.doublesIn([node])];
    });
  }

  private doublesIn(code: readonly SyntaxNode[]): readonly Double[] {
    return callsIn(this.table.dialect, code).flatMap((call) => {
      const target = this.table.double(call);
      return target === undefined
        ? []
        : [{ line: call.node.line, text: this.statementText(call.node), target }];
    });
  }

  /** The statement that a call stands in. */
  private statementText(call: SyntaxNode): string {
    const { blocks } = this.table.dialect.writing;
    let own = call;
    while (own.parent !== undefined && !blocks.has(own.parent.type)) own = own.parent;
    return writtenText(own).slice(0, LONGEST_TEXT);
  }
}

const LONGEST_TEXT = 500;

/** Where a name stands, which marks and attributes may stand before. */
function lineOf(node: SyntaxNode): number {
  return (node.child('name') ?? node).line;
}

/** The comment right before a node: some runners read marks in it. */
function commentAbove(node: SyntaxNode): string {
  const siblings = node.parent?.children ?? [];
  const above = siblings[siblings.indexOf(node) - 1];
  return above !== undefined && isComment(above) ? above.text : '';
}

/** What a mark expects of the test as a whole: `[ExpectedException(typeof(E))]`. */
export function markAssertion(node: SyntaxNode): Assertion {
  const text = writtenText(node);
  const expected = /\((?:typeof\()?\\?([\w.\\]+)/.exec(text)?.[1];
  return {
    line: node.line,
    text: `#[${text}]`,
    subject: 'exception',
    form: 'throws',
    negated: false,
    expected,
  };
}
