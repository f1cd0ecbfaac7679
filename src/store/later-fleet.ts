import type { Fleet } from './fleet.ts';

/** A fleet whose code is loaded once something is asked of it. */
export function createLaterFleet(load: () => Promise<Fleet>): Fleet {
  let loaded: Promise<Fleet> | undefined;
  const fleet = (): Promise<Fleet> => {
    loaded ??= load();
    return loaded;
  };
  return {
    seen: async (session) => (await fleet()).seen(session),
    ended: async (session) => (await fleet()).ended(session),
    read: async (isOfAll) => (await fleet()).read(isOfAll),
    projects: async () => (await fleet()).projects(),
    open: async (project) => (await fleet()).open(project),
    change: async (mostMs, signal) => (await fleet()).change(mostMs, signal),
    close: async () => (await loaded)?.close(),
  };
}
