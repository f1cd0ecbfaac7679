import { type Diagnosis, fail, note, ok } from './diagnosis.ts';
import type { HookRole } from './hook-command.ts';
import type { InstalledHook } from './hook-settings.ts';
import type { SettingsPlace } from './host-settings.ts';
import { MOST_CHECK_MS } from './stop-check.ts';

/** Where a hook stands that is in force. */
export interface PlacedHook extends InstalledHook {
  readonly place: SettingsPlace | 'plugin' | 'managed';
  /** The file that it stands in. */
  readonly path: string;
}

/** By what the host does not run the hooks that stand elsewhere; nothing where it runs them. */
export interface Disabling {
  readonly key: 'disableAllHooks' | 'allowManagedHooksOnly';
  readonly path: string;
}

/** What the hooks are held against. */
export interface HookFacts {
  readonly hooks: readonly PlacedHook[];
  readonly disabledBy: Disabling | undefined;
  /** Settings of the suite. */
  readonly gateMs: number;
  readonly isRealityChecked: boolean;
  /** The reviews that the gate may ask for, and the time that they are given. */
  readonly reviews: readonly { readonly key: string; readonly timeoutMs: number }[];
}

const INSTALL = 'Run: cs hooks install';

/** Seconds above which a timeout was likely meant in milliseconds. */
const MOST_SECONDS = 3600;
/** What the host waits where a hook says nothing. */
const DEFAULT_SECONDS = 600;
/** What the host waits where a hook of this event says nothing. */
const DEFAULT_PROMPT_SECONDS = 30;

const GATES: ReadonlySet<HookRole> = new Set(['stop-gate', 'check']);

export function isGate({ event, reading }: PlacedHook): boolean {
  return (event === 'Stop' || event === 'SubagentStop') && GATES.has(reading.role);
}

/** Which hooks are there, and whether each can do what it is there for. */
export function diagnoseHooks(facts: HookFacts): readonly Diagnosis[] {
  return [
    ...diagnoseDisabled(facts),
    ...diagnoseGates(facts),
    ...diagnoseOthers(facts),
    ...facts.hooks.flatMap((hook) => diagnoseHook(hook, facts)),
    ...facts.reviews.flatMap((review) => diagnoseReview(review, facts)),
  ];
}

function diagnoseDisabled({ disabledBy }: HookFacts): readonly Diagnosis[] {
  if (disabledBy === undefined) return [];
  const { key, path } = disabledBy;
  return key === 'disableAllHooks'
    ? [
        fail(
          'hooks.disabled',
          `\`${key}\` is set in ${path}: no hook runs, and the gate is open`,
          'Take it out, or set it to false',
        ),
      ]
    : [
        note(
          'hooks.disabled',
          `\`${key}\` is set in ${path}: hooks that stand elsewhere do not run`,
          'Have the hooks put in there',
        ),
      ];
}

function diagnoseGates({ hooks }: HookFacts): readonly Diagnosis[] {
  const stop = hooks.filter((hook) => hook.event === 'Stop' && isGate(hook));
  const [first] = stop;
  if (first === undefined) {
    const detail = 'no stop hook anywhere: nothing keeps a session from ending';
    return [fail('hooks.stop', detail, INSTALL)];
  }
  const places = [...new Set(stop.map(({ path }) => path))];
  const isSubagentGated = hooks.some((hook) => hook.event === 'SubagentStop' && isGate(hook));
  return [
    ok('hooks.stop', `the stop hook is in ${places.join(' and ')}`),
    ...(stop.length > 1
      ? [
          note(
            'hooks.twice',
            `the stop hook is installed ${stop.length} times: the gate may run as often at every stop`,
            'Keep one: cs hooks uninstall, with --user or --local for the other places',
          ),
        ]
      : []),
    isSubagentGated
      ? ok('hooks.subagent-stop', 'there is one')
      : note(
          'hooks.subagent-stop',
          'there is none: promises of subagents are not asked for',
          INSTALL,
        ),
    ...(stop.every(({ reading }) => reading.role === 'check')
      ? [
          note(
            'hooks.older-form',
            'the stop hook asks for promises only: not for todos, reviews and the rest of the gate',
            INSTALL,
          ),
        ]
      : []),
  ];
}

