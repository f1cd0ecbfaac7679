/** Calls that make a test, a suite or a hook: `it.skip('adds', …)`, `describe.each(table)('sums', …)`. */

import type { TestMode } from '../test-file.ts';
import type { Chain, FunctionLiteral, Link } from './javascript-syntax.ts';
import { functionAt, stringIn, textAt } from './javascript-syntax.ts';
import { bare, written } from './javascript-values.ts';
import type { Range, Source } from './source.ts';
import { insideOf, partsOf } from './source.ts';

/** Whether something runs, and what makes it so as written. */
export interface Mode {
  readonly mode: TestMode;
  readonly text: string;
}

export const RUNS: Mode = { mode: 'runs', text: '' };

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
  readonly callback: FunctionLiteral | undefined;
  /** All its arguments behind the title. */
  readonly rest: Range;
  /** The table of `.each`: the arguments of its call, or the text with its rows. */
  readonly table: Link | undefined;
  readonly to: number;
}

const TESTS = new Set(['it', 'test', 'specify', 'fit', 'xit', 'xtest', 'xspecify', 'ftest']);
const SUITES = new Set(
  'describe context suite fdescribe xdescribe xcontext fcontext describeEach module'.split(' '),
);
const HOOKS = new Set(
  'beforeEach afterEach before after beforeAll afterAll setup teardown suiteSetup suiteTeardown'.split(
    ' ',
  ),
);
/** Words behind `test` that make no test. */
const OTHER_CALLS = new Set(
  'step use setTimeout slow info extend expect configure assert mock plan snapshot log comment diagnostic override'.split(
    ' ',
  ),
);
/** What has `test` as a method that makes a test. */
const RUNNERS = new Set(['Deno', 't', 'tap', 'QUnit', 'ava', 'anyTest', 'suite']);

const MODE_WORDS: Readonly<Record<string, TestMode>> = {
  skip: 'skipped',
  todo: 'skipped',
  fixme: 'skipped',
  ignore: 'skipped',
  only: 'focused',
  fails: 'expected-to-fail',
  failing: 'expected-to-fail',
  fail: 'expected-to-fail',
};
const CONDITIONS = /^(?:skipIf|runIf|if|ifNot|todoIf|failsIf)$/;
const STRENGTH: readonly TestMode[] = [
  'runs',
  'focused',
  'conditional',
  'expected-to-fail',
  'skipped',
];

/** The one of several that counts: what never runs is not focused. */
export function strictest(modes: readonly Mode[]): Mode {
  return modes.reduce(
    (found, one) => (STRENGTH.indexOf(one.mode) > STRENGTH.indexOf(found.mode) ? one : found),
    RUNS,
  );
}

/** Reads a chain as a test, a suite or a hook; undefined where it is none. */
export function testCallOf(
  source: Source,
  chain: Chain,
  names: ReadonlyMap<string, TestName>,
  isInTest: boolean,
): TestCall | undefined {
  const start = beginningOf(chain, names, isInTest);
  if (start === undefined) return undefined;
  const words = chain.links.slice(start.at);
  const last = lastCall(words);
  if (last === undefined) return undefined;
  const read = readWords(source, words.slice(0, last.index), start.kind);
  if (read === undefined || last.call.kind !== 'call') return undefined;
  const { args } = last.call;
  const kind = read.kind;
  if (kind === 'hook')
    return callOf(source, {
      kind,
      title: read.hook,
      ...last,
      chain,
      args,
      mode: start.mode,
      table: undefined,
    });
  const [first] = args;
  if (first === undefined || isCondition(source, args, read, chain)) return undefined;
  const title = titleOf(source, first, args);
  if (title === undefined) return undefined;
  const mode = strictest([start.mode, ...read.modes, optionsMode(source, args)]);
  return callOf(source, { kind, title, ...last, chain, args, mode, table: read.table });
}

