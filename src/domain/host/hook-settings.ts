import { isObject } from '../base/document.ts';
import {
  type GuardedProgram,
  guardedCommand,
  type HookName,
  plainCommand,
} from './guarded-command.ts';
import {
  HOOK_EVENTS,
  type HookCommand,
  type HookEvent,
  type HookShell,
  readHookCommand,
  USUAL_DEADLINE,
} from './hook-command.ts';
import { powershellCommand } from './powershell-command.ts';

/** Finds the hooks of the suite in a host's settings, and plans how to install and to remove them. */

export type Settings = { readonly [key: string]: unknown };

/** The settings files of an agent's host in which hooks may stand. */
export const SETTINGS_PLACES = ['project', 'local', 'user'] as const;

export type SettingsPlace = (typeof SETTINGS_PLACES)[number];

/** What a place is for, in words. */
export const PLACE_WORDS: Readonly<Record<SettingsPlace, string>> = {
  project: 'project settings',
  local: 'local project settings',
  user: 'user settings',
};

/** One hook of the suite as it stands in settings. */
export interface InstalledHook {
  readonly event: string;
  readonly command: string;
  /** In seconds; nothing where the host's default holds, `invalid` where it is no number above 0. */
  readonly timeout: number | 'invalid' | undefined;
  readonly reading: HookCommand;
  readonly shell: HookShell;
  /** The matcher that limits the hook to some occasions of its event. */
  readonly matcher: string | undefined;
  /** The key by which the host does not wait for the answer of the hook, or asks it only once. */
  readonly detached: 'async' | 'asyncRewake' | 'once' | undefined;
}

/** A hook to be installed. */
interface WantedHook {
  readonly event: HookEvent;
  readonly command: string;
  readonly shell: HookShell;
  /** In seconds. */
  readonly timeout: number;
}

/** What a plan does about one hook. */
export interface HookChange {
  readonly event: string;
  readonly change: 'added' | 'replaced' | 'kept' | 'removed';
  readonly command: string;
  readonly timeout: number | null;
}

export interface HookPlan {
  readonly settings: Settings;
  readonly changes: readonly HookChange[];
}

/** Why hooks cannot be planned in settings, in words; nothing where they can. */
export function settingsFault(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not an object';
  const { hooks } = value;
  if (hooks === undefined) return undefined;
  if (!isObject(hooks)) return '`hooks` is not an object';
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) return `\`hooks.${event}\` is not a list`;
    const bad = groups.findIndex((group) => !isObject(group) || !Array.isArray(group['hooks']));
    if (bad >= 0) return `\`hooks.${event}[${bad}]\` has no list of hooks`;
  }
  return undefined;
}

/** The suite's hooks in settings, in their order. Parts that are not as expected are passed over. */
export function hooksIn(settings: unknown): readonly InstalledHook[] {
  const hooks = isObject(settings) ? settings['hooks'] : undefined;
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups)
      .filter(isObject)
      .flatMap((group) =>
        listOf(group['hooks']).flatMap((one) => readEntry(event, group, one) ?? []),
      ),
  );
}

function readEntry(event: string, group: Settings, entry: unknown): InstalledHook | undefined {
  if (!isObject(entry)) return undefined;
  const command = commandOf(entry);
  const shell = entry['shell'] === POWERSHELL ? POWERSHELL : 'posix';
  const reading = command === undefined ? undefined : readHookCommand(command, shell);
  if (command === undefined || reading === undefined) return undefined;
  const { matcher } = group;
  const { timeout } = entry;
  return {
    event,
    command,
    reading,
    shell,
    timeout:
      timeout === undefined || (typeof timeout === 'number' && timeout > 0) ? timeout : 'invalid',
    matcher: typeof matcher === 'string' && !TAKES_ALL.has(matcher) ? matcher : undefined,
    detached: DETACHING.find((key) => entry[key] === true),
  };
}

/** The name by which a host is told to run a hook in PowerShell. */
const POWERSHELL = 'powershell';

const DETACHING = ['async', 'asyncRewake', 'once'] as const;

/** Matchers that match everything. */
const TAKES_ALL: ReadonlySet<string> = new Set(['', '*']);

/** A hook's command line; its arguments where the host is told to start it without a shell. */
function commandOf({ args, command, type }: Settings): string | undefined {
  if (typeof command !== 'string' || (type !== undefined && type !== 'command')) return undefined;
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return [command, ...words].join(' ');
}

/** Puts the wanted hooks in, one for each event, in the place of older ones of the suite. */
export function planInstall(settings: Settings, wanted: readonly WantedHook[]): HookPlan {
  let after = settings;
  const changes: HookChange[] = [];
  for (const hook of wanted) {
    const groups = listOf(hooksOf(after)[hook.event]);
    const planned = planEvent(groups, hook);
    changes.push(planned.change);
    if (planned.change.change !== 'kept') after = withGroups(after, hook.event, planned.groups);
  }
  return { settings: after, changes };
}