function diagnoseOthers({ hooks, isRealityChecked }: HookFacts): readonly Diagnosis[] {
  const has = (event: string, role: HookRole): boolean =>
    hooks.some((hook) => hook.event === event && hook.reading.role === role);
  const start = has('SessionStart', 'session-start')
    ? ok('hooks.session-start', 'there is one')
    : note('hooks.session-start', 'there is none: agents are not told of open promises', INSTALL);
  if (has('UserPromptSubmit', 'user-prompt')) {
    return [start, ok('hooks.user-prompt', 'there is one')];
  }
  return [
    start,
    isRealityChecked
      ? fail(
          'hooks.user-prompt',
          'there is none, and realityCheck.enabled is set: with no directives kept, it checks nothing',
          INSTALL,
        )
      : note('hooks.user-prompt', 'there is none: what users ask for is not kept', INSTALL),
  ];
}

/** What is wrong with one hook as it is written. */
function diagnoseHook(hook: PlacedHook, { gateMs }: HookFacts): readonly Diagnosis[] {
  const where = `${hook.event} in ${hook.path}`;
  return [
    ...(isGate(hook) ? [diagnoseCrash(hook, where)] : []),
    diagnoseTimeout(hook, where, gateMs),
    ...(hook.detached === undefined
      ? []
      : [
          fail(
            'hook.detached',
            `${where}: with \`${hook.detached}\`, the host does not go by its answer every time`,
            INSTALL,
          ),
        ]),
    ...(hook.matcher === undefined
      ? []
      : [note('hook.matcher', `${where}: only for \`${hook.matcher}\``, INSTALL)]),
  ];
}

function diagnoseCrash({ reading }: PlacedHook, where: string): Diagnosis {
  return reading.blocksOnCrash
    ? ok('hook.crash', `${where}: a crash blocks`)
    : fail(
        'hook.crash',
        `${where}: the command does not end in \`|| exit 2\`: a crash would open the gate`,
        INSTALL,
      );
}

/** What the host needs beside the gate's own time, to start it and to hear it out, in milliseconds. */
const START_AND_END_MS = 2000;

function diagnoseTimeout(hook: PlacedHook, where: string, gateMs: number): Diagnosis {
  const { event, reading, timeout } = hook;
  const check = 'hook.timeout';
  if (timeout === 'invalid') {
    return fail(
      check,
      `${where}: its timeout is no number above 0: the host may refuse it`,
      INSTALL,
    );
  }
  const seconds = hookSeconds(hook);
  const shown = timeout === undefined ? `no timeout: the host's ${seconds} s` : `${seconds} s`;
  if (seconds > MOST_SECONDS) {
    const detail = `${where}: ${shown}: a timeout is in seconds, this one looks like milliseconds`;
    return fail(check, detail, INSTALL);
  }
  // The older form has no reviews to wait for, and a time of its own.
  const isOlder = reading.role === 'check';
  const mostMs = isOlder ? MOST_CHECK_MS : gateMs;
  if (isGate(hook) && seconds * 1000 < mostMs + START_AND_END_MS) {
    const takes = isOlder
      ? `the check takes ${mostMs} ms at most`
      : `stopGate.timeoutMs is ${gateMs}`;
    return fail(
      check,
      `${where}: ${shown}, and ${takes}: the host would end the gate, and then it is open`,
      INSTALL,
    );
  }
  return ok(
    check,
    `${where}: ${shown}${event === 'Stop' ? `, the gate takes ${gateMs} ms at most` : ''}`,
  );
}

/** How long the host waits for a hook. */
export function hookSeconds({ event, timeout }: InstalledHook): number {
  if (typeof timeout === 'number') return timeout;
  return event === 'UserPromptSubmit' ? DEFAULT_PROMPT_SECONDS : DEFAULT_SECONDS;
}

function diagnoseReview(
  { key, timeoutMs }: HookFacts['reviews'][number],
  { gateMs }: HookFacts,
): readonly Diagnosis[] {
  if (timeoutMs <= gateMs) return [];
  const detail = `${key} is ${timeoutMs}, more than stopGate.timeoutMs (${gateMs}): the gate goes on without that review`;
  return [note('settings.reviews', detail, `Set ${key} lower, or stopGate.timeoutMs higher`)];
}
