import { parseArgs } from 'node:util';
import { type Arguments, argumentsOf, type Command, mostWords, optionsOf } from './command.ts';

/** The options that a plain line may have, by their names. */
export type PlainOptions = Readonly<
  Record<string, Pick<Command['options'][string], 'takes' | 'alias'>>
>;

/**
 * The one reader of the small lanes: the arguments of a line in which every word is plain. Each option is given once, and
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
    if (token.kind === 'option-terminator' || token.value === '') return undefined;
    if (token.kind === 'positional') positionals.push(token.value);
    else {
      const { index, inlineValue = false, name, value = 'true' } = token;
      const isTold = token.value === undefined && /^(?:true|false)$/.test(words[index + 1] ?? '');
      if (isTold || inlineValue || values.has(name)) return undefined;
      values.set(name, [value]);
    }
  }
  const isPlain = positionals.length <= most && !positionals.includes('-');
  return isPlain ? argumentsOf(values, positionals, []) : undefined;
}

/** The arguments of a command's plain line. */
export function plainArguments(command: Command, words: readonly string[]): Arguments | undefined {
  return plainLine(optionsOf(command), words, mostWords(command));
}

/** What the words are; the sign that they end where they are none that these options allow. */
function tokensOf(options: PlainOptions, words: readonly string[]) {
  if (words.length === 0) return [];
  const single = Object.entries(options).filter(([, { takes }]) => takes !== 'word-and-text');
  const types = single.map(([name, { alias, takes }]) => {
    const type = takes === 'nothing' ? ('boolean' as const) : ('string' as const);
    return [name, alias === undefined ? { type } : { type, short: alias }];
  });
  const config = { args: [...words], options: Object.fromEntries(types), tokens: true } as const;
  try {
    return parseArgs({ ...config, allowPositionals: true }).tokens;
  } catch {
    return [{ kind: 'option-terminator', index: 0 }] as const;
  }
}
