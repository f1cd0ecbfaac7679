import { type Mode, RUNS, strongestMode } from '../../reading/modes.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { TestMode } from '../../test-file.ts';
import {
  canonical,
  functionIn,
  JAVASCRIPT_DIALECT as JAVASCRIPT,
  type Link,
  stringIn,
} from './dialect.ts';

/** Calls that make a test, a suite or a hook: `it.skip('adds', …)`, `describe.each(table)('sums', …)`. */

/** What a name of a file stands for: `const spec = it.skip`, `import { it as spec }`. */
export interface TestName {
  readonly kind: TestCall['kind'];
  readonly mode: Mode;
}

export interface TestCall {
  readonly kind: 'test' | 'suite' | 'hook';
  readonly title: string;
  readonly mode: Mode;
  /** The last function among its arguments. */
  readonly callback: SyntaxNode | undefined;
  /** Its arguments behind the title. */
  readonly rest: readonly SyntaxNode[];
  /** The table of `.each`: the arguments of its call, or the text with its rows. */
  readonly table: Link | undefined;
}

const TESTS = new Set('it test specify fit xit xtest xspecify ftest'.split(' '));
const SUITES = new Set(
  'describe context suite fdescribe xdescribe xcontext fcontext describeEach module'.split(' '),
);
const HOOKS = new Set(
  'beforeEach afterEach before after beforeAll afterAll setup teardown suiteSetup suiteTeardown'.split(
    ' ',
  ),
);
/** A project's own function that makes a test of a title and a function: `browserTest('loads', async (t) => …)`. */
const OWN_TEST = /^[a-z]\w*Test$/;
/** Words behind `test` that make no test. */
const OTHER_CALLS = new Set(
  'step use setTimeout slow info extend expect configure assert mock plan snapshot log comment diagnostic override'.split(
    ' ',
  ),
);
/** What has `test` as a method that makes a test. */
const RUNNERS = new Set(['Deno', 't', 'tap', 'QUnit', 'ava', 'anyTest', 'suite']);
const MODE_WORDS: Readonly<Record<string, TestMode>> = {
  skip: 'skipped', todo: 'skipped', fixme: 'skipped', ignore: 'skipped', only: 'focused',
  fails: 'expected-to-fail', failing: 'expected-to-fail', fail: 'expected-to-fail',
}; // biome-ignore format: a table
const CONDITIONS = /^(?:skipIf|runIf|if|ifNot|todoIf|failsIf)$/;

/** Reads a chain as a test, a suite or a hook; undefined where it is none. */
export function testCallOf(
  links: readonly Link[],
  names: ReadonlyMap<string, TestName>,
  isInTest: boolean,
): TestCall | undefined {
  const start = beginningOf(links, names, isInTest);
  if (start === undefined) return undefined;
  const words = links.slice(start.at);
  const callAt = lastCallAt(words);
  const call = words[callAt];
  const read = readWords(words.slice(0, callAt), start.kind);
  if (call?.kind !== 'call' || read === undefined) return undefined;
  const { args } = call;
  if (read.kind === 'hook')
    return callOf({ kind: 'hook', title: read.hook, mode: start.mode, table: undefined }, args);
  const [first] = args;
  if (first === undefined || isCondition(args, read.modes, links)) return undefined;
  const title = titleOf(first, args);
  if (title === undefined) return undefined;
  const isPlain = (): boolean =>
    stringIn(first) !== undefined && functionIn(args.at(-1)) !== undefined;
  if (start.isByName && !isPlain()) return undefined;
  const mode = strongestMode([start.mode, ...read.modes, ...args.flatMap(optionModes)]);
  return callOf({ kind: read.kind, title, mode, table: read.table }, args);
}

/** What a chain begins with; `at`: the step behind it. */
interface Beginning {
  readonly kind: TestCall['kind'];
  readonly mode: Mode;
  readonly at: number;
  /** Its name alone says so, in the words of a project. */
  readonly isByName?: true;
}

function beginningOf(
  [root, next]: readonly Link[],
  names: ReadonlyMap<string, TestName>,
  isInTest: boolean,
): Beginning | undefined {
  if (root?.kind === 'group') return choiceOf(root.node);
  if (root?.kind !== 'name') return undefined;
  const { name } = root;
  const isMethod =
    RUNNERS.has(name) &&
    next?.kind === 'name' &&
    /^(?:test|module|describe|it|before|after|beforeEach|afterEach|teardown|todo|only|skip)$/.test(
      next.name,
    );
  if (isMethod) {
    if (name === 't' && /^(?:skip|todo|only)$/.test(next.name)) return undefined;
    const isHook = HOOKS.has(next.name) || next.name === 'teardown';
    const kind = /^(?:module|describe)$/.test(next.name) ? 'suite' : isHook ? 'hook' : 'test';
    return { kind, mode: RUNS, at: isHook ? 1 : 2 };
  }
  const known = names.get(name);
  if (known !== undefined) return { ...known, at: 1 };
  if (isInTest && name !== 'it' && name !== 'test') return undefined;
  const mode: Mode = name.startsWith('x')
    ? { mode: 'skipped', text: name }
    : /^f(?:it|test|describe|context)$/.test(name)
      ? { mode: 'focused', text: name }
      : RUNS;
  if (TESTS.has(name)) return { kind: 'test', mode, at: 1 };
  if (OWN_TEST.test(name)) return { kind: 'test', mode: RUNS, at: 1, isByName: true };
  if (SUITES.has(name) && name !== 'module') return { kind: 'suite', mode, at: 1 };
  return HOOKS.has(name) ? { kind: 'hook', mode: RUNS, at: 0 } : undefined;
}

