import { type Diagnosis, note } from './diagnosis.ts';

/**
 * How git takes a state folder: some of it is in a commit or on the way there, the next `git add` takes it, git passes
 * over it, or there is no repository.
 */
export type StateVersioning = 'tracked' | 'open' | 'ignored' | 'none';

const FOLLOWS = 'what a session was asked and did is shared with all who have the repository';

/** Names a state folder that git keeps, or would. Folders of other scripts have nothing that says otherwise. */
export function diagnoseVersioning(
  place: string,
  versioning: StateVersioning,
): readonly Diagnosis[] {
  if (versioning === 'tracked') {
    const advice = `To take it out: git rm -r --cached ${place}, and a .gitignore there with the one line *`;
    return [
      {
        ...note('state.git', 'git keeps files of the state', advice),
        where: place,
        follows: FOLLOWS,
      },
    ];
  }
  if (versioning === 'open') {
    const advice = 'To keep it out, write a .gitignore there with the one line *';
    return [
      {
        ...note('state.git', 'git does not pass over the state', advice),
        where: place,
        follows: FOLLOWS,
      },
    ];
  }
  return [];
}
