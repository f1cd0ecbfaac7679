import type { Directive } from '../domain/directive.ts';
import { estimateTokens, replyTokens } from '../domain/model.ts';
import type { ProgressFacts } from '../domain/reality-check.ts';
import { type KnownSecret, mergedRedactions, type Redacted } from '../domain/secrets.ts';
import { type LeftOut, shownChanges } from '../domain/shown-changes.ts';
import type { StopAttempt } from '../domain/stop-gate-state.ts';
import type { TreeDigest } from '../domain/tree.ts';
import type { ChangeSet, GitResult } from '../ports.ts';
import { cleaned, createFence } from '../prompts/fence.ts';
import {
  type RealityMaterial,
  realitySystemPrompt,
  realityUserPrompt,
} from '../prompts/reality-check.ts';
import { realityReplySchema } from '../schemas/reality-check-reply.ts';
import type { QuestionPlan } from './one-question.ts';

/** What a reality check goes by, as it was found. */
export interface RealityFacts {
  /** The active ones. */
  readonly directives: readonly Directive[];
  readonly changes: GitResult<ChangeSet>;
  readonly lastMessage: string | undefined;
  /** Oldest first. */
  readonly attempts: readonly StopAttempt[];
  /** Of the whole checkout. */
  readonly tree: TreeDigest;
}

export interface RealityOptions {
  readonly model: string;
  /** Values that must not leave the machine, such as those of the project's .env files. */
  readonly secrets: readonly KnownSecret[];
}

/** The facts as they are shown: patches are read once, however often is asked. */
export interface PreparedCheck {
  readonly options: RealityOptions;
  readonly material: RealityMaterial;
  readonly progress: ProgressFacts;
  readonly leftOut: readonly LeftOut[];
  /** What was taken out of the patches. */
  readonly redacted: readonly (readonly Redacted[])[];
}

export function prepareRealityCheck(facts: RealityFacts, options: RealityOptions): PreparedCheck {
  const { attempts, changes, directives, lastMessage, tree } = facts;
  const redacted: (readonly Redacted[])[] = [];
  const clean = (text: string): string => {
    const part = cleaned(text, options.secrets);
    redacted.push(part.redacted);
    return part.text;
  };
  const shown: RealityMaterial['changes'] = changes.ok
    ? { shown: shownChanges(changes.value.files, changes.value.patchOf, clean) }
    : { unknown: changes.reason };
  const fingerprint = tree.bound ? tree.digest : null;
  return {
    options,
    material: {
      directives,
      changes: shown,
      lastMessage,
      attempts,
      fingerprint,
      notBound: tree.bound ? undefined : tree.reason,
    },
    progress: { fingerprint, last: attempts.at(-1) },
    leftOut: 'shown' in shown ? shown.shown.leftOut : [],
    redacted,
  };
}

/** Plans one question. Pure but for what it is given: the nonce is new for every request. */
export function planRealityCheck(
  { material, options, redacted }: PreparedCheck,
  nonce: string,
): QuestionPlan {
  const fence = createFence(nonce, options.secrets);
  const system = realitySystemPrompt(nonce);
  const user = realityUserPrompt(material, fence);
  const { model } = options;
  const schema = realityReplySchema();
  return {
    request: { model, system, user, schema, maxTokens: replyTokens(model, 0) },
    redacted: mergedRedactions([...redacted, ...fence.redacted()]),
    promptTokens: estimateTokens(Buffer.byteLength(system + user), 'typical'),
  };
}
