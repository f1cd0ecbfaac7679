import { type Result, success } from '../../../domain/base/result.ts';
import { byHand } from '../../../domain/host/git-hook.ts';
import {
  filesWithHook,
  type GitHookFile,
  type GitHookPlace,
  gitHookPlace,
  removeGitHook,
  writeGitHook,
} from '../../../hosts/git-hook.ts';
import { EXIT } from '../../../report/exit.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { usage } from '../../usage.ts';

/** The options that go with git's hook. */
const OF_GIT = ['git', 'dry-run', 'json'];

/** Writes the `pre-push` hook, or takes it out. `options`: all of the command. */
export async function changeGitHook(
  action: 'install' | 'uninstall',
  options: readonly string[],
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const other = options.find((option) => !OF_GIT.includes(option) && args.given(option));
  if (other !== undefined) return usage(`--${other} does not go with --git`);
  const place = gitHookPlace(suite.environment.checkout, suite);
  if (place === undefined) return usage('The project is not in a git repository');
  const isDry = args.given('dry-run');
  if (action === 'install') return install(place.wanted, place, isDry, suite);
  const removed = await removeGitHooks(isDry, suite);
  if (!removed.ok) return removed;
  return success({
    text:
      removed.value.length === 0
        ? 'No pre-push hook of completion-promise is there.'
        : removed.value.map((path) => changeText('REMOVED', path, isDry)).join('\n'),
    json: { changed: removed.value, dry_run: isDry },
  });
}

/** Takes the hook out wherever it stands, and gives the files that changed, or would. */
export async function removeGitHooks(
  isDry: boolean,
  suite: Suite,
): Promise<Result<readonly string[]>> {
  const place = gitHookPlace(suite.environment.checkout, suite);
  const held = place === undefined ? [] : filesWithHook(place, suite);
  for (const file of held) {
    const removed = await removeGitHook(file, isDry, suite);
    if (!removed.ok) return removed;
  }
  return success(held.map(({ path }) => path));
}

async function install(
  file: GitHookFile,
  place: GitHookPlace,
  isDry: boolean,
  suite: Suite,
): Promise<Result<Report>> {
  const { activation, kind, path } = file;
  const written = await writeGitHook(file, place, isDry, suite);
  if (!written.ok) {
    if (written.failure.kind !== 'broken-file') return written;
    const { reason } = written.failure.file;
    return success({
      text: [
        `Not changed: ${oneLine(path)}: ${oneLine(reason)}.`,
        'To have pushes held, add to it by hand:',
        ...byHand(kind)
          .split('\n')
          .map((line) => `  ${line}`),
      ].join('\n'),
      json: { changed: [], dry_run: isDry, reason, by_hand: byHand(kind) },
      exitCode: EXIT.failed,
    });
  }
  const { isChanged } = written.value;
  return success({
    text: changeText(isChanged ? 'WRITTEN' : 'UNCHANGED', path, isDry),
    json: { changed: isChanged ? [path] : [], dry_run: isDry },
    notes:
      activation === undefined
        ? []
        : [`NOTE: for git to run it, each user runs once: ${activation}`],
  });
}

function changeText(change: string, path: string, isDry: boolean): string {
  return `[${change}] pre-push: ${oneLine(path)}${isDry ? ' (dry run: nothing is written)' : ''}`;
}
