import { success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import {
  attemptOf,
  failedOpen,
  NOTHING_TO_HOLD_AGAINST,
  type ProgressFacts,
  passedUnjudged,
  type RealityReply,
  type RealityVerdict,
  realityVerdict,
} from '../../domain/judging/reality-check.ts';
import type { LeftOut } from '../../domain/promise/shown-changes.ts';
import { withStopAttempt } from '../../domain/session/stop-gate-state.ts';
import { leftOutLines } from '../../report/left-out-text.ts';
import { indented, oneLine } from '../../report/printable.ts';
import { reviewCommand } from '../asking/report.ts';
import type { SessionReview } from '../asking/session-review.ts';
import { gatherReality } from './facts.ts';
import { type RealityMaterial, realitySystemPrompt, realityUserPrompt } from './prompt.ts';
import { readRealityReply, realityReplySchema } from './reply-schema.ts';

/** The reality check: does the work satisfy every active directive of the session? */
export const realityCheck: SessionReview<RealityMaterial, RealityReply, RealityVerdict> = {
  name: 'reality-check',
  words: {
    title: 'Reality check',
    passes: 'PASS',
    fails: 'NOT DONE',
    unjudged: 'the reality check could not judge the work',
    asks: 'about the work',
  },
  settings: (configuration) => configuration.realityCheck,
  usualReplyTokens: 400,
  warnsOfOwnWork: true,
  gather: gatherReality,
  nothingToAsk: (material) =>
    material.directives.length > 0
      ? undefined
      : {
          verdict: passedUnjudged(NOTHING_TO_HOLD_AGAINST, progressOf(material)),
          error: undefined,
          inDryRun: 'There is nothing to check the work against: no call would be made.',
        },
  prompt: (material, fence) => ({
    system: realitySystemPrompt(fence.nonce),
    user: realityUserPrompt(material, fence),
  }),
  schema: realityReplySchema(),
  read: readRealityReply,
  keys: ['pass', 'missingItems'],
  verdict: (reply, material) => realityVerdict(reply, progressOf(material)),
  unjudged: (why, material) => failedOpen(why, progressOf(material)),
  passes: ({ pass }) => pass,
  async keep(verdict, { fingerprint }, { session }, { clock, stopGate }) {
    const attempt = attemptOf(verdict, fingerprint, timestamp(clock.now()));
    const kept = await stopGate.change(session.id, (state) =>
      success({ state: withStopAttempt(state, attempt), value: undefined }),
    );
    return kept.ok ? kept.value.warnings : [kept.failure];
  },
  told: {
    reason: ({ reason }) => reason,
    lines: ({ material, verdict }) => [
      ...listLines('Missing', verdict.missingItems),
      ...listLines('For the user to decide', verdict.questionsForUser),
      ...listLines('Next steps', verdict.suggestedNextSteps),
      `Forward progress: ${verdict.forwardProgress ? 'yes' : 'no'}`,
      ...(verdict.convergenceEstimate === undefined
        ? []
        : [`Completion estimated by the model: ${Math.round(verdict.convergenceEstimate * 100)}%`]),
      ...leftOutLines(leftOutOf(material)),
    ],
    json: (verdict) => verdict,
    runJson: (material, calls) => ({
      ...calls,
      fingerprint: material.fingerprint,
      left_out: leftOutOf(material),
    }),
    notes: ({ material: { changes }, status }) =>
      'unknown' in changes && status === 'success'
        ? [`WARNING: the model was not shown what changed: ${oneLine(changes.unknown)}`]
        : [],
    dryRun: (material) => ({
      counts: [`Active directives: ${material.directives.length}`],
      details: leftOutLines(leftOutOf(material)),
    }),
    estimatesUnasked: true,
  },
};

export const realityCheckCommand = reviewCommand(realityCheck);

function progressOf({ attempts, fingerprint }: RealityMaterial): ProgressFacts {
  return { fingerprint, last: attempts.at(-1) };
}

function leftOutOf({ changes }: RealityMaterial): readonly LeftOut[] {
  return 'shown' in changes ? changes.shown.leftOut : [];
}

function listLines(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0
    ? []
    : [`${heading}:`, ...items.map((item) => `  - ${indented(item, 4)}`)];
}
