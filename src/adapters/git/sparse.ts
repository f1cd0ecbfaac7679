import { NO_DEADLINE, readBounded } from '../bounded-files.ts';
import { attempt } from '../quiet-looks.ts';
import { gitLine } from './base.ts';

/** Largest file of patterns that is read, in bytes. */
const LARGEST_PATTERNS = 1024 * 1024;
/** Most wildcards of a pattern that is understood: more of them could take long to match. */
const MOST_WILDCARDS = 6;

interface Pattern {
  readonly isLeftOut: boolean;
  readonly isFolder: boolean;
  /** Whether it holds for the last name of a path alone. */
  readonly isName: boolean;
  readonly expression: RegExp;
}

/**
 * Tells which files the patterns of a sparse checkout leave out, by their paths from the folder in Latin-1. Without
 * patterns that is none: to switch it on alone leaves nothing out.
 */
export function sparsePatterns(folder: string): (path: string) => boolean {
  const isOn = gitLine(folder, ['config', '--bool', 'core.sparseCheckout']);
  const place = gitLine(folder, [
    'rev-parse',
    '--path-format=absolute',
    '--git-path',
    'info/sparse-checkout',
  ]);
  const prefix = gitLine(folder, ['rev-parse', '--show-prefix']);
  if (!isOn.ok || isOn.value !== 'true' || !place.ok || !prefix.ok) return () => false;
  const limits = { mostBytes: LARGEST_PATTERNS, leftMs: NO_DEADLINE, follow: true };
  const reading = readBounded(place.value, limits);
  if (reading.found !== 'bytes') return () => false;
  const isKept = keptBy(reading.bytes.toString('latin1'));
  const above = Buffer.from(prefix.value, 'utf8').toString('latin1');
  return (path) => !isKept(above + path);
}

/** Which paths some patterns keep: the last that fits a path holds, or else what holds for the folder above it. */
function keptBy(written: string): (path: string) => boolean {
  const patterns = written.split('\n').flatMap(patternIn).reverse();
  const ofFiles = patterns.filter(({ isFolder }) => !isFolder);
  const folders = new Map<string, boolean>();
  const isKept = (path: string, among: readonly Pattern[]): boolean => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const found = among.find(({ expression, isName }) => expression.test(isName ? name : path));
    if (found !== undefined) return !found.isLeftOut;
    const end = path.lastIndexOf('/');
    return end > 0 && isFolderKept(path.slice(0, end));
  };
  const isFolderKept = (path: string): boolean => {
    const known = folders.get(path) ?? isKept(path, patterns);
    folders.set(path, known);
    return known;
  };
  return (path) => isKept(path, ofFiles);
}

function patternIn(line: string): readonly Pattern[] {
  const written = line.trimEnd();
  const isLeftOut = written.startsWith('!');
  const isFolder = written.endsWith('/');
  const text = written.slice(isLeftOut ? 1 : 0, isFolder ? -1 : undefined);
  const wildcards = text.match(/\*+|\[/g)?.length ?? 0;
  if (text === '' || line.startsWith('#') || wildcards > MOST_WILDCARDS) return [];
  const source = `^${expressionOf(text.replace(/^\//, ''))}$`;
  // What stands in brackets may be no set of letters.
  const expression = attempt(() => new RegExp(source, 's'));
  if (expression === undefined) return [];
  return [{ isLeftOut, isFolder, isName: !text.includes('/'), expression }];
}

const PARTS = /\[[!^]?\]?[^\]\\/]*\]|\*\*\/|\/\*\*$|\*+|\?|\\.|[\s\S]/g;

function expressionOf(pattern: string): string {
  return pattern.replace(PARTS, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '/**') return '/.*';
    if (part.startsWith('*')) return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('[') && part.length > 2) return setOf(part);
    return part.slice(-1).replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
}

function setOf(part: string): string {
  const isNot = /^\[[!^]/.test(part);
  const among = part.slice(isNot ? 2 : 1, -1).replace(/[[\]^]/g, '\\$&');
  return isNot ? `[^/${among}]` : `[${among}]`;
}
