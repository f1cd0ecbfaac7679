import type { Call, Dialect } from '../../reading/dialect.ts';
import type { Mode } from '../../reading/modes.ts';
import { callsIn } from '../../reading/outline.ts';
import { Scope } from '../../reading/scope.ts';
import { type LanguageTable, languageByTable, type Unit } from '../../reading/table.ts';
import { canonicalText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Assertion, TestLanguage } from '../../test-file.ts';
import { actionOf, JvmBody, jvmCases, LOOPS } from './body.ts';
import { chainOf, className, type Declaration, isLambda, typeOf } from './dialect.ts';
import { annotatedCases, expectedError, modeOf, rowsOf } from './marks.ts';
import { ASSERTING, HEADS, isAssertionName, JVM_CLAIMS } from './words.ts';

/** The tests of Java and Kotlin, as JUnit 3 to 5, TestNG and kotlin.test find them, and the doubles of Mockito and MockK. */

/** What a language has of its own. */
export interface JvmLanguage
  extends Pick<LanguageTable, 'name' | 'extensions' | 'grammar' | 'dialect' | 'imported'> {
  /** The class, function or field that a node declares. */
  declaration(node: SyntaxNode): Declaration | undefined;
  /** Whether a class in another one needs an object of that one. */
  isInner(type: Declaration): boolean;
  /** Whether methods that are found by their names must be public. */
  readonly findsPublicOnly: boolean;
  /** What is a test or a suite, and is neither function nor class. */
  blockUnit?(node: SyntaxNode): Unit | undefined;
}

const TEST_FOLDER = /(?:^|\/)(?:src\/(?:[a-zA-Z]*[tT]est[a-zA-Z]*|it|intTest)|tests?|javatests?)\//;
const TEST_NAME =
  /(?:^|\/)(?:Test[A-Z0-9]\w*|\w*(?:Tests?|TestCase|Tests?Base|IT|ITCase|Spec|Specs|Specification))\.\w+$/;
/** A class that was put aside by its name. */
const PUT_ASIDE = /(?:Disabled|Ignored|Skipped|Broken|Backup|Off|Old)\.\w+$/;

const TESTS =
  /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example|Theory|CartesianTest|RetryingTest|ParameterizedRobolectricTestRunner)$/;
const SETUP =
  /^(?:Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass|BeforeMethod|AfterMethod|BeforeTest|AfterTest|BeforeSuite|Rule|ClassRule|RegisterExtension|DataProvider|Parameters)$/;
const SETUP_NAMES = /^(?:setUp|tearDown)$/;
const TO_FAIL = /^(?:AssertionError|AssertionFailedError|Throwable|Error)$/;
const MOCKS = /^(?:Mock|MockBean|MockitoBean|MockK|RelaxedMockK|InjectMock|MockkBean)$/;
const JUPITER = /^import\s+(?:static\s+)?org\.junit\.jupiter/m;

class Units {
  private readonly language: JvmLanguage;
  private readonly known = new WeakMap<SyntaxNode, Unit>();
  private readonly classes = new WeakMap<SyntaxNode, readonly Declaration[]>();

  constructor(language: JvmLanguage) {
    this.language = language;
  }

  of(node: SyntaxNode): Unit | undefined {
    const known = this.known.get(node);
    const unit = known ?? this.language.blockUnit?.(node) ?? this.declared(node);
    if (known === undefined && unit !== undefined) this.known.set(node, unit);
    return unit;
  }

  private declared(node: SyntaxNode): Unit | undefined {
    const declared = node.type.endsWith('_declaration')
      ? this.language.declaration(node)
      : undefined;
    if (declared === undefined) return undefined;
    const { annotations, body = [], kind, name, type } = declared;
    const isSetup = annotations.some((one) => SETUP.test(one.name)) || SETUP_NAMES.test(name);
    if (kind === 'value') {
      if (!/body$|file|program/.test(node.parent?.type ?? '')) return undefined;
      const isDouble = annotations.some((one) => MOCKS.test(one.name));
      const replaces = isDouble ? className(type || name) : undefined;
      return { kind: 'setup', name: '', body: [], replaces };
    }
    if (kind === 'function' && isSetup) return { kind: 'setup', name, body };
    if (kind === 'function') return this.isTest(declared) ? this.test(declared) : undefined;
    const rows = this.functionsIn(body).find(({ annotations: marks }) =>
      marks.some((mark) => mark.name === 'Parameters' && !/junitparams/.test(node.source.text)),
    );
    const modes = annotations.map(modeOf);
    const cases = rows === undefined ? {} : rowsOf(this.language.dialect, rows);
    return { kind: 'suite', name, body, modes, ...cases };
  }

