import { isObject } from './document.ts';
import { isTaken, SETTINGS, type Setting, type SettingValue, takesText } from './setting.ts';

/**
 * Reads settings as files, variables and options give them. The published schema in
 * `schemas/configuration.ts` is made of the same table.
 */

export interface SettingsReading {
  readonly values: ReadonlyMap<string, SettingValue>;
  /** What is wrong, each with its key and what it takes. */
  readonly problems: readonly string[];
}

/** Reads a parsed configuration file, key by key. */
export function readSettings(document: unknown): SettingsReading {
  if (!isObject(document)) return { values: new Map(), problems: ['it is not an object'] };
  const values = new Map<string, SettingValue>();
  const problems: string[] = [];
  for (const [key, value] of flattened(document, '')) {
    if (key === '$schema' && typeof value === 'string') continue;
    const read = readSetting(key, value);
    if ('problem' in read) problems.push(read.problem);
    else values.set(key, read.value);
  }
  return { values, problems };
}

export type SettingReading = { readonly value: SettingValue } | { readonly problem: string };

/** One value for a key, as a file or an option gives it. */
export function readSetting(key: string, value: unknown): SettingReading {
  const setting = settingOf(key);
  if (setting === undefined) return { problem: `\`${key}\` is not a setting of this version` };
  return isTaken(setting, value)
    ? { value }
    : {
        problem: `\`${key}\` takes ${takesText(setting)}, not ${JSON.stringify(value) ?? 'nothing'}`,
      };
}

/** One value for a key as a variable gives it: a text that may stand for a number or a yes. */
export function readSettingText(key: string, text: string): SettingReading {
  const meant = [text, ...otherReadings(text)];
  const readings = meant.map((value) => readSetting(key, value));
  return (
    readings.find((reading) => 'value' in reading) ??
    readings[0] ?? { problem: `\`${key}\` is empty` }
  );
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
  ['null', null] as const,
  ['none', null] as const,
]);

function otherReadings(text: string): readonly SettingValue[] {
  const word = WORDS.get(text.toLowerCase());
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return [...(Number.isFinite(number) ? [number] : []), ...(word === undefined ? [] : [word])];
}

function settingOf(key: string): Setting | undefined {
  return SETTINGS.find((setting) => setting.key === key);
}

/** The keys that hold further keys. */
const GROUPS: ReadonlySet<string> = new Set(
  SETTINGS.filter(({ key }) => key.includes('.')).map(({ key }) => key.split('.', 1)[0] ?? ''),
);

function flattened(
  document: { readonly [key: string]: unknown },
  place: string,
): readonly (readonly [string, unknown])[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const path = `${place}${key}`;
    // A key that holds a dot would pass for a place in the file, and an object for no setting at all.
    const isGroup = isObject(value) && GROUPS.has(path);
    if (isGroup) return flattened(value, `${path}.`);
    return [[key.includes('.') ? `"${path}"` : path, value] as const];
  });
}
