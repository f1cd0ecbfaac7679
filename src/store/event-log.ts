import type { EventLine, StateEvent } from '../domain/event.ts';
import type { Failure } from '../domain/failure.ts';
import { timestamp } from '../domain/time.ts';
import type { Clock, Files } from '../ports.ts';
import { fileSystemFailure } from './fault.ts';
import type { StateFolder } from './state-folder.ts';

/** The append-only log of every change of the state. */
export interface EventLog {
  /**
   * Adds one line. A failure is given back and not thrown: what the line tells of has already
   * happened and is not undone for want of a log.
   */
  append(event: StateEvent): Failure | undefined;
}

export function createEventLog(
  world: { readonly files: Files; readonly clock: Clock },
  folder: StateFolder,
  sessionId: string | null,
): EventLog {
  return {
    append(event) {
      const line: EventLine = {
        timestamp: timestamp(world.clock.now()),
        session_id: sessionId,
        ...event,
      };
      try {
        world.files.appendLine(folder.events, JSON.stringify(line));
        return undefined;
      } catch (error) {
        return fileSystemFailure(error, 'write to the event log', folder.events);
      }
    },
  };
}
