/** The classes of a Python file: which hold tests, what they inherit and what they give to their names. */

import type { Range, Source } from '../source.ts';
import { canonicalText } from '../source.ts';
import type { PythonFile } from './python-file.ts';
import { moduleModes } from './python-stops.ts';
import { lastName, nameOf, parametersOf, type Statement } from './python-syntax.ts';
import { valuesAssigned } from './python-values.ts';

/** Classes above a class, as far as they are looked at. */
const MOST_BASES = 4;

/** A class of which a runner collects the methods. */
export function isTestClass(file: PythonFile, statement: Statement): boolean {
  const { source, values } = file;
  const name = nameOf(source, statement);
  const isOff = statement.block.some((one) =>
    moduleModes(values, one).some(({ text }) => text.startsWith('__test__')),
  );
  if (isOff) return false;
  if (isUnittest(file, statement, 0) || /Mixin|Base|Abstract|Contract/.test(name)) return true;
  const hasInit = statement.block.some(
    (one) => one.keyword === 'def' && nameOf(source, one) === '__init__',
  );
  if (/^Test/.test(name)) return !hasInit;
  return (file.testBases.get(name) ?? []).some((one) => one !== statement);
}

function isUnittest(file: PythonFile, statement: Statement, depth: number): boolean {
  return basesOf(file.source, statement).some((base) => {
    const own = file.classes.get(base);
    if (own !== undefined && own !== statement)
      return depth < 9 && isUnittest(file, own, depth + 1);
    return /Test|TestCase$/.test(lastName(base));
  });
}

/** What the classes of a file give to their names, with that of the class: `TestCart.ROWS`; what they inherit included. */
export function attributesOf(
  source: Source,
  classes: ReadonlyMap<string, Statement>,
): ReadonlyMap<string, Range> {
  const found = new Map<string, Range>();
  const take = (name: string, from: Statement, depth: number): void => {
    for (const [key, value] of valuesAssigned(source, from.block, false)) {
      if (!found.has(`${name}.${key}`)) found.set(`${name}.${key}`, value);
    }
    for (const base of basesOf(source, from)) {
      const own = classes.get(base);
      if (own !== undefined && depth < MOST_BASES) take(name, own, depth + 1);
    }
  };
  for (const [name, statement] of classes) take(name, statement, 0);
  return found;
}

/** The classes that are called tests, by the names of their bases. */
export function testBasesOf(
  source: Source,
  classes: Iterable<Statement>,
): ReadonlyMap<string, readonly Statement[]> {
  const found = new Map<string, Statement[]>();
  for (const one of classes) {
    if (!/^Test|Test(s|Case)?$/.test(nameOf(source, one))) continue;
    for (const base of basesOf(source, one)) found.set(base, [...(found.get(base) ?? []), one]);
  }
  return found;
}

/** The bases of a class, as they are written. */
export function basesOf(source: Source, statement: Statement): readonly string[] {
  return parametersOf(source, statement).flatMap(({ name, value }) =>
    name === undefined ? [canonicalText(source, value)] : [],
  );
}
