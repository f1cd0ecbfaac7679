import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type CheckResult, failedCheck, passed } from '../../domain/base/check-result.ts';
import { failureExcerpt, tellingLine } from '../../domain/base/failure-excerpt.ts';
import { redactSecrets } from '../../domain/base/secrets.ts';
import { timestamp } from '../../domain/base/time.ts';
import { CHECK_TIMEOUT_RANGE } from '../../domain/promise/check.ts';
import type { DeclaredCheck } from '../../domain/promise/promise.ts';
import type { CommandFacts } from '../../domain/standing/proving.ts';
import type { ProgramRun, RunEnd } from '../../ports.ts';
import {
  COMMAND_LINE,
  FLAG,
  NAMES,
  optional,
  PATH,
  PATHS_OR_GLOBS,
  PATTERNS,
  TEXTS,
  wholeNumber,
} from '../check-keys.ts';
import { type CheckOutcome, defineKind, matchesDetail, timeoutDetail } from '../check-kind.ts';
import type { CheckWorld } from '../check-world.ts';
import { type Expectation, expectationsOf } from '../expectation.ts';
import { createFailedTests } from '../failed-tests.ts';
import { redactCommand, redactWords } from '../redaction.ts';
import { createTestCount, type EmptyRun } from '../test-count.ts';

interface CommandCheck {
  /** A line for the shell, or a program with its arguments, which no shell sees. */
  readonly run: string | readonly string[];
  /** The time for it, in milliseconds. */
  readonly timeout_ms?: number;
  /** The exit code that means success; 0 without. */
  readonly exit_code?: number;
  /** Texts each of which some line of the output must hold, and patterns each of which some line must match. */
  readonly contains?: readonly string[];
  readonly matches?: readonly string[];
  /** Where it runs, from the project's folder. */
  readonly cwd?: string;
  /** Names of variables that it gets although their names look like those of secrets. */
  readonly pass_env?: readonly string[];
  /** Paths and globs of files that it leaves and that are kept with the proof. */
  readonly artifacts?: readonly string[];
  /** Whether nothing else may run beside it. */
  readonly alone?: boolean;
}

/** Runs a command: its exit code and its output must be as expected. */
export const commandKind = defineKind<CommandCheck>({
  name: 'command',
  keys: {
    run: COMMAND_LINE,
    timeout_ms: optional(
      wholeNumber(
        CHECK_TIMEOUT_RANGE,
        `is not a whole number from ${CHECK_TIMEOUT_RANGE.least} to ${CHECK_TIMEOUT_RANGE.most}`,
      ),
    ),
    exit_code: optional(wholeNumber({ least: 0, most: 255 }, 'is not from 0 to 255')),
    cwd: optional(PATH),
    pass_env: optional(NAMES),
    alone: optional(FLAG),
    artifacts: optional(PATHS_OR_GLOBS),
    contains: optional(TEXTS),
    // The faults of patterns are named last.
    matches: optional(PATTERNS),
  },
  option: {
    summary: 'Command that must succeed; with --create: AC-1="npm test"',
    usage: '--command "..."',
    key: 'run',
  },
  details: {
    timeout: timeoutDetail,
    'exit-code': {
      option: {
        takes: 'word',
        value: '<code>',
        summary: 'Exit code that means success (default 0)',
      },
      key: 'exit_code',
      number: {
        valueOf: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
        fault: '--exit-code takes a number',
      },
    },
    matches: matchesDetail('matches'),
    artifact: {
      option: {
        takes: 'texts',
        value: '<path>',
        summary:
          'File that the command leaves, kept with the proof; with --create: AC-1=shot.png for one',
      },
      key: 'artifacts',
    },
  },
  commandShown({ kind: _kind, run, ...rest }: DeclaredCheck) {
    const details = Object.keys(rest).length === 0 ? '' : `   ${JSON.stringify(rest)}`;
    if (typeof run === 'string') return `${run}${details}`;
    return `${Array.isArray(run) ? commandText(run.map(String)) : JSON.stringify(run)}${details}`;
  },
  text: ({ run }) => `command: ${commandText(run)}`,
  artifacts: ({ artifacts = [] }) => artifacts,
  isAlone: ({ alone }) => alone === true,
  run: runCommand,
});

/** A command as one line for people. */
function commandText(run: string | readonly string[]): string {
  return typeof run === 'string' ? run : run.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : JSON.stringify(word);
}

/** How much of the output a proof keeps, in characters, from its end. */
const TAIL_CHARACTERS = 2000;

