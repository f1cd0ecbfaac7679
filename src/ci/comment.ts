import { type CommentMark, type CommentPlan, planComment } from '../domain/ci/comment-plan.ts';
import type { GitHub, Served } from './github.ts';

/** A comment that a run wants on a pull request. */
interface WantedComment {
  readonly number: number;
  readonly body: string;
  readonly mark: CommentMark;
  /** Whose comments are ours. */
  readonly author: string;
}

/** What became of it. */
export type CommentOutcome = 'created' | 'updated' | 'unchanged' | 'outdone';

/**
 * Posts a comment, or brings the one that is there up to date. Afterwards it looks again: of two runs that post at the
 * same time both see both comments, and leave the same one.
 */
export async function postComment(
  wanted: WantedComment,
  github: GitHub,
): Promise<Served<CommentOutcome>> {
  const before = await github.comments(wanted.number);
  if (!before.ok) return before;
  const plan = planComment(before.value, wanted);
  if (plan.act === 'keep') return keep(plan, github, 'updated');
  const created = await github.create(wanted.number, wanted.body);
  if (!created.ok) return created;
  const after = await github.comments(wanted.number);
  if (!after.ok) return { ok: true, value: 'created' };
  const next = planComment(after.value, wanted);
  return next.act === 'keep' ? keep(next, github, 'created') : { ok: true, value: 'created' };
}

async function keep(
  { body, id, isOutdone, surplus }: Extract<CommentPlan, { readonly act: 'keep' }>,
  github: GitHub,
  done: 'created' | 'updated',
): Promise<Served<CommentOutcome>> {
  if (body !== undefined) {
    const updated = await github.update(id, body);
    if (!updated.ok) return updated;
  }
  for (const one of surplus) {
    const removed = await github.remove(one);
    if (!removed.ok) return removed;
  }
  if (isOutdone) return { ok: true, value: 'outdone' };
  return { ok: true, value: body === undefined && done === 'updated' ? 'unchanged' : done };
}
