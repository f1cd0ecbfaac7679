import {
  type FileCheck,
  type FileType,
  isSyntax,
  type Syntax,
  syntaxOfName,
} from '../domain/check.ts';
import { type CheckResult, failedCheck, passed, skipped } from '../domain/check-result.ts';
import { isGlob } from '../domain/glob.ts';
import type { LineSearch } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import { checkSyntax, LARGEST_PARSED, type SyntaxOutcome } from './syntax.ts';

/** How many files a result names before it only counts them. */
const MOST_NAMED = 5;

interface FoundFile {
  readonly path: string;
  readonly size: number;
}

/** Looks at one file, or at every file that a glob takes: is it there, how large, what is in it. */
export async function runFileCheck(
  check: FileCheck,
  world: CheckWorld,
): Promise<readonly CheckResult[]> {
  const { path } = check;
  if (check.type === 'folder') return [folderResult(path, world)];
  const found = findThem(check, world);
  if ('result' in found) return [found.result];
  const { files } = found;
  const count = files.length === 1 ? `${files[0]?.size ?? 0} bytes` : `${files.length} files`;
  return [
    passed(`file_exists_${path}`, count),
    sizeResult(check, files),
    ...(await syntaxResults(check, files, world)),
    ...(check.contains ?? []).map((pattern) => contentResult(pattern, check, files, world)),
  ];
}

function folderResult(path: string, { files }: CheckWorld): CheckResult {
  const name = `file_type_${path}`;
  const { there } = files.look(path);
  if (there === 'folder') return passed(name, 'it is a folder');
  return failedCheck(name, there === 'file' ? 'it is a file and no folder' : 'it is not there');
}

function findThem(
  { path }: FileCheck,
  { files }: CheckWorld,
): { readonly files: readonly FoundFile[] } | { readonly result: CheckResult } {
  const name = `file_exists_${path}`;
  if (!isGlob(path)) {
    const look = files.look(path);
    switch (look.there) {
      case 'file':
        return { files: [{ path, size: look.size }] };
      case 'folder':
        return { result: failedCheck(name, 'it is a folder, and a file is expected') };
      case 'nothing':
        return { result: failedCheck(name, 'it is not there') };
      case 'unreadable':
        return { result: failedCheck(name, `it cannot be looked at (${look.code})`) };
    }
  }
  const found = files.find([path]).flatMap((one) => {
    const look = files.look(one);
    return look.there === 'file' ? [{ path: one, size: look.size }] : [];
  });
  return found.length > 0 ? { files: found } : { result: failedCheck(name, 'no file matches it') };
}

function sizeResult(
  { max_bytes, min_bytes = 1, path }: FileCheck,
  files: readonly FoundFile[],
): CheckResult {
  const isDefault = min_bytes === 1 && max_bytes === undefined;
  const name = isDefault ? `file_nonempty_${path}` : `file_size_${path}`;
  const wrong = files.filter(
    ({ size }) => size < min_bytes || (max_bytes !== undefined && size > max_bytes),
  );
  if (wrong.length === 0) return passed(name, isDefault ? 'not empty' : 'within its bounds');
  const bounds = `${min_bytes} to ${max_bytes ?? 'any number of'} bytes are expected`;
  const sizes = someOf(wrong.map((file) => `${file.path}: ${file.size} bytes`));
  return failedCheck(name, isDefault ? `empty: ${sizes}` : `${sizes}; ${bounds}`);
}

async function syntaxResults(
  { path, type }: FileCheck,
  files: readonly FoundFile[],
  world: CheckWorld,
): Promise<readonly CheckResult[]> {
  const groups = new Map<FileType, FoundFile[]>();
  for (const file of files.filter(({ size }) => size > 0)) {
    const expected = type ?? syntaxOfName(file.path) ?? 'any';
    groups.set(expected, [...(groups.get(expected) ?? []), file]);
  }
  groups.delete('any');
  const results: CheckResult[] = [];
  for (const [expected, group] of groups) {
    const outcomes = isSyntax(expected)
      ? await outcomesOf(expected, group, world)
      : group.map((file) => textOutcome(file, world));
    const what = expected === 'text' ? 'text' : expected;
    results.push(resultOfOutcomes(`syntax_${path}`, what, group, outcomes));
  }
  return results;
}

async function outcomesOf(
  syntax: Syntax,
  files: readonly FoundFile[],
  world: CheckWorld,
): Promise<readonly SyntaxOutcome[]> {
  const contents = files.map(({ path }) => world.files.bytes(path, LARGEST_PARSED));
  const readable = contents.filter((content) => content !== undefined);
  const outcomes = [...(await checkSyntax(syntax, readable, world))];
  return contents.map((content) =>
    content === undefined
      ? tooLarge
      : (outcomes.shift() ?? { outcome: 'skipped', detail: 'the parser gave no answer' }),
  );
}

const tooLarge: SyntaxOutcome = {
  outcome: 'skipped',
  detail: `it cannot be read, or is larger than ${LARGEST_PARSED >> 20} MB`,
};

function textOutcome({ path }: FoundFile, { files }: CheckWorld): SyntaxOutcome {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    let hasNull = false;
    const isWhole = files.stream(path, (chunk) => {
      hasNull ||= decoder.decode(chunk, { stream: true }).includes('\0');
    });
    decoder.decode();
    if (!isWhole) return { outcome: 'skipped', detail: 'it cannot be read' };
    return hasNull
      ? { outcome: 'broken', detail: 'it holds null characters' }
      : { outcome: 'whole' };
  } catch {
    return { outcome: 'broken', detail: 'it is not valid UTF-8' };
  }
}

/** One result of many files: broken where one is, else skipped where one could not be looked at. */
export function resultOfOutcomes(
  name: string,
  what: string,
  files: readonly { readonly path: string }[],
  outcomes: readonly SyntaxOutcome[],
): CheckResult {
  const said = (wanted: SyntaxOutcome['outcome']): readonly string[] =>
    outcomes.flatMap((outcome, index) =>
      outcome.outcome === wanted && outcome.outcome !== 'whole'
        ? [`${files[index]?.path ?? ''}: ${outcome.detail}`]
        : [],
    );
  const broken = said('broken');
  if (broken.length > 0) return failedCheck(name, `not valid ${what}: ${someOf(broken)}`);
  const left = said('skipped');
  return left.length > 0 ? skipped(name, someOf(left)) : passed(name, `valid ${what}`);
}

function contentResult(
  pattern: string,
  { path }: FileCheck,
  files: readonly FoundFile[],
  world: CheckWorld,
): CheckResult {
  const name = `file_contains_${path}`;
  const lacking = files.flatMap((file) => {
    const search: LineSearch = world.searchLines([pattern]);
    const isWhole = world.files.stream(file.path, (chunk) => search.add(chunk));
    const { missing, slow } = search.finish();
    if (slow.length > 0) return [`${file.path}: the pattern takes too long`];
    return missing.length > 0 || !isWhole ? [file.path] : [];
  });
  return lacking.length === 0
    ? passed(name, `matches ${pattern}`)
    : failedCheck(name, `no line matches ${pattern}: ${someOf(lacking)}`);
}

function someOf(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  const named = texts.slice(0, MOST_NAMED).join('; ');
  return more > 0 ? `${named}; and ${more} more` : named;
}
