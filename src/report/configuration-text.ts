import type { EffectiveSetting } from '../domain/configuration.ts';
import { takesText } from '../domain/setting.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** Every setting with its value and where that comes from. */
export function configurationText(effective: readonly EffectiveSetting[], style: Style): string {
  return effective
    .flatMap(({ setting, source, value }) => [
      `${style.bold(setting.key)} = ${oneLine(JSON.stringify(value))}  ${style.dim(`(${oneLine(source)})`)}`,
      `    ${setting.summary}.`,
      `    Takes ${takesText(setting)}.${setting.strictest === undefined ? '' : ' The strictest of all sources counts.'}`,
    ])
    .join('\n');
}

/** The same as data, by key. */
export function configurationJson(effective: readonly EffectiveSetting[]): unknown {
  return Object.fromEntries(
    effective.map(({ setting, source, value }) => [setting.key, { value, source }]),
  );
}
