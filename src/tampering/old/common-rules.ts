/** How each of the languages without a module of its own writes its tests. */

import type { Lexicon, StringRule } from './source.ts';

export interface CommonRules {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly testPath: RegExp;
  readonly lexicon: Lexicon;
  /** Blocks end with `end`, and these words open them: at the start of a line, some of them anywhere. */
  readonly ends?: boolean;
  readonly opensBlock?: RegExp;
  readonly opensAlways?: RegExp;
  /** Words that begin a test, a suite or a function. */
  readonly tests: RegExp;
  readonly suites: RegExp;
  readonly functions: RegExp;
  /** Functions that are tests by their name, or by what stands before them. */
  readonly testNames: RegExp;
  readonly testAttributes: RegExp;
  /** In the attributes or the head of a test or suite. */
  readonly skipped: RegExp;
  readonly conditional: RegExp;
  readonly focused: RegExp;
  /** Words in a body that skip it. */
  readonly skips: RegExp;
  /** Words that begin an assertion. */
  readonly assertions: RegExp;
  /** The first value of an equality is the expected one. */
  readonly isExpectedFirst: boolean;
  /** Attributes that give a case each. */
  readonly cases: RegExp;
  /** Functions that set up for all tests. */
  readonly shared: RegExp;
}

const NEVER = /^(?!)/;
const text = (open: string, close = open): StringRule => ({
  open,
  close,
  escapes: true,
  multiline: false,
});
const long = (open: string, escapes = true): StringRule => ({
  open,
  close: open,
  escapes,
  multiline: true,
});
const SLASHES = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;
const CALLED = {
  tests: NEVER,
  suites: /^(?:class|struct|namespace|extension)$/,
  skipped: NEVER,
  conditional: NEVER,
  focused: NEVER,
  cases: NEVER,
};

