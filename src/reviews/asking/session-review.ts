import { createNonce } from '../../adapters/node-nonce.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { objectsIn, timesNamed } from '../../domain/base/reply-text.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { type KnownSecret, mergedRedactions, type Redacted } from '../../domain/base/secrets.ts';
import type { JudgeStatus } from '../../domain/judging/judgment.ts';
import {
  type ChosenModel,
  chooseModel,
  estimateTokens,
  replyTokens,
} from '../../domain/judging/model.ts';
import { UNJUDGED, type Unjudged, unjudgedText } from '../../domain/judging/unjudged.ts';
import type { Session } from '../../domain/promise/session.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import { asksNoModel } from '../../judge/backend.ts';
import type { JudgeLimits, JudgeReply } from '../../ports.ts';
import { failureMessage } from '../../report/failure-text.ts';
import type { ReviewWorld, Watch } from '../world.ts';
import { causeOfLack, type FoundJudge, findJudge, openJudge } from './access.ts';
import { cleaned, createFence, type Fence } from './fence.ts';
import { knownSecrets } from './known-secrets.ts';
import {
  askQuestion,
  type Question,
  type QuestionPlan,
  type QuestionSpent,
  type QuestionWorld,
  reserveCalls,
  spentOn,
} from './question.ts';
import type { JsonSchema } from './reply-parts.ts';

/** Whose session is reviewed. */
export interface ReviewSubject {
  readonly session: Session;
  /** Where the caller knows it; else the transcript is found by the session's ids. */
  readonly transcriptPath?: string | undefined;
  /** What the agent said last, where the caller knows: its transcript may lag behind. */
  readonly lastMessage?: string | undefined;
  /** When the review must be over, on the clock that never jumps; else its own time counts from now on. */
  readonly deadline?: number;
}

/** What a review looks at its facts with. */
export interface Gathering {
  readonly world: ReviewWorld;
  /** How much of the review's time is left, in milliseconds. */
  leftMs(): number;
  /** What must not leave the machine; `before`: what files of variables held earlier. */
  secrets(before?: readonly string[]): readonly KnownSecret[];
}

export interface Gathered<Material> {
  readonly material: Material;
  readonly secrets: readonly KnownSecret[];
  /** What was taken out of the material already. */
  readonly redacted: readonly (readonly Redacted[])[];
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
}

/** Why a review has nothing to ask about. */
interface NothingToAsk<Verdict> {
  readonly verdict: Verdict;
  /** Said as a warning; undefined where it is in order. */
  readonly error: string | undefined;
  readonly inDryRun: string;
}

/** The words by which a review is told. */
interface ReviewWords {
  readonly title: string;
  /** What a verdict is called that lets the session end, and one that does not. */
  readonly passes: string;
  readonly fails: string;
  /** The beginning of the warning where nothing was judged. */
  readonly unjudged: string;
  /** What the model is asked, behind its name. */
  readonly asks: string;
}

