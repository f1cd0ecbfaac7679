import type { Body, BodySetting } from '../../reading/body.ts';
import { headText } from '../../reading/body.ts';
import { type Cases, joinedCases, type OwnCases } from '../../reading/cases.ts';
import { type TestOutline, testReadLater } from '../../reading/later.ts';
import { type Guard, type Mode, strongestMode } from '../../reading/modes.ts';
import { assertingOf, callsIn, pathsIn } from '../../reading/outline.ts';
import { type Reading, rankOf, Scope } from '../../reading/scope.ts';
import { statementsText, writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { AssertingHelper, Double, TestCase } from '../../test-file.ts';
import { PythonBody, pythonCases } from './body.ts';
import { PYTHON_CLAIMS } from './claims.ts';
import {
  canonical,
  type Definition,
  definitionOf,
  PYTHON_DIALECT as PYTHON,
  parametersOf,
} from './dialect.ts';
import { assignmentOf, basesOf, bodyOf, type PythonFile } from './file.ts';
import {
  decoratorCases,
  decoratorName,
  doublesIn,
  isUncollected,
  marksIn,
  modeOfMark,
  patchesAt,
} from './marks.ts';
import { moduleModes } from './stops.ts';
import { PYTHON_WORDS } from './words.ts';

/** The tests of a Python file, as pytest and unittest find them, with what classes and fixtures add to them. */

/** What holds for the tests of a place: of a file, of a class. */
interface Around {
  readonly suites: readonly string[];
  readonly modes: readonly Mode[];
  readonly cases: Cases;
  readonly doubles: readonly Double[];
  /** The class that the tests stand in. */
  readonly owner: Definition | undefined;
}

const HOOK =
  /^(?:setUp|tearDown|setUpClass|tearDownClass|asyncSetUp|asyncTearDown|setUpTestData|setup|teardown|setup_method|teardown_method|setup_class|teardown_class|setup_function|teardown_function|setup_module|teardown_module|setUpModule|tearDownModule)$/;
const FRAMEWORK =
  /^(?:pytest|unittest|mock|mocker|monkeypatch|patch|patcher|hypothesis|st|warnings|contextlib)\.|^(?:patch|subTest|skip|skipTest|fail|call|param|fixture|suppress|super|raises|warns|approx)$|(?:^|\.)(?:subTest|skipTest|setattr)$|^(?:self|cls)\.fail$/;
const BUILTIN =
  /^(?:len|isinstance|str|int|float|bool|list|dict|set|tuple|range|sorted|abs|round|type|repr|sum|min|max|any|all|hasattr|getattr|zip|enumerate|map|filter|open|print)$/;
const PLAIN_UNITTEST = /^(?:unittest\.)?TestCase$/;
const DEEPEST = 9;

/** Reads the tests and helpers of one file. */
export class PythonTests {
  private readonly file: PythonFile;
  private readonly reading: Reading;
  private readonly skips = new Map<Definition, readonly Mode[]>();
  private readonly doubles = new Map<Definition, readonly Double[]>();
  /** The tests that were found, with their decorators. */
  readonly testNodes: SyntaxNode[] = [];

  constructor(file: PythonFile) {
    this.file = file;
    this.reading = { dialect: PYTHON, scope: file.scope };
  }

  /** The tests of the file, in the order in which they stand. */
  tests(modes: readonly Mode[]): readonly TestCase[] {
    const around = { suites: [], modes, cases: joinedCases([]), doubles: [], owner: undefined };
    return this.testsIn(this.file.statements, around);
  }

  private testsIn(block: readonly SyntaxNode[], around: Around): readonly TestCase[] {
    const hidden = this.hiddenNames(block);
    // The definition that stands last takes the place of those before.
    const last = new Map(
      block.flatMap((one) => {
        const definition = definitionOf(one);
        return definition === undefined ? [] : [[definition.name, one] as const];
      }),
    );
    return block.flatMap((statement): readonly TestCase[] => {
      const definition = definitionOf(statement);
      if (definition === undefined) return this.testsBelow(statement, around);
      const mark = hidden.get(definition.name);
      if (mark === null || last.get(definition.name) !== statement) return [];
      if (definition.node.type === 'class_definition') {
        return this.isTestClass(definition)
          ? this.testsIn(bodyOf(definition), this.aroundClass(definition, around))
          : [];
      }
      if (!/^test/.test(definition.name) || isUncollected(definition)) return [];
      const own = mark === undefined ? around : { ...around, modes: [...around.modes, mark] };
      return [this.readTest(definition, own)];
    });
  }

  /** The tests below a condition, or another statement with blocks. */
  private testsBelow(statement: SyntaxNode, around: Around): readonly TestCase[] {
    const said = PYTHON.statement(statement);
    switch (said.kind) {
      case 'choice': {
        const condition = said.branches[0]?.condition;
        if (condition === undefined || canonical(condition).includes('__name__')) return [];
        const truth = PYTHON.truth(condition);
        return said.branches.flatMap(({ body }, index) => {
          if (truth === (index === 0)) return this.testsIn(body, around);
          const mode = truth === undefined ? ('conditional' as const) : ('skipped' as const);
          const text = headText(statement, PYTHON);
          return this.testsIn(body, { ...around, modes: [...around.modes, { mode, text }] });
        });
      }
      case 'attempt':
        return [
          said.body,
          ...said.handlers.map(({ body }) => body),
          said.otherwise,
          said.last,
        ].flatMap((body) => this.testsIn(body, around));
      case 'with':
      case 'loop':
        return this.testsIn(said.body, around);
      default:
        return [];
    }
  }

  /** Names that are given something else behind their definition: null where it is no test, or what it is marked with. */
  private hiddenNames(block: readonly SyntaxNode[]): ReadonlyMap<string, Mode | null> {
    const hidden = new Map<string, Mode | null>();
    for (const statement of block) {
      if (statement.type === 'delete_statement')
        for (const one of statement.named) hidden.set(canonical(one), null);
      const assigned = assignmentOf(statement);
      if (assigned === undefined) continue;
      const target = canonical(assigned.target);
      const value = canonical(assigned.value);
      const name = target.replace(/\.(?:__test__|skip|todo)$/, '');
      if (name !== target && PYTHON.truth(assigned.value) === false) hidden.set(name, null);
      else if (/\b(?:skip\w*|xfail|expectedFailure)\b/.test(value) && value.endsWith(`(${name})`)) {
        hidden.set(name, { mode: 'skipped', text: writtenText(statement) });
      } else if (rankOf(this.reading, assigned.value) === 0) hidden.set(name, null);
    }
    return hidden;
  }

  /** A class of which a runner collects the methods. */
  private isTestClass(one: Definition): boolean {
    const { name } = one;
    const isOff = bodyOf(one).some((statement) =>
      moduleModes(this.reading, statement).some(({ text }) => text.startsWith('__test__')),
    );
    if (isOff) return false;
    if (this.isUnittest(one, 0) || /Mixin|Base|Abstract|Contract/.test(name)) return true;
    if (/^Test/.test(name))
      return !bodyOf(one).some((inner) => definitionOf(inner)?.name === '__init__');
    return (this.file.testBases.get(name) ?? []).some((other) => other !== one);
  }

  private isUnittest(one: Definition, depth: number): boolean {
    return basesOf(one).some((base) => {
      const own = this.file.classes.get(base);
      if (own !== undefined && own !== one)
        return depth < DEEPEST && this.isUnittest(own, depth + 1);
      return /Test|TestCase$/.test(base.replace(/^.*\./, ''));
    });
  }

  private aroundClass(one: Definition, around: Around): Around {
    const marks = [...one.decorators, ...bodyOf(one).flatMap(classMarks)];
    const hooks = bodyOf(one).flatMap((statement) => {
      const definition = definitionOf(statement);
      const isHook =
        definition !== undefined && (HOOK.test(definition.name) || isAutouse(definition));
      return isHook ? [definition] : [];
    });
    const own = this.ownCases(one);
    return {
      suites: [...around.suites, one.name],
      modes: [
        ...around.modes,
        ...marks.flatMap((mark) => modeOfMark(this.reading, mark) ?? []),
        ...hooks.flatMap((hook) => this.skipsOf(hook)),
      ],
      cases: joinedCases([
        around.cases,
        ...marks.map((mark) => decoratorCases(this.reading, own, mark)),
      ]),
      doubles: [
        ...around.doubles,
        ...one.decorators.flatMap((mark) => patchesAt(this.reading, mark)),
        ...hooks.flatMap((hook) => this.doublesOf(hook)),
      ],
      owner: one,
    };
  }

  private skipsOf(one: Definition): readonly Mode[] {
    const known = this.skips.get(one) ?? this.bodyOf(one).skips;
    this.skips.set(one, known);
    return known;
  }

  private doublesOf(one: Definition): readonly Double[] {
    const known = this.doubles.get(one) ?? doublesIn(this.reading, [one.whole], this.file.imported);
    this.doubles.set(one, known);
    return known;
  }

  /** What tables in a class, or in the methods of one, may be made of. Its names hold as they are in decorators. */
  private ownCases(owner: Definition | undefined, isInDecorator = true): OwnCases {
    const { attributes } = this.file;
    return pythonCases((node) => {
      const text = attributes.size === 0 ? '' : canonical(node);
      const own = isInDecorator ? /^(?:(?:self|cls)\.)?(\w+)$/ : /^(?:self|cls)\.(\w+)$/;
      const name = own.exec(text)?.[1];
      return attributes.get(name === undefined ? text : `${owner?.name}.${name}`);
    });
  }

  private bodyOf(one: Definition, guard?: Guard, owner?: Definition): Body {
    const statements = bodyOf(one);
    const scope = new Scope(PYTHON, statements, this.file.scope);
    scope.take(parametersOf(one.node).map((name) => ({ name, node: one.node, value: undefined })));
    const setting: BodySetting = {
      reading: { dialect: PYTHON, scope, own: PYTHON_CLAIMS },
      words: PYTHON_WORDS,
      ownCases: this.ownCases(owner, false),
      asyncNames: this.file.asyncNames,
      ownNames: new Set(this.file.functions.keys()),
      isAsync: one.node.hasWord('async'),
    };
    const reader = new PythonBody(setting);
    reader.walk(statements, guard);
    return reader;
  }

  private readTest(one: Definition, around: Around): TestCase {
    const { name, node, whole } = one;
    this.testNodes.push(whole);
    const outline = { name, suites: around.suites, line: node.line, written: whole.text };
    return testReadLater(outline, () => this.detailsOf(one, around));
  }

  private detailsOf(one: Definition, around: Around): Omit<TestCase, keyof TestOutline> {
    const fixtures = this.fixturesOf(one);
    const wrapped = this.wrappersOf(one);
    const guard = wrapped.guard ?? this.pendingGuard(one, around);
    const body = this.bodyOf(one, guard, around.owner);
    const { mode, text } = strongestMode([
      ...around.modes,
      ...one.decorators.flatMap((mark) => modeOfMark(this.reading, mark) ?? []),
      ...wrapped.modes,
      ...body.skips,
      ...fixtures.flatMap((fixture) => this.skipsOf(fixture)),
    ]);
    const own = this.ownCases(around.owner);
    const decorated = [one, ...fixtures].flatMap(({ decorators }) => decorators);
    const cases = joinedCases([
      ...decorated.map((mark) => decoratorCases(this.reading, own, mark)),
      around.cases,
    ]);
    return {
      mode,
      modeText: mode === 'runs' ? '' : text,
      assertions: body.assertions,
      cases: [...cases.cases, ...body.cases],
      hasOtherCases: cases.hasOthers || body.hasOtherCases,
      calls: this.callNames(one),
      doubles: [
        ...doublesIn(this.reading, [one.whole], this.file.imported),
        ...fixtures.flatMap((fixture) => this.doublesOf(fixture)),
        ...around.doubles,
      ],
      body: statementsText(PYTHON.writing, bodyOf(one)),
      input: body.inputText(bodyOf(one)),
      waits: waitsIn(one.node),
    };
  }

  /** `unittest.TestCase` calls a coroutine and waits for nothing. */
  private pendingGuard({ node }: Definition, { owner }: Around): Guard {
    if (!node.hasWord('async') || owner === undefined) return undefined;
    const bases = basesOf(owner);
    const isPlain = bases.length > 0 && bases.every((base) => PLAIN_UNITTEST.test(base));
    const { imported, isWaiting } = this.file;
    const isOfUnittest = imported.has('unittest') || imported.has('TestCase');
    return isPlain && isOfUnittest && !isWaiting ? 'not-awaited' : undefined;
  }

  /** The fixtures of the file that a test asks for, and those that these ask for. */
  private fixturesOf(one: Definition): readonly Definition[] {
    const found = new Set<Definition>();
    const visit = ({ node }: Definition, depth: number): void => {
      for (const name of parametersOf(node)) {
        const fixture = this.file.functions.get(name);
        if (fixture === undefined || found.has(fixture) || depth > DEEPEST || !isShared(fixture))
          continue;
        found.add(fixture);
        visit(fixture, depth + 1);
      }
    };
    visit(one, 0);
    return [...found];
  }

  /** What decorators of the file itself do to a test: drop its errors, or never call it. */
  private wrappersOf({ decorators }: Definition): {
    readonly guard: Guard;
    readonly modes: readonly Mode[];
  } {
    let guard: Guard;
    const modes: Mode[] = [];
    for (const decorator of decorators) {
      const wrapper = this.file.functions.get(decoratorName(decorator));
      if (wrapper === undefined || !PYTHON.isName(decorator) || isShared(wrapper)) continue;
      const [name = ''] = parametersOf(wrapper.node);
      const inner = [...(wrapper.node.child('body') ?? wrapper.node).within()];
      const isUsed =
        inner.some((node) => PYTHON.call(node)?.path === name) ||
        inner.some(
          (node) => node.type === 'return_statement' && canonical(node).split(/\W+/).includes(name),
        );
      const isDropped = inner.some(
        (node) => node.type === 'except_clause' && !/\b(?:raise|assert)\b/.test(node.text),
      );
      if (isDropped) guard = 'swallowed';
      if (!isUsed) modes.push({ mode: 'skipped', text: writtenText(decorator) });
    }
    return { guard, modes };
  }

  /** What a function calls, without assertions, doubles and the framework; the file's own functions always. */
  private callNames(one: Definition): readonly string[] {
    return pathsIn(PYTHON, bodyOf(one)).filter((path) => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      return (
        this.file.functions.has(name) ||
        !(
          PYTHON_WORDS.isAsserting(name) ||
          FRAMEWORK.test(path) ||
          BUILTIN.test(path) ||
          PYTHON.doubleCalls.test(name) ||
          /^assert[A-Z_]/.test(name)
        )
      );
    });
  }

  /** The functions of the file that assert for its tests, directly or through others of them. */
  helpers(isTest: (line: number) => boolean): readonly AssertingHelper[] {
    return assertingOf(
      [...this.file.functions.values()]
        .filter(({ node }) => !isTest(node.line))
        .map((one) => ({
          name: one.name,
          line: one.node.line,
          assertions: this.bodyOf(one).assertions,
          calls: this.callNames(one),
        })),
    );
  }

  /** Doubles outside of all tests: they hold for the whole file. */
  fileDoubles(): readonly Double[] {
    const code = this.file.statements.filter((statement) => {
      const definition = definitionOf(statement);
      if (definition === undefined) return true;
      const isFunction = definition.node.type === 'function_definition';
      return isFunction && (isAutouse(definition) || /^setup_?module$/i.test(definition.name));
    });
    return doublesIn(this.reading, code, this.file.imported);
  }
}

