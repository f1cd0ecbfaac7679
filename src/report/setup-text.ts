import type { SettingsPlace } from '../domain/host/hook-settings.ts';
import type { HookPlace, PlacedHook } from '../domain/host/hooks-in-force.ts';
import type { TestCommand } from '../domain/host/test-commands/kind.ts';
import type { PendingSetting } from '../domain/settings/approval.ts';
import type { Trial } from '../domain/standing/trial.ts';
import { pendingLines } from './approval-text.ts';
import { secondsText } from './check-progress-text.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine, shellWord } from './printable.ts';
import type { Style } from './style.ts';

/** What setting a project up came to. */
export interface SetupFacts {
  readonly project: string;
  /** Nothing was written. */
  readonly isDry: boolean;
  readonly isInGit: boolean;
  /** The hooks that were installed, or would be; undefined: they were there, or were not wanted. */
  readonly newHooks: { readonly place: SettingsPlace; readonly path: string } | undefined;
  /** The permission rules that go with them. */
  readonly allowed: readonly string[];
  /** The stop hooks that were there. */
  readonly gates: readonly Pick<PlacedHook, 'place' | 'path'>[];
  /** The other hosts on this machine that had no hooks. `path`: where they have them now. */
  readonly others: readonly {
    readonly name: string;
    readonly title: string;
    readonly path: string | undefined;
  }[];
  readonly tests: readonly TestCommand[];
  /** The standing checks, and what a session is to them. */
  readonly always: readonly string[];
  readonly standing: 'block' | 'tell' | 'off';
  /** The file that names them, where it is new that they run. */
  readonly alwaysFile: string | undefined;
  /** Why nothing was run or approved: this does not look like a person at a terminal. */
  readonly noPerson: string | undefined;
  /** What the doctor said; undefined where it was not asked. */
  readonly doctor: { readonly text: string; readonly isWell: boolean } | undefined;
  /** Whether the host is on `PATH`. */
  readonly hasHost: boolean;
  /** How a shell of the user's starts the suite, where it does not find `cs`. */
  readonly callBy: string | undefined;
}

export const HOOK_QUESTION = [
  'Install the hooks of Claude Code:',
  '  1  for you, in this project',
  '  2  for everyone in it, to be committed',
  '  3  for you, in all projects',
  '  4  not now',
  'Which? [1] ',
].join('\n');

/** Whether agents may run without asking what changes nothing and runs only what is approved. */
export function allowQuestion(rules: readonly string[]): string {
  return [
    'Agents need these often. They change nothing, and run only checks that you approved:',
    `  ${rules.join(', ')}`,
    REST_ASKS,
    'Let Claude Code run these unasked, y or n? [n] ',
  ].join('\n');
}

const REST_ASKS = 'For all else Claude Code asks you, or its auto mode decides.';

/** Whether other hosts get hooks, too. */
export function othersQuestion(titles: readonly string[]): string {
  return `Also on this machine: ${titles.join(', ')}.\nInstall their hooks for you, in all projects?\ny or n [n] `;
}

/** Which command runs the tests, to be tried. */
export function testsQuestion(tests: readonly TestCommand[]): string {
  if (tests.length === 0) return 'No test command found. Type yours.\nCommand? [none] ';
  return [
    ...testLines(tests),
    'Run it once, to see whether it works here?\ny, n or another command [y] ',
  ].join('\n');
}

/** How the tests came out: `npm test: passed in 3.2 s`. `reasons`: why they did not pass. */
export function trialText(
  commands: readonly string[],
  { milliseconds, verdict }: Trial,
  reasons: readonly string[],
): string {
  const words = { passed: 'passed', failed: 'failed', 'could-not-run': 'could not run' }[verdict];
  return [
    `${oneLine(commands.join(', '))}: ${words} in ${secondsText(milliseconds)}`,
    ...reasons.slice(0, 5).map((reason) => `  ${oneLine(reason)}`),
  ].join('\n');
}

/** Whether sessions are held to the tests from now on, or told of them. */
export function heldQuestion(standing: 'block' | 'tell', { verdict }: Trial): string {
  return [
    ...(verdict === 'failed' ? ['What fails already holds no session for long.'] : []),
    standing === 'block'
      ? 'Hold every session that changes files to it?'
      : 'That is long to wait for. Tell you of every session that changes files and did not run it?',
    'y or n [y] ',
  ].join('\n');
}

/** After a command that cannot run here. */
export const OTHER_COMMAND_QUESTION = 'Another command? [none] ';

/** Whether what the project's own file connects to and spends is in force on this machine. */
export function approveQuestion(pending: readonly PendingSetting[]): string {
  return [
    "This project's configuration has what connects, spends, exports or runs:",
    ...pendingLines(pending),
    'Approve it on this machine?\ny or n [n] ',
  ].join('\n');
}

/** What was set up, what follows, and how to take it back. */
export function setupText(facts: SetupFacts, lines: CommandLines, style: Style): string {
  const { doctor, isDry, isInGit, project } = facts;
  return [
    ...(isDry ? ['DRY RUN: nothing is written.'] : []),
    `Project: ${oneLine(project)}`,
    hooksLine(facts),
    ...(facts.allowed.length === 0 ? [] : [`Unasked: ${facts.allowed.join(', ')}. ${REST_ASKS}`]),
    ...otherLines(facts, lines),
    ...testLines(facts.tests),
    ...alwaysLines(facts, lines),
    ...(isInGit ? ['Git: promises stay out of it (.claude/completion-state ignores itself).'] : []),
    ...(doctor === undefined ? [] : ['', doctor.text]),
    ...(isDry ? [] : ['', ...nextLines(facts, lines, style)]),
  ].join('\n');
}

