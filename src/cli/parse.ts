import leven from 'leven';
import yargs, { type Options } from 'yargs';
import { type Result, success } from '../domain/base/result.ts';
import {
  type Arguments,
  argumentsOf,
  type Command,
  mostWords,
  type Option,
  optionsOf,
} from './command.ts';
import { usage } from './usage.ts';

/** A command line that was understood: its arguments, or what it asks for instead of running the command. */
type ParsedCommandLine =
  | { readonly kind: 'arguments'; readonly args: Arguments }
  | { readonly kind: 'help' | 'version' };

/** How yargs reads: every value is taken as typed, also one that begins with a dash; nothing is guessed. */
const READING = {
  'nargs-eats-options': true,
  'unknown-options-as-args': true,
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'greedy-arrays': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'short-option-groups': false,
  'strip-aliased': true,
} as const;

/** Most letters by which a word may differ from the one that is suggested for it. */
const MOST_TYPOS = 3;

/**
 * Reads a command line by a command's options. Fails with `usage` where it cannot be understood;
 * `asJson` tells even then whether the caller wants JSON.
 */
export function parseArguments(
  ownCommand: Command,
  program: string,
  argv: readonly string[],
): { readonly asJson: boolean; readonly parsed: Result<ParsedCommandLine> } {
  const command = { ...ownCommand, options: optionsOf(ownCommand) };
  let complaint: string | undefined;
  let found: Readonly<Record<string, unknown>> = {};
  const { line, rest } = splitRest(command, withEmptyValues(command, argv));
  const parser = yargs()
    .scriptName(program)
    .locale('en')
    .parserConfiguration(READING)
    .options(yargsOptions(command))
    // What they print is the suite's own: see help.ts.
    .help('help')
    .alias('help', 'h')
    .version('version', '', '')
    .exitProcess(false)
    .fail((message, error) => {
      complaint = message || error?.message || 'The command line cannot be parsed';
    });
  parser.parse([...line], (_error: unknown, args: Record<string, unknown>) => {
    found = args;
  });
  const asJson = found['json'] === true;
  const empty = emptyByHand(command, argv);
  if (empty !== undefined) return { asJson, parsed: refusal(needsValue(`--${empty}`), program) };
  if (complaint !== undefined) {
    return { asJson, parsed: refusal(plainComplaint(complaint, command), program) };
  }
  if (found['help'] === true) return { asJson, parsed: success({ kind: 'help' }) };
  if (found['version'] === true) return { asJson, parsed: success({ kind: 'version' }) };
  return { asJson, parsed: readFound(command, program, found, line, rest) };
}

/** Splits off the command line behind `--`, where no option of this one is looked for. Elsewhere `--` is a value. */
function splitRest(
  { restAfter }: Command,
  argv: readonly string[],
): { readonly line: readonly string[]; readonly rest: readonly string[] } {
  const after =
    restAfter === undefined ? -1 : restAfter === '' ? 0 : argv.indexOf(`--${restAfter}`);
  const at = after < 0 ? -1 : argv.indexOf('--', after);
  return at < 0 ? { line: argv, rest: [] } : { line: argv.slice(0, at), rest: argv.slice(at + 1) };
}

/**
 * `--create --from <file>`, `--create "Title" --start`: gives an empty value to an option that needs none before the
 * next option, or behind another one.
 */
function withEmptyValues({ options }: Command, argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    const { emptyBefore, emptyBehind } = options[word.replace(/^--/, '')] ?? {};
    if (!word.startsWith('--')) return [word];
    const next = argv[index + 1];
    const isBefore =
      emptyBefore !== undefined && next !== undefined && nameIn(next) === `--${emptyBefore}`;
    const isBehind =
      emptyBehind !== undefined &&
      (next === undefined || next.startsWith('-')) &&
      argv.slice(0, index).some((one) => nameIn(one) === `--${emptyBehind}`);
    return isBefore || isBehind ? [word, ''] : [word];
  });
}

/** The option of a word, without the value that it may hold. */
const nameIn = (word: string): string => word.split('=', 1)[0] ?? word;

/**
 * The option that may stand without a value behind another one, and was typed with an empty value. Permission rules
 * match how a command line begins, so `--start "" --create` must not mean what `--create --start` means.
 */
function emptyByHand({ options }: Command, argv: readonly string[]): string | undefined {
  return Object.keys(options).find(
    (name) =>
      options[name]?.emptyBehind !== undefined &&
      argv.some(
        (word, index) => word === `--${name}=` || (word === `--${name}` && argv[index + 1] === ''),
      ),
  );
}

