import { expect } from 'vitest';
import { reply, startMessagesApi } from '../../rig/worlds/messages-api.ts';
import { createProject } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

/** A review as a contributor would write it: is the session in a good mood? */
const TOY = `import * as z from 'zod/mini';
import { success } from '../domain/base/result.ts';
import { object, string } from './asking/reply-parts.ts';
import { reviewCommand } from './asking/report.ts';
import type { SessionReview } from './asking/session-review.ts';
import type { ReviewDescription } from './description.ts';

interface Mood { readonly mood: string }

const reply = z.object({ mood: z.string() });

const toyReview: SessionReview<string, Mood, Mood> = {
  name: 'toy-review',
  words: {
    title: 'Toy review',
    passes: 'GOOD',
    fails: 'BAD',
    unjudged: 'the toy review did not judge the session',
    asks: 'for the mood',
  },
  settings: ({ judge }) => judge,
  usualReplyTokens: 10,
  warnsOfOwnWork: false,
  gather: async ({ session }, { secrets }) =>
    success({ material: session.id, secrets: secrets(), redacted: [], sessionModel: null }),
  nothingToAsk: () => undefined,
  prompt: (material, fence) => ({ system: 'Reply with a mood.', user: fence.data('id', material, 200) }),
  schema: object({ mood: string }),
  read: (value) => reply.safeParse(value).data,
  keys: ['mood'],
  verdict: (said) => said,
  unjudged: (mood) => ({ mood }),
  passes: ({ mood }) => mood !== 'bad',
  told: {
    reason: ({ mood }) => mood,
    lines: () => [],
    json: (verdict) => verdict,
    runJson: (_session, calls) => calls,
    notes: () => [],
    dryRun: () => ({ counts: [], details: [] }),
    estimatesUnasked: false,
  },
};

export const toy: ReviewDescription = {
  name: 'toy-review',
  modelKey: 'judge.model',
  summary: 'Asks a model for the mood of a session.',
  usage: '[--model <model>] [--dry-run] [--json]',
  model: { summary: 'Which model', completes: [] },
  takesTranscript: false,
  examples: [],
  load: async () => reviewCommand(toyReview),
};
`;

export const review: Toy = {
  title: 'a review is one module and one line of the table, and is a command then',
  modules: { 'src/reviews/toy.ts': TOY },
  table: 'src/reviews/table.ts',
  rows: [
    { behind: 'import ', line: "import { toy } from './toy.ts';" },
    { behind: 'const REVIEWS', line: '  toy,' },
  ],
  async works(copy) {
    const api = await startMessagesApi();
    api.answer(
      reply(() => 'none'),
      reply(() => ({ mood: 'bad' })),
    );
    const run = await copy.run(createProject(), 'cs', ['toy-review', '--json'], { env: api.env });
    expect(JSON.parse(run.stdout)).toMatchObject({ mood: 'bad', review: { status: 'success' } });
    expect([run.code, api.requests.length]).toEqual([2, 2]);
  },
};
