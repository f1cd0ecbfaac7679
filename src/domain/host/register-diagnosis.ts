import type { GoneFolder, RegisterSurvey } from '../session/register-survey.ts';
import { type Diagnosis, fail, note, ok } from './diagnosis.ts';

/** Folders that are named before the rest is only counted. */
const MOST_NAMED = 5;

/** Says whether the user's register is used, and which folders in it are gone. Broken files are findings. */
export function diagnoseRegister(survey: RegisterSurvey): readonly Diagnosis[] {
  const { gone } = survey;
  const more = gone.length - MOST_NAMED;
  const rest = `${more} more folders with promises are not there`;
  return [
    diagnoseUse(survey),
    ...gone.slice(0, MOST_NAMED).map(diagnoseGone),
    ...(more > 0 ? [note('register.gone', rest, GONE_ADVICE)] : []),
  ];
}

function diagnoseUse({ place, refusal, sessions }: RegisterSurvey): Diagnosis {
  const check = 'register';
  if (refusal === undefined) {
    return ok(check, `${place}: ${sessions} session${sessions === 1 ? '' : 's'} with promises`);
  }
  if (refusal === 'not-own') {
    const detail = `${place} is a link or belongs to another user, so it is not used: a promise that vanishes is not missed`;
    return fail(check, detail, 'Make it a folder of your own');
  }
  const detail = `${place} cannot be read and written (${refusal.code}): promises can be made at the top of a checkout alone, and one that is removed there is not missed`;
  return note(check, detail, 'Give the user access to it');
}

const GONE_ADVICE =
  'Where it was moved, its session finds the promises once it stops there; of a session that has ended, nothing is asked';

function diagnoseGone({ project, promises, sessions }: GoneFolder): Diagnosis {
  const named = (list: readonly string[]) =>
    list.length > MOST_NAMED ? `${list.length}` : list.join(', ');
  const detail = `${project} is not there, where sessions (${named(sessions)}) have promises (${named(promises)})`;
  return note('register.gone', detail, GONE_ADVICE);
}
