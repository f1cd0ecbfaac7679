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
  /** How many runs below were of a test that ran again: some totals count them. */
  reruns: number;
  /** How many tests the totals below count that are not listed, and how that is said. */
  unlisted: number;
  lack: string | undefined;
}

interface OpenCase {
  readonly attributes: Attributes;
  outcome: TestOutcome;
  message: string;
  reruns: number;
  isRetried: boolean;
}

/** What has to be known between the elements of a report. */
function readingInto(tests: TestTally) {
  const suites: OpenSuite[] = [];
  const path: string[] = [];
  let fault: string | undefined;
  // Totals that do not fit end no reading: tests that failed behind them have names as well.
  let misfit: string | undefined;
  let test: OpenCase | undefined;
  let isStarted = false;
  const stop = (reason: string | undefined): void => {
    fault ??= reason;
  };
  const openSuite = (name: string, attributes: Attributes): void => {
    const none = { own: 0, uncounted: 0, reruns: 0, unlisted: 0, lack: undefined };
    suites.push({ attributes, below: noCounts(), ...none });
    if (isStarted || fault !== undefined) return;
    isStarted = true;
    if (name !== 'testsuites' && name !== 'testsuite') stop(NO_REPORT);
  };
  const closeSuite = (suite: OpenSuite): void => {
    const closed = closing(suite);
    if (typeof closed === 'string') {
      misfit ??= closed;
      return;
    }
    const { lack, more, skipped, unlisted } = closed;
    tests.discount(skipped.unmarked + more);
    tests.addUnlisted(skipped.unlisted);
    for (const { below } of suites) {
      below.skipped += skipped.unmarked + skipped.unlisted;
      below.passed -= skipped.unmarked;
    }
    const around = suites.at(-1);
    if (around === undefined) {
      misfit ??= lack;
      return;
    }
    around.uncounted += suite.uncounted + more;
    around.unlisted += unlisted;
    around.lack ??= lack;
  };
  const closeCase = ({ attributes, isRetried, message, outcome, reruns }: OpenCase): void => {
    const suite = suites.at(-1);
    if (suite !== undefined) suite.own += 1;
    for (const one of suites) {
      one.below[outcome] += 1;
      one.reruns += reruns;
    }
    tests.add({ names: namesOf(attributes), outcome, message, isRetried });
    if (tests.isFull) stop(TOO_MANY_TESTS);
  };
  return {
    isStopped: () => fault !== undefined,
    fault: () => fault ?? (isStarted ? misfit : NO_REPORT),
    stop,
    open(name: string, attributes: Attributes): void {
      if (path.length >= DEEPEST_SUITES) stop(TOO_DEEP);
      if (path.length === 0 && isStarted) stop('it contains several reports');
      if (fault !== undefined) throw STOPPED;
      path.push(name);
      if (path.length === 1 || SUITES.has(name)) openSuite(name, attributes);
      else if (name === 'testcase') test = caseOf(attributes, tests);
      else if (test === undefined && FAILED.has(name) && SUITES.has(path.at(-2) ?? '')) {
        // What failed around the tests of a suite, a hook before all of them say, is told by the suite's name.
        test = caseOf({ name: suites.at(-1)?.attributes['name'] }, tests);
        mark(test, name, attributes);
      } else if (test !== undefined) mark(test, name, attributes);
    },
    say(words: string): void {
      const inside = path.at(-1) ?? '';
      if (test !== undefined && FAILED.has(inside) && test.message === '') {
        test.message = words.trim();
      }
    },
    close(name: string): void {
      const isOfSuite = FAILED.has(name) && SUITES.has(path.at(-2) ?? '');
      if ((name === 'testcase' || isOfSuite) && test !== undefined) {
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
const STATUS_FAILED =
  /^(?:fail(?:ed|ure)?|errors?|errored|broken|interrupted|timed?[ _-]?out|aborted|cancell?ed|crash(?:ed)?|killed)$/i;
const STATUS_SKIPPED =
  /^(?:not[ _-]?run|suppressed|skipped|ignored|disabled|pending|todo|inconclusive|incomplete|risky|warning)$/i;

/** The elements of what did not pass, and did not fail: PHPUnit has a warning in the place of a test that it did not find. */
const NOT_RUN: ReadonlySet<string> = new Set(['skipped', 'disabled', 'ignored', 'warning']);

/** The elements of runs that failed, of a test that was run again: `flaky` where it passed in the end. */
const RERUN = /^(flaky|rerun)(?:Failure|Error)$/;

function caseOf(attributes: Attributes, tests: TestTally): OpenCase {
  const outcome = outcomeOf(attributes, tests);
  return { attributes, outcome, message: '', reruns: 0, isRetried: false };
}

function outcomeOf(attributes: Attributes, { isFile }: TestTally): TestOutcome {
  const { classname, file, name, result, status } = attributes;
  const said = [status, result].filter((one) => typeof one === 'string');
  if (said.some((word) => STATUS_FAILED.test(word))) return 'failed';
  if (said.some((word) => STATUS_SKIPPED.test(word))) return 'skipped';
  // The one class that Node's runner has for all of its tests. Since Node 24 it names the file of each.
  if (classname !== 'test') return 'passed';
  const isItsFile = (path: string): boolean =>
    typeof file === 'string' ? file.endsWith(path) : isFile(path);
  return isNamedByFile(String(name ?? ''), isItsFile) ? 'skipped' : 'passed';
}

/** What an element inside of a test case says of it. */
function mark(test: OpenCase, name: string, { message }: Attributes): void {
  if (FAILED.has(name)) {
    test.outcome = 'failed';
    if (test.message === '' && typeof message === 'string') test.message = message;
  } else if (NOT_RUN.has(name) && test.outcome === 'passed') test.outcome = 'skipped';
  const rerun = RERUN.exec(name);
  if (rerun === null) return;
  test.reruns += 1;
  if (rerun[1] === 'flaky') test.isRetried = true;
}

function namesOf({ classname, name }: Attributes): readonly string[] {
  const own = typeof name === 'string' ? name : '';
  if (typeof classname !== 'string' || classname === '') return [own];
  return [own, `${classname}.${own}`, `${classname} > ${own}`];
}

/** The totals of a suite, by the names of its attributes. */
const TOTALS = ['tests', 'failures', 'errors', 'skipped', 'disabled', 'ignored'] as const;

/** What comes of a suite's totals where they fit, or may still be explained by those around it. */
interface Closed {
  /** How many tests that passed its total leaves out: some runners list those that did not run among them. */
  readonly more: number;
  /** Skipped tests that its total of them counts: listed without a mark, or not listed. */
  readonly skipped: { readonly unmarked: number; readonly unlisted: number };
  /** How many tests it counts and does not list: the total of skipped tests may stand further out. */
  readonly unlisted: number;
  readonly lack: string | undefined;
}

/** Holds a suite's totals against its tests; gives why they do not fit. */
function closing(suite: OpenSuite): Closed | string {
  const { below, own, reruns, uncounted } = suite;
  const said = totalsOf(suite.attributes);
  if (typeof said === 'string') return said;
  const of = (name: (typeof TOTALS)[number]): number => said.get(name) ?? 0;
  const failed = of('failures') + of('errors');
  if (below.failed === 0 && failed > reruns) return unfit('failed', failed, 0);
  const total = said.get('tests');
  const skipped = unmarkedSkips(suite, of('skipped') + of('disabled') + of('ignored'), total);
  if (typeof skipped === 'string') return skipped;
  const all = sumOf(below) + skipped.unlisted;
  const left = { more: 0, skipped, unlisted: suite.unlisted - skipped.unlisted, lack: suite.lack };
  const settled = left.unlisted > 0 ? left : { ...left, unlisted: 0, lack: undefined };
  // A total beside no total of skipped tests may be of what ran.
  const ran = said.has('skipped') ? all : all - below.skipped;
  const fitting = [own, all, all - uncounted, ran, own + reruns, all + reruns];
  if (total === undefined || fitting.includes(total)) return settled;
  const lack = unfit('tests', total, all);
  if (total > all) return { ...settled, unlisted: total - all, lack: suite.lack ?? lack };
  const more = all - uncounted - total;
  return more <= below.passed - uncounted ? { ...settled, more } : lack;
}

/** A suite's totals, by their names; or the fault of one. */
function totalsOf(attributes: Attributes): ReadonlyMap<string, number> | string {
  const said = new Map<string, number>();
  for (const name of TOTALS) {
    const value = attributes[name];
    if (value === undefined || value === '') continue;
    // Some write thousands apart.
    const plain = String(value).replace(/(?<=\d),(?=\d{3}(?:,|$))/g, '');
    const total = plain.trim() === '' ? Number.NaN : Number(plain);
    const fault = impossible(name, total);
    if (fault !== undefined) return impossible(name, value) ?? fault;
    said.set(name, total);
  }
  return said;
}

/** The skipped tests of a suite's total of them that no element marks; or why they cannot be there. */
function unmarkedSkips(
  { below, own, unlisted }: OpenSuite,
  skipped: number,
  total: number | undefined,
): Closed['skipped'] | string {
  const lacking = skipped - below.skipped;
  if (lacking <= 0) return { unmarked: 0, unlisted: 0 };
  const all = sumOf(below);
  if (unlisted >= lacking || total === all + lacking) return { unmarked: 0, unlisted: lacking };
  const isListed = total === own || total === all;
  return isListed && lacking <= below.passed
    ? { unmarked: lacking, unlisted: 0 }
    : unfit('skipped', skipped, below.skipped);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
