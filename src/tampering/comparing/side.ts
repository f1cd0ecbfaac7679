import type { TextChange } from '../change.ts';
import type {
  AssertingHelper,
  Assertion,
  Double,
  TestCase,
  TestFile,
  TestMode,
  TestReader,
} from '../test-file.ts';
import { shortened } from './shortened.ts';
import { plainAssertions } from './strength.ts';

/** All tests of a change as they were before, or as they are after it. */

/** A test, and where it stands. */
export interface PlacedTest {
  readonly path: string;
  /** The path that it had before the change, if its file was moved. */
  readonly originalPath: string;
  readonly test: TestCase;
  readonly file: TestFile;
  /** The names of its suites and its own. */
  readonly fullName: string;
}

export interface PlacedFile {
  readonly path: string;
  readonly originalPath: string;
  readonly file: TestFile;
}

export interface Side {
  readonly files: readonly PlacedFile[];
  readonly tests: readonly PlacedTest[];
  /** The functions that assert for tests, by their names. */
  readonly helpers: ReadonlyMap<string, AssertingHelper>;
}

export function filesByPath({ files }: Side): ReadonlyMap<string, PlacedFile> {
  return new Map(files.map((file) => [file.path, file]));
}

/** Whether a file is a test before or after its change, by its language. */
export function isTestChange(change: TextChange, reader: TestReader): boolean {
  return isTestAt(change, 'before', reader) || isTestAt(change, 'after', reader);
}

/** Names of files in which functions for tests stand that are no tests. */
const SUPPORT = /(?:test|spec|assert|support|fixture|helper|expect|check|mock)/i;

