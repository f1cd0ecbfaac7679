import { counted } from '../domain/base/counted.ts';
import { type ChecklistChange, sourceOf } from '../domain/promise/checklist-change.ts';
import type { Criterion } from '../domain/promise/promise.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';

/** How many criteria a note names. */
const MOST_NAMED = 5;

/** The notes on checklists that changed since a promise was made of them, for stderr. */
export function checklistNotes(changes: readonly ChecklistChange[]): readonly string[] {
  return changes.map((change) => {
    const file = oneLine(change.file);
    if (change.isUnread) return `Note: ${file}, which the promise was made of, cannot be read.`;
    return `Note: ${file} changed since the promise was made of it: ${said(change).join('; ')}.`;
  });
}

/** A checklist that changed, under the keys of the JSON output. */
export function checklistJson({ added, criteria, file, isUnread }: ChecklistChange) {
  return { file, unreadable: isUnread, criteria, added };
}

/** The item of a checklist that a criterion was made of, `specs/tasks.md:4`; undefined where it was made otherwise. */
export function sourceText({ source }: Criterion): string | undefined {
  const from = sourceOf(source);
  return from && `${oneLine(from.file)}:${from.line}`;
}

function said({ added, criteria }: ChecklistChange): readonly string[] {
  const { more, named } = firstFew(criteria, MOST_NAMED);
  const ids = `${named.map(oneLine).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    ...(criteria.length === 0 ? [] : [`the items of ${ids} are not there as they were`]),
    ...(added === 0
      ? []
      : [`${counted(added, 'item')} of it ${added === 1 ? 'is' : 'are'} no criterion`]),
  ];
}

/** The note on items that were ticked when a promise was made of them. */
export function tickedNotes(ticked: number | undefined): readonly string[] {
  return ticked === undefined || ticked === 0
    ? []
    : [
        `Note: ${counted(ticked, 'item')} ${ticked === 1 ? 'is' : 'are'} ticked. A tick is a claim: each criterion needs its evidence.`,
      ];
}