/** A review of a session: one question with one reply. `reviews/table.ts` says how one is added. */
export interface SessionReview<Material, Reply, Verdict> {
  /** Its name in the cost log: that of its command. */
  readonly name: string;
  readonly words: ReviewWords;
  settings(configuration: Configuration): { readonly model: string; readonly timeoutMs: number };
  /** Tokens that a reply usually has, for an estimate. */
  readonly usualReplyTokens: number;
  /** Whether a model is warned of that judges the work that it did. */
  readonly warnsOfOwnWork: boolean;
  /**
   * What stands for the facts where no judge can be had, for a review that then looks at nothing. Without
   * it the review asks all the same, and the cost log shows that it was not answered.
   */
  readonly withoutJudge?: Material;
  /** Looks at what the review goes by. */
  gather(subject: ReviewSubject, gathering: Gathering): Promise<Result<Gathered<Material>>>;
  nothingToAsk(material: Material): NothingToAsk<Verdict> | undefined;
  /** The prompt: standing instructions, which hold no outside text, and the material behind the fence. */
  prompt(
    material: Material,
    fence: Fence,
    clean: (text: string) => string,
  ): { readonly system: string; readonly user: string };
  readonly schema: JsonSchema;
  /** An object as a reply; undefined where it is none. */
  read(value: unknown): Reply | undefined;
  /** Keys that a reply holds once: with two of them the reader could choose. */
  readonly keys: readonly string[];
  verdict(reply: Reply, material: Material): Verdict;
  /** The verdict where nothing was judged: it lets the session end and says why. */
  unjudged(why: string, material: Material): Verdict;
  passes(verdict: Verdict): boolean;
  /** Keeps a verdict of a model. Gives what went wrong, which undoes no verdict. */
  keep?(
    verdict: Verdict,
    material: Material,
    subject: ReviewSubject,
    world: ReviewWorld,
  ): Promise<readonly Failure[]>;
  readonly told: {
    reason(verdict: Verdict): string;
    /** The lines behind the reason. */
    lines(outcome: ReviewOutcome<Material, Verdict>): readonly string[];
    /** The verdict's keys in their order. */
    json(verdict: Verdict): object;
    /** What is known of the run, with what all reviews tell of their calls in its place. */
    runJson(material: Material, calls: object): object;
    notes(outcome: ReviewOutcome<Material, Verdict>): readonly string[];
    /** What a dry run says before the estimate, and behind it. */
    dryRun(material: Material): {
      readonly counts: readonly string[];
      readonly details: readonly string[];
    };
    /** Whether a dry run estimates the question although there is nothing to ask about. */
    readonly estimatesUnasked: boolean;
  };
}

/** A finished review: its verdict, and what else there is to tell. */
export interface ReviewOutcome<Material, Verdict> extends QuestionSpent {
  readonly verdict: Verdict;
  /** `not-asked`: no model was asked. Any but this and `success`: it could not be judged. */
  readonly status: JudgeStatus | 'not-asked';
  readonly model: string;
  readonly material: Material;
  /** What was taken out of what was sent. */
  readonly redacted: readonly Redacted[];
  /** Why it was not judged. */
  readonly error: string | undefined;
}

export interface FinishedReview<Material, Verdict> {
  readonly outcome: ReviewOutcome<Material, Verdict>;
  readonly access: FoundJudge;
  readonly model: ChosenModel;
  readonly sessionModel: string | null;
}

/** A review that may be asked: its facts are gathered, its model and judge chosen. */
interface PreparedReview<Material> extends Gathered<Material> {
  readonly model: ChosenModel;
  readonly access: FoundJudge;
  readonly deadline: number;
}

/** What a question is made of. */
type Asked<Material> = Pick<
  PreparedReview<Material>,
  'material' | 'secrets' | 'redacted' | 'model'
>;

/** Chooses the model and the judge. Fails on a model that has retired or could not be one. */
export function chooseAccess<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  configuration: Configuration,
  world: ReviewWorld,
): Result<{ readonly model: ChosenModel; readonly access: FoundJudge }> {
  const model = chooseModel(review.settings(configuration).model, world.clock.now());
  if ('kind' in model) return failed(model);
  return success({ model, access: findJudge(configuration.judge.backend, world) });
}

/** Gathers what a review goes by. Fails as the review's own gathering does. */
export async function prepareReview<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  subject: ReviewSubject,
  { access, model }: { readonly model: ChosenModel; readonly access: FoundJudge },
  configuration: Configuration,
  world: ReviewWorld,
): Promise<Result<PreparedReview<Material>>> {
  const { clock, environment } = world;
  const deadline = subject.deadline ?? clock.elapsed() + review.settings(configuration).timeoutMs;
  const leftMs = (): number => deadline - clock.elapsed();
  const gathered = await review.gather(subject, {
    world,
    leftMs,
    secrets: (before) => knownSecrets(access.keys, environment, leftMs, before),
  });
  return gathered.ok ? success({ ...gathered.value, model, access, deadline }) : gathered;
}

