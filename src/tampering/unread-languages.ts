import type { TextChange } from './change.ts';

/** Languages whose tests are not read: which files are tests of theirs, and what is said of those. A new row is a name and a pattern. */
const UNREAD_LANGUAGES: readonly (readonly [name: string, tests: RegExp])[] = [
  ['Clojure', /_test\.clj[cs]?$|(?:^|\/)test\/.*\.clj[cs]?$/],
  ['Dart', /_test\.dart$/],
  ['Elixir', /_test\.exs$/],
  ['Erlang', /(?:_SUITE|_tests)\.erl$/],
  ['F#', /(?:Tests?|Specs?)\.fs$|[Tt]ests?\/.*\.fs$/],
  ['Groovy', /(?:Tests?|Spec|IT)\.groovy$|(?:^|\/)src\/\w*[tT]est\/.*\.groovy$/],
  ['Haskell', /(?:Spec|Tests?)\.hs$|(?:^|\/)tests?\/.*\.hs$/],
  ['Julia', /(?:^|\/)test\/.*\.jl$/],
  ['Lua', /(?:_spec|_test)\.lua$|(?:^|\/)(?:spec|tests?)\/.*\.lua$/],
  ['Objective-C', /Tests?\.mm?$|(?:^|\/)[^/]*Tests?\/.*\.mm?$/],
  ['Perl', /(?:^|\/)x?t\/.*\.t$/],
  ['R', /(?:^|\/)test-?[^/]*\.[rR]$/],
  ['Scala', /(?:Tests?|Spec|Suite)\.scala$|(?:^|\/)src\/test\/.*\.scala$/],
  ['shell without bats', /(?:_test|_spec)\.sh$/],
  ['Svelte and Vue', /\.(?:test|spec)\.(?:svelte|vue)$/],
  ['Swift', /Tests?\.swift$|(?:^|\/)[^/]*Tests\/.*\.swift$/],
  ['Zig', /(?:^|\/)tests?\/.*\.zig$/],
]; // biome-ignore format: a table

/** The name of the language of a test file that is not read; undefined for any other file. */
export function unreadLanguage(path: string): string | undefined {
  return UNREAD_LANGUAGES.find(([, tests]) => tests.test(path))?.[0];
}

/** What is said of the changed tests whose language is not read, by its name and the number of files; nothing where there are none. */
export function unreadNotes(changes: readonly TextChange[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of changes) {
    const name = unreadLanguage(path);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const told = [...counts]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, count]) => `${name} (${count} ${count === 1 ? 'file' : 'files'})`);
  return [`Not examined, tests in a language that is not read: ${told.join(', ')}.`];
}
