import { readApiAccess } from '../../../adapters/environment.ts';
import { readStandardInput } from '../../../adapters/standard-input.ts';
import { isObject, LARGEST_DOCUMENT, parseDocument } from '../../../domain/base/document.ts';
import { isSafeId } from '../../../domain/base/identifier.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { JudgedFacts } from '../../../domain/judging/judged-facts.ts';
import { type JudgeResult, resultWithoutAsking } from '../../../domain/judging/judgment.ts';
import { readPromise } from '../../../domain/promise/promise-reading.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import { answersIn } from '../../../domain/validation/validation.ts';
import { EXIT } from '../../../report/exit.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { usage } from '../../usage.ts';

/** How long the request on stdin may take, in milliseconds. */
const MOST_READING_MS = 30_000;

/** A request as the companion of the bash scripts took it. */
interface JudgeRequest {
  readonly facts: JudgedFacts;
  readonly model: string | undefined;
  readonly sessionId: string | undefined;
}

/**
 * Judges the request on stdin as the companion of the bash scripts did: one JSON object each way, exit code 0 for PASS
 * and WARN, 1 for FAIL. No promise is read, closed or changed; the cost is kept.
 */
export async function judgeRequest(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const beside = args.positional ?? OTHERS.find((option) => args.given(option));
  if (beside !== undefined) return usage(`--request does not go with ${beside}`);
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const text = await readStandardInput({ mostMs: MOST_READING_MS, mostBytes: LARGEST_DOCUMENT });
  const request = readRequest(text);
  if (!request.ok) return request;
  const notes: string[] = [];
  const result = await answer(request.value, settings.value.configuration, suite, notes);
  return success({
    text: JSON.stringify(result, null, 2),
    json: result,
    notes,
    exitCode: result.verdict === 'FAIL' ? EXIT.failed : EXIT.ok,
  });
}

/** Options that name a promise, or how one is closed. */
const OTHERS = [
  'all',
  'mine',
  'at-once',
  'proof',
  'type',
  'trust',
  'task-id',
  'skip-validation-check',
  'dry-run',
  'votes',
  'model',
  'early-stop',
  'backend',
  'max-usd',
] as const;

/** The request in a text. Fails where it has no promise that can be judged. */
function readRequest(text: string): Result<JudgeRequest> {
  const document = parseDocument(text);
  if (!document.ok || !isObject(document.value)) {
    return usage('--request needs a JSON object on stdin');
  }
  const { acceptance_criteria, model, promise_id, promise_summary, session_id } = document.value;
  const reading = readPromise({
    id: promise_id,
    status: 'in_progress',
    summary: promise_summary ?? '',
    acceptance_criteria,
    ownership: { owned_by: null },
  });
  if (!reading.ok) return usage(`The request cannot be judged: ${reading.reason}`);
  const { promise } = reading;
  return success({
    facts: { id: promise.id, promise, answerFor: answersIn(new Map()), isAsked: () => true },
    model: typeof model === 'string' && model !== '' ? model : undefined,
    sessionId: typeof session_id === 'string' && isSafeId(session_id) ? session_id : undefined,
  });
}

async function answer(
  { facts, model, sessionId }: JudgeRequest,
  { judge }: Configuration,
  { costLog, environment }: Suite,
  notes: string[],
): Promise<JudgeResult> {
  const access = readApiAccess();
  const chosen = model ?? judge.model;
  const backend = judge.backend === 'rubric' ? 'rubric' : 'api';
  const lack = backend === 'rubric' ? undefined : lackOf(access, judge.maxUsdPerDay);
  if (lack !== undefined) return unavailable(lack, chosen);
  const { judgeOnce } = await import('../../judging.ts');
  return judgeOnce(facts, {
    backend,
    apiKey: access.apiKey,
    authToken: access.authToken,
    endpoint: access.baseUrl,
    models: [chosen],
    votes: 1,
    stopsEarly: false,
    style: judge.structuredFindings ? 'structured' : 'plain',
    timeoutMs: judge.timeoutMs,
    maxUsd: null,
    sessionId: sessionId ?? environment.session?.id ?? null,
    signal: new AbortController().signal,
    secrets: [],
    onCost: async (line) => {
      const fault = await costLog.append(line);
      if (fault !== undefined) notes.push('WARNING: the cost of this call could not be kept.');
    },
    onWarning: (text) => notes.push(text),
  });
}

/** Why no model is asked. A request apart from the promises reserves nothing of what a day may cost. */
function lackOf(
  { apiKey, authToken }: ReturnType<typeof readApiAccess>,
  maxUsdPerDay: number | null,
): string | undefined {
  if (apiKey === undefined && authToken === undefined) return 'set ANTHROPIC_API_KEY';
  return maxUsdPerDay === null
    ? undefined
    : 'judge.maxUsdPerDay is set, and a request cannot keep to it: judge a promise by its id instead';
}

function unavailable(lack: string, model: string): JudgeResult {
  return resultWithoutAsking({
    status: 'api_error',
    verdict: 'WARN',
    reasoning: `No judge was asked: ${lack}.`,
    error: lack,
    model,
  });
}
