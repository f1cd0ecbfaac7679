import { success } from '../../domain/base/result.ts';
import { rubricJudgments } from '../../domain/judging/rubric.ts';
import { criteriaToProve } from '../../domain/promise/promise.ts';
import { EXIT } from '../../report/exit.ts';
import { lintText } from '../../report/lint-text.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { usage } from '../usage.ts';

export const lintCommand: Command = {
  summary: 'Says what the evidence of a promise lacks, by rules alone: offline and free.',
  usage: ['<id> [--json]'],
  effects: [],
  options: { json: JSON_OPTION },
  positional: { name: 'id', completes: 'promise' },
  examples: [
    [
      '$0 promise-1a2b3c4d',
      'What a judge would likely find lacking; exit code 1 where something is',
    ],
  ],
  async run({ positional: id }, suite) {
    if (id === undefined) return usage('Which promise? Its id is required', 'Try: cs lint --help');
    const found = await suite.promises.find(id);
    if (!found.ok) return found;
    const judgments = rubricJudgments(criteriaToProve(found.value.promise));
    const isSound = judgments.every(({ lacks }) => lacks.length === 0);
    return success({
      text: lintText(id, judgments, suite.style, suite.commandLines),
      json: { id, sound: isSound, criteria: judgments },
      exitCode: isSound ? EXIT.ok : EXIT.failed,
    });
  },
};
