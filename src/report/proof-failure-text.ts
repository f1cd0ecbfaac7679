import { checkLabel } from '../domain/base/check-label.ts';
import { troubles } from '../domain/base/check-result.ts';
import type { FailureOf, ProvedBy } from '../domain/base/failure.ts';
import { proveAgain } from '../domain/standing/next-action.ts';
import { type CommandLines, nextLine } from './command-lines.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { indented, oneLine } from './printable.ts';
import { standingText } from './proof-text.ts';

/** Criteria with checks whose proof does not hold. */
export function unprovedWords(
  { criteria, id, isAfterCommands = false }: FailureOf<'unproved'>,
  lines: CommandLines,
): FailureWords {
  const [first] = criteria;
  return {
    message: `Promise ${id} cannot be verified. Not proved: ${someIds(criteria)}.`,
    advice: [
      ...criteria.map(
        ({ description, id: ac, proof }) =>
          `  [${oneLine(ac)}] ${oneLine(description)}: ${standingText(proof)}`,
      ),
      ...(isAfterCommands
        ? [
            "The project's own commands (checks.always) just ran. Add the files they write to .gitignore.",
          ]
        : []),
      `Next: ${nextLine(proveAgain(id, criteria), lines)}`,
      ...(first === undefined ? [] : [`A person can waive it: ${lines.waive(id, first.id)}`]),
    ],
  };
}

/** Commands of the promise that this user has not recorded. They are shown and not run. */
export function untrustedWords(
  { act, commands, id }: FailureOf<'untrusted-checks'>,
  lines: CommandLines,
): FailureWords {
  const again = {
    prove: `To trust and run them: ${lines.prove(id, '--trust')}`,
    rerun: 'To run them this time, add: --trust',
  };
  return {
    message: `The commands of ${id} are not trusted by this user on this machine. Nothing was run.`,
    advice: [
      ...commands.map(({ command, criterion }) => `  [${oneLine(criterion)}] ${oneLine(command)}`),
      `Review them. ${again[act ?? 'prove']}`,
    ],
  };
}

/** A command or file by which a criterion was to be met, and which did not pass. */
export function checkFailedWords({
  criterion,
  id,
  output,
  troubles,
}: FailureOf<'check-failed'>): FailureWords {
  return {
    message: `Criterion ${oneLine(criterion)} of ${id} is not met: the command or check did not pass.`,
    advice: [
      ...troubles.map(({ detail, name }) => `  ${oneLine(checkLabel(name))}: ${oneLine(detail)}`),
      ...(output.trim() === '' ? [] : [`  Output: ${indented(output, 4)}`]),
      'The criterion is unchanged.',
    ],
  };
}

/** Words for a criterion whose own checks failed. */
export function wordsAfterFailureWords(
  { criterion, findings, id }: FailureOf<'words-after-failure'>,
  lines: CommandLines,
): FailureWords {
  return {
    message: `Text evidence cannot meet criterion ${oneLine(criterion)} of ${id}: its checks failed.`,
    advice: [
      ...findings.map((finding) => `  ${oneLine(finding)}`),
      `Next, after fixing this: ${lines.prove(id)}`,
    ],
  };
}

/** Words for a criterion that a program proved. */
export function wordsOverProofWords(
  { by, criterion, id }: FailureOf<'words-over-proof'>,
  lines: CommandLines,
): FailureWords {
  const again = `To run it again: ${lines.prove(id)}`;
  const other = `To prove it with another command: ${lines.run(id, criterion)}`;
  const advice: Readonly<Record<ProvedBy, readonly string[]>> = {
    checks: [again],
    'self-chosen': [again, other],
    'self-chosen-once': [other],
  };
  return {
    message: `Text evidence cannot replace a proof: a program proved criterion ${oneLine(criterion)} of ${id}. Nothing was changed.`,
    advice: advice[by],
  };
}

/** None of the criteria that were asked about has anything to run. */
export function nothingToProveWords(
  { criteria, id }: FailureOf<'nothing-to-prove'>,
  lines: CommandLines,
): FailureWords {
  const [first = 'AC-1'] = criteria;
  return {
    message: `Promise ${id} has no checks to run for ${someIds(criteria.map((ac) => ({ id: ac }))) || 'any criterion'}.`,
    advice: [
      `To add one: ${lines.addCheck(id, first)}`,
      `Or meet it with text evidence: ${lines.meet(id, first)}`,
    ],
  };
}

/** Most broken files that a text names. */
const MOST_FILES = 20;

/** Broken files with what is wrong with each, the first of them. */
export function brokenFileLines(
  files: FailureOf<'changed-files-broken'>['files'],
): readonly string[] {
  const more = files.length - MOST_FILES;
  return [
    ...files.slice(0, MOST_FILES).map(({ detail, path }) => `${oneLine(path)}: ${oneLine(detail)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** Files that changed since the promise was made, and cannot be parsed. */
export function changedFilesWords(
  { files, id }: FailureOf<'changed-files-broken'>,
  lines: CommandLines,
): FailureWords {
  const named = someIds(files.map(({ path }) => ({ id: path })));
  return {
    message: `Promise ${id} cannot be verified. Files broken since it was created: ${named}.`,
    advice: [
      ...brokenFileLines(files).map((line) => `  ${line}`),
      `Next, after fixing them: ${lines.verify(id)}`,
      'If a file is broken on purpose, a person can exempt it: see "Changed files" in docs/checks.md',
    ],
  };
}

/** The project's own commands that did not pass. */
export function alwaysFailedWords(
  { commands, id }: FailureOf<'always-failed'>,
  lines: CommandLines,
): FailureWords {
  const named = commands.map(({ command }) => oneLine(command)).join(', ');
  return {
    message: `Promise ${id} cannot be verified. Project commands (checks.always) that did not pass: ${named}.`,
    advice: [
      ...commands.flatMap(({ results }) =>
        troubles(results).flatMap(({ detail, name, output }) => [
          `  ${oneLine(checkLabel(name))}: ${oneLine(detail)}`,
          ...(output === undefined ? [] : [`      ${indented(output, 6)}`]),
        ]),
      ),
      `Next, after fixing this: ${lines.verify(id)}`,
    ],
  };
}
