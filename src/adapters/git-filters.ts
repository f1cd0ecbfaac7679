import { askGit } from './git-process.ts';

/** The filters that git knows here, from all of its configuration, a setting a line; mostly none. */
export function filterSettings(folder: string): string {
  const answer = askGit(folder, ['config', '--get-regexp', '^filter\\.']);
  return answer.ok ? answer.output.toString('utf8') : '';
}
