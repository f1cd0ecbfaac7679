import { isObject } from '../base/document.ts';
import type { ValidationResponse, Verdict } from '../validation/validation-response.ts';
import { majorityOf } from './vote.ts';

/** What validators that the suite runs answer: what a session says of a criterion, and what comes of several. */

/** One thing that a session ran or read. */
export interface Observation {
  /** A command, or a place in a file. */
  readonly what: string;
  readonly saw: string;
  /** Whether that speaks for the criterion. */
  readonly holds: boolean;
}

export interface AgentAnswer {
  readonly ac_id: string;
  readonly verdict: Verdict;
  readonly reasoning: string;
  readonly observations: readonly Observation[];
}

/** How the names of these validators begin. No other validator may take one. */
const PREFIX = 'run:';

/** The name under which the answers of a validator that is run are stored. */
export function agentValidator(name: string): string {
  return `${PREFIX}${name}`;
}

/** The validator that the suite runs under this name, as `--by` takes it; undefined where it is another's name. */
export function agentNameIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

/** The verdict is computed: what it saw against a criterion outweighs that it passes it. */
export function heldToItsWord(answer: AgentAnswer): AgentAnswer {
  const against = answer.observations.filter(({ holds }) => !holds);
  if (answer.verdict !== 'PASS' || against.length === 0) return answer;
  const named = against.map(({ saw, what }) => `${what}: ${saw}`).join('; ');
  const reasoning = `It passes the criterion over what it saw against it (${named}). ${answer.reasoning}`;
  return { ...answer, verdict: 'FAIL', reasoning };
}

/** Why an answer counts for nothing, as a clause: one that passes what it did not look at. */
export function emptinessOf({ ac_id, observations, verdict }: AgentAnswer): string | undefined {
  const passes = verdict === 'PASS' || verdict === 'PARTIAL';
  return passes && observations.every(({ what }) => what.trim() === '')
    ? `it answers ${verdict} for ${ac_id} and names nothing that it ran or read`
    : undefined;
}

/**
 * What comes of the votes on a criterion, by the rule of all votes: more than half of those asked for open the gate, and
 * else one FAIL that was heard stands. None of both: BLOCKED where one says so, and nothing where none was heard.
 * @param asked how many votes were asked for
 */
export function answerOfVotes(
  votes: readonly AgentAnswer[],
  asked: number,
): AgentAnswer | undefined {
  const of = (...verdicts: readonly Verdict[]): readonly AgentAnswer[] =>
    votes.filter(({ verdict }) => verdicts.includes(verdict));
  const outcome = majorityOf(of('PASS', 'PARTIAL').length, of('FAIL').length, asked);
  if (outcome === 'FAIL') return of('FAIL')[0];
  if (outcome === 'WARN') return of('BLOCKED')[0];
  return of('PASS').length * 2 > asked ? of('PASS')[0] : of('PARTIAL')[0];
}

/** What is kept of the session or sessions that answered. */
export interface AgentRecord {
  readonly host: string;
  readonly model: string | null;
  readonly sessions: readonly string[];
  readonly cost_usd: number | null;
  readonly duration_ms: number;
  readonly votes: { readonly asked: number; readonly heard: number };
  /** The digest of the evidence that it answers for, and of the files; null where there is none. */
  readonly evidence: string;
  readonly tree: string | null;
}

/** The answer as it is stored. */
export function responseOf(
  promise: string,
  { ac_id, observations, reasoning, verdict }: AgentAnswer,
  validator: AgentRecord,
  timestamp: string,
): ValidationResponse {
  return {
    task_id: `${promise}/${ac_id}`,
    verdict,
    criteria_results: observations.map(({ holds, saw, what }) => ({
      name: what,
      status: holds ? 'PASS' : 'FAIL',
      detail: saw,
    })),
    reasoning,
    timestamp,
    validator,
  };
}

/** Whether an answer of such a validator is about other evidence or files than there are now: it may answer again. */
export function isOutdated(
  response: ValidationResponse,
  now: Pick<AgentRecord, 'evidence' | 'tree'>,
): boolean {
  const { validator } = response;
  if (!isObject(validator)) return false;
  const { evidence, tree } = validator;
  return evidence !== now.evidence || tree !== now.tree || now.tree === null;
}
