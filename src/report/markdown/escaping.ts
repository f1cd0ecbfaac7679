import { asShown } from '../../domain/base/hidden-characters.ts';

/**
 * Text from outside in Markdown as GitHub and GitLab show it. It must not become markup, close what stands around it,
 * notify a person, or tie itself to an issue: those look for names and numbers in the text that a reader would see, so
 * a backslash or an entity alone does not hold them off. Entities are used throughout, since backslashes show inside of HTML.
 */

/** Stands between the sign and the name of what would become a link; it is not shown. */
const BREAK = '&#8203;';

// What begins or ends markup anywhere in a line. An underscore inside of a word is plain.
const MARKUP = /[&<>"`*[\]|\\~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** What would be markup at the beginning of a block: headings, lists, rules and numbers. */
const AT_THE_START = /^(?:[#+=-]|\d{1,9}(?=[.)](?:\s|$)))/;

/** One line of text in Markdown: inside of a paragraph, a list item, a table's cell, a heading or a `<summary>`. */
export function inline(text: string): string {
  return entities(line(text))
    .replace(/@/g, `@${BREAK}`)
    .replace(/(?<!&)#(?=\d)/g, `#${BREAK}`)
    .replace(/([!%])(?=\d)/g, `$1${BREAK}`)
    .replace(/\bGH-(?=\d)/gi, `GH-${BREAK}`)
    .replace(/:(?=[\w+-]{1,40}:)/g, `:${BREAK}`)
    .replace(/(:|&#58;)(?=\/\/)/g, `&#58;${BREAK}`)
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}${BREAK}.`)
    .replace(AT_THE_START, startOf);
}

/**
 * One line of text as code, which can be copied as it stands. Backquotes do not do in a table, where a line in them
 * ends at the first pipe.
 */
export function code(text: string): string {
  const shown = entities(line(text))
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/\bw(?=ww\.)/gi, (start) => `&#${start.charCodeAt(0)};`);
  return shown === '' ? '' : `<code>${shown}</code>`;
}

/** A line of text that leads somewhere; as code where there is no address. `url`: of this project's own making. */
export function linked(text: string, url: string | undefined): string {
  return url === undefined ? code(text) : `[${inline(text)}](${url})`;
}

/** Lines of text as they stand. No text can close the fence: it is longer than any row of backquotes in it. */
export function fenced(text: string, language: 'text' | 'diff' = 'text'): string {
  const shown = asShown(text).replace(/\n+$/, '');
  const longest = (shown.match(/`+/g) ?? []).reduce((most, row) => Math.max(most, row.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** The text on one line, with all that is hidden in it written out. */
function line(text: string): string {
  return asShown(text)
    .replace(/[\t\n\u0085\u2028\u2029]+/g, ' ')
    .trim();
}

function entities(text: string): string {
  return text.replace(MARKUP, (character) => `&#${character.codePointAt(0)};`);
}

/** The beginning of a line, its last character as an entity: the sign of a heading or list, the digit of a number. */
function startOf(start: string): string {
  return `${start.slice(0, -1)}&#${start.charCodeAt(start.length - 1)};`;
}
