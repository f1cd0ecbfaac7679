import type { ProjectFiles, TextChange } from '../change.ts';
import type { Definition, TestReader } from '../test-file.ts';
import { type Reaches, reachOf } from './reach.ts';
import { isTestChange } from './side.ts';
import { WORDS, wordsOf } from './words.ts';

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
  /** Words of the lines that went which are not in those that came in. */
  readonly droppedWords: ReadonlySet<string>;
  /** Words and numbers of the lines that came in which are not in those that went. */
  readonly newWords: ReadonlySet<string>;
  /** The lines that went, and those that came in. */
  readonly removedLines: string;
  readonly addedLines: string;
  /** Whether other versions of dependencies came in. */
  readonly hasOtherDependencies: boolean;
  /** Whether a test file reaches something that changed, through files that did not. */
  readonly isReachedFrom: Reaches;
}

const LOCKFILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|go\.(?:sum|mod)|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|requirements[^/]*\.(?:txt|in)|gradle\.lockfile|libs\.versions\.toml|Gemfile\.lock|composer\.lock)$/;
const MANIFEST =
  /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|pom\.xml|[^/]+\.gradle(?:\.kts)?|Gemfile|composer\.json|[^/]+\.csproj)$/;

/** `"^2.0.0-beta.1"`, `>=1.4`, `= "4"`. */
const VERSION = /["'=\s^~><@]v?\d+(?:\.\d+)+|["'=^~><]\s*v?\d+["',\s]/;

/** Whether a manifest asks for other versions of something. */
function hasOtherVersions({ after, before, path }: TextChange): boolean {
  if (LOCKFILE.test(path)) return true;
  return MANIFEST.test(path) && before !== undefined && VERSION.test(linesOnlyIn(after, before));
}

/** The lines of a text that another does not have. */
function linesOnlyIn(text: string | undefined, other: string | undefined): string {
  const known = new Set(other?.split('\n').map((line) => line.trim()));
  return (text?.split('\n') ?? []).filter((line) => !known.has(line.trim())).join('\n');
}

/** Reads the changes of the program: of files that are no tests, and of the program in files that hold both. */
export function programChanges(
  change: readonly TextChange[],
  reader: TestReader,
  project?: ProjectFiles,
): ProgramChanges {
  const sources = change.flatMap((one) => programOf(one, reader));
  const pairs = sources.map((one) => ({
    before: one.before?.definitions ?? [],
    after: one.after?.definitions ?? [],
  }));
  const before = pairs.flatMap((one) => one.before);
  const after = pairs.flatMap((one) => one.after);
  const afterNames = new Set(after.map(({ name }) => name));
  const oldWords = wordsOf(sources.map((one) => one.before?.text));
  const currentWords = wordsOf(sources.map((one) => one.after?.text));
  const removedLines = sources
    .map((one) => linesOnlyIn(one.before?.text, one.after?.text))
    .join('\n');
  const addedLines = sources
    .map((one) => linesOnlyIn(one.after?.text, one.before?.text))
    .join('\n');
  const affected = closureOf(changedNames(pairs), [...before, ...after]);
  return {
    affected,
    isReachedFrom: reachOf(change, { affected, project, reader }),
    gone: new Set(before.map(({ name }) => name).filter((name) => !afterNames.has(name))),
    deletedFiles: sources
      .filter((one) => one.after === undefined)
      .map(({ path }) => path.replace(/\.[^./]+$/, '')),
    vanishedWords: telling(without(oldWords, currentWords)),
    droppedWords: telling(without(wordsOf([removedLines]), wordsOf([addedLines]))),
    newWords: without(wordsOf([addedLines]), wordsOf([removedLines])),
    removedLines,
    addedLines,
    hasOtherDependencies: change.some(hasOtherVersions),
  };
}

/** A file of the program, without the tests in it. */
interface ProgramFile {
  readonly path: string;
  readonly before: ProgramText | undefined;
  readonly after: ProgramText | undefined;
}

interface ProgramText {
  readonly text: string;
  readonly definitions: readonly Definition[];
}

/** What a change is to the program; none where the file is nothing but tests. */
function programOf(change: TextChange, reader: TestReader): readonly ProgramFile[] {
  const { after, before, path } = change;
  const language = reader.languageOf(path);
  const holdsTests = isTestChange(change, reader);
  const isProgram = language?.hasTestsInProgram === true && !language.isTestFile(path, '');
  if (holdsTests && !isProgram) return [];
  const read = (text: string | undefined): ProgramText | undefined => {
    if (text === undefined) return undefined;
    const definitions = reader.readDefinitions(path, text);
    return {
      text: holdsTests ? definitions.map((one) => one.text).join('\n') : text,
      definitions,
    };
  };
  return [{ path, before: read(before), after: read(after) }];
}

function changedNames(
  pairs: readonly {
    readonly before: readonly Definition[];
    readonly after: readonly Definition[];
  }[],
): Set<string> {
  const names = new Set<string>();
  for (const { after, before } of pairs) {
    const current = textsByName(after);
    const old = textsByName(renamed(before, after));
    for (const name of new Set([...old.keys(), ...current.keys()])) {
      if (old.get(name) !== current.get(name)) names.add(name);
    }
  }
  return names;
}

/** What was defined before, by the names that it has now: a new name alone changes nothing. */
function renamed(
  before: readonly Definition[],
  after: readonly Definition[],
): readonly Definition[] {
  const known = new Set(before.map(({ name }) => name));
  const still = new Set(after.map(({ name }) => name));
  const nameless = ({ name, text }: Definition): string => withName(text, name, '_');
  const fresh = new Map(
    after.filter(({ name }) => !known.has(name)).map((one) => [nameless(one), one.name]),
  );
  const names = before.flatMap((one) => {
    const name = still.has(one.name) ? undefined : fresh.get(nameless(one));
    return name === undefined ? [] : [[one.name, name] as const];
  });
  const current = new Map([...names].reverse());
  const translate = (text: string): string =>
    text.replace(WORDS, (word) => current.get(word) ?? word);
  return names.length === 0
    ? before
    : before.map(({ line, name, text }) => ({
        line,
        name: translate(name),
        text: translate(text),
      }));
}

function withName(text: string, from: string, to: string): string {
  return text.replace(WORDS, (word) => (word === from ? to : word));
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

/** Words that say what something is about: no numbers, and not too short. */
function telling(words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => word.length > 3 && /\D/.test(word)));
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}
