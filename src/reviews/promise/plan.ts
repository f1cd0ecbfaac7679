import { isSafeId } from '../../domain/base/identifier.ts';
import { type KnownSecret, mergedRedactions } from '../../domain/base/secrets.ts';
import { shuffled } from '../../domain/base/shuffle.ts';
import { type SaidOfCriterion, withoutEvidence } from '../../domain/judging/judge-policy.ts';
import { type JudgedFacts, judgedCriteria } from '../../domain/judging/judged-facts.ts';
import { earlierRejections } from '../../domain/judging/judgment-record.ts';
import { estimateTokens, replyTokens } from '../../domain/judging/model.ts';
import { suspicionsOf } from '../../domain/judging/suspicion.ts';
import { type Criterion, hasEvidence } from '../../domain/promise/promise.ts';
import { type Canary, chooseCanary } from '../asking/canary.ts';
import { createFence, type Fence } from '../asking/fence.ts';
import { PLACEHOLDER_NONCE, type QuestionPlan } from '../asking/question.ts';
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
} from './prompt.ts';
import { replySchema } from './reply-schema.ts';

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
  /** False for a judge that follows rules: it reads the criteria themselves, and no prompt. */
  readonly isModel: boolean;
  /** Values that must not leave the machine. */
  readonly secrets: readonly KnownSecret[];
}

/** A text that speaks to the judge, and the signs of it. `ac_id` is undefined for the promise's own texts. */
interface SuspiciousText {
  readonly ac_id: string | undefined;
  readonly signs: readonly string[];
  /** The very texts, of those that belong to it. */
  readonly texts: readonly string[];
}

/** A review before anything is sent: a dry run shows it, and a run goes by it. */
export interface ReviewPlan extends QuestionPlan {
  readonly options: ReviewOptions;
  /** The criteria that the model is asked about, without the canary. */
  readonly asked: readonly string[];
  /** What needs no asking, such as a criterion without evidence. */
  readonly settled: readonly SaidOfCriterion[];
  readonly suspicious: readonly SuspiciousText[];
  readonly canary: Canary | undefined;
  /** Whether evidence is cut because there are many criteria. */
  readonly isCut: boolean;
}

/** Plans a review of a promise. Pure but for what it is given: the nonce is new for every request. */
export function planReview(facts: JudgedFacts, options: ReviewOptions, nonce: string): ReviewPlan {
  const criteria = judgedCriteria(facts);
  if (!options.isModel) return planForRules(criteria, options);
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
  const system = systemPrompt(options.style, nonce, material);
  const user = userPrompt({ ...material, rider }, fence);
  const { model, style } = options;
  const maxTokens = replyTokens(model, open.length);
  return {
    options,
    request: { model, system, user, schema: replySchema(style), maxTokens, criteria: open },
    asked: open.map(({ id }) => id),
    settled,
    suspicious,
    canary,
    redacted: mergedRedactions([
      ...(facts.substance ? [facts.substance.redacted] : []),
      ...fence.redacted(),
    ]),
    isCut: open.length > MOST_WHOLE_CRITERIA,
    promptTokens: estimateTokens(Buffer.byteLength(system + user), 'typical'),
  };
}

/** A judge that follows rules is asked about every criterion, and no text can talk it into anything. */
function planForRules(criteria: readonly Criterion[], options: ReviewOptions): ReviewPlan {
  const { model, style } = options;
  const prompt = { system: '', user: '', schema: replySchema(style), maxTokens: 0 };
  return {
    options,
    request: { model, ...prompt, criteria },
    asked: criteria.map(({ id }) => id),
    settled: [],
    suspicious: [],
    canary: undefined,
    redacted: [],
    isCut: false,
    promptTokens: 0,
  };
}

function materialOf(facts: JudgedFacts, criteria: readonly Criterion[]): ReviewMaterial {
  const { answerFor, id, promise, substance, tampering = [] } = facts;
  return {
    id,
    promise,
    criteria,
    answerFor,
    tampering,
    substance,
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
    reasoning: isShared ? 'Another criterion has the same id.' : 'Its id is invalid.',
    would_satisfy: 'a unique id (letters, digits, ".", "_", "-") in the promise file',
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
