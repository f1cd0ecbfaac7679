import { counted } from '../base/counted.ts';
import { MS_PER_DAY } from '../base/time.ts';
import { chooseModel, retirementOf } from '../judging/model.ts';
import { hostLimitOf, MOST_IDLE_BLOCKS } from '../session/liveness.ts';
import type { Configuration } from '../settings/configuration.ts';
import { INSTALLATIONS } from './guarded-command.ts';

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
  /** The file or program that it is about, where the detail does not name it. */
  readonly where?: string;
  /** What follows from it, where the detail does not say so. */
  readonly follows?: string;
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

/** A program that was looked for on `PATH`. */
interface SoughtProgram {
  readonly name: string;
  readonly isFound: boolean;
  /** One that lies in the project, where no other was found. */
  readonly passedOver: string | undefined;
}

/** What gives its agent's shell the programs, where they are not on `PATH` elsewhere. */
export type Bringing = 'plugin' | 'session start';

/** Examines the commands that a block tells the agent to run. */
export function diagnosePrograms(
  programs: readonly SoughtProgram[],
  broughtBy: Bringing | undefined,
): readonly Diagnosis[] {
  const check = 'programs';
  const missing = programs.filter(({ isFound }) => !isFound);
  const names = (list: readonly SoughtProgram[]) => list.map(({ name }) => name).join(', ');
  if (missing.length === 0) return [ok(check, `${names(programs)} are on PATH`)];
  const inProject = missing.find(({ passedOver }) => passedOver !== undefined)?.passedOver;
  const only =
    inProject === undefined ? '' : `; not counted, because it is in the project: ${inProject}`;
  const advice = `Run: ${INSTALLATIONS.global}`;
  if (broughtBy !== undefined) {
    const detail = `not on PATH here: ${names(missing)}; the ${broughtBy} provides them in the agent's shell`;
    return [note(check, detail, advice)];
  }
  const detail = `not on PATH: ${names(missing)}: an agent cannot run the commands that a block names${only}`;
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
        `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP is ${value} in ${where}: the host stops blocking before the gate does`,
        `Remove it, or set it to ${MOST_IDLE_BLOCKS} or more`,
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
  const unproved = 'not on PATH, and the project is a checkout: proofs cannot be compared with it';
  const passedOver = 'not on PATH, and there is a .beads folder: the gate ignores it';
  const withoutGit = isGitCheckout
    ? fail('git', unproved, 'Install git')
    : note('git', 'not on PATH; the project is not a checkout', 'Install git');
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
  const unseen = 'the project is too large to search completely for other state folders';
  return [
    ...states.slice(0, MOST_NAMED_STATES).map(diagnoseOtherState),
    ...(more > 0
      ? [note(check, `${more} more state folders`, 'Run cs doctor in a subfolder')]
      : []),
    ...(isWhole ? [] : [note(check, unseen, 'Run cs doctor in a subfolder')]),
  ];
}

function diagnoseOtherState({ broken, folder, isAbove, open, option }: OtherState): Diagnosis {
  const where = `another state folder ${isAbove ? 'above' : 'below'} the project, in ${folder}`;
  const unreadable = broken === 0 ? '' : `, ${counted(broken, 'unreadable file')}`;
  const isEmpty = open + broken === 0;
  return note(
    'state.elsewhere',
    `${where}: ${counted(open, 'open promise')}${unreadable}`,
    isEmpty
      ? 'If it was made by mistake, remove it'
      : `To see and end the promises there: cs status ${option}`,
  );
}
