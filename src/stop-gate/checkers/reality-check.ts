import type { RealityVerdict } from '../../domain/judging/reality-check.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import { examineByReview, isAllowedStep, reviewBlock } from '../review.ts';

/** P3.6. Blocks where a model finds that the work does not do what the user asked for. */
export const realityCheck = {
  name: 'reality check',
  priority: 3.6,
  asksModel: true,
  concerns: ({ configuration }) => configuration.realityCheck.enabled,
} as const satisfies Checker;

export const examineReality: Examine = (world) => {
  const deadline = world.clock.elapsed() + world.configuration.realityCheck.timeoutMs;
  return examineByReview('reality', world, deadline, async (stop) => {
    const { checkReality } = await world.loadReviews();
    const { notes, verdict } = await checkReality(stop, world);
    if (verdict === undefined) return { notes };
    const questions = needsUser(verdict) ? verdict.questionsForUser : [];
    const forUser = questions.map((question) => `For you to decide: ${question}`);
    return { block: realityBlock(verdict), notes: [...forUser, ...notes] };
  });
};

export function realityBlock(verdict: RealityVerdict): Block | undefined {
  // A session that can only ask its user has to stop for it.
  if (verdict.pass || needsUser(verdict)) return undefined;
  const { missingItems, questionsForUser, reason, suggestedNextSteps } = verdict;
  const next = [
    ...missingItems.map((item) => `do what is missing: ${item}`),
    ...suggestedNextSteps.filter(isAllowedStep),
  ];
  const opening = 'Blocked: the work does not do what the user asked for:';
  return reviewBlock('reality-check', opening, reason, next, questionsForUser);
}

/** Whether nothing is missing but answers of the user. */
function needsUser({ missingItems, pass, questionsForUser }: RealityVerdict): boolean {
  return !pass && missingItems.length === 0 && questionsForUser.length > 0;
}
