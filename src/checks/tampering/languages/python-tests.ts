/** The tests of a Python file, as pytest and unittest find them, with what classes and fixtures add to them. */

import type { Source } from '../source.ts';
import { canonicalText, writtenText } from '../source.ts';
import type { AssertingHelper, AssertionGuard, Double, TestCase } from '../test-file.ts';
import { isAssertingName } from './python-assertions.ts';
import { type Body, readBody } from './python-body.ts';
import { type Cases, decoratorCases, joined, marksIn } from './python-cases.ts';
import { basesOf, isTestClass } from './python-classes.ts';
import { doublesIn, patchesIn } from './python-doubles.ts';
import type { PythonFile } from './python-file.ts';
import {
  decoratorName,
  isUncollected,
  type Mode,
  modeOfMark,
  strongestMode,
} from './python-marks.ts';
import {
  assignmentIn,
  blockText,
  callsIn,
  isDefinition,
  lastName,
  nameOf,
  parametersOf,
  type Statement,
  simpleName,
  statementsIn,
} from './python-syntax.ts';
import { isDoubleCall, rankOf, truthOf, type Values, valuesAssigned } from './python-values.ts';

/** What holds for the tests of a place: of a file, of a class. */
interface Around {
  readonly suites: readonly string[];
  readonly modes: readonly Mode[];
  readonly cases: Cases;
  readonly doubles: readonly Double[];
  /** The class that the tests stand in. */
  readonly owner: Statement | undefined;
}

const HOOK =
  /^(setUp|tearDown|setUpClass|tearDownClass|asyncSetUp|asyncTearDown|setUpTestData|setup|teardown|setup_method|teardown_method|setup_class|teardown_class|setup_function|teardown_function|setup_module|teardown_module|setUpModule|tearDownModule)$/;
const FRAMEWORK =
  /^(pytest|unittest|mock|mocker|monkeypatch|patch|patcher|hypothesis|st|warnings|contextlib)\.|^(patch|subTest|skip|skipTest|fail|call|param|fixture|suppress|super|raises|warns|approx)$|(^|\.)(subTest|skipTest|setattr)$|^(self|cls)\.fail$/;
const BUILTIN =
  /^(len|isinstance|str|int|float|bool|list|dict|set|tuple|range|sorted|abs|round|type|repr|sum|min|max|any|all|hasattr|getattr|zip|enumerate|map|filter|open)$/;
const PLAIN_UNITTEST = /^(unittest\.)?TestCase$/;

/** The tests of a file, in the order in which they stand. */
export function testsOf(file: PythonFile, modes: readonly Mode[]): readonly TestCase[] {
  const around = { suites: [], modes, cases: joined([]), doubles: [], owner: undefined };
  return testsIn(file, file.statements, around);
}

function testsIn(
  file: PythonFile,
  block: readonly Statement[],
  around: Around,
): readonly TestCase[] {
  const hidden = hiddenNames(file, block);
  const last = lastOf(file.source, block);
  return block.flatMap((statement) => {
    const name = nameOf(file.source, statement);
    const mark = hidden.get(name);
    if (statement.keyword === 'def') {
      if (!/^test/.test(name) || isUncollected(file.source, statement)) return [];
      if (mark === null || last.get(name) !== statement) return [];
      return [
        readTest(
          file,
          statement,
          mark === undefined ? around : { ...around, modes: [...around.modes, mark] },
        ),
      ];
    }
    if (statement.keyword === 'class') {
      if (mark === null || last.get(name) !== statement) return [];
      if (!isTestClass(file, statement)) return [];
      return testsIn(file, statement.block, aroundClass(file, statement, around));
    }
    return /^(if|elif|else|try|except|finally|with|for)$/.test(statement.keyword)
      ? testsIn(
          file,
          statement.block,
          below(file, block, statement, around) ?? {
            ...around,
            modes: [{ mode: 'skipped', text: '__main__' }],
          },
        ).filter(({ modeText }) => modeText !== '__main__')
      : [];
  });
}

