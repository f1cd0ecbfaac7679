import { MODEL_ALIASES } from '../../domain/model.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { loadSettings } from '../settings.ts';
import { actorOf } from '../suite.ts';

export const continuationReviewCommand: Command = {
  summary: 'Asks a model whether a session that is about to end has more to do first.',
  usage: ['[--model <model>] [--transcript <path>] [--dry-run] [--json]'],
  options: {
    model: {
      takes: 'word',
      summary: 'Which model: an alias or an id (default: continuation.model)',
      completes: MODEL_ALIASES,
    },
    transcript: {
      takes: 'word',
      summary: "The transcript to go by (default: this session's own)",
    },
    'dry-run': { takes: 'nothing', summary: 'Show what would be sent; send and write nothing' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Exit code 0: it may end, or it was not judged; 2: it should continue'],
    ['$0 --dry-run', 'See what would be sent'],
  ],
  async run(args, suite) {
    const settings = loadSettings(suite, args, { model: 'continuation.model' });
    if (!settings.ok) return settings;
    const actor = actorOf(suite);
    if (!actor.ok) return actor;
    const { configuration } = settings.value;
    // Loaded where it is used: it is larger than all the rest.
    const { continuationDryRun, continuationReview } = await import('../judging.ts');
    const run = args.given('dry-run') ? continuationDryRun : continuationReview;
    const subject = {
      session: actor.value.session,
      transcriptPath: args.text('transcript'),
      lastMessage: undefined,
      deadline: suite.clock.elapsed() + configuration.continuation.timeoutMs,
    };
    return run(subject, configuration, suite);
  },
};
