/**
 * Compares what a page shows with what was printed. What differs by its nature is matched by its
 * shape: an id that a page shows stands for one and the same real id throughout the page, a time for
 * any time, `…` for anything on its line and, alone on a line, for any number of lines.
 */
export interface ExampleIds {
  /** A page's text with the real ids in the place of the shown ones. */
  resolve(text: string): string;
  /** Whether the output is as shown. Learns ids seen for the first time; no two stand for one. */
  matches(shown: readonly string[], output: string): boolean;
}

const SHAPES = {
  promise: 'promise-[0-9a-f]{8}',
  session: 'session-\\d{8}-\\d{6}-\\d+',
} as const;

const SHOWN_ID = new RegExp(`${SHAPES.promise}|${SHAPES.session}`, 'g');
const SHOWN_TIMES = [
  [/-20260217-103000(?!-)/g, '-\\d{8}-\\d{6}'],
  [/2026-02-17T10:30:00Z/g, '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ'],
] as const;

export function createExampleIds(): ExampleIds {
  const known = new Map<string, string>();
  return {
    resolve: (text) => text.replace(SHOWN_ID, (id) => known.get(id) ?? id),
    matches(shown, output) {
      const { pattern, learned } = patternFor(shown, known);
      const found = pattern.exec(`${output.trimEnd()}\n`);
      if (found === null) return false;
      for (const [index, id] of learned.entries()) known.set(id, found[index + 1] ?? id);
      return new Set(known.values()).size === known.size;
    },
  };
}

function patternFor(
  shown: readonly string[],
  known: ReadonlyMap<string, string>,
): { readonly pattern: RegExp; readonly learned: readonly string[] } {
  const learned: string[] = [];
  const idPattern = (id: string): string => {
    const real = known.get(id);
    if (real !== undefined) return real;
    const earlier = learned.indexOf(id);
    if (earlier >= 0) return `\\${earlier + 1}`;
    learned.push(id);
    return `(${id.startsWith('promise') ? SHAPES.promise : SHAPES.session})`;
  };
  const lines = shown.map((line) =>
    line === '…' ? '(?:.*\\n)*?' : `${linePattern(line, idPattern)}\\n`,
  );
  return { pattern: new RegExp(`^${lines.join('')}$`), learned };
}

function linePattern(line: string, idPattern: (id: string) => string): string {
  const literal = line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*');
  const timeless = SHOWN_TIMES.reduce((text, [shown, any]) => text.replace(shown, any), literal);
  return timeless.replace(SHOWN_ID, idPattern);
}
