import type { CheckResult } from '../domain/base/check-result.ts';
import type { StandingRun } from '../domain/session/standing-log.ts';
import type { StandingVerdict } from '../domain/session/standing-verdict.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine, printable } from './printable.ts';
import type { Style } from './style.ts';

/** The words about standing checks: what proving them prints, and what the stop gate says of them. */

/** One standing check after a run. */
export interface ShownStanding {
  readonly command: string;
  readonly results: readonly CheckResult[];
  readonly run: Pick<StandingRun, 'outcome' | 'failed' | 'wrote' | 'again' | 'at'> & {
    readonly tree: string | null;
  };
  readonly kept: boolean;
  readonly unbound?: string;
}

/** The command that runs them. */
export function standingLine(lines: CommandLines): string {
  return lines.of('cs prove --standing');
}

export const NO_STANDING = 'This project has no standing checks (checks.always) in force';

/** How it comes to have one. What its file names waits for an approval. */
export function toNameStanding(lines: CommandLines): string {
  return `To name one: ${lines.of('cs config set checks.always "npm test"')}. To approve what its file names: ${lines.of('cs config trust')}`;
}

/** Whether all passed. */
export function isStandingOk(shown: readonly ShownStanding[]): boolean {
  return shown.every(({ run }) => run.outcome === 'passed');
}

const MARKS: Readonly<Record<StandingRun['outcome'], string>> = {
  passed: '[PASSED]',
  failed: '[FAILED]',
  'could-not-run': '[COULD NOT RUN]',
  wrote: '[NOT SETTLED]',
};

export function standingText(
  shown: readonly ShownStanding[],
  style: Style,
  lines: CommandLines,
): string {
  const passed = shown.filter(({ run }) => run.outcome === 'passed').length;
  return [
    ...shown.flatMap((one) => checkLines(one, style)),
    `Standing checks: ${passed} of ${shown.length} passed on these files.`,
    ...(passed === shown.length
      ? []
      : [`Next, after fixing what did not pass: ${standingLine(lines)}`]),
  ].join('\n');
}

function checkLines(
  { command, results, run, unbound }: ShownStanding,
  style: Style,
): readonly string[] {
  const mark = MARKS[run.outcome];
  const isGood = run.outcome === 'passed';
  const isBad = run.outcome === 'failed';
  return [
    `${isGood ? style.good(mark) : isBad ? style.bad(mark) : style.caution(mark)} ${oneLine(command)}`,
    ...results.flatMap(({ detail, output }) => [
      `    ${oneLine(detail)}`,
      ...(output === undefined
        ? []
        : printable(output)
            .split('\n')
            .map((line) => `      ${line}`)),
    ]),
    ...(run.failed.length === 0 || isGood ? [] : [`    failed tests: ${namedTests(run.failed)}`]),
    ...(run.outcome === 'wrote' ? [`    ${wroteText(run)}`] : []),
    ...(unbound === undefined ? [] : [`    not kept: ${oneLine(unbound)}`]),
  ];
}

function wroteText({ again, wrote }: Pick<StandingRun, 'again' | 'wrote'>): string {
  const files = few(wrote, oneLine);
  return again
    ? `it changes what it depends on at each run: ${files}. Add that to .gitignore, or give the check inputs without it`
    : `files that it depends on changed while it ran: ${files}. Run it again`;
}

/** How many names a line holds before it only counts them. */
function few<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const { more, named } = firstFew(items, MOST_NAMED);
  return `${named.map(text).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMED = 5;
const LONGEST_NAME = 100;
const LONGEST_COMMAND = 120;

function namedTests(names: readonly string[]): string {
  return few(names, (name) => brief(name, LONGEST_NAME));
}

/** The same as data. */
export function standingJson(shown: readonly ShownStanding[], lines: CommandLines): unknown {
  return {
    passed: isStandingOk(shown),
    standing: shown.map(({ command, kept, results, run, unbound }) => ({
      command,
      outcome: run.outcome,
      kept,
      at: run.at,
      results,
      failed_tests: run.failed,
      wrote: run.wrote,
      tree: run.tree,
      not_bound: unbound ?? null,
    })),
    next: isStandingOk(shown) ? null : standingLine(lines),
  };
}

/** What the agent is told at its start of what it will be asked; nothing where it will not be. */
export function standingAhead(commands: readonly string[], lines: CommandLines): string {
  return `Before you end, if you changed files, this project's standing checks must pass on them: ${few(commands, shownCommand)}. Run: ${standingLine(lines)}`;
}

function shownCommand(command: string): string {
  return brief(command, LONGEST_COMMAND);
}

/** Why a session is held, and what it does next. */
export function heldStanding(
  held: readonly StandingVerdict[],
  lines: CommandLines,
): readonly string[] {
  const isRedBefore = held.every(({ is }) => is === 'red-before');
  const next = isRedBefore
    ? 'Next: leave these tests as they are, or fix them, and tell the user which. This is said once.'
    : `Next: ${held.some(({ is }) => is === 'failed') ? 'fix it, then: ' : ''}${standingLine(lines)}`;
  return [
    'Blocked: you changed files, and the standing checks of this project have not passed on them:',
    ...held.map((verdict) => `  ${verdictText(verdict)}`),
    next,
  ];
}

/** What the user is told of some checks where their session ends. */
export function toldStanding(told: readonly StandingVerdict[]): readonly string[] {
  return told.map((verdict) => `Standing check ${verdictText(verdict)}`);
}

function verdictText(verdict: StandingVerdict): string {
  const command = shownCommand(verdict.now.command);
  switch (verdict.is) {
    case 'not-run':
      return `${command}: not run on these files${beforeText(verdict.before)}.`;
    case 'failed':
      return `${command}: failed on these files (${failedText(verdict.run)}).`;
    case 'red-before':
      return `${command}: failed on these files as it did before this session (${failedText(verdict.run)}).`;
    case 'could-not-run':
      return `${command}: could not run here (${brief(verdict.run.detail, LONGEST_NAME)}).`;
    case 'writes':
      return `${command}: ${wroteText(verdict.run)}.`;
    case 'shared':
      return `${command}: not passed on these files. Another session works in this checkout, so this one is not held to it.`;
    case 'unseen':
      return `${command}: cannot be held against the files (${brief(verdict.reason, LONGEST_NAME)}).`;
    case 'passed':
      return `${command}: flaky. It failed and passed on the same files.`;
    case 'untouched':
      return `${command}: nothing that it depends on was changed.`;
  }
}

function beforeText(run: StandingRun | undefined): string {
  if (run === undefined) return '';
  if (run.outcome === 'wrote') return `: ${few(run.wrote, oneLine)} changed while it ran`;
  const words = { passed: 'passed', failed: 'failed', 'could-not-run': 'could not run' } as const;
  return ` (the last run, of ${oneLine(run.at)}, ${words[run.outcome]} on others)`;
}

function failedText({ detail, failed }: StandingRun): string {
  return failed.length > 0 ? namedTests(failed) : brief(detail, LONGEST_NAME * 2);
}
