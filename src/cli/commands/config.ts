import { success } from '../../domain/result.ts';
import { configurationJson, configurationText } from '../../report/configuration-text.ts';
import { type Command, JSON_OPTION } from '../command.ts';

export const configCommand: Command = {
  summary: 'Shows every setting in force, what it takes, and where its value comes from.',
  usage: ['[--json]'],
  options: { json: JSON_OPTION },
  examples: [['$0', 'The settings of this project, as this shell sees them']],
  async run(args, suite) {
    const { loadSettings, takesOf } = await import('../judging.ts');
    const settings = loadSettings(suite, args, {});
    if (!settings.ok) return settings;
    const { effective } = settings.value;
    return success({
      text: configurationText(effective, takesOf, suite.style),
      json: configurationJson(effective),
    });
  },
};
