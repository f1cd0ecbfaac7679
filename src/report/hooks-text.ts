import { unguarded } from '../domain/host/guarded-command.ts';
import type { HookChange, InstalledHook } from '../domain/host/hook-settings.ts';
import type { RuleChange } from '../domain/host/permission-rules.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

const MARKS: Readonly<Record<HookChange['change'], string>> = {
  added: 'ADDED',
  replaced: 'REPLACED',
  kept: 'UNCHANGED',
  removed: 'REMOVED',
};

/** One line per hook of a plan. */
export function changeLine({ change, command, event, timeout }: HookChange, style: Style): string {
  const mark = `[${MARKS[change]}]`;
  const shown = change === 'kept' ? style.dim(mark) : style.good(mark);
  return `${shown} ${oneLine(event)}: ${lineOf(command)}${seconds(timeout)}`;
}

/** One line per permission rule of a plan. */
export function ruleLine({ change, rule }: RuleChange, style: Style): string {
  const mark = `[${MARKS[change]}]`;
  return `${change === 'kept' ? style.dim(mark) : style.good(mark)} allow: ${oneLine(rule)}`;
}

/** One line per hook that is installed. */
export function hookLine({ command, event, matcher, timeout }: InstalledHook): string {
  const some = matcher === undefined ? '' : ` [only ${oneLine(matcher)}]`;
  return `  ${oneLine(event)}${some}: ${lineOf(command)}${seconds(timeout)}`;
}

/** A guard is a line of its own kind, and far longer than what it guards: it is named. */
function lineOf(command: string): string {
  const plain = unguarded(command);
  return plain === undefined ? oneLine(command) : `${oneLine(plain)}  [guarded]`;
}

function seconds(timeout: InstalledHook['timeout'] | null): string {
  if (timeout == null) return '';
  return timeout === 'invalid' ? '  (timeout: not a number of seconds)' : `  (${timeout} s)`;
}

/** A hook as data. */
export function hookJson({ command, event, matcher, timeout }: InstalledHook): object {
  return { event, command, timeout: timeout ?? null, matcher: matcher ?? null };
}
