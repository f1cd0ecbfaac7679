import type { FailureOf } from '../domain/base/failure.ts';
import { proveAgain } from '../domain/standing/next-action.ts';
import { type CommandLines, nextLine } from './command-lines.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { indented, oneLine } from './printable.ts';
import { standingText } from './proof-text.ts';

/** Criteria with checks whose proof does not hold. */
export function unprovedWords(
  { criteria, id }: FailureOf<'unproved'>,
  lines: CommandLines,
): FailureWords {
  const [first] = criteria;
  return {
    message: `Promise ${id} cannot be verified: not proved: ${someIds(criteria)}.`,
    advice: [
      ...criteria.map(
        ({ description, id: ac, proof }) =>
          `  [${oneLine(ac)}] ${oneLine(description)}: ${standingText(proof)}`,
      ),
      `Next: ${nextLine(proveAgain(id, criteria), lines)}`,
      ...(first === undefined ? [] : [`A person can lift it: ${lines.waive(id, first.id)}`]),
    ],
  };
}

/** Commands of the promise that this user has not recorded. They are shown and not run. */
export function untrustedWords(
  { commands, id }: FailureOf<'untrusted-checks'>,
  lines: CommandLines,
): FailureWords {
  return {
    message: `The commands of ${id} were not recorded by this user on this machine, and nothing was run.`,
    advice: [
      ...commands.map(({ command, criterion }) => `  [${oneLine(criterion)}] ${oneLine(command)}`),
      `Look at them. If they may run: ${lines.prove(id, '--trust')}`,
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
    message: `Criterion ${oneLine(criterion)} of ${id} is not met: what was run did not pass.`,
    advice: [
      ...troubles.map(({ detail, name }) => `  ${oneLine(name)}: ${oneLine(detail)}`),
      ...(output.trim() === '' ? [] : [`  Its last words: ${indented(output, 4)}`]),
      'The criterion is as it was before.',
    ],
  };
}

/** Words for a criterion whose own checks failed. */
export function wordsAfterFailureWords(
  { criterion, findings, id }: FailureOf<'words-after-failure'>,
  lines: CommandLines,
): FailureWords {
  return {
    message: `Words do not meet criterion ${oneLine(criterion)} of ${id}: its checks failed.`,
    advice: [
      ...findings.map((finding) => `  ${oneLine(finding)}`),
      `Next, once that is put right: ${lines.prove(id)}`,
    ],
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
      `Or meet it in words: ${lines.meet(id, first)}`,
    ],
  };
}
