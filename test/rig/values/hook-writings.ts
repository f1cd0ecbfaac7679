import type { HookWriting } from '../../../src/domain/host/wanted-hooks.ts';
import { type HostName, type KnownHost, knownHosts, writingOf } from '../../../src/hosts/hosts.ts';

/** A host by its name. */
export function knownHost(name: HostName): KnownHost {
  const known = knownHosts().find(({ host }) => host.name === name);
  if (known === undefined) throw new Error(`no host ${name}`);
  return known;
}

/** How hooks are written into the settings of Claude Code. */
export const OF_CLAUDE_CODE: HookWriting = writingOf(knownHost('claude-code'));
