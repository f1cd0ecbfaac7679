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
import type { BodyReader } from './body.ts';
import { type Cases, casesIn, joinedCases, type OwnCases } from './cases.ts';
import type { OwnClaims } from './claims.ts';
import type { Call, Dialect } from './dialect.ts';
import { type TestOutline, testReadLater } from './later.ts';
import { type Guard, type Mode, strongestMode } from './modes.ts';
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
import { ownClaimsOf, type TableSetting, type TableWords, wordsOf } from './table-body.ts';

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
  /** What is asserted outside of its body: by an attribute, a comment, or a call behind it. */
  readonly claims?: readonly Assertion[];
  /** Cases that are written in another way than as code. */
  readonly cases?: readonly string[];
  /** What it stands in for as a whole. */
  readonly replaces?: string | undefined;
  /** What holds for all that its body asserts. */
  readonly guard?: Guard;
  /** What its names stand in, where that is more than its node. */
  readonly around?: SyntaxNode;
  /** Of a setup: the suite that it is for, where that is not the one around it. */
  readonly suite?: string;
}

/** What reads the bodies of a table. */
type TableReader = BodyReader<TableSetting>;

export interface LanguageTable<Reader extends TableReader = TableReader> extends TableWords {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly grammar: GrammarName;
  readonly dialect: Dialect;
  isTestFile(path: string, text: string): boolean;
  /** A text as its grammar can read it, each line where it was. */
  prepared?(text: string): string;
  unit(node: SyntaxNode): Unit | undefined;
  readonly ownCases?: OwnCases;
  /** Reads bodies: a class of the language's own, where these do what those of no other do. */
  readonly Body: new (
    setting: TableSetting,
  ) => Reader;
  /** Whether a callee with its dots is one of a framework, which no program has; else the words of assertions tell. */
  isFramework?(path: string): boolean;
  /** Whether a call that ends the process is told wherever it stands in a file. */
  readonly hasStops?: boolean;
  /** What waits, besides `await`. */
  waits?(node: SyntaxNode): boolean;
  /** What a call replaces by a double: the name of a function or method. */
  double?(call: Call): string | undefined;
  imported(node: SyntaxNode): Import | readonly Import[] | undefined;
  /** The name of what a node defines, and whether it holds other definitions. */
  defined(node: SyntaxNode): { readonly name: string; readonly isHolder: boolean } | undefined;
  /** What documents a definition, where that is not the comment above it. */
  documentation?(node: SyntaxNode): string | undefined;
}

/** The language of a table, whose tests are read by a class of its own where no table says how. */
export function languageByTable<Reader extends TableReader>(
  table: LanguageTable<Reader>,
  Tests: new (
    table: LanguageTable<Reader>,
    root: SyntaxNode,
    path: string,
  ) => TableTests<Reader> = TableTests,
): TestLanguage {
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
    documentation: table.documentation ?? commentsAbove,
  };
  return {
    name,
    extensions,
    grammar: () => grammar,
    isTestFile: (path, text) => table.isTestFile(path, text),
    readTests: (tree, path, parse) => {
      const root = prepared(tree, parse);
      const reader = new Tests(table, root, path);
      const { modes, stops } = reader.whole();
      reader.visit(root.named, { ...NOTHING_AROUND, modes });
      const own = new Set([...reader.testNodes, ...reader.suiteNodes]);
      return {
        tests: reader.tests,
        helpers: assertingOf(reader.helpers()),
        doubles: reader.doubles(),
        imports: [...root.within()].flatMap((node) => table.imported(node) ?? []),
        definitions: definitionsIn(root, defining, (node) => own.has(node)),
        comments: reader.comments(),
        stops,
        frame: [frameOf(root, reader.testNodes), ...modes.map(({ text }) => text)].join(''),
        shared: statementsText(dialect.writing, reader.setups),
      };
    },
    readDefinitions: (tree, _path, parse) => definitionsIn(prepared(tree, parse), defining),
  };
}

/** What holds for the tests of a place. */
export interface Around {
  readonly suites: readonly string[];
  readonly modes: readonly Mode[];
  readonly cases: Cases;
}

