import type { Result } from '../domain/base/result.ts';
import type { Finding, Repair, RepairableFinding } from '../domain/judging/finding.ts';

/** A place in which the suite keeps files that can break. */
export interface RepairablePlace {
  /** Where it is, and where repairs move broken parts, as texts for people. */
  readonly place: string;
  readonly quarantine: string;
  /** Everything that is not as it should be, one finding per place. */
  inspect(): Promise<readonly Finding[]>;
  /** Repairs one finding by moving what is broken; deletes nothing. */
  repair(finding: RepairableFinding): Promise<Result<Repair>>;
}

/** Whether the state is there, can be used, and is sound. */
export interface StateHealth extends RepairablePlace {
  /** Whether it lies in a store that machines share, and in no folder. */
  readonly isShared: boolean;
  /** Whether the project has any state. */
  isThere(): Promise<boolean>;
  /** The system's code of why the state cannot be read and written; undefined where it can. */
  refusal(): Promise<string | undefined>;
}
