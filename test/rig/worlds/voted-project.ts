import * as z from 'zod/mini';
import { shuffled } from '../../../src/domain/base/shuffle.ts';
import { metCriterion, type PromiseParts } from '../values/promises.ts';
import { ID, type JudgedProject, judgedProject } from './judged-project.ts';
import { type ApiRequest, criteriaIn } from './messages-api.ts';
import type { Outcome, Project } from './project.ts';

/** What several votes add to the result of a judge, as far as tests look at it. */
const voteSchema = z.strictObject({
  vote: z.number(),
  model: z.string(),
  seed: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  status: z.enum(['success', 'api_error', 'parse_error', 'error', 'compromised', 'cancelled']),
  verdict: z.enum(['PASS', 'FAIL', 'WARN']),
  reasoning: z.string(),
  criteria_judgments: z.array(z.looseObject({ ac_id: z.string(), judgment: z.string() })),
  token_cost: z.strictObject({ input_tokens: z.number(), output_tokens: z.number() }),
  latency_ms: z.number(),
  cost_usd: z.nullable(z.number()),
  request_id: z.nullable(z.string()),
  error: z.optional(z.string()),
});

const tallySchema = z.strictObject({
  asked: z.number(),
  passed: z.number(),
  failed: z.number(),
  lost: z.number(),
  cancelled: z.number(),
  divergent: z.nullable(z.boolean()),
  disputed: z.array(z.string()),
  dissent: z.array(
    z.strictObject({
      ac_id: z.string(),
      vote: z.number(),
      model: z.string(),
      judgment: z.enum(['PASS', 'FAIL']),
      reasoning: z.string(),
    }),
  ),
  judges: z.record(z.string(), z.number()),
  independent_votes: z.number(),
});

const votedSchema = z.looseObject({
  status: z.string(),
  verdict: z.enum(['PASS', 'FAIL', 'WARN']),
  overall_confidence: z.number(),
  model: z.string(),
  reasoning: z.string(),
  error: z.optional(z.string()),
  criteria_judgments: z.array(z.looseObject({ ac_id: z.string(), judgment: z.string() })),
  feedback: z.array(z.looseObject({ ac_id: z.string() })),
  findings: z.array(z.looseObject({ severity: z.string(), ac_id: z.nullable(z.string()) })),
  blocking_issues: z.array(z.looseObject({ ac_id: z.nullable(z.string()) })),
  cost_usd: z.nullable(z.number()),
  votes: z.array(voteSchema),
  tally: z.optional(tallySchema),
});

export interface Voted extends Outcome {
  readonly result: z.infer<typeof votedSchema>;
  /** The same as it was printed. */
  readonly document: unknown;
}

/** A judged project in which the judge is asked several times. */
export interface VotedProject extends JudgedProject {
  /** `cs-verify --judge --promise ID --json`, with further arguments and variables. */
  vote(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Voted>;
}

export const IDS = ['AC-1', 'AC-2', 'AC-3'];

/** A project with a promise of three criteria that any judge would pass, or of those given. */
export async function votedProject(
  criteria: readonly PromiseParts[] = IDS.map((id) => metCriterion(id)),
  parts: PromiseParts = {},
): Promise<VotedProject> {
  const judged = await judgedProject(criteria, parts);
  return {
    ...judged,
    async vote(args, env = {}) {
      const words = ['--judge', '--promise', ID, '--json', ...args];
      const { api, project } = judged;
      return votedIn(await project.run('cs-verify', words, { env: { ...api.env, ...env } }));
    },
  };
}

/** What a run printed, which is one document alone. */
export function votedIn(outcome: Outcome): Voted {
  const document: unknown = JSON.parse(outcome.stdout);
  return { ...outcome, document, result: votedSchema.parse(document) };
}

/** How the votes fell, in a few words: `3 asked: 2 passed, 1 failed, 0 lost, 0 cancelled`. */
export function countsOf({ result: { tally } }: Voted): string {
  if (tally === undefined) return 'no vote';
  const { asked, cancelled, failed, lost, passed } = tally;
  return `${asked} asked: ${passed} passed, ${failed} failed, ${lost} lost, ${cancelled} cancelled`;
}

/** The order in which each request lists the criteria, sorted: votes arrive in any order. */
export function ordersSeen(requests: readonly ApiRequest[]): readonly string[] {
  return requests.map((request) => criteriaIn(request).join(' ')).sort();
}

/** The orders that the recorded seeds tell of, sorted. */
export function ordersTold({ result }: Voted, ids: readonly string[]): readonly string[] {
  return result.votes.map(({ seed }) => shuffled(ids, seed).join(' ')).sort();
}

/** The lines of a project's event log that tell of a judge. */
export function judgedEvents(events: readonly { readonly event: string }[]): readonly object[] {
  return events.filter(({ event }) => event === 'promise.judged');
}

/** What `cs status` says, as text and as data. */
export async function statusOf(project: Project): Promise<{ text: string; divergent: unknown }> {
  const text = await project.run('cs-status', []);
  const data = await project.run('cs-status', ['--json']);
  const { divergent }: { divergent: unknown } = JSON.parse(data.stdout);
  return { text: text.stdout, divergent };
}
