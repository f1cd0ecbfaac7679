import { join } from 'node:path';
import { versioningOf } from '../../../adapters/git/exclusion.ts';
import type { Diagnosis } from '../../../domain/host/diagnosis.ts';
import { diagnoseVersioning } from '../../../domain/host/state-diagnosis.ts';
import type { Suite } from '../../../suite.ts';

/** Examines whether git takes what the project's state folder holds. */
export async function examineVersioning({
  environment,
  health,
}: Suite): Promise<readonly Diagnosis[]> {
  if (health.isShared || !(await health.isThere())) return [];
  const { place } = health;
  const whole = versioningOf(place, environment.projectFolder);
  // What keeps the folder out of git may lie in it, and then holds for what is in it alone.
  const inside = () => versioningOf(join(place, 'promises'), environment.projectFolder);
  return diagnoseVersioning(place, whole === 'open' ? inside() : whole);
}
