import type { Result } from '../domain/base/result.ts';
import type { Audit } from '../domain/session/audit.ts';

/** Holds the record of the state against the state itself. */
export interface StateAudit {
  /**
   * Reads the whole record. `id`: of a promise, to which the files are narrowed down; the record is looked at as a
   * whole. Fails where the record cannot be read, or knows nothing of that promise.
   */
  audit(id?: string): Promise<Result<Audit>>;
}
