import { isAmount, isObject } from '../base/document.ts';
import type { SeverityCounts } from './findings-policy.ts';
import { costOf, NO_TOKENS } from './model.ts';

/**
 * `judge-cost-log.jsonl`: one line per model call. Lines of older suites end with `verdict`.
 */
export interface CostLine {
  readonly timestamp: string;
  readonly promise_id: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly model: string;
  readonly latency_ms: number;
  readonly verdict: string;
  readonly kind: string;
  readonly status: string;
  /** US dollars; null where the model's prices are not known. */
  readonly cost_usd: number | null;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly request_id: string | null;
  readonly session_id: string | null;
  /** The model that did the work, where that is known. */
  readonly session_model: string | null;
  /** Which of several votes, counted from 1. */
  readonly vote: number | null;
  /** How many findings of each severity, where findings were asked for. */
  readonly findings?: SeverityCounts;
}

/** The kind of a call whose line names none, as the lines of older suites do not. */
const KIND_OF_OLD_LINES = 'promise-review';

/** Reads one line of the log; nothing where it is torn or is no cost line. Older shapes are filled in. */
export function readCostLine(line: string): CostLine | undefined {
  const value = parsed(line);
  if (!isObject(value) || typeof value['timestamp'] !== 'string') return undefined;
  const isTime =
    /^\d{4}-/.test(value['timestamp']) && !Number.isNaN(Date.parse(value['timestamp']));
  if (!isTime) return undefined;
  const tokens = {
    input_tokens: count(value['input_tokens']),
    output_tokens: count(value['output_tokens']),
    cache_read_input_tokens: count(value['cache_read_input_tokens']),
    cache_creation_input_tokens: count(value['cache_creation_input_tokens']),
  };
  const model = text(value['model']) ?? 'unknown';
  const { cost_usd } = value;
  const findings = severitiesIn(value['findings']);
  return {
    timestamp: value['timestamp'],
    promise_id: text(value['promise_id']) ?? 'unknown',
    ...tokens,
    model,
    latency_ms: count(value['latency_ms']),
    verdict: text(value['verdict']) ?? 'unknown',
    kind: text(value['kind']) ?? KIND_OF_OLD_LINES,
    status: text(value['status']) ?? 'unknown',
    cost_usd: isAmount(cost_usd, LARGEST_AMOUNT)
      ? cost_usd
      : (costOf(model, { ...NO_TOKENS, ...tokens }) ?? null),
    request_id: text(value['request_id']) ?? null,
    session_id: text(value['session_id']) ?? null,
    session_model: text(value['session_model']) ?? null,
    vote: typeof value['vote'] === 'number' ? value['vote'] : null,
    ...(findings === undefined ? {} : { findings }),
  };
}

/** The counts of the findings; nothing where there are none, or one of them is no count. */
function severitiesIn(value: unknown): SeverityCounts | undefined {
  if (!isObject(value)) return undefined;
  const { critical, info, major, minor } = value;
  return isCount(critical) && isCount(major) && isCount(minor) && isCount(info)
    ? { critical, major, minor, info }
    : undefined;
}

function isCount(value: unknown): value is number {
  return isAmount(value, LARGEST_AMOUNT) && Number.isInteger(value);
}

/** A line as JSON; nothing where it is not. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(value: unknown): number {
  return isAmount(value, LARGEST_AMOUNT) ? value : 0;
}

/** More than any call uses or costs: a line that says more was not written by a judge. */
const LARGEST_AMOUNT = 1e12;
