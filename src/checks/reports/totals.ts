import { MOST_TESTS, type TestOutcome } from './tally.ts';

/** What a reader says where there are more tests than are read. */
export const TOO_MANY_TESTS = `it contains more than ${MOST_TESTS} tests and was not read`;

/** What a reader says where suites are nested further than any runner nests them. */
export const TOO_DEEP = 'it is nested too deeply';

/** Deepest nesting of suites that is read. */
export const DEEPEST_SUITES = 100;

/** Largest number that a report can give for a total. */
const LARGEST_TOTAL = 1_000_000_000;

/** Tests by how they came out. */
export type Counts = Record<TestOutcome, number>;

export function noCounts(): Counts {
  return { passed: 0, failed: 0, skipped: 0 };
}

export function sumOf({ failed, passed, skipped }: Readonly<Counts>): number {
  return passed + failed + skipped;
}

/** The fault of a total that no run can have; undefined where it can be one. */
export function impossible(name: string, value: unknown): string | undefined {
  const isTotal =
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST_TOTAL;
  return isTotal
    ? undefined
    : `its total of ${name} is ${written(value)}, which is not a valid number`;
}

/** The fault of a total that does not fit the tests that are there. */
export function unfit(name: string, said: number, counted: number): string {
  return `its totals do not match its tests: it states ${said} ${name} but contains ${counted}`;
}

function written(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 40);
}