/** What holds below a condition; undefined where it is no place of tests. */
function below(
  file: PythonFile,
  block: readonly Statement[],
  statement: Statement,
  around: Around,
): Around | undefined {
  const { source, values } = file;
  const { head, keyword } = statement;
  if (!/^(if|elif|else)$/.test(keyword)) return around;
  let at = block.indexOf(statement);
  while (at > 0 && block[at]?.keyword !== 'if') at -= 1;
  const first = block[at]?.keyword === 'if' ? block[at] : undefined;
  const condition = first === undefined ? head : { from: first.head.from + 1, to: first.head.to };
  if (canonicalText(source, condition).includes('__name__')) return undefined;
  const truth = truthOf(values, condition);
  const text = writtenText(source, keyword === 'if' ? head : (first?.head ?? head));
  if (truth === undefined)
    return { ...around, modes: [...around.modes, { mode: 'conditional', text }] };
  if (truth === (keyword === 'if')) return around;
  return { ...around, modes: [...around.modes, { mode: 'skipped', text }] };
}

/** Names that are given something else behind their definition: null where it is no test, or what it is marked with. */
function hiddenNames(
  file: PythonFile,
  block: readonly Statement[],
): ReadonlyMap<string, Mode | null> {
  const { source, values } = file;
  const hidden = new Map<string, Mode | null>();
  for (const statement of block) {
    if (statement.keyword === 'del')
      hidden.set(canonicalText(source, { ...statement.head, from: statement.head.from + 1 }), null);
    const assigned = assignmentIn(source, statement);
    if (assigned === undefined) continue;
    const target = canonicalText(source, assigned.target);
    const value = canonicalText(source, assigned.value);
    const name = target.replace(/\.(__test__|skip|todo)$/, '');
    if (name !== target && truthOf(values, assigned.value) === false) hidden.set(name, null);
    else if (/\b(skip\w*|xfail|expectedFailure)\b/.test(value) && value.endsWith(`(${name})`)) {
      hidden.set(name, { mode: 'skipped', text: writtenText(source, statement.head) });
    } else if (rankOf(values, assigned.value) === 0) hidden.set(name, null);
  }
  return hidden;
}

/** For each name of a block the definition that stands last: it takes the place of those before. */
function lastOf(source: Source, block: readonly Statement[]): ReadonlyMap<string, Statement> {
  return new Map(block.filter(isDefinition).map((one) => [nameOf(source, one), one]));
}

function aroundClass(file: PythonFile, statement: Statement, around: Around): Around {
  const { source, values } = file;
  const marks = [
    ...statement.decorators,
    ...statement.block.flatMap((one) => classMarks(file, one)),
  ];
  const hooks = statement.block.filter(
    (one) =>
      one.keyword === 'def' &&
      isShared(source, one) &&
      (HOOK.test(nameOf(source, one)) || isAutouse(source, one)),
  );
  return {
    suites: [...around.suites, nameOf(source, statement)],
    modes: [
      ...around.modes,
      ...marks.flatMap((one) => modeOfMark(values, one) ?? []),
      ...hooks.flatMap((one) => skipsOf(file, one)),
    ],
    cases: joined([around.cases, ...marks.map((one) => decoratorCases(values, one))]),
    doubles: [
      ...around.doubles,
      ...statement.decorators.flatMap((one) => patchesIn(values, one)),
      ...doublesIn(values, hooks, file.imported),
    ],
    owner: statement,
  };
}

function classMarks({ source }: PythonFile, statement: Statement): ReturnType<typeof marksIn> {
  const assigned = assignmentIn(source, statement);
  const isMark = assigned !== undefined && canonicalText(source, assigned.target) === 'pytestmark';
  return isMark ? marksIn({ source, locals: new Map(), constants: new Map() }, assigned.value) : [];
}

function skipsOf(file: PythonFile, statement: Statement): readonly Mode[] {
  const known = file.skips.get(statement);
  if (known !== undefined) return known;
  const { skips } = bodyOf(file, statement);
  file.skips.set(statement, skips);
  return skips;
}

function doublesOf(file: PythonFile, fixture: Statement): readonly Double[] {
  const known = file.doubles.get(fixture) ?? doublesIn(file.values, [fixture], file.imported);
  file.doubles.set(fixture, known);
  return known;
}

/** Whether a function sets up or takes down for tests. */
export function isShared(source: Source, statement: Statement): boolean {
  return (
    HOOK.test(nameOf(source, statement)) ||
    statement.decorators.some((one) => decoratorName(source, one) === 'fixture')
  );
}

