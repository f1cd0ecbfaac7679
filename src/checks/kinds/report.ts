import { isUtf8 } from 'node:buffer';
import { type CheckResult, failedCheck, passed, skipped } from '../../domain/base/check-result.ts';
import { isGlob } from '../../domain/base/glob.ts';
import { isInside, oneOf, optional, PATH_OR_GLOB, TEXTS, wholeNumber } from '../check-keys.ts';
import { defineKind } from '../check-kind.ts';
import type { CheckWorld } from '../check-world.ts';
import { type Stamps, stampsOf } from '../left-files.ts';
import { REPORT_FORMATS } from '../reports/formats.ts';
import {
  createTally,
  MOST_TESTS,
  type ReadReport,
  type RetriedTests,
  type TestTally,
} from '../reports/tally.ts';

interface ReportCheck {
  /** One of `REPORT_FORMATS`. */
  readonly format: string;
  /** A path or a glob, from the project's folder. */
  readonly path: string;
  /** How many tests must have run, at least; 1 without. */
  readonly min?: number;
  /** Names of tests that must be among those that passed. */
  readonly tests?: readonly string[];
}

const FORMAT_NAMES: readonly string[] = REPORT_FORMATS.map(({ name }) => name);

/** Reads a report of tests that a command wrote during this very run: how many ran, and that none failed. */
export const reportKind = defineKind<ReportCheck>({
  name: 'report',
  keys: {
    format: oneOf(FORMAT_NAMES),
    path: PATH_OR_GLOB,
    min: optional(
      wholeNumber({ least: 1, most: MOST_TESTS }, `is not a whole number from 1 to ${MOST_TESTS}`),
    ),
    tests: optional(TEXTS),
  },
  option: {
    summary: `Test report written by a command (${FORMAT_NAMES.join(', ')}); with --create: AC-1=ctrf:report.json`,
    usage: '--report <format>:<path>',
    key: 'path',
    keysOf: (value) => {
      const [format = '', ...path] = value.split(':');
      return path.length === 0 ? { path: value } : { format, path: path.join(':') };
    },
  },
  details: {
    'min-tests': {
      option: {
        takes: 'word',
        summary: 'Least number of tests the report must contain (default 1)',
      },
      key: 'min',
      number: {
        valueOf: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
        fault: '--min-tests takes a number',
      },
    },
    test: {
      option: {
        takes: 'texts',
        summary: 'Test that must have passed according to the report',
      },
      key: 'tests',
    },
  },
  text: ({ format, min, path, tests = [] }) => {
    const asked = [
      ...(min === undefined ? [] : [`at least ${min} tests`]),
      ...(tests.length === 0 ? [] : [`with ${tests.map((name) => `"${name}"`).join(', ')}`]),
    ];
    return `report: ${format}:${path}${asked.length === 0 ? '' : ` (${asked.join(', ')})`}`;
  },
  outputs: ({ path }) => [path],
  around: (check, world) => {
    const before = stampsOf(check.path, world.files);
    return async () => ({ results: await reportResults(check, world, before) });
  },
});

/** Largest reports of one check, in bytes: attachments do not belong into a report. */
const LARGEST_REPORTS = 64 * 1024 * 1024;

/** Most reports of one check: some runners write one for each class of tests. */
const MOST_REPORTS = 5000;

async function reportResults(
  check: ReportCheck,
  world: CheckWorld,
  before: Stamps,
): Promise<readonly CheckResult[]> {
  const { format, path, tests: wanted = [] } = check;
  const after = stampsOf(path, world.files);
  const unwritten = writingFault(path, before, after, world);
  if (unwritten !== undefined) return [failedCheck(`report_written_${path}`, unwritten)];
  const name = `report_${path}`;
  const reader = await REPORT_FORMATS.find((one) => one.name === format)
    ?.load()
    .catch(() => undefined);
  if (reader === undefined) return [skipped(name, `the ${format} reader is not installed`)];
  const isFile = (one: string): boolean => isInside(one) && world.files.look(one).there === 'file';
  const tests = createTally(wanted, world.retried, isFile);
  const fault = readAll([...after.keys()], reader.readReport, tests, world);
  return [
    passed(`report_written_${path}`, 'written during this run'),
    testsResult(name, fault, tests, check.min ?? 1, world.retried),
    ...wanted.map((test) => wantedResult(test, tests)),
  ];
}

/** Why a report is none of this run; undefined where it is one. */
function writingFault(
  path: string,
  before: Stamps,
  after: Stamps,
  { files }: CheckWorld,
): string | undefined {
  const look = files.look(path);
  if (look.there === 'folder' && !isGlob(path)) return 'it is a folder; expected a report';
  if (look.there === 'unreadable') return `it cannot be read (${look.code})`;
  if (after.size === 0) {
    return isGlob(path) ? `no file matches it; ${WRITER}` : `it does not exist; ${WRITER}`;
  }
  if (after.size > MOST_REPORTS) return `it matches more than ${MOST_REPORTS} files`;
  const old = [...after].filter(([one, stamp]) => before.get(one) === stamp);
  const [[first = ''] = []] = old;
  if (old.length === 0) return undefined;
  const which = first === path ? 'it is' : `${first} and ${old.length - 1} more are`;
  return `${old.length === 1 && first !== path ? `${first} is` : which} older than this run; ${WRITER}${UP_TO_DATE}`;
}

