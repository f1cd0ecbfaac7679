import { type Arguments, argumentsOf, type Command, optionsOf } from './command.ts';

/**
 * The arguments of a command line in which every word is plain: options by their whole names, each given once and
 * each value in a word of its own that is not empty and does not begin with a dash. Undefined for any other, which
 * `parse.ts` reads: it knows the rest, and loads for longer than the usual command runs. Both read a plain line alike.
 */
export function plainArguments(command: Command, argv: readonly string[]): Arguments | undefined {
  const options = optionsOf(command);
  const values = new Map<string, readonly string[]>();
  const positionals: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (isValue(word)) {
      positionals.push(word);
      continue;
    }
    const name = word.slice('--'.length);
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!word.startsWith('--') || option === undefined || values.has(name)) return undefined;
    if (option.emptyBefore !== undefined || option.emptyBehind !== undefined) return undefined;
    if (option.takes === 'nothing') {
      if (/^(?:true|false)$/.test(argv[at + 1] ?? '')) return undefined;
      values.set(name, ['true']);
      continue;
    }
    at += 1;
    const value = argv[at] ?? '';
    if (option.takes === 'word-and-text' || !isValue(value)) return undefined;
    values.set(name, [value]);
  }
  return positionals.length > mostWords(command) ? undefined : argumentsOf(values, positionals, []);
}

/** How many words may stand behind a command that are no options. */
function mostWords({ positional, subject }: Command): number {
  if (subject !== undefined || positional?.isSeveral === true) return Number.POSITIVE_INFINITY;
  return positional === undefined ? 0 : 1;
}

/** Whether a word can be nothing but a value or an argument. */
function isValue(word: string): boolean {
  return word !== '' && !word.startsWith('-');
}
