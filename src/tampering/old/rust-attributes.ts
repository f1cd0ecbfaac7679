import type { TestMode } from '../test-file.ts';
import { type Collection, restrict } from './collection.ts';
import { canonicalText, type Range, type Source } from './source.ts';

/** Last names of attributes that make a function a test. */
const TESTS = new Set([
  'test', 'rstest', 'test_case', 'case', 'wasm_bindgen_test', 'quickcheck', 'parameterized', 'test_matrix', 'proptest',
  'gtest', 'case_matrix', 'googletest_test',
]); // biome-ignore format: a table

/** Whether attributes make a function a test. */
export function isTestBy(source: Source, attributes: readonly Range[]): boolean {
  return attributes.some((attribute) => TESTS.has(nameOf(source, attribute)));
}

/** The last name of an attribute's path: `test` of `tokio::test(flavor = "…")`. */
export function nameOf({ tokens }: Source, { from, to }: Range): string {
  let name = '';
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'word') name = token.text;
    else if (token?.text !== '::') break;
  }
  return name;
}

/** What attributes of a test or of a module do to whether it runs. */
export function restrictBy(
  source: Source,
  attributes: readonly Range[],
  into: Pick<Collection, 'mode' | 'modeText'>,
): void {
  for (const attribute of attributes) {
    const text = canonicalText(source, attribute);
    const mode = modeOf(text);
    if (mode !== 'runs') restrict(into, mode, `#[${text}]`);
  }
}

function modeOf(text: string): TestMode {
  if (/^ignore(?:=|$)/.test(text)) return 'skipped';
  const applied = /^cfg_attr\((.*),ignore(?:=.*)?\)$/s.exec(text)?.[1];
  if (applied !== undefined)
    return /^(?:all\(\)|test|not\(any\(\)\)|true)$/.test(applied) ? 'skipped' : 'conditional';
  const condition = /^cfg\((.*)\)$/s.exec(text)?.[1];
  if (condition === undefined) return 'runs';
  if (/^(?:test|all\(\)|all\(test\)|any\(test\)|true|not\(any\(\)\))$/.test(condition))
    return 'runs';
  const isNever = /^(?:any\(\)|false|FALSE|not\(test\)|not\(all\(\)\)|never|disabled|none)$/;
  if (
    isNever.test(condition) ||
    /^all\((?:.*,)?(?:any\(\)|not\(test\)|false|FALSE)(?:,.*)?\)$/s.test(condition)
  ) {
    return 'skipped';
  }
  // `any(test, feature = "…")` holds in each test.
  return /^any\((?:.*,)?test(?:,.*)?\)$/s.test(condition) ? 'runs' : 'conditional';
}

/** Cases that attributes give: `#[case(1, 2)]`, `#[test_case(1, 2 => 3)]`. */
export function casesOf(source: Source, attributes: readonly Range[]): readonly string[] {
  return attributes.flatMap((attribute) => {
    const text = canonicalText(source, attribute);
    const found =
      /^(?:rstest::|test_case::)?(?:case|test_case|test_matrix)(?:::\w+)?\((.*)\)$/s.exec(text);
    return found?.[1] === undefined ? [] : [found[1]];
  });
}
