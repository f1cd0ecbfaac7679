import { bin } from '../../package.json' with { type: 'json' };
import type { NamedCommand } from './command.ts';
import { dropInOf } from './command-names.ts';

/**
 * The rules by which Claude Code lets an agent call commands without asking its user: those of calls that have no
 * effect. A rule holds for every line with that beginning, so that of an action names the action as the first word.
 */
export function harmlessRules(commands: readonly NamedCommand[]): readonly string[] {
  return commands.flatMap(harmlessCalls).map((call) => `Bash(${call}:*)`);
}

/**
 * The rules that setting up offers: what changes nothing of the work, and runs nothing but checks that this user has
 * approved. An exact rule takes no further word; one with `:*` no redirection, substitution or second command.
 */
export const OFFERED_RULES: readonly string[] = [
  'Bash(cs check)',
  'Bash(cs verify --check)',
  'Bash(cs status:*)',
  'Bash(cs session ask:*)',
  'Bash(cs prove --standing)',
];

/** All rules that the suite may have written. */
export function ownRules(commands: readonly NamedCommand[]): readonly string[] {
  return [...new Set([...harmlessRules(commands), ...OFFERED_RULES])];
}

/** The beginnings of command lines that have no effect, in both spellings of a command that has two. */
export function harmlessCalls({ command, name }: NamedCommand): readonly string[] {
  const { effects, options } = command;
  const isWord = (action: string): boolean => !Object.hasOwn(options, action);
  const dropIn = dropInOf(name);
  const programs = [`cs ${name}`, ...(Object.hasOwn(bin, dropIn) ? [dropIn] : [])];
  const isOfEveryCall = Array.isArray(effects);
  const endings = isOfEveryCall
    ? effects.length === 0
      ? ['']
      : []
    : Object.entries(effects).flatMap(([action, ofAction]) =>
        ofAction.length === 0 ? [` ${isWord(action) ? '' : '--'}${action}`] : [],
      );
  return programs.flatMap((program) => endings.map((ending) => program + ending));
}
