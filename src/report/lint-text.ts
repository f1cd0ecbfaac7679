import type { RubricJudgment } from '../domain/judging/rubric.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** The rubric's findings for each criterion, and their count. */
export function lintText(
  id: string,
  judgments: readonly RubricJudgment[],
  style: Style,
  lines: CommandLines,
): string {
  const lacking = judgments.filter(({ lacks }) => lacks.length > 0).length;
  return [
    ...judgments.flatMap(({ ac_id, lacks }) =>
      lacks.length === 0
        ? [`${style.good('[OK]')} ${oneLine(ac_id)}`]
        : [
            `${style.bad('[INCOMPLETE]')} ${oneLine(ac_id)}`,
            ...lacks.map((lack) => `    - ${lack}`),
          ],
    ),
    lacking === 0
      ? `The evidence of ${id} contains what the rules for its type require. A rubric cannot tell whether it is true.`
      : `${lacking} of ${judgments.length} criteria of ${id} have incomplete evidence. To replace it: ${lines.of(`cs meet ${id}`)}`,
  ].join('\n');
}
