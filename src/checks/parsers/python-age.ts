import type { ProjectFiles } from '../../ports.ts';

/** The oldest Python 3 whose faults count, by its minor version: older ones know no parser that later ones share. */
const OLDEST_JUDGE = 9;

/** What a newer Python can parse, by the minor version that brought it, as it looks in a text. */
const NEWER_SYNTAX: readonly (readonly [minor: number, mark: RegExp])[] = [
  [10, /^[ \t]+case\b(?![ \t]*[=.,)\]])[^\n]*:/m],
  [10, /^[ \t]*(?:async[ \t]+)?with[ \t]*\([ \t]*(?:#.*)?$/m],
  [11, /^[ \t]*except[ \t]*\*/m],
  [11, /\[[ \t]*\*|\*args[ \t]*:[ \t]*\*/],
  [12, /^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+\w+[ \t]*\[/m],
  [12, /^[ \t]*type[ \t]+\w+[ \t]*(?:\[[^\n]*)?(?:=|\[)/m],
  [12, /\b[rR]?[fF][rR]?(?:"[^"\n]*\{[^}"\n]*|'[^'\n]*\{[^}'\n]*)$/m],
  [13, /^[ \t]*(?:def|class|type)[ \t]+\w+[ \t]*\[[^\]]{0,500}=/m],
  [14, /^[ \t]*except[ \t]+[\w.]+[ \t]*,/m],
  [14, /(?:^|[^\w"'])(?:[rR]?[tT]|[tT][rR])["']/m],
  [15, /^[ \t]*lazy[ \t]+(?:import|from)\b/m],
  [15, /[[{(][ \t]*\*{1,2}[ \t]*[\w.]+[ \t]+for\b/],
];

/** A line that is longer than those of programs: to search it would take long. */
const LONG_LINE = /[^\n]{2000,}/g;

/** Since 3.12 the parts of an f-string are parsed like any other text; before, the fault says that it is in one. */
const F_STRINGS = 12;

/**
 * Why a fault that a Python found says nothing of the text, as words for a person; undefined where it does.
 * @param fault what was found, and whether that Python could cut the text into tokens
 * @param minor the minor version of the Python that found it
 * @param wanted the minor version that the project is for, where it says so
 */
export function ageDoubt(
  text: string,
  { detail, hasTokens }: { readonly detail: string; readonly hasTokens: boolean },
  minor: number,
  wanted: number | undefined,
): string | undefined {
  if (isBrokenForAll(text, hasTokens, minor)) return undefined;
  const found = `no Python newer than 3.${minor} was found outside the project`;
  if (wanted !== undefined && wanted > minor) return `${found}, but it requires 3.${wanted}`;
  if (minor < OLDEST_JUDGE) return `${found}, which is too old to tell`;
  const code = text.replace(LONG_LINE, '');
  const isInNewer =
    NEWER_SYNTAX.some(([since, mark]) => since > minor && mark.test(code)) ||
    (minor < F_STRINGS && detail.startsWith('f-string'));
  return isInNewer ? `${found}, but it may require a newer one` : undefined;
}

/** The beginning of a text whose parts are tokens of their own since 3.12 (f) and 3.14 (t). */
const FILLED_STRING = /\b(?:[rR]?[fFtT]|[fFtT][rR])["']/;
const TEMPLATE_STRINGS = 14;

const CONFLICT: readonly RegExp[] = [/^<{7} /m, /^={7}\r?$/m, /^>{7} /m];

/** Whether a text is no Python of any version: no grammar closes a bracket, or mends the indentation. */
function isBrokenForAll(text: string, hasTokens: boolean, minor: number): boolean {
  if (CONFLICT.every((mark) => mark.test(text))) return true;
  return !hasTokens && (minor >= TEMPLATE_STRINGS || !FILLED_STRING.test(text));
}

/** Where a project says for which Python it is, and how. The first group is a minor version. */
const WANTED: readonly (readonly [file: string, said: RegExp])[] = [
  ['pyproject.toml', /^\s*(?:requires-python|python)\s*=.*$/gm],
  ['pyproject.toml', /^\s*target-version\s*=\s*(?:\[[^\]]{0,500}\]|.*$)/gm],
  ['ruff.toml', /^\s*target-version\s*=.*$/gm],
  ['.ruff.toml', /^\s*target-version\s*=.*$/gm],
  ['setup.cfg', /^\s*python_requires\s*=.*$/gm],
  ['.python-version', /^.*$/gm],
  ['.tool-versions', /^\s*python\s.*$/gm],
  ['.venv/pyvenv.cfg', /^\s*version(?:_info)?\s*=.*$/gm],
  ['venv/pyvenv.cfg', /^\s*version(?:_info)?\s*=.*$/gm],
];

/** A version in such a line. What is only excluded or the end of a range is not asked for. */
const VERSION = /(<=?|!=)?\s*(?:\bpy3|\b3\.)(\d{1,2})/g;

/** Largest file that is read for it, in bytes. */
const LARGEST_MARKER = 1024 * 1024;

/** The newest minor version of Python 3 that the files of a project name as its own; undefined where none does. */
export function wantedPython(files: Pick<ProjectFiles, 'bytes'>): number | undefined {
  const minors = WANTED.flatMap(([file, said]) => {
    const text = files.bytes(file, LARGEST_MARKER)?.toString('utf8') ?? '';
    return [...text.matchAll(said)].flatMap(([line]) =>
      [...line.matchAll(VERSION)].flatMap(([, excluded, minor]) =>
        excluded === undefined ? [Number(minor)] : [],
      ),
    );
  });
  return minors.length === 0 ? undefined : Math.max(...minors);
}
