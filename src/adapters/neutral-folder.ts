import { parse } from 'node:path';
import { type Environment, homeFolder, temporaryFolder } from './environment.ts';
import { isInsideFolder } from './inside-folder.ts';
import { isFolder } from './quiet-looks.ts';

/** A folder outside of the project and of the checkout that is worked on, for programs that must not read the project's own settings. */
export function neutralFolder({
  checkout,
  projectFolder,
}: Pick<Environment, 'checkout' | 'projectFolder'>): string {
  const root = parse(projectFolder).root || '/';
  const candidates = [temporaryFolder(), homeFolder()];
  const isNeutral = (folder: string): boolean =>
    isFolder(folder) && ![projectFolder, checkout].some((own) => isInsideFolder(folder, own));
  return candidates.find(isNeutral) ?? root;
}
