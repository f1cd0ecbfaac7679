import type { CiResult } from '../../domain/ci/ci-result.ts';
import { markerOf } from '../../domain/ci/comment-plan.ts';
import { LONGEST_COMMENT } from '../markdown/fitting.ts';
import { ciMarkdown } from './markdown.ts';

/** Room for what GitHub may count otherwise than we do: pairs of surrogates, say. */
const RESERVE = 1024;

/** The comment of a pull request, with the mark by which a later run finds it. */
export function commentText(result: CiResult, key: string): string {
  const marker = markerOf({ key, run: result.change.run ?? 0 });
  return `${marker}\n${ciMarkdown(result, LONGEST_COMMENT - RESERVE - marker.length)}`;
}
