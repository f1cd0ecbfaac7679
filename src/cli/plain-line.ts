import { parseArgs } from 'node:util';
import { type Arguments, argumentsOf, type Command, type Option, optionsOf } from './command.ts';

/** The options that a plain line may have, by their names. */
export type PlainOptions = Readonly<
  Record<string, Pick<Option, 'takes' | 'alias' | 'emptyBefore' | 'emptyBehind'>>
>;

/**
 * The one reader of the small lanes: the arguments of a line in which every word is plain. Its options are given once, and
 * each value is a word of its own that is not empty and does not begin with a dash. Undefined for any other line, which
 * `parse.ts` reads: it knows the rest, and loads for longer than the usual command runs. Both read a plain line alike.
 * `most`: how many words may be no options.
 */
export function plainLine(
  options: PlainOptions,
  words: readonly string[],
  most = 0,
): Arguments | undefined {
  const values = new Map<string, readonly string[]>();
  const positionals: string[] = [];
  for (const token of tokensOf(options, words)) {
    if (token.kind === 'option-terminator') return undefined;
    if (token.kind === 'positional') {
      if (!isPlain(token.value)) return undefined;
      positionals.push(token.value);
      continue;
    }
    const { index, inlineValue = false, name, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined || values.has(name) || inlineValue) return undefined;
    if (option.emptyBefore !== undefined || option.emptyBehind !== undefined) return undefined;
    if (option.takes === 'nothing' && /^(?:true|false)$/.test(words[index + 1] ?? ''))
      return undefined;
    if (option.takes === 'word-and-text') return undefined;
    if (option.takes !== 'nothing' && !isPlain(value)) return undefined;
    values.set(name, [value ?? 'true']);
  }
  return positionals.length > most ? undefined : argumentsOf(values, positionals, []);
}

/** The arguments of a command's plain line. */
export function plainArguments(command: Command, words: readonly string[]): Arguments | undefined {
  return plainLine(optionsOf(command), words, mostWords(command));
}

/** How many words may stand behind a command that are no options. */
function mostWords({ positional, subject }: Command): number {
  if (subject !== undefined || positional?.isSeveral === true) return Number.POSITIVE_INFINITY;
  return positional === undefined ? 0 : 1;
}

function tokensOf(options: PlainOptions, words: readonly string[]) {
  if (words.length === 0) return [];
  const types = Object.entries(options).map(([name, { alias, takes }]) => [
    name,
    {
      type: takes === 'nothing' ? ('boolean' as const) : ('string' as const),
      ...(alias === undefined ? {} : { short: alias }),
    },
  ]);
  const config = { args: [...words], options: Object.fromEntries(types), strict: false };
  return parseArgs({ ...config, tokens: true, allowPositionals: true }).tokens;
}

/** Whether a word can be nothing but a value or an argument. */
function isPlain(word: string | undefined): word is string {
  return word !== undefined && word !== '' && !word.startsWith('-');
}
