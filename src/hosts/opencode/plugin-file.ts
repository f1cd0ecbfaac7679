import { isObject } from '../../domain/base/document.ts';
import { readHookCommand } from '../../domain/host/hook-command.ts';
import type { HookChange, InstalledHook, WantedHook } from '../../domain/host/hook-settings.ts';
import type { HookFile, HookFilePlan } from '../hook-file.ts';
import { type PluginCalls, pluginText, readPlugin } from './plugin.ts';

/** The plugin is a file of the suite's own: it is written and removed as a whole. */
export const PLUGIN_HOOKS: HookFile = {
  read(text) {
    const found = readPlugin(text);
    return found === undefined
      ? NOT_OURS
      : { hooks: hooksOf(found.calls), others: [], isDisabled: false };
  },
  plan(text, wish, { shipped }) {
    const found = text === undefined || text === '' ? undefined : readPlugin(text);
    if (text !== undefined && text !== '' && found === undefined) return NOT_OURS;
    const before = hooksOf(found?.calls);
    return wish.action === 'install'
      ? installation(text, wish.hooks, before, shipped(...PLUGIN))
      : removal(text, before);
  },
};

/** Where the plugin lies in the package. */
const PLUGIN = ['hooks', 'opencode-plugin.js'] as const;

const NOT_OURS = { fault: 'it is not a plugin of completion-promise' };

/** Which of the plugin's calls runs at which event. */
const EVENTS = [
  { event: 'SessionStart', line: 'start', limit: 'startMs' },
  { event: 'UserPromptSubmit', line: 'prompt', limit: 'promptMs' },
  { event: 'Stop', line: 'stop', limit: 'stopMs' },
] as const;

function hooksOf(calls: unknown): readonly InstalledHook[] {
  if (!isObject(calls)) return [];
  return EVENTS.flatMap(({ event, limit, line }) => {
    const command = calls[line];
    const timeout = calls[limit];
    const reading = typeof command === 'string' ? readHookCommand(command) : undefined;
    if (typeof command !== 'string' || reading === undefined) return [];
    const isTime = typeof timeout === 'number' && timeout > 0;
    return [
      {
        event,
        command,
        // The plugin itself holds a session whose gate gives no answer.
        reading: { ...reading, blocksOnCrash: true, untested: undefined },
        shell: 'posix' as const,
        timeout: isTime ? timeout : ('invalid' as const),
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
  const hooks = EVENTS.flatMap(({ event }) => wanted.find((hook) => hook.event === event) ?? []);
  const callOf = (event: string): { readonly line: string; readonly ms: number } => {
    const hook = hooks.find((one) => one.event === event);
    // What stands around a call is for POSIX shells. The plugin itself holds a session whose gate gives no answer.
    const line = process.platform === 'win32' ? hook?.call : hook?.command;
    return { line: line ?? '', ms: hook?.timeout ?? 0 };
  };
  const [start, prompt, stop] = [
    callOf('SessionStart'),
    callOf('UserPromptSubmit'),
    callOf('Stop'),
  ];
  const calls: PluginCalls = {
    start: start.line,
    prompt: prompt.line,
    stop: stop.line,
    startMs: start.ms,
    promptMs: prompt.ms,
    stopMs: stop.ms,
  };
  const content = pluginText(shipped, calls);
  const change: HookChange['change'] =
    content === text ? 'kept' : before.length === 0 ? 'added' : 'replaced';
  const changes = hooks.map(({ command, event, timeout }) => ({ event, change, command, timeout }));
  return { ...NOTHING_ELSE, content, isEmptied: false, changes };
}

function removal(text: string | undefined, before: readonly InstalledHook[]): HookFilePlan {
  const changes = before.map(
    ({ command, event, timeout }): HookChange => ({
      event,
      change: 'removed',
      command,
      timeout: typeof timeout === 'number' ? timeout : null,
    }),
  );
  return { ...NOTHING_ELSE, content: '', isEmptied: text !== undefined, changes };
}

const NOTHING_ELSE = { rules: [], mixed: [], isDisabled: false } as const;
