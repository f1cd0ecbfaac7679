import type { Environment } from '../../adapters/environment.ts';
import type { TimeLeft } from '../../adapters/git-process.ts';
import type { Configuration } from '../../domain/configuration.ts';
import type { HookPayload } from '../../domain/hook-payload.ts';
import type { Clock, Files } from '../../ports.ts';
import type { Stopper } from '../../stop-gate/stopper.ts';
import type { StateFolder } from '../../store/state-folder.ts';

/** What the stop gate works with at one stop. */
export interface GateWorld {
  readonly environment: Environment;
  readonly files: Files;
  readonly clock: Clock;
  readonly folder: StateFolder;
  readonly payload: HookPayload;
  readonly stopper: Stopper;
  readonly configuration: Configuration;
  /** Until the gate must have answered (`stopGate.timeoutMs`). */
  readonly timeLeft: TimeLeft;
}
