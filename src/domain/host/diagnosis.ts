import { MS_PER_DAY } from '../base/time.ts';
import { chooseModel, retirementOf } from '../judging/model.ts';
import { hostLimitOf, MOST_IDLE_BLOCKS } from '../session/liveness.ts';
import type { Configuration } from '../settings/configuration.ts';
import { MOST_CHECK_MS } from '../standing/stop-check.ts';
import type { HookRole } from './hook-command.ts';
import type { InstalledHook, SettingsPlace } from './hook-settings.ts';

/** What the user can do: in words, or by a command of the suite between words. */
export type Advice =
  | string
  | { readonly words: string; readonly command: string; readonly more?: string };

/** One finding of the examination of an installation. */
export interface Diagnosis {
  /** What was examined, as a name for programs: `hooks.stop`. */
  readonly check: string;
  /**
   * `fail`: it leaves the gate open, or makes it impossible to get through. `note`: it does neither, but the
   * user should know of it.
   */
  readonly status: 'ok' | 'fail' | 'note';
  readonly detail: string;
  /** What the user can do about it; left out where all is well. */
  readonly advice?: Advice;
  /** How long a program ran that was started for it. */
  readonly durationMs?: number;
}

type Diagnose = (check: string, detail: string, advice: Advice) => Diagnosis;

export const ok = (check: string, detail: string): Diagnosis => ({ check, status: 'ok', detail });
export const note: Diagnose = (check, detail, advice) => ({
  check,
  status: 'note',
  detail,
  advice,
});
export const fail: Diagnose = (check, detail, advice) => ({
  check,
  status: 'fail',
  detail,
  advice,
});

/** A hook that is in force, and where it stands. */
export interface PlacedHook extends InstalledHook {
  readonly place: SettingsPlace | 'plugin' | 'managed';
  /** The file that it stands in. */
  readonly path: string;
}

/** The setting by which the host does not run hooks that stand elsewhere. */
export interface Disabling {
  readonly key: 'disableAllHooks' | 'allowManagedHooksOnly';
  readonly path: string;
}

/** The hooks that are in force, and the settings that they have to fit. */
interface HookFacts {
  readonly hooks: readonly PlacedHook[];
  readonly disabledBy: Disabling | undefined;
  /** Whether this system has a shell in which a hook can be watched. */
  readonly canWatch: boolean;
  /** Settings of the suite. */
  readonly gateMs: number;
  readonly isRealityChecked: boolean;
  /** The reviews that the gate may ask for, and the time that they are given. */
  readonly reviews: readonly { readonly key: string; readonly timeoutMs: number }[];
}

const INSTALL: Advice = { words: 'Run', command: 'cs hooks install' };

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
  return [
    diagnoseDisabled(facts),
    ...diagnoseGates(facts),
    ...diagnoseOthers(facts),
    ...facts.hooks.flatMap((hook) => diagnoseHook(hook, facts)),
    ...facts.reviews.map((review) => diagnoseReview(review, facts)),
  ].filter((diagnosis) => diagnosis !== undefined);
}

function diagnoseDisabled({ disabledBy }: HookFacts): Diagnosis | undefined {
  if (disabledBy === undefined) return undefined;
  const { key, path } = disabledBy;
  const [check, set] = ['hooks.disabled', `\`${key}\` is set in ${path}`];
  if (key === 'disableAllHooks') {
    const detail = `${set}: no hook runs, and the gate is open`;
    return fail(check, detail, 'Take it out, or set it to false');
  }
  const detail = `${set}: hooks that stand elsewhere do not run`;
  return note(check, detail, 'Have the hooks put in there');
}

function diagnoseGates({ hooks }: HookFacts): readonly (Diagnosis | undefined)[] {
  const stop = hooks.filter((hook) => hook.event === 'Stop' && isGate(hook));
  if (stop.length === 0) {
    const detail = 'no stop hook anywhere: nothing keeps a session from ending';
    return [fail('hooks.stop', detail, INSTALL)];
  }
  const places = [...new Set(stop.map(({ path }) => path))];
  const isSubagentGated = hooks.some((hook) => hook.event === 'SubagentStop' && isGate(hook));
  const ungated = 'there is none: promises of subagents are not asked for';
  return [
    ok('hooks.stop', `the stop hook is in ${places.join(' and ')}`),
    diagnoseRepetition(stop),
    isSubagentGated
      ? ok('hooks.subagent-stop', 'there is one')
      : note('hooks.subagent-stop', ungated, INSTALL),
    diagnoseForm(stop),
  ];
}

