import { type CheckResult, failedCheck } from '../domain/base/check-result.ts';
import { matcherOf } from '../domain/base/glob.ts';
import {
  type BrokenFileOfChange,
  type ChangedFiles,
  type ExcusedFile,
  NO_CHANGED_FILES,
} from '../domain/closing/tier-one.ts';
import type { Beginning } from '../domain/promise/beginning.ts';
import type { ChangedPaths, Git } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import { type Language, languageNamed, languageOfFile } from './languages.ts';
import type { SyntaxOutcome } from './parsers/syntax-outcome.ts';
import { checkSyntaxOfFiles, LARGEST_PARSED, someOf } from './syntax.ts';

/** The parts of the world that parsing uses. */
export type SyntaxFiles = Pick<
  CheckWorld,
  'folder' | 'files' | 'findProgram' | 'run' | 'withinTime'
>;

/** Most changed files that are parsed: a change of more files is not the work of one promise. */
const MOST_PARSED = 2000;

/**
 * Parses every file that changed since a promise was made and whose language has a parser. A file that
 * cannot be looked at is named in a note and blocks nothing, since no check was declared for it. One that was broken
 * before, or came in by a merge or a pull, is excused. One that was emptied is broken: nothing of it is left to use.
 */
export async function parseChangedFiles(
  since: Beginning,
  git: Pick<Git, 'changedSince'>,
  world: SyntaxFiles,
): Promise<ChangedFiles> {
  const changed = git.changedSince(since);
  if (!changed.ok) {
    const notes = [`Changed files were not parsed: ${changed.reason}.`];
    return { ...NO_CHANGED_FILES, notes, unseen: changed.reason };
  }
  const { notes, paths } = changed.value;
  const known = paths.filter((path) => languageOfFile(path) !== undefined);
  const taken = known.slice(0, MOST_PARSED);
  const more =
    known.length > taken.length
      ? [`Of ${known.length} changed files the first ${MOST_PARSED} were parsed.`]
      : [];
  const parsed = await parseFiles(taken, world);
  const { unread } = parsed;
  const broken = [...parsed.broken, ...emptiedAmong(parsed.empty, changed.value)];
  const excused = await excusedAmong(broken, changed.value, world);
  const isExcused = new Set(excused.map(({ path }) => path));
  const left =
    unread.length === 0 ? [] : [`Changed files that were not parsed: ${someOf(unread)}.`];
  return {
    broken: broken.filter(({ path }) => !isExcused.has(path)),
    excused,
    notes: [...notes, ...more, ...excusedNotes(excused), ...left],
    parsed: taken.length,
  };
}

async function parseFiles(paths: readonly string[], world: SyntaxFiles) {
  const broken: BrokenFileOfChange[] = [];
  const unread: string[] = [];
  const empty: string[] = [];
  const leadsOut = new Set(paths.filter((path) => world.files.leadsOut(path)));
  for (const path of leadsOut) unread.push(`${path}: it is a link that leads outside the project`);
  for (const [language, group] of byLanguage(paths.filter((path) => !leadsOut.has(path)))) {
    const outcomes = await outcomesOf(language, group, world);
    for (const [index, outcome] of outcomes.entries()) {
      const path = group[index] ?? '';
      if (language.hasEmptyText && isEmpty(path, world)) empty.push(path);
      else if (outcome.outcome === 'broken') {
        broken.push({ path, detail: `not valid ${language.name}: ${outcome.detail}` });
      } else if (outcome.outcome === 'skipped') unread.push(`${path}: ${outcome.detail}`);
    }
  }
  return { broken, empty, unread };
}

function isEmpty(path: string, { files }: SyntaxFiles): boolean {
  const look = files.look(path);
  return look.there === 'file' && look.size === 0;
}

/** Those of some empty files that held something before. */
function emptiedAmong(
  empty: readonly string[],
  { before }: ChangedPaths,
): readonly BrokenFileOfChange[] {
  if (empty.length === 0) return [];
  const held = before(empty);
  const isEmptied = (path: string): boolean => (held.get(path)?.length ?? 0) > 0;
  return empty.filter(isEmptied).map((path) => ({ path, detail: 'it was emptied' }));
}