/** `(isCi ? it.skip : it)('adds', …)` */
function choiceOf(group: SyntaxNode): Beginning | undefined {
  const text = canonical(JAVASCRIPT.unwrapped(group));
  if (text.length > 200 || !/\?.*\b(?:it|test|describe)\b/.test(text)) return undefined;
  const kind = /[?:]describe\b/.test(text) ? 'suite' : 'test';
  return { kind, mode: { mode: 'conditional', text }, at: 1 };
}

function lastCallAt(words: readonly Link[]): number {
  const first = words.findIndex(({ kind }) => kind === 'call');
  const before = words[first - 1];
  const isCurried =
    before?.kind === 'name' && (/^(?:each|for)$/.test(before.name) || CONDITIONS.test(before.name));
  return isCurried ? words.findIndex(({ kind }, at) => kind === 'call' && at > first) : first;
}

interface Words {
  readonly kind: TestCall['kind'];
  readonly hook: string;
  readonly modes: readonly Mode[];
  readonly table: Link | undefined;
}

function readWords(words: readonly Link[], startKind: TestCall['kind']): Words | undefined {
  let kind = startKind;
  let hook = '';
  let table: Link | undefined;
  const modes: Mode[] = [];
  for (const [index, word] of words.entries()) {
    if (word.kind === 'template') table = word;
    if (word.kind !== 'name') continue;
    const next = words[index + 1];
    const mode = MODE_WORDS[word.name];
    if (OTHER_CALLS.has(word.name)) return undefined;
    if (HOOKS.has(word.name)) {
      kind = 'hook';
      hook = word.name;
    } else if (SUITES.has(word.name)) kind = 'suite';
    else if (/^(?:each|for)$/.test(word.name) && next?.kind === 'call') table = next;
    else if (CONDITIONS.test(word.name) && next?.kind === 'call')
      modes.push(conditionMode(word.name, next.args[0]));
    else if (mode !== undefined) modes.push({ mode, text: `.${word.name}` });
  }
  return { kind, hook, modes, table };
}

function conditionMode(name: string, condition: SyntaxNode | undefined): Mode {
  const text = `.${name}(${condition === undefined ? '' : canonical(condition)})`;
  const fixed = condition === undefined ? undefined : JAVASCRIPT.truth(condition);
  if (fixed === undefined) return { mode: 'conditional', text };
  return fixed === (name === 'runIf' || name === 'if') ? RUNS : { mode: 'skipped', text };
}

/** `test.skip(isWebkit, 'why')` inside of a test or a suite is no test. */
function isCondition(
  [first, second, ...others]: readonly SyntaxNode[],
  modes: readonly Mode[],
  links: readonly Link[],
): boolean {
  if (first === undefined || modes.length === 0) return false;
  const isPage = links.some(
    (link) => link.kind === 'name' && /^(?:skip|fixme|fail)$/.test(link.name),
  );
  if (!isPage || stringIn(first) !== undefined || first.type === 'template_string') return false;
  return second === undefined || (others.length === 0 && stringIn(second) !== undefined);
}

function titleOf(first: SyntaxNode, args: readonly SyntaxNode[]): string | undefined {
  const text = stringIn(first);
  if (text !== undefined) return text;
  if (first.type === 'object') {
    const name = optionsIn(first).get('name');
    return name === undefined ? undefined : (stringIn(name) ?? canonical(name));
  }
  const routine = functionIn(first);
  // `Deno.test(function adds() {…})`, and `test(t => …)`, which has no title.
  if (routine !== undefined)
    return args.length === 1 ? (routine.child('name')?.text ?? '') : undefined;
  return canonical(first).replace(/^"|"$/g, '');
}

/** The properties of an object that is written out. */
function optionsIn(object: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  return new Map(
    object.named.flatMap((part) => {
      const key = part.child('key') ?? part.child('name') ?? part;
      const name = stringIn(key) ?? key.text;
      return [[name, part.child('value') ?? part] as const];
    }),
  );
}

function optionModes(argument: SyntaxNode): readonly Mode[] {
  if (argument.type !== 'object') return [];
  return [...optionsIn(argument)].flatMap(([key, value]) => {
    const mode = MODE_WORDS[key];
    const fixed = JAVASCRIPT.truth(value);
    if (mode === undefined || fixed === false) return [];
    const text = `{ ${key}: ${canonical(value)} }`;
    return [{ mode: fixed === true ? mode : 'conditional', text }];
  });
}

function callOf(
  made: Pick<TestCall, 'kind' | 'title' | 'mode' | 'table'>,
  args: readonly SyntaxNode[],
): TestCall {
  const callback = callbackIn(args);
  const [first, ...others] = args;
  const hasOptions = first?.type === 'object';
  const isTitled = made.kind !== 'hook' && !hasOptions && functionIn(first) === undefined;
  const isPending =
    made.kind === 'test' && args.length === 1 && callback === undefined && !hasOptions;
  const pending: Mode = { mode: 'skipped', text: 'no function' };
  return {
    ...made,
    mode: isPending && made.mode.mode === 'runs' ? pending : made.mode,
    callback,
    rest: isTitled ? others : args,
  };
}

/** The last argument that is a function, or holds one. */
function callbackIn(args: readonly SyntaxNode[]): SyntaxNode | undefined {
  for (const argument of [...args].reverse()) {
    const found =
      functionIn(argument) ??
      (argument.type === 'object' ? functionIn(optionsIn(argument).get('fn')) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
