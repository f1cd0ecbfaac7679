import { type Advice, type Diagnosis, fail, note, ok } from './diagnosis.ts';
import { type Refusal, saysWhy, unguarded } from './guarded-command.ts';
import type { HookFormat } from './hook-format.ts';
import type { HookOccasion } from './hook-host.ts';
import type { InstalledHook, SettingsPlace } from './hook-settings.ts';

/** Says of a host other than Claude Code which hooks of the suite it has, and whether each can do its work. */

/** A hook of the suite in a file of the host. */
export interface HostHook extends InstalledHook {
  readonly place: SettingsPlace;
  readonly path: string;
}

/** A hook of another program at an event at which the suite has one. */
export interface OtherHostHook {
  readonly event: string;
  readonly command: string;
  readonly timeout: number | undefined;
  readonly path: string;
}

/** What is known of a host. */
export interface HostFacts {
  readonly name: string;
  readonly title: string;
  readonly events: Readonly<Partial<Record<HookOccasion, string>>>;
  readonly format: HookFormat;
  readonly refusal: Refusal;
  /** By what it was found on this machine; undefined: by nothing. */
  readonly foundBy: string | undefined;
  readonly hooks: readonly HostHook[];
  readonly others: readonly OtherHostHook[];
  /** Files that say that no hook runs. */
  readonly disabled: readonly string[];
  /** Files of Claude Code whose hooks it runs as well, and when. */
  readonly alsoRun: readonly string[];
  readonly alsoRunWhen: string;
  /** `stopGate.timeoutMs`. */
  readonly gateMs: number;
  /** Whether this system has a shell in which a hook can be watched. */
  readonly canWatch: boolean;
}

/** The options of the places. */
const OPTIONS: Readonly<Record<SettingsPlace, string>> = {
  local: '--local',
  project: '--shared',
  user: '--user',
};

/** How the hooks of a place are written anew. */
export function hostInstall(name: string, place: SettingsPlace): Advice {
  return { words: 'Run', command: `cs hooks install --host ${name} ${OPTIONS[place]}` };
}

/** Says which hooks are there, and whether each can do its work. */
export function diagnoseHost(facts: HostFacts): readonly Diagnosis[] {
  const { disabled, foundBy, hooks, name, title } = facts;
  const gates = hooks.filter((hook) => isStop(hook, facts));
  const [first] = gates;
  if (first === undefined) {
    if (foundBy === undefined && hooks.length === 0) return [];
    const detail = `${title} is on this machine (${foundBy ?? hooks[0]?.path}) without a stop hook: nothing blocks its sessions from ending`;
    return [
      note(`${name}.stop`, detail, { words: 'Run', command: `cs hooks install --host ${name}` }),
      ...facts.others.flatMap((hook) => diagnoseOther(hook, facts)),
    ];
  }
  const places = [...new Set(gates.map(({ path }) => path))];
  return [
    ok(`${name}.stop`, `the stop hook of ${title} is in ${places.join(' and ')}`),
    ...disabled.map((path) =>
      fail(
        `${name}.disabled`,
        `${title} runs no hooks: they are switched off in ${path}`,
        'Switch them on there',
      ),
    ),
    ...diagnoseDoubles(gates, facts),
    ...diagnoseMissing(facts, first),
    ...hooks.flatMap((hook) => diagnoseHook(hook, facts)),
    ...facts.others.flatMap((hook) => diagnoseOther(hook, facts)),
  ];
}

function isStop({ event, reading }: InstalledHook, { events }: HostFacts): boolean {
  return event === events.stop && isGate(reading.role);
}

const isGate = (role: InstalledHook['reading']['role']): boolean =>
  role === 'stop-gate' || role === 'check';

/** A gate that runs more than once at a stop. Its second answer is that of the first. */
function diagnoseDoubles(
  gates: readonly HostHook[],
  { alsoRun, alsoRunWhen, name, title }: HostFacts,
): readonly Diagnosis[] {
  const [first, ...rest] = gates;
  if (first === undefined) return [];
  const check = `${name}.twice`;
  return [
    ...rest.map(({ path, place }) => ({
      ...note(
        check,
        `a second stop hook of completion-promise besides the one in ${first.path}`,
        path === first.path
          ? hostInstall(name, place)
          : { words: 'Run', command: `cs hooks uninstall --host ${name} ${OPTIONS[place]}` },
      ),
      where: path,
    })),
    ...alsoRun.map((path) =>
      note(
        check,
        `${title} also runs the hooks in ${path}, ${alsoRunWhen}: the gate runs twice there`,
        'Nothing to do: its second answer to a stop is that of the first, and counts once',
      ),
    ),
  ];
}

function diagnoseMissing(
  { events, hooks, name }: HostFacts,
  { place }: HostHook,
): readonly Diagnosis[] {
  const lacks: Readonly<Partial<Record<HookOccasion, string>>> = {
    'session-start': 'none: agents are not told of open promises',
    'user-prompt': 'none: a wait for the user does not end with their prompt',
    'subagent-stop': 'none: promises of subagents are not checked',
    'session-end': 'none: a headless session that is capped ends silently',
  };
  const occasions = ['session-start', 'user-prompt', 'subagent-stop', 'session-end'] as const;
  return occasions.flatMap((occasion) => {
    const event = events[occasion];
    if (event === undefined) return [];
    const check = `${name}.${occasion}`;
    return hooks.some((hook) => hook.event === event)
      ? [ok(check, 'there is one')]
      : [note(check, lacks[occasion] ?? 'none', hostInstall(name, place))];
  });
}

