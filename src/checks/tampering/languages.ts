import { COMMON_LANGUAGES } from './languages/common.ts';
import { GO } from './languages/go.ts';
import { JAVASCRIPT } from './languages/javascript.ts';
import { JAVA, KOTLIN } from './languages/jvm.ts';
import { PYTHON } from './languages/python.ts';
import { RUST } from './languages/rust.ts';
import type { TestLanguage } from './test-file.ts';

/** The languages whose tests are read. A new language is a module in `languages/` and one row here. */
const TEST_LANGUAGES: readonly TestLanguage[] = [
  JAVASCRIPT,
  PYTHON,
  GO,
  RUST,
  JAVA,
  KOTLIN,
  ...COMMON_LANGUAGES,
];

/** The language of a file by its name; undefined where its tests are not read. */
export function testLanguageOf(path: string): TestLanguage | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return TEST_LANGUAGES.find(({ extensions }) => extensions.includes(extension));
}
