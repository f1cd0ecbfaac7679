/** What a JavaScript file is read with, what is found in it, and how its calls lead back to its statements. */

import type { Double } from '../test-file.ts';
import type { AssertingNames } from './javascript-assertions.ts';
import type { Lists } from './javascript-cases.ts';
import type { Draft, Place } from './javascript-place.ts';
import type { FunctionLiteral } from './javascript-syntax.ts';
import type { Mode, TestName } from './javascript-test-calls.ts';
import type { Range, Source } from './source.ts';

/** What the file is read with. */
export interface Reader {
  readonly source: Source;
  readonly names: AssertingNames;
  readonly testNames: ReadonlyMap<string, TestName>;
  readonly lists: Lists;
  /** Where each name stands. */
  readonly uses: ReadonlyMap<string, readonly number[]>;
  /** Names that are given another value somewhere. */
  readonly reassigned: ReadonlySet<string>;
  readonly asyncFunctions: ReadonlySet<string>;
}

export interface ReadTest {
  readonly draft: Draft;
  readonly place: Place;
  readonly title: string;
  readonly mode: Mode;
  readonly body: string;
}

/** What was found in the file. */
export interface Findings {
  readonly tests: ReadTest[];
  readonly functions: Draft[];
  readonly doubles: Double[];
  readonly shared: string[];
  readonly stops: { readonly line: number; readonly text: string }[];
  /** Where the tests begin and end: what else is defined stands outside. */
  readonly testRanges: Range[];
}

/** Where an expression stands in its statement. */
export interface Position {
  /** Where its statement begins; undefined inside of one. */
  readonly start: number | undefined;
  /** Whether what it gives is handed on. */
  readonly isReturned: boolean;
}

/** What reading a call asks of the statements around it and inside of it. */
export interface Statements {
  readonly reader: Reader;
  readonly findings: Findings;
  expression(range: Range, place: Place, position: Position): void;
  functionBody(literal: FunctionLiteral, place: Place): void;
  /** Whether what a block does lets a failure be seen. */
  letsFail(range: Range): boolean;
  /** The place with the rows of a list as its cases. */
  withCases(list: Range, place: Place): Place;
}
