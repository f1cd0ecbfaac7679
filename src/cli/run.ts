import { version } from '../../package.json' with { type: 'json' };
import { NO_DEADLINE } from '../adapters/bounded-files.ts';
import { isDebugging, readEnvironment } from '../adapters/environment.ts';
import type { Failure } from '../domain/base/failure.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import { commandLinesFor, type Spelling } from '../report/command-lines.ts';
import type { CommandQuestion } from '../report/exit.ts';
import { createSuite } from '../suite.ts';
import type { Command } from './command.ts';
import { whereCommand } from './commands/where.ts';
import { allCommands, commandIn, commandNamed, isWholeSuite } from './commands.ts';
import { completions } from './completion.ts';
import { helpOf, helpOn, overview, unknownCommand } from './help.ts';
import { withNames } from './names.ts';
import { parseArguments } from './parse.ts';
import { printFailure, printReport, printTrace } from './print.ts';
import { tolerateBrokenStreams } from './streams.ts';
import { styleFor } from './terminal.ts';
import { withWhereabouts } from './whereabouts.ts';

/** The first argument of a call by the shell's completion; the words typed so far follow. */
const COMPLETE = '--cs-complete';

/** Runs one command line of `cs` or of one of the `cs-…` names, and sets the exit code. */
export async function runCli(program: string, argv: readonly string[]): Promise<void> {
  const asks = questionOf(program, argv);
  tolerateBrokenStreams(asks);
  try {
    await runCommandLine(program, argv, asks);
  } catch (error) {
    const lines = commandLinesFor(undefined, spellingOf(program));
    printFailure(unexpectedFailure(error), argv.includes('--json'), asks, lines);
    if (isDebugging()) printTrace(error);
  }
}

/** The question of a command line: a check that fails must count as a blocked stop. */
function questionOf(program: string, argv: readonly string[]): CommandQuestion {
  const isCheck = argv.some((word) => word === '--check' || word.startsWith('--check='));
  const { name } = commandIn(program, argv);
  return name === 'check' || (name === 'verify' && isCheck)
    ? 'may-the-session-end'
    : 'anything-else';
}

function spellingOf(program: string): Spelling {
  if (program === 'cs' || program === 'completion-promise') return program;
  return 'drop-in';
}

async function runCommandLine(
  program: string,
  argv: readonly string[],
  asks: CommandQuestion,
): Promise<void> {
  if (argv[0] === COMPLETE) {
    const words = await completions(program, argv.slice(1));
    return printReport({ text: words.join('\n'), json: words }, false);
  }
  const asJson = argv.includes('--json');
  const { name, rest } = commandIn(program, argv);
  const isWhere = isWholeSuite(program) && isNoCommand(name);
  if (name === '--version') return printReport({ text: version, json: version }, false);
  if (name !== undefined && isWholeSuite(program) && HELP.has(name)) {
    const [about] = rest.filter((word) => !word.startsWith('-'));
    return about === undefined
      ? printReport(overview(program), asJson)
      : printHelp(about, program, asJson);
  }
  const command = isWhere ? whereCommand : await commandNamed(name ?? '');
  if (command === undefined) {
    const lines = commandLinesFor(undefined, spellingOf(program));
    return printFailure(unknownCommand(name ?? '', program), asJson, 'anything-else', lines);
  }
  const called = isWholeSuite(program) && !isWhere ? `${program} ${name}` : program;
  const words = isWhere ? argv : rest;
  await runCommand(command, { called, spelling: spellingOf(program) }, words, asks);
}

/** Whether a call names no command: options alone are those of the answer to where one is. */
function isNoCommand(name: string | undefined): boolean {
  return name === undefined || name.startsWith('-');
}

const HELP = new Set(['--help', '-h', 'help']);

async function printHelp(about: string, program: string, asJson: boolean): Promise<void> {
  const help = await helpOn(about, program);
  if ('text' in help) return printReport({ text: help.text, json: help.text }, false);
  const lines = commandLinesFor(undefined, spellingOf(program));
  printFailure(help.failure, asJson, 'anything-else', lines);
}

/** How a command was called: `cs meet`, or `cs-promise`. */
interface Call {
  readonly called: string;
  readonly spelling: Spelling;
}

async function runCommand(
  command: Command,
  { called, spelling }: Call,
  argv: readonly string[],
  asks: CommandQuestion,
): Promise<void> {
  const lines = commandLinesFor(undefined, spelling);
  const { asJson, parsed } = parseArguments(command, called, argv);
  if (!parsed.ok) return printFailure(parsed.failure, asJson, 'anything-else', lines);
  if (parsed.value.kind !== 'arguments') {
    const text = parsed.value.kind === 'help' ? helpOf(command, called) : version;
    return printReport({ text, json: text }, false);
  }
  const { args } = parsed.value;
  const environment = readEnvironment(args.text('project'));
  if (!environment.ok) return printFailure(environment.failure, asJson, asks, lines);
  const { session } = environment.value;
  const activity = `${called}, session ${session?.id ?? 'none'}`;
  const reader = { style: styleFor(environment.value), spelling };
  const suite = createSuite(environment.value, reader, activity, NO_DEADLINE);
  const named = await withNames(command, args, suite);
  const outcome = named.ok ? await command.run(named.value, suite, allCommands) : named;
  if (outcome.ok) return printReport(outcome.value, asJson);
  const failure = withHelp(withWhereabouts(outcome.failure, suite), called);
  printFailure(failure, asJson, 'anything-else', suite.commandLines);
}

/** A mistake in a call, with the command that tells how it is called where nothing better is known. */
function withHelp(failure: Failure, called: string): Failure {
  if (failure.kind !== 'usage' || failure.hint !== undefined || failure.next !== undefined) {
    return failure;
  }
  return { ...failure, hint: `Try: ${called} --help` };
}