/** Names of test files by which runners find them, wherever they lie. */
const FOUND_BY_NAME =
  /(?:[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?|(?:^|\/)test_[^/]*\.py|_test\.(?:py|go)|(?:Tests?|TestCase|IT|ITCase|Specs?|Suite)\.(?:java|kt)|(?:^|\/)Test[A-Z][^/]*\.java)$/;
/** Folders in which no runner looks. */
const NOT_LOOKED_AT = /(?:^|\/)(?:node_modules|vendor|\.[^/]+)\//;

/** Whether a move took a test file away from the runners: its name, or its place, is none that they look for. */
function isMovedOut({ earlierPath, path }: TextChange): boolean {
  if (earlierPath === undefined) return false;
  const isHidden = NOT_LOOKED_AT.test(path) && !NOT_LOOKED_AT.test(earlierPath);
  return isHidden || (FOUND_BY_NAME.test(earlierPath) && !FOUND_BY_NAME.test(path));
}

/** Whether the file was, or is, one that the runners of its language take for tests. */
function isTestAt(change: TextChange, when: 'before' | 'after', reader: TestReader): boolean {
  const text = change[when];
  const path = pathAt(change, when);
  if (when === 'after' && isMovedOut(change)) return false;
  return text !== undefined && reader.languageOf(path)?.isTestFile(path, text) === true;
}

function pathAt({ earlierPath, path }: TextChange, when: 'before' | 'after'): string {
  return when === 'before' ? (earlierPath ?? path) : path;
}

/** Both sides of a change. */
export interface Sides {
  readonly before: Side;
  readonly after: Side;
  /** Whether tests that are the same on both sides are left out. */
  readonly isShortened: boolean;
}

/** Reads both sides of a change. `isShort`: without the tests that are the same on both, as far as that can be told. */
export function readSides(
  changes: readonly TextChange[],
  reader: TestReader,
  isShort = false,
): Sides {
  const pairs = changes.map((change) => (isShort ? shortPair(change, reader) : undefined));
  const files = (when: 'before' | 'after'): readonly PlacedFile[] =>
    changes.flatMap((change, index) => {
      const file = pairs[index]?.[when] ?? readFile(change, when, reader);
      return file === undefined ? [] : [file];
    });
  return {
    before: sideOf(files('before')),
    after: sideOf(files('after')),
    isShortened: pairs.some((pair) => pair !== undefined),
  };
}

/** A test file without the tests that are as before; undefined where nothing can be left out for certain. */
function shortPair(
  change: TextChange,
  reader: TestReader,
): Readonly<Record<'before' | 'after', PlacedFile>> | undefined {
  const language = reader.languageOf(change.path)?.name;
  const short = language === undefined ? undefined : shortened(change, language);
  if (short === undefined) return undefined;
  if (!isTestAt(change, 'before', reader) || !isTestAt(change, 'after', reader)) return undefined;
  const before = readFile(change, 'before', reader, short.before);
  const after = readFile(change, 'after', reader, short.after);
  // What was left out stands in the frame: nothing was put around it.
  const isSame = before?.file.frame !== undefined && before.file.frame === after?.file.frame;
  return isSame && after !== undefined ? { before, after } : undefined;
}

function readFile(
  change: TextChange,
  when: 'before' | 'after',
  reader: TestReader,
  text = change[when],
): PlacedFile | undefined {
  const path = pathAt(change, when);
  if (text === undefined) return undefined;
  const isTest = isTestAt(change, when, reader);
  // What was moved out of the folders of tests still stands for what asserts in them.
  if (!isTest && !SUPPORT.test(`${path} ${change.earlierPath ?? ''}`)) return undefined;
  const read = reader.readTests(path, text);
  const former =
    isTest || change.earlierPath === undefined
      ? undefined
      : reader.readTests(change.earlierPath, text);
  const helpers = former?.helpers ?? read?.helpers ?? [];
  const file = read && { ...read, helpers, tests: isTest ? read.tests : [] };
  return file && { path, originalPath: change.earlierPath ?? path, file: plainFile(file) };
}

function sideOf(files: readonly PlacedFile[]): Side {
  const helpers = new Map(
    files.flatMap(({ file }) => file.helpers.map((helper) => [helper.name, helper] as const)),
  );
  const tests = files.flatMap(({ file, originalPath, path }) =>
    file.tests.map((test) => ({
      path,
      originalPath,
      test,
      file,
      fullName: [...test.suites, test.name].join(' > '),
    })),
  );
  return { files, tests, helpers };
}

/** The name of the function that an assertion calls by a name that says so; undefined of any other assertion. */
export function helperOf({ expected = '', form }: Assertion): string | undefined {
  return form === 'custom' ? lastName(/^[^(]*/.exec(expected)?.[0] ?? '') : undefined;
}

/** A file with its assertions in one of several equal ways. */
function plainFile(file: TestFile): TestFile {
  const helpers = file.helpers.map((helper) => ({
    ...helper,
    assertions: helper.assertions.flatMap(plainAssertions),
  }));
  return { ...file, tests: file.tests.map((test) => new TestAsserting(test, plainOf)), helpers };
}

function plainOf({ assertions }: TestCase): readonly Assertion[] {
  return assertions.flatMap(plainAssertions);
}

/** A test with other assertions than its own. Nothing of it is read before it is asked for. */
export class TestAsserting implements TestCase {
  readonly name: string;
  readonly suites: readonly string[];
  readonly line: number;
  readonly written: string | undefined;
  private readonly test: TestCase;
  private readonly assertionsOf: (test: TestCase) => readonly Assertion[];
  private known: readonly Assertion[] | undefined;

  constructor(test: TestCase, assertionsOf: (test: TestCase) => readonly Assertion[]) {
    this.test = test;
    this.assertionsOf = assertionsOf;
    this.name = test.name;
    this.suites = test.suites;
    this.line = test.line;
    this.written = test.written;
  }

  get assertions(): readonly Assertion[] {
    this.known ??= this.assertionsOf(this.test);
    return this.known;
  }

  get mode(): TestMode {
    return this.test.mode;
  }

  get modeText(): string {
    return this.test.modeText;
  }

  get cases(): readonly string[] {
    return this.test.cases;
  }

  get hasOtherCases(): boolean {
    return this.test.hasOtherCases;
  }

  get calls(): readonly string[] {
    return this.test.calls;
  }

  get doubles(): readonly Double[] {
    return this.test.doubles;
  }

  get body(): string {
    return this.test.body;
  }

  get input(): string | undefined {
    return this.test.input;
  }

  get waits(): number {
    return this.test.waits;
  }
}

/** Most functions between a test and an assertion of it. */
const DEEPEST = 4;

/** The names of the helpers that a test or helper calls, directly or through others. */
export function helpersOf(
  { calls }: { readonly calls: readonly string[] },
  { helpers }: Side,
  depth = DEEPEST,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const call of calls) {
    const name = lastName(call);
    const helper = helpers.get(name);
    if (helper === undefined || found.has(name)) continue;
    found.add(name);
    if (depth > 0)
      for (const one of helpersOf(helper, { files: [], tests: [], helpers }, depth - 1))
        found.add(one);
  }
  return found;
}

/** What some helpers assert. */
export function assertionsOfHelpers(
  names: Iterable<string>,
  { helpers }: Side,
): readonly Assertion[] {
  return [...names].flatMap((name) => helpers.get(name)?.assertions ?? []);
}

/** `get` of `client.get`, `new` of `Cart::new`. */
export function lastName(call: string): string {
  return call.split(/\.|::|->|#/).at(-1) ?? call;
}
