import { isObject, parseDocument, textOf } from '../base/document.ts';
import { LONGEST_LINE } from './ledger.ts';

/** A line of the ledger as it is shown to people. */
export interface LoggedLine {
  /** What the line says; nothing where it is no object in JSON. */
  readonly document: { readonly [key: string]: unknown } | undefined;
  /**
   * How it stands to the line before it.
   * - `follows`: it holds that line's digest.
   * - `differs`: it holds another one: a line between them is gone, or that one was edited.
   * - `unchained`: it holds none: another program wrote it, or a version without the chain.
   * - `unreadable`: a crash cut it off, or something else than the suite wrote it.
   */
  readonly chain: 'follows' | 'differs' | 'unchained' | 'unreadable';
}

/** Reads a line. `before`: the digest of the one before it; null where there is none, undefined where it is not known. */
export function readLoggedLine(text: string, before: string | null | undefined): LoggedLine {
  const parsed = text.length > LONGEST_LINE ? undefined : parseDocument(text);
  if (!parsed?.ok || !isObject(parsed.value)) return { document: undefined, chain: 'unreadable' };
  const document = parsed.value;
  const { prev } = document;
  if (prev === undefined) return { document, chain: 'unchained' };
  // A log without a chain that was taken over: its lines stand before the first that is chained.
  const isFirst = document['event'] === 'ledger.started' && prev === null;
  return {
    document,
    chain: isFirst || before === undefined || prev === before ? 'follows' : 'differs',
  };
}

/** Whether a line is about a promise: an event of it, or a change of one of its files. */
export function isAbout(document: { readonly [key: string]: unknown }, id: string): boolean {
  if (document['promise_id'] === id) return true;
  const { also, file } = document;
  const records = [file, ...(Array.isArray(also) ? also : [])];
  const paths = records.map((record) => (isObject(record) ? textOf(record['path']) : ''));
  return [...paths, textOf(document['from'])].some((path) => isFileOf(path, id));
}

/** Whether a path is that of a promise's file, or of one of its validators' answers. */
function isFileOf(path: string, id: string): boolean {
  const [name = '', folder] = path.split('/').reverse();
  return name === `${id}.json` || folder === id;
}
