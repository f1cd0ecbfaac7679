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
  const count = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  return {
    message: `Promise ${oneLine(id)} cannot be verified: tests were weakened since it was made, and nobody accepted that: ${count}.`,
    advice: [
      ...findingLines(findings, () => ''),
      'Next: put the tests back as strong as they were.',
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
      message: `No test was examined: ${oneLine(reason)}.`,
      advice: [
        `To name the commit that the change begins at: ${lines.of('cs tamper --base <REV>')}`,
      ],
    };
  }
  return {
    message: `Promise ${oneLine(id)} cannot be verified: it was made with git, and its tests cannot be examined: ${oneLine(reason)}.`,
    advice: [
      'Next: have git give what it gave then, such as by git fetch, and verify again.',
      `Where that is gone for good, make the promise anew, and give this one up: ${lines.cancel(id)}`,
    ],
  };
}

/** Who can let findings stand, and by which command. */
function acceptingLines(
  id: string,
  digests: readonly string[],
  lines: CommandLines,
): readonly string[] {
  const [first = '<finding>'] = digests;
  return [
    `Where one is right as it is, a judge can pass it: ${lines.judge(id)}`,
    `or another session, or a person on a terminal: ${lines.accept(id, first)}`,
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
    known.length === 0 ? 'There is none to accept.' : `There are: ${named.join(', ')}${others}`;
  return {
    message: isAccepted
      ? `The finding ${oneLine(finding)} of ${oneLine(id)} was accepted before`
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
    message: `This session cannot accept what was found in its own work on ${oneLine(id)}; only a person could here: ${oneLine(reason)}.`,
    advice: [
      'Next: put the tests back as strong as they were, or say to your user why they must be as they are.',
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
