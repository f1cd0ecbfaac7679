import { isObject } from './document.ts';

/**
 * A JSON value as one text that does not depend on the order of its keys: equal values give equal texts.
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => inOrder(a, b)))
      : part,
  );
}

/** The order of code units, which is the same in every language of the machine. */
export function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
