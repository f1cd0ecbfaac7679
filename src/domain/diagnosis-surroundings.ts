import type { Configuration } from './configuration.ts';
import { type Diagnosis, fail, note, ok } from './diagnosis.ts';
import { hostLimitOf, MOST_IDLE_BLOCKS } from './liveness.ts';
import { chooseModel, retirementOf } from './model.ts';
import { MS_PER_DAY } from './time.ts';

/** What the suite needs around it: programs, models, what the host is set to. */

/** A program that was looked for on `PATH`. */
export interface SoughtProgram {
  readonly name: string;
  readonly isFound: boolean;
  /** One that lies in the project, where no other was found. */
  readonly passedOver: string | undefined;
}

/** The commands that a block tells the agent to run. `byPlugin`: every stop hook is the plugin's. */
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

/** Days before its end from which on a model is told of. */
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

/** `cap`: after how many blocks the host overrides its hooks, and where that is set. */
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

export interface ToolFacts {
  readonly isGitCheckout: boolean;
  readonly hasGit: boolean;
  /** Whether there is a `.beads` folder, and the gate looks at it. */
  readonly asksBeads: boolean;
  readonly hasBd: boolean;
}

export function diagnoseTools(facts: ToolFacts): readonly Diagnosis[] {
  const { asksBeads, hasBd, hasGit, isGitCheckout } = facts;
  const git = hasGit
    ? ok('git', 'found')
    : isGitCheckout
      ? fail(
          'git',
          'not on PATH, and the project is a checkout: no proof can be held against it',
          'Install git',
        )
      : note('git', 'not on PATH; the project is no checkout', 'Install git');
  if (!asksBeads) return [git];
  return [
    git,
    hasBd
      ? ok('bd', 'found')
      : note(
          'bd',
          'not on PATH, and there is a .beads folder: the gate passes over it',
          'Install bd',
        ),
  ];
}
