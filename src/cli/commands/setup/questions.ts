import { join } from 'node:path';
import { programOnPath } from '../../../adapters/program-path.ts';
import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
import type { PendingSetting } from '../../../domain/settings/approval.ts';
import type { Trial } from '../../../domain/standing/trial.ts';
import {
  allowQuestion,
  approveQuestion,
  HOOK_QUESTION,
  heldQuestion,
  OTHER_COMMAND_QUESTION,
  othersQuestion,
  testsQuestion,
} from '../../../report/setup-text.ts';
import type { Suite } from '../../../suite.ts';
import { OFFERED_RULES } from '../../permissions.ts';
import type { Asking } from '../../terminal.ts';
import type { Found } from './look.ts';

/** What the user wants of setting up. */
export interface Wishes {
  /** Where the hooks go; undefined: nowhere. */
  readonly place: SettingsPlace | undefined;
  /** Whether agents may check, ask and prove without asking their user. */
  readonly allows: boolean;
  /** Whether the other hosts that were found get hooks, each in the settings of its user. */
  readonly others: boolean;
  /** The commands that are tried, to be standing checks. */
  readonly tests: readonly string[];
  /** Whether what the project's file connects to, spends and runs is approved from now on. */
  readonly approves: boolean;
}

/**
 * What is wished where nothing is asked: nothing that others share. `isPerson`: the tests that were found run, and hold
 * sessions, only where a person started this.
 */
export function defaultWishes(found: Found, isPerson: boolean): Wishes {
  const tests = isPerson && !hasStanding(found) ? found.tests.map(({ command }) => command) : [];
  return { place: DEFAULT_PLACE, allows: false, others: false, approves: false, tests };
}

const DEFAULT_PLACE: SettingsPlace = 'local';

/**
 * Asks what there is to decide; undefined where the conversation is closed. `isPerson`: what runs and is approved is asked
 * of a person alone, since an agent can have a terminal, too.
 */
export async function askWishes(
  asking: Asking,
  found: Found,
  isPerson: boolean,
  suite: Suite,
): Promise<Wishes | undefined> {
  const place = found.gates.length > 0 ? DEFAULT_PLACE : await askPlace(asking);
  if (place === 'closed') return undefined;
  const isNew = isPerson && place !== undefined && found.gates.length === 0;
  const allows = isNew ? await askYes(asking, allowQuestion(OFFERED_RULES)) : false;
  if (allows === undefined) return undefined;
  const titles = found.others.map(({ host }) => host.title);
  const others = titles.length > 0 ? await askYes(asking, othersQuestion(titles)) : false;
  if (others === undefined) return undefined;
  const approves =
    found.unapproved.length > 0 ? await askYes(asking, approveQuestion(found.unapproved)) : false;
  if (approves === undefined) return undefined;
  const tests = !isPerson || hasStanding(found) ? [] : await askTests(asking, found.tests, suite);
  return tests === undefined ? undefined : { place, allows, others, approves, tests };
}

/** Whether the project names standing checks already, approved or not. */
function hasStanding({ always, unapproved }: Found): boolean {
  return always.length > 0 || unapproved.some(isStanding);
}

function isStanding({ setting, wanted }: PendingSetting): boolean {
  return setting.key === 'checks.always' && wanted !== undefined;
}

/** Where hooks can go, by what is typed for it. */
const PLACES: Readonly<Record<string, SettingsPlace | undefined>> = {
  '': DEFAULT_PLACE,
  1: 'local',
  2: 'project',
  3: 'user',
  4: undefined,
};

async function askPlace(asking: Asking): Promise<SettingsPlace | 'closed' | undefined> {
  for (let question = HOOK_QUESTION; ; question = '1, 2, 3 or 4? [1] ') {
    const answer = await asking(question);
    if (answer === undefined) return 'closed';
    if (Object.hasOwn(PLACES, answer)) return PLACES[answer];
  }
}

/** `unanswered`: what an empty answer means. */
async function askYes(
  asking: Asking,
  first: string,
  unanswered = false,
): Promise<boolean | undefined> {
  for (let question = first; ; question = `y or n? [${unanswered ? 'y' : 'n'}] `) {
    const answer = await asking(question);
    const choice = answer === undefined ? undefined : choiceOf(answer, unanswered);
    if (choice !== 'neither') return choice;
  }
}

function choiceOf(answer: string, unanswered: boolean): boolean | 'neither' {
  if (answer === '') return unanswered;
  if (/^no?$/i.test(answer)) return false;
  return /^y(?:es)?$/i.test(answer) || 'neither';
}

/** The tests that were found, or another command that is typed instead. */
async function askTests(
  asking: Asking,
  tests: Found['tests'],
  suite: Suite,
): Promise<Wishes['tests'] | undefined> {
  const isFound = tests.length > 0;
  for (let question = testsQuestion(tests); ; ) {
    const answer = await asking(question);
    if (answer === undefined) return undefined;
    const choice = choiceOf(answer, isFound);
    if (choice === false) return [];
    if (choice === true && isFound) return tests.map(({ command }) => command);
    if (choice === 'neither' && mayBeCommand(answer, suite)) return [answer];
    question = isFound
      ? 'Not a command here. y, n or a command [y] '
      : 'Not a command here. Command? [none] ';
  }
}

/** Another command in the place of one that could not run; none where the answer is empty. */
export async function askOther(asking: Asking, suite: Suite): Promise<Wishes['tests'] | undefined> {
  for (let question = OTHER_COMMAND_QUESTION; ; question = 'Not a command here. Command? [none] ') {
    const answer = await asking(question);
    if (answer === undefined || answer === '') return answer === undefined ? undefined : [];
    if (mayBeCommand(answer, suite)) return [answer];
  }
}

/** Whether what a trial speaks for is wished. */
export function askHeld(
  asking: Asking,
  standing: 'block' | 'tell',
  trial: Trial,
): Promise<boolean | undefined> {
  return askYes(asking, heldQuestion(standing, trial), true);
}

/** Whether an answer may be meant as a command: a word alone is one where there is a program of that name. */
function mayBeCommand(answer: string, { environment, files }: Suite): boolean {
  if (/\s/.test(answer)) return true;
  const { passedOver, program } = programOnPath(answer, environment);
  return (
    (program ?? passedOver) !== undefined ||
    (answer.includes('/') && files.exists(join(environment.checkout, answer)))
  );
}
