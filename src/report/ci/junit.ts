import type { CheckResult } from '../../domain/base/check-result.ts';
import type { CiResult, CiVerdict } from '../../domain/ci/ci-result.ts';
import { isHeldBy } from '../../domain/promise/tampering.ts';
import { oneLine } from '../printable.ts';
import type { CiOutput } from './ci-output.ts';
import { resultWords, troubleWords } from './ci-words.ts';
import { xmlElement, xmlText } from './xml-text.ts';

/** A report in the XML of JUnit, which most CI services show: a suite for each definition, a case for each criterion. */
export const junitOutput: CiOutput = {
  name: 'junit',
  summary: 'Write a JUnit XML report',
  render: junitOf,
};

interface Case {
  readonly name: string;
  readonly verdict: CiVerdict;
  readonly seconds: number;
  /** Why it did not pass, or what it showed. */
  readonly lines: readonly string[];
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

function junitOf(result: CiResult): string {
  const suites = suitesOf(result).filter(({ cases }) => cases.length > 0);
  const all = suites.flatMap(({ cases }) => cases);
  const seconds = (result.duration_ms / 1000).toFixed(3);
  // Schemas of this element know no count of those that were skipped.
  const { skipped: _, ...counts } = countsOf(all);
  const attributes = { name: 'completion-promise', ...counts, time: seconds };
  const timestamp = result.started_at.replace(/Z$/, '');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    xmlElement('testsuites', attributes, [
      '',
      ...suites.map((suite) => suiteElement(suite, timestamp)),
      '',
    ]),
  ].join('\n');
}

function suitesOf(result: CiResult): readonly Suite[] {
  const { always, broken, changed_files, definitions, tampering } = result;
  const failed = (name: string, lines: readonly string[]): Case => ({
    name,
    verdict: 'FAIL',
    seconds: 0,
    lines,
  });
  return [
    ...definitions.map(({ criteria, path, title }) => ({
      name: `${path}: ${title}`,
      cases: criteria.map(({ command, description, id, results, verdict }) => ({
        name: `${id}: ${description}`,
        verdict,
        seconds: (command?.duration_ms ?? 0) / 1000,
        lines: linesFor(results, verdict),
      })),
    })),
    {
      name: 'definitions that cannot be read',
      cases: broken.map(({ path, problems }) => failed(path, problems)),
    },
    {
      name: 'checks.always',
      cases: always.map(({ command, results, verdict }) => ({
        name: command,
        verdict,
        seconds: 0,
        lines: linesFor(results, verdict),
      })),
    },
    {
      name: 'changed files',
      cases: changed_files.broken.map(({ detail, path }) => failed(path, [detail])),
    },
    {
      name: 'weakened tests',
      cases: tampering.findings.map(({ detail, digest, kind, line, path }) => ({
        name: `${path}:${line} (${digest})`,
        verdict: isHeldBy(tampering.setting, { kind }) ? 'FAIL' : 'PASS',
        seconds: 0,
        lines: [detail],
      })),
    },
  ];
}

function linesFor(results: readonly CheckResult[], verdict: CiVerdict): readonly string[] {
  return verdict === 'PASS' ? results.map(resultWords) : troubleWords(results);
}

function suiteElement({ cases, name }: Suite, timestamp: string): string {
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0).toFixed(3);
  const attributes = { name: oneLine(name), ...countsOf(cases), time: seconds, timestamp };
  return xmlElement('testsuite', attributes, [
    '',
    ...cases.map((one) => caseElement(one, name)),
    '',
  ]);
}

function countsOf(cases: readonly Case[]) {
  const count = (verdict: CiVerdict): number =>
    cases.filter((one) => one.verdict === verdict).length;
  return {
    tests: cases.length,
    failures: count('FAIL'),
    errors: count('BLOCKED'),
    skipped: count('UNCHECKED'),
  };
}

/** What tells how a case ended; one that passed says what it showed. */
const ENDS: Readonly<Record<CiVerdict, string>> = {
  PASS: 'system-out',
  FAIL: 'failure',
  BLOCKED: 'error',
  UNCHECKED: 'skipped',
};

function caseElement({ lines, name, seconds, verdict }: Case, suite: string): string {
  const attributes = { name: oneLine(name), classname: oneLine(suite), time: seconds.toFixed(3) };
  if (verdict === 'PASS' && lines.length === 0) return xmlElement('testcase', attributes);
  const [message = 'it has no check'] = lines;
  const said = verdict === 'PASS' ? {} : { message: oneLine(message) };
  const type = verdict === 'FAIL' || verdict === 'BLOCKED' ? { type: verdict } : {};
  const content = verdict === 'UNCHECKED' ? [] : [xmlText(lines.join('\n'))];
  return xmlElement('testcase', attributes, [
    xmlElement(ENDS[verdict], { ...said, ...type }, content),
  ]);
}
