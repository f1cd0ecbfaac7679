/** Fits a document into a limit, by giving up the least important parts of it first. */

/** Longest comment that GitHub takes, in characters. */
export const LONGEST_COMMENT = 65_536;

/** Part of a document, with ever shorter forms of it. */
export interface FittedPart {
  /** The whole part. */
  readonly text: string;
  /** What may stand in its place, the longest first. `loses`: how important what is lost by it is, from 0 on. */
  readonly shorter?: readonly ShorterForm[];
}

interface ShorterForm {
  readonly text: string;
  readonly loses: number;
}

interface Fitted {
  readonly text: string;
  /** How many parts are shorter than they could be. */
  readonly shortened: number;
  /** Whether it is no longer than the limit. It is longer where the shortest forms are. */
  readonly fits: boolean;
}

/**
 * The parts below each other, shortened until they fit. What loses least goes first, of equals what stands last.
 * `note`: what is said at the end where something was shortened. `limit`: in characters.
 */
export function fitted(
  parts: readonly FittedPart[],
  limit: number,
  note: (shortened: number) => string,
): Fitted {
  const forms = parts.map(({ text }) => text);
  const shortened = new Set<number>();
  let length = lengthOf(forms);
  const room = (): number =>
    shortened.size === 0 ? limit : limit - note(shortened.size).length - 2;
  for (const { part, text } of stepsOf(parts)) {
    if (length <= room()) break;
    const before = forms[part] ?? '';
    length += sizeOf(text) - sizeOf(before);
    forms[part] = text;
    shortened.add(part);
  }
  const said = shortened.size === 0 ? [] : [note(shortened.size)];
  const text = [...forms, ...said].filter((form) => form !== '').join('\n\n');
  return { text, shortened: shortened.size, fits: text.length <= limit };
}

interface Step {
  readonly part: number;
  readonly text: string;
  readonly loses: number;
}

/** Every way to shorten a part, in the order in which they are taken: those of one part keep their own order. */
function stepsOf(parts: readonly FittedPart[]): readonly Step[] {
  const steps = parts.flatMap(({ shorter = [] }, part) => {
    let least = 0;
    return shorter.map(({ loses, text }): Step => {
      least = Math.max(least, loses);
      return { part, text, loses: least };
    });
  });
  return steps.sort((a, b) => a.loses - b.loses || b.part - a.part);
}

function lengthOf(forms: readonly string[]): number {
  return forms.reduce((sum, form) => sum + sizeOf(form), 0);
}

/** How much a form adds to the document, with the blank line behind it. */
function sizeOf(form: string): number {
  return form === '' ? 0 : form.length + 2;
}
