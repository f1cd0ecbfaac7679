import { failed, success } from '../../domain/base/result.ts';
import { configurationJson, configurationText } from '../../report/configuration-text.ts';
import { EXIT } from '../../report/exit.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { inspectSettings } from '../../settings/loading.ts';
import { type Command, JSON_OPTION } from '../command.ts';

export const configCommand: Command = {
  summary:
    'Shows the project folder, and every setting in force, what it takes, and where its value comes from.',
  usage: ['[--json]'],
  effects: [],
  options: { json: JSON_OPTION },
  examples: [['$0', 'The settings of this project, as this shell sees them']],
  async run(args, suite) {
    const { effective, failures } = inspectSettings(suite);
    const [failure] = failures;
    if (failure !== undefined && args.given('json')) return failed(failure);
    const { checkout, projectFolder, search } = suite.environment;
    const project = { folder: projectFolder, via: search.via, checkout };
    return success({
      text: configurationText(project, effective, suite.style),
      json: configurationJson(project, effective),
      notes: failures.map((failure) => `Error: ${failureMessage(failure)} It is left out here.`),
      exitCode: failures.length === 0 ? EXIT.ok : EXIT.failed,
    });
  },
};
