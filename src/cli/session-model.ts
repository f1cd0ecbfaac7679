import { agentFolder } from '../adapters/environment.ts';
import { createTranscript } from '../adapters/transcript.ts';
import type { Suite } from './suite.ts';

/** The model that does this session's work, as its transcript says; null where that is not known. */
export function sessionModelOf({ environment }: Suite): string | null {
  const { session } = environment;
  if (session === undefined) return null;
  return createTranscript(agentFolder(), session.ids).lastModel() ?? null;
}
