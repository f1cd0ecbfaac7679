import { canonicalText } from '../base/canonical.ts';
import { isObject } from '../base/document.ts';
import { globFault } from '../base/glob.ts';
import { CHECK_TIMEOUT_RANGE } from '../promise/check.ts';

/** A line for the shell, or a program with its arguments, which no shell sees. */
export type CommandWords = string | readonly string[];

/** A command of the project that must pass on the files as they are, whoever works. */
export interface StandingCheck {
  readonly run: CommandWords;
  /** Globs of the files that it depends on; without: all files of the checkout. */
  readonly inputs?: readonly string[];
  readonly timeoutMs?: number;
}

/** An entry of `checks.always`, as it is written: the command alone, or with what it depends on. */
export type StandingEntry = CommandWords | StandingCheck;

/** Most commands of a list, most globs of one, and the longest line or word in characters: a script holds more. */
export const STANDING_RANGE = { most: 50, mostInputs: 100, longest: 4000 } as const;

/** The standing checks that a list means. */
export function standingChecksOf(entries: readonly StandingEntry[]): readonly StandingCheck[] {
  return entries.map((entry) => (isWords(entry) ? { run: entry } : entry));
}

/** The standing checks that sessions are held to, or their users told of; none where that is off. */
export function standingAsked({
  checks,
  stopGate,
}: {
  readonly checks: { readonly always: readonly StandingCheck[] };
  readonly stopGate: { readonly standing: 'off' | 'tell' | 'block' };
}): readonly StandingCheck[] {
  return stopGate.standing === 'off' ? [] : checks.always;
}

/** The text that stands for a check: one of which it differs is another check. */
export function standingText({ inputs, run, timeoutMs }: StandingCheck): string {
  return canonicalText([run, inputs ?? null, timeoutMs ?? null]);
}

/** The command of a check on one line, for people. */
export function standingCommand({ run }: StandingCheck): string {
  return typeof run === 'string' ? run : run.join(' ');
}

/** Several lists as one: a command that is asked for without `inputs` is not asked for with some as well. */
export function mergedEntries(
  lists: readonly (readonly StandingEntry[])[],
): readonly StandingEntry[] {
  const entries = lists.flat();
  const whole = new Set(
    standingChecksOf(entries).flatMap(({ inputs, run }) => (inputs ? [] : [canonicalText(run)])),
  );
  const needed = entries.filter(
    (entry) => isWords(entry) || entry.inputs === undefined || !whole.has(canonicalText(entry.run)),
  );
  return [...new Map(needed.map((entry) => [canonicalText(entry), entry])).values()];
}

/** Whether a value is a list of standing checks, each of which could be run. */
export function isStandingList(value: unknown): value is readonly StandingEntry[] {
  return Array.isArray(value) && value.length <= STANDING_RANGE.most && value.every(isEntry);
}

function isEntry(value: unknown): value is StandingEntry {
  if (!isObject(value)) return isCommand(value);
  const { inputs, run, timeoutMs, ...others } = value;
  return (
    isCommand(run) &&
    (inputs === undefined || isInputs(inputs)) &&
    (timeoutMs === undefined || isTimeout(timeoutMs)) &&
    Object.keys(others).length === 0
  );
}

function isWords(entry: StandingEntry): entry is CommandWords {
  return typeof entry === 'string' || Array.isArray(entry);
}

/** Whether a value is a command that could be run. */
export function isCommand(value: unknown): value is CommandWords {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  return words.every(isCommandWord) && /\S/.test(words[0] ?? '');
}

function isCommandWord(word: unknown): word is string {
  return typeof word === 'string' && word.length <= STANDING_RANGE.longest && !word.includes('\0');
}

/** At least one glob takes files, so that no check depends on nothing. */
function isInputs(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= STANDING_RANGE.mostInputs &&
    value.every((glob) => typeof glob === 'string' && globFault(glob) === undefined) &&
    value.some((glob) => !glob.startsWith('!'))
  );
}

function isTimeout(value: unknown): boolean {
  const { least, most } = CHECK_TIMEOUT_RANGE;
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
