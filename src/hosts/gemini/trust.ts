import { dirname, join } from 'node:path';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { PlacedHook } from '../../domain/host/hooks-in-force.ts';
import type { Trusting } from '../host.ts';
import type { HostWorld } from '../host-world.ts';
import { objectIn } from '../manifests.ts';

/** Gemini CLI keeps the folders that its user trusts in a file, and ignores the hooks of projects in any other. */
export function trustOf(
  folder: string,
  gates: readonly PlacedHook[],
  { environment, files }: HostWorld,
): readonly Trusting[] {
  if (!gates.every(({ place }) => place === 'project')) return [];
  const path = join(folder, 'trustedFolders.json');
  const { checkout } = environment;
  const real = files.realPath(checkout) ?? checkout;
  if (isTrusted(real, objectIn(files, path, LARGEST_DOCUMENT) ?? {})) {
    return [{ trust: 'ok', words: `Gemini CLI trusts ${real}` }];
  }
  return [
    {
      trust: 'note',
      words: `Gemini CLI may not trust ${real} (${path}): it then ignores the hooks of the project`,
      mend: {
        words: 'Start gemini there and trust the folder, or run',
        command: 'cs hooks install --host gemini --user',
      },
    },
  ];
}

/** Whether the nearest folder that the user was asked about is trusted. */
function isTrusted(folder: string, folders: { readonly [key: string]: unknown }): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const said = folders[at];
    if (said === 'TRUST_FOLDER') return true;
    if (said === 'DO_NOT_TRUST') return false;
    const children = Object.keys(folders).filter((one) => dirname(one) === at);
    if (children.some((one) => folders[one] === 'TRUST_PARENT')) return true;
    if (dirname(at) === at) return false;
  }
}