/**
 * Runs a review. Whatever keeps it from being judged is an outcome that lets the session end and says
 * why. Fails where the model has retired, where the user interrupts, or as the review's gathering does.
 */
export async function runReview<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  subject: ReviewSubject,
  configuration: Configuration,
  world: ReviewWorld,
  watch: Watch,
): Promise<Result<FinishedReview<Material, Verdict>>> {
  const chosen = chooseAccess(review, configuration, world);
  if (!chosen.ok) return chosen;
  const { access, model } = chosen.value;
  const lack = lackOf(access);
  if (lack !== undefined && review.withoutJudge !== undefined) {
    const material = review.withoutJudge;
    const outcome = notAsked(material, model.id, review.unjudged(lack, material), lack);
    return success({ outcome, access, model, sessionModel: null });
  }
  const prepared = await prepareReview(review, subject, chosen.value, configuration, world);
  if (!prepared.ok) return prepared;
  const { deadline, sessionModel } = prepared.value;
  const caps = { maxUsd: null, maxUsdPerDay: configuration.judge.maxUsdPerDay };
  const judge = openJudge(world, access, { sessionId: subject.session.id, sessionModel }, caps);
  const watching = watch(`Asking ${model.id} ${review.words.asks}`);
  try {
    const limits = { deadline, signal: watching.signal };
    const asked = await askReview(review, prepared.value, limits, { judge, nonce: createNonce });
    if (!asked.ok) return asked;
    const outcome = await kept(review, asked.value, subject, world);
    return success({ outcome, access, model, sessionModel });
  } finally {
    watching.stop();
  }
}

/** Why no judge can be asked as things stand. */
function lackOf(access: FoundJudge): string | undefined {
  const { isModel, lacks } = access;
  if (!isModel) return asksNoModel(access.backend);
  return lacks === undefined
    ? undefined
    : unjudgedText({ cause: causeOfLack(access), detail: lacks });
}

/** Puts a review's question, where there is something to ask about. Fails where the user interrupts. */
export async function askReview<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  prepared: Asked<Material>,
  limits: JudgeLimits,
  world: QuestionWorld,
): Promise<Result<ReviewOutcome<Material, Verdict>>> {
  const { material } = prepared;
  const model = prepared.model.id;
  const nothing = review.nothingToAsk(material);
  if (nothing !== undefined) {
    return success(notAsked(material, model, nothing.verdict, nothing.error));
  }
  const unjudged = (status: ReviewOutcome<Material, Verdict>['status'], error: string) =>
    ({ status, error, verdict: review.unjudged(error, material) }) as const;
  const question = questionOf(review, prepared);
  const plan = planReview(review, prepared, world.nonce());
  const reserved = await reserveCalls([plan], world.judge, review.name, limits);
  const [call] = reserved.ok ? reserved.value : [];
  if (call === undefined && !limits.signal.aborted) {
    const error = reserved.ok ? 'nothing was reserved' : sayNotAsked(reserved.failure);
    const base = notAsked(material, model, review.unjudged(error, material), error);
    return success({ ...base, status: 'error' });
  }
  const { exchanges, failure } =
    call === undefined
      ? { exchanges: [], failure: undefined }
      : await askQuestion(question, { plan, call }, limits, world);
  // The user who interrupts just as the answer comes does not want it acted upon.
  if (limits.signal.aborted) {
    return failed({ kind: 'interrupted', action: 'the judge was called' });
  }
  const last = exchanges.at(-1);
  const rest = {
    ...spentOn(exchanges.map(({ metered }) => metered)),
    model,
    material,
    redacted: last?.plan.redacted ?? [],
  };
  if (failure !== undefined)
    return success({ ...rest, ...unjudged('error', sayNotAsked(failure)) });
  const reading = last?.reading;
  if (reading !== undefined && 'reply' in reading) {
    const verdict = review.verdict(reading.reply, material);
    return success({ ...rest, status: 'success', verdict, error: undefined });
  }
  const { cause, detail } = reading?.unjudged ?? { cause: 'not-sent', detail: '' };
  const { status } = UNJUDGED[cause];
  const error = unjudgedText({ cause, detail });
  return success({ ...rest, ...unjudged(status === 'success' ? 'error' : status, error) });
}

