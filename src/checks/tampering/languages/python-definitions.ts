/** What a Python file defines, and what it takes from others. */

import { canonicalText, partsOf, type Range, type Source } from '../source.ts';
import type { Definition, Import } from '../test-file.ts';
import {
  assignmentIn,
  blockText,
  isDefinition,
  isText,
  nameOf,
  placeOf,
  type Statement,
  simpleName,
  statementsIn,
} from './python-syntax.ts';

/** Functions, methods, classes and constants, nested ones also alone. */
export function definitionsIn(
  source: Source,
  statements: readonly Statement[],
): readonly Definition[] {
  const definitions: Definition[] = [];
  const visit = (block: readonly Statement[], isInFunction: boolean): void => {
    for (const statement of block) {
      const name = definedName(source, statement, isInFunction);
      if (name !== undefined) {
        definitions.push({ name, line: statement.line, text: definitionText(source, statement) });
      }
      visit(statement.block, isInFunction || statement.keyword === 'def');
    }
  };
  visit(statements, false);
  return definitions;
}

/** The definitions of the top of a file, without those of the functions and classes that are left out. */
export function topDefinitions(
  source: Source,
  statements: readonly Statement[],
  isLeftOut: (statement: Statement) => boolean,
): readonly Definition[] {
  return [...statementsIn(statements, false)].flatMap((statement) => {
    const name = isLeftOut(statement) ? undefined : definedName(source, statement, false);
    return name === undefined
      ? []
      : [{ name, line: statement.line, text: definitionText(source, statement) }];
  });
}

function definedName(
  source: Source,
  statement: Statement,
  isInFunction: boolean,
): string | undefined {
  if (isDefinition(statement)) return nameOf(source, statement) || undefined;
  if (isInFunction) return undefined;
  const assigned = assignmentIn(source, statement);
  if (assigned !== undefined) return simpleName(source, assigned.target);
  const colon = statement.keyword === '' ? placeOf(source, statement.head, ':') : undefined;
  return colon === undefined
    ? undefined
    : simpleName(source, { from: statement.head.from, to: colon });
}

/** Everything that a definition says, its doc string and comments included. */
function definitionText(source: Source, statement: Statement): string {
  const { all, block } = statement;
  const first = block[0];
  const documented =
    first !== undefined && isText(source, first.head) ? canonicalText(source, first.head) : '';
  const from = source.tokens[all.from]?.line ?? 1;
  const to = source.tokens[all.to - 1]?.line ?? from;
  const comments: string[] = [];
  for (let at = firstCommentFrom(source, from); at < source.comments.length; at += 1) {
    const comment = source.comments[at];
    if (comment === undefined || comment.line > to) break;
    comments.push(comment.text.trim());
  }
  return [blockText(source, [statement]), documented, ...comments]
    .filter((text) => text !== '')
    .join('\n');
}

function firstCommentFrom({ comments }: Source, line: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every import, wherever it stands. */
export function importsIn(source: Source, statements: readonly Statement[]): readonly Import[] {
  return [...statementsIn(statements)].flatMap(({ head, keyword }) => {
    if (keyword === 'import') {
      return partsOf(source, { from: head.from + 1, to: head.to }).map((part) =>
        plainImport(source, part),
      );
    }
    return keyword === 'from' ? [importFrom(source, head)] : [];
  });
}

function plainImport(source: Source, part: Range): Import {
  const as = placeOf(source, part, 'as');
  const from = canonicalText(source, { from: part.from, to: as ?? part.to });
  const name =
    as === undefined
      ? from.replace(/\..*$/, '')
      : canonicalText(source, { from: as + 1, to: part.to });
  return { from, names: [name] };
}

function importFrom(source: Source, head: Range): Import {
  const at = placeOf(source, head, 'import') ?? head.to;
  const isBracketed = source.tokens[at + 1]?.text === '(';
  const list = isBracketed
    ? { from: at + 2, to: source.closing.get(at + 1) ?? head.to }
    : { from: at + 1, to: head.to };
  const names = partsOf(source, list)
    .filter(({ from, to }) => from < to)
    .map((part) =>
      canonicalText(source, {
        from: (placeOf(source, part, 'as') ?? part.from - 1) + 1,
        to: part.to,
      }),
    );
  return { from: canonicalText(source, { from: head.from + 1, to: at }), names };
}
