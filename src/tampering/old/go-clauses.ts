import { type Claim, claim, claimsOf } from './claims.ts';
import { type Expression, expressionIn, indexOfSymbol, textOf } from './expressions.ts';
import { goDialect } from './go-claims.ts';
import type { Scope } from './scope.ts';
import { partsOf, type Range, type Source } from './source.ts';

/** A `case` of a `switch` or `select`. */
export interface Clause {
  /** What stands between `case` and its colon; undefined for `default`. */
  readonly values: readonly Expression[] | undefined;
  readonly body: Range;
}

/** What it says that a clause fails. */
export function claimsOfClause(
  tag: Expression,
  { values }: Clause,
  passing: readonly Clause[],
  isSelect: boolean,
  scope: Scope,
): readonly Claim[] {
  const dialect = goDialect(scope);
  const others = passing.flatMap((one) => one.values ?? []);
  if (isSelect) return [claim('runs', textOf(others[0] ?? []))];
  if (tag.length === 0) {
    if (values !== undefined) return values.flatMap((one) => claimsOf(one, false, dialect));
    const [only] = others;
    return only !== undefined && others.length === 1 ? claimsOf(only, true, dialect) : [];
  }
  const isType = textOf(tag).endsWith('.(type)');
  const about = isType ? tag.slice(Math.max(0, indexOfSymbol(tag, [':=']) + 1), -4) : tag;
  const expected = (values ?? others).map(textOf).join('|');
  const negated = values !== undefined;
  return [
    claim(isType ? 'instance' : 'equal', textOf(dialect.plain(about)), { expected, negated }),
  ];
}

/** The clauses of a `switch` or `select`, of what stands inside of its braces. */
export function clausesOf(source: Source, inside: Range): readonly Clause[] {
  const starts: number[] = [];
  for (let at = inside.from; at < inside.to; at += 1) {
    const token = source.tokens[at];
    if (token?.isFirstOfLine && /^(?:case|default)$/.test(token.text)) starts.push(at);
    at = Math.min(source.closing.get(at) ?? at, inside.to);
  }
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? inside.to;
    const colon = partsOf(source, { from, to }, ':')[0]?.to ?? to;
    const isDefault = source.tokens[from]?.text === 'default';
    const values = partsOf(source, { from: from + 1, to: colon }).map((part) =>
      expressionIn(source, part),
    );
    return [{ values: isDefault ? undefined : values, body: { from: colon + 1, to } }];
  });
}
