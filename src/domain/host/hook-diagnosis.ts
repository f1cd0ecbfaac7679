import { MOST_CHECK_MS } from '../standing/stop-check.ts';
import { type Advice, type Diagnosis, fail, note, ok } from './diagnosis.ts';
import { unguarded } from './guarded-command.ts';
import type { HookRole } from './hook-command.ts';
import type { InstalledHook } from './hook-settings.ts';
import type { Disabling, HookPlace } from './hooks-in-force.ts';

/** Says which hooks of the suite are in force, and whether each can do its work. */

/** A hook of the suite, and where it stands. */
export interface PlacedHook extends InstalledHook {
  readonly place: HookPlace;
  /** The file that it stands in. */
  readonly path: string;
}

/** The hooks that are in force, and the settings that they have to fit. */
interface HookFacts {
  readonly hooks: readonly PlacedHook[];
  readonly disabledBy: Disabling | undefined;
  /** The stop gates that stand in settings or in a plugin and do not run because of that. */
  readonly idle: readonly PlacedHook[];
  /** Whether another host has a stop hook of the suite: then this one may be left without on purpose. */
  readonly isGatedElsewhere: boolean;
  /** Whether this host is one that its user may start. */
  readonly isUsed: boolean;
  /** Whether it is known how the host was started: inside of one of its sessions. */
  readonly isLaunchKnown: boolean;
  /** Whether the suite's plugin is switched on, whatever becomes of its hooks. */
  readonly isPluginEnabled: boolean;
  /** The current folder, where a session that is started in it does not read the settings in `folder`. */
  readonly startedElsewhere: { readonly current: string; readonly folder: string } | undefined;
  /** Whether this system has a shell in which a hook can be watched. */
  readonly canWatch: boolean;
  /** Settings of the suite. */
  readonly gateMs: number;
  readonly isRealityChecked: boolean;
  /** The reviews that the gate may ask for, and the time that they are given. */
  readonly reviews: readonly { readonly key: string; readonly timeoutMs: number }[];
}

const INSTALL: Advice = { words: 'Run', command: 'cs hooks install' };

/** The same where a session may bring the hooks itself: then they would run twice. */
const INSTALL_FOR_ALL: Advice = {
  ...INSTALL,
  more: '. Not needed for sessions started with --plugin-dir, which have the hooks',
};

/** What to do where there is no gate; `isPluginEnabled`: beside hooks of a plugin that is mended, these would double. */
function howToInstall({ isLaunchKnown, isPluginEnabled }: HookFacts): Advice {
  if (isPluginEnabled) return 'The plugin should provide it: see hooks.plugin';
  return isLaunchKnown ? INSTALL : INSTALL_FOR_ALL;
}

/** How the hooks of a place are written anew. */
const REINSTALL: Readonly<Record<HookPlace, Advice>> = {
  local: INSTALL,
  project: { words: 'Run', command: 'cs hooks install --shared' },
  user: { words: 'Run', command: 'cs hooks install --user' },
  plugin: 'Update the plugin: claude plugin update completion-promise',
  managed: 'Ask the administrators to install the hooks in managed settings again',
  session: 'Start the session with other settings',
};

/** What the user can do to have the hooks of a place written anew. */
export function writtenAnew(place: HookPlace): Advice {
  return REINSTALL[place];
}

/** How the hooks of a place are taken out. */
const UNINSTALL: Readonly<Record<HookPlace, Advice>> = {
  local: { words: 'Run', command: 'cs hooks uninstall' },
  project: {
    words: 'If everyone who shares that file has the gate from elsewhere, run',
    command: 'cs hooks uninstall --shared',
  },
  user: { words: 'Run', command: 'cs hooks uninstall --user' },
  plugin: 'Run: claude plugin disable completion-promise',
  managed: 'Only an administrator can remove it',
  session: 'Start the session without it',
};

/** Seconds above which a timeout was likely meant in milliseconds. */
const MOST_SECONDS = 3600;
/** How long the host waits for a hook without a timeout. */
const DEFAULT_SECONDS = 600;
/** How long the host waits for a hook of `UserPromptSubmit` without a timeout. */
const DEFAULT_PROMPT_SECONDS = 30;

const GATES: ReadonlySet<HookRole> = new Set(['stop-gate', 'check']);

