import type { PlacedHook } from '../domain/host/hooks-in-force.ts';
import type { HostWorld } from '../hosts/host-world.ts';
import { type KnownHost, knownHosts } from '../hosts/hosts.ts';
import type { Installed } from '../hosts/installed.ts';
import { foundBy, installedIn } from '../hosts/placed-hooks.ts';

/** A host, and what stands in its settings. */
export interface SeenHost extends Installed {
  readonly known: KnownHost;
  /** By what it was found on this machine; undefined: by nothing. */
  readonly foundBy: string | undefined;
  /** The stop hooks of the suite that it runs. */
  readonly gates: readonly PlacedHook[];
  /** Whether any other host has one. */
  readonly isGatedElsewhere: boolean;
}

/** Reads the settings of every host. */
export async function seenHosts(world: HostWorld): Promise<readonly SeenHost[]> {
  const all = await Promise.all(
    knownHosts().map(async (known) => {
      const installed = await installedIn(known, world);
      return {
        ...installed,
        known,
        foundBy: foundBy(known, world),
        gates: installed.hooks.filter(
          (hook) => hook.event === known.host.events.stop && isGate(hook, known),
        ),
      };
    }),
  );
  return all.map((host) => ({
    ...host,
    isGatedElsewhere: all.some((other) => other !== host && other.gates.length > 0),
  }));
}

/** Whether a hook asks the gate, at the end of a session or of a subagent. */
export function isGate({ event, reading }: PlacedHook, { host }: KnownHost): boolean {
  const { stop, 'subagent-stop': ofSubagent } = host.events;
  const isEnd = event === stop || event === ofSubagent;
  return isEnd && (reading.role === 'stop-gate' || reading.role === 'check');
}

/** How long a host waits for a hook, in its own unit. */
export function timeoutOf({ event, timeout }: PlacedHook, { host, setup }: KnownHost): number {
  if (typeof timeout === 'number') return timeout;
  const { usualPromptTimeout, usualTimeout } = setup.format;
  const isPrompt = event === host.events['user-prompt'];
  return isPrompt ? (usualPromptTimeout ?? usualTimeout) : usualTimeout;
}
