import sax from 'sax';
import { isNamedByFile, type ReadReport, type TestOutcome, type TestTally } from './tally.ts';
import {
  type Counts,
  DEEPEST_SUITES,
  impossible,
  noCounts,
  sumOf,
  TOO_DEEP,
  TOO_MANY_TESTS,
  unfit,
} from './totals.ts';

/** How much is parsed between two looks at whether to go on, in characters. */
const PIECE = 64 * 1024;

/**
 * Reads JUnit XML, as most runners can write it: suites in suites, and test cases in them. No standard says what
 * their attributes mean; those are read that runners have in common. A report that brings a DTD is refused, so no
 * entity is ever expanded and nothing is fetched.
 */
export const readReport: ReadReport = (text, tests) => {
  const parser = Object.assign(sax.parser(true, PREDEFINED_ENTITIES), UNLIMITED);
  const reading = readingInto(tests);
  let attributesHere = 0;
  parser.onerror = (error) => {
    reading.stop(`it is not valid XML: ${error.message.split('\n')[0]} at line ${parser.line + 1}`);
    throw STOPPED;
  };
  parser.ondoctype = () =>
    reading.stop('it contains a document type (DTD), which reports do not need');
  parser.onopentagstart = () => {
    attributesHere = 0;
  };
  parser.onattribute = () => {
    attributesHere += 1;
    if (attributesHere > MOST_ATTRIBUTES)
      reading.stop('it has an element with too many attributes');
  };
  parser.onopentag = ({ attributes, name }) => reading.open(localName(name), attributes);
  parser.onclosetag = (name) => reading.close(localName(name));
  parser.ontext = (words) => reading.say(words);
  parser.oncdata = (words) => reading.say(words);
  try {
    for (let at = 0; at < text.length && !reading.isStopped(); at += PIECE) {
      parser.write(text.slice(at, at + PIECE));
      if (parser.attribValue.length > LONGEST_ATTRIBUTE)
        return 'it has an attribute larger than 4 MB';
    }
    if (!reading.isStopped()) parser.close();
  } catch (error) {
    if (error !== STOPPED) return 'it is not valid XML';
  }
  return reading.fault();
};

const PREDEFINED_ENTITIES = { strictEntities: true, position: true };

/** The parser's own limit of 64 KB is less than messages take. Its text of the attribute that it reads is looked at. */
const UNLIMITED = { bufferCheckPosition: Number.POSITIVE_INFINITY, attribValue: '' };

/** Longest attribute that is read, in characters, and most attributes of an element. */
const LONGEST_ATTRIBUTE = 4 * 1024 * 1024;
const MOST_ATTRIBUTES = 1000;

/** Thrown to leave the parser, which has no other way to stop. */
const STOPPED = new Error('stopped');

type Attributes = { readonly [name: string]: unknown };

/** A suite, or all of them, while it is open. */
interface OpenSuite {
  readonly attributes: Attributes;
  /** Its own test cases, and those of the suites in it. */
  own: number;
  readonly below: Counts;
  /** How many of those below no total counts. */
  uncounted: number;
}

interface OpenCase {
  readonly attributes: Attributes;
  outcome: TestOutcome;
  message: string;
}

