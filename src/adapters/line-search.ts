import { StringDecoder } from 'node:string_decoder';
import { createContext, Script } from 'node:vm';
import type { LineSearch } from '../ports.ts';

/** Longest line that is looked at as a whole, in characters; a longer one is looked at in pieces. */
const LONGEST_LINE = 64 * 1024;

/** Longest time that the patterns may take over one piece of output, in milliseconds. */
const LONGEST_SEARCH_MS = 1000;

/**
 * Looks for patterns line by line. They come from files that anyone can write, and a pattern can take
 * for ever over a short line: they run where they can be interrupted.
 */
export function createLineSearch(patterns: readonly string[]): LineSearch {
  const decoder = new StringDecoder('utf8');
  let missing = [...patterns];
  let slow: string[] = [];
  let rest = '';
  const sandbox: { pattern: RegExp; lines: readonly string[] } = { pattern: /(?:)/, lines: [] };
  const context = createContext(sandbox);
  const script = new Script('lines.some((line) => pattern.test(line))');
  /** Whether a line matches; nothing where that took too long. */
  const isIn = (pattern: string): boolean | undefined => {
    sandbox.pattern = new RegExp(pattern, 'u');
    try {
      return script.runInContext(context, { timeout: LONGEST_SEARCH_MS }) === true;
    } catch {
      return undefined;
    }
  };
  const search = (lines: readonly string[]): void => {
    sandbox.lines = lines;
    const found = missing.filter((pattern) => {
      const isFound = isIn(pattern);
      if (isFound === undefined) slow = [...slow, pattern];
      return isFound !== false;
    });
    missing = missing.filter((pattern) => !found.includes(pattern));
  };
  return {
    add(chunk) {
      if (missing.length === 0) return;
      const lines = (rest + decoder.write(chunk)).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) {
        lines.push(rest);
        rest = '';
      }
      search(lines);
    },
    finish() {
      search([rest + decoder.end()]);
      return { missing, slow };
    },
  };
}