function planEvent(
  groups: readonly unknown[],
  { command, event, shell, timeout }: WantedHook,
): { readonly groups: readonly unknown[]; readonly change: HookChange } {
  const own = ownIn({ hooks: { [event]: groups } });
  const change = (what: HookChange['change']) => ({ event, change: what, command, timeout });
  const [only, ...others] = own;
  const isThere =
    only?.command === command &&
    only.shell === shell &&
    only.timeout === timeout &&
    only.matcher === undefined &&
    only.detached === undefined;
  if (isThere && others.length === 0) return { groups, change: change('kept') };
  const rest = withoutOwn(event, groups);
  const named = shell === POWERSHELL ? { shell } : {};
  const added = [...rest, { hooks: [{ type: 'command', command, ...named, timeout }] }];
  return { groups: added, change: change(own.length === 0 ? 'added' : 'replaced') };
}

/** The hooks that call the suite and nothing else. */
function ownIn(settings: Settings): readonly InstalledHook[] {
  return hooksIn(settings).filter(({ reading }) => reading.isAlone);
}

/** Removes the suite's hooks, and the groups and lists that are empty without them. */
export function planUninstall(settings: Settings): HookPlan {
  const own = ownIn(settings);
  let after = settings;
  for (const event of new Set(own.map((hook) => hook.event))) {
    const groups = withoutOwn(event, listOf(hooksOf(after)[event]));
    after = withGroups(after, event, groups);
  }
  const changes = own.map(
    ({ command, event, timeout }): HookChange => ({
      event,
      change: 'removed',
      command,
      timeout: typeof timeout === 'number' ? timeout : null,
    }),
  );
  return { settings: after, changes };
}

/** The groups without the suite's hooks; a group that held nothing else goes with them. */
function withoutOwn(event: string, groups: readonly unknown[]): readonly unknown[] {
  return groups.flatMap((group) => {
    if (!isObject(group)) return [group];
    const entries = listOf(group['hooks']);
    const kept = entries.filter(
      (entry) => readEntry(event, group, entry)?.reading.isAlone !== true,
    );
    if (kept.length === entries.length) return [group];
    return kept.length === 0 ? [] : [{ ...group, hooks: kept }];
  });
}

/** The settings with these groups for an event, without lists and objects that are empty. */
function withGroups(settings: Settings, event: string, groups: readonly unknown[]): Settings {
  const hooks = { ...hooksOf(settings), [event]: groups };
  const filled = groups.length > 0 ? hooks : without(hooks, event);
  return Object.keys(filled).length > 0
    ? { ...settings, hooks: filled }
    : without(settings, 'hooks');
}

function without(object: Settings, key: string): Settings {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function hooksOf({ hooks }: Settings): Settings {
  return isObject(hooks) ? hooks : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** How many seconds hosts wait: for the gate at least, beyond the gate's own limit, and for other hooks. */
const STOP_SECONDS = 60;
const MARGIN_SECONDS = 10;
const OTHER_SECONDS = 30;

/** How many seconds before its host the watch of a gate ends it. */
const BEFORE_HOST_SECONDS = STOP_SECONDS - USUAL_DEADLINE;

/** What the suite's hook of each event does. */
const HOOKS: Readonly<Record<HookEvent, HookName>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt',
  Stop: 'stop',
  SubagentStop: 'stop',
  SessionEnd: 'session-end',
};

/** The command line that calls a hook, with the deadline of its watch in seconds where it is not the usual one. */
export type HookCall = (hook: HookName, deadline: number | undefined) => string;

/** What the guard of a hook looks for, and how it is to be had. */
export type HookGuard = (hook: HookName) => Pick<GuardedProgram, 'program' | 'installation'>;

/** How the lines of hooks are written, and for which shell. */
export interface HookLines {
  readonly shell: HookShell;
  readonly call: HookCall;
  /** Where the lines are to have a guard, which is written for POSIX shells alone. */
  readonly guard?: HookGuard | undefined;
}

/** All hooks of the suite. `gateMs`: `stopGate.timeoutMs`. */
export function wantedHooks(lines: HookLines, gateMs: number): readonly WantedHook[] {
  const stop = Math.max(STOP_SECONDS, Math.ceil(gateMs / 1000) + MARGIN_SECONDS);
  const deadline = stop === STOP_SECONDS ? undefined : stop - BEFORE_HOST_SECONDS;
  return HOOK_EVENTS.map((event) => {
    const hook = HOOKS[event];
    const isGate = hook === 'stop';
    const call = lines.call(hook, isGate ? deadline : undefined);
    return {
      event,
      command: commandLineOf(lines, hook, call),
      shell: lines.shell,
      timeout: isGate ? stop : OTHER_SECONDS,
    };
  });
}

function commandLineOf({ guard, shell }: HookLines, hook: HookName, call: string): string {
  if (shell === POWERSHELL) return powershellCommand(call, hook === 'stop');
  return guard === undefined
    ? plainCommand(hook, call)
    : guardedCommand(hook, { ...guard(hook), call });
}
