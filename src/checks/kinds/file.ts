import { type CheckResult, failedCheck, passed } from '../../domain/base/check-result.ts';
import { isGlob } from '../../domain/base/glob.ts';
import type { LineSearch } from '../../ports.ts';
import { oneOf, optional, PATH_OR_GLOB, PATTERNS, TEXTS, wholeNumber } from '../check-keys.ts';
import { defineKind, matchesDetail } from '../check-kind.ts';
import type { CheckWorld } from '../check-world.ts';
import { type Expectation, expectationsOf } from '../expectation.ts';
import { LANGUAGES, languageNamed, languageOfFile } from '../languages.ts';
import type { SyntaxOutcome } from '../parsers/syntax-outcome.ts';
import { checkSyntaxOfFiles, LARGEST_PARSED, resultOfOutcomes, someOf } from '../syntax.ts';

interface FileCheck {
  /** A path or a glob, from the project's folder. */
  readonly path: string;
  /** One of `FILE_TYPES`. */
  readonly type?: string;
  /** Texts each of which some line of the file must hold, and patterns each of which some line must match. */
  readonly contains?: readonly string[];
  readonly matches?: readonly string[];
  /** Bounds of its size in bytes; at least 1 without. */
  readonly min_bytes?: number;
  readonly max_bytes?: number;
}

/** What a file can be expected to be. A file of type `any` is not parsed. */
export const FILE_TYPES: readonly string[] = [
  ...LANGUAGES.map(({ name }) => name),
  'text',
  'folder',
  'any',
];

const SIZE = optional(wholeNumber({ least: 0 }, 'is not a whole number'));

/** Looks at one file, or at every file that a glob takes: is it there, how large, what is in it. */
export const fileKind = defineKind<FileCheck>({
  name: 'file',
  keys: {
    path: PATH_OR_GLOB,
    type: optional(oneOf(FILE_TYPES)),
    min_bytes: SIZE,
    max_bytes: SIZE,
    contains: optional(TEXTS),
    // The faults of patterns are named last.
    matches: optional(PATTERNS),
  },
  option: {
    summary: 'File that must exist and be valid; with --create: AC-2=dist/app.js',
    usage: '--file <path>',
    key: 'path',
  },
  details: {
    matches: matchesDetail('matches'),
    'file-type': {
      option: {
        takes: 'word',
        summary: `File type: ${FILE_TYPES.join(', ')} (default: from its name)`,
        completes: FILE_TYPES,
      },
      key: 'type',
    },
  },
  text: ({ path, type }) => `file: ${path}${type === undefined ? '' : ` (${type})`}`,
  // Of a folder only its being there is looked at, and not its content.
  files: ({ path, type }) => [type === 'folder' ? `${path}/` : path],
  run: async (check, world) => ({ results: await fileResults(check, world) }),
});

interface FoundFile {
  readonly path: string;
  readonly size: number;
}

async function fileResults(check: FileCheck, world: CheckWorld): Promise<readonly CheckResult[]> {
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
    ...expectationsOf(check).map((one) => contentResult(one, check, files, world)),
  ];
}

function folderResult(path: string, { files }: CheckWorld): CheckResult {
  const name = `file_type_${path}`;
  const { there } = files.look(path);
  if (there === 'folder') return passed(name, 'it is a folder');
  return failedCheck(name, there === 'file' ? 'it is a file, not a folder' : 'it does not exist');
}

function findThem(
  { path }: FileCheck,
  { files }: CheckWorld,
): { readonly files: readonly FoundFile[] } | { readonly result: CheckResult } {
  const name = `file_exists_${path}`;
  // A file's very name may hold the characters of a glob: a file of that name is the one that is meant.
  const look = files.look(path);
  if (!isGlob(path) || look.there === 'file') {
    switch (look.there) {
      case 'file':
        return { files: [{ path, size: look.size }] };
      case 'folder':
        return { result: failedCheck(name, 'it is a folder; expected a file') };
      case 'nothing':
        return { result: failedCheck(name, 'it does not exist') };
      case 'unreadable':
        return { result: failedCheck(name, `it cannot be read (${look.code})`) };
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
  const bounds = `expected ${min_bytes} to ${max_bytes ?? 'any number of'} bytes`;
  const sizes = someOf(wrong.map((file) => `${file.path}: ${file.size} bytes`));
  return failedCheck(name, isDefault ? `empty: ${sizes}` : `${sizes}; ${bounds}`);
}

async function syntaxResults(
  { path, type }: FileCheck,
  files: readonly FoundFile[],
  world: CheckWorld,
): Promise<readonly CheckResult[]> {
  const groups = new Map<string, FoundFile[]>();
  for (const file of files.filter(({ size }) => size > 0)) {
    const expected = type ?? languageOfFile(file.path)?.name ?? 'any';
    groups.set(expected, [...(groups.get(expected) ?? []), file]);
  }
  groups.delete('any');
  const read = (file: FoundFile) => world.files.bytes(file.path, LARGEST_PARSED);
  const results: CheckResult[] = [];
  for (const [expected, group] of groups) {
    const language = languageNamed(expected);
    const outcomes =
      language === undefined
        ? group.map((file) => textOutcome(file, world))
        : await checkSyntaxOfFiles(language, group, read, world);
    results.push(resultOfOutcomes(`syntax_${path}`, expected, group, outcomes));
  }
  return results;
}

function textOutcome({ path }: FoundFile, { files }: CheckWorld): SyntaxOutcome {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let fault: string | undefined;
  const decode = (chunk?: Buffer): void => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      if (text.includes('\0')) fault ??= 'it contains null characters';
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
  { pattern, said }: Expectation,
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
    ? passed(name, said)
    : failedCheck(name, `no line ${said}: ${someOf(lacking)}`);
}