function classMarks(statement: SyntaxNode): readonly SyntaxNode[] {
  const assigned = assignmentOf(statement);
  const isMark = assigned !== undefined && canonical(assigned.target) === 'pytestmark';
  return isMark ? marksIn(assigned.value) : [];
}

/** Whether a function sets up or takes down for tests. */
export function isShared({ decorators, name }: Definition): boolean {
  return HOOK.test(name) || decorators.some((one) => decoratorName(one) === 'fixture');
}

/** Whether a fixture holds for all tests around it. */
function isAutouse({ decorators }: Definition): boolean {
  return decorators.some((one) => canonical(one).includes('autouse=True'));
}

/** How often a test waits: `await`, `.join()`, `.wait()`, `.result()`, `asyncio.run()`. */
function waitsIn(node: SyntaxNode): number {
  let waits = 0;
  for (const one of node.within()) if (one.isNamed && one.type === 'await') waits += 1;
  for (const { args, path } of callsIn(PYTHON, [node])) {
    const isBare =
      args.length === 0 || args[0]?.name === 'timeout' || args[0]?.value.text === 'timeout';
    if (/\.(?:join|wait|result)$/.test(path) && isBare) waits += 1;
    else if (/^(?:asyncio|anyio|trio)\.run$|run_until_complete$/.test(path)) waits += 1;
  }
  return waits;
}