/** Whether a fixture holds for all tests around it. */
export function isAutouse(source: Source, { decorators }: Statement): boolean {
  return decorators.some((one) => canonicalText(source, one).includes('autouse=True'));
}

function bodyOf(
  file: PythonFile,
  statement: Statement,
  { guard, owner }: { readonly guard?: AssertionGuard | undefined; readonly owner?: string } = {},
): Body {
  const locals = valuesAssigned(file.source, statement.block);
  const own = new Set(
    parametersOf(file.source, statement).map(
      ({ name, value }) => name ?? canonicalText(file.source, value),
    ),
  );
  const constants = withoutNames(file.values.constants, own);
  const setting = {
    values: { ...file.values, locals, constants, owner },
    asyncNames: file.asyncNames,
    ownNames: file.ownNames,
    uses: file.uses,
    isAsync: statement.isAsync,
    guard,
  };
  return readBody(setting, statement.block);
}

/** The same names where none is left out: a copy for each test would take long in a long file. */
function withoutNames(
  values: Values['constants'],
  names: ReadonlySet<string>,
): Values['constants'] {
  const isSame = [...names].every((name) => !values.has(name));
  return isSame ? values : new Map([...values].filter(([name]) => !names.has(name)));
}

function readTest(file: PythonFile, statement: Statement, around: Around): TestCase {
  const { source } = file;
  const owner = around.owner === undefined ? '' : nameOf(source, around.owner);
  const values = { ...file.values, owner, isInClass: true };
  const fixtures = fixturesOf(file, statement);
  const wrapped = wrappersOf(file, statement);
  const body = bodyOf(file, statement, {
    guard: wrapped.guard ?? pendingGuard(file, statement, around),
    owner,
  });
  const marks = statement.decorators.flatMap((one) => modeOfMark(values, one) ?? []);
  const modes = [
    ...around.modes,
    ...marks,
    ...wrapped.modes,
    ...body.skips,
    ...fixtures.flatMap((one) => skipsOf(file, one)),
  ];
  const { mode, text } = strongestMode(modes);
  const decorated = [...statement.decorators, ...fixtures.flatMap((one) => one.decorators)];
  const cases = joined([...decorated.map((one) => decoratorCases(values, one)), around.cases]);
  return {
    name: nameOf(source, statement),
    suites: around.suites,
    line: statement.line,
    mode,
    modeText: mode === 'runs' ? '' : text,
    assertions: body.assertions,
    cases: [...cases.cases, ...body.cases],
    hasOtherCases: cases.hasOthers || body.hasOtherCases,
    calls: callNames(file, statement),
    doubles: [
      ...doublesIn(values, [statement], file.imported),
      ...fixtures.flatMap((one) => doublesOf(file, one)),
      ...around.doubles,
    ],
    body: blockText(source, statement.block),
    waits: waitsIn(source, statement),
  };
}

/** `unittest.TestCase` calls a coroutine and waits for nothing. */
function pendingGuard(
  file: PythonFile,
  statement: Statement,
  { owner }: Around,
): AssertionGuard | undefined {
  if (!statement.isAsync || owner === undefined) return undefined;
  const isPlain =
    basesOf(file.source, owner).every((base) => PLAIN_UNITTEST.test(base)) &&
    basesOf(file.source, owner).length > 0;
  return isPlain &&
    (file.imported.has('unittest') || file.imported.has('TestCase')) &&
    !file.isWaiting
    ? 'not-awaited'
    : undefined;
}

/** Whether Django or a kin of it runs the tests of a file. */
export function waitsByItself(source: Source, statements: readonly Statement[]): boolean {
  return statements.some(
    ({ head, keyword }) =>
      keyword === 'from' &&
      /^from (django|rest_framework|asynctest|twisted)/.test(canonicalText(source, head)),
  );
}

/** The fixtures of the file that a test asks for, and those that these ask for. */
function fixturesOf(file: PythonFile, statement: Statement): readonly Statement[] {
  const found = new Set<Statement>();
  const visit = (one: Statement, depth: number): void => {
    for (const { name, value } of parametersOf(file.source, one)) {
      const fixture = file.functions.get(
        name ?? canonicalText(file.source, { from: value.from, to: value.from + 1 }),
      );
      if (
        fixture === undefined ||
        found.has(fixture) ||
        depth > 9 ||
        !isShared(file.source, fixture)
      )
        continue;
      found.add(fixture);
      visit(fixture, depth + 1);
    }
  };
  visit(statement, 0);
  return [...found];
}

