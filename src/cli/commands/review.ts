import { fromCurrentFolder } from '../../adapters/surroundings.ts';
import { readTurns } from '../../adapters/transcript/turns.ts';
import type { ReviewDescription } from '../../reviews/description.ts';
import { reviewNamed } from '../../reviews/table.ts';
import { actorOf } from '../../suite.ts';
import { type Command, JSON_OPTION, type Option } from '../command.ts';
import { settingsFor } from '../option-settings.ts';
import { usage } from '../usage.ts';
import { watchOnTerminal } from '../watching.ts';

/** The command of a review by its name; undefined where the table of reviews has none of that name. */
export function reviewCommandNamed(name: string): Command | undefined {
  const review = reviewNamed(name);
  return review === undefined ? undefined : commandFor(review);
}

function commandFor(described: ReviewDescription): Command {
  const { examples, model, modelKey, name, summary, takesTranscript, usage: words } = described;
  return {
    summary,
    usage: [words],
    effects: ['spends'],
    options: {
      model: { takes: 'word', value: '<model>', ...model },
      ...(takesTranscript ? { transcript: TRANSCRIPT } : {}),
      'dry-run': { takes: 'nothing', summary: 'Show what would be sent; send and write nothing' },
      json: JSON_OPTION,
    },
    examples,
    async run(args, suite) {
      const settings = settingsFor(suite, args, { model: modelKey });
      if (!settings.ok) return settings;
      const actor = actorOf(suite);
      if (!actor.ok) return actor;
      const named = takesTranscript ? args.text('transcript') : undefined;
      const transcriptPath = named === undefined ? undefined : fromCurrentFolder(named);
      if (transcriptPath !== undefined && readTurns(transcriptPath) === undefined) {
        return usage(`--transcript: ${named} is not a readable file`);
      }
      const subject = { session: actor.value.session, transcriptPath };
      const { configuration } = settings.value;
      // Loaded where it is used: it is larger than all the rest.
      const review = await (await import('../judging.ts')).loadReview(name);
      if (review === undefined) throw new RangeError(`the table of reviews has no ${name}`);
      return args.given('dry-run')
        ? review.dryRun(subject, configuration, suite)
        : review.run(subject, configuration, suite, watchOnTerminal(suite.environment.plainText));
    },
  };
}

const TRANSCRIPT: Option = {
  takes: 'word',
  summary: "The transcript to review (default: this session's)",
};
