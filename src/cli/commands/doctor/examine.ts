import { join } from 'node:path';
import { folderRefusal } from '../../../adapters/access.ts';
import { stopHookBlockCap } from '../../../adapters/environment.ts';
import { isBelowGit } from '../../../adapters/git-folder.ts';
import { programOnPath } from '../../../adapters/program-path.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import { type Diagnosis, fail, ok } from '../../../domain/diagnosis.ts';
import { diagnoseHooks, isGate } from '../../../domain/diagnosis-hooks.ts';
import {
  diagnoseBlockCap,
  diagnoseModels,
  diagnosePrograms,
  diagnoseTools,
} from '../../../domain/diagnosis-surroundings.ts';
import type { Failure } from '../../../domain/failure.ts';
import { failureText } from '../../../report/failure-text.ts';
import { inspectSettings } from '../../settings.ts';
import type { Suite } from '../../suite.ts';
import { type Installed, readInstalled } from './installed.ts';
import { replayHooks } from './replay.ts';

/** The commands that a block tells an agent to run. */
const PROGRAMS = ['cs', 'cs-promise', 'cs-verify', 'cs-stop-gate'] as const;

/** Looks at everything that the gate depends on but the state itself. Changes nothing. */
export async function examine(suite: Suite): Promise<readonly Diagnosis[]> {
  const { configuration, failures } = inspectSettings(suite);
  const installed = await readInstalled(suite);
  const replays = await replayHooks(installed.hooks, suite);
  return [
    ...installed.faults,
    ...diagnoseHooks({ ...installed, ...hookSettings(configuration) }),
    ...replays,
    ...diagnosePrograms(soughtPrograms(suite), isOnlyPlugin(installed)),
    ...diagnoseConfiguration(failures),
    ...diagnoseModels(configuration, suite.clock.now()),
    diagnoseAccess(suite),
    ...diagnoseTools(toolFacts(configuration, suite)),
    ...diagnoseBlockCap(blockCaps(installed)),
  ];
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

function soughtPrograms({ environment }: Suite) {
  return PROGRAMS.map((name) => {
    const { passedOver, program } = programOnPath(name, environment.projectFolder);
    return { name, isFound: program !== undefined, passedOver };
  });
}

function isOnlyPlugin({ hooks }: Installed): boolean {
  const gates = hooks.filter(isGate);
  return gates.length > 0 && gates.every(({ place }) => place === 'plugin');
}

function diagnoseConfiguration(failures: readonly Failure[]): readonly Diagnosis[] {
  if (failures.length === 0) return [ok('configuration', 'it can be read')];
  return failures.map((failure) =>
    fail('configuration', failureText(failure).message.replace(/\.$/, ''), 'Mend it: cs config'),
  );
}

function diagnoseAccess({ folder }: Suite): Diagnosis {
  const code = folderRefusal(folder.root);
  return code === undefined
    ? ok('state.access', 'the state folder can be read and written')
    : fail(
        'state.access',
        `${folder.root} cannot be read and written (${code})`,
        'Give the user access to it',
      );
}

function toolFacts({ stopGate }: Configuration, { environment, files }: Suite) {
  const { projectFolder: project } = environment;
  const has = (name: string): boolean => programOnPath(name, project).program !== undefined;
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
