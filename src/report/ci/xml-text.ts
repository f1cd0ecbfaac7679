import { printable } from '../printable.ts';

/** Text from outside in XML 1.0, which cannot hold most controls: they are written out. */

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// What no document may hold, beside the controls and halves of pairs that are written out before.
const NO_CHARACTER = /[\ufffe\uffff]/g;

/** As the content of an element. */
export function xmlText(text: string): string {
  return printable(text)
    .replace(NO_CHARACTER, '\ufffd')
    .replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
}

/** An attribute with its name. Line ends in it would become spaces. */
function xmlAttribute(name: string, value: string | number): string {
  return `${name}="${xmlText(String(value)).replaceAll('\n', '&#10;')}"`;
}

/** An element; one without content closes itself. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const opening = [
    name,
    ...Object.entries(attributes).map(([key, value]) => xmlAttribute(key, value)),
  ];
  return content.length === 0
    ? `<${opening.join(' ')}/>`
    : `<${opening.join(' ')}>${content.join('\n')}</${name}>`;
}
