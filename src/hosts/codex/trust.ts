import { join } from 'node:path';
import { type Diagnosis, fail, ok } from '../../domain/host/diagnosis.ts';
import type { HostHook } from '../../domain/host/host-diagnosis.ts';
import type { HostWorld } from '../host-world.ts';

/** Largest configuration of Codex that is read, in bytes. */
const LARGEST_CONFIGURATION = 4 * 1024 * 1024;

/**
 * Codex keeps in its configuration which hooks its user has reviewed, and skips all others without a word. What they
 * looked like then is kept as a digest of its own making: a change of them since cannot be told from here.
 */
export function examineReviews(
  folder: string,
  hooks: readonly HostHook[],
  { files }: HostWorld,
): readonly Diagnosis[] {
  const path = join(folder, 'config.toml');
  const reading = files.readFollowed(path, LARGEST_CONFIGURATION);
  const text = reading.found === 'text' ? reading.text : '';
  const gates = hooks.filter(
    ({ event, reading: { role } }) => event === 'Stop' && role === 'stop-gate',
  );
  return [...new Set(gates.map((gate) => gate.path))].map((file) => {
    const check = 'codex.trust';
    if (isReviewed(text, `${file}:stop:`)) {
      return ok(
        check,
        `the stop hook in ${file} was reviewed; Codex asks again after a change of it`,
      );
    }
    const detail = `the stop hook in ${file} was not reviewed: Codex skips it without a word, and nothing blocks its sessions from ending`;
    return fail(check, detail, 'Start codex, and review the hooks with /hooks');
  });
}

/** Whether a configuration holds the digest of a reviewed hook whose key begins so, in either form of such a table. */
function isReviewed(configuration: string, key: string): boolean {
  const lines = configuration.split(/\r?\n/);
  const start = lines.findIndex(
    (line) => line.includes(JSON.stringify(key).slice(0, -1)) || line.includes(`'${key}`),
  );
  if (start < 0) return false;
  const next = lines.findIndex((line, index) => index > start && line.startsWith('['));
  const state = lines.slice(start, next < 0 ? undefined : next).join('\n');
  return /trusted_hash\s*=/.test(state) && !/enabled\s*=\s*false/.test(state);
}
