import { type Syntax, syntaxOfName } from '../domain/check.ts';
import { type CheckResult, failedCheck } from '../domain/check-result.ts';
import { matcherOf } from '../domain/glob.ts';
import type { Git } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import { checkSyntaxOfFiles, LARGEST_PARSED, someOf } from './syntax.ts';

/** Most changed files that are parsed: more is no work of one promise. */
const MOST_PARSED = 2000;

/** What became of the files that changed since the promise was made. */
export interface ChangedFiles {
  readonly broken: readonly { readonly path: string; readonly detail: string }[];
  /** What could not be looked at, in words. */
  readonly notes: readonly string[];
  readonly parsed: number;
}

/** Where no changed file is looked at. */
export const NO_CHANGED_FILES: ChangedFiles = { broken: [], notes: [], parsed: 0 };

/**
 * Parses every file that changed since a time and that a parser is known for. What cannot be looked at
 * is said and blocks nothing: nobody declared it.
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
  const known = changed.value.filter((path) => syntaxOfName(path) !== undefined);
  const taken = known.slice(0, MOST_PARSED);
  const notes =
    known.length > taken.length
      ? [`Of ${known.length} changed files the first ${MOST_PARSED} were parsed.`]
      : [];
  const broken: ChangedFiles['broken'][number][] = [];
  const unread: string[] = [];
  for (const [syntax, paths] of bySyntax(taken)) {
    const outcomes = await outcomesOf(syntax, paths, world);
    for (const [index, outcome] of outcomes.entries()) {
      const path = paths[index] ?? '';
      if (outcome.outcome === 'broken') {
        broken.push({ path, detail: `not valid ${syntax}: ${outcome.detail}` });
      } else if (outcome.outcome === 'skipped') unread.push(`${path}: ${outcome.detail}`);
    }
  }
  const left =
    unread.length === 0 ? [] : [`Changed files that were not parsed: ${someOf(unread)}.`];
  return { broken, notes: [...notes, ...left], parsed: taken.length };
}

/** What the changed files say of a criterion that depends on some globs (null: on everything). */
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

function bySyntax(paths: readonly string[]): ReadonlyMap<Syntax, readonly string[]> {
  const groups = new Map<Syntax, string[]>();
  for (const path of paths) {
    const syntax = syntaxOfName(path);
    if (syntax !== undefined) groups.set(syntax, [...(groups.get(syntax) ?? []), path]);
  }
  return groups;
}

/** Empty files pass: a package's `__init__.py` is one, and so is a file that is not written yet. */
async function outcomesOf(syntax: Syntax, paths: readonly string[], world: CheckWorld) {
  const isEmpty = (path: string): boolean => {
    const look = world.files.look(path);
    return look.there === 'file' && look.size === 0;
  };
  const read = (path: string): Buffer | undefined => world.files.bytes(path, LARGEST_PARSED);
  const outcomes = await checkSyntaxOfFiles(syntax, paths, read, world);
  return outcomes.map((outcome, index) =>
    isEmpty(paths[index] ?? '') ? ({ outcome: 'whole' } as const) : outcome,
  );
}
