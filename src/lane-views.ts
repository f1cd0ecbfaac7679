import { NODE_DIGESTS } from './adapters/file-digest.ts';
import { chosenStore } from './settings/chosen-store.ts';
import type { LaneQuestion, ViewOf } from './store/lane-question.ts';
import { SESSION_VIEWS } from './store/session-views.ts';

/**
 * The views of a lane: at once where all of the state lies in folders; where a folder's settings name a database, once
 * what speaks to it is loaded and has read what concerns the session, in one round trip.
 */
export function laneViews(question: LaneQuestion): ViewOf | Promise<ViewOf> {
  const { files, folders } = question;
  const isInFiles = folders.every((folder) => {
    const chosen = chosenStore(files, folder);
    return chosen.ok && chosen.value.kind === 'files';
  });
  if (isInFiles) return (folder) => SESSION_VIEWS.files({ digests: NODE_DIGESTS, files }, folder);
  return import('./shared-store.ts').then(({ sharedViews }) => sharedViews(question));
}
