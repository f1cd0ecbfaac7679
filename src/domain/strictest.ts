import type { SettingValue } from './setting.ts';

/** How the values of several sources become one, for settings that could weaken a gate (DESIGN §3). */

/** The strongest of the values that a setting knows. */
export const strongestOf =
  (...weakestFirst: readonly SettingValue[]) =>
  (values: readonly SettingValue[]): SettingValue =>
    weakestFirst.findLast((value) => values.includes(value)) ?? null;

/** The largest number. */
export function largest(values: readonly SettingValue[]): SettingValue {
  return Math.max(...values.filter((value) => typeof value === 'number'));
}

/** The smallest limit; null is none. */
export function smallest(values: readonly SettingValue[]): SettingValue {
  const limits = values.filter((value) => typeof value === 'number');
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Every word of every list, each once; null is an empty list. */
export function allWords(values: readonly SettingValue[]): SettingValue {
  const words = new Set(values.filter((value) => typeof value === 'string').flatMap(wordsIn));
  return words.size === 0 ? null : [...words].join(',');
}

/** The words of a text with commas between them. */
export function wordsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
