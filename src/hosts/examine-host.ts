import type { Failure } from '../domain/base/failure.ts';
import { type Diagnosis, fail } from '../domain/host/diagnosis.ts';
import { readGuarded } from '../domain/host/guarded-command.ts';
import type { HookOccasion } from '../domain/host/hook-host.ts';
import { adviceOn, diagnoseOutcome, situationsAt } from '../domain/host/hook-replay.ts';
import { SETTINGS_PLACES } from '../domain/host/hook-settings.ts';
import {
  diagnoseHost,
  type HostHook,
  hostInstall,
  type OtherHostHook,
} from '../domain/host/host-diagnosis.ts';
import { failureMessage } from '../report/failure-text.ts';
import { inspectSettings } from '../settings/loading.ts';
import { examineGuards } from './examine-guards.ts';
import type { HostWorld } from './host-world.ts';
import type { KnownHost } from './hosts.ts';
import { alsoRun, foundBy, hooksInPlace } from './placed-hooks.ts';
import { HAS_FRONT } from './programs.ts';
import { type HookTrial, notTried, runTrials } from './trials.ts';

/** What a host other than Claude Code has of the suite, and whether it works. */
export interface ExaminedHost {
  readonly checks: readonly Diagnosis[];
  /** Whether a stop hook of the suite stands in one of its files. */
  readonly isGated: boolean;
}

/** Examines a host by its files, and tries its hooks. Changes nothing. */
export async function examineHost(known: KnownHost, world: HostWorld): Promise<ExaminedHost> {
  const { host, setup } = known;
  const found = await readAll(known, world);
  const { stopGate } = inspectSettings(world).configuration;
  const doubles = await alsoRun(known, world);
  const isGated = found.hooks.some(({ event }) => event === host.events.stop);
  const checks = [
    ...found.failures.map((failure) =>
      fail(
        `${host.name}.settings`,
        `${failureMessage(failure)} ${host.title} may run none of its hooks`,
        'Fix the file by hand',
      ),
    ),
    ...diagnoseHost({
      name: host.name,
      title: host.title,
      events: host.events,
      format: setup.format,
      refusal: setup.words.refusal,
      foundBy: foundBy(known, world),
      hooks: found.hooks,
      others: found.others,
      disabled: found.disabled,
      alsoRun: doubles.map(({ path }) => path),
      alsoRunWhen: setup.readsClaudeCode?.when ?? '',
      gateMs: stopGate.timeoutMs,
      canWatch: HAS_FRONT,
    }),
    ...examineGuards(
      `${host.name}.guard`,
      found.hooks.map(({ command, place }) => ({ command, advice: hostInstall(host.name, place) })),
      world,
    ),
    ...(isGated ? (setup.examineTrust?.(found.hooks, world) ?? []) : []),
    ...(await tryHooks(known, found.hooks, world)),
  ];
  return { checks, isGated };
}

async function readAll(known: KnownHost, world: HostWorld) {
  const failures: Failure[] = [];
  const hooks: HostHook[] = [];
  const others: OtherHostHook[] = [];
  const disabled: string[] = [];
  for (const place of SETTINGS_PLACES) {
    const found = await hooksInPlace(known, place, world);
    if (found === undefined) continue;
    if (!found.ok) {
      failures.push(found.failure);
      continue;
    }
    const { path } = found.value;
    hooks.push(...found.value.hooks.map((hook) => ({ ...hook, place, path })));
    others.push(...found.value.others.map((hook) => ({ ...hook, path })));
    if (found.value.isDisabled) disabled.push(path);
  }
  return { failures, hooks, others, disabled };
}

/** Runs every hook of the suite with payloads of its event, as the host would, and judges the answers as it does. */
async function tryHooks(
  known: KnownHost,
  hooks: readonly HostHook[],
  world: HostWorld,
): Promise<readonly Diagnosis[]> {
  const check = `${known.host.name}.replay`;
  const seen = new Map(hooks.map((hook) => [`${hook.event} ${hook.command}`, hook]));
  const all = [...seen.values()];
  const mixed = all.filter(({ reading }) => !reading.isAlone);
  const trials = all
    .filter(({ reading }) => reading.isAlone)
    .flatMap((hook) => trialsOf(known, hook, check, world));
  return [...mixed.map((hook) => notTried(hook, check)), ...(await runTrials(trials, world))];
}

function trialsOf(
  { host, setup }: KnownHost,
  hook: HostHook,
  check: string,
  { environment }: HostWorld,
): readonly HookTrial[] {
  const { trial } = setup;
  const occasion = occasionOf(hook.event, host.events);
  if (occasion === undefined || trial === undefined) return [];
  const { event, place, timeout } = hook;
  const { unitMs, usualTimeout } = setup.format;
  const judged = { check, event, advice: adviceOn(hostInstall(host.name, place)) };
  const isOfProject = readGuarded(hook.command)?.file === setup.words.guard.project;
  const situations = situationsAt(occasion, hook.reading.role).flatMap((situation) => [
    { situation, more: {} },
    ...(!HAS_FRONT || trial.daemonPath === undefined || situation.expects !== 'block'
      ? []
      : [
          {
            situation: { ...situation, words: `${situation.words}, with the PATH of a daemon` },
            more: { PATH: trial.daemonPath },
          },
        ]),
  ]);
  return situations.map(({ more, situation }) => ({
    event,
    situation,
    // The programs of the project's dependencies lie in the real project.
    command: hook.command.replaceAll(`"${setup.project.posix}"`, () =>
      JSON.stringify(environment.checkout),
    ),
    // So does the guard that the project has.
    folder: isOfProject ? environment.checkout : undefined,
    timeoutMs: (typeof timeout === 'number' ? timeout : usualTimeout) * unitMs,
    variables: (session) => ({ ...trial.variables(session), ...more }),
    payload: (session) => JSON.stringify(trial.payload(occasion, situation, session)),
    diagnose: (outcome) => diagnoseOutcome(judged, situation, outcome, trial.read(outcome)),
  }));
}

function occasionOf(event: string, events: KnownHost['host']['events']): HookOccasion | undefined {
  const occasions = [
    'stop',
    'subagent-stop',
    'session-start',
    'user-prompt',
    'session-end',
  ] as const;
  return occasions.find((occasion) => events[occasion] === event);
}
