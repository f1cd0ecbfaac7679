import type { Diagnosis } from '../domain/host/diagnosis.ts';
import { inspectSettings } from '../settings/loading.ts';
import type { Suite } from '../suite.ts';
import { EXAMINATIONS } from './examinations.ts';
import { seenHosts } from './seen-hosts.ts';
import type { SeenStore } from './seen-store.ts';

/** Examines everything in the table, in its order. Changes nothing. */
export async function examine(suite: Suite, store: SeenStore): Promise<readonly Diagnosis[]> {
  const settings = inspectSettings(suite);
  const world = { ...suite, settings, store, hosts: await seenHosts(suite) };
  const checks: Diagnosis[] = [];
  for (const row of EXAMINATIONS) checks.push(...(await row.examine(world)));
  return checks;
}