async function runCommand(check: CommandCheck, world: CheckWorld): Promise<CheckOutcome> {
  const { exit_code = 0, run } = check;
  const expected = expectationsOf(check);
  const search = world.searchLines(expected.map(({ pattern }) => pattern));
  const tests = createTestCount(commandText(run));
  const failing = createFailedTests();
  const started_at = timestamp(world.clock.now());
  const outcome = await world.run.program({
    command: run,
    folder: join(world.folder, check.cwd ?? '.'),
    timeoutMs: check.timeout_ms ?? world.timeoutMs,
    environment: { passing: check.pass_env ?? [], promise: world.promise },
    signal: world.signal,
    onOutput(chunk, stream) {
      if (expected.length > 0) search.add(chunk);
      tests.add(chunk, stream);
      failing.add(chunk, stream);
    },
  });
  const { missing, slow } = search.finish();
  const known = world.secretValues(check.pass_env ?? []);
  const name = `command_${redactCommand(commandText(run), known)}`;
  const said = { ...outcome, tail: wordsOf(outcome.output.tail, known) };
  return {
    results: [
      withTests(
        endResult(name, said, exit_code, check.timeout_ms ?? world.timeoutMs),
        tests.finish(),
        known,
      ),
      ...expected.map((one) => matchResult(`${name}_output`, one, missing, slow)),
    ],
    command: withTestsRun(factsOf(said, started_at, known), tests.ran()),
    couldRun: outcome.ended.how === 'exit' && couldStart(outcome.ended),
    couldStart: couldStart(outcome.ended),
    failedTests: failing.finish().map((test) => redactSecrets(test, known).text),
  };
}

function withTestsRun(facts: CommandFacts, ran: number | undefined): CommandFacts {
  return ran === undefined || ran === 0 ? facts : { ...facts, tests_run: ran };
}

/** A command that ended as expected shows nothing where it was to run tests and ran none. */
function withTests(
  result: CheckResult,
  empty: EmptyRun | undefined,
  known: readonly string[],
): CheckResult {
  if (empty === undefined || result.status !== 'PASS') return result;
  const line = redactSecrets(empty.line.slice(0, LONGEST_LINE), known).text;
  return failedCheck(
    result.name,
    `${empty.runner} ran no tests, which proves nothing (${result.detail}): ${line}`,
  );
}

/** How much of a runner's line is shown, in characters. */
const LONGEST_LINE = 200;

/** The exit codes of shells where a program cannot be run, or is not there. */
const COULD_NOT_RUN: ReadonlySet<number> = new Set([126, 127]);

function couldStart(ended: RunEnd): boolean {
  if (ended.how === 'exit') return !COULD_NOT_RUN.has(ended.code);
  return ended.how !== 'not-found' && ended.how !== 'not-started';
}

function endResult(
  name: string,
  { durationMs, ended, tail }: SaidRun,
  expected: number,
  timeoutMs: number,
): CheckResult {
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const telling = failureExcerpt(tail);
  switch (ended.how) {
    case 'exit': {
      if (ended.code === expected) return passed(name, `exit code ${ended.code} in ${time}`);
      const wanted = expected === 0 ? '' : `, expected ${expected}`;
      const detail = `exit code ${ended.code} in ${time}${wanted}${tellingWords(tail)}`;
      return failedCheck(name, detail, telling);
    }
    case 'signal':
      return failedCheck(
        name,
        `killed by ${ended.signal} after ${time}${tellingWords(tail)}`,
        telling,
      );
    case 'timeout':
      return failedCheck(
        name,
        `timed out after ${timeoutMs / 1000} s${tellingWords(tail)}`,
        telling,
      );
    case 'interrupted':
      return failedCheck(name, `interrupted after ${time}`);
    case 'not-found':
      return failedCheck(name, 'the program or its working folder does not exist');
    case 'not-started':
      return failedCheck(name, `it cannot be started (${ended.code})`);
  }
}

/** A run with the end of its output as it can be kept: without colours and without secrets. */
type SaidRun = ProgramRun & { readonly tail: string };

function wordsOf(tail: string, known: readonly string[]): string {
  return redactSecrets(stripVTControlCharacters(tail), known).text;
}

/** The line of the output that tells most, to follow how it ended: many readers see nothing else. */
function tellingWords(tail: string): string {
  const line = tellingLine(tail);
  return line === '' ? '' : `: ${line}`;
}

function matchResult(
  name: string,
  { pattern, said }: Expectation,
  missing: readonly string[],
  slow: readonly string[],
): CheckResult {
  if (slow.includes(pattern)) return failedCheck(name, `the pattern ${pattern} takes too long`);
  return missing.includes(pattern)
    ? failedCheck(name, `no line of the output ${said}`)
    : passed(name, `a line of the output ${said}`);
}

function factsOf(
  { argv, durationMs, ended, foreign, output, tail }: SaidRun,
  started_at: string,
  known: readonly string[],
): CommandFacts {
  return {
    argv: redactWords(argv, known),
    exit_code: ended.how === 'exit' ? ended.code : null,
    signal: ended.how === 'signal' ? ended.signal : null,
    started_at,
    duration_ms: durationMs,
    output_tail: tail.slice(-TAIL_CHARACTERS),
    output_sha256: output.sha256,
    output_bytes: output.bytes,
    ...(foreign === undefined ? {} : { program: foreign }),
  };
}
