import { GO_LANGUAGE } from './languages/go/go.ts';
import { JAVA_LANGUAGE } from './languages/java/java.ts';
import { JAVASCRIPT_LANGUAGE } from './languages/javascript/javascript.ts';
import { KOTLIN_LANGUAGE } from './languages/kotlin/kotlin.ts';
import { PYTHON_LANGUAGE } from './languages/python/python.ts';
import { RUST_LANGUAGE } from './languages/rust/rust.ts';
import { COMMON_LANGUAGES } from './old/common.ts';
import type { GrammarName } from './syntax/grammar-table.ts';
import type { Parse } from './syntax/node.ts';
import type { GrammarLanguage, TestLanguage, TestReader } from './test-file.ts';

/** The languages that are read by their grammars. A new language is a folder in `languages/` and one row here. */
const LANGUAGES: readonly GrammarLanguage[] = [
  JAVASCRIPT_LANGUAGE,
  PYTHON_LANGUAGE,
  GO_LANGUAGE,
  RUST_LANGUAGE,
  JAVA_LANGUAGE,
  KOTLIN_LANGUAGE,
];

/** Those that are read without one. */
const OTHER_LANGUAGES: readonly TestLanguage[] = COMMON_LANGUAGES;

/** The grammars that some files are read by. */
export function grammarsOf(paths: Iterable<string>): ReadonlySet<GrammarName> {
  const names = new Set<GrammarName>();
  for (const path of paths) {
    const language = ofExtension(LANGUAGES, path);
    if (language !== undefined) names.add(language.grammar(path));
  }
  return names;
}

/** Whether a file is a test by its name and text. */
export function isTestFile(path: string, text: string): boolean {
  return languageOf(path)?.isTestFile(path, text) === true;
}

/** Reads files with some grammars: a file of a language whose grammar is not there is not read. */
export function readerWith(parsers: ReadonlyMap<GrammarName, Parse>): TestReader {
  return {
    languageOf,
    readTests: (path, text) => {
      const language = ofExtension(LANGUAGES, path);
      if (language === undefined) return ofExtension(OTHER_LANGUAGES, path)?.readTests(text, path);
      const parse = parsers.get(language.grammar(path));
      return parse === undefined ? undefined : language.readTests(parse(text), path, parse);
    },
    readDefinitions: (path, text) => {
      const language = ofExtension(LANGUAGES, path);
      if (language === undefined)
        return ofExtension(OTHER_LANGUAGES, path)?.readDefinitions(text) ?? [];
      const parse = parsers.get(language.grammar(path));
      return parse === undefined ? [] : language.readDefinitions(parse(text), path, parse);
    },
  };
}

function languageOf(path: string): GrammarLanguage | TestLanguage | undefined {
  return ofExtension<GrammarLanguage | TestLanguage>([...LANGUAGES, ...OTHER_LANGUAGES], path);
}

function ofExtension<Language extends Pick<TestLanguage, 'extensions'>>(
  languages: readonly Language[],
  path: string,
): Language | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return languages.find(({ extensions }) => extensions.includes(extension));
}
