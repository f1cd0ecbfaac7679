import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { VerifyRequest } from '../../../gates/cheap-gates.ts';
import type { Suite } from '../../../suite.ts';

/** How long is looked at the work itself for a judge, in milliseconds: a large checkout takes some seconds. */
const LOOKING_AT_WORK_MS = 15_000;

/** How the work itself is looked at. Nothing is loaded for it where the judge is shown nothing of it. */
export async function substanceFor(
  { judge }: Configuration,
  suite: Suite,
): Promise<VerifyRequest['substanceOf']> {
  if (judge.sees.length === 0) return () => undefined;
  const { substanceLook } = await import('../../judging.ts');
  return substanceLook(judge.sees, suite, LOOKING_AT_WORK_MS);
}