function beginningOf(
  { links }: Chain,
  names: ReadonlyMap<string, TestName>,
  isInTest: boolean,
): { readonly kind: TestCall['kind']; readonly mode: Mode; readonly at: number } | undefined {
  const [root, next] = links;
  if (root?.kind !== 'name') return undefined;
  const { name } = root;
  const isMethod =
    RUNNERS.has(name) &&
    next?.kind === 'name' &&
    /^(?:test|module|describe|it|before|after|beforeEach|afterEach|teardown|todo|only|skip)$/.test(
      next.name,
    );
  if (isMethod) {
    const isModule = next.name === 'module' || next.name === 'describe';
    if (name === 't' && /^(?:skip|todo|only)$/.test(next.name)) return undefined;
    const isHook = HOOKS.has(next.name) || next.name === 'teardown';
    const kind = isModule ? 'suite' : isHook ? 'hook' : 'test';
    return { kind, mode: RUNS, at: isHook ? 1 : 2 };
  }
  const known = names.get(name);
  if (known !== undefined) return { ...known, at: 1 };
  if (isInTest && name !== 'it' && name !== 'test') return undefined;
  const isOff = /^x/.test(name);
  const isOnly = /^f(?:it|test|describe|context)$/.test(name);
  const mode: Mode = isOff
    ? { mode: 'skipped', text: name }
    : isOnly
      ? { mode: 'focused', text: name }
      : RUNS;
  if (TESTS.has(name)) return { kind: 'test', mode, at: 1 };
  if (SUITES.has(name) && name !== 'module') return { kind: 'suite', mode, at: 1 };
  return HOOKS.has(name) ? { kind: 'hook', mode: RUNS, at: 0 } : undefined;
}

function lastCall(
  words: readonly Link[],
): { readonly call: Link; readonly index: number } | undefined {
  const calls = words.flatMap((call, index) => (call.kind === 'call' ? [{ call, index }] : []));
  const [first, second] = calls;
  const before = words[(first?.index ?? 0) - 1];
  const isCurried =
    before?.kind === 'name' && (/^(?:each|for)$/.test(before.name) || CONDITIONS.test(before.name));
  return isCurried ? (second ?? undefined) : first;
}

interface Words {
  readonly kind: TestCall['kind'];
  readonly hook: string;
  readonly modes: readonly Mode[];
  readonly table: Link | undefined;
}

function readWords(
  source: Source,
  words: readonly Link[],
  startKind: TestCall['kind'],
): Words | undefined {
  let kind = startKind;
  let hook = '';
  let table: Link | undefined;
  const modes: Mode[] = [];
  for (const [index, word] of words.entries()) {
    if (word.kind === 'template') table = word;
    if (word.kind !== 'name') continue;
    const next = words[index + 1];
    if (OTHER_CALLS.has(word.name)) return undefined;
    if (HOOKS.has(word.name)) {
      kind = 'hook';
      hook = word.name;
    } else if (SUITES.has(word.name)) kind = 'suite';
    else if (/^(?:each|for)$/.test(word.name) && next?.kind === 'call') table = next;
    else if (CONDITIONS.test(word.name) && next?.kind === 'call') {
      modes.push(conditionMode(source, word.name, next));
    } else {
      const mode = MODE_WORDS[word.name];
      if (mode !== undefined) modes.push({ mode, text: `.${word.name}` });
    }
  }
  return { kind, hook, modes, table };
}

function conditionMode(source: Source, name: string, call: Link): Mode {
  const [condition] = call.kind === 'call' ? call.args : [];
  const text = condition === undefined ? '' : written(source, bare(source, condition));
  const runs = name === 'runIf' || name === 'if';
  const fixed = fixedCondition(text);
  if (fixed !== undefined) {
    return fixed === runs ? RUNS : { mode: 'skipped', text: `.${name}(${text})` };
  }
  return { mode: 'conditional', text: `.${name}(${text})` };
}

