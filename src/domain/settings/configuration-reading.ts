import { isObject, parseDocument } from '../base/document.ts';
import {
  isTaken,
  SETTINGS,
  type Setting,
  type SettingValue,
  takesText,
  wordsIn,
} from './setting.ts';
import { isStandingList, type StandingEntry } from './standing-checks.ts';
import { addressFault } from './store-address.ts';

/**
 * Reads settings as files, variables and options give them. The build makes the published
 * schema of the same table (`build/schemas/configuration.ts`).
 */

interface SettingsReading {
  readonly values: ReadonlyMap<string, SettingValue>;
  /** The problems, each with its key and the values that the key takes. */
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

type SettingReading = { readonly value: SettingValue } | { readonly problem: string };

/** One value for a key, as a file or an option gives it. */
export function readSetting(key: string, value: unknown): SettingReading {
  const setting = settingOf(key);
  if (setting === undefined) return { problem: `\`${key}\` is not a known setting` };
  if (isTaken(setting, value)) return { value };
  // What is no address may hold a password all the same.
  const isSecret = setting.type.takes === 'store' && typeof value === 'string';
  const given = isSecret ? storeFault(value) : `not ${JSON.stringify(value) ?? 'nothing'}`;
  return { problem: `\`${key}\` takes ${takesText(setting)}, ${given}` };
}

function storeFault(value: string): string {
  return `not the text that it is given: ${addressFault(value) ?? 'it cannot be read'}`;
}

/** One value for a key as a variable gives it: a text that may mean a number, true, false, null or a list. */
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
  return [
    ...(Number.isFinite(number) ? [number] : []),
    ...(word === undefined ? [] : [word]),
    word === null || text.trim() === '' ? [] : standingListIn(text),
    wordsIn(text),
  ];
}

/** The checks that a text means: a list as JSON, else one line for the shell. */
function standingListIn(text: string): readonly StandingEntry[] {
  const document = text.trimStart().startsWith('[') ? parseDocument(text) : undefined;
  return document?.ok === true && isStandingList(document.value) ? document.value : [text];
}

function settingOf(key: string): Setting | undefined {
  return SETTINGS.find((setting) => setting.key === key);
}

/** The keys whose values are objects of further keys. */
const GROUPS: ReadonlySet<string> = new Set(
  SETTINGS.filter(({ key }) => key.includes('.')).map(({ key }) => key.split('.', 1)[0] ?? ''),
);

function flattened(
  document: { readonly [key: string]: unknown },
  place: string,
): readonly (readonly [string, unknown])[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const path = `${place}${key}`;
    // A key with a dot of its own is quoted, so that it is not taken for a path of keys.
    const isGroup = isObject(value) && GROUPS.has(path);
    if (isGroup) return flattened(value, `${path}.`);
    return [[key.includes('.') ? `"${path}"` : path, value] as const];
  });
}
