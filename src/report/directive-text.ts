import type { Directive } from '../domain/session/directive.ts';
import type { CommandLines } from './command-lines.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** `D-1 [initial-request] Sign-in works`, with a mark where it was retired. */
export function directiveLine({ id, status, text, type }: Directive, style: Style): string {
  const mark = status === 'retired' ? ` ${style.dim('(retired)')}` : '';
  return `${style.bold(oneLine(id))} [${type}]${mark} ${indented(text, 4)}`;
}

export function directivesText(
  directives: readonly Directive[],
  style: Style,
  lines: CommandLines,
): string {
  if (directives.length === 0) {
    return `No directives. To add one: ${lines.of('cs session directive --add "[what was asked]"')}`;
  }
  return directives.map((directive) => directiveLine(directive, style)).join('\n');
}
