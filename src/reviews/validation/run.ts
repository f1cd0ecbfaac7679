import { createPatientCheckout } from '../../adapters/git/checkout.ts';
import { createWorks } from '../../adapters/git/works.ts';
import { createGroupGuard } from '../../adapters/group-guard.ts';
import { createNonce } from '../../adapters/node-nonce.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { KnownSecret } from '../../domain/base/secrets.ts';
import { seedsFor } from '../../domain/base/shuffle.ts';
import { timestamp } from '../../domain/base/time.ts';
import {
  type AgentAnswer,
  type AgentRecord,
  answerOfVotes,
} from '../../domain/judging/agent-answers.ts';
import { evidenceDigest } from '../../domain/judging/evidence-digest.ts';
import { type JudgedFacts, judgedCriteria } from '../../domain/judging/judged-facts.ts';
import { costOf } from '../../domain/judging/model.ts';
import { totalCost } from '../../domain/judging/spent.ts';
import { commitWithoutWork } from '../../domain/promise/beginning.ts';
import type { FreshFolder, JudgeLimits, Processes } from '../../ports.ts';
import { folderWithWork } from '../../shown/with-work.ts';
import { apiKeys } from '../asking/api-keys.ts';
import { knownSecrets } from '../asking/known-secrets.ts';
import { PLACEHOLDER_NONCE } from '../asking/question.ts';
import { planValidation, type ValidationPlan } from './plan.ts';
import {
  commandOf,
  type FoundValidator,
  questionOf,
  runSession,
  type SessionOutcome,
  type SessionWorld,
} from './session.ts';

/** What is wanted of a validator. */
export interface ValidationWish {
  readonly validator: FoundValidator;
  readonly model: string | undefined;
  /** Most that all votes may cost together, and all calls of the project on one day; null: no limit. */
  readonly maxUsd: number | null;
  readonly maxUsdPerDay: number | null;
  readonly timeoutMs: number;
  readonly votes: number;
  /** The project's own command lines that it may run. */
  readonly commands: readonly string[];
}

export type ValidationWorld = SessionWorld & { readonly processes: Processes };

/** What came of it: the answers that are to be stored, and what there is to tell of the sessions. */
export interface ValidationRun {
  readonly answers: readonly { readonly answer: AgentAnswer; readonly record: AgentRecord }[];
  /** The criteria that nothing is stored for. */
  readonly unanswered: readonly string[];
  readonly sessions: readonly SessionOutcome[];
  readonly costUsd: number | null;
  readonly durationMs: number;
  readonly warnings: readonly Failure[];
}

/** The values that go to no validator. */
function secretsFor(
  { substance }: JudgedFacts,
  { environment }: ValidationWorld,
  mostMs: number,
): readonly KnownSecret[] {
  return knownSecrets(apiKeys(), environment, () => mostMs, substance?.valuesBefore);
}

/** How long is looked for secrets in files of variables, in milliseconds. */
const LOOKING_FOR_SECRETS_MS = 10_000;

/** What would be started, and told it, without any of it: the folders do not exist. */
export function planOfRun(
  facts: JudgedFacts,
  { commands, maxUsd, model, validator, votes }: ValidationWish,
  world: ValidationWorld,
): { readonly plan: ValidationPlan; readonly command: string | readonly string[] } {
  const secrets = secretsFor(facts, world, LOOKING_FOR_SECRETS_MS);
  const plan = planValidation(facts, { commands, secrets, seat: null }, PLACEHOLDER_NONCE);
  const limits = { maxUsd: shareOf(maxUsd, votes), model };
  const folders = { folder: '[copy]', beside: '[files]' };
  const start = validator.how.start(questionOf(plan, commands, limits, folders));
  return { plan, command: commandOf(validator, start) };
}

function shareOf(maxUsd: number | null, votes: number): number | null {
  return maxUsd === null ? null : Math.floor((maxUsd / votes) * 10_000) / 10_000;
}

/** The fingerprint of the files that are validated; null where there is none. */
export function treeNow({ environment }: Pick<SessionWorld, 'environment'>): string | null {
  const found = createPatientCheckout(environment.checkout).snapshot().digest({
    inputs: null,
    files: [],
  });
  return found.bound ? found.digest : null;
}

/**
 * Has a validator answer for the criteria that are asked about: a session for each vote, one after the other, each in a copy
 * of its own. Stores nothing. Fails, with nothing started, where no copy can be made or a limit does not allow it.
 */
export async function runValidation(
  facts: JudgedFacts,
  wish: ValidationWish,
  signal: AbortSignal,
  onVote: (votesIn: number) => void,
  world: ValidationWorld,
): Promise<Result<ValidationRun>> {
  const { clock } = world;
  const begun = clock.elapsed();
  const limits = { deadline: begun + wish.timeoutMs, signal };
  const tree = treeNow(world);
  const secrets = secretsFor(facts, world, LOOKING_FOR_SECRETS_MS);
  const ids = judgedCriteria(facts).map(({ id }) => id);
  const seeds = seedsFor(ids, wish.votes, () => world.chance.hex(4));
  const sessions: SessionOutcome[] = [];
  const warnings: Failure[] = [];
  for (let vote = 1; vote <= wish.votes && !signal.aborted; vote += 1) {
    if (clock.elapsed() >= limits.deadline) break;
    const seat = wish.votes === 1 ? null : { vote, seed: seeds[vote - 1] ?? '' };
    const plan = planValidation(facts, { commands: wish.commands, secrets, seat }, createNonce());
    const done = await paidSession({ facts, wish, plan, secrets, vote }, limits, world);
    // A vote that cannot be paid for is lost, as one that is never heard.
    if (!done.ok && vote === 1) return done;
    if (!done.ok) warnings.push(done.failure);
    else {
      sessions.push(done.value.outcome);
      warnings.push(...done.value.warnings);
    }
    onVote(vote);
  }
  if (signal.aborted) return failed({ kind: 'interrupted', action: 'the validator ran' });
  const run = { sessions, warnings, durationMs: Math.round(clock.elapsed() - begun) };
  return success({ ...run, ...counted(facts, wish, sessions, tree) });
}

