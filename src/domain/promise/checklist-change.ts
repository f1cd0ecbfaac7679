import { isObject } from '../base/document.ts';
import { type Checklist, checklistIn } from './checklist.ts';
import { type CompletionPromise, criteriaOf } from './promise.ts';
import type { CriterionSource } from './promise-definition.ts';

/** How a checklist differs from what a promise was made of. */
export interface ChecklistChange {
  readonly file: string;
  /** Whether it cannot be read any more; then nothing else is known of it. */
  readonly isUnread: boolean;
  /** The criteria whose items are not there as they were. */
  readonly criteria: readonly string[];
  /** How many items no criterion was made of. */
  readonly added: number;
}

/** The place that a criterion came from; undefined where it was written down as none. */
export function sourceOf(source: unknown): CriterionSource | undefined {
  if (!isObject(source)) return undefined;
  const { file, line, sha256 } = source;
  return typeof file === 'string' && typeof line === 'number' && typeof sha256 === 'string'
    ? { file, line, sha256 }
    : undefined;
}

/**
 * The checklists that a promise was made of and that changed since. An item that only moved, or whose box was ticked, is
 * the same. `textOf`: a file as it is now, undefined where it cannot be read.
 */
export function checklistChanges(
  promise: CompletionPromise,
  textOf: (file: string) => string | undefined,
  sha256: (text: string) => string,
): readonly ChecklistChange[] {
  const made = criteriaOf(promise).flatMap(({ id, source }) => {
    const from = sourceOf(source);
    return from === undefined ? [] : [{ id, from }];
  });
  const files = [...new Set(made.map(({ from }) => from.file))];
  return files.flatMap((file): readonly ChecklistChange[] => {
    const text = textOf(file);
    if (text === undefined) return [{ file, isUnread: true, criteria: [], added: 0 }];
    const now = digestsOf(checklistIn(text), sha256);
    const known = made.filter(({ from }) => from.file === file);
    const then = new Set(known.map(({ from }) => from.sha256));
    const criteria = known.flatMap(({ from, id }) => (now.has(from.sha256) ? [] : [id]));
    const added = [...now].filter((digest) => !then.has(digest)).length;
    return criteria.length + added === 0 ? [] : [{ file, isUnread: false, criteria, added }];
  });
}

function digestsOf({ items }: Checklist, sha256: (text: string) => string): ReadonlySet<string> {
  return new Set(items.map(({ text }) => sha256(text)));
}
