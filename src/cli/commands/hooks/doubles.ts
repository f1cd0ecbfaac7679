import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
import type { KnownHost } from '../../../hosts/hosts.ts';
import { alsoRun } from '../../../hosts/placed-hooks.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';

/** Hosts that run the hooks in the settings of another host beside their own. */

/**
 * The file of Claude Code whose hooks a host runs wherever it would run those of a place, and for the same people. A
 * host that may not read it at all gets hooks of its own.
 */
export async function ranByOwn(
  known: KnownHost,
  place: SettingsPlace,
  suite: Suite,
): Promise<string | undefined> {
  if (known.setup.readsClaudeCode?.isCertain !== true || place !== 'project') return undefined;
  const files = await alsoRun(known, suite);
  return files.find((file) => file.place === place)?.path;
}

/** What the user is told of a gate that runs twice. */
export async function doubleNotes(
  known: KnownHost,
  place: SettingsPlace,
  suite: Suite,
): Promise<readonly string[]> {
  const { host, setup } = known;
  const files = await alsoRun(known, suite);
  return files
    .filter((file) => file.place !== place || setup.readsClaudeCode?.isCertain !== true)
    .map(
      ({ path }) =>
        `NOTE: ${host.title} runs the hooks in ${oneLine(path)} as well, ${setup.readsClaudeCode?.when}: the gate runs twice there, and its second answer is that of the first.`,
    );
}
