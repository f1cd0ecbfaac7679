import { RUNS } from '../../reading/modes.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Import } from '../../test-file.ts';
import type { AssertingNames } from './asserting.ts';
import { canonical, JAVASCRIPT_DIALECT as JAVASCRIPT, stringIn } from './dialect.ts';
import type { TestName } from './test-calls.ts';

/** What a file of JavaScript takes from others, and under which names it asserts and makes tests. */

/** What a file imports, each name with the one that it has where it comes from. */
export interface NamedImport extends Import {
  readonly originals: ReadonlyMap<string, string>;
}

export function importsIn(root: SyntaxNode): readonly NamedImport[] {
  return [...root.within()].flatMap((node): readonly NamedImport[] => {
    if (node.type === 'import_statement' || node.type === 'export_statement') {
      const from = stringIn(
        node.child('source') ?? node.childOf('import_require_clause')?.child('source'),
      );
      return from === undefined ? [] : [importOf(from, namesOf(node))];
    }
    const call = node.type === 'call_expression' ? JAVASCRIPT.call(node) : undefined;
    const from = stringIn(call?.args[0]?.value);
    const isImport = call?.path === 'require' || call?.path === 'import';
    return isImport && from !== undefined ? [importOf(from, takenBy(node))] : [];
  });
}

function importOf(from: string, originals: ReadonlyMap<string, string>): NamedImport {
  return { from, names: [...originals.keys()], originals };
}

function namesOf(statement: SyntaxNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const node of statement.within()) {
    if (node.type === 'import_specifier' || node.type === 'export_specifier') {
      const own = node.child('name')?.text ?? '';
      names.set(node.child('alias')?.text ?? own, own);
    } else if (
      node.type === 'identifier' &&
      /^(?:import_clause|namespace_import|import_require_clause)$/.test(node.parent?.type ?? '')
    )
      names.set(node.text, 'default');
  }
  return names;
}

/** `const { a: b } = require('x')`, `const x = await import('x')`, `const y = require('x').y`. */
function takenBy(call: SyntaxNode): ReadonlyMap<string, string> {
  let value = call;
  let member = 'default';
  while (
    value.parent !== undefined &&
    /^(?:await|member|parenthesized)_expression$/.test(value.parent.type)
  ) {
    value = value.parent;
    if (value.type === 'member_expression') member = value.child('property')?.text ?? member;
  }
  const names = new Map<string, string>();
  const declarator = value.parent;
  if (declarator?.type !== 'variable_declarator') return names;
  for (const { name, part } of JAVASCRIPT.bindings(declarator))
    names.set(name, part === undefined ? member : part.replace(/^\./, ''));
  return names;
}

const ASSERT_MODULES =
  /^(?:node:)?assert(?:\/strict)?$|^(?:chai|ava|tape|tap|uvu|uvu\/assert|power-assert|@hapi\/code|qunit|unexpected)$|std@?[^/]*\/(?:testing|assert)|@std\/assert|^jsr:@std\/assert/;
const TEST_MODULES =
  /^(?:node:test|vitest|@jest\/globals|mocha|ava|tape|tap|uvu|bun:test|jasmine|@playwright\/test|qunit|@japa\/runner)$|@std\/testing/;
/** Names by which test files give parameters their asserting object. */
const TEST_PARAMETERS = ['t', 'st', 'tt', 't1', 't2'];

/** Under which names a file asserts. */
export function assertingNames(imports: readonly NamedImport[]): AssertingNames {
  const functions = new Map<string, string>();
  const owners = new Set(TEST_PARAMETERS);
  for (const { from, originals } of imports) {
    const isAssert = ASSERT_MODULES.test(from);
    if (!isAssert && !TEST_MODULES.test(from)) continue;
    for (const [name, own] of originals) {
      const isOwner = isAssert && /^(?:default|assert|strict)$/.test(own);
      if (isOwner && !/^(?:test|it)$/.test(name)) owners.add(name);
      else if (isAssert || own === 'expect' || own === 'assert') functions.set(name, own);
    }
  }
  return { functions, owners, isBrowser: imports.some(({ from }) => /playwright/.test(from)) };
}

/** Other names for what makes tests: what is imported by another name, and `const maybe = ci ? it.skip : it`. */
export function testNamesOf(
  root: SyntaxNode,
  imports: readonly NamedImport[],
): ReadonlyMap<string, TestName> {
  const names = new Map<string, TestName>();
  for (const { from, originals } of imports) {
    if (!TEST_MODULES.test(from)) continue;
    for (const [name, own] of originals) {
      const isWhole = own === 'default' && /^(?:node:test|ava|tape)$/.test(from);
      const kind = kindOf(isWhole ? 'test' : own);
      if (kind !== undefined && name !== own) names.set(name, { kind, mode: RUNS });
    }
  }
  for (const node of root.within()) {
    if (node.type !== 'variable_declarator') continue;
    const [name, value] = [node.child('name'), node.child('value')];
    const found = value === undefined ? undefined : aliasOf(canonical(value), names);
    if (name?.type === 'identifier' && found !== undefined) names.set(name.text, found);
  }
  return names;
}

function kindOf(name: string): TestName['kind'] | undefined {
  if (/^(?:it|test|specify)$/.test(name)) return 'test';
  return /^(?:describe|context|suite)$/.test(name) ? 'suite' : undefined;
}

function aliasOf(text: string, names: ReadonlyMap<string, TestName>): TestName | undefined {
  const extended = /^(\w+)\.extend(?:<.*>)?\(/s.exec(text)?.[1];
  if (extended !== undefined) {
    const isTest =
      kindOf(extended) === 'test' || names.has(extended) || extended.startsWith('base');
    return isTest ? { kind: 'test', mode: RUNS } : undefined;
  }
  const plain =
    text.length > 200
      ? null
      : /(?:^|[?:(])(it|test|specify|describe|context|suite)((?:\.(?:skip|only|todo|fails|failing|concurrent|fixme))*)(?=$|[:)])/.exec(
          text,
        );
  const kind = kindOf(plain?.[1] ?? '');
  if (kind === undefined) return undefined;
  const isOff = /\.(?:skip|todo|fixme)/.test(text);
  if (text.includes('?')) return { kind, mode: isOff ? { mode: 'conditional', text } : RUNS };
  if (isOff) return { kind, mode: { mode: 'skipped', text } };
  if (text.includes('.only')) return { kind, mode: { mode: 'focused', text } };
  return { kind, mode: text.includes('.fail') ? { mode: 'expected-to-fail', text } : RUNS };
}
