import { shownAddress } from '../domain/settings/store-address.ts';
import type { ShownStore } from '../report/store-text.ts';
import { storeOf } from '../state/stores.ts';
import type { Suite } from '../suite.ts';

/** The store that machines share in which the project's state lies; undefined where it lies in its folder. */
export function sharedPlaceOf({ environment, files }: Suite): ShownStore | undefined {
  const found = storeOf(files, environment.projectFolder);
  if (!found.ok || found.value.in === 'files') return undefined;
  const { address, project } = found.value;
  return { place: shownAddress(address), project: project.ok ? project.value : null };
}
