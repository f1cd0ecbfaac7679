import { criteriaOf, titleOf } from '../../../domain/promise.ts';
import { addCriterion, draftPromise } from '../../../domain/promise-changes.ts';
import { success } from '../../../domain/result.ts';
import { startLine } from '../../../report/command-lines.ts';
import { oneLine } from '../../../report/printable.ts';
import { criterionLine, ownerText } from '../../../report/promise-text.ts';
import { warningOf } from '../../print.ts';
import { actorOf } from '../../suite.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';

/** `--create "Title" --ac "…"` */
export const createAction: PromiseAction = async (args, suite) => {
  const title = args.text('create') ?? '';
  const criteria = args.texts('ac');
  if (title.trim() === '') return usage('The title is empty');
  if (criteria.length === 0) {
    return usage('At least one --ac is required: what must hold for this to be done?');
  }
  if (criteria.some((criterion) => criterion.trim() === '')) {
    return usage('A criterion (--ac) is empty');
  }
  const definition = {
    title,
    criteria: criteria.map((description) => ({ description, checks: [] })),
  };
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const created = await suite.promises.create((id) => draftPromise(id, definition, actor.value));
  if (!created.ok) return created;
  const { id, after, warnings } = created.value;
  const next = startLine(id);
  const text = [
    `Created promise: ${suite.style.bold(id)}`,
    `  Title:  ${oneLine(titleOf(after))}`,
    `  Owner:  ${ownerText(after)}`,
    `  Status: ${oneLine(after.status)}`,
    ...criteriaOf(after).map((criterion) => `  ${criterionLine(criterion, suite.style)}`),
    `Next: ${next}`,
  ].join('\n');
  return success({
    text,
    json: { id, promise: after, next },
    notes: warnings.map(warningOf),
  });
};

/** `--add-ac <id> "Text"` */
export const addCriterionAction: PromiseAction = async (args, suite) => {
  const [id, description] = args.pair('add-ac') ?? ['', ''];
  if (description.trim() === '') return usage('The criterion is empty');
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const changed = await suite.promises.change(id, (promise) =>
    addCriterion(id, promise, description, actor.value),
  );
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  const added = criteriaOf(after).at(-1);
  const line = added === undefined ? '' : criterionLine(added, suite.style);
  return success({
    text: `Added criterion to promise: ${suite.style.bold(id)}\n  ${line}`,
    json: { id, criterion: added, promise: after },
    notes: warnings.map(warningOf),
  });
};
