import { MODEL_ALIASES } from '../../domain/judging/model.ts';
import type { ReviewDescription } from '../description.ts';

export const continuationReviewDescription: ReviewDescription = {
  name: 'continuation-review',
  modelKey: 'continuation.model',
  summary: 'Asks a model whether a session about to end has more to do.',
  usage: '[--model <model>] [--transcript <path>] [--dry-run] [--json]',
  model: {
    summary: 'Which model: an alias or an id (default: continuation.model)',
    completes: MODEL_ALIASES,
  },
  takesTranscript: true,
  examples: [
    ['$0', 'Exit code 0: it can end, or was not judged; 2: it should continue'],
    ['$0 --dry-run', 'See what would be sent'],
  ],
  load: async () => (await import('./review.ts')).continuationReviewCommand,
};