function diagnoseHook(hook: HostHook, facts: HostFacts): readonly Diagnosis[] {
  const { event, matcher, path, place, reading } = hook;
  const where = `${event} in ${path}`;
  const advice = hostInstall(facts.name, place);
  return [
    ...(isGate(reading.role) ? [diagnoseCrash(hook, where, advice, facts)] : []),
    diagnoseTimeout(hook, where, advice, facts),
    ...(facts.canWatch && isGate(reading.role) ? diagnoseWatch(hook, where, advice, facts) : []),
    ...(matcher === undefined
      ? []
      : [note(`${facts.name}.matcher`, `${where}: only for \`${matcher}\``, advice)]),
  ];
}

/** Where a host lets a session end whose hook fails without words, a line has to say them. */
function diagnoseCrash(
  { command, reading, shell }: HostHook,
  where: string,
  advice: Advice,
  { name, refusal, title }: HostFacts,
): Diagnosis {
  const check = `${name}.crash`;
  const isSaid = shell !== 'posix' || refusal === 'exit-code' || saysWhy(command);
  if (!reading.blocksOnCrash) {
    return fail(check, `${where}: a crash would open the gate`, advice);
  }
  if (reading.untested === undefined || isSaid) {
    if (!isSaid) {
      const why = `its line says nothing where it fails, and ${title} then lets the session end`;
      return fail(check, `${where}: ${why}`, advice);
    }
    const missing =
      unguarded(command) === undefined
        ? ''
        : '; on a machine without completion-promise, sessions without promises continue';
    return ok(check, `${where}: a crash blocks${missing}`);
  }
  return fail(check, `${where}: it does not first check that ${reading.untested} exists`, advice);
}

/** What the host needs beside the gate's own time, to start it and to read its answer, in milliseconds. */
const START_AND_END_MS = 2000;

/** Times of hooks that no one means, in milliseconds: too short to start anything, and longer than an hour. */
const SHORTEST_MS = 1000;
const LONGEST_MS = 3_600_000;

/** The timeout of a hook in the unit of its host: one of Gemini CLI that was meant in seconds is an open gate. */
function unitFault(timeout: number, { format: { unitMs }, title }: HostFacts): string | undefined {
  const ms = timeout * unitMs;
  if (unitMs === 1 && ms < SHORTEST_MS) {
    return `${timeout} ms: timeouts of ${title} are in milliseconds, but this looks like seconds: the hook is killed before it answers`;
  }
  if (unitMs === 1000 && ms > LONGEST_MS) {
    return `${timeout} s: timeouts of ${title} are in seconds, but this looks like milliseconds`;
  }
  return undefined;
}

function diagnoseTimeout(
  { event, reading, timeout }: HostHook,
  where: string,
  advice: Advice,
  facts: HostFacts,
): Diagnosis {
  const { format, gateMs, name } = facts;
  const check = `${name}.timeout`;
  if (timeout === 'invalid') {
    return fail(check, `${where}: its timeout is not a number above 0`, advice);
  }
  const unit = format.unitMs === 1 ? 'ms' : 's';
  const given = timeout ?? format.usualTimeout;
  const fault = unitFault(given, facts);
  if (fault !== undefined) return fail(check, `${where}: ${fault}`, advice);
  const shown =
    timeout === undefined ? `no timeout: the host's ${given} ${unit}` : `${given} ${unit}`;
  if (isGate(reading.role) && given * format.unitMs < gateMs + START_AND_END_MS) {
    const why = `${shown}, but stopGate.timeoutMs is ${gateMs}: the host would kill the gate, which opens it`;
    return fail(check, `${where}: ${why}`, advice);
  }
  const most = event === facts.events.stop ? `, the gate takes ${gateMs} ms at most` : '';
  return ok(check, `${where}: ${shown}${most}`);
}

function diagnoseWatch(
  { reading: { deadline }, timeout }: HostHook,
  where: string,
  advice: Advice,
  { format, name }: HostFacts,
): readonly Diagnosis[] {
  const check = `${name}.watch`;
  if (deadline === undefined) {
    return [note(check, `${where}: no watchdog: a gate that hangs would open`, advice)];
  }
  const hostMs = (typeof timeout === 'number' ? timeout : format.usualTimeout) * format.unitMs;
  const ends = `${where}: a gate that hangs is killed after ${deadline} s`;
  return deadline * 1000 + START_AND_END_MS <= hostMs
    ? [ok(check, ends)]
    : [fail(check, `${ends}, but the host kills it earlier, which opens it`, advice)];
}

/** Another program's hook of the end of sessions. */
function diagnoseOther(
  { command, event, path, timeout }: OtherHostHook,
  facts: HostFacts,
): readonly Diagnosis[] {
  const { events, name } = facts;
  const fault = timeout === undefined ? undefined : unitFault(timeout, facts);
  const isEnd = event === events.stop || event === events['subagent-stop'];
  const words = command.length > 100 ? `${command.slice(0, 100)}…` : command;
  return [
    ...(isEnd
      ? [
          {
            ...note(
              `${name}.foreign`,
              `a hook of another program, at ${event}: \`${words}\``,
              'Check that the two do not hold a session for each other',
            ),
            where: path,
          },
        ]
      : []),
    ...(fault === undefined
      ? []
      : [
          {
            ...note(`${name}.timeout`, `\`${words}\` at ${event}: ${fault}`, 'Correct its timeout'),
            where: path,
          },
        ]),
  ];
}
