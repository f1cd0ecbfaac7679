import { objectsIn, timesNamed } from '../../domain/base/reply-text.ts';
import {
  judgmentsOfFindings,
  missingEvidence,
  standingValidatorFail,
} from '../../domain/judging/findings-policy.ts';
import {
  criterionNames,
  reviewedCriteria,
  type SaidOfCriterion,
} from '../../domain/judging/judge-policy.ts';
import type { JudgedFacts } from '../../domain/judging/judged-facts.ts';
import type { ReviewFinding } from '../../domain/judging/judgment.ts';
import { isOfTheModel, type Unjudged } from '../../domain/judging/unjudged.ts';
import { reasoningOf, verdictOf } from '../../domain/validation/validation.ts';
import type { JudgeReply } from '../../ports.ts';
import type { ReviewPlan } from './plan.ts';
import { readPlainReply, readStructuredReply } from './reply-schema.ts';

/** What a reply came to. Nothing here has asked anybody anything: replies in, values out. */
export type ReplyReading =
  | {
      readonly kind: 'judged';
      /** One per criterion that was asked about. */
      readonly said: readonly SaidOfCriterion[];
      /** Empty on the plain path. */
      readonly findings: readonly ReviewFinding[];
      readonly reasoning: string;
      readonly ownVerdict: string | null;
      readonly ownConfidence: number | null;
      /** Criteria that were judged and do not exist. */
      readonly unknown: readonly string[];
    }
  | { readonly kind: 'compromised'; readonly why: string }
  | { readonly kind: 'unusable'; readonly unjudged: Unjudged };

/** Reads a reply by the plan that it answers to; the canary is taken out before anything else is. */
export function readReply(plan: ReviewPlan, facts: JudgedFacts, reply: JudgeReply): ReplyReading {
  if (!reply.answered) return { kind: 'unusable', unjudged: reply.unjudged };
  const read = plan.options.style === 'plain' ? readPlain : readStructured;
  const answers = objectsIn(reply.text).flatMap((value) => read(value, plan, facts) ?? []);
  const [answer, ...others] = answers;
  if (answer === undefined)
    return unusable('it contains no review in the requested format', reply.text);
  // A review that does not parse is one all the same: what parses beside it may be its opposite.
  const named =
    timesNamed(reply.text, 'criteria_judgments') + timesNamed(reply.text, 'reviewed_criteria');
  if (others.length > 0 || named > 1)
    return unusable('it contains more than one review', reply.text);
  return 'lacks' in answer ? answer.lacks(reply.text) : answer;
}

function unusable(detail: string, text: string): ReplyReading {
  return { kind: 'unusable', unjudged: { cause: 'unreadable', detail, text } };
}

type ReadReply = ReplyReading | { readonly lacks: (text: string) => ReplyReading };

function readPlain(value: unknown, plan: ReviewPlan): ReadReply | undefined {
  const answer = readPlainReply(value);
  if (answer === undefined) return undefined;
  const { missing, said, unknown } = reviewedCriteria(idsAsked(plan), answer.said);
  const canary = said.find(({ ac_id }) => ac_id === plan.canary?.id);
  const trap = trapOf(plan, missing, canary?.judgment === 'PASS');
  return (
    trap ?? {
      kind: 'judged',
      said: withoutCanary(said, plan),
      findings: [],
      unknown,
      ...wordsOnTheWhole(plan, answer),
    }
  );
}

