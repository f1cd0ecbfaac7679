import type { TextChange } from '../change.ts';

/** Changed test files without the tests that stand in them as before, so that these need not be parsed. */

/** How a test begins on its line, with the marks above it, and what may stand in the place of one. */
interface Outline {
  readonly head: RegExp;
  readonly filler: string;
}

const ANNOTATED = /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest)\b/m;

/** By the names of languages; a test of any other one is always parsed. */
const OUTLINES: Readonly<Record<string, Outline>> = {
  JavaScript: { head: /^(?:it|test|specify)\b[\w.]*\s*[(`]/m, filler: 'untouched;' },
  Python: { head: /^(?:async )?def test/m, filler: 'untouched' },
  Java: { head: ANNOTATED, filler: 'int untouched;' },
  Kotlin: { head: ANNOTATED, filler: 'val untouched = 0' },
  Ruby: { head: /^(?:it|specify|test|example|def test_\w+)\b/m, filler: 'untouched' },
  PHP: { head: /^(?:public |final )*function test\w/m, filler: 'const UNTOUCHED = 0;' },
  'C#': { head: /^\[(?:Fact|Theory|Test|TestCase|TestMethod)\b/m, filler: 'int untouched;' },
  'C and C++': { head: /^(?:TYPED_)?TEST(?:_F|_P|_CASE)?\s*\(/m, filler: 'int untouched;' },
  shell: { head: /^@test\b/m, filler: 'untouched' },
}; // biome-ignore format: a table

/** Both sides of a file, as far as they need to be parsed. */
export type Shortened = Readonly<Record<'before' | 'after', string>>;

/**
 * A change without the tests that are the same on both sides, each replaced by a line; undefined where the text around
 * the tests changed, or where nothing can be left out. Tests are told by their lines alone: what reads the result sees
 * by the text around the replacements whether they stand where tests stood.
 */
export function shortened(
  { after, before }: Pick<TextChange, 'before' | 'after'>,
  language: string,
): Shortened | undefined {
  const outline = OUTLINES[language];
  if (outline === undefined || before === undefined || after === undefined) return undefined;
  const [old, current] = [before, after].map((text) => partsOf(text.split('\n'), outline.head));
  if (old === undefined || current === undefined || old.frame !== current.frame) return undefined;
  const shared = sharedOf(old, current);
  if (shared.size === 0 || isShadowing(current, shared)) return undefined;
  return {
    before: withoutParts(old, shared, outline.filler),
    after: withoutParts(current, shared, outline.filler),
  };
}

/** A test, from one line to the one before another. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** What it says, and how many lines of the frame stand above it: with another place it may be in another suite. */
  readonly key: string;
}

interface Parts {
  readonly lines: readonly string[];
  readonly frame: string;
  readonly parts: readonly Part[];
}

function partsOf(lines: readonly string[], head: RegExp): Parts {
  const frame: string[] = [];
  const parts: Part[] = [];
  for (let at = 0; at < lines.length; ) {
    const to = endOfTest(lines, at, head);
    const line = lines[at] ?? '';
    if (to === undefined) {
      if (line.trim() !== '') frame.push(line);
      at += 1;
    } else {
      const key = `${frame.length}\n${lines.slice(at, to).join('\n')}`;
      parts.push({ from: at, to, key });
      at = to;
    }
  }
  return { lines, frame: frame.join('\n'), parts };
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';
const MARK = /^(?:@\w[^\n]*|#?\[.*\]|\/\/.*|#.*)$/;
/** What may stand right above a test: anything else could be the end of a mark of several lines. */
const BEFORE = /^$|[{[(:]$|\bdo(?: \|[^|]*\|)?$|^(?:\}|end\b|class\b)/;
const CLOSING = /^(?:[)}\]]|end\b)/;
const OPENING = /[{[(:]$/;

/** Where a test ends that begins on a line, with its marks; undefined where none does. */
function endOfTest(lines: readonly string[], from: number, head: RegExp): number | undefined {
  const first = lines[from] ?? '';
  const indent = indentOf(first);
  const isAt = (line: string): boolean => indentOf(line) === indent && line.trim() !== '';
  if (first.trim() === '' || !BEFORE.test((lines[from - 1] ?? '').trim())) return undefined;
  let at = from;
  const own = (): string => (lines[at] ?? '').trim();
  const isMark = (): boolean => isAt(lines[at] ?? '') && MARK.test(own()) && !OPENING.test(own());
  while (isMark()) at += 1;
  if (!isAt(lines[at] ?? '')) return undefined;
  const marked = lines.slice(from, at + 1).map((line) => line.trim());
  if (!head.test(marked.join('\n'))) return undefined;
  at += 1;
  if (isAt(lines[at] ?? '') && own() === '{') at += 1;
  for (;;) {
    const begin = at;
    let last = at;
    while (at < lines.length && (own() === '' || isBelow(lines[at] ?? '', indent))) {
      at += 1;
      if ((lines[at - 1] ?? '').trim() !== '') last = at;
    }
    at = last;
    const next = lines.slice(at).find((line) => line.trim() !== '') ?? '';
    if (!isAt(next) || !CLOSING.test(next.trim())) return at === begin ? undefined : at;
    if (own() !== next.trim()) return undefined;
    at += 1;
    if (!OPENING.test(next.trim())) return at;
  }
}

function isBelow(line: string, indent: string): boolean {
  const own = indentOf(line);
  return own.length > indent.length && own.startsWith(indent);
}

/** The keys of the tests that both sides have, and how often. */
function sharedOf(before: Parts, after: Parts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of before.parts) counts.set(key, (counts.get(key) ?? 0) + 1);
  const shared = new Map<string, number>();
  for (const { key } of after.parts) {
    const most = counts.get(key) ?? 0;
    const known = shared.get(key) ?? 0;
    if (known < most) shared.set(key, known + 1);
  }
  return shared;
}

/** Whether a test takes the name of one that is as before: the last one of a name is the one that runs. */
function isShadowing({ parts }: Parts, shared: ReadonlyMap<string, number>): boolean {
  const named = (one: Part): string => /\bdef (\w+)/.exec(one.key)?.[1] ?? '';
  const names = new Set(parts.filter(({ key }) => shared.has(key)).map(named));
  return parts.some((one) => !shared.has(one.key) && named(one) !== '' && names.has(named(one)));
}

/** The text in which some tests are one line each, and all others stand on the lines where they stood. */
function withoutParts(
  { lines, parts }: Parts,
  shared: ReadonlyMap<string, number>,
  filler: string,
): string {
  const left = new Map(shared);
  const text = [...lines];
  for (const { from, key, to } of parts) {
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    text.fill('', from, to);
    text[from] = `${indentOf(lines[from] ?? '')}${filler}`;
  }
  return text.join('\n');
}
