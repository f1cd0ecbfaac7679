import { DEFAULT_MODEL } from './model.ts';

/** The settings of the suite, merged of all their sources (DESIGN §3). */
export interface Configuration {
  readonly tier: 1 | 2;
  readonly gates: { readonly validation: 'required' | 'when-present' | 'off' };
  readonly judge: {
    readonly backend: 'api' | 'rubric';
    readonly model: string;
    readonly timeoutMs: number;
    readonly onUnavailable: 'warn' | 'block';
    readonly structuredFindings: boolean;
    /** US dollars of all sessions of this project together on one UTC day; null: no limit. */
    readonly maxUsdPerDay: number | null;
  };
}

/** Shortest and longest time for a whole run of the judge, in milliseconds. */
export const TIMEOUT_RANGE = { least: 1000, most: 600_000 } as const;

export type SettingValue = string | number | boolean | null;

/**
 * One setting. `weakest` to strongest are the values of a key by which a gate could be weakened: the
 * strictest of all sources wins there, and elsewhere the source that is nearest to the command line.
 */
export interface Setting {
  readonly key: string;
  readonly default: SettingValue;
  readonly summary: string;
  readonly strictest?: (values: readonly SettingValue[]) => SettingValue;
  /** A short name of its variable, beside the one that its key makes. */
  readonly alias?: string;
}

const strongestOf =
  (...weakestFirst: readonly SettingValue[]) =>
  (values: readonly SettingValue[]): SettingValue =>
    weakestFirst.findLast((value) => values.includes(value)) ?? null;

/** The smallest limit; null is none. */
function smallest(values: readonly SettingValue[]): SettingValue {
  const limits = values.filter((value) => typeof value === 'number');
  return limits.length === 0 ? null : Math.min(...limits);
}

export const SETTINGS: readonly Setting[] = [
  {
    key: 'tier',
    default: 1,
    summary: '1: Gates 1 and 2 close a promise. 2: a judge is asked as well, without --judge',
    strictest: strongestOf(1, 2),
  },
  {
    key: 'gates.validation',
    default: 'required',
    summary:
      'Gate 2 wants an answer for every criterion (required), for none (off), or only no FAIL',
    strictest: strongestOf('off', 'when-present', 'required'),
  },
  {
    key: 'judge.backend',
    default: 'api',
    summary: 'Who judges: the Messages API, or the offline rubric, which satisfies no tier',
  },
  { key: 'judge.model', default: DEFAULT_MODEL, summary: 'Which model judges' },
  {
    key: 'judge.timeoutMs',
    default: 60_000,
    summary: 'Time for a whole run of the judge, retries included',
  },
  {
    key: 'judge.onUnavailable',
    default: 'warn',
    summary: 'Where the judge cannot be had: go on unjudged (warn), or stop (block)',
    strictest: strongestOf('warn', 'block'),
  },
  {
    key: 'judge.structuredFindings',
    default: false,
    summary: 'The judge lists findings by severity, and code computes the verdict from them',
    alias: 'CS_STRUCTURED_FINDINGS',
  },
  {
    key: 'judge.maxUsdPerDay',
    default: null,
    summary:
      'What all calls of the project may cost on one day (UTC), in US dollars; null: no limit',
    strictest: smallest,
  },
];

/** The variables that set a key: its path in capitals, and its short name if it has one. */
export function variablesOf({ alias, key }: Setting): readonly string[] {
  const name = `CS_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
  return alias === undefined ? [name] : [name, alias];
}

/** Some settings and where they stand, from the nearest to the command line to the farthest. */
export interface SettingSource {
  readonly name: string;
  /** Whether it may set a gate weaker than the default: the project's file may, and nothing else. */
  readonly mayWeaken: boolean;
  readonly values: ReadonlyMap<string, SettingValue>;
}

export interface EffectiveSetting {
  readonly setting: Setting;
  readonly value: SettingValue;
  /** The source that the value comes from; `default` where none sets it. */
  readonly source: string;
}

/** The effective value of every key, and where it comes from. `sources`: nearest first. */
export function effectiveSettings(sources: readonly SettingSource[]): readonly EffectiveSetting[] {
  return SETTINGS.map((setting) => {
    const given = sources.flatMap(({ name, values, mayWeaken }) => {
      const value = values.get(setting.key);
      return value === undefined ? [] : [{ name, value, mayWeaken }];
    });
    const standard = { name: 'default', value: setting.default };
    const nearest = given[0] ?? standard;
    if (setting.strictest === undefined) return effective(setting, nearest);
    const candidates = given.some(({ mayWeaken }) => mayWeaken) ? given : [...given, standard];
    const value = setting.strictest(candidates.map((one) => one.value));
    return effective(setting, candidates.find((one) => one.value === value) ?? nearest);
  });
}

function effective(
  setting: Setting,
  { name, value }: { readonly name: string; readonly value: SettingValue },
): EffectiveSetting {
  return { setting, value, source: name };
}
