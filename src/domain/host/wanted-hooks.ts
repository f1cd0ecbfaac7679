import { type GuardPlace, type HookName, type HookWords, hookLine } from './guarded-command.ts';
import { USUAL_DEADLINE } from './hook-command.ts';
import type { HookFormat } from './hook-format.ts';
import type { HookHost, HookOccasion } from './hook-host.ts';
import type { WantedHook } from './hook-settings.ts';
import { powershellCommand } from './powershell-command.ts';

/** Writes the hooks that the suite wants of a host. */

/** How many seconds hosts wait: for the gate at least, beyond the gate's own limit, and for other hooks. */
const STOP_SECONDS = 60;
const MARGIN_SECONDS = 10;
const OTHER_SECONDS = 30;

/** How many seconds before its host the watch of a gate ends it. */
const BEFORE_HOST_SECONDS = STOP_SECONDS - USUAL_DEADLINE;

/** The occasions in the order in which their hooks are written. */
const OCCASIONS: readonly HookOccasion[] = [
  'session-start',
  'user-prompt',
  'stop',
  'subagent-stop',
  'session-end',
];

/** The hook that runs at an occasion. */
function hookAt(occasion: HookOccasion): HookName {
  return occasion === 'subagent-stop' ? 'stop' : occasion;
}

/** The command line that calls a hook, with the deadline of its watch in seconds where it is not the usual one. */
export type HookCall = (hook: HookName, deadline: number | undefined) => string;

/** How the lines of hooks are written, and for which shell: those of POSIX shells run a guard. */
export type HookLines = { readonly call: HookCall } & (
  | { readonly shell: 'posix'; readonly guard: GuardPlace; readonly isStrict?: boolean }
  | { readonly shell: 'powershell' }
);

/** Where the hooks of a host stand, and how their lines speak. */
export interface HookWriting {
  readonly events: HookHost['events'];
  readonly format: HookFormat;
  readonly words: HookWords;
}

/**
 * All hooks of the suite that a host can run. `lines`: for one shell, or for several where a hook of the host has a
 * line for each; people are shown the first. `gateMs`: `stopGate.timeoutMs`.
 */
export function wantedHooks(
  lines: readonly [HookLines, ...HookLines[]],
  gateMs: number,
  writing: HookWriting,
): readonly WantedHook[] {
  const { events } = writing;
  return OCCASIONS.flatMap((occasion) => {
    const event = events[occasion];
    return event === undefined ? [] : [wantedHook(event, hookAt(occasion), lines, gateMs, writing)];
  });
}

function wantedHook(
  event: string,
  hook: HookName,
  lines: readonly [HookLines, ...HookLines[]],
  gateMs: number,
  { format, words }: HookWriting,
): WantedHook {
  const isGate = hook === 'stop';
  const { deadline, seconds } = isGate
    ? gateTimes(gateMs)
    : { deadline: undefined, seconds: OTHER_SECONDS };
  const most = hook === 'session-end' ? format.mostAtEnd : undefined;
  const timeout = Math.min((seconds * 1000) / format.unitMs, most ?? Number.POSITIVE_INFINITY);
  const written = lines.map((one) => {
    const call = one.call(hook, deadline);
    const command =
      one.shell === 'powershell'
        ? powershellCommand(call, isGate, words)
        : hookLine(hook, one.guard, words, { deadline, isStrict: one.isStrict ?? false });
    return { shell: one.shell, call, command };
  });
  const members = written.flatMap(({ command, shell }) => {
    const place = format.lines[shell];
    return place === undefined ? [] : [{ [place.key]: command, ...place.also }];
  });
  const [shown] = written;
  return {
    event,
    command: shown?.command ?? '',
    call: shown?.call ?? '',
    shell: lines[0].shell,
    timeout,
    entry: Object.assign(
      { ...format.entry },
      ...members,
      { [format.timeout]: timeout },
      isGate ? format.gate : {},
    ),
  };
}

/** How long a host waits for a gate, and when its watch ends it, in seconds. */
function gateTimes(gateMs: number) {
  const seconds = Math.max(STOP_SECONDS, Math.ceil(gateMs / 1000) + MARGIN_SECONDS);
  return {
    seconds,
    deadline: seconds === STOP_SECONDS ? undefined : seconds - BEFORE_HOST_SECONDS,
  };
}