function hooksLine({ gates, isDry, newHooks, project }: SetupFacts): string {
  if (newHooks !== undefined) {
    return `Hooks: ${isDry ? 'would be installed' : 'installed'} in ${placeIn(project, newHooks.path)} (${WHOSE[newHooks.place]}).`;
  }
  const files = [...new Set(gates.map(({ path }) => placeIn(project, path)))];
  return files.length > 0
    ? `Hooks: installed already, in ${files.join(' and ')}.`
    : 'Hooks: not installed.';
}

/** The other hosts: where their hooks are, or how they come to have some. */
function otherLines({ others, project }: SetupFacts, lines: CommandLines): readonly string[] {
  return others.map(({ name, path, title }) =>
    path === undefined
      ? `${title} is here, too. For its hooks: ${lines.of(`cs hooks install --host ${name}`)}`
      : `Hooks of ${title}: installed in ${placeIn(project, path)} (${WHOSE.user}).`,
  );
}

const WHOSE: Readonly<Record<SettingsPlace, string>> = {
  local: 'for you, in this project',
  project: 'for all who work on this project: commit it',
  user: 'for you, in all projects',
};

/** A path, from the project's folder on where it lies there. */
function placeIn(project: string, path: string): string {
  return oneLine(path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path);
}

function testLines(tests: readonly TestCommand[]): readonly string[] {
  if (tests.length === 0) return ['Tests: no test command found.'];
  return tests.map(({ command, source }) => `Tests: ${oneLine(command)} (${oneLine(source)})`);
}

function alwaysLines(
  { always, alwaysFile, noPerson, project, standing, tests }: SetupFacts,
  lines: CommandLines,
): readonly string[] {
  if (always.length === 0) {
    const unasked = noPerson === undefined || tests.length === 0 ? [] : [`  Not run: ${noPerson}.`];
    return [...unasked, ...proposalLines(tests, lines)];
  }
  const file = alwaysFile === undefined ? '' : `, from ${placeIn(project, alwaysFile)}`;
  return always.map(
    (command) => `${STANDING_WORDS[standing]} (checks.always${file}): ${oneLine(command)}`,
  );
}

const STANDING_WORDS: Readonly<Record<SetupFacts['standing'], string>> = {
  block: 'Every session that changes files is held to',
  tell: 'You are told of every session that changes files and did not run',
  off: 'Before every promise closes',
};

/** How sessions can be held to tests that nothing asks for yet. */
function proposalLines(tests: readonly TestCommand[], lines: CommandLines): readonly string[] {
  const commands = tests.map(({ command }) => command);
  const [command, ...more] = commands;
  if (command === undefined) return [];
  const value = shellWord(more.length === 0 ? command : JSON.stringify(commands));
  return [`  To hold sessions to it: ${lines.of(`cs config set checks.always ${value}`)}`];
}

function nextLines(facts: SetupFacts, lines: CommandLines, style: Style): readonly string[] {
  const { callBy, doctor, gates, hasHost, newHooks } = facts;
  if (newHooks === undefined && gates.length === 0) {
    return [`${style.bold('Next:')} ${lines.of('cs hooks install')}`, ...undoLines(facts, lines)];
  }
  const failed = doctor?.isWell === false;
  const start = hasHost ? 'start claude' : 'install Claude Code, start claude';
  return [
    ...(failed
      ? [`${style.bold('First:')} fix what failed above, then: ${lines.of('cs doctor')}`]
      : []),
    ...taskLines(facts, `${style.bold(failed ? 'Then:' : 'Next:')} ${start}`),
    'Or by hand:',
    `  ${trialLine(facts, lines)}`,
    ...(callBy === undefined
      ? []
      : [`Your own shell calls it by: ${callBy.startsWith('npx') ? callBy : shellWord(callBy)}`]),
    ...undoLines(facts, lines),
  ];
}

/** What the user says to the agent: sessions that are held to the tests need no promise for that. */
function taskLines({ always, standing }: SetupFacts, start: string): readonly string[] {
  const words = '  "Promise what done means with cs do, then do it: [your task]"';
  if (always.length === 0 || standing !== 'block') return [`${start}, and say:`, words];
  return [
    `${start}, and give it a task: it cannot end while these checks fail.`,
    'To ask for more than that, say:',
    words,
  ];
}

/** A promise to try it with. */
function trialLine({ always, tests }: SetupFacts, lines: CommandLines): string {
  const [test] = tests;
  const command = test?.command ?? always[0];
  const check = command === undefined ? '"[command]"' : shellWord(command);
  return lines.of(`cs do "[title]" --ac "Tests pass" --check ${check}`);
}

/** What takes out again what setup put in. */
function undoLines(
  { alwaysFile, gates, newHooks, others }: SetupFacts,
  lines: CommandLines,
): readonly string[] {
  const places = (newHooks === undefined ? gates : [newHooks]).map(({ place }) => place);
  const isHooked =
    places.some((place) => OWN_PLACES.has(place)) || others.some(({ path }) => path !== undefined);
  const commands = [
    ...(isHooked ? ['cs setup undo'] : []),
    ...(alwaysFile === undefined ? [] : ['cs config unset checks.always']),
  ];
  const undo = commands.map((command) => `  ${lines.of(command)}`);
  return undo.length === 0 ? [] : ['To undo:', ...undo];
}

/** Where the hooks are the user's to remove. */
const OWN_PLACES: ReadonlySet<HookPlace> = new Set(['local', 'project', 'user']);
