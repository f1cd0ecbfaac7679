/** Tests of Java and Kotlin: JUnit 3 to 5, TestNG, kotlin.test and kotest. */

import type {
  AssertingHelper,
  Definition,
  Double,
  Import,
  TestCase,
  TestFile,
  TestLanguage,
} from '../test-file.ts';
import type { Body } from './jvm-body.ts';
import { readBody } from './jvm-body.ts';
import { casesOf, rowsOf } from './jvm-cases.ts';
import type { Declaration } from './jvm-declarations.ts';
import { declarationsIn, definitionOf, definitionsIn } from './jvm-declarations.ts';
import { specTests } from './jvm-kotest.ts';
import type { Mode } from './jvm-modes.ts';
import { expectedError, modeIn, modeOf, worse } from './jvm-modes.ts';
import type { JvmCode, JvmDialect } from './jvm-source.ts';
import { isSymbol, isWord, JVM_LEXICONS } from './jvm-source.ts';
import type { Range } from './source.ts';
import { canonicalText, readSource } from './source.ts';

const TEST_FOLDER = /(?:^|\/)(?:src\/(?:[a-zA-Z]*[tT]est[a-zA-Z]*|it|intTest)|tests?|javatests?)\//;
const TEST_NAME =
  /(?:^|\/)(?:Test[A-Z0-9]\w*|\w*(?:Tests?|TestCase|Tests?Base|IT|ITCase|Spec|Specs|Specification))\.\w+$/;
/** A class that was put aside by its name. */
const PUT_ASIDE = /(?:Disabled|Ignored|Skipped|Broken|Backup|Off|Old)\.\w+$/;

function language(dialect: JvmDialect, extensions: readonly string[]): TestLanguage {
  const read = (text: string): JvmCode => ({
    source: readSource(text, JVM_LEXICONS[dialect]),
    dialect,
  });
  return {
    name: dialect,
    extensions,
    isTestFile: (path) => {
      if (/(?:^|\/)src\/main\/|\.gradle(?:\.kts)?$/.test(path)) return false;
      return TEST_NAME.test(path) || (TEST_FOLDER.test(path) && !PUT_ASIDE.test(path));
    },
    readTests: (text) => new FileReader(read(text)).read(),
    readDefinitions: (text) => {
      const code = read(text);
      return definitionsIn(code, { from: 0, to: code.source.tokens.length });
    },
  };
}

export const JAVA = language('java', ['java']);
export const KOTLIN = language('kotlin', ['kt', 'kts']);

const TESTS =
  /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example|Theory|CartesianTest|RetryingTest|ParameterizedRobolectricTestRunner)$/;
const SETUP =
  /^(?:Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass|BeforeMethod|AfterMethod|BeforeTest|AfterTest|BeforeSuite|Rule|ClassRule|RegisterExtension|DataProvider|Parameters)$/;
const SETUP_NAMES = /^(?:setUp|tearDown)$/;
const MOCKS = /^(?:Mock|MockBean|MockitoBean|MockK|RelaxedMockK|InjectMock|MockkBean)$/;

interface Suite {
  readonly names: readonly string[];
  readonly mode: Mode;
  readonly isTestNg: boolean;
  readonly extendsTestCase: boolean;
  readonly rows?: ReturnType<typeof rowsOf> | undefined;
}

interface Written {
  readonly declaration: Declaration;
  readonly body: Body;
}

class FileReader {
  private readonly tests: TestCase[] = [];
  private readonly functions: Written[] = [];
  private readonly doubles: Double[] = [];
  private readonly definitions: Definition[] = [];
  private readonly shared: string[] = [];
  private readonly imported: readonly Import[];
  private readonly imports: (name: string) => boolean;
  private readonly code: JvmCode;

  constructor(code: JvmCode) {
    this.code = code;
    this.imported = importsOf(code);
    this.imports = (name) => this.imported.some(({ from }) => from.startsWith(name));
  }

