import { isAmount, isObject } from '../../domain/base/document.ts';
import { NO_TOKENS, type TokenUsage } from '../../domain/judging/model.ts';
import type { Unjudged, UnjudgedCause } from '../../domain/judging/unjudged.ts';
import { causeOfStatus } from '../api/attempt.ts';
import { readUsage, textBlocksIn } from '../api/message-reading.ts';

/** What a run of `claude -p` said. It comes from outside: nothing in it is taken on trust. */
type ClaudeReading = {
  readonly usage: TokenUsage;
  /** US dollars, by its own figure. */
  readonly costUsd: number | undefined;
  /** Whether it said what it used. */
  readonly isUsageKnown: boolean;
} & ({ readonly text: string } | { readonly unjudged: Unjudged });

/** What a run wrote, and how it ended. */
export interface ClaudeOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The last line of stderr. */
  readonly complaint: string;
}

/**
 * Reads the one JSON value that `claude -p --output-format json` prints. Anything before
 * or after it makes the whole unreadable: what else writes there could write an answer as well.
 */
export function readClaudeOutput(output: ClaudeOutput): ClaudeReading {
  const result = resultIn(output.stdout);
  if (result === undefined) return unusable(output);
  const { total_cost_usd, usage } = result;
  // A figure of nothing is no figure: then its tokens say what it cost.
  const costUsd =
    isAmount(total_cost_usd, Number.MAX_VALUE) && total_cost_usd > 0 ? total_cost_usd : undefined;
  const saysTokens = isObject(usage) && isAmount(usage['input_tokens'], Number.MAX_VALUE);
  const isUsageKnown = saysTokens || isAmount(total_cost_usd, Number.MAX_VALUE);
  const spent = { usage: readUsage(usage), costUsd, isUsageKnown };
  const unjudged = troubleIn(result, output);
  if (unjudged !== undefined) return { ...spent, unjudged };
  const text = answerIn(result);
  return text.trim() === ''
    ? { ...spent, unjudged: { cause: 'unreadable', detail: 'it contains no text' } }
    : { ...spent, text };
}

type JsonObject = { readonly [key: string]: unknown };

/** The result: the value itself, or the one in a list of messages. Of two neither can be told from the other. */
function resultIn(stdout: string): JsonObject | undefined {
  const value = parsed(stdout);
  if (!Array.isArray(value)) return isObject(value) ? value : undefined;
  const messages = value.filter(isObject);
  const results = messages.filter(({ type }) => type === 'result');
  return results.length > 1 ? undefined : (results[0] ?? messages.at(-1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusable({ complaint, exitCode, stdout }: ClaudeOutput): ClaudeReading {
  const ended = exitCode === 0 ? 'its output is not a single JSON value' : `exit code ${exitCode}`;
  const detail = complaint === '' ? ended : `${ended}: ${complaint}`;
  const cause = isAboutLogin(complaint) ? 'not-logged-in' : 'program-failed';
  return {
    usage: NO_TOKENS,
    costUsd: undefined,
    isUsageKnown: false,
    unjudged: { cause, detail, text: stdout },
  };
}

/** Longest cause that is told, in characters: what else it says is a page of its own. */
const LONGEST_DETAIL = 500;

/** Subtypes that tell of an answer in another shape than was asked for. */
const OF_THE_ANSWER = ['error_max_turns', 'error_max_structured_output_retries'];

function troubleIn(
  result: JsonObject,
  { complaint, exitCode }: ClaudeOutput,
): Unjudged | undefined {
  const { api_error_status: status, is_error, result: words, stop_reason, subtype } = result;
  const said = typeof words === 'string' ? words.slice(0, LONGEST_DETAIL) : '';
  if (stop_reason === 'refusal') {
    return { cause: 'refused', detail: 'stop_reason refusal', text: said };
  }
  if (stop_reason === 'max_tokens' || stop_reason === 'model_context_window_exceeded') {
    return { cause: 'cut-off', detail: `stop_reason ${stop_reason}`, text: said };
  }
  const kind = typeof subtype === 'string' ? subtype : '';
  const isError = is_error !== undefined && is_error !== null && is_error !== false;
  if (isError || kind.startsWith('error') || typeof status === 'number') {
    const words = said || [kind, ...errorsIn(result), complaint].filter(Boolean).join(': ');
    const detail = words.slice(0, LONGEST_DETAIL);
    const cause = causeOf(typeof status === 'number' ? status : undefined, kind, detail);
    return { cause, detail };
  }
  if (exitCode === 0) return undefined;
  const detail = [`exit code ${exitCode}`, complaint].filter(Boolean).join(': ');
  return { cause: 'program-failed', detail, text: said };
}

function causeOf(status: number | undefined, kind: string, detail: string): UnjudgedCause {
  if (status !== undefined) return causeOfStatus({ status, detail });
  if (OF_THE_ANSWER.includes(kind)) return 'unreadable';
  if (isAboutLogin(detail)) return 'not-logged-in';
  return /limit (?:reached|exceeded)|usage limit/i.test(detail) ? 'rate-limited' : 'program-failed';
}

function isAboutLogin(words: string): boolean {
  return /\bnot logged in\b|\/login\b|\binvalid api key\b|\blog in\b/i.test(words);
}

function errorsIn({ errors }: JsonObject): readonly string[] {
  return Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [];
}

/** The answer: as structured output, or in the shapes of older versions. */
function answerIn(result: JsonObject): string {
  const { content, message, result: words, structured_output } = result;
  if (isObject(structured_output)) return JSON.stringify(structured_output);
  if (typeof words === 'string') return words;
  if (isObject(words)) return JSON.stringify(words);
  if (Array.isArray(content)) return textBlocksIn(content);
  if (isObject(message) && Array.isArray(message['content']))
    return textBlocksIn(message['content']);
  return 'type' in result ? '' : JSON.stringify(result);
}
