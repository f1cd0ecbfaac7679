import { checkLabel } from '../base/check-label.ts';
import { type CheckResult, troubles } from '../base/check-result.ts';

/** A place in a file of the project, by its path from the project's folder. */
export interface Place {
  readonly path: string;
  readonly line: number;
}

/**
 * Where outputs name a line: `a/b.test.js:12:5`, `b.go:12:`, `File "b.py", line 12`, `b.ts(12,5)`, `B.cs:line 12`.
 * What stands before a name is left to whoever looks the name up.
 */
const NAMED = /([\w@.+\\/-]{0,200}[\w@+-]\.[A-Za-z]\w{0,9})(?:::?|:line |\(|", line )(\d{1,7})\b/g;

/**
 * The place in the project that a failure is about: the first one that its lines name, else the file that was checked;
 * undefined where neither is a file of it. `files`: the paths of its files. `tail`: how the whole output ended.
 */
export function causeOf(
  results: readonly CheckResult[],
  tail: string,
  files: readonly string[],
): Place | undefined {
  const open = troubles(results);
  const said = [...open.flatMap(({ detail, output }) => [output ?? '', detail]), tail];
  for (const text of said) {
    for (const [, name = '', line = ''] of text.matchAll(NAMED)) {
      const path = pathOf(name, files);
      if (path !== undefined) return { path, line: Number(line) };
    }
  }
  const checked = open.map(({ name }) => checkLabel(name).replace(/ \([^)]*\)$/, ''));
  const path = checked.find((one) => files.includes(one));
  return path === undefined ? undefined : { path, line: 1 };
}

/** The file that a name stands for: the one of that path, else the only one whose path ends so. */
function pathOf(name: string, files: readonly string[]): string | undefined {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (path.includes('node_modules/')) return undefined;
  if (files.includes(path)) return path;
  const [only, ...others] = files.filter((one) => one.endsWith(`/${path}`));
  return others.length === 0 ? only : undefined;
}

/** A text in which paths of the project are told from its folder, which readers elsewhere do not have. */
export function withoutFolder(text: string, folder: string): string {
  const written = folder.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w./\\\\-])(?:file://)?${written}[/\\\\]`, 'g'), '');
}