/** What decorators of the file itself do to a test: drop its errors, or never call it. */
function wrappersOf(
  file: PythonFile,
  { decorators }: Statement,
): { readonly guard: AssertionGuard | undefined; readonly modes: readonly Mode[] } {
  let guard: AssertionGuard | undefined;
  const modes: Mode[] = [];
  for (const decorator of decorators) {
    const wrapper = file.functions.get(decoratorName(file.source, decorator));
    const isPlain = simpleName(file.source, decorator) !== undefined;
    if (wrapper === undefined || !isPlain || isShared(file.source, wrapper)) continue;
    const parameter = parametersOf(file.source, wrapper)[0];
    const name =
      parameter === undefined
        ? ''
        : canonicalText(file.source, { from: parameter.value.from, to: parameter.value.from + 1 });
    const inner = [...statementsIn(wrapper.block)];
    const isUsed =
      inner.some(({ head }) =>
        new RegExp(`\\b${name.replace(/\W/g, '')}\\(`).test(canonicalText(file.source, head)),
      ) ||
      inner.some(
        ({ head, keyword }) =>
          keyword === 'return' && canonicalText(file.source, head).split(/\W+/).includes(name),
      );
    const isDropped = inner.some(
      ({ block, keyword }) =>
        keyword === 'except' && !block.some((one) => /^(raise|assert)$/.test(one.keyword)),
    );
    if (isDropped) guard = 'swallowed';
    if (!isUsed) modes.push({ mode: 'skipped', text: writtenText(file.source, decorator) });
  }
  return { guard, modes };
}

/** What a function calls, without assertions, doubles and the framework; the file's own functions always. */
function callNames(file: PythonFile, { block }: Statement): readonly string[] {
  const names = new Set<string>();
  for (const { all } of block) {
    for (const { name: full } of callsIn(file.source, all)) {
      const name = full.replace(/^\./, '');
      const isOwn = file.functions.has(lastName(name));
      const isLeftOut =
        isAssertingName(name) ||
        FRAMEWORK.test(name) ||
        BUILTIN.test(name) ||
        isDoubleCall(name) ||
        /(^|\.)assert[A-Z_]/.test(name);
      if (isOwn || !isLeftOut) names.add(name);
    }
  }
  return [...names];
}

/** How often a test waits: `await`, `.join()`, `.wait()`, `.result()`, `asyncio.run()`. */
function waitsIn(source: Source, { all }: Statement): number {
  let waits = 0;
  for (let at = all.from; at < all.to; at += 1) {
    const token = source.tokens[at];
    if (token?.kind === 'word' && token.text === 'await') waits += 1;
  }
  for (const { name, open } of callsIn(source, all)) {
    const isBare =
      (source.closing.get(open) ?? 0) === open + 1 || source.tokens[open + 1]?.text === 'timeout';
    if (/\.(join|wait|result)$/.test(name) && isBare) waits += 1;
    else if (/^(asyncio|anyio|trio)\.run$|run_until_complete$/.test(name)) waits += 1;
  }
  return waits;
}

/** The functions of a file that assert for its tests, directly or through others of them. */
export function helpersOf(
  file: PythonFile,
  isTest: (line: number) => boolean,
): readonly AssertingHelper[] {
  const all: AssertingHelper[] = [...statementsIn(file.statements)]
    .filter((one) => one.keyword === 'def' && !isTest(one.line))
    .filter((one) => file.functions.get(nameOf(file.source, one)) === one)
    .map((one) => ({
      name: nameOf(file.source, one),
      line: one.line,
      assertions: bodyOf(file, one).assertions,
      calls: callNames(file, one),
    }));
  const asserting = new Set(
    all.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name),
  );
  for (let size = -1; size !== asserting.size; ) {
    size = asserting.size;
    for (const { calls, name } of all) {
      if (calls.some((call) => asserting.has(lastName(call)))) asserting.add(name);
    }
  }
  return all.filter(({ name }) => asserting.has(name));
}
