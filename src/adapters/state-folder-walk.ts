import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listBounded, type TimeLeft } from './bounded-files.ts';
import { attempt } from './quiet-looks.ts';

/** State folders that one walk found, and whether it came to its end. */
export interface StateFolderWalk {
  /** The folders that hold a state folder, as a project folder does. */
  readonly folders: readonly string[];
  readonly isWhole: boolean;
}

/** Folders of other programs, which are large and hold no project of the user's. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git', 'completion-state']);

/** Most names of one folder that are looked at. */
const MOST_NAMES = 100_000;

/**
 * The folders below a folder and above it that hold a state folder; not the folder itself. Follows no link.
 * Below, it looks at `mostFolders` folders at most, the upper ones first, and ends when no time is left. Never
 * throws.
 */
export function stateFoldersAround(
  folder: string,
  { leftMs, mostFolders }: { readonly leftMs: TimeLeft; readonly mostFolders: number },
): StateFolderWalk {
  const above: string[] = [];
  for (let place = dirname(folder); ; place = dirname(place)) {
    if (hasStateFolder(place)) above.push(place);
    if (dirname(place) === place) break;
  }
  const below: string[] = [];
  const waiting = [folder];
  let looked = 0;
  for (; looked < waiting.length && looked < mostFolders && leftMs() > 0; looked += 1) {
    const place = waiting[looked] ?? folder;
    const inside = foldersIn(place, leftMs);
    if (place !== folder && inside.includes('.claude') && hasStateFolder(place)) below.push(place);
    for (const name of inside) if (!PASSED_OVER.has(name)) waiting.push(join(place, name));
  }
  return { folders: [...above, ...below], isWhole: looked === waiting.length };
}

function foldersIn(folder: string, leftMs: TimeLeft): readonly string[] {
  const listing = listBounded(folder, { mostNames: MOST_NAMES, leftMs });
  if ('code' in listing) return [];
  return listing.entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function hasStateFolder(folder: string): boolean {
  const stats = attempt(() => lstatSync(join(folder, '.claude', 'completion-state')));
  return stats?.isDirectory() === true;
}
