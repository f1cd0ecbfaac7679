import { version } from '../../package.json' with { type: 'json' };
import { isDebugging } from '../adapters/environment.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import { commandLinesFor, type Spelling, spellingOf } from '../report/command-lines.ts';
import type { CommandQuestion } from '../report/exit.ts';
import { type Command, mostWords } from './command.ts';
import { printedBy } from './command-call.ts';
import { allCommands, commandIn, commandNamed, isNoun, isWholeSuite } from './commands.ts';
import { completions } from './completion.ts';
import { environmentOfShell } from './environment.ts';
import { helpOf, helpOn, unknownCommand, wholeOverview } from './help.ts';
import { overview } from './overview.ts';
import { parseArguments } from './parse.ts';
import { print, printFailure, printReport, printTrace } from './print.ts';
import { tolerateBrokenStreams } from './streams.ts';
import { styleFor } from './terminal.ts';

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
  const { name, old, rest } = commandIn(program, argv);
  const isWhere = isWholeSuite(program) && isNoCommand(name);
  if (name === '--version' || name === '-V')
    return printReport({ text: version, json: version }, false);
  if (name !== undefined && isWholeSuite(program) && HELP.has(name)) {
    const about = rest.filter((word) => !word.startsWith('-')).join(' ');
    if (about !== '') return printHelp(about, program, asJson);
    const shown = rest.includes('--all') ? wholeOverview : overview;
    return printReport(await shown(program), asJson);
  }
  if (old !== undefined && !asJson) {
    const note = `${program} ${old} is ${program} ${name} now.\n`;
    surroundings().errors.stream().write(note);
  }
  const command = await commandNamed(isWhere ? 'status' : (name ?? ''));
  const typo = isWholeSuite(program) ? unknownWord(name ?? '', rest, command) : undefined;
  if (typo !== undefined) {
    const lines = commandLinesFor(undefined, spellingOf(program));
    return printFailure(unknownCommand(typo, program), asJson, asks, lines);
  }
  // A noun alone lists what stands under it.
  if (command === undefined) return printHelp(name ?? '', program, asJson);
  const called = isWholeSuite(program) && !isWhere ? `${program} ${name}` : program;
  const words = isWhere ? argv : rest;
  await runCommand(command, { called, spelling: spellingOf(program) }, words, asks);
}

/** A noun with a word that does not stand under it, where the noun itself takes none; undefined elsewhere. */
function unknownWord(
  noun: string,
  [word = '']: readonly string[],
  command: Command | undefined,
): string | undefined {
  const takesWords = command !== undefined && mostWords(command) > 0;
  return isNoun(noun) && !takesWords && /^[a-z]/.test(word) ? `${noun} ${word}` : undefined;
}

/** Whether a call names no command: `cs` alone is `cs status`. */
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
    const text = parsed.value.kind === 'help' ? await helpOf(command, called) : version;
    return printReport({ text, json: text }, false);
  }
  const { args } = parsed.value;
  const environment = environmentOfShell(args.text('project'));
  if (!environment.ok) return printFailure(environment.failure, asJson, asks, lines);
  const reader = { style: styleFor(environment.value), spelling };
  print(await printedBy(command, args, { called, asJson }, environment.value, reader, allCommands));
}
