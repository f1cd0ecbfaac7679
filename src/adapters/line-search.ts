import { StringDecoder } from 'node:string_decoder';
import { createContext, Script } from 'node:vm';
import type { LineSearch } from '../ports.ts';

/** Longest line that is looked at as a whole, in characters; a longer one is looked at in pieces. */
const LONGEST_LINE = 64 * 1024;

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
  return {
    add(chunk) {
      if (missing.length === 0) return;
      const text = rest + decoder.write(chunk);
      const end = text.lastIndexOf('\n') + 1;
      const isLong = text.length - end > LONGEST_LINE;
      rest = isLong ? '' : text.slice(end);
      if (isLong || end > 0) search(isLong ? text : text.slice(0, end));
    },
    finish() {
      search(rest + decoder.end());
      return { missing, slow };
    },
  };
}
