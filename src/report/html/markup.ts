import { asShown } from '../../domain/base/hidden-characters.ts';

/** Markup that may stand in a page as it is. Only this module makes it, of parts that it escaped. */
export interface Markup {
  readonly markup: string;
}

/** What can be put between tags or into an attribute in double quotes. */
export type Part = string | number | Markup | readonly Part[] | undefined | null;

/** Markup of a template: texts and numbers are escaped, markup and lists of it are not. Nothing stands for undefined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0] ?? '';
  for (const [index, part] of parts.entries()) {
    markup += textOf(part) + (strings[index + 1] ?? '');
  }
  return { markup };
}

/** Markup of a text that this project wrote itself, such as a style sheet: it is not escaped. */
export function ownMarkup(markup: string): Markup {
  return { markup };
}

function textOf(part: Part): string {
  if (part === undefined || part === null) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escaped(part);
  return 'markup' in part ? part.markup : part.map(textOf).join('');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** A text that is one in any place where a template may put it. What a reader would not see is written out. */
function escaped(text: string): string {
  return asShown(text).replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}
