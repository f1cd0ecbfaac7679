import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type CommandCheck, nameOfCheck } from '../domain/check.ts';
import { type CheckResult, failedCheck, passed } from '../domain/check-result.ts';
import type { CommandFacts } from '../domain/proving.ts';
import { redactSecrets } from '../domain/secrets.ts';
import { timestamp } from '../domain/time.ts';
import type { ProgramRun, RunEnd } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';

/** How much of the output a proof keeps, in characters: its last words. */
const TAIL_CHARACTERS = 2000;

/** What a command came to, and whether it could be run at all: a control asks for that. */
export interface CommandRun {
  readonly results: readonly CheckResult[];
  readonly command: CommandFacts;
  readonly ended: RunEnd;
}

/** Runs a command and holds its end and its output against what is expected. */
export async function runCommandCheck(check: CommandCheck, world: CheckWorld): Promise<CommandRun> {
  const { exit_code = 0, matches = [], run } = check;
  const search = world.searchLines(matches);
  const started_at = timestamp(world.clock.now());
  const outcome = await world.run.program({
    command: run,
    folder: join(world.folder, check.cwd ?? '.'),
    timeoutMs: check.timeout_ms ?? world.timeoutMs,
    environment: { passing: check.pass_env ?? [], promise: world.promise },
    signal: world.signal,
    ...(matches.length === 0 ? {} : { onOutput: search.add }),
  });
  const { missing, slow } = search.finish();
  const known = world.secretValues(check.pass_env ?? []);
  const name = redactSecrets(nameOfCheck(check), known).text;
  const said = { ...outcome, tail: wordsOf(outcome.output.tail, known) };
  return {
    results: [
      endResult(name, said, exit_code, check.timeout_ms ?? world.timeoutMs),
      ...matches.map((pattern) => matchResult(`${name}_output`, pattern, missing, slow)),
    ],
    command: factsOf(said, started_at, known),
    ended: outcome.ended,
  };
}

function endResult(
  name: string,
  { durationMs, ended, tail }: SaidRun,
  expected: number,
  timeoutMs: number,
): CheckResult {
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  switch (ended.how) {
    case 'exit': {
      if (ended.code === expected) return passed(name, `exit code ${ended.code} in ${time}`);
      const wanted = expected === 0 ? '' : `, and ${expected} is expected`;
      return failedCheck(name, `exit code ${ended.code} in ${time}${wanted}${lastWords(tail)}`);
    }
    case 'signal':
      return failedCheck(name, `ended by ${ended.signal} after ${time}${lastWords(tail)}`);
    case 'timeout':
      return failedCheck(name, `timed out after ${timeoutMs / 1000} s${lastWords(tail)}`);
    case 'interrupted':
      return failedCheck(name, `interrupted after ${time}`);
    case 'not-found':
      return failedCheck(name, 'there is no such program, or no such folder to run it in');
    case 'not-started':
      return failedCheck(name, `it cannot be started (${ended.code})`);
  }
}

/** A run whose last words can be kept: without colours, and without secrets. */
type SaidRun = ProgramRun & { readonly tail: string };

function wordsOf(tail: string, known: readonly string[]): string {
  return redactSecrets(stripVTControlCharacters(tail), known).text;
}

/** The last line that says something, for whoever reads only the result. */
function lastWords(tail: string): string {
  const line = tail.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `: ${line.slice(-200)}`;
}

function matchResult(
  name: string,
  pattern: string,
  missing: readonly string[],
  slow: readonly string[],
): CheckResult {
  if (slow.includes(pattern)) return failedCheck(name, `the pattern ${pattern} takes too long`);
  return missing.includes(pattern)
    ? failedCheck(name, `no line of the output matches ${pattern}`)
    : passed(name, `a line of the output matches ${pattern}`);
}

function factsOf(
  { argv, durationMs, ended, output, tail }: SaidRun,
  started_at: string,
  known: readonly string[],
): CommandFacts {
  return {
    argv: argv.map((word) => redactSecrets(word, known).text),
    exit_code: ended.how === 'exit' ? ended.code : null,
    signal: ended.how === 'signal' ? ended.signal : null,
    started_at,
    duration_ms: durationMs,
    output_tail: tail.slice(-TAIL_CHARACTERS),
    output_sha256: output.sha256,
    output_bytes: output.bytes,
  };
}