function yargsOptions(command: Command): Record<string, Options> {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, { takes, summary, alias }]) => [
      name,
      {
        describe: summary,
        ...(alias === undefined ? {} : { alias }),
        ...(takes === 'nothing'
          ? { type: 'boolean' as const }
          : { type: 'string' as const, nargs: takes === 'word-and-text' ? 2 : 1 }),
      },
    ]),
  );
}

function readFound(
  command: Command,
  program: string,
  found: Readonly<Record<string, unknown>>,
  argv: readonly string[],
  rest: readonly string[],
): Result<ParsedCommandLine> {
  const names = Object.keys(command.options);
  const extra = Object.keys(found).find(
    (key) => !['_', '$0', 'help', 'version', ...names].includes(key),
  );
  if (extra !== undefined) {
    const typed = argv.find((word) => word.replace(/^-+|=.*$/gs, '') === extra);
    return unknownOption(typed ?? `--${extra}`, names, program);
  }

  const valued = argv.find((word) => isSwitchWithValue(word, command));
  if (valued !== undefined) {
    return refusal(`Option ${valued.split('=', 1)[0]} takes true, false or no value`, program);
  }

  const values = new Map<string, readonly string[]>();
  for (const [name, option] of Object.entries(command.options)) {
    const given = valuesOf(found[name]);
    const fault = valueFault(name, option, given, names);
    if (fault !== undefined) return refusal(fault, program);
    if (given.length > 0) values.set(name, given);
  }
  const loose = Array.isArray(found['_']) ? found['_'].map(String) : [];
  const most = mostWords(command);
  const positionals = loose.slice(0, most);
  const stray = positionals.find((word) => word.startsWith('-')) ?? loose[most];
  if (stray?.startsWith('-')) return unknownOption(stray, names, program);
  if (stray !== undefined) {
    return refusal(`Unexpected argument: ${stray}`, program, 'Quote values that contain spaces.');
  }
  return success({ kind: 'arguments', args: argumentsOf(values, positionals, rest) });
}

/** Whether a word is a switch with a value that is neither true nor false, such as `--judge=1`. */
function isSwitchWithValue(word: string, { options }: Command): boolean {
  const [, name, value] = /^--([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined) return false;
  return options[name]?.takes === 'nothing' && value !== 'true' && value !== 'false';
}

function valuesOf(value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function valueFault(
  name: string,
  { takes }: Option,
  values: readonly string[],
  names: readonly string[],
): string | undefined {
  const most = takes === 'texts' ? Number.POSITIVE_INFINITY : takes === 'word-and-text' ? 2 : 1;
  if (takes !== 'nothing' && values.length > most) return `Option --${name} was given twice`;
  const [word] = values;
  const isWord = takes === 'word' || takes === 'word-and-text';
  if (isWord && word !== undefined && names.some((other) => word === `--${other}`)) {
    return needsValue(`--${name}`);
  }
  return undefined;
}

function unknownOption(typed: string, names: readonly string[], program: string): Result<never> {
  const name = typed.split('=', 1)[0] ?? typed;
  const near = nearest(
    name,
    [...names, 'help', 'version'].map((known) => `--${known}`),
  );
  return refusal(`Unknown option: ${name}`, program, near && `Did you mean ${near}?`);
}

/** The known word that is nearest to a misspelt one; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const letters = word.replace(/^-+/, '').length;
  const most = Math.min(MOST_TYPOS, Math.ceil(letters / 2));
  const ranked = known
    .map((candidate) => ({ candidate, distance: leven(word, candidate) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

function refusal(message: string, program: string, hint?: string): Result<never> {
  const help = `Try: ${program} --help`;
  return usage(message, hint === undefined ? help : `${hint}\n${help}`);
}

/** yargs' complaint about a missing value, in the suite's words. */
function plainComplaint(complaint: string, { options }: Command): string {
  const [, typed] = /^Not enough arguments following: (\S+)$/.exec(complaint) ?? [];
  if (typed === undefined) return complaint;
  const [name] = Object.entries(options).find(([, { alias }]) => alias === typed) ?? [];
  return needsValue(name === undefined ? `--${typed}` : `-${typed} (--${name})`);
}

/** `option`: as it is typed. */
function needsValue(option: string): string {
  return `Option ${option} needs a value`;
}
