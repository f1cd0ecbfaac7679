import { SUBSTANCES } from '../judging/substance.ts';
import { TAMPERING } from '../promise/tampering.ts';
import { TIERS } from '../promise/tier.ts';
import type { CheckSettings } from '../standing/stop-check.ts';
import {
  ASKING,
  BACKENDS,
  CHANGED_FILES,
  choicesIn,
  END_REQUIREMENTS,
  INDEPENDENCE,
  ON_UNAVAILABLE,
  REALITY_MODELS,
  RETRIED,
  RUN_VALIDATORS,
  SETTINGS,
  type Setting,
  type SettingValue,
  SHOWN,
  STANDING,
  shownValue,
  TODOS,
  VALIDATIONS,
  wordsIn,
} from './setting.ts';
import {
  type CommandWords,
  isCommand,
  isStandingList,
  type StandingCheck,
  standingChecksOf,
} from './standing-checks.ts';

/**
 * The settings of the suite, merged of all their sources. What each is for, and its unit, stands in the table
 * `SETTINGS`.
 */
export type Configuration = ReturnType<typeof configurationOf>;

/** The settings of one source, such as a file, a variable or the command line. */
export interface SettingSource {
  readonly name: string;
  /** Whether it may set a gate weaker than the default: the project's file may, and nothing else. */
  readonly mayWeaken: boolean;
  readonly values: ReadonlyMap<string, SettingValue>;
}

export interface EffectiveSetting {
  readonly setting: Setting;
  /** As it may be shown: the address of a database has no password. */
  readonly value: SettingValue;
  /** The source that the value comes from; `default` where none sets it. */
  readonly source: string;
}

/** The effective value of every key, and where it comes from. `sources`: nearest first. */
export function effectiveSettings(
  sources: readonly SettingSource[],
  settings: readonly Setting[] = SETTINGS,
): readonly EffectiveSetting[] {
  return settings.map((setting) => {
    const given = sources.flatMap(({ name, values, mayWeaken }) => {
      const value = values.get(setting.key);
      return value === undefined ? [] : [{ name, value, mayWeaken }];
    });
    const standard = { name: 'default', value: setting.default };
    const nearest = given[0] ?? standard;
    if (setting.strictest === undefined) return effective(setting, nearest);
    const candidates = given.some(({ mayWeaken }) => mayWeaken) ? given : [...given, standard];
    const value = setting.strictest(candidates.map((one) => one.value));
    // A list that is merged of several sources names all of them.
    const text = JSON.stringify(value);
    const name = candidates.find((one) => JSON.stringify(one.value) === text)?.name;
    const names = candidates.filter((one) => !isNothing(one.value)).map((one) => one.name);
    return effective(setting, { name: name ?? names.join(', '), value });
  });
}

/** Whether a value adds nothing to a merged list. */
function isNothing(value: SettingValue): boolean {
  return value === null || (typeof value === 'object' && value.length === 0);
}

function effective(
  setting: Setting,
  { name, value }: { readonly name: string; readonly value: SettingValue },
): EffectiveSetting {
  return { setting, value: shownValue(setting, value), source: name };
}

