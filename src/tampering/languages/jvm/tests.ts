import { lazily } from '../../../domain/base/lazily.ts';
import type { BodyWords } from '../../reading/body.ts';
import { type Cases, joinedCases, NO_CASES } from '../../reading/cases.ts';
import { type TestOutline, testReadLater } from '../../reading/later.ts';
import { type Mode, restricted, strongestMode } from '../../reading/modes.ts';
import {
  assertingOf,
  callsIn,
  commentsAbove,
  commentsIn,
  type Defining,
  definitionsIn,
  frameOf,
  topDefinitionsIn,
} from '../../reading/outline.ts';
import { Scope } from '../../reading/scope.ts';
import { canonicalText, statementsText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type {
  AssertingHelper,
  Assertion,
  Definition,
  Import,
  TestCase,
  TestFile,
} from '../../test-file.ts';
import { actionOf, JvmBody, jvmCases } from './body.ts';
import { JVM_CLAIMS } from './claims.ts';
import type { Declaration, JvmDialect, JvmReading } from './dialect.ts';
import { calledNames, doubleField, doublesIn } from './doubles.ts';
import { annotatedCases, expectedError, modeOf, rowsOf } from './marks.ts';
import { assertionIn, JVM_WORDS } from './words.ts';

/** The tests of Java and Kotlin, and the files with them, as JUnit 3 to 5, TestNG and kotlin.test find them. */

const TEST_FOLDER = /(?:^|\/)(?:src\/(?:[a-zA-Z]*[tT]est[a-zA-Z]*|it|intTest)|tests?|javatests?)\//;
const TEST_NAME =
  /(?:^|\/)(?:Test[A-Z0-9]\w*|\w*(?:Tests?|TestCase|Tests?Base|IT|ITCase|Spec|Specs|Specification))\.\w+$/;
/** A class that was put aside by its name. */
const PUT_ASIDE = /(?:Disabled|Ignored|Skipped|Broken|Backup|Off|Old)\.\w+$/;

/** Whether a file of Java or Kotlin is a test by its path. */
export function isJvmTest(path: string): boolean {
  if (/(?:^|\/)src\/main\/|\.gradle(?:\.kts)?$/.test(path)) return false;
  return TEST_NAME.test(path) || (TEST_FOLDER.test(path) && !PUT_ASIDE.test(path));
}

const TESTS =
  /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example|Theory|CartesianTest|RetryingTest|ParameterizedRobolectricTestRunner)$/;
const SETUP =
  /^(?:Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass|BeforeMethod|AfterMethod|BeforeTest|AfterTest|BeforeSuite|Rule|ClassRule|RegisterExtension|DataProvider|Parameters)$/;
const SETUP_NAMES = /^(?:setUp|tearDown)$/;
const WAITS = /^(?:await\w*|join|untilAsserted|advanceUntilIdle)$/;
const TO_FAIL = /^(?:AssertionError|AssertionFailedError|Throwable|Error)$/;
const DEEPEST = 20;

/** What a language has of its own, besides its dialect. */
export interface JvmLanguage {
  readonly dialect: JvmDialect;
  readonly imports: (root: SyntaxNode) => readonly Import[];
  /** Whether a class in another one needs an object of that one. */
  isInner(type: Declaration): boolean;
  /** Whether methods that are found by their names must be public. */
  readonly findsPublicOnly: boolean;
  /** Whether a function is left where a value is missing: `find(1) ?: return`. */
  leavesWithout(value: SyntaxNode): boolean;
  /** The tests of a class that are no functions of it; undefined where it has none. */
  specOf?(type: Declaration, reader: BlockReader): Spec | undefined;
}

/** Reads tests that are blocks, for a language that has some. */
export interface BlockReader {
  readonly dialect: JvmDialect;
  readonly scope: Scope;
  readTest(block: TestBlock): TestCase;
}

export interface TestBlock {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly suites: readonly string[];
  readonly mode: Mode;
  readonly body: readonly SyntaxNode[];
  readonly cases: Cases;
}