function diagnoseRepetition(stop: readonly PlacedHook[]): Diagnosis | undefined {
  if (stop.length < 2) return undefined;
  const detail = `the stop hook is installed ${stop.length} times: the gate may run as often at every stop`;
  const advice = {
    words: 'Keep one',
    command: 'cs hooks uninstall',
    more: ', with --user or --local for the other places',
  };
  return note('hooks.twice', detail, advice);
}

function diagnoseForm(stop: readonly PlacedHook[]): Diagnosis | undefined {
  if (stop.some(({ reading }) => reading.role !== 'check')) return undefined;
  const detail =
    'the stop hook asks for promises only: not for todos, reviews and the rest of the gate';
  return note('hooks.older-form', detail, INSTALL);
}

function diagnoseOthers({ hooks, isRealityChecked }: HookFacts): readonly Diagnosis[] {
  const diagnose = (event: string, role: HookRole, lacks: Omit<Diagnosis, 'check'>): Diagnosis => {
    const check = `hooks.${role}`;
    return hooks.some((hook) => hook.event === event && hook.reading.role === role)
      ? ok(check, 'there is one')
      : { check, ...lacks };
  };
  const untold = 'there is none: agents are not told of open promises';
  const unkept = isRealityChecked
    ? 'there is none, and realityCheck.enabled is set: with no directives kept, it checks nothing'
    : 'there is none: what users ask for is not kept';
  const status = isRealityChecked ? 'fail' : 'note';
  return [
    diagnose('SessionStart', 'session-start', { status: 'note', detail: untold, advice: INSTALL }),
    diagnose('UserPromptSubmit', 'user-prompt', { status, detail: unkept, advice: INSTALL }),
  ];
}

/** Examines one hook as it is written in the settings. */
function diagnoseHook(
  hook: PlacedHook,
  { canWatch, gateMs }: HookFacts,
): readonly (Diagnosis | undefined)[] {
  const { detached, event, matcher, path } = hook;
  const where = `${event} in ${path}`;
  const unheeded = `${where}: with \`${detached}\`, the host does not go by its answer every time`;
  const limited = `${where}: only for \`${matcher}\``;
  return [
    isGate(hook) ? diagnoseCrash(hook, where) : undefined,
    diagnoseTimeout(hook, where, gateMs),
    canWatch ? diagnoseWatch(hook, where, gateMs) : undefined,
    detached === undefined ? undefined : fail('hook.detached', unheeded, INSTALL),
    matcher === undefined ? undefined : note('hook.matcher', limited, INSTALL),
  ];
}

function diagnoseCrash({ reading }: PlacedHook, where: string): Diagnosis {
  const check = 'hook.crash';
  if (reading.blocksOnCrash) return ok(check, `${where}: a crash blocks`);
  const why = 'the command does not end in `|| exit 2`: a crash would open the gate';
  return fail(check, `${where}: ${why}`, INSTALL);
}

/** What the host needs beside the gate's own time, to start it and to read its answer, in milliseconds. */
const START_AND_END_MS = 2000;

