/**
 * Globs over the paths of a project: `*` and `?` within a name, `[a-z]` and `[!a-z]` for one
 * character, `**` for any number of folders, `{a,b}` for one of several. Hidden names count like any
 * other; a plain path stands for itself and for all that is beneath it. Matching takes no longer than
 * pattern times path: the stop gate does it with patterns from files that anyone can write.
 */

/** Most patterns that the braces of one glob may stand for. */
const MOST_ALTERNATIVES = 64;
const LONGEST_GLOB = 1000;

/** Why a text cannot be used as a glob, if so. */
export function globFault(glob: string): string | undefined {
  if (glob.trim() === '') return 'it is empty';
  if (glob.length > LONGEST_GLOB) return `it is longer than ${LONGEST_GLOB} characters`;
  const alternatives = expandBraces(glob);
  return alternatives === undefined
    ? `its braces stand for more than ${MOST_ALTERNATIVES} patterns`
    : undefined;
}

/** Whether a text holds anything that stands for more than itself. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

/** A matcher for one list of globs; those that begin with `!` take out what the others let in. */
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

/** The folder that all matches of a glob lie in, as far as it can be told: '' for the whole project. */
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
  // A folder can have a name like `[id]`: what a glob is, letter by letter, it takes as well.
  const isLiteral = (path: string): boolean => path === literal || path.startsWith(`${literal}/`);
  return (segments) =>
    patterns.some((pattern) => matchesSegments(pattern, segments)) ||
    (isGlob(literal) && isLiteral(segments.join('/')));
}

function tidied(glob: string): string {
  return glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

/** Every pattern that a glob's braces stand for; nothing where there are too many. */
function expandBraces(glob: string): readonly string[] | undefined {
  let patterns: readonly string[] = [glob];
  for (;;) {
    const next = patterns.flatMap(expandInnermost);
    if (next.length > MOST_ALTERNATIVES) return undefined;
    if (next.length === patterns.length) return patterns;
    patterns = next;
  }
}

/** One pair of braces that holds no other. Braces without a comma stand for themselves. */
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