export interface Spec {
  readonly tests: readonly TestCase[];
  /** What stands around its tests. */
  readonly shared: readonly SyntaxNode[];
}

/** What holds for the tests of a class. */
interface Suite {
  readonly names: readonly string[];
  readonly mode: () => Mode;
  readonly isTestNg: boolean;
  readonly extendsTestCase: boolean;
  /** Whether a runner looks for tests in it. */
  readonly isLookedAt: boolean;
  readonly rows: Cases;
  readonly functions: readonly Declaration[];
}

/** What a body says, and all that is asked of it besides. */
interface Details extends Omit<TestCase, keyof TestOutline> {
  readonly stop: Mode;
}

class JvmTests implements BlockReader {
  readonly dialect: JvmDialect;
  readonly scope: Scope;
  readonly tests: TestCase[] = [];
  readonly testNodes: SyntaxNode[] = [];
  readonly functions: Declaration[] = [];
  readonly shared: SyntaxNode[] = [];
  readonly fields: Declaration[] = [];
  private readonly language: JvmLanguage;
  private readonly imported: readonly Import[];

  constructor(language: JvmLanguage, root: SyntaxNode, imported: readonly Import[]) {
    this.language = language;
    this.imported = imported;
    this.dialect = language.dialect;
    const isInner = (node: SyntaxNode): boolean => this.dialect.routine(node) !== undefined;
    this.scope = new Scope(this.dialect, [root], undefined, isInner);
  }

  readonly imports = (name: string): boolean =>
    this.imported.some(({ from }) => from.startsWith(name));

  readMembers(members: readonly SyntaxNode[], suite: Omit<Suite, 'functions'>): void {
    if (suite.names.length > DEEPEST) return;
    const declared = members.flatMap((one) => this.dialect.declaration(one) ?? []);
    const functions = this.functionsAmong(declared);
    const rows = functions.find(({ annotations }) =>
      annotations.some(({ name }) => name === 'Parameters' && !this.imports('junitparams')),
    );
    const stops = lazily(() =>
      functions.filter(isSetup).map(({ body = [], node }) => this.detailsOf(body, node).stop),
    );
    const own: Suite = {
      ...suite,
      functions,
      mode: lazily(() => strongestMode([suite.mode(), ...stops()])),
      rows: rows === undefined ? suite.rows : rowsOf(rows, { ...this, functions }),
    };
    for (const member of declared) {
      if (member.kind === 'type') this.readType(member, own);
      else if (this.isTest(member, own)) this.readFunction(member, own);
      else {
        (member.kind === 'value' ? this.fields : this.functions).push(member);
        if (member.kind === 'value' || isSetup(member)) this.shared.push(member.node);
      }
    }
  }

  /** Functions of a class; what belongs to it as a whole may stand in its companion. */
  private functionsAmong(declared: readonly Declaration[]): readonly Declaration[] {
    const companions = declared.filter(({ node }) => node.type === 'companion_object');
    const inner = companions.flatMap(({ body = [] }) => body);
    const all = [...declared, ...inner.flatMap((one) => this.dialect.declaration(one) ?? [])];
    return all.filter(({ kind }) => kind === 'function');
  }

  private readType(type: Declaration, suite: Suite): void {
    const names = [...suite.names, type.name];
    const mode = lazily(() =>
      strongestMode([suite.mode(), ...type.annotations.map((one) => modeOf(this.dialect, one))]),
    );
    const spec = this.language.specOf?.(type, this);
    for (const test of spec?.tests ?? [])
      this.tests.push(
        testReadLater({ ...outlineOf(test), suites: [...names, ...test.suites] }, () =>
          restricted(test, mode()),
        ),
      );
    if (spec !== undefined) this.shared.push(...spec.shared);
    this.readMembers(type.body ?? [], {
      names,
      mode,
      isTestNg: type.annotations.some(({ name }) => name === 'Test'),
      extendsTestCase: /(?:^extends |:)[\w.]*TestCase\b/.test(type.type),
      rows: NO_CASES,
      isLookedAt: suite.isLookedAt && !this.isPassedOver(type, suite),
    });
  }