  /** Functions of a class; what belongs to it as a whole may stand in its companion. */
  private functionsIn(members: readonly SyntaxNode[]): readonly Declaration[] {
    return members.flatMap((one) => {
      const declared = this.language.declaration(one);
      if (one.type === 'companion_object') return this.functionsIn(declared?.body ?? []);
      return declared?.kind === 'function' ? [declared] : [];
    });
  }

  /** The classes around a node, the nearest first. */
  private classesAround({ parent }: SyntaxNode): readonly Declaration[] {
    if (parent === undefined) return [];
    const known = this.classes.get(parent);
    if (known !== undefined) return known;
    const own = this.language.declaration(parent);
    const found = [...(own?.kind === 'type' ? [own] : []), ...this.classesAround(parent)];
    this.classes.set(parent, found);
    return found;
  }

  private isTest({ annotations, body, modifiers, name, node }: Declaration): boolean {
    const classes = this.classesAround(node);
    const isJupiter = JUPITER.test(node.source.text);
    // JUnit 5 finds the tests of an inner class only where it says so.
    const isPassedOver = classes.slice(0, -1).some((type) => {
      const isNested = type.annotations.some((one) => one.name === 'Nested');
      return isJupiter && !isNested && this.language.isInner(type);
    });
    if (body === undefined || isPassedOver || modifiers.has('private')) return false;
    if (annotations.some((one) => TESTS.test(one.name)))
      return !(modifiers.has('static') && isJupiter);
    const isPublic = modifiers.has('public');
    const isTestNg = classes[0]?.annotations.some((one) => one.name === 'Test') === true;
    if (isTestNg && isPublic && !modifiers.has('static')) return true;
    const isFound = isPublic || !this.language.findsPublicOnly;
    const extendsTestCase = /(?:^extends |:)[\w.]*TestCase\b/.test(classes[0]?.type ?? '');
    return extendsTestCase && /^test/.test(name) && isFound;
  }

  private test(test: Declaration): Unit {
    const { dialect } = this.language;
    const { annotations, body = [], name, node } = test;
    const expected = expectedError(test);
    const isFailing =
      TO_FAIL.test(expected ?? '') &&
      callsIn(dialect, body).some((call) => ASSERTING.test(call.name));
    const modes: readonly Mode[] = isFailing
      ? [{ mode: 'expected-to-fail', text: `expected = ${expected}` }]
      : [];
    const last = body.at(-1);
    const reading = { dialect, scope: new Scope(dialect, [node]) };
    const claims: readonly Assertion[] =
      expected === undefined
        ? []
        : [
            {
              line: node.line,
              text: annotations.find((one) => one.name === 'Test')?.text ?? '',
              subject: last === undefined ? '' : actionOf(reading, last),
              form: 'throws',
              negated: false,
              expected,
            },
          ];
    return {
      kind: 'test',
      name,
      body,
      modes: [...annotations.map(modeOf), ...modes],
      claims,
      ...annotatedCases(dialect, test, () => this.functionsIn(node.parent?.named ?? [])),
    };
  }
}

/** The language of the JVM that has these things of its own. */
export function jvmLanguage(language: JvmLanguage): TestLanguage {
  const { declaration, dialect } = language;
  const units = new Units(language);
  return languageByTable({
    ...language,
    isTestFile(path) {
      if (/(?:^|\/)src\/main\/|\.gradle(?:\.kts)?$/.test(path)) return false;
      return TEST_NAME.test(path) || (TEST_FOLDER.test(path) && !PUT_ASIDE.test(path));
    },
    unit: (node) => units.of(node),
    ownCases: jvmCases(dialect),
    ownClaims: JVM_CLAIMS,
    Body: JvmBody,
    double: (call) => doubled(dialect, call),
    isFramework,
    defined: (node) => {
      const declared = declaration(node);
      return declared && { name: declared.name, isHolder: declared.kind !== 'value' };
    },
    assertions: HEADS,
    matchers: new Map(),
    owners: /./,
    isAsserting: ASSERTING,
    expectation: () => undefined,
    links: /^$/,
    loops: LOOPS,
    skip: /(?:^|\.)(?:abort|SkipException|TestAbortedException|AssumptionViolatedException|TestSkippedException)$/,
    fail: /^(?:(?:Assert|Assertions|(?:org|kotlin)\.\S+)\.)?(?:fail|failBecauseExceptionWasNotThrown|error)$|^\.fail$/,
    exit: /^(?:exitProcess|System\.exit|Runtime\.\S*halt)$/,
    wideErrors: /\b(?:Throwable|Error|AssertionError|AssertionFailedError)\b/,
    environment:
      /System\.(?:getenv|getProperty)|\bos\.name\b|\bCI\b|\bOS\.|SystemUtils|\bis(?:Windows|Mac|Linux|Ci|CI)\b|Boolean\.getBoolean/,
    hasStops: true,
    waits: ({ children, text }) => children.length === 0 && WAITS.test(text),
  });
}

