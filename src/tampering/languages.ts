import { BATS_LANGUAGE } from './languages/bats.ts';
import { CPP_LANGUAGE } from './languages/cpp.ts';
import { CSHARP_LANGUAGE } from './languages/csharp.ts';
import { GO_LANGUAGE } from './languages/go/go.ts';
import { JAVA_LANGUAGE } from './languages/java/java.ts';
import { JAVASCRIPT_LANGUAGE } from './languages/javascript/javascript.ts';
import { KOTLIN_LANGUAGE } from './languages/kotlin/kotlin.ts';
import { PHP_LANGUAGE } from './languages/php.ts';
import { PYTHON_LANGUAGE } from './languages/python/python.ts';
import { RUBY_LANGUAGE } from './languages/ruby.ts';
import { RUST_LANGUAGE } from './languages/rust/rust.ts';
import type { GrammarName } from './syntax/grammar-table.ts';
import type { Parse } from './syntax/node.ts';
import type { TestLanguage, TestReader } from './test-file.ts';
import { unreadLanguage } from './unread-languages.ts';

/** The languages whose tests are read. A new language is a module in `languages/` and one row here. */
const LANGUAGES: readonly TestLanguage[] = [
  JAVASCRIPT_LANGUAGE,
  PYTHON_LANGUAGE,
  GO_LANGUAGE,
  RUST_LANGUAGE,
  JAVA_LANGUAGE,
  KOTLIN_LANGUAGE,
  RUBY_LANGUAGE,
  PHP_LANGUAGE,
  BATS_LANGUAGE,
  CSHARP_LANGUAGE,
  CPP_LANGUAGE,
];

/** The grammars that some files are read by. */
export function grammarsOf(paths: Iterable<string>): ReadonlySet<GrammarName> {
  const names = new Set<GrammarName>();
  for (const path of paths) {
    const language = languageOf(path);
    if (language !== undefined) names.add(language.grammar(path));
  }
  return names;
}

/** Whether a file is a test by its name and text, in a language that is read or in one that is not. */
export function isTestFile(path: string, text: string): boolean {
  return languageOf(path)?.isTestFile(path, text) ?? unreadLanguage(path) !== undefined;
}

/** Reads files with some grammars: a file of a language whose grammar is not there is not read. */
export function readerWith(parsers: ReadonlyMap<GrammarName, Parse>): TestReader {
  return {
    languageOf,
    readTests: (path, text) => {
      const language = languageOf(path);
      const parse = language && parsers.get(language.grammar(path));
      return parse && language?.readTests(parse(text), path, parse);
    },
    readDefinitions: (path, text) => {
      const language = languageOf(path);
      const parse = language && parsers.get(language.grammar(path));
      return (parse && language?.readDefinitions(parse(text), path, parse)) ?? [];
    },
  };
}

function languageOf(path: string): TestLanguage | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension));
}
