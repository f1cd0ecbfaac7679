import { type Diagnosis, fail } from '../../../domain/host/diagnosis.ts';
import { diagnoseElsewhere, diagnoseStore } from '../../../domain/host/store-diagnosis.ts';
import { parsedAddress, shownAddress } from '../../../domain/settings/store-address.ts';
import { failureMessage } from '../../../report/failure-text.ts';
import { oneLine } from '../../../report/printable.ts';
import { inspectSettings } from '../../../settings/loading.ts';
import { storeOf } from '../../../state/stores.ts';
import { placeOf } from '../../../store/files/state-folder.ts';
import { readRegister } from '../../../store/register.ts';
import type { Suite } from '../../../suite.ts';

/** A state that lies in no folder, as it was examined. */
export interface ExaminedStore {
  /** What the state is called in a sentence. */
  readonly state: string;
  /** Whether it could be looked at. */
  readonly isReached: boolean;
  readonly checks: readonly Diagnosis[];
}

/** Names the session's promises in this project that lie in another store than the settings name. */
export function examineElsewhere({ environment, files, health, register }: Suite) {
  const { projectFolder, session } = environment;
  const here = placeOf(files, projectFolder) ?? projectFolder;
  const promises = session === undefined ? [] : readRegister(register, session.ids).promises;
  return diagnoseElsewhere(
    promises.flatMap(({ id, made, project }) => {
      const store = made?.store;
      const isElsewhere = project === here && store !== undefined && store.address !== health.place;
      return isElsewhere ? [{ id, store: `${store.address}, project ${store.project}` }] : [];
    }),
  );
}

/** Examines the store that machines share; undefined where the state lies in its folder. */
export async function examineStore(suite: Suite): Promise<ExaminedStore | undefined> {
  const { environment, files } = suite;
  const found = storeOf(files, environment.projectFolder);
  if (!found.ok) {
    // What is wrong with a source of settings is said where all of them are examined.
    const isSaid = inspectSettings(suite).failures.length > 0;
    if (isSaid) return { state: 'The state', isReached: false, checks: [] };
    const isUnapproved = found.failure.kind === 'unapproved';
    const why = failureMessage(found.failure).replace(/\.$/, '');
    const detail = isUnapproved ? why : `it is not known where the state is kept: ${why}`;
    const check = fail(
      'store',
      detail,
      isUnapproved
        ? { words: 'To approve it, as a person in a terminal', command: 'cs trust' }
        : { words: 'Fix it', command: 'cs config' },
    );
    return { state: 'The state', isReached: false, checks: [check] };
  }
  if (found.value.in === 'files') return undefined;
  const { address, kind, ...named } = found.value;
  const place = shownAddress(address);
  const { project } = named;
  const examination = await (await kind.load()).examine(suite, address);
  const host = parsedAddress(address)?.hostname ?? '';
  return {
    state: `The state of ${project.ok ? oneLine(project.value) : 'the project'} in ${oneLine(place)}`,
    isReached: project.ok && examination.reached && examination.found === examination.wanted,
    checks: diagnoseStore({ ...named, place, host, examination }),
  };
}
