import { type CheckResult, failedCheck } from '../domain/base/check-result.ts';
import { matcherOf } from '../domain/base/glob.ts';
import type { Git } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import { type Language, languageOfFile } from './languages.ts';
import { checkSyntaxOfFiles, LARGEST_PARSED, someOf } from './syntax.ts';

/** Most changed files that are parsed: a change of more files is not the work of one promise. */
const MOST_PARSED = 2000;

/** How the files that changed since the promise was made came out. */
export interface ChangedFiles {
  readonly broken: readonly { readonly path: string; readonly detail: string }[];
  /** The files that could not be looked at, in words for a person. */
  readonly notes: readonly string[];
  readonly parsed: number;
}

/** The result where no changed file is looked at. */
export const NO_CHANGED_FILES: ChangedFiles = { broken: [], notes: [], parsed: 0 };

/**
 * Parses every file that changed since a time (a timestamp) and whose language has a parser. A file that
 * cannot be looked at is named in a note and blocks nothing, since no check was declared for it.
 */
export async function parseChangedFiles(
  since: string,
  git: Git,
  world: CheckWorld,
): Promise<ChangedFiles> {
  const changed = git.changedSince(since);
  if (!changed.ok) {
    return { ...NO_CHANGED_FILES, notes: [`Changed files were not parsed: ${changed.reason}.`] };
  }
  const known = changed.value.filter((path) => languageOfFile(path) !== undefined);
  const taken = known.slice(0, MOST_PARSED);
  const notes =
    known.length > taken.length
      ? [`Of ${known.length} changed files the first ${MOST_PARSED} were parsed.`]
      : [];
  const broken: ChangedFiles['broken'][number][] = [];
  const unread: string[] = [];
  for (const [language, paths] of byLanguage(taken)) {
    const outcomes = await outcomesOf(language, paths, world);
    for (const [index, outcome] of outcomes.entries()) {
      const path = paths[index] ?? '';
      if (outcome.outcome === 'broken') {
        broken.push({ path, detail: `not valid ${language.name}: ${outcome.detail}` });
      } else if (outcome.outcome === 'skipped') unread.push(`${path}: ${outcome.detail}`);
    }
  }
  const left =
    unread.length === 0 ? [] : [`Changed files that were not parsed: ${someOf(unread)}.`];
  return { broken, notes: [...notes, ...left], parsed: taken.length };
}

/** The result for a criterion that depends on some globs (null: on all files): a FAIL where one is broken. */
export function changedFilesResults(
  { broken }: ChangedFiles,
  inputs: readonly string[] | null,
): readonly CheckResult[] {
  const isWithin = inputs === null ? () => true : matcherOf(inputs);
  const faults = broken.filter(({ path }) => isWithin(path));
  if (faults.length === 0) return [];
  const said = someOf(faults.map(({ detail, path }) => `${path}: ${detail}`));
  const way = 'where that is meant, the project can set checks.changedFiles to "off"';
  return [failedCheck('changed_files', `${said} (${way})`)];
}

function byLanguage(paths: readonly string[]): ReadonlyMap<Language, readonly string[]> {
  const groups = new Map<Language, string[]>();
  for (const path of paths) {
    const language = languageOfFile(path);
    if (language !== undefined) groups.set(language, [...(groups.get(language) ?? []), path]);
  }
  return groups;
}

/** The outcomes of some files. Empty files pass: a package's `__init__.py` is often empty. */
async function outcomesOf(language: Language, paths: readonly string[], world: CheckWorld) {
  const isEmpty = (path: string): boolean => {
    const look = world.files.look(path);
    return look.there === 'file' && look.size === 0;
  };
  const read = (path: string): Buffer | undefined => world.files.bytes(path, LARGEST_PARSED);
  const outcomes = await checkSyntaxOfFiles(language, paths, read, world);
  return outcomes.map((outcome, index) =>
    isEmpty(paths[index] ?? '') ? ({ outcome: 'whole' } as const) : outcome,
  );
}
