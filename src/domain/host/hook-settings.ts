import { isObject } from '../base/document.ts';
import { HOOK_SHELLS, type HookCommand, type HookShell, readHookCommand } from './hook-command.ts';
import { GROUPED_IN_SECONDS, type HookFormat } from './hook-format.ts';

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
  /** In the host's unit; nothing where its default holds, `invalid` where it is no number above 0. */
  readonly timeout: number | 'invalid' | undefined;
  readonly reading: HookCommand;
  readonly shell: HookShell;
  /** The matcher that limits the hook to some occasions of its event. */
  readonly matcher: string | undefined;
  /** The key by which the host does not wait for the answer of the hook, or asks it only once. */
  readonly detached: 'async' | 'asyncRewake' | 'once' | undefined;
}

/** A hook to be installed. */
export interface WantedHook {
  readonly event: string;
  /** The line that people are shown, and the call in it without anything around. */
  readonly command: string;
  readonly call: string;
  readonly shell: HookShell;
  /** In the host's unit. */
  readonly timeout: number;
  /** All members of the hook as it is to stand there. */
  readonly entry: Settings;
}

/** What a plan does about one hook. */
export interface HookChange {
  readonly event: string;
  readonly change: 'added' | 'replaced' | 'kept' | 'removed';
  readonly command: string;
  readonly timeout: number | null;
}

interface HookPlan {
  readonly settings: Settings;
  readonly changes: readonly HookChange[];
}

/** Why hooks cannot be planned in settings, in words; nothing where they can. */
export function settingsFault(
  value: unknown,
  { isGrouped }: HookFormat = GROUPED_IN_SECONDS,
): string | undefined {
  if (!isObject(value)) return 'it is not an object';
  const { hooks } = value;
  if (hooks === undefined) return undefined;
  if (!isObject(hooks)) return '`hooks` is not an object';
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) return `\`hooks.${event}\` is not a list`;
    if (!isGrouped) continue;
    const bad = groups.findIndex((group) => !isObject(group) || !Array.isArray(group['hooks']));
    if (bad >= 0) return `\`hooks.${event}[${bad}]\` has no list of hooks`;
  }
  return undefined;
}

/** The suite's hooks in settings, in their order. Parts that are not as expected are passed over. */
export function hooksIn(
  settings: unknown,
  format: HookFormat = GROUPED_IN_SECONDS,
): readonly InstalledHook[] {
  const hooks = isObject(settings) ? settings['hooks'] : undefined;
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, members]) =>
    listOf(members)
      .filter(isObject)
      .flatMap((member) =>
        entriesOf(member, format).flatMap((one) => readEntry(event, member, one, format) ?? []),
      ),
  );
}

/** The hooks in settings that do not call the suite. `words`: what each runs, asks a model, or sends to an address. */
export function othersIn(settings: Settings, format: HookFormat = GROUPED_IN_SECONDS) {
  return Object.entries(hooksOf(settings)).flatMap(([event, members]) =>
    listOf(members)
      .filter(isObject)
      .flatMap((member) =>
        entriesOf(member, format).flatMap((entry) => {
          if (!isObject(entry) || readEntry(event, member, entry, format) !== undefined) return [];
          const words = linesOf(entry, format)[0]?.command ?? questionOf(entry);
          return words === undefined ? [] : [{ event, words }];
        }),
      ),
  );
}

/** What a hook asks a model, or sends to an address. */
function questionOf({ prompt, type, url }: Settings): string | undefined {
  const text = prompt ?? url;
  return typeof text === 'string' ? `${String(type)}: ${text}` : undefined;
}

/** The hooks in a member of an event's list: those of a group, or the member itself. */
function entriesOf(member: Settings, { isGrouped }: HookFormat): readonly unknown[] {
  return isGrouped ? listOf(member['hooks']) : [member];
}

function readEntry(
  event: string,
  group: Settings,
  entry: unknown,
  format: HookFormat,
): InstalledHook | undefined {
  if (!isObject(entry)) return undefined;
  const [found] = linesOf(entry, format).flatMap(({ command, shell }) => {
    const reading = readHookCommand(command, shell);
    return reading === undefined ? [] : [{ command, reading, shell }];
  });
  if (found === undefined) return undefined;
  const { matcher } = group;
  const timeout = entry[format.timeout];
  return {
    event,
    ...found,
    timeout:
      timeout === undefined || (typeof timeout === 'number' && timeout > 0) ? timeout : 'invalid',
    matcher: typeof matcher === 'string' && !TAKES_ALL.has(matcher) ? matcher : undefined,
    detached: DETACHING.find((key) => entry[key] === true),
  };
}