/** What the votes come to. */
function counted(
  facts: JudgedFacts,
  { model, validator, votes }: ValidationWish,
  sessions: readonly SessionOutcome[],
  tree: string | null,
): Pick<ValidationRun, 'answers' | 'unanswered' | 'costUsd'> {
  const costUsd = totalCost(sessions.map((session) => session.costUsd));
  const heard = sessions.flatMap((one) => ('answers' in one ? [one] : []));
  const compromised = sessions.some(({ status }) => status === 'compromised');
  const criteria = judgedCriteria(facts);
  const answers = criteria.flatMap((criterion) => {
    const cast = heard.flatMap((one) => one.answers.filter(({ ac_id }) => ac_id === criterion.id));
    // One that was talked round speaks against all of them.
    const answer = compromised ? undefined : answerOfVotes(cast, votes);
    if (answer === undefined) return [];
    const record = {
      host: validator.name,
      model: heard.find((one) => one.model !== null)?.model ?? model ?? null,
      sessions: heard.flatMap(({ sessionId }) => sessionId ?? []),
      cost_usd: costUsd,
      duration_ms: sessions.reduce((sum, { durationMs }) => sum + durationMs, 0),
      votes: { asked: votes, heard: cast.length },
      evidence: evidenceDigest(criterion),
      tree,
    };
    return [{ answer, record }];
  });
  const answered = new Set(answers.map(({ answer }) => answer.ac_id));
  const unanswered = criteria.map(({ id }) => id).filter((id) => !answered.has(id));
  return { answers, unanswered, costUsd };
}

interface AskedSession {
  readonly facts: JudgedFacts;
  readonly wish: ValidationWish;
  readonly plan: ValidationPlan;
  readonly secrets: readonly KnownSecret[];
  readonly vote: number;
}

/** One session, which is reserved for before it is started, and logged when it is over. */
async function paidSession(
  asked: AskedSession,
  limits: JudgeLimits,
  world: ValidationWorld,
): Promise<Result<{ readonly outcome: SessionOutcome; readonly warnings: readonly Failure[] }>> {
  const { clock, costLog, spending } = world;
  const { facts, wish } = asked;
  const maxUsd = shareOf(wish.maxUsd, wish.votes);
  const now = clock.now();
  const until = now + (limits.deadline - clock.elapsed());
  const { maxUsdPerDay } = wish;
  const reserved =
    maxUsdPerDay === null
      ? success([])
      : await spending.reserve([maxUsd ?? maxUsdPerDay], maxUsdPerDay, now, until);
  if (!reserved.ok) return reserved;
  const copy = copyOf(facts, world);
  if (!copy.ok) {
    for (const { settle } of reserved.value) await settle();
    return copy;
  }
  let outcome: SessionOutcome;
  try {
    const { model } = wish;
    const parts = { commands: wish.commands, secrets: asked.secrets };
    const bounds = { ...limits, maxUsd, model };
    outcome = priced(
      await runSession(wish.validator, asked.plan, parts, copy.value, bounds, world),
      model,
    );
  } finally {
    copy.value.remove();
  }
  const unwritten = await costLog.append(lineOf(asked, outcome, now, world));
  // What was spent and is not known counts whole until the day ends.
  const isKnown = unwritten === undefined && outcome.costUsd !== null;
  const settled = isKnown ? await reserved.value[0]?.settle() : undefined;
  const warnings = [unwritten, settled].filter((warning) => warning !== undefined);
  return success({ outcome, warnings });
}

/** What it cost by the prices of its tokens, where it gives no figure and the model is known. */
function priced(outcome: SessionOutcome, model: string | undefined): SessionOutcome {
  const used = outcome.model ?? model;
  if (outcome.costUsd !== null || used === undefined) return outcome;
  return { ...outcome, costUsd: costOf(used, outcome.usage) ?? null };
}

function copyOf(
  { promise }: JudgedFacts,
  { environment, processes }: ValidationWorld,
): Result<FreshFolder> {
  const works = createWorks(processes, createGroupGuard());
  const base = commitWithoutWork(promise);
  const bases = [...(base === undefined ? [] : [base]), 'HEAD', ''];
  const copy = folderWithWork(bases, environment.checkout, works);
  return copy.ok ? success(copy.value) : failed({ kind: 'not-copied', reason: copy.reason });
}

function lineOf(
  { facts, vote, wish }: AskedSession,
  { costUsd, durationMs, model, sessionId, status, usage, ...rest }: SessionOutcome,
  begun: number,
  { environment }: ValidationWorld,
) {
  const verdicts = 'answers' in rest ? rest.answers.map(({ verdict }) => verdict) : [];
  const opens = verdicts.every((verdict) => verdict === 'PASS' || verdict === 'PARTIAL');
  return {
    timestamp: timestamp(begun),
    promise_id: facts.id,
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    model: model ?? wish.model ?? wish.validator.name,
    latency_ms: durationMs,
    verdict: verdicts.length === 0 ? 'WARN' : opens ? 'PASS' : 'FAIL',
    kind: 'validation',
    status,
    cost_usd: costUsd,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    request_id: sessionId,
    session_id: environment.session?.id ?? null,
    session_model: null,
    vote: wish.votes === 1 ? null : vote,
  };
}
