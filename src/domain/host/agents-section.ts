/** The section of `AGENTS.md` by which agents of all hosts learn of the suite. What stands around it stays as it is. */

const BEGIN = '<!-- completion-promise: begin. Written by: cs hooks install --agents-md -->';
const END = '<!-- completion-promise: end -->';

/** What a section begins with, whatever its version. */
const MARK = '<!-- completion-promise: begin';

/** The commands that an agent needs to know of, in few words: every session of every host reads them. */
const SECTION = `${BEGIN}
## Promises

Before a task with conditions that must hold at the end, write down what done means, then work, then prove it:

- \`cs do "<title>" --ac "<criterion>" --check "<command>"\` promises. Repeat both: the first command proves AC-1, the
  second AC-2.
- \`cs prove\` runs the commands. \`cs meet 2 --evidence "<what you observed>"\` meets AC-2 without one.
- \`cs verify\` closes the promise. \`cs check\` says what is still open.
- \`cs session ask "<question>"\`, then stop: where only the user can answer.

If you are told \`Blocked:\`, do what follows \`Next:\`. Do not cancel a promise or weaken a check to get out.
${END}`;

/** A text with the section, or without it; or what is wrong with the one that stands there. */
export type SectionText = { readonly text: string } | { readonly fault: string };

/** The text with the section as it is now, in the place of an older one or at the end. */
export function withSection(text: string): SectionText {
  const found = sectionIn(text);
  if ('fault' in found) return found;
  const section = SECTION.replaceAll('\n', lineEndOf(text));
  if (found.place !== undefined) {
    const { end, start } = found.place;
    return { text: text.slice(0, start) + section + text.slice(end) };
  }
  const lineEnd = lineEndOf(text);
  const gap = text === '' ? '' : lineEnd;
  return { text: `${text}${gap}${section}${lineEnd}` };
}

/** The text as it was before the section came to its end. */
export function withoutSection(text: string): SectionText {
  const found = sectionIn(text);
  if ('fault' in found || found.place === undefined) return 'fault' in found ? found : { text };
  const before = text.slice(0, found.place.start);
  const after = text.slice(found.place.end).replace(/^\r?\n/, '');
  return { text: before.replace(/\r?\n$/, '') + after };
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function sectionIn(
  text: string,
):
  | { readonly place: { readonly start: number; readonly end: number } | undefined }
  | { readonly fault: string } {
  const start = text.indexOf(MARK);
  if (start < 0) return { place: undefined };
  const end = text.indexOf(END, start);
  const line = text.slice(0, start).split('\n').length;
  if (end < 0) return { fault: `the section that begins in line ${line} has no end: ${END}` };
  return { place: { start, end: end + END.length } };
}
