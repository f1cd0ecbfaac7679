import { type Expression, splitAt, textOf } from './expressions.ts';

/** The values of a composite literal, as canonical texts; undefined where an expression is none. */
export function rowsOf(expression: Expression): readonly string[] | undefined {
  if (expression.at(-1)?.text !== '}') return undefined;
  const open = indexOfLastBrace(expression);
  if (open < 0) return undefined;
  return splitAt(expression.slice(open + 1, -1), ',').map(textOf);
}

function indexOfLastBrace(expression: Expression): number {
  let depth = 0;
  for (let at = expression.length - 1; at >= 0; at -= 1) {
    const { kind, text } = expression[at] ?? { kind: 'symbol', text: '' };
    if (kind !== 'symbol') continue;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text)) depth -= 1;
    if (depth === 0 && text === '{') return at;
  }
  return -1;
}

/** The table that an expression names, or a part of it: `tests`, `tests[:2]`. Itself where it names none. */
export function tableOf(tables: ReadonlyMap<string, Expression>, over: Expression): Expression {
  const table = tables.get(over[0]?.text ?? '') ?? [];
  if (over.length === 1) return table;
  const bounds = boundsOf(over);
  return bounds === undefined ? over : partOf(table, bounds[0], bounds[1]);
}

/** The numbers of `[1:2]` behind a name. */
function boundsOf(over: Expression): readonly [from: number, to: number] | undefined {
  const bounds = /^\w+\[(\d*):(\d*)\]$/.exec(textOf(over));
  if (bounds === null || over.length > 6) return undefined;
  const [, from = '', to = ''] = bounds;
  return [Number(from), to === '' ? Number.POSITIVE_INFINITY : Number(to)];
}

/** A composite literal with some of its values only. */
function partOf(table: Expression, from: number, to: number): Expression {
  const open = table.at(-1)?.text === '}' ? indexOfLastBrace(table) : -1;
  const [brace, close, name] = [table[open], table.at(-1), table[0]];
  if (brace === undefined || close === undefined || name === undefined) return [];
  const comma = { ...brace, text: ',', value: ',' };
  const rows = splitAt(table.slice(open + 1, -1), ',').slice(from, to);
  return [...table.slice(0, open + 1), ...rows.flatMap((row) => [...row, comma]), close];
}

/** The rows that a loop with a counter goes over: `for i := 0; i < 2; i++ { tests[i] … }`. */
export function countedRows(
  tables: ReadonlyMap<string, Expression>,
  header: Expression,
  body: Expression,
): readonly string[] {
  const found = /^(\w+):=(\d+);\1(<=?)(\d+|len\(\w+\));/.exec(textOf(header));
  if (found === null) return [];
  const [, counter = '', from = '', order = '<', limit = ''] = found;
  const at = body.findIndex(
    ({ text }, index) =>
      text === '[' && body[index + 1]?.text === counter && body[index + 2]?.text === ']',
  );
  const table = tables.get(body[at - 1]?.text ?? '');
  if (at < 1 || table === undefined) return [];
  const to = /^\d/.test(limit)
    ? Number(limit) + (order === '<=' ? 1 : 0)
    : Number.POSITIVE_INFINITY;
  return rowsOf(partOf(table, Number(from), to)) ?? [];
}
