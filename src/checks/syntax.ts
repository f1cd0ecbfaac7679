import { isUtf8 } from 'node:buffer';
import { type CheckResult, failedCheck, passed, skipped } from '../domain/base/check-result.ts';
import type { Language } from './languages.ts';
import type { SyntaxOutcome, SyntaxWorld } from './parsers/syntax-outcome.ts';

/** Largest file that is parsed, in bytes. */
export const LARGEST_PARSED = 16 * 1024 * 1024;

const BYTE_ORDER_MARK = '\ufeff';

/** How many files are held in memory at once, and how many bytes of them, roughly. */
const BATCH = 50;
const LARGEST_BATCH = 64 * 1024 * 1024;

/**
 * Looks at the syntax of many files of one language, in their order. `read` gives a file's bytes, or
 * undefined where the file cannot be read or is larger than `LARGEST_PARSED`.
 */
export async function checkSyntaxOfFiles<File>(
  language: Language,
  files: readonly File[],
  read: (file: File) => Buffer | undefined,
  world: SyntaxWorld,
): Promise<readonly SyntaxOutcome[]> {
  const outcomes: SyntaxOutcome[] = [];
  let batch: (Buffer | undefined)[] = [];
  let bytes = 0;
  const parseBatch = async (): Promise<void> => {
    const readable = batch.filter((content) => content !== undefined);
    const parsed = [...(await checkSyntax(language, readable, world))];
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
  language: Language,
  contents: readonly Buffer[],
  world: SyntaxWorld,
): Promise<readonly SyntaxOutcome[]> {
  const parser = await language.load().catch(() => undefined);
  if (parser === undefined) {
    return contents.map(() => skip(`no parser for ${language.name}`));
  }
  return 'parseAll' in parser
    ? parser.parseAll(contents, world)
    : contents.map((content) =>
        parseOne(language, content, (text) => parser.findFault(text, world)),
      );
}

function parseOne(
  { mayBeTemplate }: Language,
  content: Buffer,
  findFault: (text: string) => string | undefined,
): SyntaxOutcome {
  if (!isUtf8(content)) return { outcome: 'broken', detail: 'it is not valid UTF-8' };
  const whole = content.toString('utf8');
  const text = whole.startsWith(BYTE_ORDER_MARK) ? whole.slice(1) : whole;
  try {
    const detail = findFault(text);
    if (detail === undefined) return { outcome: 'whole' };
    return mayBeTemplate && TEMPLATE_MARK.test(text)
      ? skip('it looks like a template')
      : { outcome: 'broken', detail };
  } catch (error) {
    // A parser that gives up shows no fault of the file: it may be nested deeper than the parser can go.
    const isKnown = error instanceof Error && error.name === NOT_PARSED;
    return skip(isKnown ? error.message : 'the parser could not handle it');
  }
}

/** The name of the error by which a parser says that it cannot judge a text (`not-parsed.ts`). */
const NOT_PARSED = 'NotParsed';

/** What templates hold that are filled in later: charts, dbt models, cookie cutters. */
const TEMPLATE_MARK = /\{\{|\{%|<%/;

function skip(detail: string): SyntaxOutcome {
  return { outcome: 'skipped', detail };
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
