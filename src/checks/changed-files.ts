import { isSyntax, type Syntax, syntaxOfName } from '../domain/check.ts';
import type { CheckResult } from '../domain/check-result.ts';
import type { Git } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import { resultOfOutcomes } from './file-check.ts';
import { checkSyntax, LARGEST_PARSED, type SyntaxOutcome } from './syntax.ts';

/** Most changed files that are parsed: more is no work of one promise. */
const MOST_PARSED = 2000;

/** How many are held in memory at once. */
const BATCH = 50;

/** What became of the files that changed since the promise was made. */
export interface ChangedFiles {
  /** The languages in which a file is broken. */
  readonly broken: readonly CheckResult[];
  /** What could not be looked at, in words. */
  readonly notes: readonly string[];
  readonly parsed: number;
}

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
    const note = `Changed files were not parsed: ${changed.reason}.`;
    return { broken: [], notes: [note], parsed: 0 };
  }
  const known = changed.value.filter((path) => syntaxOfName(path) !== undefined);
  const taken = known.slice(0, MOST_PARSED);
  const notes =
    known.length > taken.length
      ? [`Of ${known.length} changed files the first ${MOST_PARSED} were parsed.`]
      : [];
  const results: CheckResult[] = [];
  for (const [syntax, paths] of bySyntax(taken)) {
    results.push(await resultFor(syntax, paths, world));
  }
  return {
    broken: results.filter(({ status }) => status === 'FAIL'),
    notes: [
      ...notes,
      ...results
        .filter(({ status }) => status === 'SKIPPED')
        .map(({ detail }) => `Changed files that were not parsed: ${detail}.`),
    ],
    parsed: taken.length,
  };
}

function bySyntax(paths: readonly string[]): ReadonlyMap<Syntax, readonly string[]> {
  const groups = new Map<Syntax, string[]>();
  for (const path of paths) {
    const syntax = syntaxOfName(path);
    if (syntax !== undefined && isSyntax(syntax)) {
      groups.set(syntax, [...(groups.get(syntax) ?? []), path]);
    }
  }
  return groups;
}

/** Empty files are left: a package's `__init__.py` is one, and so is a JSON file that is not written yet. */
async function resultFor(
  syntax: Syntax,
  paths: readonly string[],
  world: CheckWorld,
): Promise<CheckResult> {
  const files: { readonly path: string }[] = [];
  const outcomes: SyntaxOutcome[] = [];
  for (let at = 0; at < paths.length; at += BATCH) {
    const batch = paths.slice(at, at + BATCH).flatMap((path) => {
      const content = world.files.bytes(path, LARGEST_PARSED);
      return content === undefined || content.length === 0 ? [] : [{ path, content }];
    });
    const contents = batch.map(({ content }) => content);
    files.push(...batch.map(({ path }) => ({ path })));
    outcomes.push(...(await checkSyntax(syntax, contents, world)));
  }
  return resultOfOutcomes(`changed_files_${syntax}`, syntax, files, outcomes);
}
