import { readHostSigns } from '../adapters/environment.ts';
import { findTranscript } from '../adapters/transcript/finding.ts';
import { linesFromEnd } from '../adapters/transcript/lines-from-end.ts';
import type { Failure } from '../domain/base/failure.ts';
import { type Result, success } from '../domain/base/result.ts';
import { isAttended } from '../domain/host/attendance.ts';
import { endsInterrupted } from '../domain/host/interrupt-mark.ts';
import { isByUser } from '../domain/host/prompt-directive.ts';
import { isOwnReason, memoryIn } from '../domain/session/gate-memory.ts';
import {
  interruptAtPrompt,
  interruptedIn,
  withInterrupted,
} from '../domain/session/interrupted.ts';
import type { HookCall } from './hook-call.ts';
import { isInUse } from './in-use.ts';

/** How much of the end of a transcript is read, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Notes before a prompt that the user interrupted the turn before it, so that the first stop after the user's next prompt
 * is let through; the prompt after that ends it. Nothing is kept in a project that does not use the suite.
 */
export async function noteInterrupt(call: HookCall): Promise<Result<readonly Failure[]>> {
  const { memoryOf, payload, session, suite } = call;
  if (session === undefined || payload.agentId !== undefined) return success([]);
  const memory = await memoryOf(session.id);
  if (!(await isInUse(memory))) return success([]);
  const found = await memory.stopGate.read(session.id);
  // The stop gate takes a file that cannot be read for an empty one, and says so.
  if (!found.ok) return success([]);
  const isAfter = isAttended(readHostSigns()) && isAfterInterrupt(call);
  const seen = {
    at: new Date(suite.clock.now()).toISOString(),
    isAfter,
    isByUser: isByUser(payload),
  };
  if (!isAfter && interruptedIn(found.value) === null) return success([]);
  const changed = await memory.stopGate.change(session.id, (state) => {
    if (isOwnReason(payload.prompt ?? '', memoryIn(state))) {
      return success({ state, value: undefined });
    }
    const next = withInterrupted(state, interruptAtPrompt(interruptedIn(state), seen));
    const event = { event: 'session.interrupted', session: session.id } as const;
    return success({ state: next, value: undefined, ...(isAfter ? { event } : {}) });
  });
  return changed.ok ? success(changed.value.warnings) : changed;
}

/** Whether the user interrupted the turn before this prompt: as the host says, or by its mark in the transcript. */
function isAfterInterrupt({ caller, payload, suite }: HookCall): boolean {
  const { interruptMark: mark, transcript } = caller;
  if (payload.isAborted === true) return true;
  if (mark === undefined) return false;
  const { sessionId = '', prompt, transcriptPath } = payload;
  // Some hosts name their transcripts at stops alone.
  const asked = { host: caller, hosts: [caller] };
  const path = transcriptPath ?? findTranscript(asked, [sessionId])?.path;
  if (path === undefined || !suite.files.exists(path)) return false;
  try {
    return endsInterrupted(linesFromEnd(path, MOST_BYTES), mark, transcript, prompt);
  } catch {
    return false; // It may not be read.
  }
}
