import { askGit, type TimeLeft } from './git-process.ts';

/** The filters that git knows here, from all of its configuration, a setting a line; mostly none. */
export function filterSettings(folder: string, timeLeft: TimeLeft): string {
  const answer = askGit(folder, ['config', '--get-regexp', '^filter\\.'], {
    mostMs: timeLeft(),
  });
  return answer.ok ? answer.output.toString('utf8') : '';
}
