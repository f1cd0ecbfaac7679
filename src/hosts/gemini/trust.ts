import { dirname, join } from 'node:path';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import { type Diagnosis, note, ok } from '../../domain/host/diagnosis.ts';
import type { HostHook } from '../../domain/host/host-diagnosis.ts';
import type { HostWorld } from '../host-world.ts';
import { objectIn } from '../manifests.ts';

/** Gemini CLI keeps the folders that its user trusts in a file, and ignores the hooks of projects in any other. */
export function examineFolders(
  folder: string,
  hooks: readonly HostHook[],
  { environment, files }: HostWorld,
): readonly Diagnosis[] {
  const isOfProject = hooks.some(({ place }) => place === 'project');
  if (!isOfProject || hooks.some(({ place }) => place === 'user')) return [];
  const path = join(folder, 'trustedFolders.json');
  const folders = objectIn(files, path, LARGEST_DOCUMENT) ?? {};
  const { checkout } = environment;
  const real = files.realPath(checkout) ?? checkout;
  const check = 'gemini.trust';
  return isTrusted(real, folders)
    ? [ok(check, `Gemini CLI trusts ${real}`)]
    : [
        note(
          check,
          `Gemini CLI may not trust ${real} (${path}): it then ignores the hooks of the project`,
          {
            words: 'Start gemini there and trust the folder, or run',
            command: 'cs hooks install --host gemini --user',
          },
        ),
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
