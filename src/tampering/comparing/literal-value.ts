/** Values that are written in several ways. */

/** Whether two canonical texts are one value: `1_000` and `1000`, `60*60` and `3600`, `"a"+"b"` and `"ab"`. */
export function sameValue(one: string, other: string): boolean {
  return one === other || plainValue(one) === plainValue(other);
}

const LONGEST = 400;

/** One text for all the ways to write a value. */
export function plainValue(text: string): string {
  if (text.length > LONGEST) return text;
  const joined = text
    .replace(/\bnew /g, '')
    .replace(/"\+"/g, '')
    .replace(/^\((.*)\)$/, '$1');
  const number = numberOf(joined);
  return number === undefined ? joined : `${number}`;
}

/** The value of a number, or of a product or sum of such; undefined where it is something else. */
function numberOf(text: string): number | undefined {
  if (!/^[\d._eE+\-*/xXa-fA-FlLuUiI]+$/.test(text)) return undefined;
  const terms = text.match(/[+-]?[^+-]+/g) ?? [];
  if (/\d[eE][+-]/.test(text)) return finite(Number(text.replaceAll('_', '')));
  const values = terms.map(productOf);
  return terms.join('') === text && values.every((one) => one !== undefined)
    ? finite(values.reduce((sum: number, one) => sum + (one ?? 0), 0))
    : undefined;
}

function productOf(term: string): number | undefined {
  const [sign, factors] = /^([+-]?)(.*)$/.exec(term)?.slice(1) ?? ['', ''];
  let value = sign === '-' ? -1 : 1;
  for (const factor of (factors ?? '').split('*')) {
    const number = singleNumber(factor);
    if (number === undefined) return undefined;
    value *= number;
  }
  return value;
}

/** A literal of any of the languages: `1_000L`, `2.50f64`, `0xff`. */
function singleNumber(text: string): number | undefined {
  const digits = text
    .replaceAll('_', '')
    .replace(/(?<=^[\d.]+)(?:[iuf](?:8|16|32|64|128|size)|[lLfFdDnuU]+)$/, '');
  return digits === '' ? undefined : finite(Number(digits));
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
