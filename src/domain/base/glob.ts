/**
 * Globs over the paths of a project: `*` and `?` within a name, `[a-z]` and `[!a-z]` for one
 * character, `**` for any number of folders, `{a,b}` for one of several. Hidden names count like any
 * other; a plain path stands for itself and for all that is beneath it. Matching takes at
 * most time in proportion to pattern times path, because the patterns come from files that others write.
 */

/** Most patterns that the braces of one glob may expand to. */
const MOST_ALTERNATIVES = 64;
const LONGEST_GLOB = 1000;

/** Why a text cannot be used as a glob; undefined where it can. */
export function globFault(glob: string): string | undefined {
  if (glob.trim() === '') return 'it is empty';
  if (glob.length > LONGEST_GLOB) return `it is longer than ${LONGEST_GLOB} characters`;
  const alternatives = expandBraces(glob);
  return alternatives === undefined
    ? `its braces expand to more than ${MOST_ALTERNATIVES} patterns`
    : undefined;
}

/** Whether a text holds any character with a special meaning in globs. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

/** A matcher for a list of globs; those that begin with `!` exclude what the others match. */
export function matcherOf(globs: readonly string[]): (path: string) => boolean {
  const taken = globs.filter((glob) => !glob.startsWith('!')).map(matcherOfOne);
  const left = globs
    .filter((glob) => glob.startsWith('!'))
    .map((glob) => matcherOfOne(glob.slice(1)));
  return (path) => {
    const segments = path.split('/');
    return taken.some((matches) => matches(segments)) && !left.some((matches) => matches(segments));
  };
}

/** The deepest folder that surely contains all matches of a glob; '' for the whole project. */
export function baseOf(glob: string): string {
  const segments = tidied(glob).split('/');
  const first = segments.findIndex(isGlob);
  return (first < 0 ? segments : segments.slice(0, first)).join('/');
}

type SegmentsMatcher = (segments: readonly string[]) => boolean;

function matcherOfOne(glob: string): SegmentsMatcher {
  const literal = tidied(glob);
  const patterns = (expandBraces(literal) ?? []).map((pattern) => {
    const segments = pattern.split('/');
    return isGlob(pattern) ? segments : [...segments, '**'];
  });
  // A folder can have a name like `[id]`, so a glob also matches its own text.
  const isLiteral = (path: string): boolean => path === literal || path.startsWith(`${literal}/`);
  return (segments) =>
    patterns.some((pattern) => matchesSegments(pattern, segments)) ||
    (isGlob(literal) && isLiteral(segments.join('/')));
}

function tidied(glob: string): string {
  return glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

/** Every pattern that a glob's braces expand to; undefined where there are too many. */
function expandBraces(glob: string): readonly string[] | undefined {
  let patterns: readonly string[] = [glob];
  for (;;) {
    const next = patterns.flatMap(expandInnermost);
    if (next.length > MOST_ALTERNATIVES) return undefined;
    if (next.length === patterns.length) return patterns;
    patterns = next;
  }
}

/** One innermost pair of braces. Braces without a comma are plain characters. */
function expandInnermost(pattern: string): readonly string[] {
  const [whole, inner] = /\{([^{},]*(?:,[^{},]*)+)\}/.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) return [pattern];
  const at = pattern.indexOf(whole);
  const before = pattern.slice(0, at);
  const after = pattern.slice(at + whole.length);
  return inner.split(',').map((choice) => before + choice + after);
}

/** `**` takes any number of segments; where it took too few, it takes one more and the rest again. */
function matchesSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  return matchesList(
    pattern.length,
    segments.length,
    (index) => pattern[index] === '**',
    (index, at) => matchesName(pattern[index] ?? '', segments[at] ?? ''),
  );
}

function matchesName(pattern: string, name: string): boolean {
  const tokens = tokensOf(pattern);
  const characters = [...name];
  return matchesList(
    tokens.length,
    characters.length,
    (index) => tokens[index] === '*',
    (index, at) => matchesCharacter(tokens[index] ?? '', characters[at] ?? ''),
  );
}

/**
 * Whether a list of tokens matches a list of items, where a star takes any number of them: after a
 * mismatch only the last star is tried again, since what an earlier one could take, it can as well.
 */
function matchesList(
  tokens: number,
  items: number,
  isStar: (token: number) => boolean,
  matchesOne: (token: number, item: number) => boolean,
): boolean {
  let token = 0;
  let item = 0;
  let star = -1;
  let starItem = 0;
  while (item < items) {
    if (token < tokens && isStar(token)) {
      star = token;
      starItem = item;
      token += 1;
    } else if (token < tokens && matchesOne(token, item)) {
      token += 1;
      item += 1;
    } else if (star >= 0) {
      starItem += 1;
      item = starItem;
      token = star + 1;
    } else return false;
  }
  while (token < tokens && isStar(token)) token += 1;
  return token === tokens;
}

/** A name's pattern as its parts: `*`, `?`, a class, or one character. */
function tokensOf(pattern: string): readonly string[] {
  return pattern.match(/\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? [];
}

function matchesCharacter(token: string, character: string): boolean {
  if (token === '?') return true;
  if (!token.startsWith('[') || token.length === 1) return token === character;
  const isNot = /^\[[!^]/.test(token);
  const members = token.slice(isNot ? 2 : 1, -1);
  return isMember(members, character) !== isNot;
}

function isMember(text: string, character: string): boolean {
  const members = [...text];
  for (let index = 0; index < members.length; index += 1) {
    const from = members[index] ?? '';
    const isRange = members[index + 1] === '-' && index + 2 < members.length;
    const to = isRange ? (members[index + 2] ?? '') : from;
    if (character >= from && character <= to) return true;
    if (isRange) index += 2;
  }
  return false;
}
