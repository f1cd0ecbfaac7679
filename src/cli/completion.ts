import { NO_DEADLINE } from '../adapters/bounded-files.ts';
import { isFolder } from '../adapters/quiet-looks.ts';
import { fromCurrentFolder } from '../adapters/surroundings.ts';
import { isSafeId } from '../domain/base/identifier.ts';
import { criteriaOf, isMetWithEvidence } from '../domain/promise/promise.ts';
import type { Files } from '../ports.ts';
import { plainStyle } from '../report/style.ts';
import { createSuite, type Reader, type Suite } from '../suite.ts';
import { type Command, type Completes, type Option, optionsOf } from './command.ts';
import { headingOf } from './command-names.ts';
import { COMMANDS, commandIn, commandNamed, isWholeSuite } from './commands.ts';
import { environmentOfShell } from './environment.ts';

/** The words that a shell is offered have no colours. */
const READER: Reader = { style: plainStyle, spelling: 'cs' };

/**
 * The words that the shell offers after the words typed so far, the last of them unfinished: commands,
 * options, and the ids of existing promises and criteria.
 */
export async function completions(
  program: string,
  typed: readonly string[],
): Promise<readonly string[]> {
  const current = typed.at(-1)?.replace(EMPTY, '') ?? '';
  const words = [...typed.slice(0, -1), ...(typed.length === 0 ? [] : [current])];
  const { name, rest } = commandIn(program, words);
  const named = isWholeSuite(program) ? offeredNames(words.slice(0, -1)) : [];
  const candidates =
    words.length <= 1 && isWholeSuite(program)
      ? named
      : [...named, ...(await candidatesFor(name, rest))];
  return candidates.filter((candidate) => candidate.startsWith(current));
}

/** How PowerShell is made to hand over a word without letters, which it drops. */
const EMPTY = /^""$/;

/** The words that can stand behind these in the name of a command: the first, or what stands under a noun. */
function offeredNames(before: readonly string[]): readonly string[] {
  const names = Object.keys(COMMANDS).filter((name) => headingOf(name) !== undefined);
  const words = names.map((name) => name.split(' '));
  const found = words.filter((parts) => before.every((word, index) => parts[index] === word));
  return [...new Set(found.flatMap((parts) => parts[before.length] ?? []))];
}

async function candidatesFor(
  name: string | undefined,
  words: readonly string[],
): Promise<readonly string[]> {
  const command = name === undefined ? undefined : await commandNamed(name);
  if (command === undefined) return [];
  const known = optionsOf(command);
  const environment = environmentOfShell(projectIn(words, known));
  if (!environment.ok) return [];
  const suite = createSuite(environment.value, READER, 'completion', NO_DEADLINE);
  const pending = optionNamed(words.at(-2), known)?.option;
  if (pending !== undefined && pending.takes !== 'nothing') {
    return valuesFor(pending.completes, words, suite);
  }
  const options = Object.keys(known).map((option) => `--${option}`);
  const loose = await valuesFor(looseWord(command, words), words, suite);
  return [...loose, ...options, '--help'];
}

/** What the word that is being typed can name where it is no option: first the promise, then criteria of it. */
function looseWord(
  { positional, subject }: Command,
  words: readonly string[],
): Completes | undefined {
  if (words.some((word) => word.startsWith('-'))) return undefined;
  const completes = positional?.completes;
  if (typeof completes === 'function') return completes(words.slice(0, -1));
  if (words.length === 1) return subject === undefined ? completes : 'promise';
  return subject === undefined || subject.names === 'promise' ? undefined : 'criterion';
}

/** The option that a word names, by its name or its letter. */
function optionNamed(
  word: string | undefined,
  options: Command['options'],
): { readonly name: string; readonly option: Option } | undefined {
  for (const [name, option] of Object.entries(options)) {
    if (word === `--${name}` || (option.alias !== undefined && word === `-${option.alias}`)) {
      return { name, option };
    }
  }
  return undefined;
}

/** The project that the words typed so far name; the last word is unfinished. */
function projectIn(words: readonly string[], options: Command['options']): string | undefined {
  const at = words.findIndex((word) => optionNamed(word, options)?.name === 'project');
  return at < 0 ? undefined : words.slice(0, -1)[at + 1];
}

async function valuesFor(
  completes: Completes | undefined,
  words: readonly string[],
  { files, promises }: Suite,
): Promise<readonly string[]> {
  if (completes === undefined) return [];
  if (typeof completes !== 'string') return completes;
  if (completes === 'folder') return foldersBeginning(words.at(-1) ?? '', files);
  const listing = await promises.listActive();
  const active = listing.ok ? listing.value.promises : [];
  if (completes === 'promise') return active.map(({ id }) => id);
  return active
    .filter(({ id }) => words.includes(id))
    .flatMap(({ promise }) => criteriaOf(promise).filter((ac) => !isMetWithEvidence(ac)))
    .map((criterion) => criterion.id)
    .filter(isSafeId);
}

/** A path that no shell takes for anything else. */
const PLAIN_PATH = /^[A-Za-z0-9_./:@%+=,-]+$/;

/** The folders whose paths begin as what was typed; hidden ones only where that says so. */
function foldersBeginning(typed: string, files: Files): readonly string[] {
  const [, above = '', begun = ''] = /^(.*\/)?([^/]*)$/s.exec(typed) ?? [];
  const listing = files.list(fromCurrentFolder(above));
  if (!('names' in listing)) return [];
  return listing.names
    .filter((name) => name.startsWith(begun) && name.startsWith('.') === begun.startsWith('.'))
    .map((name) => above + name)
    .filter((path) => PLAIN_PATH.test(path) && isFolder(fromCurrentFolder(path)));
}
