/** What a terminal showed of a session, as frames that are the same whenever the session is. */

/** Cells of one look. Without a colour it is that of the terminal. */
export interface Span {
  readonly text: string;
  readonly ink?: number;
  readonly paper?: number;
  readonly isBold?: true;
  readonly isInverse?: true;
}

export type Row = readonly Span[];

export interface Frame {
  readonly rows: readonly Row[];
  /** For how long it is shown: as long as it takes to read what is new in it. */
  readonly seconds: number;
}

/** Seconds: for a word that is typed, for anything else with each character that is new, at most, and at the end. */
const PAUSE = { typed: 0.2, least: 0.5, character: 0.005, most: 4, end: 4 };

const ESCAPE = '\u001b';

/** What differs from run to run, and what is of the machine, replaced by what the documents use for it. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/promise-[0-9a-f]{8}/g, 'promise-1a2b3c4d'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '3f2a9c1e-5b7d-4e60-8a94-1c6d2e7f8b05'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-02-17T10:30:00Z'],
  [/\b\d+(?:\.\d+)? s\b/g, '0.1 s'],
  [/\S+ for \d+s · done [\d:]+ [AP]M/g, 'Worked for 9s · done 10:30 AM'],
  // Hints that come and go.
  [/ · ← for agents|stop hook problem · ctrl\+o to see|◐ \w+ · \/effort/g, ''],
  // Signs that many fonts lack.
  [/⎿/g, '└'],
  [/⏵/g, '▸'],
];

/** @param folder the project's, which is shown as one of a user's home */
export function normalised(text: string, folder: string): string {
  return VARYING.reduce(
    (known, [varying, fixed]) => known.replace(varying, fixed),
    text.replaceAll(folder, '~/adder'),
  );
}

/** The frames of what was captured, each look once that differs from the one before. */
export function framesOf(captures: readonly string[], folder: string): readonly Frame[] {
  const screens = captures.map((capture) => rowsOf(normalised(capture, folder)).map(atRest));
  const shown = screens.filter(
    (rows, index) => JSON.stringify(rows) !== JSON.stringify(screens[index - 1]),
  );
  return shown.map((rows, index) => ({
    rows,
    seconds: index === shown.length - 1 ? PAUSE.end : secondsFor(rows, shown[index - 1] ?? []),
  }));
}

export function textOf(row: Row): string {
  return row.map(({ text }) => text).join('');
}

function secondsFor(rows: readonly Row[], before: readonly Row[]): number {
  const known = new Set(before.map(textOf));
  const fresh = rows.map(textOf).filter((text) => !known.has(text));
  if (fresh.every((text) => text.startsWith('❯\u00a0'))) return PAUSE.typed;
  return Math.min(PAUSE.most, PAUSE.least + fresh.join('').length * PAUSE.character);
}

/** The rows of a capture with its sequences, in which a look goes on from row to row. */
function rowsOf(capture: string): readonly Row[] {
  let look: Omit<Span, 'text'> = {};
  return capture.split('\n').map((line) => {
    const [first = '', ...parts] = line.split(`${ESCAPE}[`);
    const row: Span[] = [{ ...look, text: first }];
    for (const part of parts) {
      const end = part.indexOf('m');
      look = lookAfter(look, part.slice(0, end).split(';').map(Number));
      row.push({ ...look, text: part.slice(end + 1) });
    }
    return withoutEnd(row.filter(({ text }) => text !== ''));
  });
}

function lookAfter(look: Omit<Span, 'text'>, [code, , colour = 0]: readonly number[]) {
  const { ink: _ink, ...withoutInk } = look;
  const { paper: _paper, ...withoutPaper } = look;
  if (code === 0) return {};
  if (code === 1) return { ...look, isBold: true as const };
  if (code === 7) return { ...look, isInverse: true as const };
  if (code === 38) return { ...look, ink: colour };
  if (code === 48) return { ...look, paper: colour };
  if (code === 39) return withoutInk;
  return code === 49 ? withoutPaper : look;
}

/** Cells at the end of a row that show nothing are left out. */
function withoutEnd(row: Row): Row {
  const last = row.at(-1);
  if (last === undefined || last.paper !== undefined || last.isInverse) return row;
  const text = last.text.trimEnd();
  return text === '' ? withoutEnd(row.slice(0, -1)) : [...row.slice(0, -1), { ...last, text }];
}

/** What the host says of itself at its start, beside a figure that moves. */
const HEAD = /^(?:Claude Code$|.+ · API Usage Billing$|~\/adder$)/;
const FIGURE = { text: ' '.repeat(11) };

/** A row as it is while nothing turns or blinks in it. */
function atRest(row: Row): Row {
  const [first, ...rest] = row;
  const text = textOf(row);
  const head = row.findIndex((span) => HEAD.test(span.text));
  if (head > 0) return [FIGURE, ...row.slice(head)];
  if (/^[✻✶✢✳✽·*] \S+…/.test(text)) {
    const [hook] = /running \w+ hook/.exec(text) ?? [];
    return [{ text: `✻ Working…${hook === undefined ? '' : ` (${hook})`}`, ink: 174 }];
  }
  if (first === undefined || !/^ {2}\w+\(/.test(text)) return row;
  return [{ ...first, text: `●${first.text.slice(1)}` }, ...rest];
}
