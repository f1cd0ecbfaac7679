import { dirname, join } from 'node:path';
import { stopHookBlockCap } from '../../adapters/environment.ts';
import { isBelowGit } from '../../adapters/git/folder.ts';
import { isInsideFolder } from '../../adapters/inside-folder.ts';
import { programOnPath } from '../../adapters/program-path.ts';
import { currentFolder } from '../../adapters/project-search.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { dependencyIn, diagnoseDependency } from '../../domain/host/dependency-diagnosis.ts';
import {
  type Bringing,
  type Diagnosis,
  diagnoseBlockCap,
  diagnoseModels,
  diagnosePrograms,
  diagnoseTools,
  fail,
  ok,
} from '../../domain/host/diagnosis.ts';
import { diagnoseForeignGates } from '../../domain/host/foreign-gate.ts';
import { CLAUDE_CODE_WORDS, readGuarded } from '../../domain/host/guarded-command.ts';
import { diagnoseHooks, isGate, writtenAnew } from '../../domain/host/hook-diagnosis.ts';
import { diagnosePlugin } from '../../domain/host/plugin-diagnosis.ts';
import { diagnoseForeignPrograms } from '../../domain/host/program-owner.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { inspectSettings } from '../../settings/loading.ts';
import { examineGuards } from '../examine-guards.ts';
import type { SeenHosts } from '../host.ts';
import type { HostWorld } from '../host-world.ts';
import { packageOf, SUITE } from '../manifests.ts';
import { HAS_FRONT } from '../programs.ts';
import { type Installed, readInstalled } from './installed.ts';
import { foreignPrograms } from './path-programs.ts';
import { replayHooks } from './replay.ts';

/** The commands that a block tells an agent to run. */
const PROGRAMS = ['cs', 'cs-promise', 'cs-verify', 'cs-stop-gate'] as const;

/** Examines everything that the gate depends on, except the state. Changes nothing. */
export async function examine(
  world: HostWorld,
  { isFound, isGatedElsewhere }: SeenHosts,
): Promise<readonly Diagnosis[]> {
  const { configuration, failures } = inspectSettings(world);
  const installed = await readInstalled(world);
  const replays = await replayHooks(installed.hooks, world);
  return [
    ...installed.faults,
    ...installed.plugins.map((plugin) =>
      diagnosePlugin(plugin, (folder) => isInsideFolder(folder, world.environment.projectFolder)),
    ),
    ...diagnoseHooks({
      ...installed,
      isGatedElsewhere,
      isUsed: isFound || !isGatedElsewhere,
      ...hookSettings(configuration),
      isPluginEnabled: installed.plugins.length > 0,
      startedElsewhere: startedElsewhere(world),
      canWatch: HAS_FRONT,
    }),
    ...examineDependencies(installed, world),
    ...examineGuards(
      'hooks.guard',
      installed.hooks.map(({ command, place }) => ({ command, advice: writtenAnew(place) })),
      world,
    ),
    ...diagnoseForeignGates(installed.foreign),
    ...replays,
    ...diagnosePrograms(soughtPrograms(world), broughtBy(installed, world)),
    ...diagnoseForeignPrograms(foreignPrograms(PROGRAMS, world)),
    ...diagnoseConfiguration(failures),
    ...diagnoseModels(configuration, world.clock.now()),
    ...(await diagnoseAccess(world)),
    ...diagnoseTools(toolFacts(configuration, world)),
    ...diagnoseBlockCap(blockCaps(installed)),
  ];
}

/** The current folder where it is not the one that a host is started in to read the project's settings. */
function startedElsewhere({ environment, files }: HostWorld) {
  const current = currentFolder();
  const { checkout: folder } = environment;
  return current === undefined || current === (files.realPath(folder) ?? folder)
    ? undefined
    : { current, folder };
}

function hookSettings({ continuation, realityCheck, stopGate }: Configuration) {
  return {
    gateMs: stopGate.timeoutMs,
    isRealityChecked: realityCheck.enabled,
    reviews: [
      ...(continuation.prefixes.length > 0
        ? [{ key: 'continuation.timeoutMs', timeoutMs: continuation.timeoutMs }]
        : []),
      ...(realityCheck.enabled
        ? [{ key: 'realityCheck.timeoutMs', timeoutMs: realityCheck.timeoutMs }]
        : []),
    ],
  };
}

function soughtPrograms({ environment }: HostWorld) {
  return PROGRAMS.map((name) => {
    const { passedOver, program } = programOnPath(name, environment);
    return { name, isFound: program !== undefined, passedOver };
  });
}

/** The plugin has programs for its agents; so has session start where the suite is a dependency of the project. */
function broughtBy({ hooks }: Installed, world: HostWorld): Bringing | undefined {
  const gates = hooks.filter(isGate);
  if (gates.length === 0) return undefined;
  if (gates.every(({ place }) => place === 'plugin')) return 'plugin';
  const isDependency = hooks.some(
    ({ command, reading }) =>
      reading.role === 'session-start' && dependencyOf(command, world) !== undefined,
  );
  return isDependency ? 'session start' : undefined;
}

/** The programs in the project that hooks start. */
function examineDependencies({ hooks }: Installed, world: HostWorld): readonly Diagnosis[] {
  const { environment, files } = world;
  const { checkout } = environment;
  const programs = new Set(hooks.flatMap(({ command }) => dependencyOf(command, world) ?? []));
  return [...programs].map((program) => {
    const path = join(checkout, program);
    const real = files.realPath(path);
    const isInside = isInsideFolder(path, join(checkout, 'node_modules'));
    const found = real === undefined ? undefined : packageOf(files, dirname(real));
    return diagnoseDependency({ path, package: found, isInside }, SUITE);
  });
}

function diagnoseConfiguration(failures: readonly Failure[]): readonly Diagnosis[] {
  if (failures.length === 0) return [ok('configuration', 'it can be read')];
  return failures.map((failure) =>
    fail('configuration', failureMessage(failure).replace(/\.$/, ''), {
      words: 'Fix it',
      command: 'cs config',
    }),
  );
}

/** The program in the project that a hook starts: its line names it, or the project's guard finds it. */
function dependencyOf(command: string, { environment, files }: HostWorld): string | undefined {
  const isOfProject = readGuarded(command)?.file === CLAUDE_CODE_WORDS.guard.project;
  const has = files.exists(join(environment.checkout, 'node_modules', SUITE));
  return isOfProject && has ? 'node_modules/.bin/cs-hook' : dependencyIn(command);
}

/** A store that machines share is examined by itself. */
async function diagnoseAccess({ health }: HostWorld): Promise<readonly Diagnosis[]> {
  if (health.isShared) return [];
  const code = await health.refusal();
  if (code === undefined) return [ok('state.access', 'the state folder can be read and written')];
  const detail = `${health.place} cannot be read and written (${code})`;
  return [fail('state.access', detail, 'Give this user access to it')];
}

function toolFacts({ stopGate }: Configuration, { environment, files }: HostWorld) {
  const { projectFolder: project } = environment;
  const has = (name: string): boolean => programOnPath(name, environment).program !== undefined;
  return {
    isGitCheckout: isBelowGit(project),
    hasGit: has('git'),
    asksBeads: stopGate.beads && files.exists(join(project, '.beads')),
    hasBd: has('bd'),
  };
}

function blockCaps({ variables }: Installed) {
  const own = stopHookBlockCap();
  return [
    ...(own === undefined ? [] : [{ value: own, where: 'the environment' }]),
    ...variables.flatMap(({ env, where }) => {
      const value = env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'];
      return value === undefined ? [] : [{ value: String(value), where }];
    }),
  ];
}
