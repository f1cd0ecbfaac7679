import { type TimeLeft, TOO_LATE } from '../bounded-files.ts';
import { askGit, lookMs } from './process.ts';

/**
 * The filters in git's whole configuration for a folder, a setting a line; mostly none. Throws an error with a
 * code where git does not answer: there may be some.
 */
export function filterSettings(folder: string, timeLeft: TimeLeft): string {
  const answer = askGit(folder, ['config', '--get-regexp', '^filter\\.'], {
    mostMs: lookMs(timeLeft),
  });
  if (answer.ok) return answer.output.toString('utf8');
  if (answer.code === null) throw Object.assign(new Error(answer.reason), { code: TOO_LATE });
  return '';
}
