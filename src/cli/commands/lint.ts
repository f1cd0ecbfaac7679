import { success } from '../../domain/base/result.ts';
import { rubricJudgments } from '../../domain/judging/rubric.ts';
import { criteriaToProve } from '../../domain/promise/promise.ts';
import { EXIT } from '../../report/exit.ts';
import { lintText } from '../../report/lint-text.ts';
import { type Command, JSON_OPTION } from '../command.ts';

export const lintCommand: Command = {
  summary: 'Checks the evidence of a promise by rules alone: offline and free.',
  usage: ['[<id>] [--json]'],
  effects: [],
  options: { json: JSON_OPTION },
  subject: { names: 'promise', leftOut: 'the-only-open' },
  examples: [
    ['$0 promise-1a2b3c4d', 'List what a judge would probably miss; exit code 1 if anything'],
  ],
  async run(args, suite) {
    const id = args.text('promise') ?? '';
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
