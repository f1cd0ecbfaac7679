import type { Failure } from '../domain/base/failure.ts';
import { openViews } from '../state/views.ts';
import { placeOf } from '../store/files/state-folder.ts';
import { readRegister } from '../store/register.ts';
import type { Suite } from '../suite.ts';

/**
 * The failure, with where its promise is instead: a shell that went into another folder is told how to come back
 * to the promise. Looks into the session's project, and into the folder in which the session's register has it.
 */
export async function withWhereabouts(
  failure: Failure,
  { environment, files, health, register }: Suite,
): Promise<Failure> {
  if (failure.kind !== 'promise-not-found') return failure;
  const { projectFolder, search, session } = environment;
  const { id } = failure;
  const registered = session === undefined ? [] : readRegister(register, session.ids).promises;
  const own = registered.filter((one) => one.id === id);
  const [store] = own.flatMap(({ made }) => made?.store?.address ?? []);
  if (store !== undefined && store !== health.place) return { ...failure, store };
  const places = [search.session, ...own.map(({ project }) => project)];
  const here = placeOf(files, projectFolder);
  const others = places.flatMap((place) => (place === undefined || place === here ? [] : [place]));
  const viewOf = await openViews({ files, folders: others });
  const elsewhere = others.find((place) => viewOf(place).whereaboutsOf(id).place !== 'nowhere');
  return elsewhere === undefined ? failure : { ...failure, elsewhere };
}
