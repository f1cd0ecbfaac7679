import type { Environment } from '../adapters/environment.ts';
import { isSafeId } from '../domain/identifier.ts';
import { criteriaOf, isMet } from '../domain/promise.ts';
import { plainStyle } from '../report/style.ts';
import type { Completes } from './command.ts';
import { COMMANDS, commandIn, isCommandName } from './commands.ts';
import { createSuite, type Suite } from './suite.ts';

/**
 * What the shell offers after the words typed so far, the last of them unfinished: commands,
 * options, and the ids of promises and criteria that are there.
 */
export async function completions(
  program: string,
  words: readonly string[],
  environment: Environment,
): Promise<readonly string[]> {
  const current = words.at(-1) ?? '';
  const { name, rest } = commandIn(program, words);
  const isChoosingCommand = program === 'cs' && words.length <= 1;
  const candidates = isChoosingCommand
    ? Object.keys(COMMANDS)
    : await candidatesFor(name, rest, environment);
  return candidates.filter((candidate) => candidate.startsWith(current));
}

async function candidatesFor(
  name: string | undefined,
  words: readonly string[],
  environment: Environment,
): Promise<readonly string[]> {
  if (name === undefined || !isCommandName(name)) return [];
  const command = await COMMANDS[name].load();
  const suite = createSuite(environment, plainStyle, 'completion');
  const before = words.at(-2);
  const pending = before?.startsWith('--') ? command.options[before.slice(2)] : undefined;
  if (pending !== undefined && pending.takes !== 'nothing') {
    return valuesFor(pending.completes, words, suite);
  }
  const options = Object.keys(command.options).map((option) => `--${option}`);
  const isFirst = words.length === 1 && !(words[0] ?? '').startsWith('-');
  const positional = isFirst ? await valuesFor(command.positional?.completes, words, suite) : [];
  return [...positional, ...options, '--help'];
}

async function valuesFor(
  completes: Completes | undefined,
  words: readonly string[],
  { promises }: Suite,
): Promise<readonly string[]> {
  if (completes === undefined) return [];
  if (typeof completes !== 'string') return completes;
  const listing = await promises.listActive();
  const active = listing.ok ? listing.value.promises : [];
  if (completes === 'promise') return active.map(({ id }) => id);
  return active
    .filter(({ id }) => words.includes(id))
    .flatMap(({ promise }) => criteriaOf(promise).filter((ac) => !isMet(ac)))
    .map((criterion) => criterion.id)
    .filter(isSafeId);
}
