import { isUtf8 } from 'node:buffer';
import type { Syntax } from '../domain/check.ts';
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

/** Looks at the syntax of several files of one language, in their order. Runs none of them. */
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
    return skip(error instanceof NotParsed ? error.message : 'the parser could not cope with it');
  }
}

/** Thrown by a parser that knows that it cannot judge a text. */
export class NotParsed extends Error {}

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
    return error instanceof Error ? error.message : 'it is not valid JSON';
  }
}
