import { lazily } from '../../domain/base/lazily.ts';
import type { TestCase } from '../test-file.ts';

/** What is read only when it is asked for: most tests of a changed file are as they were, and none of it is needed. */

/** What is known of a test before its body is read. */
export type TestOutline = Pick<TestCase, 'name' | 'suites' | 'line' | 'written'>;
type TestDetails = Omit<TestCase, keyof TestOutline>;

const DETAILS: readonly (keyof TestDetails)[] = [
  'mode',
  'modeText',
  'assertions',
  'cases',
  'hasOtherCases',
  'calls',
  'doubles',
  'body',
  'input',
  'waits',
];

/** A test whose details are read when one of them is asked for. */
export function testReadLater(outline: TestOutline, read: () => TestDetails): TestCase {
  const details = lazily(read);
  const getters = DETAILS.map((key) => [key, { enumerable: true, get: () => details()[key] }]);
  return Object.defineProperties({ ...outline }, Object.fromEntries(getters)) as TestCase;
}
