import { version } from '../../package.json' with { type: 'json' };
import { NO_DEADLINE } from '../adapters/bounded-files.ts';
import { isDebugging, readEnvironment } from '../adapters/environment.ts';
import type { Failure } from '../domain/base/failure.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import { commandLinesFor } from '../report/command-lines.ts';
import type { CommandQuestion } from '../report/exit.ts';
import { createSuite } from '../suite.ts';
import type { Command } from './command.ts';
import { allCommands, COMMANDS, commandIn, commandNamed } from './commands.ts';
import { completions } from './completion.ts';
import { nearest, parseArguments } from './parse.ts';
import { printFailure, printReport, printTrace } from './print.ts';
import { tolerateBrokenStreams } from './streams.ts';
import { styleFor } from './terminal.ts';
import { withWhereabouts } from './whereabouts.ts';

/** The first argument of a call by the shell's completion; the words typed so far follow. */
const COMPLETE = '--cs-complete';

/** The command lines that failures name before the project is known. */
const LINES = commandLinesFor(undefined);

/** Runs one command line of `cs` or of one of the `cs-…` names, and sets the exit code. */
export async function runCli(program: string, argv: readonly string[]): Promise<void> {
  const asks = questionOf(program, argv);
  tolerateBrokenStreams(asks);
  try {
    await runCommandLine(program, argv, asks);
  } catch (error) {
    printFailure(unexpectedFailure(error), argv.includes('--json'), asks, LINES);
    if (isDebugging()) printTrace(error);
  }
}

/** The question of a command line: a check that fails must count as a blocked stop. */
function questionOf(program: string, argv: readonly string[]): CommandQuestion {
  const isCheck = argv.some((word) => word === '--check' || word.startsWith('--check='));
  return commandIn(program, argv).name === 'verify' && isCheck
    ? 'may-the-session-end'
    : 'anything-else';
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
  const { name, rest } = commandIn(program, argv);
  if (name === undefined || TOP_LEVEL_HELP.has(name)) return printReport(overview(), false);
  if (name === '--version') return printReport({ text: version, json: version }, false);
  const command = await commandNamed(name);
  if (command === undefined) {
    return printFailure(unknownCommand(name), argv.includes('--json'), 'anything-else', LINES);
  }
  await runCommand(command, program === 'cs' ? `cs ${name}` : program, rest, asks);
}

async function runCommand(
  command: Command,
  program: string,
  argv: readonly string[],
  asks: CommandQuestion,
): Promise<void> {
  const { asJson, parsed } = parseArguments(command, program, version, argv);
  if (!parsed.ok) return printFailure(parsed.failure, asJson, 'anything-else', LINES);
  if (parsed.value.kind === 'text') {
    return printReport({ text: parsed.value.text, json: parsed.value.text }, false);
  }
  const { args } = parsed.value;
  const environment = readEnvironment(args.text('project'));
  if (!environment.ok) return printFailure(environment.failure, asJson, asks, LINES);
  const { session } = environment.value;
  const activity = `${program}, session ${session?.id ?? 'none'}`;
  const suite = createSuite(environment.value, styleFor(environment.value), activity, NO_DEADLINE);
  const outcome = await command.run(args, suite, allCommands);
  if (outcome.ok) return printReport(outcome.value, asJson);
  const failure = withWhereabouts(outcome.failure, suite);
  printFailure(failure, asJson, 'anything-else', suite.commandLines);
}

const TOP_LEVEL_HELP = new Set(['--help', '-h', 'help']);

function overview(): { readonly text: string; readonly json: unknown } {
  const names = Object.entries(COMMANDS);
  const width = Math.max(...names.map(([name]) => name.length));
  const text = [
    'Usage: cs <command> [options]',
    '',
    'What a coding agent promised, what was proved of it, and whether its session may end.',
    '',
    'Commands:',
    ...names.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Each has its own help: cs <command> --help. `cs promise` can be called `cs-promise`, and so on.',
  ].join('\n');
  return { text, json: names.map(([name, { summary }]) => ({ name, summary })) };
}

function unknownCommand(name: string): Failure {
  const near = nearest(name, [...Object.keys(COMMANDS), '--help', '--version']);
  const help = 'Try: cs --help';
  return {
    kind: 'usage',
    message: name.startsWith('-') ? `Unknown option: ${name}` : `Unknown command: ${name}`,
    hint: near === undefined ? help : `Did you mean ${near}?\n${help}`,
  };
}
