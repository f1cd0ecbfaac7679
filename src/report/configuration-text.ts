import { counted } from '../domain/base/counted.ts';
import type { FoundProject, ProjectVia } from '../domain/session/project-folder.ts';
import type { EffectiveSetting } from '../domain/settings/configuration.ts';
import { takesText } from '../domain/settings/setting.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** Where a command works, and how that was found. */
type ShownProject = Pick<FoundProject, 'folder' | 'via' | 'checkout'>;

/** The project folder, and every setting with its value and where that comes from. */
export function configurationText(
  project: ShownProject,
  effective: readonly EffectiveSetting[],
  style: Style,
): string {
  return [
    ...projectLines(project, style),
    ...effective.flatMap((one) => settingLines(one, style)),
  ].join('\n');
}

/** A setting with its value, where that comes from, what it is for, and what it takes. */
export function settingLines(one: EffectiveSetting, style: Style): readonly string[] {
  const { setting } = one;
  return [
    valueLine(one, style),
    `    ${setting.summary}.`,
    `    Takes ${takesText(setting)}.${setting.strictest === undefined ? '' : ' The strictest source wins.'}`,
  ];
}

function valueLine({ setting, source, value }: EffectiveSetting, style: Style): string {
  const shown = oneLine(JSON.stringify(value));
  return `${style.bold(setting.key)} = ${shown}  ${style.dim(`(${oneLine(source)})`)}`;
}

/** The settings that some source sets. `all`: the command that shows the others. */
export function changedText(
  project: ShownProject,
  effective: readonly EffectiveSetting[],
  all: string,
  style: Style,
): string {
  const set = effective.filter(({ source }) => source !== 'default');
  const others = counted(effective.length - set.length, 'other setting');
  return [
    ...projectLines(project, style),
    ...set.map((one) => valueLine(one, style)),
    set.length === 0
      ? `All settings have their defaults: ${all}`
      : `${others} at the default: ${all}`,
  ].join('\n');
}

/** By what the project folder was found, where that is neither an option nor a variable. */
const FOUND_BY: Readonly<Partial<Record<ProjectVia, string>>> = {
  state: 'the nearest state folder',
  configuration: 'the nearest configuration',
  checkout: 'the top of the checkout',
  'current-folder': 'the current folder',
};

function projectLines({ checkout, folder, via }: ShownProject, style: Style): readonly string[] {
  const found = style.dim(`(${FOUND_BY[via] ?? via})`);
  const where = `${style.bold('project folder')}: ${oneLine(folder)} ${found}`;
  if (checkout === folder) return [where];
  return [where, `${style.bold('checkout')}: ${oneLine(checkout)}`];
}

/** The same as data: the settings by their keys, and `project`. */
export function configurationJson(
  { checkout, folder, via }: ShownProject,
  effective: readonly EffectiveSetting[],
): unknown {
  return {
    project: { folder, via, checkout },
    ...Object.fromEntries(
      effective.map(({ setting, source, value }) => [setting.key, { value, source }]),
    ),
  };
}