/** What has to be known between the elements of a report. */
function readingInto(tests: TestTally) {
  const suites: OpenSuite[] = [];
  const path: string[] = [];
  let fault: string | undefined;
  let test: OpenCase | undefined;
  let isStarted = false;
  const stop = (reason: string | undefined): void => {
    fault ??= reason;
  };
  const openSuite = (name: string, attributes: Attributes): void => {
    suites.push({ attributes, own: 0, below: noCounts(), uncounted: 0 });
    if (isStarted || fault !== undefined) return;
    isStarted = true;
    if (name !== 'testsuites' && name !== 'testsuite') stop(NO_REPORT);
  };
  const closeSuite = (suite: OpenSuite): void => {
    const closed = suiteFault(suite);
    if (typeof closed === 'string') stop(closed);
    const more = typeof closed === 'string' ? 0 : closed.more;
    tests.discount(more);
    const around = suites.at(-1);
    if (around !== undefined) around.uncounted += suite.uncounted + more;
  };
  const closeCase = ({ attributes, message, outcome }: OpenCase): void => {
    const suite = suites.at(-1);
    if (suite !== undefined) suite.own += 1;
    for (const { below } of suites) below[outcome] += 1;
    tests.add({ names: namesOf(attributes), outcome, message });
    if (tests.isFull) stop(TOO_MANY_TESTS);
  };
  return {
    isStopped: () => fault !== undefined,
    fault: () => fault ?? (isStarted ? undefined : NO_REPORT),
    stop,
    open(name: string, attributes: Attributes): void {
      if (path.length >= DEEPEST_SUITES) stop(TOO_DEEP);
      if (path.length === 0 && isStarted) stop('it contains several reports');
      if (fault !== undefined) throw STOPPED;
      path.push(name);
      if (path.length === 1 || SUITES.has(name)) openSuite(name, attributes);
      else if (name === 'testcase') test = caseOf(attributes);
      else if (test !== undefined) mark(test, name, attributes);
    },
    say(words: string): void {
      const inside = path.at(-1) ?? '';
      if (test !== undefined && FAILED.has(inside) && test.message === '') {
        test.message = words.trim();
      }
    },
    close(name: string): void {
      if (name === 'testcase' && test !== undefined) {
        closeCase(test);
        test = undefined;
      }
      if (path.length === 1 || SUITES.has(name)) {
        const suite = suites.pop();
        if (suite !== undefined) closeSuite(suite);
      }
      path.pop();
    },
  };
}

const NO_REPORT = 'not a JUnit report: its root element is neither testsuites nor testsuite';

const SUITES: ReadonlySet<string> = new Set(['testsuites', 'testsuite']);
const FAILED: ReadonlySet<string> = new Set(['failure', 'error']);

/** What runners write in a case's `status` or `result` of one that failed, or did not run, without an element for it. */
const STATUS_FAILED = /^(?:fail(?:ed|ure)?|errors?|errored|broken)$/i;
const STATUS_SKIPPED = /^(?:not[ _-]?run|suppressed|skipped|ignored|disabled|pending)$/i;

function caseOf(attributes: Attributes): OpenCase {
  return { attributes, outcome: outcomeOf(attributes), message: '' };
}

function outcomeOf(attributes: Attributes): TestOutcome {
  const { name, result, status } = attributes;
  const said = [status, result].filter((one) => typeof one === 'string');
  if (said.some((word) => STATUS_FAILED.test(word))) return 'failed';
  if (said.some((word) => STATUS_SKIPPED.test(word))) return 'skipped';
  return isNamedByFile(String(name ?? '')) ? 'skipped' : 'passed';
}

/** What an element inside of a test case says of it. */
function mark(test: OpenCase, name: string, { message }: Attributes): void {
  if (FAILED.has(name)) {
    test.outcome = 'failed';
    if (test.message === '' && typeof message === 'string') test.message = message;
  } else if (name === 'skipped' && test.outcome === 'passed') test.outcome = 'skipped';
}

function namesOf({ classname, name }: Attributes): readonly string[] {
  const own = typeof name === 'string' ? name : '';
  if (typeof classname !== 'string' || classname === '') return [own];
  return [own, `${classname}.${own}`, `${classname} > ${own}`];
}

/** The totals of a suite, by the names of its attributes. */
const TOTALS = ['tests', 'failures', 'errors', 'skipped', 'disabled', 'ignored'] as const;

/**
 * Why a suite's totals do not fit its tests; else how many more tests there are than its totals count. Some runners
 * list tests that did not run among those that passed, and leave them out of the total.
 */
function suiteFault({ attributes, below, own, uncounted }: OpenSuite): string | Uncounted {
  const said = new Map<string, number>();
  for (const name of TOTALS) {
    const value = attributes[name];
    if (value === undefined) continue;
    const total = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    const fault = impossible(name, total);
    if (fault !== undefined) return impossible(name, value) ?? fault;
    said.set(name, total);
  }
  const of = (name: (typeof TOTALS)[number]): number => said.get(name) ?? 0;
  const failed = of('failures') + of('errors');
  if (failed > 0 && below.failed === 0) return unfit('failed', failed, 0);
  const skipped = of('skipped') + of('disabled') + of('ignored');
  if (skipped > below.skipped) return unfit('skipped', skipped, below.skipped);
  const all = sumOf(below);
  const tests = said.get('tests') ?? own;
  if ([own, all, all - uncounted].includes(tests)) return { more: 0 };
  const more = all - uncounted - tests;
  return more > 0 && more <= below.passed - uncounted ? { more } : unfit('tests', tests, all);
}

interface Uncounted {
  readonly more: number;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
