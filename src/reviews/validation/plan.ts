import type { KnownSecret, Redacted } from '../../domain/base/secrets.ts';
import type { AskedCriterion } from '../../domain/host/validating-host.ts';
import { type JudgedFacts, judgedCriteria } from '../../domain/judging/judged-facts.ts';
import type { Criterion } from '../../domain/promise/promise.ts';
import { cleaned, createFence } from '../asking/fence.ts';
import { planReview, type Seat } from '../promise/plan.ts';
import { commandsSection, validatorInstructions } from './prompt.ts';

/** What a session is asked, before it is started: a dry run shows it. */
export interface ValidationPlan {
  readonly nonce: string;
  readonly system: string;
  readonly prompt: string;
  readonly criteria: readonly AskedCriterion[];
  /** The ids that it must answer for; that of a canary among them, where data speaks to it. */
  readonly asked: readonly string[];
  readonly canary: string | undefined;
  readonly redacted: readonly Redacted[];
  readonly promptTokens: number;
}

type AskedParts = Pick<Criterion, 'id' | 'description' | 'evidence' | 'evidence_type'>;

/** What of it does not come from the promise. */
export interface ValidationParts {
  readonly commands: readonly string[];
  readonly secrets: readonly KnownSecret[];
  readonly seat: Seat | null;
}

/**
 * Plans a session: it is shown what a judge is shown of the promise, but for what others said of it. `facts` hold criteria
 * with evidence alone.
 */
export function planValidation(
  facts: JudgedFacts,
  { commands, seat, secrets }: ValidationParts,
  nonce: string,
): ValidationPlan {
  const { judgments: _, ...promise } = facts.promise;
  const unjudged: JudgedFacts = { ...facts, promise, answerFor: () => ({ found: 'none' }) };
  const options = { model: '', style: 'plain', seat, isModel: true, secrets } as const;
  const { canary, promptTokens, redacted, request, ...review } = planReview(
    unjudged,
    options,
    nonce,
  );
  const askedOf = ({ description, evidence, evidence_type, id }: AskedParts): AskedCriterion => ({
    ac_id: id,
    description: cleaned(description ?? '', secrets).text,
    evidence: cleaned(evidence ?? '', secrets).text,
    evidence_type: evidence_type ?? 'unknown',
  });
  const criteria = judgedCriteria(unjudged).map(askedOf);
  const prompt = `${request.user}\n\n${commandsSection(commands, createFence(nonce, secrets))}`;
  return {
    nonce,
    system: validatorInstructions(nonce),
    prompt,
    criteria:
      canary === undefined ? criteria : criteria.toSpliced(canary.position, 0, askedOf(canary)),
    asked: [...review.asked, ...(canary === undefined ? [] : [canary.id])],
    canary: canary?.id,
    redacted,
    promptTokens,
  };
}
