/** What the tests look for in a Markdown page. */

export interface Fence {
  readonly language: string;
  /** The name behind the language: the block is a file of the reader's project. */
  readonly file: string | undefined;
  readonly lines: readonly string[];
}

/** One command of a page and the output that the page shows for it. */
export interface Example {
  readonly command: string;
  readonly output: readonly string[];
}

/** A file that a page asks its reader to write. */
export interface ExampleFile {
  readonly file: string;
  readonly lines: readonly string[];
}

/** The fenced blocks of a page, in their order. */
export function fencesIn(page: string): readonly Fence[] {
  const blocks = page.matchAll(/^```(\w*)(?: (\S+))?\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', file, body = '']) => ({
    language,
    file,
    lines: body.split('\n').slice(0, -1),
  }));
}

/** What a reader of a page does, in its order: writes the files and runs the commands. */
export function stepsIn(page: string): readonly (Example | ExampleFile)[] {
  return fencesIn(page).flatMap<Example | ExampleFile>(({ file, language, lines }) => {
    if (file !== undefined) return { file, lines };
    return language === 'console' ? examplesIn(lines) : [];
  });
}

/**
 * The commands of a `console` block: a line that begins with `$ ` is a command, the lines below it up
 * to the next are what it prints.
 */
function examplesIn(lines: readonly string[]): readonly Example[] {
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
  return starts.map((start, number) => ({
    command: (lines[start] ?? '').slice(2),
    output: lines.slice(start + 1, starts[number + 1]),
  }));
}

/** What a reader pastes of a page: its `sh` blocks, and what the `text` block behind each shows; nothing without one. */
export function pastesIn(page: string): readonly Example[] {
  const fences = fencesIn(page);
  return fences.flatMap(({ language, lines }, index) => {
    if (language !== 'sh') return [];
    const next = fences[index + 1];
    const output = next?.language === 'text' ? next.lines : [''];
    // What fails unseen in the middle of a block fails the block.
    return [{ command: ['set -e', ...lines].join('\n'), output }];
  });
}

/** A section by its heading (`## cs-verify`), up to the next of the same level. */
export function sectionOf(page: string, heading: string): string {
  const [, ...sections] = page.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`no section "${heading}"`);
  return found;
}

/** Where a page's relative links lead. */
export function linksIn(page: string): readonly string[] {
  const targets = [...page.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !target.includes('://'));
}

/** The command lines of the suite that a page names, in its text as in its blocks. */
export function commandLinesIn(page: string): readonly string[] {
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const lines = [...fencesIn(page).flatMap((fence) => fence.lines), ...spans];
  return lines.flatMap((line) => line.match(/\bcs(?:-[a-z]+)* [^|;()]*/g) ?? []);
}
