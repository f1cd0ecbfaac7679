/** The cases of a Python test: rows of `parametrize`, examples of hypothesis, values that a loop goes through. */
import { canonicalText, insideOf, partsOf, type Range } from '../source.ts';
import { type Argument, argumentsAt, callIn, lastName, placeOf } from './python-syntax.ts';
import { attributeOf, standsFor, type Values } from './python-values.ts';

export interface Cases {
  readonly cases: readonly string[];
  /** Whether there are more that cannot be counted. */
  readonly hasOthers: boolean;
}

const MOST_STEPS = 20;
const NONE: Cases = { cases: [], hasOthers: false };
const UNKNOWN: Cases = { cases: [], hasOthers: true };

/** The elements of a list, tuple, set or dict that is written out, also through names; others cannot be counted. */
export function literalCases(values: Values, range: Range, depth = 0): Cases {
  const { source } = values;
  // A name may be made of itself: `rows = list(rows)`.
  if (depth > MOST_STEPS) return UNKNOWN;
  const named = standsFor(values, range);
  const attribute = attributeOf(values, named);
  const own = attribute === undefined ? named : standsFor(values, attribute);
  const slice = sliceIn(values, own);
  if (slice !== undefined) {
    const { cases, hasOthers } = literalCases(values, slice.list, depth + 1);
    return { cases: cases.slice(...slice.bounds), hasOthers };
  }
  const call = callIn(source, own);
  const [first] = call?.args ?? [];
  if (
    call !== undefined &&
    first !== undefined &&
    /^(enumerate|list|tuple|sorted|set|reversed|iter)$/.test(call.name)
  ) {
    return literalCases(values, first.value, depth + 1);
  }
  if (
    call !== undefined &&
    /^(items|keys|values)$/.test(lastName(call.name)) &&
    call.args.length === 0
  ) {
    return literalCases(values, { from: call.callee.from, to: call.callee.to - 2 }, depth + 1);
  }
  const plus = placeOf(source, own, '+');
  if (plus !== undefined && plus > own.from) {
    return joined([
      literalCases(values, { from: own.from, to: plus }, depth + 1),
      literalCases(values, { from: plus + 1, to: own.to }, depth + 1),
    ]);
  }
  const open = source.tokens[own.from]?.text ?? '';
  const isDisplay = /^[[({]$/.test(open) && source.closing.get(own.from) === own.to - 1;
  if (!isDisplay) return UNKNOWN;
  const known = values.tables?.get(own.from);
  if (known !== undefined) return { cases: known, hasOthers: false };
  const inside = insideOf(source, own.from);
  if (placeOf(source, inside, 'for') !== undefined) return UNKNOWN;
  const parts = partsOf(source, inside);
  const found = joined(parts.map((part) => elementCases(values, part, depth + 1)));
  // What is spread may be a name of one function.
  const isFixed = !parts.some(({ from }) => /^\*/.test(source.tokens[from]?.text ?? ''));
  if (isFixed && !found.hasOthers) values.tables?.set(own.from, found.cases);
  return found;
}

/** `ROWS[:2]`: a part of a list, and from where to where. */
function sliceIn(
  { source }: Values,
  { from, to }: Range,
): { readonly list: Range; readonly bounds: readonly [number, number | undefined] } | undefined {
  let open = from;
  while (open < to && source.closing.get(open) !== to - 1) {
    open = (source.closing.get(open) ?? open) + 1;
  }
  if (open <= from || source.tokens[open]?.text !== '[' || to - open > 8) return undefined;
  const bounds = /^(-?\d*):(-?\d*)$/.exec(canonicalText(source, insideOf(source, open)));
  if (bounds === null) return undefined;
  const end = bounds[2] === '' ? undefined : Number(bounds[2]);
  return { list: { from, to: open }, bounds: [Number(bounds[1]), end] };
}

function elementCases(values: Values, part: Range, depth = 0): Cases {
  const { source } = values;
  if (part.from >= part.to) return NONE;
  if (/^\*{1,2}$/.test(source.tokens[part.from]?.text ?? '')) {
    return literalCases(values, { from: part.from + 1, to: part.to }, depth + 1);
  }
  const call = callIn(source, part);
  if (call === undefined || lastName(call.name) !== 'param') {
    return { cases: [canonicalText(source, part)], hasOthers: false };
  }
  const marks = call.args.find(({ name }) => name === 'marks');
  const isSkipped =
    marks !== undefined && /\b(skip|xfail)\b/.test(canonicalText(source, marks.value));
  if (isSkipped) return NONE;
  const texts = call.args
    .filter(({ name }) => name === undefined)
    .map(({ value }) => canonicalText(source, value));
  return {
    cases: [texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(',')})`],
    hasOthers: false,
  };
}

/** Several sets of cases as one. */
export function joined(all: readonly Cases[]): Cases {
  return {
    cases: all.flatMap(({ cases }) => cases),
    hasOthers: all.some(({ hasOthers }) => hasOthers),
  };
}

/** The cases that a decorator or a mark gives, without its `@`. */
export function decoratorCases(values: Values, decorator: Range): Cases {
  const { source } = values;
  const own = standsFor(values, decorator);
  const call = callIn(source, own);
  if (call === undefined) return NONE;
  switch (lastName(call.name)) {
    case 'parametrize': {
      const rows =
        call.args.find(({ name }) => name === 'argvalues') ?? call.args.filter(isPlain)[1];
      return rows === undefined ? UNKNOWN : literalCases(values, rows.value);
    }
    case 'expand':
    case 'parameterized':
    case 'parameterized_class':
      return call.args[0] === undefined ? UNKNOWN : literalCases(values, call.args[0].value);
    case 'data':
    case 'idata':
      return joined(call.args.map(({ value }) => elementCases(values, value)));
    case 'example':
      return { cases: [`(${argumentTexts(values, call.args)})`], hasOthers: false };
    case 'given':
      return UNKNOWN;
    case 'fixture': {
      const params = call.args.find(({ name }) => name === 'params');
      return params === undefined ? NONE : literalCases(values, params.value);
    }
    default:
      return NONE;
  }
}

function isPlain({ name }: Argument): boolean {
  return name === undefined;
}

function argumentTexts({ source }: Values, args: readonly Argument[]): string {
  return args
    .map(
      ({ name, value }) => `${name === undefined ? '' : `${name}=`}${canonicalText(source, value)}`,
    )
    .join(',');
}

/** The marks of `pytestmark = …`: one, or those of a list. */
export function marksIn({ source }: Values, value: Range): readonly Range[] {
  const isList =
    /^[[(]$/.test(source.tokens[value.from]?.text ?? '') &&
    source.closing.get(value.from) === value.to - 1;
  return isList ? argumentsAt(source, value.from).map((one) => one.value) : [value];
}
