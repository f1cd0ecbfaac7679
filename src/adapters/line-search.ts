import { StringDecoder } from 'node:string_decoder';
import { createContext, Script } from 'node:vm';
import type { LineSearch } from '../ports.ts';

/** Longest line that is looked at as a whole, in characters. */
const LONGEST_LINE = 1024 * 1024;

/** What two pieces of a longer line have in common: what is longer than this can be missed there. */
const OVERLAP = 64 * 1024;

/** Stands where a line was cut, so that its cut is not taken for its end. */
const CUT = '\u2026';

/** Longest time that the patterns may take over one piece of output, in milliseconds. */
const LONGEST_SEARCH_MS = 1000;

/**
 * Looks for patterns in whole lines: `^` and `$` stand for the ends of any. They come from files that
 * anyone can write, and a pattern can take for ever over a short line: they run where they can be
 * interrupted.
 */
export function createLineSearch(patterns: readonly string[]): LineSearch {
  const decoder = new StringDecoder('utf8');
  const sandbox = { pattern: /(?:)/, text: '' };
  const context = createContext(sandbox);
  const script = new Script('pattern.test(text)');
  let missing = patterns;
  let slow: readonly string[] = [];
  let rest = '';
  /** Whether a line of the text matches; nothing where that took too long. */
  const isIn = (pattern: string): boolean | undefined => {
    sandbox.pattern = new RegExp(pattern, 'mu');
    try {
      return script.runInContext(context, { timeout: LONGEST_SEARCH_MS }) === true;
    } catch {
      return undefined;
    }
  };
  const search = (text: string): void => {
    sandbox.text = text;
    for (const pattern of missing) {
      const found = isIn(pattern);
      if (found === undefined) slow = [...slow, pattern];
      if (found !== false) missing = missing.filter((one) => one !== pattern);
    }
  };
  let isCut = false;
  /** Searches the last line as far as it is there; where it is cut, nothing passes for its end. */
  const searchRest = (isWhole: boolean): void =>
    search(`${isCut ? CUT : ''}${rest}${isWhole ? '' : CUT}`);
  return {
    add(chunk) {
      if (missing.length === 0) return;
      rest += decoder.write(chunk);
      const end = rest.lastIndexOf('\n');
      if (end >= 0) {
        search(`${isCut ? CUT : ''}${rest.slice(0, end)}`);
        rest = rest.slice(end + 1);
        isCut = false;
      }
      if (rest.length > LONGEST_LINE) {
        searchRest(false);
        rest = rest.slice(-OVERLAP);
        isCut = true;
      }
    },
    finish() {
      rest += decoder.end();
      searchRest(true);
      return { missing, slow };
    },
  };
}
