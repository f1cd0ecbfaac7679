import { isObject } from './document.ts';
import { HOOK_EVENTS, type HookCommand, type HookEvent, readHookCommand } from './hook-command.ts';

/** The hooks in a host's settings: which are the suite's, and how they are put in and taken out. */

export type Settings = { readonly [key: string]: unknown };

/** One hook of the suite as it stands in settings. */
export interface InstalledHook {
  readonly event: string;
  readonly command: string;
  /** In seconds; nothing where the host's own counts, `invalid` where it is no number above 0. */
  readonly timeout: number | 'invalid' | undefined;
  readonly reading: HookCommand;
  /** Only for some of the event's occasions, which the host's matcher names. */
  readonly matcher: string | undefined;
  /** What makes the host not wait for its answer, or not ask it again: `async`, `once`. */
  readonly detached: 'async' | 'asyncRewake' | 'once' | undefined;
}

/** A hook to be installed. */
export interface WantedHook {
  readonly event: HookEvent;
  readonly command: string;
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

/** Whether a plan changes anything. */
export function isChanged({ changes }: HookPlan): boolean {
  return changes.some(({ change }) => change !== 'kept');
}

type Entry = { readonly [key: string]: unknown };

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

/** The suite's hooks in settings, in their order. What is not as expected holds none. */
export function hooksIn(settings: unknown): readonly InstalledHook[] {
  const hooks = isObject(settings) ? settings['hooks'] : undefined;
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      isObject(group)
        ? listOf(group['hooks']).flatMap((entry) => readEntry(event, group, entry) ?? [])
        : [],
    ),
  );
}

function readEntry(event: string, group: Entry, entry: unknown): InstalledHook | undefined {
  if (!isObject(entry)) return undefined;
  const command = commandOf(entry);
  const reading = command === undefined ? undefined : readHookCommand(command);
  if (command === undefined || reading === undefined) return undefined;
  const { matcher } = group;
  const { timeout } = entry;
  return {
    event,
    command,
    reading,
    timeout:
      timeout === undefined || (typeof timeout === 'number' && timeout > 0) ? timeout : 'invalid',
    matcher: typeof matcher === 'string' && !TAKES_ALL.has(matcher) ? matcher : undefined,
    detached: DETACHING.find((key) => entry[key] === true),
  };
}

const DETACHING = ['async', 'asyncRewake', 'once'] as const;

/** Matchers that leave nothing out. */
const TAKES_ALL: ReadonlySet<string> = new Set(['', '*']);

/** A hook's command line; its arguments where the host is told to start it without a shell. */
function commandOf({ args, command, type }: Entry): string | undefined {
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
  { command, event, timeout }: WantedHook,
): { readonly groups: readonly unknown[]; readonly change: HookChange } {
  const own = groups.flatMap((group) =>
    entriesOf(group).flatMap((entry) => {
      const found = isObject(group) ? readEntry(event, group, entry) : undefined;
      return found?.reading.isAlone === true ? [found] : [];
    }),
  );
  const change = (what: HookChange['change']) => ({ event, change: what, command, timeout });
  const [only, ...others] = own;
  const isThere =
    only?.command === command &&
    only.timeout === timeout &&
    only.matcher === undefined &&
    only.detached === undefined;
  if (isThere && others.length === 0) return { groups, change: change('kept') };
  const rest = withoutOwn(event, groups);
  const added = [...rest, { hooks: [{ type: 'command', command, timeout }] }];
  return { groups: added, change: change(own.length === 0 ? 'added' : 'replaced') };
}

/** Takes out the suite's hooks, and what would be left empty by it; nothing else. */
export function planUninstall(settings: Settings): HookPlan {
  const own = hooksIn(settings).filter(({ reading }) => reading.isAlone);
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
    const entries = entriesOf(group);
    const kept = entries.filter(
      (entry) => readEntry(event, group, entry)?.reading.isAlone !== true,
    );
    if (kept.length === entries.length) return [group];
    return kept.length === 0 ? [] : [{ ...group, hooks: kept }];
  });
}

/** The settings with these groups for an event; without what is empty by now. */
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

function entriesOf(group: unknown): readonly unknown[] {
  return isObject(group) ? listOf(group['hooks']) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Seconds that a host waits: for the gate at the least, beyond the time that it is set to, for others. */
const STOP_SECONDS = 60;
const MARGIN_SECONDS = 10;
const OTHER_SECONDS = 30;

/** The hooks of the suite, for programs that are started so. `gateMs`: the time of the stop gate. */
export function wantedHooks(
  start: (program: 'cs' | 'cs-stop-gate') => string,
  gateMs: number,
): readonly WantedHook[] {
  const stop = Math.max(STOP_SECONDS, Math.ceil(gateMs / 1000) + MARGIN_SECONDS);
  const commands: Readonly<Record<HookEvent, readonly [command: string, timeout: number]>> = {
    SessionStart: [`${start('cs')} session-start`, OTHER_SECONDS],
    UserPromptSubmit: [`${start('cs')} user-prompt`, OTHER_SECONDS],
    Stop: [`${start('cs-stop-gate')} || exit 2`, stop],
    SubagentStop: [`${start('cs-stop-gate')} || exit 2`, stop],
  };
  return HOOK_EVENTS.map((event) => {
    const [command, timeout] = commands[event];
    return { event, command, timeout };
  });
}
