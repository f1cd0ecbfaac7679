import { type FileCheck, type FileType, isSyntax, syntaxOfName } from '../domain/check.ts';
import { type CheckResult, failedCheck, passed } from '../domain/check-result.ts';
import { isGlob } from '../domain/glob.ts';
import type { LineSearch } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import {
  checkSyntaxOfFiles,
  LARGEST_PARSED,
  resultOfOutcomes,
  type SyntaxOutcome,
  someOf,
} from './syntax.ts';

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
  // A name may hold what globs are made of: what is there by that name is what is meant.
  const look = files.look(path);
  if (!isGlob(path) || look.there === 'file') {
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
      ? await checkSyntaxOfFiles(expected, group, readIn(world), world)
      : group.map((file) => textOutcome(file, world));
    const what = expected === 'text' ? 'text' : expected;
    results.push(resultOfOutcomes(`syntax_${path}`, what, group, outcomes));
  }
  return results;
}

function readIn({ files }: CheckWorld): (file: FoundFile) => Buffer | undefined {
  return ({ path }) => files.bytes(path, LARGEST_PARSED);
}

function textOutcome({ path }: FoundFile, { files }: CheckWorld): SyntaxOutcome {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let fault: string | undefined;
  const decode = (chunk?: Buffer): void => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      if (text.includes('\0')) fault ??= 'it holds null characters';
    } catch {
      fault ??= 'it is not valid UTF-8';
    }
  };
  const isWhole = files.stream(path, decode);
  decode();
  if (fault !== undefined) return { outcome: 'broken', detail: fault };
  return isWhole ? { outcome: 'whole' } : { outcome: 'skipped', detail: 'it cannot be read' };
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
