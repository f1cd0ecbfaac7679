import { hasHidden } from './hidden-characters.ts';
import { readingsOf } from './suspicion-readings.ts';
import { SUSPICION_SIGNS } from './suspicion-signs.ts';

/**
 * The signs that a text speaks to the judge instead of telling of the work (DESIGN §5); none where it
 * looks harmless. A guess that errs on the side of suspicion: what it costs is one more criterion in
 * the request, a canary. Text that only tells of judges and prompts is not meant to be caught.
 */
export function suspicionsOf(text: string): readonly string[] {
  const signs = new Set<string>();
  if (hasHidden(text)) signs.add('hidden characters');
  // All readings as one text: each pattern is then compiled for one search, and not for many.
  const readings = readingsOf(text).join('\n\n');
  for (const { pattern, sign } of SUSPICION_SIGNS) if (pattern.test(readings)) signs.add(sign);
  return [...signs];
}
