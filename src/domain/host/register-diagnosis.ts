import { counted } from '../base/counted.ts';
import type { GoneFolder, RegisterSurvey } from '../session/register-survey.ts';
import { type Diagnosis, fail, note, ok } from './diagnosis.ts';

/** Folders that are named before the rest is only counted. */
const MOST_NAMED = 5;

/** Says whether the user's register is used, and which folders in it are gone. Broken files are findings. */
export function diagnoseRegister(survey: RegisterSurvey): readonly Diagnosis[] {
  const { gone } = survey;
  const more = gone.length - MOST_NAMED;
  const rest = `${more} more folders with promises do not exist`;
  return [
    diagnoseUse(survey),
    ...gone.slice(0, MOST_NAMED).map(diagnoseGone),
    ...(more > 0 ? [note('register.gone', rest, GONE_ADVICE)] : []),
  ];
}

function diagnoseUse({ place, refusal, sessions }: RegisterSurvey): Diagnosis {
  const check = 'register';
  if (refusal === undefined) {
    return ok(check, `${place}: ${counted(sessions, 'session')} with promises`);
  }
  if (refusal === 'not-own') {
    const detail = `${place} is a link or belongs to another user, so it is not used: a vanished promise goes unnoticed`;
    return fail(check, detail, 'Replace it with a folder of your own');
  }
  const detail = `${place} cannot be read and written (${refusal.code}): promises can only be created at the top of a checkout, and a removed one goes unnoticed`;
  return note(check, detail, 'Give this user access to it');
}

const GONE_ADVICE =
  'If it was moved, its session finds the promises when it stops there; sessions that have ended need nothing';

function diagnoseGone({ project, promises, sessions }: GoneFolder): Diagnosis {
  const named = (list: readonly string[]) =>
    list.length > MOST_NAMED ? `${list.length}` : list.join(', ');
  const detail = `${project} does not exist, but sessions (${named(sessions)}) have promises there (${named(promises)})`;
  return note('register.gone', detail, GONE_ADVICE);
}
