import { join } from 'node:path';
import type { PlacedHook } from '../../domain/host/hooks-in-force.ts';
import type { Trusting } from '../host.ts';
import type { HostWorld } from '../host-world.ts';

/** Largest configuration of Codex that is read, in bytes. */
const LARGEST_CONFIGURATION = 4 * 1024 * 1024;

/**
 * Codex keeps in its configuration which hooks its user has reviewed, and skips all others without a word. What they
 * looked like then is kept as a digest of its own making: a change of them since cannot be told from here.
 */
export function reviewsOf(
  folder: string,
  gates: readonly PlacedHook[],
  { files }: HostWorld,
): readonly Trusting[] {
  const reading = files.readFollowed(join(folder, 'config.toml'), LARGEST_CONFIGURATION);
  const text = reading.found === 'text' ? reading.text : '';
  return [...new Set(gates.map(({ path }) => path))].map((file) =>
    isReviewed(text, `${file}:stop:`)
      ? {
          trust: 'ok',
          words: `the stop hook in ${file} was reviewed; Codex asks again after a change of it`,
        }
      : {
          trust: 'fail',
          words: `the stop hook in ${file} was not reviewed: Codex skips it without a word, and nothing blocks its sessions from ending`,
          mend: 'Start codex, and review the hooks with /hooks',
        },
  );
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
