import { join } from 'node:path';
import type { Diagnosis } from '../../domain/host/diagnosis.ts';
import { hookSeconds } from '../../domain/host/hook-diagnosis.ts';
import { diagnoseReplay, payloadText, situationsOf } from '../../domain/host/hook-replay.ts';
import type { HostWorld } from '../host-world.ts';
import { type HookTrial, notTried, runTrials } from '../trials.ts';
import type { InForce } from './installed.ts';

/**
 * Runs every hook of the suite with the payloads of its event, as the host would. A line that does anything
 * else is not run: others may have written it, and only the host asks whether the user trusts a project.
 */
export async function replayHooks(
  hooks: readonly InForce[],
  world: HostWorld,
): Promise<readonly Diagnosis[]> {
  const all = withoutRepetition(hooks);
  const mixed = all.filter(({ reading }) => !reading.isAlone);
  const own = all.filter(({ reading }) => reading.isAlone);
  const tried = await runTrials(
    own.flatMap((hook) => trialsOf(hook, world)),
    world,
  );
  return [...mixed.map((hook) => notTried(hook, 'replay')), ...tried];
}

/** Removes equal findings: one command can stand in two places. */
function withoutRepetition(hooks: readonly InForce[]): readonly InForce[] {
  const seen = new Map(
    hooks.map((hook) => [`${hook.event} ${hook.pluginRoot} ${hook.command}`, hook]),
  );
  return [...seen.values()];
}

function trialsOf(hook: InForce, { environment }: HostWorld): readonly HookTrial[] {
  const { event, pluginRoot: root, reading } = hook;
  return situationsOf(event, reading.role).map((situation) => ({
    event,
    situation,
    command: commandLine(hook, environment.checkout),
    // The host runs hooks in the folder that it was started in, so relative paths must lead from there.
    folder: environment.checkout,
    timeoutMs: hookSeconds(hook) * 1000,
    variables: ({ id, project }) => ({
      CLAUDECODE: '1',
      CLAUDE_PROJECT_DIR: project,
      CLAUDE_CODE_SESSION_ID: id,
      ...(event === 'SessionStart' ? { CLAUDE_ENV_FILE: join(project, 'env.sh') } : {}),
      ...(root === undefined ? {} : { CLAUDE_PLUGIN_ROOT: root }),
    }),
    payload: (session) => payloadText(situation, session),
    diagnose: (outcome) => diagnoseReplay(hook, situation, outcome),
  }));
}

/** Names the real project's folder in a command that names programs by it, instead of the scratch one. */
function commandLine({ command, pluginRoot }: InForce, project: string): string {
  const named = /\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g;
  const plain = command.replaceAll(named, () => project);
  return pluginRoot === undefined
    ? plain
    : plain.replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, () => pluginRoot);
}
