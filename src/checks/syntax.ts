import { isUtf8 } from 'node:buffer';
import type { Syntax } from '../domain/check.ts';
import { type CheckResult, failedCheck, passed, skipped } from '../domain/check-result.ts';
import type { Run } from '../ports.ts';
import { parsePython } from './parsers/python.ts';

/** How a text's syntax came out. `skipped`: it could not be looked at, which is not passing. */
export type SyntaxOutcome =
  | { readonly outcome: 'whole' }
  | { readonly outcome: 'broken'; readonly detail: string }
  | { readonly outcome: 'skipped'; readonly detail: string };

/** What it takes to ask a program that parses. */
export interface SyntaxWorld {
  readonly run: Run;
  readonly folder: string;
}

/** Says what is wrong with a text, with its place; nothing where it can be parsed. */
export type FindSyntaxFault = (text: string) => string | undefined;

/** Largest file that is parsed, in bytes. */
export const LARGEST_PARSED = 16 * 1024 * 1024;

const BYTE_ORDER_MARK = '\ufeff';

/** Each parser is loaded where it is needed first, and none is needed for JSON. */
const PARSERS: Readonly<
  Record<Exclude<Syntax, 'python'>, () => Promise<{ readonly findFault: FindSyntaxFault }>>
> = {
  json: async () => ({ findFault: jsonFault }),
  jsonc: () => import('./parsers/jsonc-parser.ts'),
  yaml: () => import('./parsers/yaml-parser.ts'),
  javascript: () => import('./parsers/javascript-parser.ts'),
  sql: () => import('./parsers/sql-parser.ts'),
};

/** How many files are held in memory at once, and how many bytes of them, roughly. */
const BATCH = 50;
const LARGEST_BATCH = 64 * 1024 * 1024;

/**
 * Looks at the syntax of many files of one language, in their order; `read` gives a file's bytes, or
 * nothing where it cannot be read or is too large.
 */
export async function checkSyntaxOfFiles<File>(
  syntax: Syntax,
  files: readonly File[],
  read: (file: File) => Buffer | undefined,
  world: SyntaxWorld,
): Promise<readonly SyntaxOutcome[]> {
  const outcomes: SyntaxOutcome[] = [];
  let batch: (Buffer | undefined)[] = [];
  let bytes = 0;
  const parseBatch = async (): Promise<void> => {
    const readable = batch.filter((content) => content !== undefined);
    const parsed = [...(await checkSyntax(syntax, readable, world))];
    for (const content of batch) {
      const unread = skip(`it cannot be read, or is larger than ${LARGEST_PARSED >> 20} MB`);
      outcomes.push(content === undefined ? unread : (parsed.shift() ?? NO_ANSWER));
    }
    batch = [];
    bytes = 0;
  };
  for (const file of files) {
    const content = read(file);
    batch.push(content);
    bytes += content?.length ?? 0;
    if (batch.length >= BATCH || bytes >= LARGEST_BATCH) await parseBatch();
  }
  if (batch.length > 0) await parseBatch();
  return outcomes;
}

const NO_ANSWER: SyntaxOutcome = { outcome: 'skipped', detail: 'the parser gave no answer' };

/** Looks at the syntax of several texts of one language, in their order. Runs none of them. */
export async function checkSyntax(
  syntax: Syntax,
  contents: readonly Buffer[],
  world: SyntaxWorld,
): Promise<readonly SyntaxOutcome[]> {
  if (syntax === 'python') return parsePython(contents, world);
  const findFault = await loadParser(syntax);
  return contents.map((content) => parseOne(syntax, content, findFault));
}

async function loadParser(syntax: Exclude<Syntax, 'python'>): Promise<FindSyntaxFault | undefined> {
  try {
    return (await PARSERS[syntax]()).findFault;
  } catch {
    return undefined;
  }
}

function parseOne(
  syntax: Syntax,
  content: Buffer,
  findFault: FindSyntaxFault | undefined,
): SyntaxOutcome {
  if (findFault === undefined) return skip(`the parser for ${syntax} is not there`);
  if (!isUtf8(content)) return { outcome: 'broken', detail: 'it is not valid UTF-8' };
  const whole = content.toString('utf8');
  const text = whole.startsWith(BYTE_ORDER_MARK) ? whole.slice(1) : whole;
  try {
    const detail = findFault(text);
    if (detail === undefined) return { outcome: 'whole' };
    return isTemplate(syntax, text)
      ? skip('it looks like a template, which is no such file yet')
      : { outcome: 'broken', detail };
  } catch (error) {
    // A parser that gives up says nothing of the file: it may be nested deeper than it can go.
    const isKnown = error instanceof Error && error.name === NOT_PARSED;
    return skip(isKnown ? error.message : 'the parser could not cope with it');
  }
}

/** The name of what a parser throws that knows that it cannot judge a text. */
const NOT_PARSED = 'NotParsed';

/** What is filled in before it is read: a chart, a dbt model, a cookie cutter. */
function isTemplate(syntax: Syntax, text: string): boolean {
  return syntax !== 'javascript' && /\{\{|\{%|<%/.test(text);
}

function skip(detail: string): SyntaxOutcome {
  return { outcome: 'skipped', detail };
}

function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // Its words quote the file, which may hold what is not to be written anywhere else.
    const [, at] = /position (\d+)/.exec(String(error)) ?? [];
    if (at === undefined) return 'it is not JSON';
    const before = text.slice(0, Number(at)).split('\n');
    return `it is not JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }
}

/** How many files a result names before it only counts them. */
const MOST_NAMED = 5;

/** Texts on one line, the first few of them. */
export function someOf(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  const named = texts.slice(0, MOST_NAMED).join('; ');
  return more > 0 ? `${named}; and ${more} more` : named;
}

/** One result of many files: broken where one is, else skipped where one could not be looked at. */
export function resultOfOutcomes(
  name: string,
  what: string,
  files: readonly { readonly path: string }[],
  outcomes: readonly SyntaxOutcome[],
): CheckResult {
  const said = (wanted: SyntaxOutcome['outcome']): readonly string[] =>
    outcomes.flatMap((outcome, index) =>
      outcome.outcome === wanted && outcome.outcome !== 'whole'
        ? [`${files[index]?.path ?? ''}: ${outcome.detail}`]
        : [],
    );
  const broken = said('broken');
  if (broken.length > 0) return failedCheck(name, `not valid ${what}: ${someOf(broken)}`);
  const left = said('skipped');
  return left.length > 0 ? skipped(name, someOf(left)) : passed(name, `valid ${what}`);
}