function sayNotAsked(failure: Failure): string {
  return failure.kind === 'too-large-to-judge'
    ? `it is too large to judge: ${failure.reason}`
    : failureMessage(failure);
}

/** Plans one question. Pure but for its arguments: the nonce is new for every request. */
export function planReview<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  { material, model: { id: model }, redacted, secrets }: Asked<Material>,
  nonce: string,
): QuestionPlan {
  const taken = [...redacted];
  const clean = (text: string): string => {
    const part = cleaned(text, secrets);
    taken.push(part.redacted);
    return part.text;
  };
  const fence = createFence(nonce, secrets);
  const { system, user } = review.prompt(material, fence, clean);
  const { schema } = review;
  return {
    request: { model, system, user, schema, maxTokens: replyTokens(model, 0), criteria: null },
    redacted: mergedRedactions([...taken, ...fence.redacted()]),
    promptTokens: estimateTokens(Buffer.byteLength(system + user), 'typical'),
  };
}

type Reading<Reply> = { readonly reply: Reply } | { readonly unjudged: Unjudged };

/** What stands in the cost log where a promise would. */
const NO_PROMISE = '-';

function questionOf<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  prepared: Asked<Material>,
): Question<QuestionPlan, Reading<Reply>> {
  const { material, secrets } = prepared;
  const plan = (nonce: string): QuestionPlan => planReview(review, prepared, nonce);
  return {
    purpose: { kind: review.name, promiseId: NO_PROMISE, vote: null },
    secrets,
    plans: [plan, plan],
    read: (reply) => readReply(reply, review),
    unjudgedIn: (reading) => ('unjudged' in reading ? reading.unjudged : undefined),
    outcomeOf: (reading) =>
      'unjudged' in reading
        ? { status: UNJUDGED[reading.unjudged.cause].status, verdict: 'WARN' }
        : {
            status: 'success',
            verdict: review.passes(review.verdict(reading.reply, material)) ? 'PASS' : 'FAIL',
          },
  };
}

/** The one reply in a text. Two of them would let a reader choose. */
function readReply<Reply>(
  reply: JudgeReply,
  { keys, read }: { readonly keys: readonly string[]; read(value: unknown): Reply | undefined },
): Reading<Reply> {
  if (!reply.answered) return { unjudged: reply.unjudged };
  const { text } = reply;
  const unreadable = (detail: string): Reading<Reply> => ({
    unjudged: { cause: 'unreadable', detail, text },
  });
  const [answer, ...others] = objectsIn(text).flatMap((one) => read(one) ?? []);
  if (answer === undefined) return unreadable('it contains no verdict in the requested format');
  const isDouble = keys.some((key) => timesNamed(text, key) > 1);
  return others.length > 0 || isDouble
    ? unreadable('it contains more than one verdict')
    : { reply: answer };
}

function notAsked<Material, Verdict>(
  material: Material,
  model: string,
  verdict: Verdict,
  error: string | undefined,
): ReviewOutcome<Material, Verdict> {
  return { ...spentOn([]), verdict, status: 'not-asked', model, material, redacted: [], error };
}

async function kept<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  outcome: ReviewOutcome<Material, Verdict>,
  subject: ReviewSubject,
  world: ReviewWorld,
): Promise<ReviewOutcome<Material, Verdict>> {
  const { material, status, verdict, warnings } = outcome;
  if (status !== 'success' || review.keep === undefined) return outcome;
  const unkept = await review.keep(verdict, material, subject, world);
  return { ...outcome, warnings: [...warnings, ...unkept] };
}