/** Builds that do only what is left to do write no report where nothing is. */
const UP_TO_DATE =
  '. Where a build had nothing to run, have it run all: --rerun-tasks (Gradle), --force (Turbo), --skip-nx-cache (Nx), -count=1 (Go)';

const WRITER = 'a command of the same run must write it';

/** Reads reports one after the other; gives the first fault, with the path where there are several. */
function readAll(
  paths: readonly string[],
  readReport: ReadReport,
  tests: TestTally,
  { files }: CheckWorld,
): string | undefined {
  let room = LARGEST_REPORTS;
  for (const path of paths) {
    const named = paths.length === 1 ? '' : `${path}: `;
    const look = files.look(path);
    const size = look.there === 'file' ? look.size : 0;
    room -= size;
    if (room < 0) return `${named}it is larger than ${LARGEST_REPORTS >> 20} MB and was not read`;
    const bytes = files.bytes(path, size);
    if (bytes === undefined) return `${named}it cannot be read`;
    const fault = faultOfBytes(bytes) ?? readReport(withoutMark(bytes), tests);
    if (fault !== undefined) return `${named}${fault}`;
  }
  return undefined;
}

/** The marks of UTF-16 at the beginning of a text, which shells of Windows write where output is redirected. */
const UTF_16: readonly string[] = ['fffe', 'feff'];

function faultOfBytes(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'it is empty';
  if (UTF_16.includes(bytes.toString('hex', 0, 2))) return 'it is UTF-16; expected UTF-8';
  if (!isUtf8(bytes)) return 'it is not valid UTF-8';
  return bytes.includes(0) ? 'it contains null characters' : undefined;
}

const BYTE_ORDER_MARK = '\ufeff';

function withoutMark(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** How many failing tests the line of a result names before it only counts them. */
const MOST_NAMED = 5;

function testsResult(
  name: string,
  fault: string | undefined,
  tests: TestTally,
  min: number,
  policy: RetriedTests,
): CheckResult {
  const { counts, failures } = tests;
  const ran = counts.passed + counts.failed;
  const flaky = flakyWords(tests);
  const left = `${counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`}${flaky}`;
  if (counts.failed > 0) {
    const lines = failures.map(({ message, name: test }) =>
      message === '' ? test : `${test}: ${message}`,
    );
    const named = failures.map(({ name: test }) => test);
    const names = lines.length === 1 ? lines.join() : firstOf(named, counts.failed);
    const also = `${fault === undefined ? '' : `; ${fault}`}${laterWords(tests)}`;
    return failedCheck(
      name,
      `${count(ran)}, ${counts.failed} failed: ${names}${also}${flaky}`,
      lines,
    );
  }
  if (fault !== undefined) return failedCheck(name, fault);
  if (policy === 'fail' && tests.retriedCount > 0) {
    return failedCheck(name, `${count(ran)}${left}; checks.retried is "fail"`);
  }
  if (ran >= min) return passed(name, `${count(ran)} passed${left}`);
  const few = ran === 0 ? `no tests ran${left}` : `${count(ran)} ran${left}`;
  return failedCheck(name, min === 1 ? few : `${few}, expected at least ${min}`);
}

/** The tests that passed only when they were run again, whatever they are worth. */
function flakyWords({ retried, retriedCount }: TestTally): string {
  if (retriedCount === 0) return '';
  return `, ${retriedCount} flaky (passed when run again): ${firstOf(retried, retriedCount)}`;
}

/** What a failure may be where a test of its name passed later; a table of values may give tests one name as well. */
function laterWords({ passedLater }: TestTally): string {
  return passedLater === undefined
    ? ''
    : `; ${passedLater} passed later: if it was run again, have the runner mark that (Gradle: mergeReruns), or set checks.retried to "pass"`;
}

/** The first names of some tests, and how many more there are. */
function firstOf(names: readonly string[], all: number): string {
  const named = names.slice(0, MOST_NAMED);
  const more = all - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function count(tests: number): string {
  return tests === 1 ? '1 test' : `${tests} tests`;
}

function wantedResult(test: string, tally: TestTally): CheckResult {
  const name = `report_test_${test}`;
  const outcome = tally.outcomeOf(test);
  if (outcome === 'passed') return passed(name, 'it passed');
  const told = { failed: 'it failed', skipped: 'it did not run' };
  return failedCheck(name, outcome === undefined ? 'the report has no such test' : told[outcome]);
}
