/** The comment of a run on a pull request: one, whichever run comes last. */

/** A comment as the service has it. */
export interface ServedComment {
  readonly id: number;
  /** The login of its author. */
  readonly author: string;
  readonly body: string;
}

/** What marks a comment as ours. `key`: one workflow may have several of them. */
export interface CommentMark {
  readonly key: string;
  /** The number of the run that wrote it; 0 where it has none. */
  readonly run: number;
}

const MARKER = /^<!-- completion-promise:ci key=([\w.-]{1,64}) run=(\d{1,15}) -->/;

/** Whether a text can be the key of a comment. */
export function isCommentKey(text: string): boolean {
  return /^[\w.-]{1,64}$/.test(text);
}

/** The first line of a comment of ours. It is not shown. */
export function markerOf({ key, run }: CommentMark): string {
  return `<!-- completion-promise:ci key=${key} run=${run} -->`;
}

function markIn(body: string): CommentMark | undefined {
  const [, key, run] = MARKER.exec(body) ?? [];
  return key === undefined || run === undefined ? undefined : { key, run: Number(run) };
}

/** What is to be done so that one comment is left, with what the newest run says. */
export type CommentPlan =
  | { readonly act: 'create' }
  | {
      readonly act: 'keep';
      readonly id: number;
      /** What it is to say; undefined where it says so already, or a newer run wrote it. */
      readonly body: string | undefined;
      /** Those that another run made at the same time. */
      readonly surplus: readonly number[];
      /** Whether a newer run had the last word. */
      readonly isOutdone: boolean;
    };

/**
 * Plans the comment of a run. Only comments of `author` count: anybody can write the mark. Of several the oldest stays,
 * so that two runs that see each other's comments keep the same one.
 */
export function planComment(
  comments: readonly ServedComment[],
  {
    author,
    body,
    mark,
  }: { readonly author: string; readonly body: string; readonly mark: CommentMark },
): CommentPlan {
  const own = comments
    .flatMap((comment) => {
      const found = markIn(comment.body);
      const isOwn = sameName(comment.author, author) && found?.key === mark.key;
      return isOwn ? [{ ...comment, run: found.run }] : [];
    })
    .sort((a, b) => a.id - b.id);
  const [first, ...others] = own;
  if (first === undefined) return { act: 'create' };
  const newest = own.reduce((last, one) => (one.run > last.run ? one : last), first);
  const isOutdone = newest.run > mark.run;
  const wanted = isOutdone ? newest.body : body;
  return {
    act: 'keep',
    id: first.id,
    body: wanted === first.body ? undefined : wanted,
    surplus: others.map(({ id }) => id),
    isOutdone,
  };
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