  read(): TestFile {
    const { source } = this.code;
    const whole = { from: 0, to: source.tokens.length };
    this.readMembers(whole, {
      names: [],
      mode: modeIn(this.code, []),
      isTestNg: false,
      extendsTestCase: false,
    });
    return {
      tests: this.tests,
      helpers: helpersOf(this.functions),
      doubles: this.doubles,
      imports: this.imported,
      definitions: this.definitions,
      comments: source.comments,
      stops: this.stops(),
      shared: this.shared.join('\n'),
    };
  }

  private readMembers(range: Range, suite: Suite): void {
    if (suite.names.length > 20) return;
    const members = declarationsIn(this.code, range);
    const functions = members.filter(({ kind }) => kind === 'function');
    const setup = functions.filter(isSetup).map((one) => this.bodyOf(one));
    const stopped = setup.map(({ stop }) => stop).find((stop) => stop !== undefined);
    const mode = stopped === undefined ? suite.mode : worse(suite.mode, stopped);
    const rows = functions.find(({ annotations }) =>
      annotations.some(({ name }) => name === 'Parameters' && !this.imports('junitparams')),
    );
    const own = {
      ...suite,
      mode,
      rows: rows?.body === undefined ? suite.rows : rowsOf(this.code, rows.body),
    };
    for (const member of members) {
      if (member.kind === 'type') this.readType(member, own);
      else if (member.kind === 'value') this.readValue(member);
      else if (this.isTest(member, own)) this.readTest(member, own, functions);
      else this.readFunction(member);
    }
  }

  private readType(type: Declaration, suite: Suite): void {
    const { code } = this;
    const names = [...suite.names, type.name];
    const head = canonicalText(code.source, type.head);
    const annotations = type.annotations.map(({ name }) => name);
    const inner: Suite = {
      names,
      mode: worse(suite.mode, modeIn(code, type.annotations)),
      isTestNg: annotations.includes('Test'),
      extendsTestCase: /(?:extends |:)[\w.]*TestCase\b/.test(head),
    };
    const spec = specTests(code, type, (body) => readBody(code, body, this.imports));
    if (spec !== undefined) {
      const found = spec.tests.map((test) => ({
        ...test,
        suites: [...names, ...test.suites],
        ...(test.mode === 'runs' ? inner.mode : {}),
      }));
      this.tests.push(...found);
      this.shared.push(...spec.shared);
      this.doubles.push(...spec.doubles);
    }
    const isSupport = spec === undefined && suite.names.length > 0 && !hasTests(code, type);
    if (isSupport) this.definitions.push(definitionOf(code, type));
    if (type.body !== undefined) this.readMembers(type.body, inner);
  }

  private readValue(value: Declaration): void {
    const { code } = this;
    this.definitions.push(definitionOf(code, value));
    this.shared.push(canonicalText(code.source, value.range));
    const isMock = value.annotations.some(({ name }) => MOCKS.test(name));
    const body = readBody(code, value.range, this.imports);
    this.doubles.push(...body.doubles);
    if (!isMock) return;
    const words = code.source.tokens.slice(value.range.from, value.range.to);
    const type = words.findLast(
      ({ kind, text }) => kind === 'word' && /^[A-Z]/.test(text) && text !== value.name,
    );
    const text = canonicalText(code.source, value.range);
    this.doubles.push({ line: value.line, text, target: type?.text ?? value.name });
  }

  private isTest(member: Declaration, suite: Suite): boolean {
    const { annotations, body, modifiers, name } = member;
    if (body === undefined || modifiers.includes('private')) return false;
    const isNamed = annotations.some((one) => TESTS.test(one.name));
    if (isNamed) return !(modifiers.includes('static') && this.imports('org.junit.jupiter'));
    if (isSetup(member)) return false;
    if (suite.isTestNg && modifiers.includes('public') && !modifiers.includes('static'))
      return true;
    return (
      suite.extendsTestCase &&
      /^test/.test(name) &&
      (this.code.dialect !== 'java' || modifiers.includes('public'))
    );
  }

