import * as z from 'zod/mini';
import {
  type Configuration,
  type EffectiveSetting,
  type SettingValue,
  TIMEOUT_RANGE,
} from '../domain/configuration.ts';
import { isObject } from '../domain/document.ts';

/** What each key takes: as a schema, and in words for whoever wrote something else. */
const KEYS = {
  tier: { schema: z.union([z.literal(1), z.literal(2)]), takes: '1 or 2' },
  'gates.validation': {
    schema: z.enum(['required', 'when-present', 'off']),
    takes: '"required", "when-present" or "off"',
  },
  'judge.backend': { schema: z.enum(['api', 'rubric']), takes: '"api" or "rubric"' },
  'judge.model': {
    schema: z.string().check(z.minLength(1)),
    takes: 'the alias or the id of a model',
  },
  'judge.timeoutMs': {
    schema: z.int().check(z.minimum(TIMEOUT_RANGE.least), z.maximum(TIMEOUT_RANGE.most)),
    takes: `a whole number of milliseconds from ${TIMEOUT_RANGE.least} to ${TIMEOUT_RANGE.most}`,
  },
  'judge.onUnavailable': { schema: z.enum(['warn', 'block']), takes: '"warn" or "block"' },
  'judge.structuredFindings': { schema: z.boolean(), takes: 'true or false' },
  'judge.maxUsdPerDay': {
    schema: z.nullable(z.number().check(z.nonnegative())),
    takes: 'an amount in US dollars, or null',
  },
} as const;

const configuration = z.object({
  tier: KEYS['tier'].schema,
  gates: z.object({ validation: KEYS['gates.validation'].schema }),
  judge: z.object({
    backend: KEYS['judge.backend'].schema,
    model: KEYS['judge.model'].schema,
    timeoutMs: KEYS['judge.timeoutMs'].schema,
    onUnavailable: KEYS['judge.onUnavailable'].schema,
    structuredFindings: KEYS['judge.structuredFindings'].schema,
    maxUsdPerDay: KEYS['judge.maxUsdPerDay'].schema,
  }),
});

/** A configuration file: every key may be left out, and no other key may be there. */
export const configurationSchema = z.strictObject({
  $schema: z.optional(z.string()),
  tier: z.optional(KEYS['tier'].schema),
  gates: z.optional(z.strictObject({ validation: z.optional(KEYS['gates.validation'].schema) })),
  judge: z.optional(
    z.strictObject({
      backend: z.optional(KEYS['judge.backend'].schema),
      model: z.optional(KEYS['judge.model'].schema),
      timeoutMs: z.optional(KEYS['judge.timeoutMs'].schema),
      onUnavailable: z.optional(KEYS['judge.onUnavailable'].schema),
      structuredFindings: z.optional(KEYS['judge.structuredFindings'].schema),
      maxUsdPerDay: z.optional(KEYS['judge.maxUsdPerDay'].schema),
    }),
  ),
});

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
    if (key === '$schema') continue;
    const read = readSetting(key, value);
    if ('problem' in read) problems.push(read.problem);
    else values.set(key, read.value);
  }
  return { values, problems };
}

/** One value for a key, as a file or an option gives it. */
export function readSetting(
  key: string,
  value: unknown,
): { readonly value: SettingValue } | { readonly problem: string } {
  if (!isKey(key)) return { problem: `\`${key}\` is not a setting of this version` };
  const { data } = KEYS[key].schema.safeParse(value);
  return data === undefined
    ? { problem: `\`${key}\` takes ${KEYS[key].takes}, not ${JSON.stringify(value) ?? 'nothing'}` }
    : { value: data };
}

/** One value for a key as a variable gives it: a text that may stand for a number or a yes. */
export function readSettingText(key: string, text: string): ReturnType<typeof readSetting> {
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

/** The effective settings as one value. Each was read by its key's schema before. */
export function configurationOf(settings: readonly EffectiveSetting[]): Configuration {
  const nested: Record<string, unknown> = {};
  for (const { setting, value } of settings) {
    const [first = '', second] = setting.key.split('.');
    if (second === undefined) nested[first] = value;
    else nested[first] = { ...asObject(nested[first]), [second]: value };
  }
  return configuration.parse(nested);
}

/** What a key takes, in words. */
export function takesOf(key: string): string {
  return isKey(key) ? KEYS[key].takes : '';
}

function isKey(key: string): key is keyof typeof KEYS {
  return Object.hasOwn(KEYS, key);
}

/** The keys that hold further keys. */
const GROUPS: ReadonlySet<string> = new Set(['gates', 'judge']);

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

function asObject(value: unknown): { readonly [key: string]: unknown } {
  return isObject(value) ? value : {};
}
