import type { Diagnosis } from '../domain/host/diagnosis.ts';
import { examineHost } from './examine-host.ts';
import type { HostWorld } from './host-world.ts';
import { knownHosts } from './hosts.ts';
import { foundBy } from './placed-hooks.ts';
import { examineProfiles } from './profiles.ts';

/** Examines every host that is on this machine or has hooks of the suite, and what they all depend on. */
export async function examineHosts(world: HostWorld): Promise<readonly Diagnosis[]> {
  const hosts = knownHosts();
  const others = await Promise.all(
    hosts
      .filter(({ setup }) => setup.examine === undefined)
      .map((known) => examineHost(known, world)),
  );
  const isGatedElsewhere = others.some(({ isGated }) => isGated);
  const own = await Promise.all(
    hosts.map((known) =>
      known.setup.examine?.(world, {
        isGatedElsewhere,
        isFound: foundBy(known, world) !== undefined,
      }),
    ),
  );
  return [
    ...own.flatMap((checks) => checks ?? []),
    ...others.flatMap(({ checks }) => checks),
    ...(await examineProfiles(world)),
  ];
}