function diagnoseTimeout(hook: PlacedHook, where: string, gateMs: number): Diagnosis {
  const { event, reading, timeout } = hook;
  const bad = (why: string): Diagnosis => fail('hook.timeout', `${where}: ${why}`, INSTALL);
  if (timeout === 'invalid') return bad('its timeout is no number above 0: the host may refuse it');
  const seconds = hookSeconds(hook);
  const shown = timeout === undefined ? `no timeout: the host's ${seconds} s` : `${seconds} s`;
  if (seconds > MOST_SECONDS) {
    return bad(`${shown}: a timeout is in seconds, this one looks like milliseconds`);
  }
  // The older form makes no reviews, and has a time limit of its own.
  const isOlder = reading.role === 'check';
  const mostMs = isOlder ? MOST_CHECK_MS : gateMs;
  if (isGate(hook) && seconds * 1000 < mostMs + START_AND_END_MS) {
    const takes = isOlder
      ? `the check takes ${mostMs} ms at most`
      : `stopGate.timeoutMs is ${gateMs}`;
    return bad(`${shown}, and ${takes}: the host would end the gate, and then it is open`);
  }
  const most = event === 'Stop' ? `, the gate takes ${gateMs} ms at most` : '';
  return ok('hook.timeout', `${where}: ${shown}${most}`);
}

