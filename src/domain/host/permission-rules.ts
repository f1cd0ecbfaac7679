import { isObject } from '../base/document.ts';
import type { Settings } from './hook-settings.ts';

/** Plans the rules by which a host lets an agent run commands unasked, in `permissions.allow` of its settings. */

/** What a plan does about one rule. */
export interface RuleChange {
  readonly rule: string;
  readonly change: 'added' | 'kept' | 'removed';
}

interface RulePlan {
  readonly settings: Settings;
  readonly rules: readonly RuleChange[];
}

/** Why rules cannot be planned in settings, in words; nothing where they can. */
export function permissionsFault({ permissions }: Settings): string | undefined {
  if (permissions === undefined) return undefined;
  if (!isObject(permissions)) return '`permissions` is not an object';
  const { allow } = permissions;
  return allow === undefined || Array.isArray(allow)
    ? undefined
    : '`permissions.allow` is not a list';
}

/** Adds the rules that are not there yet. */
export function planAllowing(settings: Settings, rules: readonly string[]): RulePlan {
  const there = allowedIn(settings);
  const missing = rules.filter((rule) => !there.includes(rule));
  return {
    settings: missing.length === 0 ? settings : withAllowed(settings, [...there, ...missing]),
    rules: rules.map((rule) => ({ rule, change: there.includes(rule) ? 'kept' : 'added' })),
  };
}

/** Takes the rules out that are there, and the lists and objects that are empty without them. */
export function planAsking(settings: Settings, rules: readonly string[]): RulePlan {
  const there = allowedIn(settings);
  const found = rules.filter((rule) => there.includes(rule));
  const left = there.filter((rule) => !found.some((one) => one === rule));
  return {
    settings: found.length === 0 ? settings : withAllowed(settings, left),
    rules: found.map((rule) => ({ rule, change: 'removed' })),
  };
}

function allowedIn({ permissions }: Settings): readonly unknown[] {
  const allow = isObject(permissions) ? permissions['allow'] : undefined;
  return Array.isArray(allow) ? allow : [];
}

function withAllowed(settings: Settings, allow: readonly unknown[]): Settings {
  const { permissions, ...others } = settings;
  const all = isObject(permissions) ? permissions : {};
  const { allow: _before, ...rest } = all;
  const after = allow.length > 0 ? { ...all, allow } : rest;
  return Object.keys(after).length > 0 ? { ...settings, permissions: after } : others;
}
