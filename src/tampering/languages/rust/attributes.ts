import { type Mode, RUNS, strongestMode } from '../../reading/modes.ts';
import { isComment, type SyntaxNode } from '../../syntax/node.ts';
import type { TestMode } from '../../test-file.ts';
import { canonical } from './dialect.ts';

/** What attributes say of a function or module: that it is a test, whether it runs, and its cases. */

/** Last names of attributes that make a function a test. */
const TEST =
  /^(?:test|rstest|test_case|case|wasm_bindgen_test|quickcheck|parameterized|test_matrix|proptest|gtest|case_matrix|googletest_test)$/;

/** The attributes above an item, or at the top of a file. */
export function attributesOf(item: SyntaxNode): readonly SyntaxNode[] {
  if (item.type === 'source_file')
    return item.named
      .filter(({ type }) => type === 'inner_attribute_item')
      .flatMap((one) => one.named);
  const siblings = item.parent?.children ?? [];
  const found: SyntaxNode[] = [];
  for (let at = siblings.indexOf(item) - 1; at >= 0; at -= 1) {
    const one = siblings[at];
    if (one?.type === 'attribute_item') found.unshift(...one.named);
    else if (one === undefined || !isComment(one)) break;
  }
  return found;
}

/** The last name of an attribute's path: `test` of `tokio::test(flavor = "…")`. */
export function attributeName(attribute: SyntaxNode): string {
  return /\w*$/.exec(attribute.named[0]?.text ?? '')?.[0] ?? '';
}

/** Whether an item is a function that its attributes make a test. */
export function isTest(item: SyntaxNode): boolean {
  return (
    item.type === 'function_item' && attributesOf(item).some((one) => TEST.test(attributeName(one)))
  );
}

/** Whether an item serves tests only. */
export function isOfTests(item: SyntaxNode): boolean {
  if (!/_item$|^macro_/.test(item.type)) return false;
  if (isTest(item)) return true;
  if (item.type === 'mod_item' && /^tests?$/.test(item.child('name')?.text ?? '')) return true;
  return attributesOf(item).some((one) => /^cfg\((?:all\()?test\b/.test(canonical(one)));
}

/** What attributes do to whether a test or a module runs. */
export function modeOf(item: SyntaxNode): Mode {
  return strongestMode(
    attributesOf(item).map((attribute) => {
      const text = canonical(attribute);
      const mode = modeOfText(text);
      return mode === 'runs' ? RUNS : { mode, text: `#[${text}]` };
    }),
  );
}

function modeOfText(text: string): TestMode {
  if (/^ignore(?:=|$)/.test(text)) return 'skipped';
  const applied = /^cfg_attr\((.*),ignore(?:=.*)?\)$/s.exec(text)?.[1];
  if (applied !== undefined)
    return /^(?:all\(\)|test|not\(any\(\)\)|true)$/.test(applied) ? 'skipped' : 'conditional';
  const condition = /^cfg\((.*)\)$/s.exec(text)?.[1];
  const isSure = /^(?:test|all\(\)|all\(test\)|any\(test\)|true|not\(any\(\)\))$/;
  if (condition === undefined || isSure.test(condition)) return 'runs';
  const isNever = /^(?:any\(\)|false|FALSE|not\(test\)|not\(all\(\)\)|never|disabled|none)$/;
  const isPartNever = /^all\((?:.*,)?(?:any\(\)|not\(test\)|false|FALSE)(?:,.*)?\)$/s;
  if (isNever.test(condition) || isPartNever.test(condition)) return 'skipped';
  // `any(test, feature = "…")` holds in each test.
  return /^any\((?:.*,)?test(?:,.*)?\)$/s.test(condition) ? 'runs' : 'conditional';
}

/** Cases that attributes give: `#[case(1, 2)]`, `#[test_case(1, 2 => 3)]`, `#[values(1, 2)]` of a parameter. */
export function casesOf(item: SyntaxNode): readonly string[] {
  const own = attributesOf(item).flatMap((attribute) => {
    const text = canonical(attribute);
    const found =
      /^(?:rstest::|test_case::)?(?:case|test_case|test_matrix)(?:::\w+)?\((.*)\)$/s.exec(text);
    return found?.[1] ?? [];
  });
  const values = [...(item.child('parameters')?.within() ?? [])].filter(
    (one) => one.type === 'attribute' && attributeName(one) === 'values',
  );
  return [...own, ...values.flatMap((one) => partsOf(one.childOf('token_tree')).map(textOfParts))];
}

/** The parts between commas, or semicolons, in brackets. */
export function partsOf(
  list: SyntaxNode | undefined,
  separator = ',',
): readonly (readonly SyntaxNode[])[] {
  const parts: SyntaxNode[][] = [[]];
  for (const one of (list?.children ?? []).slice(1, -1)) {
    if (one.type === separator) parts.push([]);
    else parts.at(-1)?.push(one);
  }
  return parts.filter((one) => one.length > 0);
}

export function textOfParts(parts: readonly SyntaxNode[]): string {
  return parts.map(canonical).join('');
}
