import { namesActs, withActFaults } from '../../domain/promise/acts-held.ts';
import { LONGEST_LINE } from '../../domain/promise/ledger.ts';
import { type ActLedger, type LineAt, saidBy } from '../../domain/promise/person-act.ts';
import type { CompletionPromise, NamedPromise } from '../../domain/promise/promise.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import { withPauseFault } from '../../domain/session/pause.ts';
import { withEndFault } from '../../domain/session/session-end.ts';
import type { StopGateState } from '../../domain/session/stop-gate-state.ts';
import { MOST_AT_A_GATE } from './ledger-reading.ts';
import type { FolderWorld } from './state-folder.ts';

/** Holds what a person did, as files have it, against the one line of the ledger that each of them names. */

const NEWLINE = 0x0a;

/** Reads one line of the ledger, of at most so many bytes as a line has. Never follows a link, never waits for a pipe. */
function lineReader({ files, folder }: FolderWorld): LineAt {
  return (offset) => {
    // The byte before shows that a line begins here.
    const from = Math.max(0, offset - 1);
    const most = LONGEST_LINE + 2;
    const reading = files.readSlice(folder.events, { from, most });
    if (reading.found !== 'bytes') return undefined;
    const { bytes } = reading;
    const start = offset - from;
    if (start > 0 && bytes[0] !== NEWLINE) return undefined;
    const end = bytes.indexOf(NEWLINE, start);
    return end < 0 ? undefined : bytes.toString('utf8', start, end);
  };
}

/** Reads on from a line of the ledger to its end, as far as a gate reads. */
function ledgerReader(reader: FolderWorld): ActLedger {
  const { files, folder } = reader;
  return {
    lineAt: lineReader(reader),
    saidSince(offset, word) {
      const reading = files.readSlice(folder.events, { from: offset, most: MOST_AT_A_GATE + 1 });
      if (reading.found !== 'bytes' || reading.bytes.length > MOST_AT_A_GATE) return undefined;
      const { bytes } = reading;
      if (!bytes.includes(word)) return [];
      const lines = bytes.toString('utf8').split('\n');
      return lines.flatMap((line) => {
        const said = line.includes(word) ? saidBy(line) : undefined;
        return said === undefined ? [] : [said];
      });
    },
  };
}

/** A promise whose waivers and acceptances are marked where they do not count. Costs nothing where there are none. */
export function withActsHeld(
  reader: FolderWorld,
  id: string,
  promise: CompletionPromise,
): CompletionPromise {
  return namesActs(promise)
    ? withActFaults(id, promise, lineReader(reader), reader.digests.of)
    : promise;
}

/** The same of several promises. */
export function withAllActsHeld(
  reader: FolderWorld,
  promises: readonly NamedPromise[],
): readonly NamedPromise[] {
  return promises.map(({ id, promise }) => ({ id, promise: withActsHeld(reader, id, promise) }));
}

/** What is kept of a session, with a person's end and pause marked where they do not count. Costs nothing without them. */
export function withStateHeld(
  reader: FolderWorld,
  session: string,
  state: StopGateState,
): StopGateState {
  const { ended, paused } = state;
  if (ended === undefined && paused === undefined) return state;
  const ledger = ledgerReader(reader);
  const isSame = (one: string, other: string) => memoryIdOf(one) === memoryIdOf(other);
  const held = withPauseFault(state, ledger, reader.digests.of);
  return withEndFault(held, session, isSame, ledger, reader.digests.of);
}