/** What a condition is that does not depend on anything; undefined where it does. */
export function fixedCondition(text: string): boolean | undefined {
  if (/^(?:true|1|!0|!false|"[^"]+"|!!1)$/.test(text)) return true;
  return /^(?:false|0|!1|!true|""|null|undefined|!!0)$/.test(text) ? false : undefined;
}

/** `test.skip(isWebkit, 'why')` inside of a test or a suite is no test. */
function isCondition(
  source: Source,
  args: readonly Range[],
  { modes }: Words,
  { links }: Chain,
): boolean {
  const [first, second] = args;
  if (first === undefined || modes.length === 0) return false;
  const isPage = links.some(
    (link) => link.kind === 'name' && /^(?:skip|fixme|fail)$/.test(link.name),
  );
  if (!isPage) return false;
  const isTitle = source.tokens[first.from]?.kind === 'string';
  if (isTitle) return false;
  const reason = second === undefined ? undefined : stringIn(source, second);
  return args.length === 1 || reason !== undefined;
}

function titleOf(source: Source, first: Range, args: readonly Range[]): string | undefined {
  const text = stringIn(source, first);
  if (text !== undefined) return text;
  const open = textAt(source, first.from) === '{' ? first.from : undefined;
  if (open !== undefined) {
    const name = optionsIn(source, open).get('name');
    return name === undefined ? undefined : (stringIn(source, name) ?? written(source, name));
  }
  const literal = functionAt(source, first.from, first.to);
  if (literal !== undefined) return args.length === 1 ? nameOfFunction(source, first) : undefined;
  return written(source, first);
}

/** `Deno.test(function adds() {…})`, and `test(t => …)`, which has no title. */
function nameOfFunction(source: Source, { from, to }: Range): string {
  for (let at = from; at < Math.min(to, from + 3); at += 1) {
    const isName = textAt(source, at) === 'function' && source.tokens[at + 1]?.kind === 'word';
    if (isName) return textAt(source, at + 1);
  }
  return '';
}

/** The properties of an object that is written out. */
function optionsIn(source: Source, open: number): ReadonlyMap<string, Range> {
  const options = new Map<string, Range>();
  for (const part of partsOf(source, insideOf(source, open))) {
    const token = source.tokens[part.from];
    const isPair = textAt(source, part.from + 1) === ':';
    if (token === undefined) continue;
    options.set(token.value, isPair ? { from: part.from + 2, to: part.to } : part);
  }
  return options;
}

function optionsMode(source: Source, args: readonly Range[]): Mode {
  const modes = args
    .filter(({ from }) => textAt(source, from) === '{')
    .flatMap(({ from }) =>
      [...optionsIn(source, from)].map(([key, value]) => optionMode(source, key, value)),
    );
  return strictest(modes);
}

function optionMode(source: Source, key: string, value: Range): Mode {
  const mode = MODE_WORDS[key];
  if (mode === undefined) return RUNS;
  const text = written(source, bare(source, value));
  const fixed = fixedCondition(text);
  if (fixed === false) return RUNS;
  return { mode: fixed === true ? mode : 'conditional', text: `{ ${key}: ${text} }` };
}

interface Parts {
  readonly kind: TestCall['kind'];
  readonly title: string;
  readonly mode: Mode;
  readonly call: Link;
  readonly chain: Chain;
  readonly args: readonly Range[];
  readonly table: Link | undefined;
}

function callOf(source: Source, { args, call, kind, mode, table, title }: Parts): TestCall {
  const callback = callbackIn(source, args);
  const [first, second] = args;
  const isTitled = kind !== 'hook' && first !== undefined && callback?.from !== first.from;
  const from = (isTitled ? second?.from : first?.from) ?? call.to - 1;
  const hasOptions = first !== undefined && textAt(source, first.from) === '{';
  const isPending = kind === 'test' && args.length === 1 && callback === undefined && !hasOptions;
  const pending: Mode = { mode: 'skipped', text: 'no function' };
  return {
    kind,
    title,
    mode: isPending && mode.mode === 'runs' ? pending : mode,
    callback,
    rest: { from: hasOptions ? first.from : from, to: Math.max(from, call.to - 1) },
    table,
    to: call.to,
  };
}

/** The last argument that is a function, or holds one: `withServer(async (server) => …)`. */
function callbackIn(source: Source, args: readonly Range[]): FunctionLiteral | undefined {
  for (const { from, to } of [...args].reverse()) {
    const literal = functionAt(source, from, to);
    if (literal !== undefined) return literal;
    if (textAt(source, from) === '{') {
      const run = optionsIn(source, from).get('fn');
      const inner = run === undefined ? undefined : functionAt(source, run.from, run.to);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
