import type { Failure } from '../domain/failure.ts';
import { addCheckLine, meetLine, proveLine, waiveLine } from './command-lines.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { indented, oneLine } from './printable.ts';
import { standingText } from './proof-text.ts';

type Of<Kind extends Failure['kind']> = Extract<Failure, { kind: Kind }>;

/** Criteria that can be run and whose proof does not hold. */
export function unprovedWords({ criteria, id }: Of<'unproved'>): FailureWords {
  const [first] = criteria;
  return {
    message: `Promise ${id} cannot be verified: not proved: ${someIds(criteria)}.`,
    advice: [
      ...criteria.map(
        ({ description, id: ac, proof }) =>
          `  [${oneLine(ac)}] ${oneLine(description)}: ${standingText(proof)}`,
      ),
      `Next: ${proveLine(id)}`,
      ...(first === undefined ? [] : [`A person can lift it: ${waiveLine(id, first.id)}`]),
    ],
  };
}

/** Commands that somebody else put into the promise: they are shown, and not run. */
export function untrustedWords({ commands, id }: Of<'untrusted-checks'>): FailureWords {
  return {
    message: `The commands of ${id} were not recorded by this user on this machine, and nothing was run.`,
    advice: [
      ...commands.map(({ command, criterion }) => `  [${oneLine(criterion)}] ${oneLine(command)}`),
      `Look at them. If they may run: ${proveLine(id)} --trust`,
    ],
  };
}

/** What was run to meet a criterion, and did not pass. */
export function checkFailedWords({
  criterion,
  id,
  output,
  troubles,
}: Of<'check-failed'>): FailureWords {
  return {
    message: `Criterion ${oneLine(criterion)} of ${id} is not met: what was run did not pass.`,
    advice: [
      ...troubles.map(({ detail, name }) => `  ${oneLine(name)}: ${oneLine(detail)}`),
      ...(output.trim() === '' ? [] : [`  Its last words: ${indented(output, 4)}`]),
      'The criterion is as it was before.',
    ],
  };
}

/** Nothing of what was asked about can be run. */
export function nothingToProveWords({ criteria, id }: Of<'nothing-to-prove'>): FailureWords {
  const [first = 'AC-1'] = criteria;
  return {
    message: `Promise ${id} has no checks to run for ${someIds(criteria.map((ac) => ({ id: ac }))) || 'any criterion'}.`,
    advice: [
      `To add one: ${addCheckLine(id, first)}`,
      `Or meet it in words: ${meetLine(id, first)}`,
    ],
  };
}
