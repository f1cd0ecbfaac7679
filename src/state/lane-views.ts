import type { LaneQuestion, ViewOf } from '../store/lane-question.ts';
import type { SessionView } from '../store/session-view.ts';
import { loadKinds, rememberedStores, type StoreIn, viewsOf, withRegistered } from './views.ts';

/**
 * The views of a lane: at once where all of the state lies in folders; where a folder's settings name a store that
 * machines share, once what speaks to it is loaded and has read what concerns the session, in one round trip.
 */
export function laneViews(question: LaneQuestion): ViewOf | Promise<ViewOf> {
  const storeIn = rememberedStores(question.files);
  const isInFiles = question.folders.every((folder) => {
    const store = storeIn(folder);
    return store.ok && store.value.in === 'files';
  });
  return isInFiles ? viewsOf(question, storeIn, new Map()) : readViews(question, storeIn);
}

async function readViews(question: LaneQuestion, storeIn: StoreIn): Promise<ViewOf> {
  const { folders, leftMs, owners, registered } = question;
  const kinds = await loadKinds(folders, storeIn);
  const read = new Map<string, SessionView>();
  await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const store = storeIn(folder);
      if (!store.ok || store.value.in === 'files') return;
      const view = await kinds.get(store.value.kind)?.readView(question, folder, store.value);
      if (view !== undefined) read.set(folder, withRegistered(view, folder, question));
    }),
  );
  const expected = { owners, promises: registered.map(({ id }) => id) };
  const others = viewsOf({ ...question, expected, mostMs: leftMs }, storeIn, kinds);
  return (folder) => read.get(folder) ?? others(folder);
}
