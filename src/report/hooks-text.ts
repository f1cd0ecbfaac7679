import { plainestLine, unguarded } from '../domain/host/guarded-command.ts';
import type { HookFormat } from '../domain/host/hook-format.ts';
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
export function changeLine(
  { change, command, event, timeout }: HookChange,
  style: Style,
  format: Pick<HookFormat, 'unitMs'>,
): string {
  const mark = `[${MARKS[change]}]`;
  const shown = change === 'kept' ? style.dim(mark) : style.good(mark);
  return `${shown} ${oneLine(event)}: ${lineOf(command)}${timeText(timeout, format)}`;
}

/** One line per permission rule of a plan. */
export function ruleLine({ change, rule }: RuleChange, style: Style): string {
  const mark = `[${MARKS[change]}]`;
  return `${change === 'kept' ? style.dim(mark) : style.good(mark)} allow: ${oneLine(rule)}`;
}

/** One line per hook that is installed. */
export function hookLine(
  { command, event, matcher, timeout }: InstalledHook,
  format: Pick<HookFormat, 'unitMs'>,
): string {
  const some = matcher === undefined ? '' : ` [only ${oneLine(matcher)}]`;
  return `  ${oneLine(event)}${some}: ${lineOf(command)}${timeText(timeout, format)}`;
}

/** A guard is a line of its own kind, and far longer than what it guards: it is named. */
function lineOf(command: string): string {
  const mark = unguarded(command) === undefined ? '' : '  [guarded]';
  return `${oneLine(plainestLine(command))}${mark}`;
}

function timeText(
  timeout: InstalledHook['timeout'] | null,
  { unitMs }: Pick<HookFormat, 'unitMs'>,
): string {
  if (timeout == null) return '';
  const [unit, units] = unitMs === 1 ? ['ms', 'milliseconds'] : ['s', 'seconds'];
  return timeout === 'invalid' ? `  (timeout: not a number of ${units})` : `  (${timeout} ${unit})`;
}

/** A hook as data. */
export function hookJson({ command, event, matcher, timeout }: InstalledHook): object {
  return { event, command, timeout: timeout ?? null, matcher: matcher ?? null };
}
