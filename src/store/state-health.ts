import type { Result } from '../domain/base/result.ts';
import type { Finding, Repair, RepairableFinding } from '../domain/judging/finding.ts';
import type { ChainFault } from '../domain/promise/ledger-chain.ts';

/** `place`: where the record is, as a text for people. `reason`: why it cannot be looked at. */
export type BrokenChain = { readonly place: string } & (
  | { readonly fault: ChainFault }
  | { readonly reason: string }
);

/** Whether the state is there, can be used, and is sound. */
export interface StateHealth {
  /** Whether it lies in a store that machines share, and in no folder. */
  readonly isShared: boolean;
  /** Where the state is kept, and where repairs move broken parts, as texts for people. */
  readonly place: string;
  readonly quarantine: string;
  /** Whether the project has any state. */
  isThere(): Promise<boolean>;
  /** The system's code of why the state cannot be read and written; undefined where it can. */
  refusal(): Promise<string | undefined>;
  /** Everything that is not as it should be, one finding per place. */
  inspect(): Promise<readonly Finding[]>;
  /** Where the record of the changes does not hold together; undefined where it does, or is not there. */
  brokenChain(): Promise<BrokenChain | undefined>;
  /** Repairs one finding by moving what is broken; deletes nothing. */
  repair(finding: RepairableFinding): Promise<Result<Repair>>;
}
