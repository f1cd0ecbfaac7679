import type { Assertion } from '../test-file.ts';
import { rankOf } from './strength.ts';
import { wordsOf } from './words.ts';

/** Which assertions took the place of which. */

/** Most assertions with a word in common that one is compared with: more stand in generated tests only. */
const MOST_NEAR = 200;

/** Assertions that took the place of others: about the same subject, or nearly. */
export function replacements(
  lost: readonly Assertion[],
  gained: readonly Assertion[],
): readonly (readonly [Assertion, Assertion])[] {
  const pairs: (readonly [Assertion, Assertion])[] = [];
  const taken = new Set<Assertion>();
  for (const finderOf of [sameSubject, sameClaimOfOther, otherWayAround, nearSubject]) {
    const left = lost.filter((one) => !taken.has(one));
    if (left.length === 0) break;
    const find = finderOf(
      gained.filter((one) => !taken.has(one)),
      taken,
    );
    for (const one of left) {
      const found = find(one);
      if (found === undefined) continue;
      taken.add(one).add(found);
      pairs.push([one, found]);
    }
  }
  return pairs;
}

/** Finds the closest of some assertions that are not taken yet. */
type Find = (one: Assertion) => Assertion | undefined;

function closeness(one: Assertion, other: Assertion): number {
  return (
    (one.form === other.form ? 2 : 0) +
    (one.negated === other.negated ? 1 : 0) +
    // What a name that is not known says is the last to look at.
    (one.form !== other.form && other.form === 'custom' ? -1 : 0) +
    (hasMessage(one) === hasMessage(other) ? 0.05 : 0) +
    rankOf(other) / 10
  );
}

/** Whether it expects an error by more than its class. */
function hasMessage({ expected = '', form }: Assertion): boolean {
  return form === 'throws' && expected.includes(' ');
}

/** Assertions of one key that are as close as each other to any one, in their order. */
interface Way {
  readonly places: number[];
  next: number;
}

/** Finds by a key; undefined keys have no one. */
function finderByKey(
  gained: readonly Assertion[],
  taken: ReadonlySet<Assertion>,
  keyOf: (one: Assertion) => string | undefined,
  lostKeyOf = keyOf,
): Find {
  const known = new Map<string, Map<string, Way>>();
  for (const [index, one] of gained.entries()) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const ways = known.get(key) ?? new Map<string, Way>();
    known.set(key, ways);
    const name = `${one.form} ${one.negated} ${rankOf(one)} ${hasMessage(one)}`;
    const way = ways.get(name);
    if (way === undefined) ways.set(name, { places: [index], next: 0 });
    else way.places.push(index);
  }
  return (one) => {
    const key = lostKeyOf(one);
    const ways = key === undefined ? undefined : known.get(key);
    if (ways === undefined) return undefined;
    const firsts = [...ways.values()].flatMap((way) => firstOf(way, gained, taken));
    return closest(one, firsts, gained);
  };
}

/** The place of the first that is not taken. */
function firstOf(
  way: Way,
  gained: readonly Assertion[],
  taken: ReadonlySet<Assertion>,
): readonly number[] {
  for (; way.next < way.places.length; way.next += 1) {
    const place = way.places[way.next];
    const one = place === undefined ? undefined : gained[place];
    if (place !== undefined && one !== undefined && !taken.has(one)) return [place];
  }
  return [];
}

/** The closest of those at some places; of several the first. */
function closest(
  one: Assertion,
  places: readonly number[],
  gained: readonly Assertion[],
): Assertion | undefined {
  let best:
    | { readonly found: Assertion; readonly place: number; readonly close: number }
    | undefined;
  for (const place of places) {
    const found = gained[place];
    if (found === undefined) continue;
    const close = closeness(one, found);
    const isBetter =
      best === undefined || close > best.close || (close === best.close && place < best.place);
    if (isBetter) best = { found, place, close };
  }
  return best?.found;
}

function sameSubject(gained: readonly Assertion[], taken: ReadonlySet<Assertion>): Find {
  return finderByKey(gained, taken, ({ subject }) => (subject === '' ? undefined : subject));
}

/** The same said of something that has another name now. */
function sameClaimOfOther(gained: readonly Assertion[], taken: ReadonlySet<Assertion>): Find {
  return finderByKey(gained, taken, ({ expected, form, negated }) =>
    expected === undefined ? undefined : `${form} ${negated} ${expected}`,
  );
}

/** What was expected is what it is about now: `equal(4, sum())` and `equal(sum(), 4)`. */
function otherWayAround(gained: readonly Assertion[], taken: ReadonlySet<Assertion>): Find {
  const sideOf = (side: 'expected' | 'subject') => (one: Assertion) =>
    one.form === 'equal' && !one.negated && one[side] !== '' ? one[side] : undefined;
  const [subject, expected] = [sideOf('subject'), sideOf('expected')];
  const first = finderByKey(gained, taken, expected, subject);
  const second = finderByKey(gained, taken, subject, expected);
  return (one) => first(one) ?? second(one);
}

/** `items.length` and `items`, `user.name` and `user`: a part of the same thing. */
function nearSubject(gained: readonly Assertion[], taken: ReadonlySet<Assertion>): Find {
  const named = gained.map((one) => ({ one, ...plainWords(one) }));
  const holders = new Map<string, Way>();
  for (const [index, { one, words }] of named.entries()) {
    if (one.subject === '') continue;
    for (const word of words.size === 0 ? [''] : words) {
      const way = holders.get(word);
      if (way === undefined) holders.set(word, { places: [index], next: 0 });
      else way.places.push(index);
    }
  }
  return (one) => {
    if (one.subject === '') return undefined;
    const own = plainWords(one);
    const near = new Set<number>();
    for (const word of ['', ...own.words]) {
      const way = holders.get(word);
      if (way === undefined) continue;
      // Those at the front that are taken are passed once, not for each that is looked for.
      firstOf(way, gained, taken);
      for (let at = way.next; at < way.places.length && at < way.next + MOST_NEAR; at += 1) {
        near.add(way.places[at] ?? 0);
      }
    }
    const fitting = [...near].filter((place) => {
      const other = named[place];
      return other !== undefined && !taken.has(other.one) && isNear(own, other);
    });
    return closest(one, fitting, gained);
  };
}

interface PlainWords {
  readonly plain: string;
  readonly words: ReadonlySet<string>;
}

function plainWords({ subject }: Assertion): PlainWords {
  const plain = plainSubject(subject);
  return { plain, words: wordsOf([plain]) };
}

function isNear(one: PlainWords, other: PlainWords): boolean {
  const [a, b] = [one.plain, other.plain];
  if (a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`) || a.startsWith(`${b}[`))
    return true;
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared += 1;
  return shared > 0 && shared / Math.max(one.words.size, other.words.size) >= 0.5;
}

/** A subject without what only counts, converts or waits. */
function plainSubject(subject: string): string {
  return subject
    .replace(
      /^(?:await |len|str|list|sorted|set|int|Object\.keys|JSON\.stringify|String|Number|Boolean|typeof )\(?/,
      '',
    )
    .replace(
      /\.(?:length|size|len|count|toString|name|to_string|unwrap|is_some|is_ok|isPresent|isEmpty)(?:\(\))?$/,
      '',
    )
    .replace(/\)$/, '');
}
