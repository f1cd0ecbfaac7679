import { headText } from '../../reading/body.ts';
import { type Cases, joinedCases, type OwnCases } from '../../reading/cases.ts';
import type { Guard, Mode } from '../../reading/modes.ts';
import { type Reading, rankOf } from '../../reading/scope.ts';
import { type Around, type LanguageTable, TableTests, type Unit } from '../../reading/table.ts';
import type { TableSetting } from '../../reading/table-body.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Double, TestFile } from '../../test-file.ts';
import { type PythonBody, pythonCases } from './body.ts';
import {
  assignmentOf,
  basesOf,
  bodyOf,
  canonical,
  type Definition,
  definitionOf,
  importsAt,
  isText,
  PYTHON_DIALECT as PYTHON,
  parametersOf,
} from './dialect.ts';
import { attributesOf } from './file.ts';
import {
  decoratorCases,
  decoratorName,
  doublesIn,
  isUncollected,
  marksIn,
  modeOfMark,
  patchesAt,
} from './marks.ts';
import { moduleModes, stopsIn } from './stops.ts';

/** The tests of a Python file, as pytest and unittest find them, with what classes and fixtures add to them. */

/** What holds for the tests of a place: of a file, of a class. */
interface PythonAround extends Around {
  readonly doubles?: readonly Double[];
  /** The class that the tests stand in. */
  readonly owner?: Definition;
}

/** Names by which pytest, unittest, Django or nose find a file. */
export const TEST_NAME = /(?:^|\/)(?:test[^/]*|[^/]*_tests?|tests?)\.py$/;
const HOOK =
  /^(?:setUp|tearDown|setUpClass|tearDownClass|asyncSetUp|asyncTearDown|setUpTestData|setup|teardown|setup_method|teardown_method|setup_class|teardown_class|setup_function|teardown_function|setup_module|teardown_module|setUpModule|tearDownModule)$/;
const PLAIN_UNITTEST = /^(?:unittest\.)?TestCase$/;
const DEEPEST = 9;

export class PythonTests extends TableTests<PythonBody> {
  private readonly definitions: readonly Definition[];
  private readonly functions: ReadonlyMap<string, Definition>;
  private readonly classes: ReadonlyMap<string, Definition>;
  private readonly asyncNames: ReadonlySet<string>;
  /** What its classes give to their names, with that of the class: `TestCart.ROWS`; what they inherit included. */
  private readonly attributes: ReadonlyMap<string, SyntaxNode>;
  private readonly imported: ReadonlySet<string>;
  /** Whether Django or a kin of it runs its tests, which waits for coroutines by itself. */
  private readonly isWaitedFor: boolean;
  private readonly reading: Reading;

  constructor(table: LanguageTable<PythonBody>, root: SyntaxNode, path: string) {
    super(table, root, path);
    this.definitions = [...root.within()].flatMap((node) =>
      node.parent?.type === 'decorated_definition' ? [] : (definitionOf(node) ?? []),
    );
    const ofType = (type: string): ReadonlyMap<string, Definition> =>
      new Map(
        this.definitions.filter(({ node }) => node.type === type).map((one) => [one.name, one]),
      );
    this.functions = ofType('function_definition');
    this.classes = ofType('class_definition');
    const asynchronous = [...this.functions].filter(([, { node }]) => node.hasWord('async'));
    this.asyncNames = new Set(asynchronous.map(([name]) => name));
    this.attributes = attributesOf(this.classes);
    const imports = [...root.within()].flatMap(importsAt);
    this.imported = new Set(imports.flatMap(({ names }) => names));
    this.isWaitedFor = imports.some(({ from }) =>
      /^(?:django|rest_framework|asynctest|twisted)/.test(from),
    );
    this.reading = { dialect: PYTHON, scope: this.scope };
    this.setups.push(...this.definitions.filter(isSharedFunction).map(({ whole }) => whole));
  }

  protected override isInner(node: SyntaxNode): boolean {
    return definitionOf(node) !== undefined;
  }

  override whole(): ReturnType<TableTests['whole']> {
    return stopsIn(this.reading, this.root.named, /(?:^|\/)conftest\.py$/.test(this.path));
  }

