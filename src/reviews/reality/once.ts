import { createNodeClock } from '../../adapters/node-clock.ts';
import { createNonce } from '../../adapters/node-nonce.ts';
import { chooseModel } from '../../domain/judging/model.ts';
import type { RealityVerdict } from '../../domain/judging/reality-check.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { accessFor, judgeFor, type OnceAsked, secretsOf } from '../asking/once.ts';
import { askReview } from '../asking/session-review.ts';
import type { RealityMaterial } from './prompt.ts';
import { realityCheck } from './review.ts';

/** A reality check apart from any project. Whatever keeps it from being judged passes, and its reason says why. */
export async function checkOnce(
  material: RealityMaterial,
  asked: OnceAsked & { readonly model: string },
): Promise<RealityVerdict> {
  const clock = createNodeClock();
  const model = chooseModel(asked.model, clock.now());
  if ('kind' in model) return realityCheck.unjudged(failureMessage(model), material);
  if (model.warning !== undefined) asked.onWarning(model.warning);
  const prepared = { material, secrets: secretsOf(asked), redacted: [], model };
  const limits = { deadline: clock.elapsed() + asked.timeoutMs, signal: asked.signal };
  const judge = judgeFor(accessFor(asked), asked);
  const done = await askReview(realityCheck, prepared, limits, { judge, nonce: createNonce });
  if (!done.ok) return realityCheck.unjudged(failureMessage(done.failure), material);
  for (const warning of done.value.warnings) asked.onWarning(failureMessage(warning));
  return done.value.verdict;
}
