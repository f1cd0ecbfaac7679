import { StringDecoder } from 'node:string_decoder';
import { createContext, Script } from 'node:vm';
import type { LineSearch } from '../ports.ts';
import { attempt } from './quiet-looks.ts';

/** Longest line that is searched as a whole, in characters. */
const LONGEST_LINE = 1024 * 1024;

/** How far two pieces of a longer line overlap, in characters: a longer match can be missed there. */
const OVERLAP = 64 * 1024;

/** Put where a line was cut, so that `^` and `$` do not match there. */
const CUT = '\u2026';

/** Longest time that the patterns may take over one piece of output, in milliseconds. */
const LONGEST_SEARCH_MS = 1000;

/**
 * Looks for patterns in whole lines; `^` and `$` match at the ends of each. The patterns come from files that
 * others can write, and a pattern can take for ever over a short line: they run in a context that can be
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
  /** Whether a line of the text matches; undefined where that took too long. */
  const isIn = (pattern: string): boolean | undefined => {
    sandbox.pattern = new RegExp(pattern, 'mu');
    return attempt(() => script.runInContext(context, { timeout: LONGEST_SEARCH_MS }) === true);
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
  /** Searches the last line as far as it has come. */
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
