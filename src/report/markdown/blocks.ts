/** Blocks of Markdown, as GitHub and GitLab show them. Everything that they take is Markdown already: see `escaping.ts`. */

/** How the cells of a column stand. */
type Alignment = 'left' | 'right';

interface Column {
  readonly title: string;
  readonly align?: Alignment;
}

/** A table; nothing where it has no row. A cell that would end its row is put on one line. */
export function table(
  columns: readonly (string | Column)[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  const all = columns.map((column) => (typeof column === 'string' ? { title: column } : column));
  const rules = all.map(({ align = 'left' }: Column) => (align === 'right' ? '--:' : '---'));
  return [all.map(({ title }) => title), rules, ...rows].map(tableRow).join('\n');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
}

/** A part that is folded away below its summary, which is one line. `isOpen`: it is shown at first. */
export function folded(summary: string, body: string, isOpen = false): string {
  // Without blank lines around it, what is inside would be taken for HTML.
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** Blocks below each other; those without a text are left out. */
export function blocks(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** A list; nothing where it has no entry. An entry of several lines stays one. */
export function list(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry.replaceAll('\n', '\n  ')}`).join('\n');
}