/** The effective settings as one value. */
export function configurationOf(settings: readonly EffectiveSetting[]) {
  const { command, flag, isNull, number, oneOf, someOf, standingChecks, text, words } =
    readerOf(settings);
  return {
    tier: oneOf('tier', TIERS),
    tier2Enabled: flag('tier2_enabled'),
    tier3Enabled: flag('tier3_enabled'),
    tier3VoteCount: number('tier3_vote_count'),
    gates: {
      validation: oneOf('gates.validation', VALIDATIONS),
      endRequires: oneOf('gates.endRequires', END_REQUIREMENTS),
      tampering: oneOf('gates.tampering', TAMPERING),
      shown: oneOf('gates.shown', SHOWN),
    },
    notify: command('notify'),
    retries: { max: number('retries.max') },
    checks: {
      timeoutMs: number('checks.timeoutMs'),
      changedFiles: oneOf('checks.changedFiles', CHANGED_FILES),
      retried: oneOf('checks.retried', RETRIED),
      always: standingChecks('checks.always'),
    },
    validator: {
      by: oneOf('validator.by', RUN_VALIDATORS),
      command: isNull('validator.command') ? null : text('validator.command'),
      maxUsd: isNull('validator.maxUsd') ? null : number('validator.maxUsd'),
      timeoutMs: number('validator.timeoutMs'),
    },
    judge: {
      backend: oneOf('judge.backend', BACKENDS),
      model: text('judge.model'),
      panel: isNull('judge.panel') ? null : words('judge.panel'),
      timeoutMs: number('judge.timeoutMs'),
      onUnavailable: oneOf('judge.onUnavailable', ON_UNAVAILABLE),
      structuredFindings: flag('judge.structuredFindings'),
      sees: SUBSTANCES.filter((name) => someOf('judge.sees').includes(name)),
      independent: oneOf('judge.independent', INDEPENDENCE),
      askPersonBelow: isNull('judge.askPersonBelow') ? null : number('judge.askPersonBelow'),
      maxUsdPerDay: isNull('judge.maxUsdPerDay') ? null : number('judge.maxUsdPerDay'),
    },
    realityCheck: {
      enabled: flag('realityCheck.enabled'),
      model: oneOf('realityCheck.model', REALITY_MODELS),
      timeoutMs: number('realityCheck.timeoutMs'),
    },
    continuation: {
      prefixes: words('continuation.prefixes'),
      model: text('continuation.model'),
      timeoutMs: number('continuation.timeoutMs'),
    },
    stopGate: {
      timeoutMs: number('stopGate.timeoutMs'),
      standing: oneOf('stopGate.standing', STANDING),
      beads: flag('stopGate.beads'),
      orchestrators: words('stopGate.orchestrators'),
      todos: oneOf('stopGate.todos', TODOS),
      ask: oneOf('stopGate.ask', ASKING),
      gitStatus: flag('stopGate.gitStatus'),
      availableWork: flag('stopGate.availableWork'),
    },
  };
}

/** The settings that `--check` uses. It reads no others, to save time. */
export const CHECK_KEYS: ReadonlySet<string> = new Set([
  'tier',
  'tier2_enabled',
  'tier3_enabled',
  'tier3_vote_count',
  'gates.endRequires',
  'retries.max',
]);

/** The settings of `--check`, of its effective settings. */
export function checkSettingsOf(settings: readonly EffectiveSetting[]): CheckSettings {
  const values = readerOf(settings);
  return {
    tier: values.oneOf('tier', TIERS),
    tier2Enabled: values.flag('tier2_enabled'),
    tier3Enabled: values.flag('tier3_enabled'),
    tier3VoteCount: values.number('tier3_vote_count'),
    endRequires: values.oneOf('gates.endRequires', END_REQUIREMENTS),
    maxRetries: values.number('retries.max'),
  };
}

/** The settings of `--check` where nothing is set. */
export function defaultCheckSettings(): CheckSettings {
  return checkSettingsOf(effectiveSettings([]));
}

/** Reads settings by their types, which were checked before: a value of another type is a bug, and throws. */
function readerOf(settings: readonly EffectiveSetting[]) {
  const values = new Map(settings.map(({ setting, value }) => [setting.key, value]));
  return {
    oneOf: <Choice extends SettingValue>(key: string, choices: readonly Choice[]): Choice =>
      choices.find((choice) => choice === values.get(key)) ?? misread(key),
    number(key: string): number {
      const value = values.get(key);
      return typeof value === 'number' ? value : misread(key);
    },
    text(key: string): string {
      const value = values.get(key);
      return typeof value === 'string' ? value : misread(key);
    },
    /** The words of a list; none where the setting is null. */
    words(key: string): readonly string[] {
      const value = values.get(key);
      return typeof value === 'string' ? wordsIn(value) : value === null ? [] : misread(key);
    },
    standingChecks(key: string): readonly StandingCheck[] {
      const value = values.get(key);
      return isStandingList(value) ? standingChecksOf(value) : misread(key);
    },
    /** A command; null where there is none. */
    command(key: string): CommandWords | null {
      const value = values.get(key) ?? null;
      return value === null || isCommand(value) ? value : misread(key);
    },
    someOf: (key: string): readonly string[] => choicesIn(values.get(key)),
    flag: (key: string): boolean => values.get(key) === true,
    isNull: (key: string): boolean => values.get(key) === null,
  };
}

function misread(key: string): never {
  throw new RangeError(`setting ${key} was not read`);
}
