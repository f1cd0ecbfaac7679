import type { RegisterSurvey } from '../domain/session/register-survey.ts';
import type { RepairablePlace } from './state-health.ts';

/** Whether the user's register can be used and is sound. */
export interface RegisterHealth extends RepairablePlace {
  /** What there is in it, of all sessions. */
  survey(): RegisterSurvey;
}
