import type { AnsweredPromise, AnswerProblem } from '../../domain/ci/ci-answers.ts';
import type { CiChange } from '../../domain/ci/ci-result.ts';
import { type NamedPromise, titleOf } from '../../domain/promise/promise.ts';
import { firstFew } from '../first-few.ts';
import { shortCommit } from './ci-words.ts';

/** Why answers of a pipeline are not stored, in words. */

/** How many files a reason names. */
const MOST_NAMED = 5;

/** `differing`: the files here that are not as in the commit that was looked at; undefined where git lacks it. */
export function answerProblemWords(
  { ac_id, why }: AnswerProblem,
  { head }: CiChange,
  differing: readonly string[] | undefined,
): string {
  switch (why) {
    case 'other-definition':
      return 'its definition was edited since: the pipeline answered for other criteria or checks';
    case 'not-bound':
      return `${ac_id}: the pipeline could not tie its run to files, so the answer is about none`;
    case 'other-tree':
      return `${ac_id}: the pipeline looked at other files than those here${whichWords(head, differing)}`;
  }
}

function whichWords(head: string, differing: readonly string[] | undefined): string {
  if (differing === undefined) {
    return `: its commit ${shortCommit(head)} is not here (a merge that the service made, say)`;
  }
  if (differing.length === 0) return '';
  const { more, named } = firstFew(differing, MOST_NAMED);
  const rest = more > 0 ? ` and ${more} more` : '';
  return `: since ${shortCommit(head)}, ${named.join(', ')}${rest} changed`;
}

/** Why answers are for none of the open promises here. */
export function namelessWords(
  { path, title }: AnsweredPromise,
  promises: readonly NamedPromise[],
): string {
  const namesake = promises.find(({ promise }) => titleOf(promise) === title);
  return namesake === undefined
    ? `${path} (${title}): no open promise here is made of it`
    : `${path}: ${namesake.id} has the same title and asks for something else: its definition was edited since`;
}
