/** One item of a Markdown checklist, as `tasks.md` of spec-kit and OpenSpec hold them. */
export interface ChecklistItem {
  /** Its words on one line, without the box. */
  readonly text: string;
  /** The line of its box, from 1. */
  readonly line: number;
  readonly isTicked: boolean;
}

export interface Checklist {
  /** The first heading of the document; undefined where it has none. */
  readonly title: string | undefined;
  readonly items: readonly ChecklistItem[];
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s+(.*\S)\s*$/;
const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const HEADING = /^#{1,6}\s+(.*?)(?:\s+#+)?\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/**
 * Reads the checklist of a Markdown document (GitHub's task lists). An item goes on in the indented lines below it, up
 * to a blank one or the next entry of a list. What stands in fenced code and in comments is no item.
 */
export function checklistIn(text: string): Checklist {
  const items: { text: string; line: number; isTicked: boolean }[] = [];
  let title: string | undefined;
  let isGoingOn = false;
  for (const [line, number] of proseOf(text)) {
    const [found, box, words = ''] = ITEM.exec(line) ?? [];
    title ??= HEADING.exec(line)?.[1];
    const last = items.at(-1);
    if (found !== undefined) {
      items.push({ text: oneSpaced(words), line: number, isTicked: box !== ' ' });
    } else if (isGoingOn && last !== undefined && /^\s+\S/.test(line) && !LIST.test(line)) {
      last.text = oneSpaced(`${last.text} ${line}`);
      continue;
    }
    isGoingOn = found !== undefined;
  }
  return { title: title === undefined ? undefined : oneSpaced(title), items };
}

/** The lines of a document outside of fenced code and comments, with their numbers. */
function* proseOf(text: string): Generator<readonly [line: string, number: number]> {
  let fence: string | undefined;
  let isComment = false;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
    } else if (isComment) {
      isComment = !line.includes('-->');
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const at = line.lastIndexOf('<!--');
      isComment = at >= 0 && !line.includes('-->', at);
      yield [line.replace(/<!--.*?(?:-->|$)/g, ''), index + 1];
    }
  }
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
