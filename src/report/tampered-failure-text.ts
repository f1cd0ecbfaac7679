import { counted } from '../domain/base/counted.ts';
import type { FailureOf, FoundTampering } from '../domain/base/failure.ts';
import type { CommandLines } from './command-lines.ts';
import type { FailureWords } from './failure-words.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';

/** What is said where findings in the tests keep a promise open, or cannot be accepted. */

/** Most findings that a text names. */
const MOST_NAMED = 20;

/** Most names of findings that can be accepted where another was given. */
const MOST_KNOWN = 5;

/** Findings that keep a promise from being closed. */
export function tamperedWords(
  { findings, id }: FailureOf<'tampered'>,
  lines: CommandLines,
): FailureWords {
  const count = counted(findings.length, 'finding');
  return {
    message: `Promise ${oneLine(id)} cannot be verified. Tests are weaker than where it began, and that was not accepted: ${count}.`,
    advice: [
      ...findingLines(findings, () => ''),
      'Next: restore the tests to their former strength.',
      ...acceptingLines(
        id,
        findings.map(({ digest }) => digest),
        lines,
      ),
    ],
  };
}

/** Tests that cannot be examined, where they were to be shown or where that keeps a promise open. */
export function unexaminedWords(
  { id, reason }: FailureOf<'tampering-unexamined'>,
  lines: CommandLines,
): FailureWords {
  if (id === undefined) {
    return {
      message: `Tests were not examined: ${oneLine(reason)}.`,
      advice: [
        `To name the base commit of the change: ${lines.of('cs promise tamper --base [REV]')}`,
      ],
    };
  }
  return {
    message: `Promise ${oneLine(id)} cannot be verified. It was created in a git checkout, and its tests cannot be examined now: ${oneLine(reason)}.`,
    advice: [
      'Next: restore the missing history, for example with git fetch, and verify again.',
      `If it is lost for good, create the promise again and cancel this one: ${lines.cancel(id)}`,
    ],
  };
}

/** Who can let findings stand, and by which command. */
function acceptingLines(
  id: string,
  digests: readonly string[],
  lines: CommandLines,
): readonly string[] {
  const [first = '[finding]'] = digests;
  return [
    `If a finding is correct as it is, a judge can pass it: ${lines.judge(id)}`,
    `or another session, or a person in a terminal, can accept it: ${lines.accept(id, first)}`,
  ];
}

/** A finding that is not there to be accepted. */
export function unknownFindingWords({
  finding,
  id,
  isAccepted,
  known,
}: FailureOf<'unknown-finding'>): FailureWords {
  const { more, named } = firstFew(known.map(oneLine), MOST_KNOWN);
  const others = more > 0 ? ` and ${more} more` : '';
  const there =
    known.length === 0
      ? 'There are no findings to accept.'
      : `Findings: ${named.join(', ')}${others}`;
  return {
    message: isAccepted
      ? `The finding ${oneLine(finding)} of ${oneLine(id)} is already accepted`
      : `No finding ${oneLine(finding)} in the tests of ${oneLine(id)}`,
    advice: [there],
  };
}

/** A session that would accept what was found in its own work. */
export function ownFindingsWords(
  { findings, id, reason }: FailureOf<'own-findings'>,
  lines: CommandLines,
): FailureWords {
  return {
    message: `This session cannot accept findings in its own work on ${oneLine(id)}; only a person can: ${oneLine(reason)}.`,
    advice: [
      'Next: restore the tests to their former strength, or tell the user why they had to change.',
      ...acceptingLines(id, findings, lines),
    ],
  };
}

/** A line for each of the first findings, behind it what `markOf` gives. */
export function findingLines<Finding extends FoundTampering>(
  findings: readonly Finding[],
  markOf: (finding: Finding) => string,
): readonly string[] {
  const { more, named } = firstFew(findings, MOST_NAMED);
  return [
    ...named.map((finding) => `    ${findingText(finding)}${markOf(finding)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

/** A finding on one line: its name, where it is, and what is weaker. */
export function findingText({ detail, digest, line, path }: FoundTampering): string {
  return `${oneLine(digest)} ${oneLine(path)}:${line}: ${oneLine(detail)}`;
}
