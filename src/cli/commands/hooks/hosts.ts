import { type Result, success } from '../../../domain/base/result.ts';
import { hostNames, type KnownHost, knownHosts } from '../../../hosts/hosts.ts';
import type { Arguments } from '../../command.ts';
import { usage } from '../../usage.ts';

/** What `--host` takes for the hosts that are on this machine. */
export const ALL_HOSTS = 'all';

/** The hosts that a command line is about. */
export interface NamedHosts {
  readonly hosts: readonly KnownHost[];
  /** Those that are not on this machine, where all were asked for. */
  readonly skipped: readonly KnownHost[];
  /** Whether all were asked for. */
  readonly isAll: boolean;
}

/** The hosts that `--host` names; Claude Code where it names none. `isThere`: which of all are meant. */
export function hostsIn(
  args: Arguments,
  isThere: (known: KnownHost) => boolean,
): Result<NamedHosts> {
  const [usual, ...others] = knownHosts();
  const named = args.text('host');
  if (named === ALL_HOSTS) {
    const all = [usual, ...others].filter((known) => known !== undefined);
    return success({
      hosts: all.filter(isThere),
      skipped: all.filter((known) => !isThere(known)),
      isAll: true,
    });
  }
  const found = named === undefined ? usual : knownHosts().find(({ host }) => host.name === named);
  const near = hostNames().find((name) => named !== undefined && name.startsWith(named));
  return found === undefined
    ? usage(
        `Unknown host: ${named}. Use one of ${hostNames().join(', ')}, or ${ALL_HOSTS}`,
        near && `Did you mean --host ${near}?`,
      )
    : success({ hosts: [found], skipped: [], isAll: false });
}