const NOTHING_AROUND: Around = { suites: [], modes: [], cases: joinedCases([]) };

/** Reads the tests and helpers of one file. */
export class TableTests<Reader extends TableReader = TableReader> {
  readonly tests: TestCase[] = [];
  readonly testNodes: SyntaxNode[] = [];
  /** Suites of which nothing is a definition for others. */
  readonly suiteNodes: SyntaxNode[] = [];
  readonly setups: SyntaxNode[] = [];
  private readonly read = new Map<Unit | SyntaxNode, Reader>();
  protected readonly table: LanguageTable<Reader>;
  protected readonly root: SyntaxNode;
  protected readonly path: string;
  protected readonly scope: Scope;
  /** The functions and methods of the file that are no tests, by their names. */
  protected readonly routines: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** What all bodies of the file are read by. */
  private readonly shared: Pick<TableSetting, 'words' | 'ownCases' | 'ownNames' | 'routines'>;
  private readonly ownClaims: OwnClaims;

  constructor(table: LanguageTable<Reader>, root: SyntaxNode, path: string) {
    this.table = table;
    this.root = root;
    this.path = path;
    const { dialect } = table;
    const routines = new Map<string, SyntaxNode[]>();
    for (const node of root.within()) {
      const name = this.nameOf(node);
      if (name === '' || /^(?:test|suite)$/.test(table.unit(node)?.kind ?? '')) continue;
      const known = routines.get(name);
      if (known === undefined) routines.set(name, [node]);
      else known.push(node);
    }
    this.routines = routines;
    this.shared = {
      words: wordsOf(table),
      ownCases: table.ownCases ?? {},
      ownNames: new Set(routines.keys()),
      routines,
    };
    this.ownClaims = ownClaimsOf(table);
    this.scope = new Scope(dialect, root.named, undefined, (node) => this.isInner(node));
  }

  /** Whether the names in a node are none of the file. */
  protected isInner(node: SyntaxNode): boolean {
    return this.nameOf(node) !== '' || this.table.unit(node)?.kind === 'test';
  }

  /** What holds for all tests of the file, and what keeps it from running. */
  whole(): { readonly modes: readonly Mode[]; readonly stops: TestFile['stops'] } {
    const { dialect, exit, hasStops = false } = this.table;
    const calls = hasStops ? callsIn(dialect, [this.root]) : [];
    const stops = calls
      .filter(({ path }) => exit.test(path))
      .map(({ node }) => ({ line: node.line, text: writtenText(node) }));
    return { modes: [], stops };
  }

  comments(): TestFile['comments'] {
    return commentsIn(this.root);
  }

  /** Doubles that hold for all tests of the file. */
  doubles(): readonly Double[] {
    return this.setups.flatMap((node): readonly Double[] => {
      const target = this.table.unit(node)?.replaces;
      const own =
        target === undefined ? [] : [{ line: node.line, text: writtenText(node), target }];
      return [...own, ...this.doublesIn([node])];
    });
  }

