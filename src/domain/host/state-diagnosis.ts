import { type Diagnosis, note } from './diagnosis.ts';

/** How git takes a path: it keeps it, the next `git add` takes it, git passes over it, or there is no repository. */
export type Versioning = 'tracked' | 'open' | 'ignored' | 'none';

/** Names a state folder that git keeps, or would. Folders of other scripts have nothing that says otherwise. */
export function diagnoseVersioning(place: string, versioning: Versioning): readonly Diagnosis[] {
  const found = foundBy(versioning, place);
  if (found === undefined) return [];
  const follows = 'session requests and actions are shared with everyone who has the repository';
  return [{ ...note('state.git', found.detail, found.advice), where: place, follows }];
}

function foundBy(versioning: Versioning, place: string) {
  switch (versioning) {
    case 'tracked':
      return {
        detail: 'git tracks state files',
        advice: `To untrack it: git rm -r --cached ${place}, and add a .gitignore there with the single line *`,
      };
    case 'open':
      return {
        detail: 'git does not ignore the state',
        advice: 'To ignore it, add a .gitignore there with the single line *',
      };
    case 'ignored':
    case 'none':
      return undefined;
  }
}