export function isGate({ event, reading }: PlacedHook): boolean {
  return (event === 'Stop' || event === 'SubagentStop') && GATES.has(reading.role);
}

/** Says which hooks are there, and whether each can do its work. */
export function diagnoseHooks(facts: HookFacts): readonly Diagnosis[] {
  if (!facts.isUsed && facts.hooks.length + facts.idle.length === 0) return [];
  return [
    diagnoseDisabled(facts),
    ...diagnoseGates(facts),
    ...diagnoseOthers(facts),
    ...facts.hooks.flatMap((hook) => diagnoseHook(hook, facts)),
    ...facts.reviews.map((review) => diagnoseReview(review, facts)),
  ].filter((diagnosis) => diagnosis !== undefined);
}

const NOTHING_HOLDS = 'nothing blocks a session from ending';

function diagnoseDisabled({ disabledBy, hooks, idle }: HookFacts): Diagnosis | undefined {
  if (disabledBy === undefined) return undefined;
  const { byManaged, key, leaves, path } = disabledBy;
  const check = 'hooks.disabled';
  const set = key === 'launch' ? `this session runs with ${path}` : `\`${key}\` is set in ${path}`;
  const what = `${set}: ${LEFT[leaves]}`;
  if (hooks.some(isStopGate)) {
    return note(check, what, 'Nothing to do: this gate is installed where hooks run');
  }
  const [one] = idle;
  const follows =
    one === undefined
      ? NOTHING_HOLDS
      : `the stop hook in ${one.path} does not run, and ${NOTHING_HOLDS}`;
  if (key === 'launch') {
    return { ...fail(check, what, `Start the session without ${path}`), follows };
  }
  const advice = byManaged
    ? `Only an administrator can change ${path} or install the hooks there`
    : `Remove \`${key}\` from ${path}, or set it to false`;
  return { ...fail(check, what, advice), follows };
}

const LEFT: Readonly<Record<Disabling['leaves'], string>> = {
  nothing: 'no hook runs',
  managed: 'only hooks of managed settings run',
  'managed and plugins': 'only hooks of managed settings and of plugins run',
};

function isStopGate(hook: PlacedHook): boolean {
  return hook.event === 'Stop' && isGate(hook);
}

function diagnoseGates(facts: HookFacts): readonly (Diagnosis | undefined)[] {
  const { disabledBy, hooks } = facts;
  const stop = hooks.filter(isStopGate);
  const [first] = stop;
  if (first === undefined) {
    // What keeps hooks from running was said, and to install more of them would not help.
    if (disabledBy !== undefined) return [];
    const lacks = facts.isGatedElsewhere
      ? note(
          'hooks.stop',
          'none: nothing blocks sessions of Claude Code from ending',
          howToInstall(facts),
        )
      : fail('hooks.stop', `no stop hook anywhere: ${NOTHING_HOLDS}`, howToInstall(facts));
    return [lacks];
  }
  const places = [...new Set(stop.map(({ path }) => path))];
  const isSubagentGated = hooks.some((hook) => hook.event === 'SubagentStop' && isGate(hook));
  const ungated = 'none: promises of subagents are not checked';
  return [
    ok('hooks.stop', `the stop hook is in ${places.join(' and ')}`),
    diagnoseReach(facts, stop),
    ...diagnoseRepetition(stop),
    isSubagentGated
      ? ok('hooks.subagent-stop', 'there is one')
      : note('hooks.subagent-stop', ungated, REINSTALL[first.place]),
    diagnoseForm(stop),
  ];
}

/** A host reads a project's shared settings only in the folder in which it is started. */
function diagnoseReach(
  { startedElsewhere }: HookFacts,
  stop: readonly PlacedHook[],
): Diagnosis | undefined {
  const [first] = stop;
  if (startedElsewhere === undefined || first === undefined) return undefined;
  if (stop.some(({ place }) => place !== 'project')) return undefined;
  const detail = `the host reads these settings only when started in their folder`;
  const { current, folder } = startedElsewhere;
  return {
    ...note('hooks.reach', detail, `Start sessions in ${folder}`),
    where: first.path,
    follows: `a session started in ${current} runs without the gate`,
  };
}

/** Which of several places keeps its hooks: the first of these that has them. */
const KEPT_FIRST: readonly HookPlace[] = [
  'managed',
  'plugin',
  'session',
  'user',
  'project',
  'local',
];