const WAITS = /^(?:await\w*|join|untilAsserted|advanceUntilIdle)$/;
const FRAMEWORK =
  /(?:^|\.)(?:mock\w*|spyk?|every|coEvery|given|when|whenever|verify\w*|coVerify|any[A-Z]?\w*|eq|times|never|atLeast\w*|atMost\w*|then[A-Z]\w*|will[A-Z]\w*|do(?:Return|Throw|Answer|Nothing)|thenReturn|assume\w*|runTest|runBlocking|hasSize|is[A-Z]\w*|contains\w*|has[A-Z]\w*|doesNot\w*|equalTo|not|extracting|satisfies|test|it|describe|context|should|fail|run|returns|returnsMany|answers|throws|to|is|in|as)$/;
const OWNERS = /^(?:Mockito|ArgumentMatchers|Assertions|Assert|Assume|Assumptions)\./;

/** Whether a call is one of a framework; what is called on a name may have the name of one. */
function isFramework(path: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const isOfChain = path.lastIndexOf('.') < 1;
  return isAssertionName(name) || (isOfChain && FRAMEWORK.test(name)) || OWNERS.test(path);
}

const STUBS = /^(?:when|whenever|given|stubbing)$/;
const ANSWERS =
  /^(?:then(?:Return|Throw|Answer)?|will(?:Return|Throw|Answer)?|doReturn|doThrow|doAnswer)$/;
const DOES = /^(?:do(?:Return|Throw|Answer|Nothing)|will(?:Return|Throw|Answer|DoNothing)?)$/;
const MADE =
  /^(?:mock|mockk|mockStatic|mockConstruction|mockkStatic|mockkObject|mockkConstructor|createMock|niceMock)$/;
const EVERY = /^(?:every|coEvery|justRun|coJustRun)$/;

/** What a call replaces by a double. */
function doubled(dialect: Dialect, call: Call): string | undefined {
  const { args, name, receiver } = call;
  if (EVERY.test(name)) {
    const block = args.find(({ value }) => isLambda(value))?.value;
    const last = block === undefined ? args[0]?.value : dialect.routine(block)?.body.at(-1);
    return last && calledName(dialect, last);
  }
  if (MADE.test(name)) return madeName(dialect, call);
  const stubbed = receiver === undefined ? undefined : dialect.call(dialect.unwrapped(receiver));
  const [first] = stubbed?.args ?? [];
  if (stubbed === undefined || first === undefined || !STUBS.test(stubbed.name)) return undefined;
  // `doReturn(3).when(prices).of("a")`
  if (DOES.test(chainOf(dialect, stubbed.node)[0]?.name ?? ''))
    return `${canonicalText(dialect.writing, first.value)}.${name}`;
  return ANSWERS.test(name) ? calledName(dialect, first.value) : undefined;
}

/** What a call is of, without its arguments: `cart.total` of `cart.total(any())`. */
function calledName(dialect: Dialect, node: SyntaxNode): string {
  const own = dialect.unwrapped(node);
  return (dialect.call(own)?.path ?? own.text).replace(/^(?:this)?\./, '');
}

/** The class of a double: as it is given, or as it is declared; else the name of the variable. */
function madeName(dialect: Dialect, call: Call): string | undefined {
  const first = call.args.find(({ name }) => name === undefined)?.value;
  const text = first === undefined ? '' : canonicalText(dialect.writing, first);
  const isType = /class\b/.test(text) || /^[A-Z]\w*$/.test(text) || call.name.startsWith('mockk');
  if (text !== '' && isType) return className(text);
  const given = typeOf(call);
  if (given !== '') return given;
  const declared = call.node.around(
    'local_variable_declaration',
    'field_declaration',
    'property_declaration',
  );
  const type = declared?.child('type') ?? declared?.childOf('variable_declaration')?.named[1];
  if (type !== undefined && /^[A-Z]/.test(type.text)) return className(type.text);
  return [...(declared?.within() ?? [])].flatMap((node) => dialect.bindings(node))[0]?.name;
}
