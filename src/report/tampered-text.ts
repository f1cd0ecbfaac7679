import type { FailureOf, FoundTampering } from '../domain/base/failure.ts';
import type { CommandLines } from './command-lines.ts';
import type { FailureWords } from './failure-words.ts';
import { firstFew } from './first-few.ts';
import { oneLine, printable, shellWord } from './printable.ts';
import type { Style } from './style.ts';

/** What is said of tests that may have been weakened since a promise was made. */

/** A look for them, and what of it may stand. */
export interface StandingTampering {
  readonly look: ShownTamperingLook;
  /** The names of the findings that somebody accepted. */
  readonly accepted: ReadonlySet<string>;
}

export type ShownTamperingLook =
  | {
      readonly examined: true;
      readonly base: string;
      readonly findings: readonly ShownFinding[];
      readonly named: readonly ShownFinding[];
      readonly notes: readonly string[];
    }
  | { readonly examined: false; readonly reason: string };

interface ShownFinding extends FoundTampering {
  readonly kind: string;
  readonly before: string;
  readonly after: string;
}

/** Most findings that a text names. */
const MOST_NAMED = 20;

/** The findings with their names, and whether they were accepted; nothing where there are none. */
export function tamperingLines(
  { accepted, look }: StandingTampering,
  style: Style,
): readonly string[] {
  if (!look.examined) return [unexaminedText(look)];
  const { findings, named } = look;
  return [
    ...(findings.length === 0
      ? []
      : [
          `${style.caution('[WEAKENED]')} Tests that may have been weakened since the promise was made: ${findings.length}`,
          ...findingLines(findings, ({ digest }) => (accepted.has(digest) ? ' (accepted)' : '')),
        ]),
    ...(named.length === 0
      ? []
      : [
          `The same in what a merge or a pull brought, which counts for nothing: ${named.length}`,
          ...findingLines(named, () => ''),
        ]),
  ];
}

function findingLines<Finding extends FoundTampering>(
  findings: readonly Finding[],
  markOf: (finding: Finding) => string,
): readonly string[] {
  const { more, named } = firstFew(findings, MOST_NAMED);
  return [
    ...named.map((finding) => `    ${findingText(finding)}${markOf(finding)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function findingText({ detail, digest, line, path }: FoundTampering): string {
  return `${oneLine(digest)} ${oneLine(path)}:${line}: ${oneLine(detail)}`;
}

/** How what was examined was found: for stderr. */
export function tamperingNotes(look: ShownTamperingLook | undefined): readonly string[] {
  return look?.examined === true ? look.notes.map((note) => `Note: ${oneLine(note)}`) : [];
}

/** Why the tests were not looked at. */
export function unexaminedText({ reason }: { readonly reason: string }): string {
  return `Weakened tests: not examined: ${oneLine(reason)}`;
}

/** The same as data. */
export function standingTamperingJson({ accepted, look }: StandingTampering): object {
  if (!look.examined) {
    return { examined: false, reason: look.reason, base: null, findings: [], named: [], notes: [] };
  }
  const { base, findings, named, notes } = look;
  return {
    examined: true,
    reason: null,
    base: base === '' ? null : base,
    findings: findings.map((finding) => ({ ...finding, accepted: accepted.has(finding.digest) })),
    named,
    notes,
  };
}

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

/** Findings with the lines in question, for whoever is asked to accept them. */
export function acceptedLines(findings: readonly ShownFinding[]): readonly string[] {
  return findings.flatMap((finding) => [
    `  ${findingText(finding)}`,
    ...writtenLines('-', finding.before),
    ...writtenLines('+', finding.after),
  ]);
}

function writtenLines(mark: string, text: string): readonly string[] {
  return text === ''
    ? []
    : printable(text)
        .split('\n')
        .map((line) => `      ${mark} ${line}`);
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
  const there =
    known.length === 0 ? 'There is none to accept.' : `There are: ${known.map(oneLine).join(', ')}`;
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

/** A promise with a look for weakened tests. */
export interface PromiseTampering extends StandingTampering {
  readonly id: string;
}

/** The promises in whose tests something was found, for the report on a project; nothing where there are none. */
export function weakenedSection(
  looks: readonly PromiseTampering[],
  style: Style,
  lines: CommandLines,
): readonly string[] {
  const found = looks.flatMap((one) =>
    one.look.examined && one.look.findings.length > 0
      ? [{ ...one, findings: one.look.findings }]
      : [],
  );
  if (found.length === 0) return [];
  return [
    '',
    style.caution('WEAKENED TESTS:'),
    ...found.flatMap(({ accepted, findings, id }) => [
      `  ${oneLine(id)}: ${findings.length} found since it was made`,
      ...findingLines(findings, ({ digest }) => (accepted.has(digest) ? ' (accepted)' : '')),
    ]),
    `  To see what changed: ${lines.of(`cs tamper --promise ${shellWord(found[0]?.id ?? '')}`)}`,
  ];
}

/** The same as data: of every promise that was looked at. */
export function weakenedJson(looks: readonly PromiseTampering[]): unknown {
  return looks.map(({ id, ...shown }) => ({ id, ...standingTamperingJson(shown) }));
}
