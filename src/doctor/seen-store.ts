import type { Failure } from '../domain/base/failure.ts';
import type { StoreExamination } from '../domain/host/store-examination.ts';
import { shownAddress } from '../domain/settings/store-address.ts';
import { oneLine } from '../report/printable.ts';
import { type NamedStore, storeOf } from '../stores.ts';
import type { Suite } from '../suite.ts';

/** Where the state lies, as it was found. */
export interface SeenStore {
  /** What the state is called in a sentence; undefined where it lies in its folder. */
  readonly state: string | undefined;
  /** Whether it could be looked at. */
  readonly isReached: boolean;
  /** Why it is not known where it lies. */
  readonly failure?: Failure;
  /** The store that machines share, where it lies in one. */
  readonly shared?: SharedFacts;
}

/** A store that machines share, as the settings name it and as it was found. */
export interface SharedFacts
  extends Pick<NamedStore, 'source' | 'project' | 'projectSource' | 'passwordIn' | 'address'> {
  /** Its address, without a password. */
  readonly place: string;
  readonly examination: StoreExamination;
}

/** Looks where the state lies, and at the store that machines share if it does not lie in its folder. */
export async function seenStore(suite: Suite): Promise<SeenStore> {
  const { environment, files } = suite;
  const found = storeOf(files, environment.projectFolder);
  if (!found.ok) return { state: 'The state', isReached: false, failure: found.failure };
  if (found.value.in === 'files') return { state: undefined, isReached: true };
  const { address, kind, project } = found.value;
  const place = shownAddress(address);
  const examination = await (await kind.load()).examine(suite, address);
  return {
    state: `The state of ${project.ok ? oneLine(project.value) : 'the project'} in ${oneLine(place)}`,
    isReached: project.ok && examination.reached && examination.found === examination.wanted,
    shared: { ...found.value, place, examination },
  };
}
