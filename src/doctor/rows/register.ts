import { counted } from '../../domain/base/counted.ts';
import { row } from '../examination.ts';

/** The user's register: whether it is used, and which folders in it are gone. Broken files are among the findings. */

export const register = row({
  check: 'register',
  look: ({ registerHealth }) => [registerHealth.survey()],
  verdict({ refusal }) {
    if (refusal === undefined) return 'ok';
    return refusal === 'not-own' ? 'fail' : 'note';
  },
  words: ({ place, refusal, sessions }) => ({
    ok: `${place}: ${counted(sessions, 'session')} with promises`,
    fail: `${place} is a link or belongs to another user, so it is not used: a vanished promise goes unnoticed`,
    note: `${place} cannot be read and written (${typeof refusal === 'object' ? refusal.code : ''}): promises can only be created at the top of a checkout, and a removed one goes unnoticed`,
  }),
  mend: (_seen, found) =>
    found === 'fail' ? 'Replace it with a folder of your own' : 'Give this user access to it',
});

const GONE =
  'If it was moved, its session finds the promises when it stops there; sessions that have ended need nothing';

/** How many are named before they are only counted. */
const MOST_NAMED = 5;

export const gone = row({
  check: 'register.gone',
  look: ({ registerHealth }) => registerHealth.survey().gone,
  verdict: () => 'note',
  words: ({ project, promises, sessions }) => ({
    note: `${project} does not exist, but sessions (${named(sessions)}) have promises there (${named(promises)})`,
  }),
  mend: () => GONE,
  most: {
    named: MOST_NAMED,
    others: (count) => `${count} more folders with promises do not exist`,
    mend: GONE,
  },
});

function named(list: readonly string[]): string {
  return list.length > MOST_NAMED ? `${list.length}` : list.join(', ');
}
