import type { BrokenFile } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { Repair } from '../domain/judging/finding.ts';
import type { RegisterSurvey } from '../domain/session/register-survey.ts';

/** Whether the user's register can be used and is sound. */
export interface RegisterHealth {
  /** Where it is kept, and where repairs move broken files, as texts for people. */
  readonly place: string;
  readonly quarantine: string;
  /** What there is in it, of all sessions. */
  survey(): RegisterSurvey;
  /** Moves a file that cannot be read; deletes nothing. Fails: file system. */
  setAside(file: BrokenFile): Result<Repair>;
}