/**
 * Says which hooks to take out where the gate would run more than once at a stop. The host runs a command that
 * stands in several settings once; that of a plugin it runs beside them, even where it is the same.
 */
function diagnoseRepetition(stop: readonly PlacedHook[]): readonly Diagnosis[] {
  const runs = stop.filter(
    (hook, index) => stop.findIndex((other) => isRunOnce(hook, other)) === index,
  );
  const kept = KEPT_FIRST.find((place) => runs.some((hook) => hook.place === place));
  if (runs.length < 2 || kept === undefined) return [];
  const [first, ...rest] = stop.toSorted(
    (a, b) => KEPT_FIRST.indexOf(a.place) - KEPT_FIRST.indexOf(b.place),
  );
  if (first === undefined) return [];
  const besides = rest.filter((hook) => hook.path !== first.path && !isRunOnce(hook, first));
  const others = besides.filter(
    (hook, index) => besides.findIndex(({ path }) => path === hook.path) === index,
  );
  const follows = `the gate runs ${runs.length} times at every stop; the one in ${first.path} is enough`;
  if (others.length === 0) {
    const detail = 'the stop hook is installed there more than once';
    return [{ ...note('hooks.twice', detail, REINSTALL[first.place]), where: first.path, follows }];
  }
  return others.map(({ path, place }) => ({
    ...note(
      'hooks.twice',
      `a second stop hook of completion-promise besides the one in ${first.path}`,
      UNINSTALL[place],
    ),
    where: path,
    follows,
  }));
}

function isRunOnce(one: PlacedHook, other: PlacedHook): boolean {
  if (one.command !== other.command) return false;
  return one.place === 'plugin' || other.place === 'plugin' ? one.path === other.path : true;
}

function diagnoseForm(stop: readonly PlacedHook[]): Diagnosis | undefined {
  if (stop.some(({ reading }) => reading.role !== 'check')) return undefined;
  const detail = 'the stop hook checks promises only, not todos, reviews and the rest of the gate';
  return note('hooks.older-form', detail, REINSTALL[stop[0]?.place ?? 'local']);
}

function diagnoseOthers(facts: HookFacts): readonly Diagnosis[] {
  const { disabledBy, hooks, isRealityChecked } = facts;
  const gate = hooks.find(isStopGate);
  if (gate === undefined && disabledBy !== undefined) return [];
  const advice = gate === undefined ? howToInstall(facts) : REINSTALL[gate.place];
  const diagnose = (event: string, role: HookRole, lacks: Omit<Diagnosis, 'check'>): Diagnosis => {
    const check = `hooks.${role}`;
    return hooks.some((hook) => hook.event === event && hook.reading.role === role)
      ? ok(check, 'there is one')
      : { check, ...lacks };
  };
  const untold = 'none: agents are not told of open promises';
  const unsaid = 'none: a headless session that is capped ends silently';
  const unkept = isRealityChecked
    ? 'none, although realityCheck.enabled is set: without directives it checks nothing'
    : 'none: user requests are not recorded';
  const status = isRealityChecked ? 'fail' : 'note';
  return [
    diagnose('SessionStart', 'session-start', { status: 'note', detail: untold, advice }),
    diagnose('UserPromptSubmit', 'user-prompt', { status, detail: unkept, advice }),
    diagnose('SessionEnd', 'session-end', { status: 'note', detail: unsaid, advice }),
  ];
}

/** Examines one hook as it is written in the settings. */
function diagnoseHook(
  hook: PlacedHook,
  { canWatch, gateMs }: HookFacts,
): readonly (Diagnosis | undefined)[] {
  const { detached, event, matcher, path, place } = hook;
  const where = `${event} in ${path}`;
  const unheeded = `${where}: with \`${detached}\`, the host may ignore its answer`;
  const limited = `${where}: only for \`${matcher}\``;
  return [
    isGate(hook) ? diagnoseCrash(hook, where) : undefined,
    diagnoseTimeout(hook, where, gateMs),
    canWatch ? diagnoseWatch(hook, where, gateMs) : undefined,
    detached === undefined ? undefined : fail('hook.detached', unheeded, REINSTALL[place]),
    matcher === undefined ? undefined : note('hook.matcher', limited, REINSTALL[place]),
  ];
}

