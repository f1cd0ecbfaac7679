import { isSafeId } from '../domain/identifier.ts';
import { type SaidOfCriterion, withoutEvidence } from '../domain/judge-policy.ts';
import { type JudgedFacts, judgedCriteria } from '../domain/judged-facts.ts';
import { earlierRejections } from '../domain/judgment-record.ts';
import { estimateTokens, replyTokens } from '../domain/model.ts';
import { type Criterion, hasEvidence } from '../domain/promise.ts';
import { mergedRedactions, type Redacted } from '../domain/secrets.ts';
import { shuffled } from '../domain/shuffle.ts';
import { suspicionsOf } from '../domain/suspicion.ts';
import type { JudgeRequest } from '../ports.ts';
import { type Canary, chooseCanary } from '../prompts/canary.ts';
import { createFence, type Fence } from '../prompts/fence.ts';
import {
  CANARY_MARK,
  canarySection,
  MOST_WHOLE_CRITERIA,
  type OutsideText,
  outsideTexts,
  type ReviewMaterial,
  type ReviewStyle,
  systemPrompt,
  userPrompt,
} from '../prompts/promise-review.ts';
import { replySchema } from '../schemas/judge-reply.ts';

/** Most tokens of a prompt: within every model's window, and dear enough to be asked about first. */
export const MOST_PROMPT_TOKENS = 150_000;

/** One vote of several. */
export interface Seat {
  /** Counted from 1. */
  readonly vote: number;
  /** What orders the criteria that it sees, as hexadecimal digits. */
  readonly seed: string;
}

export interface ReviewOptions {
  readonly model: string;
  readonly style: ReviewStyle;
  /** The vote of several that the review is; null where there is no vote. */
  readonly seat: Seat | null;
  /** Values that must not leave the machine, such as the key of this run. */
  readonly secrets: readonly string[];
}

/** What stands for the nonce where nothing is sent. */
export const PLACEHOLDER_NONCE = 'NONCE';

/** A text that speaks to the judge: whose it is (the promise's own where nobody's), and by what sign. */
export interface SuspiciousText {
  readonly ac_id: string | undefined;
  readonly signs: readonly string[];
  /** The very texts, of those that belong to it. */
  readonly texts: readonly string[];
}

/** A review before anything is sent: what a dry run shows, and what a run goes by. */
export interface ReviewPlan {
  readonly options: ReviewOptions;
  readonly request: JudgeRequest;
  /** The criteria that the model is asked about, without the canary. */
  readonly asked: readonly string[];
  /** What needs no asking, such as a criterion without evidence. */
  readonly settled: readonly SaidOfCriterion[];
  readonly suspicious: readonly SuspiciousText[];
  readonly canary: Canary | undefined;
  readonly redacted: readonly Redacted[];
  /** Whether evidence is cut because there are many criteria. */
  readonly isCut: boolean;
  /** Tokens of the prompt, estimated. */
  readonly promptTokens: number;
}

/** Plans a review of a promise. Pure but for what it is given: the nonce is new for every request. */
export function planReview(facts: JudgedFacts, options: ReviewOptions, nonce: string): ReviewPlan {
  const criteria = judgedCriteria(facts);
  const settled = criteria.flatMap((criterion) => settledWithoutAsking(criterion, criteria) ?? []);
  const isSettled = new Set(settled.map(({ ac_id }) => ac_id));
  const unsettled = criteria.filter(({ id }) => !isSettled.has(id));
  const { seat } = options;
  const open = seat === null ? unsettled : shuffled(unsettled, seat.seed);
  const material = materialOf(facts, open);
  const suspicious = suspiciousTexts(material, options);
  const ids = criteria.map(({ id }) => id);
  const speaking = suspicious.flatMap(({ texts }) => texts);
  const canary =
    suspicious.length > 0 ? chooseCanary(nonce, ids, open.length, speaking) : undefined;
  const fence = createFence(nonce, options.secrets);
  const rider = canary === undefined ? undefined : riderFor(canary, nonce, fence);
  const system = systemPrompt(options.style, nonce);
  const user = userPrompt({ ...material, rider }, fence);
  const { model, style } = options;
  const maxTokens = replyTokens(model, open.length);
  return {
    options,
    request: { model, system, user, schema: replySchema(style), maxTokens },
    asked: open.map(({ id }) => id),
    settled,
    suspicious,
    canary,
    redacted: mergedRedactions(fence.redacted()),
    isCut: open.length > MOST_WHOLE_CRITERIA,
    promptTokens: estimateTokens(Buffer.byteLength(system + user), 'typical'),
  };
}

function materialOf(facts: JudgedFacts, criteria: readonly Criterion[]): ReviewMaterial {
  const { answerFor, id, promise } = facts;
  return {
    id,
    promise,
    criteria,
    answerFor,
    earlier: earlierRejections(promise),
    rider: undefined,
  };
}

function riderFor(canary: Canary, nonce: string, fence: Fence): ReviewMaterial['rider'] {
  const section = nonce === PLACEHOLDER_NONCE ? CANARY_MARK : canarySection(canary, fence);
  return { section, position: canary.position };
}

function settledWithoutAsking(
  criterion: Criterion,
  all: readonly Criterion[],
): SaidOfCriterion | undefined {
  if (!hasEvidence(criterion)) return withoutEvidence(criterion.id);
  const isShared = all.some((other) => other !== criterion && other.id === criterion.id);
  if (isSafeId(criterion.id) && !isShared) return undefined;
  return {
    ac_id: criterion.id,
    judgment: 'FAIL',
    confidence: 1,
    reasoning: isShared ? 'Another criterion has its id.' : 'Its id cannot be used.',
    would_satisfy: 'an id of its own (letters, digits, ".", "_", "-") in the promise file',
  };
}

/**
 * Who speaks to the judge, one entry per criterion and one for the promise's own texts. All texts are
 * looked at together first: most promises are harmless, and what is split over two texts shows there.
 */
function suspiciousTexts(
  material: ReviewMaterial,
  { secrets }: ReviewOptions,
): readonly SuspiciousText[] {
  const texts = outsideTexts(material, secrets);
  const together = suspicionsOf(texts.map(({ text }) => text).join('\n'));
  if (together.length === 0) return [];
  const each = suspiciousOwners(texts);
  return each.length > 0 ? each : [{ ac_id: undefined, signs: together, texts: [] }];
}

function suspiciousOwners(texts: readonly OutsideText[]): readonly SuspiciousText[] {
  const owners = new Map<string | undefined, { signs: Set<string>; texts: string[] }>();
  for (const { ac_id, text } of texts) {
    const signs = suspicionsOf(text);
    if (signs.length === 0) continue;
    const owner = owners.get(ac_id) ?? { signs: new Set(), texts: [] };
    for (const sign of signs) owner.signs.add(sign);
    owner.texts.push(text);
    owners.set(ac_id, owner);
  }
  return [...owners].map(([ac_id, owner]) => ({
    ac_id,
    signs: [...owner.signs],
    texts: owner.texts,
  }));
}
