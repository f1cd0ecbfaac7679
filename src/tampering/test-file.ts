import type { GrammarName } from './syntax/grammar-table.ts';
import type { Parse, SyntaxNode } from './syntax/node.ts';

/** What a test file says, in the terms of no language: its tests, what they assert, and what keeps them from running. */

/**
 * How an assertion compares, the strongest kinds first; `strength.ts` ranks them.
 *
 * - `equal`: the whole value. - `snapshot`: the whole value, kept in a file. - `throws`: that something is thrown.
 * - `called`: that a double was called. - `near`: a number within a tolerance. - `contains`, `matches`: a part of it.
 * - `count`: how many there are. - `compares`: more or less than. - `instance`: its type.
 * - `truthy`, `defined`: nearly nothing. - `runs`: only that it does not throw.
 * - `custom`: a call by a name that says so (`assertUserIsActive(user)`): what it compares is not known.
 * - `vacuous`: it holds whatever the program does (`assert True`, a value compared with itself).
 */
export type AssertionForm =
  | 'equal'
  | 'snapshot'
  | 'throws'
  | 'called'
  | 'near'
  | 'count'
  | 'matches'
  | 'contains'
  | 'compares'
  | 'instance'
  | 'custom'
  | 'truthy'
  | 'defined'
  | 'runs'
  | 'vacuous';

/**
 * What weakens an assertion where it stands.
 *
 * - `swallowed`: what it throws is caught and dropped. - `conditional`: below a condition of the environment, or one
 *   that can keep it from being reached. - `unreachable`: behind a `return`, or below a condition that never holds.
 * - `not-awaited`: it gives a promise that is not awaited.
 */
export type AssertionGuard = 'swallowed' | 'conditional' | 'unreachable' | 'not-awaited';

export interface Assertion {
  readonly line: number;
  /** As it is written, on one line. */
  readonly text: string;
  /** The canonical text of what it is about: `add(1,2)`. Empty where there is none. */
  readonly subject: string;
  readonly form: AssertionForm;
  readonly negated: boolean;
  /** Whether a yes or no is one, and not any value that counts as such. */
  readonly isExact?: boolean | undefined;
  /**
   * The canonical text of what is expected: a value, a part, an error's class and message. Undefined where nothing is
   * named (`toThrow()`, `toBeDefined()`).
   */
  readonly expected?: string | undefined;
  /** How far a number may be off, where that can be read: larger is weaker. */
  readonly tolerance?: number | undefined;
  /** What it leaves open inside of what is expected (`expect.anything()`, `mock.ANY`): how many such places. */
  readonly wildcards?: number | undefined;
  readonly guard?: AssertionGuard | undefined;
}

/**
 * Whether a test runs.
 *
 * - `skipped`: never. - `conditional`: only where a condition of the environment holds. - `focused`: and others do not.
 * - `expected-to-fail`: its failure counts as a pass.
 */
export type TestMode = 'runs' | 'skipped' | 'conditional' | 'focused' | 'expected-to-fail';

export interface TestCase {
  /** Its own name or title. */
  readonly name: string;
  /** The names of the suites or classes around it, the outermost first. */
  readonly suites: readonly string[];
  readonly line: number;
  /** As it is written, with its marks; undefined where that is not kept. */
  readonly written?: string | undefined;
  readonly mode: TestMode;
  /** What makes it so, as written: `it.skip`, `@Disabled`, `t.Skip()`. Empty where it runs. */
  readonly modeText: string;
  readonly assertions: readonly Assertion[];
  /** The rows of its tables and the values of its parameters, one canonical text for each case; empty where it has none. */
  readonly cases: readonly string[];
  /** Whether it has cases that cannot be counted: they come from a variable or a call. */
  readonly hasOtherCases: boolean;
  /** The names of all functions and methods that its body calls, in order of first use: `add`, `client.get`. */
  readonly calls: readonly string[];
  /** Doubles that are set up in its body. */
  readonly doubles: readonly Double[];
  /** Its whole body in one way of writing, its name not included. */
  readonly body: string;
  /** What of it does not assert: what it is about, and what that is given. Undefined where that is not told apart. */
  readonly input?: string | undefined;
  /** How often its body waits: `await`, `.Wait()`, `join()`. */
  readonly waits: number;
}

