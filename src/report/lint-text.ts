import type { RubricJudgment } from '../domain/rubric.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What the rubric says of each criterion, and the count. */
export function lintText(id: string, judgments: readonly RubricJudgment[], style: Style): string {
  const lacking = judgments.filter(({ lacks }) => lacks.length > 0).length;
  return [
    ...judgments.flatMap(({ ac_id, lacks }) =>
      lacks.length === 0
        ? [`${style.good('[OK]')} ${oneLine(ac_id)}`]
        : [`${style.bad('[LACKS]')} ${oneLine(ac_id)}`, ...lacks.map((lack) => `    - ${lack}`)],
    ),
    lacking === 0
      ? `The evidence of ${id} names what the rules for its type ask for. Whether it is true, a rubric cannot tell.`
      : `${lacking} of ${judgments.length} criteria of ${id} lack something. To replace evidence: cs meet ${id}`,
  ].join('\n');
}
