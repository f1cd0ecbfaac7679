import { writeReport } from './frequent.ts';
import { overview } from './overview.ts';

/** `cs --help`, which needs no state. What is asked with more words the full lane knows. */
export function runLane(program: string, _name: string, words: readonly string[]): boolean {
  if (words.length > 0) return false;
  writeReport(overview(program));
  return true;
}
