import { agentFolder } from '../../adapters/environment.ts';
import { createTranscript } from '../../adapters/transcript/transcript.ts';
import type { ReviewWorld } from '../world.ts';

/** The model that does this session's work, as its transcript says; null where that is not known. */
export function sessionModelOf({ environment: { session } }: ReviewWorld): string | null {
  if (session === undefined) return null;
  return createTranscript(agentFolder(), session.ids).lastModel() ?? null;
}