/** A function of a test file that asserts for tests that call it. */
export interface AssertingHelper {
  readonly name: string;
  readonly line: number;
  readonly assertions: readonly Assertion[];
  readonly calls: readonly string[];
}

/** Something that stands in for the real thing: `vi.mock('./cart')`, `patch('shop.cart.total')`, `when(cart.total())`. */
export interface Double {
  readonly line: number;
  readonly text: string;
  /** What is replaced, as named there: a path of a module, or a name with its dots. */
  readonly target: string;
}

/** A name that a file takes from another. */
export interface Import {
  /** The path or the name of the module, as written. */
  readonly from: string;
  /** The names that it gives to this file. */
  readonly names: readonly string[];
}

export interface TestFile {
  readonly tests: readonly TestCase[];
  readonly helpers: readonly AssertingHelper[];
  /** Doubles outside of all tests: they hold for the whole file. */
  readonly doubles: readonly Double[];
  readonly imports: readonly Import[];
  /** Names of functions, classes and constants that the file defines outside of its tests. */
  readonly definitions: readonly Definition[];
  /** Its comments: a test that is commented out is found in them. */
  readonly comments: readonly { readonly text: string; readonly line: number }[];
  /** What keeps the whole file from running or ends its run early: `pytestmark = skip`, `//go:build never`, `process.exit(0)`. */
  readonly stops: readonly { readonly line: number; readonly text: string }[];
  /** The text around its tests, without imports and comments; undefined where that is not kept. Where both are as before, nothing of a test changed. */
  readonly frame?: string | undefined;
  /** Fixtures and hooks that all tests share, asserting or setting up, in one way of writing. */
  readonly shared: string;
}

/** A function, method, class or constant of a program, and its text in one way of writing, comments included. */
export interface Definition {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

/** A language whose tests can be read. One module for each in `languages/`, one row in `languages.ts`. */
export interface TestLanguage {
  readonly name: string;
  /** In lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Its tests may stand in the files of the program itself, as in Rust. */
  readonly hasTestsInProgram?: boolean;
  /** Whether a file of the language is a test by its path, as the language's runners find them; may look at its text. */
  isTestFile(path: string, text: string): boolean;
  /** Reads a test file. Never throws. */
  readTests(text: string, path: string): TestFile;
  /** What a file that is no test defines. Never throws. */
  readDefinitions(text: string): readonly Definition[];
}

/** A language that is read by its grammar. One folder for each in `languages/`, one row in `languages.ts`. */
export interface GrammarLanguage
  extends Pick<TestLanguage, 'name' | 'extensions' | 'hasTestsInProgram' | 'isTestFile'> {
  /** The grammar by which a file is read. */
  grammar(path: string): GrammarName;
  /** Reads a test file. `parse` reads parts of it, where the grammar leaves some as they are written. Never throws. */
  readTests(root: SyntaxNode, path: string, parse: Parse): TestFile;
  /** What a file that is no test defines. Never throws. */
  readDefinitions(root: SyntaxNode, path: string, parse: Parse): readonly Definition[];
}

/** Reads test files and programs, whatever their language. */
export interface TestReader {
  /** The language of a file by its name; undefined where its tests are not read. */
  languageOf(
    path: string,
  ): Pick<TestLanguage, 'name' | 'hasTestsInProgram' | 'isTestFile'> | undefined;
  /** Reads a test file; undefined where its language is not read. Never throws. */
  readTests(path: string, text: string): TestFile | undefined;
  /** What a file that is no test defines; nothing where its language is not read. Never throws. */
  readDefinitions(path: string, text: string): readonly Definition[];
}