/** Whether something ends the gate in time where it hangs: a host that ends it lets the session go. */
function diagnoseWatch(hook: PlacedHook, where: string, gateMs: number): Diagnosis | undefined {
  const { deadline, role } = hook.reading;
  if (!isGate(hook) || role !== 'stop-gate') return undefined;
  const check = 'hook.watch';
  if (deadline === undefined) {
    return note(check, `${where}: nothing watches the gate: one that hangs would open`, INSTALL);
  }
  const ends = `${where}: a gate that hangs is ended after ${deadline} s`;
  const hostMs = hookSeconds(hook) * 1000;
  if (!(deadline * 1000 + START_AND_END_MS <= hostMs)) {
    return fail(check, `${ends}, and by the host before: then it is open`, INSTALL);
  }
  // Where the host itself gives the gate too little time, the finding about its timeout says so.
  if (deadline * 1000 < gateMs && gateMs + START_AND_END_MS <= hostMs) {
    return fail(check, `${ends}, and stopGate.timeoutMs is ${gateMs}: it is ended early`, INSTALL);
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
  const detail = `${key} is ${timeoutMs}, more than stopGate.timeoutMs (${gateMs}): the gate goes on without that review`;
  return note('settings.reviews', detail, `Set ${key} lower, or stopGate.timeoutMs higher`);
}

/** A program that was looked for on `PATH`. */
interface SoughtProgram {
  readonly name: string;
  readonly isFound: boolean;
  /** One that lies in the project, where no other was found. */
  readonly passedOver: string | undefined;
}

/** Examines the commands that a block tells the agent to run. `byPlugin`: all stop hooks are the plugin's. */
export function diagnosePrograms(
  programs: readonly SoughtProgram[],
  byPlugin: boolean,
): readonly Diagnosis[] {
  const check = 'programs';
  const missing = programs.filter(({ isFound }) => !isFound);
  const names = (list: readonly SoughtProgram[]) => list.map(({ name }) => name).join(', ');
  if (missing.length === 0) return [ok(check, `${names(programs)} are on PATH`)];
  const inProject = missing.find(({ passedOver }) => passedOver !== undefined)?.passedOver;
  const only = inProject === undefined ? '' : `; one in the project does not count: ${inProject}`;
  const advice = 'Install the suite for all projects, or in its checkout: npm link';
  if (byPlugin) {
    const detail = `not on PATH here: ${names(missing)}; the plugin has them for its agent's shell`;
    return [note(check, detail, advice)];
  }
  const detail = `not on PATH: ${names(missing)}: an agent cannot run what a block tells it${only}`;
  return [fail(check, detail, advice)];
}

/** How many days before a model retires the user is told. */
const NOTICE_DAYS = 30;

/** Whether the models that are set can still be asked. `now`: milliseconds since the epoch. */
export function diagnoseModels(configuration: Configuration, now: number): readonly Diagnosis[] {
  const { continuation, judge, realityCheck } = configuration;
  const used: readonly (readonly [key: string, model: string])[] = [
    ['judge.model', judge.model],
    ...(judge.panel ?? []).map((model) => ['judge.panel', model] as const),
    ...(continuation.prefixes.length > 0
      ? [['continuation.model', continuation.model] as const]
      : []),
    ...(realityCheck.enabled ? [['realityCheck.model', realityCheck.model] as const] : []),
  ];
  return used.map(([key, model]) => diagnoseModel(key, model, now));
}

function diagnoseModel(key: string, model: string, now: number): Diagnosis {
  const check = 'models';
  const chosen = chooseModel(model, now);
  const advice = `Set ${key} to another model: sonnet, haiku or opus`;
  if ('kind' in chosen) {
    const reason = chosen.kind === 'model-unusable' ? chosen.reason : chosen.kind;
    return fail(check, `${key} is ${model}: ${reason}`, advice);
  }
  const last = retirementOf(model);
  const daysLeft = last === undefined ? undefined : (Date.parse(last) - now) / MS_PER_DAY;
  return daysLeft !== undefined && daysLeft <= NOTICE_DAYS
    ? note(check, `${key} is ${model}, which retires on ${last}`, advice)
    : ok(check, `${key} is ${model}`);
}

/** `caps`: after how many blocks the host overrides its hooks, and where that is set. */
export function diagnoseBlockCap(
  caps: readonly { readonly value: string; readonly where: string }[],
): readonly Diagnosis[] {
  return caps
    .filter(({ value }) => hostLimitOf(value) < MOST_IDLE_BLOCKS)
    .map(({ value, where }) =>
      note(
        'host.block-cap',
        `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP is ${value} in ${where}: the host lets go before the gate does`,
        `Take it out, or set it to ${MOST_IDLE_BLOCKS} or more`,
      ),
    );
}

interface ToolFacts {
  readonly isGitCheckout: boolean;
  readonly hasGit: boolean;
  /** Whether there is a `.beads` folder, and the gate looks at it. */
  readonly asksBeads: boolean;
  readonly hasBd: boolean;
}

export function diagnoseTools(facts: ToolFacts): readonly Diagnosis[] {
  const { asksBeads, hasBd, hasGit, isGitCheckout } = facts;
  const unproved = 'not on PATH, and the project is a checkout: no proof can be held against it';
  const passedOver = 'not on PATH, and there is a .beads folder: the gate passes over it';
  const withoutGit = isGitCheckout
    ? fail('git', unproved, 'Install git')
    : note('git', 'not on PATH; the project is no checkout', 'Install git');
  const git = hasGit ? ok('git', 'found') : withoutGit;
  if (!asksBeads) return [git];
  return [git, hasBd ? ok('bd', 'found') : note('bd', passedOver, 'Install bd')];
}

/** A state folder that is not the project's. */
interface OtherState {
  /** The folder that holds it, as a project folder does. */
  readonly folder: string;
  /** Whether it lies above the project, or else below. */
  readonly isAbove: boolean;
  /** How many promises are filed there as open, and how many files there cannot be read. */
  readonly open: number;
  readonly broken: number;
  /** The option by which commands work on it. */
  readonly option: string;
}

/** How many other state folders are named before they are only counted. */
const MOST_NAMED_STATES = 20;

/** Names the state folders beside the project's: what is promised there is not in this project's lists. */
export function diagnoseOtherStates(
  states: readonly OtherState[],
  isWhole: boolean,
): readonly Diagnosis[] {
  const check = 'state.elsewhere';
  const more = states.length - MOST_NAMED_STATES;
  const unseen = 'the project is too large to be searched whole for other state folders';
  return [
    ...states.slice(0, MOST_NAMED_STATES).map(diagnoseOtherState),
    ...(more > 0
      ? [note(check, `${more} more state folders`, 'Run: cs doctor, in a subfolder')]
      : []),
    ...(isWhole ? [] : [note(check, unseen, 'Run: cs doctor, in a subfolder')]),
  ];
}

function diagnoseOtherState({ broken, folder, isAbove, open, option }: OtherState): Diagnosis {
  const where = `another state folder ${isAbove ? 'above' : 'below'} the project, in ${folder}`;
  const unreadable = broken === 0 ? '' : `, ${broken} file(s) that cannot be read`;
  const isEmpty = open + broken === 0;
  return note(
    'state.elsewhere',
    `${where}: ${open} open promise(s)${unreadable}`,
    isEmpty
      ? 'If it was made by mistake, remove it'
      : `To see and to end what is promised there: cs status ${option}`,
  );
}