  /** JUnit 5 finds the tests of an inner class only where it says so. */
  private isPassedOver(type: Declaration, { names }: Suite): boolean {
    const isNested = type.annotations.some(({ name }) => name === 'Nested');
    const isInner = names.length > 0 && this.language.isInner(type);
    return isInner && !isNested && this.imports('org.junit.jupiter');
  }

  private isTest({ annotations, body, modifiers, name }: Declaration, suite: Suite): boolean {
    if (body === undefined || !suite.isLookedAt || modifiers.has('private')) return false;
    if (annotations.some((one) => TESTS.test(one.name)))
      return !(modifiers.has('static') && this.imports('org.junit.jupiter'));
    if (annotations.some((one) => SETUP.test(one.name)) || SETUP_NAMES.test(name)) return false;
    const isPublic = modifiers.has('public');
    if (suite.isTestNg && isPublic && !modifiers.has('static')) return true;
    const isFound = isPublic || !this.language.findsPublicOnly;
    return suite.extendsTestCase && /^test/.test(name) && isFound;
  }

  private readFunction(test: Declaration, suite: Suite): void {
    const { annotations, body = [], line, name, node } = test;
    this.testNodes.push(node);
    const outline = { name, suites: suite.names, line, written: node.text };
    const read = (): Omit<TestCase, keyof TestOutline> => {
      const details = this.detailsOf(body, node);
      const claimed = this.claimedBy(test);
      const expected = claimed[0]?.expected ?? '';
      const isFailing = TO_FAIL.test(expected) && details.assertions.length > 0;
      const { mode, text } = strongestMode([
        suite.mode(),
        ...annotations.map((one) => modeOf(this.dialect, one)),
        details.stop,
        ...(isFailing
          ? [{ mode: 'expected-to-fail' as const, text: `expected = ${expected}` }]
          : []),
      ]);
      const place = { dialect: this.dialect, functions: suite.functions, scope: this.scope };
      const cases = joinedCases([annotatedCases(test, place), suite.rows]);
      return {
        ...details,
        mode,
        modeText: mode === 'runs' ? '' : text,
        assertions: [...claimed, ...details.assertions],
        cases: [...cases.cases, ...details.cases],
        hasOtherCases: cases.hasOthers || details.hasOtherCases,
      };
    };
    this.tests.push(testReadLater(outline, read));
  }

  /** `@Test(expected = X.class)` claims that the last statement throws. */
  private claimedBy({ annotations, body = [], line, node }: Declaration): readonly Assertion[] {
    return annotations.flatMap((one) => {
      const expected = expectedError(this.dialect, one);
      if (expected === undefined) return [];
      const subject = actionOf(this.readingOf(node), body.at(-1));
      return [{ line, text: one.text, subject, form: 'throws', negated: false, expected }];
    });
  }

  readTest({ body, cases, mode, name, node, suites }: TestBlock): TestCase {
    this.testNodes.push(node);
    const outline = { name, suites, line: node.line, written: node.text };
    return testReadLater(outline, () => {
      const details = this.detailsOf(body, node);
      const own = strongestMode([mode, details.stop]);
      return {
        ...details,
        mode: own.mode,
        modeText: own.text,
        cases: [...cases.cases, ...details.cases],
        hasOtherCases: cases.hasOthers || details.hasOtherCases,
      };
    });
  }

  /** The names of the file's functions that are no tests. */
  private readonly ownNames = lazily(() => new Set(this.functions.map(({ name }) => name)));

  private readingOf(node: SyntaxNode): JvmReading {
    const scope = new Scope(this.dialect, [node], this.scope);
    return { dialect: this.dialect, scope, imports: this.imports, own: JVM_CLAIMS };
  }

