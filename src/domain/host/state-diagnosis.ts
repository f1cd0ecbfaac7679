import { type Diagnosis, note } from './diagnosis.ts';

/** How git takes a path: it keeps it, the next `git add` takes it, git passes over it, or there is no repository. */
export type Versioning = 'tracked' | 'open' | 'ignored' | 'none';

/** Names a state folder that git keeps, or would. Folders of other scripts have nothing that says otherwise. */
export function diagnoseVersioning(place: string, versioning: Versioning): readonly Diagnosis[] {
  const found = foundBy(versioning, place);
  if (found === undefined) return [];
  const follows = 'what a session was asked and did is shared with all who have the repository';
  return [{ ...note('state.git', found.detail, found.advice), where: place, follows }];
}

function foundBy(versioning: Versioning, place: string) {
  switch (versioning) {
    case 'tracked':
      return {
        detail: 'git keeps files of the state',
        advice: `To take it out: git rm -r --cached ${place}, and a .gitignore there with the one line *`,
      };
    case 'open':
      return {
        detail: 'git does not pass over the state',
        advice: 'To keep it out, write a .gitignore there with the one line *',
      };
    case 'ignored':
    case 'none':
      return undefined;
  }
}
