import { canonicalText } from '../base/canonical.ts';
import { isObject } from '../base/document.ts';
import type { CompletionPromise } from '../promise/promise.ts';
import type { EffectiveSetting } from './configuration.ts';
import { isTaken, SETTINGS, type Setting, type SettingValue } from './setting.ts';

/** Settings by which a gate could be weakened, as they were when a promise was made and as they are now. */

/** A setting that asks for less now than when a promise was made. */
export interface WeakerSetting {
  readonly key: string;
  readonly before: SettingValue;
  readonly now: SettingValue;
}

/** The settings by which a gate could be weakened: those of which the strictest source wins. */
export const GATE_SETTINGS: readonly Setting[] = SETTINGS.filter(
  ({ strictest }) => strictest !== undefined,
);

/** The values of those settings that a new promise keeps, by their keys. */
export function gateSettingsOf(
  effective: readonly EffectiveSetting[],
): Readonly<Record<string, SettingValue>> {
  const kept = effective.filter(({ setting }) => setting.strictest !== undefined);
  return Object.fromEntries(kept.map(({ setting, value }) => [setting.key, value]));
}

/** Whether one value of a setting asks for less than another, by the setting's own order. */
export function isWeaker({ strictest }: Setting, value: SettingValue, than: SettingValue): boolean {
  if (strictest === undefined) return false;
  // The strictest of a single value is that value, in the spelling that the order gives it.
  return canonicalText(strictest([value, than])) !== canonicalText(strictest([value]));
}

/**
 * The settings that are weaker now than those a promise keeps of its making. One that keeps none was made by another
 * program, or an earlier version: nothing can be said. Values that no setting takes are passed over.
 */
export function weakerSettings(
  { settings }: CompletionPromise,
  effective: readonly EffectiveSetting[],
): readonly WeakerSetting[] {
  if (!isObject(settings)) return [];
  return effective.flatMap(({ setting, value: now }) => {
    const before = settings[setting.key];
    return isTaken(setting, before) && isWeaker(setting, now, before)
      ? [{ key: setting.key, before, now }]
      : [];
  });
}
