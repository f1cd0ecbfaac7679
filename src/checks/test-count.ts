import { stripVTControlCharacters } from 'node:util';
import { type AskedCommand, askedBy, TEST_RUNNERS, type TestRunner } from './test-runners.ts';

/** A runner that was there and ran no test, and the line that says so. */
export interface EmptyRun {
  readonly runner: string;
  readonly line: string;
}

/** Counts the tests that a command runs, by what it prints. */
interface TestCount {
  add(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void;
  /** The runner that ran no test, once everything was added; undefined where none was there, or some test ran. */
  finish(): EmptyRun | undefined;
  /** How many tests ran, once everything was added; undefined where not exactly one runner says so. */
  ran(): number | undefined;
}

/** How much of a line is looked at, in characters: totals stand at its beginning. */
const LONGEST_LINE = 4096;

/** A line that is worth a look: each total has one of these words. Most lines of a long output have none. */
const WORTH_A_LOOK =
  /[Tt]ests?\b|\bpass(?:ed|ing)?\b|\bfail(?:ed|ing|ures)?\b|\b(?:cancelled|skipped|deselected|xfailed|xpassed|flaky|interrupted)\b|timed out|Skipped|total|collected|"num|"Action"|\bSummary\b|^ok\s+\S+\s+[(\d]|^(?:✔|ok \d+ -) \S+[jt]s\b|Task :|^:\w|^Ran |^(?:OK|FAIL)|Passed|Failed|succeeded|^--- |\bsuites \d|^\s+(?:Running|Doc-tests) |\btime: +\[|^Benchmark|\bExecuted \d/;

/** What runners of several packages put before each line: the package, and a mark. */
const PREFIX = /^[@\w][\w@./:-]*(?: [\w:.-]+)?(?:: | +\| )/;

/**
 * Counts over the whole output, whose size does not matter: of each stream, the line that has begun is kept.
 * @param command the command as one line for people
 */
export function createTestCount(command: string): TestCount {
  const asked = askedBy(command);
  const seen: Seen = new Map();
  const beside: LinesBeside = new Map();
  const look = (text: string): void => {
    if (!WORTH_A_LOOK.test(text)) return;
    const line = plainLine(text);
    noteBeside(beside, line, asked);
    const found = findTotal(line, asked) ?? findTotal(withoutPrefix(line), asked);
    if (found === undefined) return;
    const before = seen.get(found.runner);
    seen.set(found.runner, {
      executed: (before?.executed ?? 0) + found.executed,
      line:
        before !== undefined && found.runner.telling?.test(before.line) ? before.line : line.trim(),
    });
  };
  const streams = { stdout: createLines(look, MAY_TELL), stderr: createLines(look, MAY_TELL) };
  return {
    add: (chunk, stream) => streams[stream].add(chunk),
    finish() {
      streams.stdout.end();
      streams.stderr.end();
      return emptyRun(seen, beside, asked);
    },
    ran() {
      const [only, ...others] = seen;
      return only === undefined || others.length > 0 ? undefined : ranBy(only, beside);
    },
  };
}

/** A line without colours. */
export function plainLine(text: string): string {
  return (text.includes('\u001b') ? stripVTControlCharacters(text) : text).trimEnd();
}

/** The totals of each runner that was there: their sum, and the line that tells most. */
type Seen = Map<TestRunner, { readonly executed: number; readonly line: string }>;

/** The sums of the lines beside the totals, by runner, in the order of its kinds of lines. */
type LinesBeside = Map<TestRunner, readonly number[]>;

function noteBeside(sums: LinesBeside, line: string, asked: AskedCommand): void {
  for (const runner of TEST_RUNNERS) {
    if (runner.beside === undefined) continue;
    const numbers = runner.beside.lines.map(
      (total) => total(line, asked) ?? total(withoutPrefix(line), asked) ?? 0,
    );
    if (numbers.every((number) => number === 0)) continue;
    const before = sums.get(runner) ?? [];
    sums.set(
      runner,
      numbers.map((number, index) => number + (before[index] ?? 0)),
    );
  }
}

/** The line of one package among several; empty where it names none. */
function withoutPrefix(line: string): string {
  const prefix = PREFIX.exec(line)?.[0];
  return prefix === undefined ? '' : line.slice(prefix.length);
}

function findTotal(line: string, asked: AskedCommand) {
  if (line === '') return undefined;
  for (const runner of TEST_RUNNERS) {
    const executed = runner.executed(line, asked);
    if (executed !== undefined) return { runner, executed };
  }
  return undefined;
}

/** How many tests a runner ran; undefined where that cannot be told. */
function ranBy(
  [runner, { executed }]: readonly [TestRunner, { readonly executed: number }],
  sums: LinesBeside,
): number | undefined {
  const { beside } = runner;
  return beside === undefined ? executed : beside.ran(executed, sums.get(runner) ?? []);
}

function emptyRun(seen: Seen, sums: LinesBeside, asked: AskedCommand): EmptyRun | undefined {
  for (const one of seen) {
    const ran = ranBy(one, sums);
    if (ran === undefined || ran > 0) return undefined;
  }
  for (const [{ builds, hasParts, name }, { line }] of seen) {
    if (builds && !asked.asksForTests) continue;
    if (hasParts && asked.isShortened) continue;
    return { runner: name, line };
  }
  return undefined;
}

/**
 * Texts one of which stands in every line that tells a total or a test that failed. Most pieces of a long output have
 * none and are passed over whole, which is some ten times as fast as a look at each line.
 */
export const MAY_TELL =
  /est|ass|ail|kip|celled|lected|laky|rrupted|imed|otal|"num|"Act|umm|ask :|[\r\n](?:ok|:\w)|ok \d|# |Ran |OK|FAIL|ERROR|ucceed|--- |uites|Running|Doc-|time: |Bench|Exec|[✔✖●›]|rspec|\*\*\*|\d\) /;

/**
 * Cuts what comes into lines; a carriage return ends one too, as in displays of progress.
 * @param mayTell whether a text may have a line that `look` is for
 */
export function createLines(look: (line: string) => void, mayTell?: Pick<RegExp, 'test'>) {
  const decoder = new TextDecoder();
  let rest = '';
  const take = (text: string): void => {
    const whole = `\n${rest}${text}`;
    if (mayTell?.test(whole) === false) {
      const end = Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('\r'));
      rest = whole.slice(end + 1, end + 1 + LONGEST_LINE);
      return;
    }
    const lines = text.split(/[\r\n]+/);
    const last = lines.pop() ?? '';
    for (const [index, line] of lines.entries()) {
      look((index === 0 ? rest + line : line).slice(0, LONGEST_LINE));
      rest = '';
    }
    rest = (rest + last).slice(0, LONGEST_LINE);
  };
  return {
    add: (chunk: Uint8Array) => take(decoder.decode(chunk, { stream: true })),
    end() {
      take(`${decoder.decode()}\n`);
    },
  };
}
