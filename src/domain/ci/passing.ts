import { isOfService } from '../base/child-environment.ts';
import type { CiEvent } from './ci-event.ts';

/**
 * Whether a check gets a variable that it asks for by `pass_env`. What a CI service acts by is for no check. Where the
 * change comes from another repository, or nobody says from where, its code gets no secret at all.
 */
export function mayPass(name: string, { fromFork, kind }: CiEvent): boolean {
  return !isOfService(name) && (kind !== 'proposal' || fromFork === false);
}
