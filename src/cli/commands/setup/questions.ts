import { join } from 'node:path';
import { programOnPath } from '../../../adapters/program-path.ts';
import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
import type { PendingSetting } from '../../../domain/settings/approval.ts';
import {
  alwaysQuestion,
  approveQuestion,
  HOOK_QUESTION,
  othersQuestion,
} from '../../../report/setup-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Asking } from '../../terminal.ts';
import type { Found } from './look.ts';

/** What the user wants of setting up. */
export interface Wishes {
  /** Where the hooks go; undefined: nowhere. */
  readonly place: SettingsPlace | undefined;
  /** Whether the other hosts that were found get hooks, each in the settings of its user. */
  readonly others: boolean;
  /** The commands that are to run before every promise is closed, beside those that do already. */
  readonly always: readonly string[];
  /** Whether what the project's file connects to, spends and runs is approved from now on. */
  readonly approves: boolean;
}

/** What is done where nothing is asked: nothing that runs commands, and nothing that others share. */
export const DEFAULTS: Wishes = {
  place: 'local',
  others: false,
  always: [],
  approves: false,
};

/** Asks what there is to decide; undefined where the person closes the conversation. */
export async function askWishes(
  asking: Asking,
  found: Found,
  suite: Suite,
): Promise<Wishes | undefined> {
  const place = found.gates.length > 0 ? DEFAULTS.place : await askPlace(asking);
  if (place === 'closed') return undefined;
  const titles = found.others.map(({ host }) => host.title);
  const others = titles.length > 0 ? await askYes(asking, othersQuestion(titles)) : false;
  if (others === undefined) return undefined;
  const approves =
    found.unapproved.length > 0 ? await askYes(asking, approveQuestion(found.unapproved)) : false;
  if (approves === undefined) return undefined;
  const isNamed = found.always.length > 0 || found.unapproved.some(isStanding);
  const always = isNamed ? [] : await askAlways(asking, found.tests, suite);
  return always === undefined ? undefined : { place, others, approves, always };
}

function isStanding({ setting, wanted }: PendingSetting): boolean {
  return setting.key === 'checks.always' && wanted !== undefined;
}

/** Where hooks can go, by what is typed for it. */
const PLACES: Readonly<Record<string, SettingsPlace | undefined>> = {
  '': DEFAULTS.place,
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

async function askYes(asking: Asking, first: string): Promise<boolean | undefined> {
  for (let question = first; ; question = 'y or n? [n] ') {
    const answer = await asking(question);
    const choice = answer === undefined ? undefined : choiceOf(answer);
    if (choice !== 'neither') return choice;
  }
}

function choiceOf(answer: string): boolean | 'neither' {
  if (/^(?:n|no|)$/i.test(answer)) return false;
  return /^y(?:es)?$/i.test(answer) || 'neither';
}

/** The tests that were found, or another command that is typed instead. */
async function askAlways(
  asking: Asking,
  tests: Found['tests'],
  suite: Suite,
): Promise<Wishes['always'] | undefined> {
  const isFound = tests.length > 0;
  for (let question = alwaysQuestion(tests); ; ) {
    const answer = await asking(question);
    if (answer === undefined) return undefined;
    const choice = choiceOf(answer);
    if (choice === false) return [];
    if (choice === true && isFound) return tests.map(({ command }) => command);
    if (choice === 'neither' && mayBeCommand(answer, suite)) return [answer];
    question = isFound
      ? 'Not a command here. y, n or a command [n] '
      : 'Not a command here. Command? [none] ';
  }
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
