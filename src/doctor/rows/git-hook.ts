import { filesWithHook, gitHookPlace, isRunByGit } from '../../hosts/git-hook.ts';
import { row } from '../examination.ts';

/** The `pre-push` hook, where it was written. */
export const gitHook = row({
  check: 'git.pre-push',
  look(world) {
    const place = gitHookPlace(world.environment.checkout, world);
    if (place === undefined) return [];
    return filesWithHook(place, world).map(({ activation, kind, path }) => ({
      path,
      started: place.started,
      isRun: isRunByGit(place.started, world) && (kind !== 'script' || path === place.started),
      activation,
    }));
  },
  verdict: ({ isRun }) => (isRun ? 'ok' : 'fail'),
  words: ({ path, started }) => ({
    ok: `pushes are held against standing checks and promises (${path})`,
    fail: `${path} has the hook for pushes, and git does not run it: it starts ${started}`,
  }),
  mend: ({ activation }) => activation ?? { words: 'Run', command: 'cs hooks install --git' },
});