/** The lines of a hook, each for its shell: the one that it names, or all that it has a line for. */
function linesOf(entry: Settings, { lines }: HookFormat) {
  const found = HOOK_SHELLS.flatMap((shell) => {
    const place = lines[shell];
    const command = place === undefined ? undefined : commandOf(entry, place.key);
    if (place === undefined || command === undefined) return [];
    const { also } = place;
    return also === undefined || holds(entry, also)
      ? [{ command, shell, isNamed: also !== undefined }]
      : [];
  });
  return found.some(({ isNamed }) => isNamed) ? found.filter(({ isNamed }) => isNamed) : found;
}

const DETACHING = ['async', 'asyncRewake', 'once'] as const;

/** Matchers that match everything. */
const TAKES_ALL: ReadonlySet<string> = new Set(['', '*']);

/** A hook's command line; its arguments where the host is told to start it without a shell. */
function commandOf(entry: Settings, key: string): string | undefined {
  const { args, type } = entry;
  const command = entry[key];
  if (typeof command !== 'string' || (type !== undefined && type !== 'command')) return undefined;
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return [command, ...words].join(' ');
}

/** Puts the wanted hooks in, one for each event, in the place of older ones of the suite. */
export function planInstall(
  settings: Settings,
  wanted: readonly WantedHook[],
  format: HookFormat = GROUPED_IN_SECONDS,
): HookPlan {
  let after: Settings = { ...format.document, ...settings };
  const changes: HookChange[] = [];
  for (const hook of wanted) {
    const members = listOf(hooksOf(after)[hook.event]);
    const planned = planEvent(members, hook, format);
    changes.push(planned.change);
    if (planned.change.change !== 'kept') after = withMembers(after, hook.event, planned.members);
  }
  const isKept = changes.every(({ change }) => change === 'kept');
  return { settings: isKept ? settings : after, changes };
}

function planEvent(
  members: readonly unknown[],
  wanted: WantedHook,
  format: HookFormat,
): { readonly members: readonly unknown[]; readonly change: HookChange } {
  const { command, event, timeout } = wanted;
  const own = ownIn({ hooks: { [event]: members } }, format);
  const change = (what: HookChange['change']) => ({ event, change: what, command, timeout });
  const [only, ...others] = own;
  const isThere = others.length === 0 && only !== undefined && isAsWanted(only, wanted);
  const written = members.filter(isObject).flatMap((member) => entriesOf(member, format));
  if (isThere && written.some((entry) => holds(entry, wanted.entry))) {
    return { members, change: change('kept') };
  }
  const rest = withoutOwn(event, members, format);
  const added = format.isGrouped ? { hooks: [wanted.entry] } : wanted.entry;
  return { members: [...rest, added], change: change(own.length === 0 ? 'added' : 'replaced') };
}

function isAsWanted(found: InstalledHook, { shell, timeout }: WantedHook): boolean {
  return (
    found.shell === shell &&
    found.timeout === timeout &&
    found.matcher === undefined &&
    found.detached === undefined
  );
}

/** Whether an object has all members of another one. */
function holds(entry: unknown, wanted: Settings): boolean {
  return (
    isObject(entry) &&
    Object.entries(wanted).every(
      ([key, value]) => JSON.stringify(entry[key]) === JSON.stringify(value),
    )
  );
}

/** The hooks that call the suite and nothing else. */
function ownIn(settings: Settings, format: HookFormat): readonly InstalledHook[] {
  return hooksIn(settings, format).filter(({ reading }) => reading.isAlone);
}

/** Removes the suite's hooks, and the groups and lists that are empty without them. */
export function planUninstall(
  settings: Settings,
  format: HookFormat = GROUPED_IN_SECONDS,
): HookPlan {
  const own = ownIn(settings, format);
  let after = settings;
  for (const event of new Set(own.map((hook) => hook.event))) {
    const members = withoutOwn(event, listOf(hooksOf(after)[event]), format);
    after = withMembers(after, event, members);
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

/** Whether settings hold nothing but what every document of the format does. */
export function isEmptied(
  settings: Settings,
  { document }: HookFormat = GROUPED_IN_SECONDS,
): boolean {
  return Object.entries(settings).every(([key, value]) => document[key] === value);
}

/** The members without the suite's hooks; a group that held nothing else goes with them. */
function withoutOwn(
  event: string,
  members: readonly unknown[],
  format: HookFormat,
): readonly unknown[] {
  const isOwn = (member: Settings, entry: unknown): boolean =>
    readEntry(event, member, entry, format)?.reading.isAlone === true;
  return members.flatMap((member) => {
    if (!isObject(member)) return [member];
    const entries = entriesOf(member, format);
    const kept = entries.filter((entry) => !isOwn(member, entry));
    if (kept.length === entries.length) return [member];
    return kept.length === 0 ? [] : [{ ...member, hooks: kept }];
  });
}

/** The settings with these members for an event, without lists and objects that are empty. */
function withMembers(settings: Settings, event: string, members: readonly unknown[]): Settings {
  const hooks = { ...hooksOf(settings), [event]: members };
  const filled = members.length > 0 ? hooks : without(hooks, event);
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
