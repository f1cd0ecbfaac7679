/** What keeps all tests of a Python file, or of the folder of a `conftest.py`, from running. */
import { canonicalText, type Range, writtenText } from '../source.ts';
import { marksIn } from './python-cases.ts';
import { isSkipCall } from './python-failures.ts';
import { type Mode, modeOfMark } from './python-marks.ts';
import {
  assignmentIn,
  callIn,
  callsIn,
  lastName,
  nameOf,
  type Statement,
  statementsIn,
} from './python-syntax.ts';
import { truthOf, type Values } from './python-values.ts';

interface Stops {
  readonly stops: readonly { readonly line: number; readonly text: string }[];
  /** What holds for all tests of the file. */
  readonly modes: readonly Mode[];
}

/** What the top of a file says for all of its tests. */
export function stopsIn(
  values: Values,
  statements: readonly Statement[],
  isConftest: boolean,
): Stops {
  const stops: { readonly line: number; readonly text: string }[] = [];
  const modes: Mode[] = [];
  const stop = (statement: Statement): void => {
    stops.push({ line: statement.line, text: writtenText(values.source, statement.head) });
  };
  const visit = (block: readonly Statement[], isConditional: boolean): void => {
    for (const statement of block) {
      const own = moduleModes(values, statement);
      const known = isConditional
        ? own.map((mode) => ({ ...mode, mode: 'conditional' as const }))
        : own;
      modes.push(...known);
      if (known.some(({ mode }) => mode === 'skipped')) stop(statement);
      else if (isConftest && isIgnoring(values, statement)) stop(statement);
      if (isConftest && statement.keyword === 'def')
        for (const one of neutered(values, statement)) stop(one);
      if (
        /^(if|elif|else|try|except|with)$/.test(statement.keyword) &&
        !isMain(values, statement)
      ) {
        visit(statement.block, isConditional || isUncertain(values, statement));
      }
    }
  };
  visit(statements, false);
  return { stops, modes };
}

function isUncertain(values: Values, { head, keyword }: Statement): boolean {
  if (keyword === 'if') return truthOf(values, { from: head.from + 1, to: head.to }) !== true;
  return keyword !== 'try' && keyword !== 'with';
}

function isMain({ source }: Values, { head }: Statement): boolean {
  return canonicalText(source, head).includes('__name__');
}

/** What one statement of the top says for all tests: `pytestmark = …`, `pytest.skip(…)`, `__test__ = False`. */
export function moduleModes(values: Values, statement: Statement): readonly Mode[] {
  const { source } = values;
  const text = writtenText(source, statement.head);
  const assigned = assignmentIn(source, statement);
  const target = assigned === undefined ? '' : canonicalText(source, assigned.target);
  if (assigned !== undefined && target === 'pytestmark') {
    return marksIn(values, assigned.value).flatMap((mark) => modeOfMark(values, mark) ?? []);
  }
  if (
    assigned !== undefined &&
    target === '__test__' &&
    truthOf(values, assigned.value) === false
  ) {
    return [{ mode: 'skipped', text }];
  }
  const from = statement.head.from + (statement.keyword === 'raise' ? 1 : 0);
  const range: Range = { from, to: statement.head.to };
  const name =
    callIn(source, assigned?.value ?? range)?.name ??
    (statement.keyword === 'raise' ? canonicalText(source, range) : '');
  const isEnd =
    isSkipCall(name) || /^(sys\.exit|os\._exit|exit|quit|pytest\.exit|SystemExit)$/.test(name);
  if (isEnd) return [{ mode: 'skipped', text }];
  return lastName(name) === 'importorskip' ? [{ mode: 'conditional', text }] : [];
}

function isIgnoring({ source }: Values, statement: Statement): boolean {
  const target = assignmentIn(source, statement)?.target;
  const text =
    target === undefined ? canonicalText(source, statement.head) : canonicalText(source, target);
  return /^collect_ignore(_glob)?(\+=|\.(append|extend)\(|$)/.test(text);
}

/** Hooks by which a run passes or leaves tests out whatever they do. */
function neutered({ source }: Values, hook: Statement): readonly Statement[] {
  const name = nameOf(source, hook);
  const text = (statement: Statement): string => canonicalText(source, statement.head);
  const inner = [...statementsIn(hook.block)];
  if (name === 'pytest_ignore_collect') return [hook];
  if (name === 'pytest_sessionfinish' || name === 'pytest_unconfigure') {
    return inner.filter(
      (one) =>
        /exitstatus=|os\._exit\(|sys\.exit\(|pytest\.exit\(/.test(text(one)) &&
        one.block.length === 0,
    );
  }
  if (/^pytest_runtest_(makereport|logreport)$/.test(name)) {
    return inner.filter(
      (one) =>
        /outcome="passed"|outcome="skipped"|wasxfail=|force_result/.test(text(one)) &&
        one.block.length === 0,
    );
  }
  if (/^pytest_(pyfunc_call|runtest_call|runtest_protocol)$/.test(name)) {
    const isDropping = inner.some(
      ({ block, keyword }) => keyword === 'except' && !block.some((one) => one.keyword === 'raise'),
    );
    return isDropping ||
      inner.some((one) => /^return True$|force_result|force_exception/.test(text(one)))
      ? [hook]
      : [];
  }
  return name === 'pytest_collection_modifyitems' ? leftOut({ source }, hook.block, true) : [];
}

/** Items that a hook leaves out: all of them, or some by their names. Those that bear a mark are the author's choice. */
function leftOut(
  values: Pick<Values, 'source'>,
  block: readonly Statement[],
  isForAll: boolean,
): readonly Statement[] {
  const { source } = values;
  return block.flatMap((statement) => {
    const text = canonicalText(source, statement.head);
    if (statement.keyword === 'if' || statement.keyword === 'elif') {
      const isByName = /\b(name|nodeid|fspath|path|originalname)\b/.test(text);
      return leftOut(values, statement.block, isByName);
    }
    if (statement.block.length > 0) return leftOut(values, statement.block, isForAll);
    const isLeftOut =
      /^items(\[:\])?=\[(\]|.* if )|^items\.(clear|remove)\(|^del items/.test(text) ||
      [...callsIn(source, statement.head)].some(({ name }) =>
        /deselected|^items\.(clear|remove)$/.test(name),
      ) ||
      (/add_marker\(/.test(text) && /skip|xfail/.test(text));
    return isForAll && isLeftOut ? [statement] : [];
  });
}