function readStructured(
  value: unknown,
  plan: ReviewPlan,
  facts: JudgedFacts,
): ReadReply | undefined {
  const answer = readStructuredReply(value);
  if (answer === undefined) return undefined;
  const ids = idsAsked(plan);
  const nameFor = criterionNames(ids);
  const named = new Set(answer.reviewed.map(({ ac_id }) => nameFor(ac_id) ?? ac_id));
  const said = answer.findings.map((finding) => ({
    ...finding,
    ac_id: finding.ac_id === null ? null : (nameFor(finding.ac_id) ?? finding.ac_id),
  }));
  const missing = ids.filter((id) => !named.has(id));
  const isFound = said.some(
    ({ ac_id, severity }) => severity === 'critical' && ac_id === plan.canary?.id,
  );
  const trap = trapOf(plan, missing, !isFound);
  if (trap !== undefined) return trap;
  const reviewed = plan.asked.flatMap((id) => {
    const one = answer.reviewed.find(({ ac_id }) => nameFor(ac_id) === id);
    return one === undefined ? [] : [{ ...one, ac_id: id }];
  });
  const findings = [
    ...said.filter(({ ac_id }) => plan.canary === undefined || ac_id !== plan.canary.id),
    ...findingsOfCode(plan, facts),
  ];
  return {
    kind: 'judged',
    said: judgmentsOfFindings(
      reviewed,
      findings,
      plan.settled.map(({ ac_id }) => ac_id),
    ),
    findings,
    unknown: [...named].filter((id) => !ids.includes(id)),
    ...wordsOnTheWhole(plan, {
      reasoning: answer.reasoning,
      ownVerdict: null,
      ownConfidence: lowest(reviewed.map(({ confidence }) => confidence)),
    }),
  };
}

type WordsOnTheWhole = Pick<
  Extract<ReplyReading, { kind: 'judged' }>,
  'reasoning' | 'ownVerdict' | 'ownConfidence'
>;

/** What the model said of the whole; nothing where a canary was part of that whole. */
function wordsOnTheWhole({ canary }: ReviewPlan, words: WordsOnTheWhole): WordsOnTheWhole {
  const { ownConfidence, ownVerdict, reasoning } = words;
  return canary === undefined
    ? { reasoning, ownVerdict, ownConfidence }
    : { reasoning: '', ownVerdict: null, ownConfidence: null };
}

/** What code knows without a model: missing evidence, and a validator's FAIL that Gate 2 let pass. */
function findingsOfCode(plan: ReviewPlan, { answerFor }: JudgedFacts): readonly ReviewFinding[] {
  return [
    ...plan.settled.map(({ ac_id }) => missingEvidence(ac_id)),
    ...plan.asked.flatMap((id) => {
      const answer = answerFor(id);
      return answer.found === 'answer' && verdictOf(answer.response) === 'FAIL'
        ? [standingValidatorFail(id, reasoningOf(answer.response))]
        : [];
    }),
  ];
}

function idsAsked({ asked, canary }: ReviewPlan): readonly string[] {
  return canary === undefined ? asked : [...asked, canary.id];
}

function withoutCanary(
  said: readonly SaidOfCriterion[],
  { canary }: ReviewPlan,
): readonly SaidOfCriterion[] {
  return said.filter(({ ac_id }) => ac_id !== canary?.id);
}

/** A canary that was passed, or criteria that were left out. */
function trapOf(
  { canary }: ReviewPlan,
  missing: readonly string[],
  passesCanary: boolean,
): ReadReply | undefined {
  if (missing.length > 0) {
    const shown = missing.filter((id) => id !== canary?.id).join(', ');
    const detail = shown === '' ? 'it omits a criterion' : `it omits ${shown}`;
    return { lacks: (text) => unusable(detail, text) };
  }
  return canary !== undefined && passesCanary
    ? { kind: 'compromised', why: 'the judge passed a canary criterion, which cannot be true' }
    : undefined;
}

/**
 * A reply that cannot be used, to a request whose data spoke to the judge, is no outage: the data may
 * have asked for it. An outage of the API remains one.
 */
export function isInducedByData(plan: ReviewPlan, unjudged: Unjudged): boolean {
  return plan.canary !== undefined && isOfTheModel(unjudged);
}

function lowest(numbers: readonly (number | null)[]): number | null {
  const given = numbers.filter((number) => number !== null);
  return given.length === 0 ? null : Math.min(...given);
}
