import { type Mode, restricted, strongestMode } from '../../reading/modes.ts';
import { callsIn, pathsIn } from '../../reading/outline.ts';
import { Scope } from '../../reading/scope.ts';
import { statementsText, writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { AssertingHelper, Assertion, Double, TestCase } from '../../test-file.ts';
import {
  attributeName,
  attributesOf,
  casesOf,
  isOfTests,
  isTest,
  modeOf,
  partsOf,
  textOfParts,
} from './attributes.ts';
import { RustBody } from './body.ts';
import { RUST_CLAIMS } from './claims.ts';
import { canonical, namesIn, plainStatement, RUST_DIALECT as RUST, WRITING } from './dialect.ts';
import { macroName } from './macros.ts';
import { RUST_WORDS } from './words.ts';

/** The tests of a Rust file: those of the language, of tokio, rstest, test_case, proptest, quickcheck and of the file's macros. */

const NO_SUBJECT = /^(?:Some|Ok|Err|Box|Vec|String|catch_unwind|AssertUnwindSafe|cfg|drop)$|!$/;
const NO_SUBJECT_METHOD =
  /^(?:unwrap|expect|unwrap_err|clone|to_string|to_owned|as_str|as_ref|iter|into_iter|collect|into|is_ok|is_err|is_some|is_none|len|is_empty|contains|returning|return_\w+|times|with|abs|map|expect_\w+|assert)$/;
const ITEMS = /^(?:proptest|quickcheck|cfg_if|rusty_fork_test)$/;
const LONGEST_SUBJECT = 200;

/** Where items stand. */
interface Place {
  readonly suites: readonly string[];
  readonly mode: Mode;
  /** Whether functions here serve tests only. What a program asserts of itself helps no test. */
  readonly isOnlyTests: boolean;
}

export class RustTests {
  readonly tests: TestCase[] = [];
  readonly helpers: AssertingHelper[] = [];
  private readonly scope: Scope;
  private readonly names: ReadonlySet<string>;
  /** The macros of the file that write tests, by their names. */
  private readonly macros: ReadonlyMap<string, SyntaxNode>;

  constructor(root: SyntaxNode) {
    const nodes = [...root.within()];
    this.scope = new Scope(RUST, root.named, undefined, ({ type }) => type === 'block');
    this.names = new Set(
      nodes
        .filter(({ type }) => type === 'function_item')
        .map((one) => one.child('name')?.text ?? ''),
    );
    this.macros = new Map(
      nodes.flatMap((node) => {
        const written =
          node.type === 'macro_definition' ? [...node.within()].find(isWrittenTest) : undefined;
        return written === undefined ? [] : [[node.child('name')?.text ?? '', written] as const];
      }),
    );
  }

  readItems(items: readonly SyntaxNode[], place: Place): void {
    for (const item of items) {
      const own = item.type === 'expression_statement' ? (item.named[0] ?? item) : item;
      const mode = strongestMode([place.mode, modeOf(item)]);
      const body = own.child('body')?.named ?? [];
      if (own.type === 'mod_item')
        this.readItems(body, {
          suites: [...place.suites, own.child('name')?.text ?? ''],
          mode,
          isOnlyTests: place.isOnlyTests || isOfTests(own),
        });
      else if (own.type === 'macro_invocation') this.readInvocation(own, { ...place, mode });
      else if (own.type === 'function_item') this.readFunction(own, place);
      else if (/^(?:impl|trait)_item$/.test(own.type)) this.readItems(body, place);
    }
  }

  /** The tests that a macro holds, or that one of the file writes: one for each part where it repeats. */
  private readInvocation(node: SyntaxNode, place: Place): void {
    const name = macroName(node);
    const content = node.childOf('token_tree');
    if (ITEMS.test(name)) this.readItems(content?.named ?? [], place);
    const written = this.macros.get(name);
    if (written === undefined || content === undefined) return;
    const isRepeated =
      written.parent?.type === 'token_tree' && written.parent.parent?.type === 'token_repetition';
    const commas = partsOf(content);
    const all = content.children.slice(1, -1);
    const parts =
      !isRepeated && written.parent?.type !== 'token_repetition'
        ? [all]
        : commas.length > 1
          ? commas
          : partsOf(content, ';');
    for (const part of parts) {
      const [title] = part;
      if (title?.type !== 'identifier') continue;
      const values = textOfParts(part.slice(2));
      const test = this.readTest(written, place);
      this.tests.push({
        ...test,
        name: title.text,
        line: title.line,
        cases: values === '' ? test.cases : [values, ...test.cases],
      });
    }
  }

  private readFunction(item: SyntaxNode, place: Place): void {
    if (isTest(item)) this.tests.push(this.readTest(item, place));
    else if (place.isOnlyTests) {
      const statements = item.child('body')?.named ?? [];
      this.helpers.push({
        name: item.child('name')?.text ?? '',
        line: item.line,
        assertions: this.bodyOf(item).assertions,
        calls: callNames(statements),
      });
    }
  }

  private bodyOf(item: SyntaxNode): RustBody {
    const scope = new Scope(RUST, [item], this.scope);
    const rows = rowsIn(item);
    const isOfRow = (condition: SyntaxNode): boolean =>
      [...condition.within()].some(({ text, type }) => type === 'identifier' && rows.has(text));
    const body = new RustBody({
      reading: { dialect: RUST, scope, own: { ...RUST_CLAIMS, asksRow: isOfRow } },
      words: RUST_WORDS,
      ownCases: {},
      ownNames: this.names,
    });
    body.walk(item.child('body')?.named ?? [], undefined);
    return body;
  }

  private readTest(item: SyntaxNode, { mode: around, suites }: Place): TestCase {
    const statements = item.child('body')?.named ?? [];
    const body = this.bodyOf(item);
    const last = statements.at(-1);
    const isAssertedLast = last !== undefined && /^(?:\w+_)?assert\w*!/.test(last.text);
    const panics = attributesOf(item).find((one) => attributeName(one) === 'should_panic');
    // What is asserted last is what fails.
    const modes: readonly Mode[] =
      panics !== undefined && isAssertedLast
        ? [{ mode: 'expected-to-fail', text: '#[should_panic]' }]
        : [];
    const test: TestCase = {
      name: item.child('name')?.text ?? '',
      suites,
      line: item.line,
      mode: 'runs',
      modeText: '',
      assertions: [
        ...body.assertions,
        ...this.claimedBy(item, last, isAssertedLast ? undefined : panics),
      ],
      cases: [...casesOf(item), ...body.cases],
      hasOtherCases:
        body.hasOtherCases || /#\s*\[\s*files/.test(item.child('parameters')?.text ?? ''),
      calls: callNames(statements),
      doubles: statements.flatMap(doublesIn),
      body: statementsText(WRITING, statements),
      waits: waitsIn(statements),
    };
    return restricted(test, strongestMode([around, modeOf(item), ...modes]));
  }

  /** That an attribute says that a test panics. */
  private claimedBy(
    item: SyntaxNode,
    last: SyntaxNode | undefined,
    panic: SyntaxNode | undefined,
  ): readonly Assertion[] {
    if (panic === undefined) return [];
    const value = last?.child('value') ?? last;
    const subject =
      value === undefined ? '' : canonical(RUST.unwrapped(value)).slice(0, LONGEST_SUBJECT);
    const message = [...panic.within()].find(({ type }) => WRITING.strings.has(type));
    const expected = message && canonical(message);
    const text = `#[${canonical(panic)}]`;
    return [{ line: item.line, text, subject, negated: false, form: 'throws', expected }];
  }
}

/** A test that a macro names as it is told. */
function isWrittenTest(node: SyntaxNode): boolean {
  return node.child('name')?.text.startsWith('$') === true && isTest(node);
}

/** Names of rows and parameters: conditions on them are not of the environment. */
function rowsIn(item: SyntaxNode): ReadonlySet<string> {
  const patterns = [...item.within()].flatMap((one) =>
    /^(?:parameter|for_expression)$/.test(one.type) ? (one.child('pattern') ?? []) : [],
  );
  return new Set(patterns.flatMap(namesIn));
}

function callNames(code: readonly SyntaxNode[]): readonly string[] {
  return pathsIn(RUST, code).filter((path) => {
    const last = /[^.:]*$/.exec(path)?.[0] ?? path;
    return !NO_SUBJECT.test(path) && !NO_SUBJECT_METHOD.test(last);
  });
}

/** `mock.expect_get().returning(…)`. */
function doublesIn(statement: SyntaxNode): readonly Double[] {
  const calls = callsIn(RUST, [plainStatement(statement)]);
  const isAnswered = calls.some(({ name }) =>
    /^(?:returning|return_\w+|returning_st|withf?)$/.test(name),
  );
  const one = calls.find(
    ({ name, receiver }) => receiver !== undefined && /^expect_\w+$/.test(name),
  );
  if (!isAnswered || one?.receiver === undefined) return [];
  const target = `${canonical(one.receiver)}.${one.name.replace('expect_', '')}`;
  return [{ line: statement.line, text: writtenText(statement), target }];
}

/** How often a body waits. */
function waitsIn(code: readonly SyntaxNode[]): number {
  const nodes = code.flatMap((one) => [...one.within()]);
  return nodes.filter(
    (one) =>
      one.type === 'await_expression' || /^(?:join|wait|recv)$/.test(RUST.call(one)?.name ?? ''),
  ).length;
}