  /** Comments, and texts that stand alone: code may be put out of use in one. */
  override comments(): TestFile['comments'] {
    const texts = [...this.root.within()].filter(isText).flatMap(({ line, text }) => {
      const content = text.replace(/^\w*["']{1,3}|["']{1,3}$/g, '');
      const isCode = /^\s*(?:async )?def |^\s*@|^\s*class |\bassert\b/m.test(content);
      return isCode ? [{ text: content, line }] : [];
    });
    return [...super.comments(), ...texts].sort((one, other) => one.line - other.line);
  }

  override visit(block: readonly SyntaxNode[], around: PythonAround): void {
    if (!TEST_NAME.test(this.path)) return;
    const hidden = this.hiddenNames(block);
    // The definition that stands last takes the place of those before.
    const last = new Map(block.map((one) => [definitionOf(one)?.name, one]));
    for (const statement of block) {
      const definition = definitionOf(statement);
      const mark = hidden.get(definition?.name ?? '');
      if (definition === undefined) this.visitBelow(statement, around);
      else if (mark === null || last.get(definition.name) !== statement) continue;
      else if (definition.node.type === 'class_definition') {
        if (!this.isTestClass(definition)) continue;
        this.suiteNodes.push(statement);
        this.visit(bodyOf(definition), this.aroundClass(definition, around));
      } else if (this.table.unit(statement) !== undefined)
        this.take(statement, this.unitOf(definition, around, mark), around);
    }
  }

  /** Tests below a condition, or another statement with blocks. */
  private visitBelow(statement: SyntaxNode, around: PythonAround): void {
    const said = PYTHON.statement(statement);
    if (said.kind === 'choice') {
      const condition = said.branches[0]?.condition;
      if (condition === undefined || canonical(condition).includes('__name__')) return;
      const truth = PYTHON.truth(condition);
      const text = headText(statement, PYTHON);
      const mode = truth === undefined ? ('conditional' as const) : ('skipped' as const);
      for (const [index, { body }] of said.branches.entries()) {
        const own = truth === (index === 0) ? [] : [{ mode, text }];
        this.visit(body, { ...around, modes: [...around.modes, ...own] });
      }
    } else if (said.kind === 'attempt') {
      const handled = said.handlers.flatMap(({ body }) => body);
      for (const block of [said.body, handled, said.otherwise, said.last])
        this.visit(block, around);
    } else if (said.kind === 'with' || said.kind === 'loop') this.visit(said.body, around);
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
    // Its tests are inherited.
    return [...this.classes.values()].some(
      (other) =>
        other !== one && /^Test|Test(?:s|Case)?$/.test(other.name) && basesOf(other).includes(name),
    );
  }

  private isUnittest(one: Definition, depth: number): boolean {
    return basesOf(one).some((base) => {
      const own = this.classes.get(base);
      if (own !== undefined && own !== one)
        return depth < DEEPEST && this.isUnittest(own, depth + 1);
      return /Test|TestCase$/.test(base.replace(/^.*\./, ''));
    });
  }

  private aroundClass(one: Definition, around: PythonAround): PythonAround {
    const marks = [...one.decorators, ...bodyOf(one).flatMap(classMarks)];
    const hooks = bodyOf(one).flatMap((statement) => {
      const definition = definitionOf(statement);
      return definition !== undefined && isHook(definition) ? [definition] : [];
    });
    return {
      suites: [...around.suites, one.name],
      modes: [
        ...around.modes,
        ...marks.flatMap((mark) => modeOfMark(this.reading, mark) ?? []),
        ...hooks.flatMap((hook) => this.bodyOf(hook.node).skips),
      ],
      cases: joinedCases([around.cases, this.markedCases(marks, one)]),
      doubles: [
        ...(around.doubles ?? []),
        ...one.decorators.flatMap((mark) => patchesAt(this.reading, mark)),
        ...this.doublesIn(hooks.map(({ whole }) => whole)),
      ],
      owner: one,
    };
  }

  private unitOf(one: Definition, around: PythonAround, mark: Mode | undefined): Unit {
    const wrapped = this.wrappersOf(one);
    const fixtures = [...this.fixturesOf(one)];
    return {
      kind: 'test',
      name: one.name,
      body: bodyOf(one),
      guard: wrapped.guard ?? this.pendingGuard(one, around),
      modes: [
        ...(mark === undefined ? [] : [mark]),
        ...one.decorators.flatMap((other) => modeOfMark(this.reading, other) ?? []),
        ...wrapped.modes,
        ...fixtures.flatMap(({ node }) => this.bodyOf(node).skips),
      ],
    };
  }

  /** What tables in a class, or in the methods of one, may be made of. Its names hold as they are in decorators. */
  private ownCases(owner: Definition | undefined, isInDecorator = true): OwnCases {
    const { attributes } = this;
    return pythonCases((node) => {
      const text = attributes.size === 0 ? '' : canonical(node);
      const own = isInDecorator ? /^(?:(?:self|cls)\.)?(\w+)$/ : /^(?:self|cls)\.(\w+)$/;
      const name = own.exec(text)?.[1];
      return attributes.get(name === undefined ? text : `${owner?.name}.${name}`);
    });
  }

  private markedCases(marks: readonly SyntaxNode[], owner: Definition | undefined): Cases {
    const own = this.ownCases(owner);
    return joinedCases(marks.map((mark) => decoratorCases(this.reading, own, mark)));
  }

  protected override settingOf(node: SyntaxNode, unit?: Unit): TableSetting {
    const whole = definitionOf(node)?.node ?? node;
    const owner = whole.around('class_definition');
    return {
      ...super.settingOf(whole, unit),
      ownCases: this.ownCases(owner && definitionOf(owner), false),
      asyncNames: this.asyncNames,
      isAsync: whole.hasWord('async'),
    };
  }

  protected override detailsOf(
    ...[node, unit, around]: [SyntaxNode, Unit, PythonAround]
  ): ReturnType<TableTests['detailsOf']> {
    const one = definitionOf(node);
    const fixtures = one === undefined ? [] : [...this.fixturesOf(one)];
    const marks = [one, ...fixtures].flatMap((other) => other?.decorators ?? []);
    const cases = joinedCases([this.markedCases(marks, around.owner), around.cases]);
    return {
      ...super.detailsOf(node, unit, { ...around, cases }),
      doubles: [
        ...this.doublesIn([node, ...fixtures.map(({ whole }) => whole)]),
        ...(around.doubles ?? []),
      ],
    };
  }

  protected override doublesIn(code: readonly SyntaxNode[]): readonly Double[] {
    return doublesIn(this.reading, code, this.imported);
  }

  /** `unittest.TestCase` calls a coroutine and waits for nothing. */
  private pendingGuard({ node }: Definition, { owner }: PythonAround): Guard {
    if (!node.hasWord('async') || owner === undefined) return undefined;
    const bases = basesOf(owner);
    const isPlain = bases.length > 0 && bases.every((base) => PLAIN_UNITTEST.test(base));
    const { imported, isWaitedFor } = this;
    const isOfUnittest = imported.has('unittest') || imported.has('TestCase');
    return isPlain && isOfUnittest && !isWaitedFor ? 'not-awaited' : undefined;
  }

  /** The fixtures of the file that a test asks for, and those that these ask for. */
  private fixturesOf({ node }: Definition, found = new Set<Definition>()): Set<Definition> {
    for (const name of parametersOf(node)) {
      const fixture = this.functions.get(name);
      if (fixture === undefined || found.has(fixture) || !isShared(fixture)) continue;
      found.add(fixture);
      this.fixturesOf(fixture, found);
    }
    return found;
  }

  /** What decorators of the file itself do to a test: drop its errors, or never call it. */
  private wrappersOf({ decorators }: Definition): {
    readonly guard: Guard;
    readonly modes: readonly Mode[];
  } {
    let guard: Guard;
    const modes: Mode[] = [];
    for (const decorator of decorators) {
      const wrapper = this.functions.get(decoratorName(decorator));
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

  /** Doubles outside of all tests: they hold for the whole file. */
  override doubles(): readonly Double[] {
    const isOfFile = (statement: SyntaxNode): boolean => {
      const one = definitionOf(statement);
      if (one === undefined) return true;
      const isFunction = one.node.type === 'function_definition';
      return isFunction && (isAutouse(one) || /^setup_?module$/i.test(one.name));
    };
    return this.doublesIn(this.root.named.filter(isOfFile));
  }
}

function classMarks(statement: SyntaxNode): readonly SyntaxNode[] {
  const assigned = assignmentOf(statement);
  const isMark = assigned !== undefined && canonical(assigned.target) === 'pytestmark';
  return isMark ? marksIn(assigned.value) : [];
}

/** Whether a function sets up or takes down for tests. */
function isShared({ decorators, name }: Definition): boolean {
  return HOOK.test(name) || decorators.some((one) => decoratorName(one) === 'fixture');
}

function isSharedFunction(one: Definition): boolean {
  return one.node.type === 'function_definition' && isShared(one);
}

/** Whether a method runs before each test of its class. */
function isHook(one: Definition): boolean {
  return HOOK.test(one.name) || isAutouse(one);
}

/** Whether a fixture holds for all tests around it. */
function isAutouse({ decorators }: Definition): boolean {
  return decorators.some((one) => canonical(one).includes('autouse=True'));
}

/** What is a test by its name. */
export function unitOf(node: SyntaxNode): Unit | undefined {
  const one = definitionOf(node);
  const isTest =
    one?.node.type === 'function_definition' && /^test/.test(one.name) && !isUncollected(one);
  return isTest ? { kind: 'test', name: one.name, body: bodyOf(one), modes: [] } : undefined;
}

/** What waits besides `await`: `.join()`, `.wait()`, `.result()`, `asyncio.run()`. */
export function isWait(node: SyntaxNode): boolean {
  const call = PYTHON.call(node);
  if (call === undefined) return false;
  const [first] = call.args;
  const isBare = first === undefined || first.name === 'timeout' || first.value.text === 'timeout';
  if (/\.(?:join|wait|result)$/.test(call.path)) return isBare;
  return /^(?:asyncio|anyio|trio)\.run$|run_until_complete$/.test(call.path);
}
