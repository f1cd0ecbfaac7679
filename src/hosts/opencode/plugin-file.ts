import { isObject } from '../../domain/base/document.ts';
import { readHookCommand } from '../../domain/host/hook-command.ts';
import { type InstalledHook, removalOf, type WantedHook } from '../../domain/host/hook-settings.ts';
import type { HookFile, HookFilePlan } from '../hook-file.ts';

/**
 * The plugin by which OpenCode, which has no hooks of commands, asks the stop gate: `hooks/opencode-plugin.js`. It is a
 * file of the suite's own, which is written and removed as a whole.
 */
export const PLUGIN_HOOKS = {
  read(text: string) {
    const calls = callsIn(text);
    if (calls === undefined) return NOT_OURS;
    return { hooks: hooksOf(calls), others: [], isDisabled: false };
  },
  plan(text, wish, { shipped }) {
    const isNew = text === undefined || text === '';
    const calls = isNew ? {} : callsIn(text);
    if (calls === undefined) return NOT_OURS;
    const before = hooksOf(calls);
    return wish.action === 'install'
      ? installation(text, wish.hooks, before, shipped(...PLUGIN))
      : { ...NOTHING_ELSE, content: '', isEmptied: !isNew, changes: before.map(removalOf) };
  },
} as const satisfies HookFile;

/** Where the plugin lies in the package. */
const PLUGIN = ['hooks', 'opencode-plugin.js'] as const;

/** What the plugin is known by, whatever its version, and the line with its calls. */
const MARK = '// completion-promise for OpenCode, version ';
const CALLS = /^const CALLS = (\{.*\});$/m;

const NOT_OURS = { fault: 'it is not a plugin of completion-promise' };
const NOTHING_ELSE = { rules: [], mixed: [], isDisabled: false } as const;

/** Which of the plugin's calls runs at which event, and after how many milliseconds it is ended. */
const EVENTS = [
  { event: 'SessionStart', line: 'start', limit: 'startMs' },
  { event: 'UserPromptSubmit', line: 'prompt', limit: 'promptMs' },
  { event: 'Stop', line: 'stop', limit: 'stopMs' },
] as const;

/** The calls in a plugin of the suite, of any version; undefined where a text is none. */
function callsIn(text: string): { readonly [key: string]: unknown } | undefined {
  if (!text.startsWith(MARK)) return undefined;
  try {
    const calls: unknown = JSON.parse(CALLS.exec(text)?.[1] ?? 'null');
    return isObject(calls) ? calls : {};
  } catch {
    return {};
  }
}

function hooksOf(calls: { readonly [key: string]: unknown }): readonly InstalledHook[] {
  return EVENTS.flatMap(({ event, limit, line }) => {
    const { [line]: command, [limit]: timeout } = calls;
    const reading = typeof command === 'string' ? readHookCommand(command) : undefined;
    if (typeof command !== 'string' || reading === undefined) return [];
    return [
      {
        event,
        command,
        // The plugin itself holds a session whose gate gives no answer.
        reading: { ...reading, blocksOnCrash: true, untested: undefined },
        shell: 'posix' as const,
        timeout: typeof timeout === 'number' && timeout > 0 ? timeout : ('invalid' as const),
        matcher: undefined,
        detached: undefined,
      },
    ];
  });
}

function installation(
  text: string | undefined,
  wanted: readonly WantedHook[],
  before: readonly InstalledHook[],
  shipped: string,
): HookFilePlan {
  const hooks = EVENTS.flatMap(({ event, limit, line }) => {
    const hook = wanted.find((one) => one.event === event);
    return hook === undefined ? [] : [{ ...hook, limit, line }];
  });
  const calls = hooks.flatMap(({ call, command, limit, line, timeout }) => [
    // What stands around a call is for POSIX shells.
    [line, process.platform === 'win32' ? call : command],
    [limit, timeout],
  ]);
  const content = pluginText(shipped, Object.fromEntries(calls));
  const change = content === text ? 'kept' : before.length === 0 ? 'added' : 'replaced';
  const changes = hooks.map(
    ({ command, event, timeout }) => ({ event, change, command, timeout }) as const,
  );
  return { ...NOTHING_ELSE, content, isEmptied: false, changes };
}

/** The plugin with its calls. `shipped`: as it comes with the suite. */
export function pluginText(shipped: string, calls: object): string {
  return shipped.replace(CALLS, () => `const CALLS = ${JSON.stringify(calls)};`);
}
