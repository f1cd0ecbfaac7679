import type { StandingTampering } from '../domain/closing/tampering.ts';
import type { TamperingFinding, TamperingLook } from '../domain/promise/tampering.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine, printable, shellWord } from './printable.ts';
import type { Style } from './style.ts';
import { findingLines, findingText } from './tampered-failure-text.ts';
import { SHOWN_OF_COMMIT } from './tampering-text.ts';

/** What is said of tests that may have been weakened since a promise was made. */

/** The findings with their names, and whether they were accepted; nothing where there are none. */
export function tamperingLines(
  { accepted, look }: StandingTampering,
  style: Style,
): readonly string[] {
  if (!look.examined) return [];
  const { base, findings, named } = look;
  return [
    ...(findings.length === 0
      ? []
      : [
          `${style.caution('[WEAKENED]')} Possibly weakened tests${comparedWith(base)}: ${findings.length}`,
          ...findingLines(findings, ({ digest }) => (accepted.has(digest) ? ' (accepted)' : '')),
        ]),
    ...(named.length === 0
      ? []
      : [
          `Also brought in by a merge or pull, not counted: ${named.length}`,
          ...findingLines(named, () => ''),
        ]),
  ];
}

/** ` compared with commit 69d57177de9c`: where the work began, whoever changed them since. */
function comparedWith(base: string): string {
  return base === '' ? '' : ` compared with commit ${oneLine(base).slice(0, SHOWN_OF_COMMIT)}`;
}

/** How what was examined was found, or why nothing was: for stderr. */
export function tamperingNotes(look: TamperingLook | undefined): readonly string[] {
  if (look === undefined) return [];
  return look.examined
    ? look.notes.map((note) => `Note: ${oneLine(note)}`)
    : [`Note: ${unexaminedText(look)}.`];
}

/** The same of several promises, each note once. */
export function examinedNotes(looks: readonly PromiseTampering[]): readonly string[] {
  return [...new Set(looks.flatMap(({ look }) => (look.examined ? tamperingNotes(look) : [])))];
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

/** Findings with the lines in question, for the person who is asked to accept them. */
export function acceptedLines(findings: readonly TamperingFinding[]): readonly string[] {
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
  const ids = new Map<string, string[]>();
  for (const { accepted, id, look } of looks) {
    if (!look.examined || look.findings.length === 0) continue;
    const found = [
      `${look.findings.length} found${comparedWith(look.base)}`,
      ...findingLines(look.findings, ({ digest }) => (accepted.has(digest) ? ' (accepted)' : '')),
    ].join('\n');
    ids.set(found, [...(ids.get(found) ?? []), id]);
  }
  if (ids.size === 0) return [];
  const [first = ''] = [...ids.values()].flat();
  return [
    '',
    style.caution('WEAKENED TESTS:'),
    ...[...ids].map(([found, those]) => `  ${those.map(oneLine).join(', ')}: ${found}`),
    `  To see what changed: ${lines.of(`cs promise tamper --promise ${shellWord(first)}`)}`,
  ];
}

/** The same as data: of every promise that was looked at. */
export function weakenedJson(looks: readonly PromiseTampering[]): unknown {
  return looks.map(({ id, ...shown }) => ({ id, ...standingTamperingJson(shown) }));
}