  visit(nodes: readonly SyntaxNode[], around: Around): void {
    const units = nodes.map((node) => [node, this.table.unit(node)] as const);
    const setups = units.flatMap(([node, unit]) =>
      unit?.kind === 'setup' ? [{ node, unit, skips: this.bodyOf(node, unit).skips }] : [],
    );
    this.setups.push(...setups.map(({ node }) => node));
    const modesFor = (suite?: string): readonly Mode[] =>
      setups.flatMap(({ skips, unit }) => (unit.suite === suite ? skips : []));
    const own = { ...around, modes: [...around.modes, ...modesFor()] };
    for (const [node, unit] of units) {
      const modes = (unit?.suites ?? []).flatMap(modesFor);
      if (unit?.kind === 'test') this.take(node, unit, { ...own, modes: [...own.modes, ...modes] });
      else if (unit?.kind === 'suite') {
        const inner = { ...own, cases: joinedCases([own.cases, this.casesOf(unit)]) };
        this.visit(unit.body, { ...inner, ...this.placeOf(unit, own) });
      } else if (unit === undefined && !this.routines.has(this.nameOf(node)))
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

  protected take(node: SyntaxNode, unit: Unit, around: Around): void {
    this.testNodes.push(node);
    const outline: TestOutline = {
      name: unit.name,
      suites: [...around.suites, ...(unit.suites ?? [])],
      line: lineOf(node),
      written: `${commentAbove(node)}${node.text}`,
    };
    this.tests.push(testReadLater(outline, () => this.detailsOf(node, unit, around)));
  }

  protected detailsOf(
    node: SyntaxNode,
    unit: Unit,
    around: Around,
  ): Omit<TestCase, keyof TestOutline> {
    const { dialect } = this.table;
    const body = this.bodyOf(node, unit);
    const { mode, text } = this.modeOf(node, unit, around);
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
      waits: [...node.within()].filter((one) => this.isWaiting(one)).length,
    };
  }

  private isWaiting(node: SyntaxNode): boolean {
    return (node.isNamed && /^await/.test(node.type)) || this.table.waits?.(node) === true;
  }

  /** How a test runs, by all that says something of it. */
  protected modeOf(node: SyntaxNode, unit: Unit, { modes }: Around): Mode {
    return strongestMode([
      ...modes,
      ...(unit.modes ?? []),
      ...this.bodyOf(node, unit).skips,
      ...this.skipsOfHelpers(unit.body),
    ]);
  }

  /** That a function of the file skips the test at once. */
  private skipsOfHelpers(body: readonly SyntaxNode[]): readonly Mode[] {
    const [first] = body;
    const call = first === undefined ? undefined : callsIn(this.table.dialect, [first])[0];
    const routines = this.routines.get(call?.name ?? '') ?? [];
    return routines.flatMap((routine) => this.bodyOf(routine).skips);
  }

  protected casesOf({ cases = [], hasOtherCases = false, lists = [], rows = [] }: Unit): Cases {
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

  /** What the body of a unit, or of a function, says. */
  protected bodyOf(node: SyntaxNode, unit?: Unit): Reader {
    const known = this.read.get(unit ?? node);
    if (known !== undefined) return known;
    const setting = this.settingOf(node, unit);
    const body = new this.table.Body(setting);
    body.readAll(setting.statements, unit?.guard);
    this.read.set(unit ?? node, body);
    return body;
  }

  protected settingOf(node: SyntaxNode, unit?: Unit): TableSetting {
    const { dialect } = this.table;
    const around = unit?.around ?? node;
    return {
      ...this.shared,
      reading: {
        dialect,
        scope: new Scope(dialect, [around], this.scope),
        own: this.ownClaims,
      },
      statements: unit?.body ?? dialect.routine(node)?.body ?? [],
      inner: (one) => {
        const part = this.table.unit(one);
        return part?.modes === undefined ? part?.body : undefined;
      },
      ...{ around, table: this.table },
    };
  }

  /** The functions of the file with what they assert; those of one name count as one, overloads included. */
  helpers(): readonly AssertingHelper[] {
    return [...this.routines].map(([name, nodes]) => ({
      name,
      line: Math.min(...nodes.map(lineOf)),
      assertions: nodes.flatMap((node) => this.bodyOf(node).assertions),
      calls: nodes.flatMap((node) => this.callsOf(this.table.dialect.routine(node)?.body ?? [])),
    }));
  }

  protected callsOf(code: readonly SyntaxNode[]): readonly string[] {
    const { assertions, dialect, isAsserting, isFramework, matchers } = this.table;
    const paths = new Set(pathsIn(dialect, code).map((path) => path.replace(/^this\./, '')));
    return [...paths].filter((path) => {
      const name = lastName(path);
      const isWord = assertions.has(name) || matchers.has(name) || isAsserting.test(name);
      return this.routines.has(name) || !(isFramework?.(path) ?? isWord);
    });
  }

  protected doublesIn(code: readonly SyntaxNode[]): readonly Double[] {
    return callsIn(this.table.dialect, code).flatMap((call) => {
      const target = this.table.double?.(call);
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
  const own = node.child('definition') ?? node;
  return (own.child('name') ?? own).line;
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
