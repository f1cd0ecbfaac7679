import { REALITY_MODELS } from '../../domain/settings/setting.ts';
import type { ReviewDescription } from '../description.ts';

export const realityCheckDescription: ReviewDescription = {
  name: 'reality-check',
  modelKey: 'realityCheck.model',
  summary: 'Asks a model whether the work satisfies every active directive of this session.',
  usage: `[--model ${REALITY_MODELS.join('|')}] [--dry-run] [--json]`,
  model: {
    summary: `Which model: ${REALITY_MODELS.join(' or ')} (default: realityCheck.model)`,
    completes: REALITY_MODELS,
  },
  takesTranscript: false,
  examples: [
    ['$0', 'Exit code 0: done, or not judged; 2: not done'],
    ['$0 --dry-run', 'See what would be sent'],
  ],
  load: async () => (await import('./review.ts')).realityCheckCommand,
};
