import type { TextChange } from './change.ts';
import { testLanguageOf } from './languages.ts';
import type { Definition } from './test-file.ts';

/** What changed in the program that the tests are about. */
export interface ProgramChanges {
  /** The names of what was changed, added or removed, and of what uses it in the changed files. */
  readonly affected: ReadonlySet<string>;
  /** The names of what is not there any more. */
  readonly gone: ReadonlySet<string>;
  /** Files of the program that were deleted, without their endings: `src/cart`. */
  readonly deletedFiles: readonly string[];
  /** Words that the changed files held, and hold nowhere any more. */
  readonly vanishedWords: ReadonlySet<string>;
  /** Words and numbers that the changed files hold now, and held nowhere before. */
  readonly newWords: ReadonlySet<string>;
  /** Whether other versions of dependencies came in. */
  readonly hasOtherDependencies: boolean;
}

const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?/gu;

const MANIFEST =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|go\.sum|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|requirements[^/]*\.txt|gradle\.lockfile|libs\.versions\.toml|Gemfile\.lock|composer\.lock)$/;

/** Reads the changes of files that are no tests. */
export function programChanges(sources: readonly TextChange[]): ProgramChanges {
  const pairs = sources.map((one) => ({
    before: definitionsOf(one, one.before),
    after: definitionsOf(one, one.after),
  }));
  const before = pairs.flatMap((one) => one.before);
  const after = pairs.flatMap((one) => one.after);
  const afterNames = new Set(after.map(({ name }) => name));
  const oldWords = wordsOf(sources.map((one) => one.before));
  const currentWords = wordsOf(sources.map((one) => one.after));
  return {
    affected: closureOf(changedNames(pairs), [...before, ...after]),
    gone: new Set(before.map(({ name }) => name).filter((name) => !afterNames.has(name))),
    deletedFiles: sources
      .filter((one) => one.after === undefined)
      .map(({ path }) => path.replace(/\.[^./]+$/, '')),
    vanishedWords: without(oldWords, currentWords),
    newWords: without(currentWords, oldWords),
    hasOtherDependencies: sources.some(({ path }) => MANIFEST.test(path)),
  };
}

function definitionsOf({ path }: TextChange, text: string | undefined): readonly Definition[] {
  return text === undefined ? [] : (testLanguageOf(path)?.readDefinitions(text) ?? []);
}

function changedNames(
  pairs: readonly {
    readonly before: readonly Definition[];
    readonly after: readonly Definition[];
  }[],
): Set<string> {
  const names = new Set<string>();
  for (const { after, before } of pairs) {
    const [old, current] = [textsByName(before), textsByName(after)];
    for (const name of new Set([...old.keys(), ...current.keys()])) {
      if (old.get(name) !== current.get(name)) names.add(name);
    }
  }
  return names;
}

function textsByName(definitions: readonly Definition[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { name, text } of definitions) texts.set(name, `${texts.get(name) ?? ''}\n${text}`);
  return texts;
}

/** The names, and those of everything that mentions one of them. */
function closureOf(
  changed: ReadonlySet<string>,
  definitions: readonly Definition[],
): ReadonlySet<string> {
  const users = new Map<string, Set<string>>();
  const known = new Set(definitions.map(({ name }) => name));
  for (const { name, text } of definitions) {
    for (const word of wordsOf([text])) {
      if (!known.has(word)) continue;
      const names = users.get(word) ?? new Set();
      users.set(word, names.add(name));
    }
  }
  // A set is walked in the order of what was added, what is added on the way included.
  const affected = new Set(changed);
  for (const name of affected) for (const user of users.get(name) ?? []) affected.add(user);
  return affected;
}

/** The words and numbers of some texts. */
export function wordsOf(texts: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text?.match(WORDS) ?? []));
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}
