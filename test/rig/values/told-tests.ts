import type { Assertion, TestFile } from '../../../src/tampering/test-file.ts';
import { READER } from './reader.ts';

/** What is read of a test file, in lines that a table can hold. */

export function readFile(text: string, path: string): TestFile {
  const file = READER.readTests(path, text);
  if (file === undefined) throw new Error(`${path} is not read`);
  return file;
}

/** `subject|form|expected` with `!` for a negated one, `~` its tolerance, `?` its wildcards, `@` its guard. */
export const told = ({ tests }: TestFile) =>
  (tests[0]?.assertions ?? []).map(
    ({ expected, form, guard, negated, subject, tolerance, wildcards }) =>
      `${subject}|${negated ? '!' : ''}${form}|${expected ?? ''}` +
      `${tolerance === undefined ? '' : `~${tolerance}`}${wildcards === undefined ? '' : `?${wildcards}`}` +
      `${guard === undefined ? '' : `@${guard}`}`,
  );

/** `suites/name mode first;second…`, the dots where there are cases that cannot be counted. */
export const listed = ({ tests }: TestFile) =>
  tests.map(({ cases, hasOtherCases, mode, name, suites }) =>
    `${[...suites, name].join('/')} ${mode} ${cases.join(';')}${hasOtherCases ? '…' : ''}`.trim(),
  );

/** An assertion in one line: its form, subject and what is expected, `!` negated, `~` tolerance, `?` wildcards, `@` guard. */
export function assertionLine(assertion: Assertion): string {
  const { expected, form, guard, negated, subject, tolerance, wildcards } = assertion;
  return [
    `${negated ? '!' : ''}${form}`,
    subject,
    expected === undefined ? '' : `= ${expected}`,
    tolerance === undefined ? '' : `~${tolerance}`,
    wildcards === undefined ? '' : `?${wildcards}`,
    guard === undefined ? '' : `@${guard}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
