import type { HookChange, InstalledHook } from '../domain/host/hook-settings.ts';
import type { RuleChange } from '../domain/host/permission-rules.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

const MARKS: Readonly<Record<HookChange['change'], string>> = {
  added: 'ADDED',
  replaced: 'REPLACED',
  kept: 'THERE',
  removed: 'REMOVED',
};

/** One line per hook of a plan. */
export function changeLine({ change, command, event, timeout }: HookChange, style: Style): string {
  const mark = `[${MARKS[change]}]`;
  const shown = change === 'kept' ? style.dim(mark) : style.good(mark);
  return `${shown} ${oneLine(event)}: ${oneLine(command)}${seconds(timeout)}`;
}

/** One line per permission rule of a plan. */
export function ruleLine({ change, rule }: RuleChange, style: Style): string {
  const mark = `[${MARKS[change]}]`;
  return `${change === 'kept' ? style.dim(mark) : style.good(mark)} allow: ${oneLine(rule)}`;
}

/** One line per hook that is installed. */
export function hookLine({ command, event, matcher, timeout }: InstalledHook): string {
  const some = matcher === undefined ? '' : ` [only ${oneLine(matcher)}]`;
  return `  ${oneLine(event)}${some}: ${oneLine(command)}${seconds(timeout)}`;
}

function seconds(timeout: InstalledHook['timeout'] | null): string {
  if (timeout == null) return '';
  return timeout === 'invalid' ? '  (timeout: no number of seconds)' : `  (${timeout} s)`;
}

/** A hook as data. */
export function hookJson({ command, event, matcher, timeout }: InstalledHook): object {
  return { event, command, timeout: timeout ?? null, matcher: matcher ?? null };
}
