import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import type { Result } from '../domain/base/result.ts';
import type { RegisteredPromise } from '../domain/session/register.ts';
import type { Files } from '../ports.ts';
import { withElsewhere } from '../store/elsewhere-view.ts';
import { placeOf } from '../store/files/state-folder.ts';
import { createFileView } from '../store/files/state-view.ts';
import type { Expected, LaneQuestion, ViewOf } from '../store/lane-question.ts';
import type { SharedStore } from '../store/shared-store.ts';
import { type Silence, silenceOf } from '../store/silence.ts';
import type { StateView } from '../store/state-view.ts';
import { createUnknownView } from '../store/unknown-view.ts';
import { type ProjectStore, type StoreKind, storeOf } from './stores.ts';

/** The longest wait for one answer of a store, in milliseconds, where nothing else limits it. */
const MOST_WAITING_MS = 10_000;

/** What is looked at. */
interface Viewed {
  readonly files: Files;
  /** The folders of which it is known that they will be looked at. */
  readonly folders: readonly string[];
  /** What will be asked about. */
  readonly expected?: Expected | undefined;
  /** What the register of the session has. */
  readonly registered?: readonly RegisteredPromise[];
  /** The longest wait for one answer. */
  readonly mostMs?: () => number;
  /** Where it is a hook that looks. */
  readonly silence?: Silence | undefined;
}

/** The store of each project folder, found once for all that one process decides. */
type StoreIn = (folder: string) => Result<ProjectStore>;

/** What speaks to the stores of each kind that is needed. */
type LoadedKinds = ReadonlyMap<StoreKind, SharedStore>;

/**
 * How commands look at the state of any project folder: in the folder, or in the store that its settings name, once what
 * speaks to that is loaded.
 */
export async function openViews(viewed: Viewed): Promise<ViewOf> {
  const storeIn = rememberedStores(viewed.files);
  return viewsOf(viewed, storeIn, await loadKinds(viewed.folders, storeIn));
}

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
  const read = new Map<string, StateView>();
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

/**
 * Looks into the folder, or asks the store. What was read of a shared store stays as it was for as long as the reader is
 * there. One of an unexpected kind is not asked, and not taken for empty either.
 */
function viewsOf(viewed: Viewed, storeIn: StoreIn, kinds: LoadedKinds): ViewOf {
  const { expected, files, mostMs = () => MOST_WAITING_MS, silence: met } = viewed;
  const kept = new Map<string, StateView>();
  const open = (projectFolder: string): StateView => {
    const store = storeIn(projectFolder);
    const inFolder = () => createFileView({ digests: NODE_DIGESTS, files }, projectFolder);
    if (!store.ok) {
      // A store that is not approved is not asked. What lies in the folder, and what the register has there, holds.
      return store.failure.kind === 'unapproved'
        ? inFolder()
        : createUnknownView(projectFolder, store.failure);
    }
    if (store.value.in === 'files') return inFolder();
    const shared = kinds.get(store.value.kind);
    if (shared === undefined) return createUnknownView(projectFolder);
    const silence = silenceOf(met, store.value.timeoutMs);
    return shared.openView({ files, projectFolder, expected, mostMs, silence }, store.value);
  };
  return (folder) => {
    const view = kept.get(folder) ?? withRegistered(open(folder), folder, viewed, storeIn(folder));
    kept.set(folder, view);
    return view;
  };
}

/** The view of a folder, with what the register says to lie in a store that is not this one. */
function withRegistered(
  view: StateView,
  folder: string,
  { files, registered = [] }: Pick<Viewed, 'files' | 'registered'>,
  store?: Result<ProjectStore>,
): StateView {
  const isShared = ({ intended, made }: RegisteredPromise) =>
    (made ?? intended)?.store !== undefined;
  if (!registered.some(isShared)) return view;
  const real = placeOf(files, folder) ?? folder;
  return withElsewhere(
    view,
    registered.filter(({ project }) => project === real),
    store?.ok === false && store.failure.kind === 'unapproved' ? 'unapproved' : 'another-place',
  );
}

function rememberedStores(files: Files): StoreIn {
  const known = new Map<string, Result<ProjectStore>>();
  return (folder) => {
    const store = known.get(folder) ?? storeOf(files, folder);
    known.set(folder, store);
    return store;
  };
}

async function loadKinds(folders: readonly string[], storeIn: StoreIn): Promise<LoadedKinds> {
  const kinds = new Map<StoreKind, SharedStore>();
  for (const folder of folders) {
    const store = storeIn(folder);
    if (!store.ok || store.value.in === 'files' || kinds.has(store.value.kind)) continue;
    kinds.set(store.value.kind, await store.value.kind.load());
  }
  return kinds;
}
