import { isObject } from '../domain/base/document.ts';
import type { HookFormat } from '../domain/host/hook-format.ts';
import {
  hooksIn,
  isEmptied,
  othersIn,
  planInstall,
  planUninstall,
  type Settings,
  settingsFault,
} from '../domain/host/hook-settings.ts';
import { permissionsFault, planAllowing, planAsking } from '../domain/host/permission-rules.ts';
import type { HookFile, HookFilePlan, HookWish } from './hook-file.ts';
import type { JsonTexts } from './settings-file.ts';

/** Hooks that stand in a JSON document, beside what its user and other programs keep there. */
export function settingsHooks(format: HookFormat): HookFile {
  return {
    read(text, { json }) {
      const found = readSettings(text, format, json);
      if ('fault' in found) return found;
      const { settings } = found;
      return {
        hooks: hooksIn(settings, format),
        others: othersIn(settings, format),
        isDisabled: isDisabled(settings),
      };
    },
    plan(text, wish, { json }) {
      const found = readSettings(text ?? '', format, json);
      return 'fault' in found ? found : planned(text, found.settings, wish, format, json);
    },
  };
}

/** The settings in a text; none in an empty one. */
export function readSettings(
  text: string,
  format: HookFormat,
  json: JsonTexts,
): { readonly settings: Settings } | { readonly fault: string } {
  // An empty file holds no settings yet.
  if (text.trim() === '') return { settings: {} };
  const document = json.parseCommented(text);
  const where = format.isCommented ? json.findFault(text) : json.findStrictFault(text);
  if (!document.ok || where !== undefined) {
    const reason = document.ok ? 'it is not valid JSON' : document.reason;
    return { fault: where === undefined ? reason : `${reason} (${where})` };
  }
  const { value } = document;
  const fault =
    settingsFault(value, format) ?? (isObject(value) ? permissionsFault(value) : undefined);
  return fault !== undefined || !isObject(value)
    ? { fault: fault ?? 'not an object' }
    : { settings: value };
}

function planned(
  text: string | undefined,
  before: Settings,
  wish: HookWish,
  format: HookFormat,
  json: JsonTexts,
): HookFilePlan {
  const isInstall = wish.action === 'install';
  const { changes, settings } = isInstall
    ? planInstall(before, wish.hooks, format)
    : planUninstall(before, format);
  const ruled = isInstall
    ? planAllowing(settings, wish.allowed)
    : planAsking(settings, wish.allowed);
  const after = ruled.settings;
  const isNew = text === undefined || text.trim() === '';
  const content =
    after === before
      ? (text ?? '')
      : isNew
        ? `${json.withValue('{}', after)}\n`
        : json.withValue(text, after);
  return {
    content,
    isEmptied: !isNew && isEmptied(after, format),
    changes,
    rules: ruled.rules,
    mixed: hooksIn(after, format).filter(({ reading }) => !reading.isAlone),
    isDisabled: isDisabled(after),
  };
}

/** Claude Code and Copilot CLI have a switch of their own; Gemini CLI has it among its settings of hooks. */
function isDisabled({ disableAllHooks, hooksConfig }: Settings): boolean {
  const enabled = isObject(hooksConfig) ? hooksConfig['enabled'] : undefined;
  return disableAllHooks === true || enabled === false;
}