  private bodyOf({ body }: Declaration): Body {
    return readBody(this.code, body ?? { from: 0, to: 0 }, this.imports);
  }

  private readTest(test: Declaration, suite: Suite, functions: readonly Declaration[]): void {
    const { code } = this;
    const body = this.bodyOf(test);
    const annotated = casesOf(code, test, functions);
    const own = worse(suite.mode, modeOf(code, test.annotations, body));
    const expected = expectedError(code, test.annotations, body);
    const rows = suite.rows ?? { values: [], hasOthers: false };
    this.tests.push({
      name: test.name,
      suites: suite.names,
      line: test.line,
      ...(body.stop === undefined ? own : worse(own, body.stop)),
      assertions:
        expected === undefined
          ? body.assertions
          : [{ ...expected, line: test.line }, ...body.assertions],
      cases: [...annotated.values, ...rows.values, ...body.cases],
      hasOtherCases: annotated.hasOthers || rows.hasOthers || body.hasOtherCases,
      calls: body.calls,
      doubles: body.doubles,
      body: body.text,
      waits: body.waits,
    });
  }

  private readFunction(member: Declaration): void {
    const { code } = this;
    const body = this.bodyOf(member);
    this.functions.push({ declaration: member, body });
    this.definitions.push(definitionOf(code, member));
    if (!isSetup(member)) return;
    this.shared.push(canonicalText(code.source, member.range));
    this.doubles.push(...body.doubles);
  }

  private stops(): TestFile['stops'] {
    const { tokens } = this.code.source;
    return tokens.flatMap((token, at) => {
      const isExit = isWord(token, 'exitProcess') && isSymbol(tokens[at + 1], '(');
      const isSystem =
        isWord(token, 'System') && /^(?:exit|halt)$/.test(tokens[at + 2]?.text ?? '');
      return isExit || isSystem
        ? [
            {
              line: token.line,
              text: canonicalText(this.code.source, { from: at, to: at + (isExit ? 4 : 6) }),
            },
          ]
        : [];
    });
  }
}

function isSetup({ annotations, name }: Declaration): boolean {
  return SETUP_NAMES.test(name) || annotations.some((one) => SETUP.test(one.name));
}

function hasTests(code: JvmCode, { body }: Declaration): boolean {
  if (body === undefined) return false;
  return code.source.tokens
    .slice(body.from, body.to)
    .some(({ kind, text }) => kind === 'word' && text.startsWith('@') && TESTS.test(text.slice(1)));
}

/** Functions that assert, by themselves or through one another. */
function helpersOf(functions: readonly Written[]): readonly AssertingHelper[] {
  const asserting = new Set(
    functions
      .filter(({ body }) => body.assertions.length > 0)
      .map(({ declaration }) => declaration.name),
  );
  for (let size = -1; size !== asserting.size; ) {
    size = asserting.size;
    for (const { body, declaration } of functions) {
      if (body.calls.some((name) => asserting.has(name))) asserting.add(declaration.name);
    }
  }
  return functions
    .filter(({ declaration }) => asserting.has(declaration.name))
    .map(({ body, declaration: { line, name } }) => ({
      name,
      line,
      assertions: body.assertions,
      calls: body.calls,
    }));
}

function importsOf({ source: { tokens } }: JvmCode): readonly Import[] {
  const found: Import[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'import') || !token.isFirstOfLine) continue;
    const parts: string[] = [];
    let end = isWord(tokens[at + 1], 'static') ? at + 2 : at + 1;
    for (; tokens[end]?.line === token.line && !isSymbol(tokens[end], ';'); end += 1) {
      parts.push(tokens[end]?.text ?? '');
    }
    const alias = parts.indexOf('as');
    const path = (alias < 0 ? parts : parts.slice(0, alias)).join('');
    const name = alias < 0 ? (path.split('.').at(-1) ?? '') : (parts[alias + 1] ?? '');
    found.push({ from: path, names: [name] });
  }
  return found;
}
