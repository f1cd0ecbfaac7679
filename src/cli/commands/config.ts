import { failed, success } from '../../domain/result.ts';
import { configurationJson, configurationText } from '../../report/configuration-text.ts';
import { failureText } from '../../report/failure-text.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { EXIT } from '../exit.ts';
import { inspectSettings } from '../settings.ts';

export const configCommand: Command = {
  summary: 'Shows every setting in force, what it takes, and where its value comes from.',
  usage: ['[--json]'],
  options: { json: JSON_OPTION },
  examples: [['$0', 'The settings of this project, as this shell sees them']],
  async run(args, suite) {
    const { effective, failures } = inspectSettings(suite);
    const [failure] = failures;
    if (failure !== undefined && args.given('json')) return failed(failure);
    return success({
      text: configurationText(effective, suite.style),
      json: configurationJson(effective),
      notes: failures.map(
        (failure) => `Error: ${failureText(failure).message} It is left out here.`,
      ),
      exitCode: failures.length === 0 ? EXIT.ok : EXIT.failed,
    });
  },
};
