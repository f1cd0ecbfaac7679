import type { CheckResult } from '../../domain/base/check-result.ts';
import type { CiResult, CiVerdict, JudgedDefinition } from '../../domain/ci/ci-result.ts';
import { indented, oneLine } from '../printable.ts';
import { shownLine } from '../shown-text.ts';
import type { Style } from '../style.ts';
import type { CiOutput } from './ci-output.ts';
import {
  changeWords,
  definitionChangeWords,
  OUTCOME_WORDS,
  programWords,
  resultWords,
  tamperingWords,
  totalsOf,
  trustWords,
} from './ci-words.ts';

/** The table for a terminal, or for the log of a job. */
export const textOutput: CiOutput = {
  name: 'text',
  summary: 'Write what is printed to a file',
  usually: 'answer',
  render: textOf,
};

function textOf(result: CiResult, style: Style): string {
  const { always, because, broken, changed_files, definitions, tampering } = result;
  return [
    `Change: ${oneLine(changeWords(result))}`,
    `Trusted: ${oneLine(trustWords(result))}`,
    ...definitionChangeWords(result).map((line) => `  ${style.caution(oneLine(line))}`),
    ...broken.flatMap(({ path, problems }) => [
      `${style.bad('[BROKEN]')} ${oneLine(path)}`,
      ...problems.map((problem) => `      ${oneLine(problem)}`),
    ]),
    ...definitions.flatMap((one) => definitionLines(one, style)),
    ...always.flatMap(({ command, results, verdict }) => [
      `${mark(verdict, style)} checks.always: ${oneLine(command)}`,
      ...resultLines(results, style),
    ]),
    ...changed_files.broken.map(
      ({ detail, path }) => `${style.bad('[BROKEN]')} ${oneLine(path)}: ${oneLine(detail)}`,
    ),
    `Weakened tests: ${oneLine(tamperingWords(result))}`,
    ...tampering.findings.map(
      ({ detail, digest, line, path }) =>
        `  ${oneLine(path)}, line ${line}: ${oneLine(detail)} ${style.dim(`(${oneLine(digest)})`)}`,
    ),
    `Results: ${oneLine(totalsOf(result))}, in ${(result.duration_ms / 1000).toFixed(1)} s`,
    outcomeLine(result, style),
    ...because.map((one) => `  ${oneLine(one)}`),
  ].join('\n');
}

function outcomeLine({ outcome }: CiResult, style: Style): string {
  const words = OUTCOME_WORDS[outcome].toUpperCase();
  if (outcome === 'held') return style.good(words);
  return outcome === 'failed' ? style.bad(words) : style.caution(words);
}

function definitionLines({ criteria, path, title }: JudgedDefinition, style: Style): string[] {
  return [
    `${style.bold(oneLine(path))}: ${oneLine(title)}`,
    ...criteria.flatMap(({ command, description, id, results, shown, verdict }) => [
      `  ${mark(verdict, style)} ${oneLine(id)}: ${oneLine(description)}${programWords(command)}`,
      ...resultLines(results, style),
      ...(shown === null || verdict !== 'PASS' ? [] : [`      ${shownLine(shown, style)}`]),
    ]),
  ];
}

function resultLines(results: readonly CheckResult[], style: Style): readonly string[] {
  return results.flatMap((result) => [
    `      ${RESULT_MARKS[result.status](style)} ${oneLine(resultWords(result))}`,
    ...(result.output === undefined ? [] : [`        ${indented(result.output, 8)}`]),
  ]);
}

const RESULT_MARKS: Readonly<Record<CheckResult['status'], (style: Style) => string>> = {
  PASS: (style) => style.good('ok'),
  FAIL: (style) => style.bad('FAIL'),
  SKIPPED: (style) => style.caution('SKIPPED'),
};

function mark(verdict: CiVerdict, style: Style): string {
  const word = `[${verdict}]`;
  if (verdict === 'PASS') return style.good(word);
  return verdict === 'FAIL' ? style.bad(word) : style.caution(word);
}
