import type { TimeLeft } from '../../adapters/git-process.ts';
import type { Configuration } from '../../domain/configuration.ts';
import type { AskedStop } from './look.ts';

/** What the stop gate works with at one stop. */
export interface GateWorld extends AskedStop {
  readonly configuration: Configuration;
  /** Until the gate must have answered (`stopGate.timeoutMs`). */
  readonly timeLeft: TimeLeft;
}
