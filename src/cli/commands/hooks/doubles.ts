import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
import { type KnownHost, knownHosts } from '../../../hosts/hosts.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import { hooksInPlace } from './hosts.ts';

/** Hosts that run the hooks in the settings of another host beside their own. */

/** The files of Claude Code whose stop hooks a host runs as well. */
async function alsoRun(
  { setup }: KnownHost,
  suite: Suite,
): Promise<readonly { readonly place: SettingsPlace; readonly path: string }[]> {
  const { readsClaudeCode } = setup;
  const [claudeCode] = knownHosts();
  if (readsClaudeCode === undefined || claudeCode === undefined) return [];
  const found = await Promise.all(
    readsClaudeCode.places.map((place) => hooksInPlace(claudeCode, place, suite)),
  );
  return found.flatMap((one) =>
    one?.ok === true && one.value.hooks.some(({ event }) => event === 'Stop') ? [one.value] : [],
  );
}

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