function diagnoseCrash({ command, place, reading, shell }: PlacedHook, where: string): Diagnosis {
  const check = 'hook.crash';
  const isGuarded = unguarded(command) !== undefined;
  const missing = isGuarded
    ? '; on a machine without completion-promise, sessions without promises continue'
    : '';
  const { untested } = reading;
  if (reading.blocksOnCrash && untested !== undefined) {
    const opens = `it does not first check that ${untested} exists: if missing, the host lets sessions end`;
    return fail(check, `${where}: ${opens}`, REINSTALL[place]);
  }
  if (reading.blocksOnCrash) return ok(check, `${where}: a crash blocks${missing}`);
  const end = shell === 'powershell' ? 'if (-not $?) { exit 2 }' : '|| exit 2';
  const why = `the command does not end in \`${end}\`: a crash would open the gate`;
  return fail(check, `${where}: ${why}`, REINSTALL[place]);
}

/** What the host needs beside the gate's own time, to start it and to read its answer, in milliseconds. */
const START_AND_END_MS = 2000;

function diagnoseTimeout(hook: PlacedHook, where: string, gateMs: number): Diagnosis {
  const { event, place, reading, timeout } = hook;
  const bad = (why: string): Diagnosis =>
    fail('hook.timeout', `${where}: ${why}`, REINSTALL[place]);
  if (timeout === 'invalid')
    return bad('its timeout is not a number above 0: the host may reject it');
  const seconds = hookSeconds(hook);
  const shown = timeout === undefined ? `no timeout: the host's ${seconds} s` : `${seconds} s`;
  if (seconds > MOST_SECONDS) {
    return bad(`${shown}: timeouts are in seconds, but this looks like milliseconds`);
  }
  // The older form makes no reviews, and has a time limit of its own.
  const isOlder = reading.role === 'check';
  const mostMs = isOlder ? MOST_CHECK_MS : gateMs;
  if (isGate(hook) && seconds * 1000 < mostMs + START_AND_END_MS) {
    const takes = isOlder
      ? `the check takes ${mostMs} ms at most`
      : `stopGate.timeoutMs is ${gateMs}`;
    return bad(`${shown}, but ${takes}: the host would kill the gate, which opens it`);
  }
  const most = event === 'Stop' ? `, the gate takes ${gateMs} ms at most` : '';
  return ok('hook.timeout', `${where}: ${shown}${most}`);
}

/** Whether something ends the gate in time where it hangs: a host that ends it lets the session go. */
function diagnoseWatch(hook: PlacedHook, where: string, gateMs: number): Diagnosis | undefined {
  const { deadline, role } = hook.reading;
  if (!isGate(hook) || role !== 'stop-gate') return undefined;
  const check = 'hook.watch';
  const advice = REINSTALL[hook.place];
  if (deadline === undefined) {
    return note(check, `${where}: no watchdog: a gate that hangs would open`, advice);
  }
  const ends = `${where}: a gate that hangs is killed after ${deadline} s`;
  const hostMs = hookSeconds(hook) * 1000;
  if (!(deadline * 1000 + START_AND_END_MS <= hostMs)) {
    return fail(check, `${ends}, but the host kills it earlier, which opens it`, advice);
  }
  // Where the host itself gives the gate too little time, the finding about its timeout says so.
  if (deadline * 1000 < gateMs && gateMs + START_AND_END_MS <= hostMs) {
    return fail(
      check,
      `${ends}, but stopGate.timeoutMs is ${gateMs}: it is killed too early`,
      advice,
    );
  }
  return ok(check, ends);
}

/** How long the host waits for a hook. */
export function hookSeconds({ event, timeout }: InstalledHook): number {
  if (typeof timeout === 'number') return timeout;
  return event === 'UserPromptSubmit' ? DEFAULT_PROMPT_SECONDS : DEFAULT_SECONDS;
}

function diagnoseReview(
  { key, timeoutMs }: HookFacts['reviews'][number],
  { gateMs }: HookFacts,
): Diagnosis | undefined {
  if (timeoutMs <= gateMs) return undefined;
  const detail = `${key} is ${timeoutMs}, more than stopGate.timeoutMs (${gateMs}): the gate skips that review`;
  return note('settings.reviews', detail, `Set ${key} lower, or stopGate.timeoutMs higher`);
}
