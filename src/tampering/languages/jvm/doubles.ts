import type { Call } from '../../reading/dialect.ts';
import { callsIn, pathsIn } from '../../reading/outline.ts';
import { canonicalText, writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Double } from '../../test-file.ts';
import {
  chainOf,
  className,
  type Declaration,
  isLambda,
  type JvmDialect,
  plainPath,
} from './dialect.ts';
import { isAssertionName } from './words.ts';

/** Doubles of Mockito and MockK, and which calls of a test are those of what it tests. */

const STUBS = /^(?:when|whenever|given|stubbing)$/;
const ANSWERS =
  /^(?:then(?:Return|Throw|Answer)?|will(?:Return|Throw|Answer)?|doReturn|doThrow|doAnswer)$/;
const DOES = /^(?:do(?:Return|Throw|Answer|Nothing)|will(?:Return|Throw|Answer|DoNothing)?)$/;
const MADE =
  /^(?:mock|mockk|mockStatic|mockConstruction|mockkStatic|mockkObject|mockkConstructor|createMock|niceMock)$/;
const EVERY = /^(?:every|coEvery|justRun|coJustRun)$/;
const MOCKS = /^(?:Mock|MockBean|MockitoBean|MockK|RelaxedMockK|InjectMock|MockkBean)$/;
const LONGEST_TEXT = 500;

/** The doubles that some code sets up. */
export function doublesIn(dialect: JvmDialect, code: readonly SyntaxNode[]): readonly Double[] {
  return callsIn(dialect, code).flatMap((call) => {
    const target = targetOf(dialect, call);
    if (target === undefined || target === '') return [];
    const { line } = call.node;
    return [{ line, text: writtenText(statementAround(call.node)).slice(0, LONGEST_TEXT), target }];
  });
}

/** The statement that a call stands in. */
function statementAround(node: SyntaxNode): SyntaxNode {
  let own = node;
  while (own.parent !== undefined && !/(?:block|body|literal|file|program)$/.test(own.parent.type))
    own = own.parent;
  return own;
}

function targetOf(dialect: JvmDialect, call: Call): string | undefined {
  const { args, name, receiver } = call;
  if (EVERY.test(name)) {
    const block = args.find(({ value }) => isLambda(value))?.value;
    const last = block === undefined ? args[0]?.value : dialect.routine(block)?.body.at(-1);
    return last === undefined ? undefined : calledName(dialect, last);
  }
  if (MADE.test(name)) return madeName(dialect, call);
  const stubbed = receiver === undefined ? undefined : dialect.call(dialect.unwrapped(receiver));
  const [first] = stubbed?.args ?? [];
  if (stubbed === undefined || first === undefined || !STUBS.test(stubbed.name)) return undefined;
  const [does] = chainOf(dialect, stubbed.node);
  // `doReturn(3).when(prices).of("a")`
  if (does !== undefined && DOES.test(does.name))
    return `${canonicalText(dialect.writing, first.value)}.${name}`;
  return ANSWERS.test(name) ? calledName(dialect, first.value) : undefined;
}

/** What a call is of, without its arguments: `cart.total` of `cart.total(any())`. */
function calledName(dialect: JvmDialect, node: SyntaxNode): string {
  const own = dialect.unwrapped(node);
  const path = dialect.call(own)?.path ?? own.text;
  return plainPath(path).replace(/^\./, '');
}

function madeName(dialect: JvmDialect, call: Call): string {
  const first = call.args.find(({ name }) => name === undefined)?.value;
  const text = first === undefined ? '' : canonicalText(dialect.writing, first);
  const isType = /class\b/.test(text) || /^[A-Z]\w*$/.test(text) || call.name.startsWith('mockk');
  if (text !== '' && isType) return className(text);
  const type = dialect.typeOf(call);
  if (type !== '') return type;
  const declared = call.node.around(
    'local_variable_declaration',
    'field_declaration',
    'property_declaration',
  );
  const named = declared === undefined ? undefined : typeIn(dialect, declared);
  return named ?? '';
}

/** `Cart` of `val cart: Cart = mock()` and of `Cart cart = mock()`; else the name. */
function typeIn(dialect: JvmDialect, declared: SyntaxNode): string | undefined {
  const type = declared.child('type') ?? declared.childOf('variable_declaration')?.named[1];
  if (type !== undefined && /^[A-Z]/.test(type.text)) return className(type.text);
  return [...declared.within()].flatMap((node) => dialect.bindings(node))[0]?.name;
}

/** The double that a field is: `@Mock private Prices prices`. */
export function doubleField({
  annotations,
  line,
  name,
  node,
  type,
}: Declaration): readonly Double[] {
  if (!annotations.some((one) => MOCKS.test(one.name))) return [];
  return [{ line, text: writtenText(node), target: type === '' ? name : className(type) }];
}

const FRAMEWORK =
  /^(?:mock\w*|spyk?|every|coEvery|given|when|whenever|verify\w*|coVerify|any[A-Z]?\w*|eq|times|never|atLeast\w*|atMost\w*|then[A-Z]\w*|will[A-Z]\w*|do(?:Return|Throw|Answer|Nothing)|thenReturn|assume\w*|runTest|runBlocking|hasSize|is[A-Z]\w*|contains\w*|has[A-Z]\w*|doesNot\w*|equalTo|not|extracting|satisfies|test|it|describe|context|should|fail|run|returns|returnsMany|answers|throws|to|is|in|as)$/;
const OWNERS = /^(?:Mockito|ArgumentMatchers|Assertions|Assert|Assume|Assumptions)\./;

/** The names of all functions that some code calls, without those of frameworks; the file's own ones always. */
export function calledNames(
  dialect: JvmDialect,
  code: readonly SyntaxNode[],
  own: Pick<ReadonlySet<string>, 'has'>,
): readonly string[] {
  const isOwner = new Set(
    callsIn(dialect, code).flatMap(({ path }) =>
      path.startsWith('.') ? [plainPath(path).slice(1)] : [],
    ),
  );
  return [...new Set(pathsIn(dialect, code).map(plainPath))].filter((path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const isOfChain = !path.includes('.') || isOwner.has(path);
    const isFramework =
      isAssertionName(name) || (isOfChain && FRAMEWORK.test(name)) || OWNERS.test(path);
    return own.has(path) || !isFramework;
  });
}
