import { isOfService } from '../base/child-environment.ts';
import type { CiEvent } from './ci-event.ts';
import type { DefinitionSource } from './trust.ts';

/**
 * Whether a check gets a variable that it asks for by `pass_env`. What a CI service acts by is for no check. Where the
 * change comes from another repository, or nobody says from where, its code gets no secret at all; nor does a check that
 * a record chose.
 */
export function mayPass(
  name: string,
  definitions: DefinitionSource,
  { fromFork, kind }: CiEvent,
): boolean {
  const isOwn = kind !== 'proposal' || fromFork === false;
  return isOwn && definitions !== 'record' && !isOfService(name);
}
