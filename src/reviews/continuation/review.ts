import { findTranscript } from '../../adapters/transcript/finding.ts';
import { readTurns } from '../../adapters/transcript/turns.ts';
import { success } from '../../domain/base/result.ts';
import { type Turn, withLastMessage } from '../../domain/host/turns.ts';
import {
  type ContinuationVerdict,
  continuationUnjudged,
  continuationVerdict,
} from '../../domain/judging/continuation.ts';
import { indented } from '../../report/printable.ts';
import { reviewCommand } from '../asking/report.ts';
import type { SessionReview } from '../asking/session-review.ts';
import { continuationSystemPrompt, continuationUserPrompt } from './prompt.ts';
import { continuationReplySchema, readContinuationReply } from './reply-schema.ts';

/** What a continuation review goes by. */
export interface ContinuationMaterial {
  /** Oldest first. */
  readonly turns: readonly Turn[];
}

const NOTHING_SAID = 'no transcript of this session was found, or nothing is said in it';

/** The continuation review: has a session that is about to end more to do? */
export const continuationReview: SessionReview<
  ContinuationMaterial,
  ContinuationVerdict,
  ContinuationVerdict
> = {
  name: 'continuation-review',
  words: {
    title: 'Continuation review',
    passes: 'CAN END',
    fails: 'SHOULD CONTINUE',
    unjudged: 'the continuation review did not judge the session',
    asks: 'whether the session may end',
  },
  settings: ({ continuation }) => continuation,
  usualReplyTokens: 150,
  warnsOfOwnWork: false,
  withoutJudge: { turns: [] },
  async gather({ lastMessage, session, transcriptPath }, { secrets, world: { environment } }) {
    const path = transcriptPath ?? findTranscript(environment, session.ids)?.path;
    const tail = path === undefined ? undefined : readTurns(path);
    // The last message alone is not enough to go by: without a transcript no model is asked.
    const turns = tail === undefined ? [] : withLastMessage(tail.turns, lastMessage);
    return success({
      material: { turns },
      secrets: turns.length === 0 ? [] : secrets(),
      redacted: [],
      sessionModel: tail?.model ?? null,
    });
  },
  nothingToAsk: ({ turns }) =>
    turns.length > 0
      ? undefined
      : {
          verdict: continuationUnjudged(NOTHING_SAID),
          error: NOTHING_SAID,
          inDryRun: 'No transcript of this session was found: no call would be made.',
        },
  prompt: ({ turns }, fence, clean) => ({
    system: continuationSystemPrompt(fence.nonce),
    user: continuationUserPrompt(turns, fence, clean),
  }),
  schema: continuationReplySchema(),
  read: readContinuationReply,
  keys: ['should_continue', 'suggestion'],
  verdict: continuationVerdict,
  unjudged: continuationUnjudged,
  passes: ({ should_continue }) => !should_continue,
  told: {
    reason: ({ reason }) => reason,
    lines: ({ material: { turns }, status, verdict: { suggestion } }) => [
      ...(suggestion === '' ? [] : [`Suggestion: ${indented(suggestion, 12)}`]),
      ...(status === 'not-asked' ? [] : [`Turns shown: ${turns.length}`]),
    ],
    json: (verdict) => verdict,
    runJson: ({ turns }, calls) => ({ turns: turns.length, ...calls }),
    notes: () => [],
    dryRun: ({ turns }) => ({ counts: [`Turns: ${turns.length}`], details: [] }),
    estimatesUnasked: false,
  },
};

export const continuationReviewCommand = reviewCommand(continuationReview);