export const COMMON_RULES: readonly CommonRules[] = [
  {
    ...CALLED,
    name: 'ruby',
    extensions: ['rb'],
    testPath: /(?:^|\/)(?:[^/]*_(?:spec|test)|test_[^/]*)\.rb$/,
    lexicon: {
      lineComments: ['#'],
      blockComments: [['=begin', '=end']],
      strings: [
        { ...text('"'), multiline: true },
        { ...text("'"), multiline: true },
      ],
      regexLiterals: true,
    },
    ends: true,
    opensBlock: /^(?:do|def|class|module|if|unless|while|until|case|begin|for)$/,
    opensAlways: /^(?:do|def|class|module|begin|case)$/,
    tests: /^[xf]?(?:it|specify|example|scenario|test)$|^(?:pending|skip_example)$/,
    suites: /^[xf]?(?:describe|context|feature)$|^(?:class|RSpec)$/,
    functions: /^def$/,
    testNames: /^test_/,
    testAttributes: NEVER,
    skipped:
      /\bx(?:it|describe|context|specify|example|scenario|feature)\b|(?:,|\() ?:skip\b|\bskip:? ?(?:=>)? ?(?:true|"|')|(?:,|\() ?:pending\b|^ pending\b/,
    conditional: /\b(?:if|unless):/,
    focused: /\bf(?:it|describe|context|specify|example|scenario)\b|:focus\b|\bfocus: ?true/,
    skips: /^(?:skip|pending|omit)$/,
    assertions: /^(?:expect|is_expected|assert\w*|refute\w*|flunk|must_\w+|wont_\w+)$/,
    isExpectedFirst: true,
    shared: /^(?:setup|teardown|before|after)$/,
  },
  {
    ...CALLED,
    name: 'csharp',
    extensions: ['cs'],
    testPath: /(?:^|\/)[^/]*(?:Tests?|Specs?|Fixture)\.cs$|(?:^|\/)[^/]*(?:[Tt]ests?)\/.*\.cs$/,
    lexicon: {
      ...SLASHES,
      strings: [long('"""', false), text('"'), text("'")],
      stringPrefix: /[$@]{1,2}(?=")/,
    },
    suites: /^(?:class|namespace)$/,
    functions: /^(?:void|Task|ValueTask|[a-z]+|[A-Z]\w*)$/,
    testNames: NEVER,
    testAttributes:
      /\[ (?:.* )?(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|SkippableFact|StaFact|WpfFact)\b/,
    skipped: /\[ (?:[^\]]* )?(?:Ignore|Explicit)\b|\bSkip = |\bSkip=/,
    conditional: /\b(?:Platform|SkippableFact|SkippableTheory|ConditionalFact|OSCondition) \(/,
    skips: /^(?:Ignore|Inconclusive|Skip|SkipIf)$/,
    assertions:
      /^(?:Assert|CollectionAssert|StringAssert|ClassicAssert|Should\w*|Verify\w*|Received|DidNotReceive)$/,
    isExpectedFirst: true,
    cases: /^(?:InlineData|TestCase|DataRow)$/,
    shared: /^(?:SetUp|TearDown|Setup|Initialize|Dispose|OneTimeSetUp)$/,
  },
  {
    ...CALLED,
    name: 'php',
    extensions: ['php'],
    testPath: /(?:^|\/)[^/]*Test\.php$|(?:^|\/)tests?\/.*\.php$/,
    lexicon: {
      lineComments: ['//', '# '],
      blockComments: [['/*', '*/']],
      strings: [
        { ...text('"'), multiline: true },
        { ...text("'"), multiline: true },
      ],
    },
    tests: /^(?:it|test)$/,
    suites: /^(?:class|describe)$/,
    functions: /^function$/,
    testNames: /^test/,
    testAttributes: /#\[ ?(?:.* )?Test\b|(?:# |#)\[ Test/,
    skipped: /\bmarkTestSkipped\b|->skip\(|->todo\(/,
    focused: /->only\(/,
    skips: /^(?:markTestSkipped|markTestIncomplete)$/,
    assertions: /^(?:assert\w*|expect|expectException\w*)$/,
    isExpectedFirst: true,
    cases: /^(?:TestWith|DataProvider)$/,
    shared: /^(?:setUp|tearDown|beforeEach|afterEach)$/,
  },
  {
    ...CALLED,
    name: 'swift',
    extensions: ['swift'],
    testPath: /(?:^|\/)[^/]*Tests?\.swift$|(?:^|\/)[^/]*Tests\/.*\.swift$/,
    lexicon: { ...SLASHES, nestsComments: true, strings: [long('"""'), text('"')] },
    functions: /^func$/,
    testNames: /^test/,
    testAttributes: /@Test\b/,
    skipped: /\.disabled\(|\. disabled\b/,
    conditional: /\. enabled \( if\b/,
    skips: /^(?:XCTSkip|XCTSkipIf|XCTSkipUnless)$/,
    assertions: /^(?:XCTAssert\w*|XCTUnwrap|#expect|#require|expect)$/,
    isExpectedFirst: false,
    shared: /^(?:setUp|tearDown|setUpWithError|tearDownWithError)$/,
  },
  {
    ...CALLED,
    name: 'cpp',
    extensions: ['c', 'cc', 'cpp', 'cxx', 'h', 'hpp', 'm', 'mm'],
    testPath:
      /(?:^|\/)(?:[^/]*[_-]?(?:[tT]ests?|[uU]nittest)|test_[^/]*)\.(?:c|cc|cpp|cxx|mm?)$|(?:^|\/)tests?\/.*\.(?:c|cc|cpp|cxx|hpp|h)$/,
    lexicon: { ...SLASHES, strings: [text('"'), text("'")] },
    tests:
      /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|TEST_METHOD|BOOST_AUTO_TEST_CASE)$/,
    suites: /^(?:TEST_SUITE|TEST_GROUP)$/,
    functions: /^(?:void|int|bool|double|float|auto|char|string|size_t|long|unsigned)$/,
    testNames: /^test_/,
    testAttributes: NEVER,
    skipped: /\(\s*(?:\w+\s*,\s*)?DISABLED_\w+|\[!?\.\w*\]|doctest::skip/,
    conditional: NEVER,
    focused: NEVER,
    skips: /^(?:GTEST_SKIP|SKIP)$/,
    assertions:
      /^(?:(?:EXPECT|ASSERT)_[A-Z]\w*|REQUIRE\w*|CHECK\w*|assert|BOOST_(?:CHECK|REQUIRE|TEST)\w*|TEST_ASSERT\w*)$/,
    isExpectedFirst: false,
    shared: /^(?:SetUp|TearDown)$/,
  },
  {
    ...CALLED,
    name: 'scala',
    extensions: ['scala'],
    testPath: /(?:^|\/)[^/]*(?:Test|Tests|Spec|Suite)\.scala$|(?:^|\/)src\/test\//,
    lexicon: {
      ...SLASHES,
      nestsComments: true,
      strings: [long('"""', false), text('"')],
      lifetimes: false,
    },
    tests: /^(?:test|it|ignore|property)$/,
    suites: /^(?:class|object|describe)$/,
    functions: /^def$/,
    testNames: NEVER,
    testAttributes: /@Test\b/,
    skipped: /(?:^| )ignore ?\(|@Ignore\b|\.ignore\b/,
    skips: /^(?:cancel|assume)$/,
    assertions: /^(?:assert\w*|intercept|should\w*|must\w*)$/,
    isExpectedFirst: false,
    shared: /^(?:beforeEach|afterEach|beforeAll|afterAll)$/,
  },
  {
    ...CALLED,
    name: 'elixir',
    extensions: ['exs', 'ex'],
    testPath: /_test\.exs$/,
    lexicon: {
      lineComments: ['#'],
      blockComments: [],
      strings: [long('"""'), { ...text('"'), multiline: true }, text("'")],
    },
    ends: true,
    opensBlock: /^(?:do|fn)$/,
    opensAlways: /^(?:do|fn)$/,
    tests: /^(?:test|property)$/,
    suites: /^(?:describe|defmodule)$/,
    functions: /^defp?$/,
    testNames: NEVER,
    testAttributes: NEVER,
    skipped: /@(?:tag|moduletag|describetag) (?::? ?skip\b|skip ?: )/,
    skips: NEVER,
    assertions: /^(?:assert\w*|refute\w*|flunk)$/,
    isExpectedFirst: false,
    shared: /^(?:setup|setup_all)$/,
  },
  {
    ...CALLED,
    name: 'dart',
    extensions: ['dart'],
    testPath: /_test\.dart$/,
    lexicon: {
      ...SLASHES,
      strings: [long('"""'), long("'''"), text('"'), text("'")],
      stringPrefix: /r(?=["'])/,
    },
    tests: /^(?:test|testWidgets)$/,
    suites: /^group$/,
    functions: /^(?:void|int|String|bool|double|Future|dynamic)$/,
    testNames: NEVER,
    testAttributes: NEVER,
    skipped: /\bskip: ?(?:true|["'])/,
    focused: NEVER,
    skips: /^markTestSkipped$/,
    assertions: /^(?:expect|expectLater|verify\w*)$/,
    isExpectedFirst: false,
    shared: /^(?:setUp|tearDown|setUpAll|tearDownAll)$/,
  },
];
