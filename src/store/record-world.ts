import type { Clock, Files } from '../ports.ts';
import type { EventLog } from './event-log.ts';

/** What the stores need whose files have one writer at a time, the last of which wins. */
export interface RecordWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly events: EventLog;
  /** A name for a file that is prepared before it replaces another; the commits give it. */
  readonly draftName: () => string;
}
