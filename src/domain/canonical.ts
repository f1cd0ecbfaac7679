import { isObject } from './document.ts';

/**
 * A JSON value as one text, whatever the order of its keys: two values that say the same give the
 * same text.
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : part,
  );
}
