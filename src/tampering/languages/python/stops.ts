import { headText } from '../../reading/body.ts';
import type { Mode } from '../../reading/modes.ts';
import { callsIn } from '../../reading/outline.ts';
import type { Reading } from '../../reading/scope.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import {
  assignmentOf,
  bodyOf,
  canonical,
  definitionOf,
  PYTHON_DIALECT as PYTHON,
} from './dialect.ts';
import { marksIn, modeOfMark } from './marks.ts';
import { PYTHON_WORDS } from './words.ts';

/** What keeps all tests of a Python file, or of the folder of a `conftest.py`, from running. */

interface Stop {
  readonly line: number;
  readonly text: string;
}

interface Stops {
  readonly stops: readonly Stop[];
  /** What holds for all tests of the file. */
  readonly modes: readonly Mode[];
}

/** What the top of a file says for all of its tests. */
export function stopsIn(
  reading: Reading,
  statements: readonly SyntaxNode[],
  isConftest: boolean,
): Stops {
  const stops: Stop[] = [];
  const modes: Mode[] = [];
  const visit = (block: readonly SyntaxNode[], isConditional: boolean): void => {
    for (const statement of block) {
      const own = moduleModes(reading, statement).map((mode) =>
        isConditional ? { ...mode, mode: 'conditional' as const } : mode,
      );
      modes.push(...own);
      const isStop =
        own.some(({ mode }) => mode === 'skipped') || (isConftest && isIgnoring(statement));
      if (isStop) stops.push({ line: statement.line, text: headText(statement, PYTHON) });
      if (isConftest) {
        for (const one of neutered(statement))
          stops.push({ line: one.line, text: headText(one, PYTHON) });
      }
      visitInner(statement, isConditional);
    }
  };
  const visitInner = (statement: SyntaxNode, isConditional: boolean): void => {
    const said = PYTHON.statement(statement);
    if (said.kind === 'choice') {
      for (const { body, condition } of said.branches) {
        const isMain = condition !== undefined && canonical(condition).includes('__name__');
        if (isMain) continue;
        const isSure = condition !== undefined && PYTHON.truth(condition) === true;
        visit(body, isConditional || !isSure);
      }
    } else if (said.kind === 'attempt') {
      visit(said.body, isConditional);
      for (const { body } of said.handlers) visit(body, true);
      visit(said.otherwise, true);
    } else if (said.kind === 'with') visit(said.body, isConditional);
  };
  visit(statements, false);
  return { stops, modes };
}

/** What one statement of the top says for all tests: `pytestmark = …`, `pytest.skip(…)`, `__test__ = False`. */
export function moduleModes(reading: Reading, statement: SyntaxNode): readonly Mode[] {
  const text = writtenText(statement);
  const assigned = assignmentOf(statement);
  const target = assigned === undefined ? '' : canonical(assigned.target);
  if (assigned !== undefined && target === 'pytestmark')
    return marksIn(assigned.value).flatMap((mark) => modeOfMark(reading, mark) ?? []);
  if (assigned !== undefined && target === '__test__' && PYTHON.truth(assigned.value) === false)
    return [{ mode: 'skipped', text }];
  const said = PYTHON.statement(statement);
  const isThrow = said.kind === 'leave' && said.how === 'throw';
  const value =
    said.kind === 'expression' || said.kind === 'binding' || isThrow ? said.value : undefined;
  if (value === undefined) return [];
  const path = PYTHON.call(PYTHON.unwrapped(value))?.path ?? (isThrow ? canonical(value) : '');
  const isEnd =
    PYTHON_WORDS.skip.test(path) ||
    /^(?:sys\.exit|os\._exit|exit|quit|pytest\.exit|SystemExit)$/.test(path);
  if (isEnd) return [{ mode: 'skipped', text }];
  return /(?:^|\.)importorskip$/.test(path) ? [{ mode: 'conditional', text }] : [];
}

function isIgnoring(statement: SyntaxNode): boolean {
  const target = assignmentOf(statement)?.target;
  const text = canonical(target ?? statement);
  return /^collect_ignore(?:_glob)?(?:\+=|\.(?:append|extend)\(|$)/.test(text);
}

/** Hooks by which a run passes or leaves tests out whatever they do. */
function neutered(statement: SyntaxNode): readonly SyntaxNode[] {
  const hook = definitionOf(statement);
  if (hook?.node.type !== 'function_definition') return [];
  const { name } = hook;
  const simple = bodyOf(hook).flatMap((one) =>
    [...one.within()].filter(({ type }) => /_statement$/.test(type) && isSimple(type)),
  );
  const matching = (pattern: RegExp): readonly SyntaxNode[] =>
    simple.filter((one) => pattern.test(canonical(one)));
  if (name === 'pytest_ignore_collect') return [hook.node];
  if (name === 'pytest_sessionfinish' || name === 'pytest_unconfigure')
    return matching(/exitstatus=|os\._exit\(|sys\.exit\(|pytest\.exit\(/);
  if (/^pytest_runtest_(?:makereport|logreport)$/.test(name))
    return matching(/outcome="passed"|outcome="skipped"|wasxfail=|force_result/);
  if (/^pytest_(?:pyfunc_call|runtest_call|runtest_protocol)$/.test(name)) {
    const isDropping = [...hook.node.within()].some(
      (one) => one.type === 'except_clause' && !/\braise\b/.test(one.text),
    );
    const isForced = matching(/^return True$|force_result|force_exception/).length > 0;
    return isDropping || isForced ? [hook.node] : [];
  }
  return name === 'pytest_collection_modifyitems' ? leftOut(bodyOf(hook), true) : [];
}

function isSimple(type: string): boolean {
  return !/^(?:if|for|while|with|try|match)_statement$/.test(type);
}

/** Items that a hook leaves out: all of them, or some by their names. Those that bear a mark are the author's choice. */
function leftOut(block: readonly SyntaxNode[], isForAll: boolean): readonly SyntaxNode[] {
  return block.flatMap((statement): readonly SyntaxNode[] => {
    const said = PYTHON.statement(statement);
    if (said.kind === 'choice') {
      return said.branches.flatMap(({ body, condition }) => {
        const isByName =
          condition !== undefined &&
          /\b(?:name|nodeid|fspath|path|originalname)\b/.test(canonical(condition));
        return leftOut(body, condition === undefined ? isForAll : isByName);
      });
    }
    const inner = statement.child('body');
    if (inner !== undefined) return leftOut(inner.named, isForAll);
    const text = canonical(statement);
    const isLeftOut =
      /^items(?:\[:\])?=\[(?:\]|.* if )|^items\.(?:clear|remove)\(|^del items/.test(text) ||
      callsIn(PYTHON, [statement]).some(({ path }) =>
        /deselected|^items\.(?:clear|remove)$/.test(path),
      ) ||
      (/add_marker\(/.test(text) && /skip|xfail/.test(text));
    return isForAll && isLeftOut ? [statement] : [];
  });
}