/** Those of some broken files that are not the work of the promise. */
async function excusedAmong(
  broken: readonly BrokenFileOfChange[],
  changed: ChangedPaths,
  world: SyntaxFiles,
): Promise<readonly ExcusedFile[]> {
  if (broken.length === 0) return [];
  const paths = broken.map(({ path }) => path);
  const origins = changed.origins(paths);
  const others = paths.filter((path) => !origins.has(path));
  const before = await brokenAmong(changed.before(others), world);
  return broken.flatMap((file): readonly ExcusedFile[] => {
    if (origins.get(file.path) === 'brought-in') return [{ ...file, why: 'brought-in' }];
    const isOld = origins.has(file.path) || before.has(file.path);
    return isOld ? [{ ...file, why: 'broken-before' }] : [];
  });
}

/** The paths of those texts that cannot be parsed. */
async function brokenAmong(
  contents: ReadonlyMap<string, Buffer>,
  world: SyntaxFiles,
): Promise<ReadonlySet<string>> {
  const broken = new Set<string>();
  for (const [language, paths] of byLanguage([...contents.keys()])) {
    const read = (path: string): Buffer | undefined => contents.get(path);
    const outcomes = await checkSyntaxOfFiles(language, paths, read, world);
    for (const [index, { outcome }] of outcomes.entries()) {
      const path = paths[index] ?? '';
      const isWhole = language.hasEmptyText && contents.get(path)?.length === 0;
      if (outcome === 'broken' && !isWhole) broken.add(path);
    }
  }
  return broken;
}

const WHY_EXCUSED: readonly (readonly [ExcusedFile['why'], string])[] = [
  ['broken-before', 'Changed files already broken before the promise was created'],
  ['brought-in', 'Broken files brought in by a merge or pull'],
];

function excusedNotes(excused: readonly ExcusedFile[]): readonly string[] {
  return WHY_EXCUSED.flatMap(([why, words]) => {
    const files = excused.filter((file) => file.why === why);
    const named = files.map(({ detail, path }) => `${path}: ${detail}`);
    return files.length === 0 ? [] : [`${words}: ${someOf(named)}. They block nothing.`];
  });
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
  return [failedCheck('changed_files', said)];
}

function byLanguage(paths: readonly string[]): ReadonlyMap<Language, readonly string[]> {
  const groups = new Map<Language, string[]>();
  for (const path of paths) {
    const language = languageOfFile(path);
    if (language !== undefined) groups.set(language, [...(groups.get(language) ?? []), path]);
  }
  return groups;
}

async function outcomesOf(language: Language, paths: readonly string[], world: SyntaxFiles) {
  const read = (path: string): Buffer | undefined => world.files.bytes(path, LARGEST_PARSED);
  const outcomes = await checkSyntaxOfFiles(language, paths, read, world);
  return language.name === 'json' ? lessComments(paths, outcomes, read, world) : outcomes;
}

/** JSON whose readers take no comments. */
const STRICT_JSON = /(?:^|\/)(?:package|package-lock|npm-shrinkwrap|composer)\.json$/;

/** The outcomes of JSON files, skipped where comments and commas behind the last are all that is wrong: many tools allow them. */
async function lessComments(
  paths: readonly string[],
  outcomes: readonly SyntaxOutcome[],
  read: (path: string) => Buffer | undefined,
  world: SyntaxFiles,
): Promise<readonly SyntaxOutcome[]> {
  const lenient = languageNamed('jsonc');
  const inDoubt = paths.filter(
    (path, index) => outcomes[index]?.outcome === 'broken' && !STRICT_JSON.test(path),
  );
  if (lenient === undefined || inDoubt.length === 0) return outcomes;
  const again = await checkSyntaxOfFiles(lenient, inDoubt, read, world);
  const allowed = new Set(inDoubt.filter((_path, index) => again[index]?.outcome === 'whole'));
  const detail = 'it is JSON with comments or trailing commas, which only some tools allow';
  return outcomes.map((outcome, index) =>
    allowed.has(paths[index] ?? '') ? { outcome: 'skipped', detail } : outcome,
  );
}