  detailsOf(statements: readonly SyntaxNode[], node: SyntaxNode): Details {
    const { dialect } = this;
    const reading = this.readingOf(node);
    const words: BodyWords = {
      ...JVM_WORDS,
      claimsOfCall: (_, call) => assertionIn(reading, call.node)?.claims,
    };
    const body = new JvmBody({
      reading,
      words,
      ownCases: jvmCases(dialect),
      leavesWithout: this.language.leavesWithout,
    });
    body.readAll(statements);
    const leaves = statements.flatMap((one) => [...one.within()]);
    return {
      stop: strongestMode(body.skips),
      mode: 'runs',
      modeText: '',
      assertions: body.assertions,
      cases: body.cases,
      hasOtherCases: body.hasOtherCases,
      calls: calledNames(dialect, statements, this.ownNames()),
      doubles: doublesIn(dialect, statements),
      body: statementsText(dialect.writing, statements),
      input: body.inputText(statements),
      waits: leaves.filter((one) => /identifier$/.test(one.type) && WAITS.test(one.text)).length,
    };
  }

  /** The functions that assert for tests; those of one name count as one, overloads included. */
  helpers(): readonly AssertingHelper[] {
    const found = new Map<string, AssertingHelper>();
    for (const { body = [], line, name, node } of this.functions) {
      const { assertions, calls } = this.detailsOf(body, node);
      const known = found.get(name) ?? { name, line, assertions: [], calls: [] };
      found.set(name, {
        ...known,
        assertions: [...known.assertions, ...assertions],
        calls: [...known.calls, ...calls],
      });
    }
    return assertingOf([...found.values()]);
  }
}

function outlineOf({ line, name, suites, written }: TestCase): TestOutline {
  return { line, name, suites, written };
}

function isSetup({ annotations, name }: Declaration): boolean {
  return SETUP_NAMES.test(name) || annotations.some((one) => SETUP.test(one.name));
}

/** Reads a test file. */
export function readJvmTests(language: JvmLanguage, root: SyntaxNode): TestFile {
  const { dialect } = language;
  const imports = language.imports(root);
  const reader = new JvmTests(language, root, imports);
  reader.readMembers(root.named, {
    names: [],
    mode: () => strongestMode([]),
    isTestNg: false,
    extendsTestCase: false,
    isLookedAt: true,
    rows: NO_CASES,
  });
  const tests = new Set(reader.testNodes);
  return {
    tests: reader.tests,
    helpers: reader.helpers(),
    doubles: [...doublesIn(dialect, reader.shared), ...reader.fields.flatMap(doubleField)],
    imports,
    definitions: topDefinitionsIn(root, definingOf(dialect, hasTests), (node) => tests.has(node)),
    comments: commentsIn(root),
    stops: callsIn(dialect, [root])
      .filter(({ path }) => /^(?:exitProcess|System\.exit|Runtime\.\S*halt)$/.test(path))
      .map(({ node }) => ({ line: node.line, text: canonicalText(dialect.writing, node) })),
    frame: frameOf(root, reader.testNodes),
    shared: statementsText(dialect.writing, reader.shared),
  };

  function hasTests(node: SyntaxNode): boolean {
    return reader.testNodes.some((one) => node !== one && node.holds(one)) || tests.size === 0;
  }
}

/** What a file that is no test defines. */
export function definedIn(dialect: JvmDialect, root: SyntaxNode): readonly Definition[] {
  return definitionsIn(
    root,
    definingOf(dialect, () => false),
  );
}

function definingOf(dialect: JvmDialect, isLeftOut: (node: SyntaxNode) => boolean): Defining {
  const own = (node: SyntaxNode): Declaration | undefined => {
    const declared = dialect.declaration(node);
    return declared?.kind === 'type' && isLeftOut(node) ? undefined : declared;
  };
  return {
    writing: dialect.writing,
    nameOf: (node) => own(node)?.name,
    isRoutine: (node) => own(node)?.kind === 'function',
    isHolder: (node) => /^(?:function|type)$/.test(own(node)?.kind ?? ''),
    documentation: commentsAbove,
  };
}
