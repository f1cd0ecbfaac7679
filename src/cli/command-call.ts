import { NO_DEADLINE } from '../adapters/bounded-files.ts';
import type { Environment } from '../adapters/environment.ts';
import { surroundings } from '../adapters/surroundings.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result } from '../domain/base/result.ts';
import type { CommandLines } from '../report/command-lines.ts';
import { waitingForOthers } from '../report/store-text.ts';
import { createSilence } from '../store/silence.ts';
import type { Waited } from '../store/state-store.ts';
import { createSuite, type Reader } from '../suite.ts';
import type { Arguments, Command, NamedCommand, Report } from './command.ts';
import { withNames } from './names.ts';
import { forPerson, type Printed, printedFailure, printedReport } from './print.ts';
import { withWhereabouts } from './whereabouts.ts';

/** How a command was called: `cs meet`, or `cs-promise`; and whether its answer is wanted as JSON. */
export interface Call {
  readonly called: string;
  readonly asJson: boolean;
}

/**
 * Runs a command whose command line was understood, and gives what it prints. `commands`: all commands, for one that
 * is about the others.
 */
export async function printedBy(
  command: Command,
  args: Arguments,
  { asJson, called }: Call,
  environment: Environment,
  reader: Reader,
  commands: () => Promise<readonly NamedCommand[]>,
): Promise<Printed> {
  const { lines, outcome } = await outcomeOf(command, args, called, environment, reader, commands);
  if (outcome.ok) return printedReport(outcome.value, asJson);
  return printedFailure(outcome.failure, asJson, 'anything-else', lines);
}

/** What came of a command, and the command lines that its failure names. */
interface CommandOutcome {
  readonly outcome: Result<Report>;
  readonly lines: CommandLines;
}

/** Runs a command as `printedBy` does, and gives its report, or its failure as it is to be told. */
export async function outcomeOf(
  command: Command,
  args: Arguments,
  called: string,
  environment: Environment,
  reader: Reader,
  commands: () => Promise<readonly NamedCommand[]>,
): Promise<CommandOutcome> {
  const activity = `${called}, session ${environment.session?.id ?? 'none'}`;
  const silence = command.isHook === true ? createSilence() : undefined;
  const waits = command.isHook === true ? undefined : sayWaiting;
  const suite = createSuite(environment, { ...reader, silence, waits }, activity, NO_DEADLINE);
  const named = await withNames(command, args, suite);
  const outcome = named.ok ? await command.run(named.value, suite, commands) : named;
  const lines = suite.commandLines;
  if (outcome.ok) return { outcome, lines };
  const failure = withHelp(await withWhereabouts(outcome.failure, suite), called);
  return { outcome: failed(failure), lines };
}

/** Tells a person, or an agent, why nothing happens. */
function sayWaiting(waited: Waited): void {
  surroundings()
    .errors.stream()
    .write(forPerson(`${waitingForOthers(waited)}\n`));
}

/** A mistake in a call, with the command that tells how it is called where nothing better is known. */
function withHelp(failure: Failure, called: string): Failure {
  if (failure.kind !== 'usage' || failure.hint !== undefined || failure.next !== undefined) {
    return failure;
  }
  return { ...failure, hint: `Try: ${called} --help` };
}
