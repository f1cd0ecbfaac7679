import { failed, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import {
  type CompletionPromise,
  criteriaOf,
  criterionOf,
  titleOf,
  WAIVED_BY,
  type Waiver,
} from '../../../domain/promise/promise.ts';
import { waiveCriterion } from '../../../domain/promise/promise-changes.ts';
import { indented, oneLine } from '../../../report/printable.ts';
import { criterionLine, progressText, waivedText } from '../../../report/promise-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Option } from '../../command.ts';
import { type Confirmation, personRefusal } from '../../person.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';
import type { PromiseAction } from './action.ts';

export const WAIVE_OPTIONS: Readonly<Record<string, Option>> = {
  waive: {
    group: 'Actions',
    takes: 'word',
    summary: 'Waive a criterion of promise <id>; only a person can, in a terminal',
    completes: 'promise',
  },
  reason: { takes: 'text', value: '"<why>"', summary: 'Why it is waived' },
};

/** `--waive <id> --ac-id AC-2 --reason "…"`: a person lifts a criterion. Needs no session. */
export const waiveAction: PromiseAction = async (args, suite) => {
  const id = args.text('promise') ?? '';
  const criterion = args.text('ac-id');
  const reason = (args.text('reason') ?? '').trim();
  const hint = `Such as: ${suite.commandLines.of('cs promise waive 2 --reason "[why]"')}`;
  if (criterion === undefined) return usage('To waive a criterion, --ac-id is required', hint);
  if (reason === '') return usage('To waive a criterion, --reason is required', hint);
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const waiver = (): Waiver => ({ by: WAIVED_BY, at: timestamp(suite.clock.now()), reason });
  // A waiver that would fail anyway fails before the person is asked.
  const wouldBe = waiveCriterion(id, promise, criterion, waiver());
  if (!wouldBe.ok) return wouldBe;
  const fault = await personRefusal(confirmation(id, promise, criterion, suite), suite);
  if (fault !== undefined) return failed(fault);
  const changed = await suite.promises.change(id, (current) =>
    waiveCriterion(id, current, criterion, waiver()),
  );
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  return success({
    text: [
      `Waived criterion: ${suite.style.bold(oneLine(criterion))}`,
      `  Reason: ${indented(reason, 10)}`,
      `Progress: ${progressText(after)} criteria met${waivedText(after)}`,
    ].join('\n'),
    json: { id, criterion: criterionOf(after, criterion), promise: after },
    notes: warnings.map(warningOf),
  });
};

function confirmation(
  id: string,
  promise: CompletionPromise,
  criterion: string,
  { style }: Suite,
): Confirmation {
  return {
    action: 'waive a criterion',
    shown: [
      `${id}: ${oneLine(titleOf(promise))}`,
      ...criteriaOf(promise)
        .filter((one) => one.id === criterion)
        .map((one) => `  ${criterionLine(one, style)}`),
      '  No gate requires a waived criterion. The promise records the waiver permanently.',
    ].join('\n'),
    question: `Type "${oneLine(id)}" to waive ${oneLine(criterion)}: `,
    typed: id,
  };
}
