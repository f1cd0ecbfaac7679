import { version } from '../../package.json' with { type: 'json' };
import { type Environment, readEnvironment } from '../adapters/environment.ts';
import type { Failure } from '../domain/failure.ts';
import { unexpectedFailure } from '../domain/unexpected.ts';
import { COMMANDS, type CommandName, commandIn, isCommandName } from './commands.ts';
import { completions } from './completion.ts';
import type { Question } from './exit.ts';
import { nearest, parseArguments } from './parse.ts';
import { printFailure, printReport, printTrace } from './print.ts';
import { tolerateBrokenStreams } from './streams.ts';
import { createSuite } from './suite.ts';
import { styleFor } from './terminal.ts';

/** What the shell's completion calls a command with, before the words typed so far. */
const COMPLETE = '--cs-complete';

/** Runs one command line of `cs` or of one of the `cs-…` names, and sets the exit code. */
export async function runCli(program: string, argv: readonly string[]): Promise<void> {
  const asks = questionOf(program, argv);
  tolerateBrokenStreams(asks);
  const environment = readEnvironment();
  if (!environment.ok) {
    printFailure(environment.failure, argv.includes('--json'), asks);
    return;
  }
  try {
    await runCommandLine(program, argv, environment.value);
  } catch (error) {
    printFailure(unexpectedFailure(error), argv.includes('--json'), asks);
    if (environment.value.debug) printTrace(error);
  }
}

/** What a command line asks: the check errs on the shut side, where it came to nothing. */
function questionOf(program: string, argv: readonly string[]): Question {
  const isCheck = argv.some((word) => word === '--check' || word.startsWith('--check='));
  return commandIn(program, argv).name === 'verify' && isCheck
    ? 'may-the-session-end'
    : 'anything-else';
}

async function runCommandLine(
  program: string,
  argv: readonly string[],
  environment: Environment,
): Promise<void> {
  if (argv[0] === COMPLETE) {
    const words = await completions(program, argv.slice(1), environment);
    return printReport({ text: words.join('\n'), json: words }, false);
  }
  const { name, rest } = commandIn(program, argv);
  if (name === undefined || TOP_LEVEL_HELP.has(name)) return printReport(overview(), false);
  if (name === '--version') return printReport({ text: version, json: version }, false);
  if (!isCommandName(name))
    return printFailure(unknownCommand(name), argv.includes('--json'), 'anything-else');
  await runCommand(name, program === 'cs' ? `cs ${name}` : program, rest, environment);
}

async function runCommand(
  name: CommandName,
  program: string,
  argv: readonly string[],
  environment: Environment,
): Promise<void> {
  const command = await COMMANDS[name].load();
  const { asJson, parsed } = parseArguments(command, program, version, argv);
  if (!parsed.ok) return printFailure(parsed.failure, asJson, 'anything-else');
  if (parsed.value.kind === 'text') {
    return printReport({ text: parsed.value.text, json: parsed.value.text }, false);
  }
  const activity = `${program}, session ${environment.session?.id ?? 'none'}`;
  const suite = createSuite(environment, styleFor(environment), activity);
  const outcome = await command.run(parsed.value.args, suite);
  if (outcome.ok) printReport(outcome.value, asJson);
  else printFailure(outcome.failure, asJson, 'anything-else');
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
