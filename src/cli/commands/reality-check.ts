import { REALITY_MODELS } from '../../domain/setting.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { loadSettings } from '../settings.ts';
import { actorOf } from '../suite.ts';

export const realityCheckCommand: Command = {
  summary: 'Asks a model whether the work satisfies every active directive of this session.',
  usage: [`[--model ${REALITY_MODELS.join('|')}] [--dry-run] [--json]`],
  options: {
    model: {
      takes: 'word',
      summary: `Which model: ${REALITY_MODELS.join(' or ')} (default: realityCheck.model)`,
      completes: REALITY_MODELS,
    },
    'dry-run': { takes: 'nothing', summary: 'Show what would be sent; send and write nothing' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Exit code 0: done, or it could not be judged; 2: not done'],
    ['$0 --dry-run', 'See what would be sent'],
  ],
  async run(args, suite) {
    const settings = loadSettings(suite, args, { model: 'realityCheck.model' });
    if (!settings.ok) return settings;
    const actor = actorOf(suite);
    if (!actor.ok) return actor;
    const { configuration } = settings.value;
    // Loaded where it is used: it is larger than all the rest.
    const { realityCheck, realityDryRun } = await import('../judging.ts');
    const run = args.given('dry-run') ? realityDryRun : realityCheck;
    return run({ session: actor.value.session }, configuration, suite);
  },
};
