import type { Failure } from '../base/failure.ts';
import { MS_PER_DAY } from '../base/time.ts';
import table from '../models.json' with { type: 'json' };

/** Models by name, what they cost and when they retire: `models.json`. */

/** US dollars for a million tokens of each sort. */
interface Price {
  /** The price holds for prompts of at most this many tokens; without it, for all that are left. */
  readonly up_to_input_tokens?: number;
  readonly input: number;
  readonly output: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly cache_read: number;
}

interface ModelEntry {
  /** It thinks before it answers, and what it thinks counts as output. */
  readonly thinks?: boolean;
  /** The last day on which it answers, `2026-11-30`. */
  readonly retires_on?: string;
  readonly prices: readonly Price[];
}

const MODELS: ReadonlyMap<string, ModelEntry> = new Map(Object.entries(table.models));
const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries(table.aliases));

export const MODEL_ALIASES: readonly string[] = [...ALIASES.keys()];

/** Tokens that an answer may take, and what a model that thinks first gets on top. */
const ANSWER_TOKENS = 2048;
const THINKING_TOKENS = 14_336;
/** A judgment takes some 60 to 120 tokens: many criteria need a longer answer. */
const TOKENS_PER_CRITERION = 128;

const TOKENS_PER_PRICE = 1_000_000;

/** Days before its end from which on a model's use is warned of. */
const WARNING_DAYS = 60;

export interface ChosenModel {
  readonly id: string;
  /** Something to know before the model is used, such as its end. */
  readonly warning: string | undefined;
}

/**
 * The model that an alias or an id names. Any id can be used; one that is known to have retired, or
 * that could not be an id, fails. `now`: milliseconds since the epoch.
 */
export function chooseModel(name: string, now: number): ChosenModel | Failure {
  const id = ALIASES.get(name) ?? name;
  if (!/^\w[\w.:@/-]{2,127}$/.test(id)) {
    return unusableModel(name, `not a model id, nor one of ${MODEL_ALIASES.join(', ')}`);
  }
  const retiresOn = MODELS.get(id)?.retires_on;
  if (retiresOn === undefined) return { id, warning: looksLikeAlias(id) };
  const daysLeft = (Date.parse(retiresOn) + MS_PER_DAY - now) / MS_PER_DAY;
  if (daysLeft <= 0) return unusableModel(name, `it retired on ${retiresOn}`);
  const warning =
    daysLeft <= WARNING_DAYS
      ? `${id} retires on ${retiresOn}; current ones: ${MODEL_ALIASES.join(', ')}.`
      : undefined;
  return { id, warning };
}

/** The last day on which the model that a name stands for answers, `2026-11-30`; nothing where none is known. */
export function retirementOf(name: string): string | undefined {
  return MODELS.get(ALIASES.get(name) ?? name)?.retires_on;
}

/** Whether two ids name the same model, one of them with the date of its release and one without. */
export function isSameModel(one: string, other: string): boolean {
  const undated = (id: string): string => id.replace(/-\d{8}$/, '');
  return undated(one) === undated(other);
}

/** The failure of a model that cannot be asked. */
export function unusableModel(model: string, reason: string): Failure {
  return { kind: 'model-unusable', model, reason, known: MODEL_ALIASES };
}

/** An id of a provider holds a digit or a dash somewhere; a bare word is likely a mistyped alias. */
function looksLikeAlias(id: string): string | undefined {
  return /^[a-z]+$/i.test(id)
    ? `${id} is used as a model id; known aliases: ${MODEL_ALIASES.join(', ')}.`
    : undefined;
}

/** Whether a model thinks before it answers. One that is not known may: a cut-off reply costs more. */
export function mayThink(model: string): boolean {
  return MODELS.get(model)?.thinks ?? !MODELS.has(model);
}

/** How many tokens a reply on so many criteria may take, thinking included. */
export function replyTokens(model: string, criteria: number): number {
  const answer = Math.max(ANSWER_TOKENS, 512 + TOKENS_PER_CRITERION * criteria);
  return mayThink(model) ? answer + THINKING_TOKENS : answer;
}

/** What a call used, in tokens. Cached tokens are not among `input_tokens`. */
export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  /** How many of the created ones are kept for an hour, which costs more. */
  readonly cache_creation_1h_input_tokens: number;
}

export const NO_TOKENS: TokenUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_creation_1h_input_tokens: 0,
};

/** What a call cost in US dollars; nothing where the model's prices are not known. */
export function costOf(model: string, usage: TokenUsage): number | undefined {
  const entry = MODELS.get(ALIASES.get(model) ?? model);
  return entry === undefined ? undefined : costAt(entry.prices, usage);
}

/** The most that a call can cost: as `costOf`, at the dearest known prices for an unknown model. */
export function highestCostOf(model: string, usage: TokenUsage): number {
  return (
    costOf(model, usage) ??
    Math.max(...[...MODELS.values()].map(({ prices }) => costAt(prices, usage)))
  );
}

function costAt(prices: readonly Price[], usage: TokenUsage): number {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } =
    usage;
  const prompt = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
  const price =
    prices.find(({ up_to_input_tokens: most }) => most === undefined || prompt <= most) ??
    prices.at(-1);
  if (price === undefined) return 0;
  const longLived = Math.min(usage.cache_creation_1h_input_tokens, cache_creation_input_tokens);
  const dollars =
    input_tokens * price.input +
    output_tokens * price.output +
    cache_read_input_tokens * price.cache_read +
    longLived * price.cache_write_1h +
    (cache_creation_input_tokens - longLived) * price.cache_write;
  return dollars / TOKENS_PER_PRICE;
}

/** UTF-8 bytes that a token holds at the least (no token is smaller), of nearly every text, and of prose on average. */
const BYTES_PER_TOKEN = { least: 1, likely: 2, typical: 3 } as const;

/** How many tokens a text takes: as estimated for people, as is enough for nearly every text, or at the most. */
export function estimateTokens(bytes: number, which: keyof typeof BYTES_PER_TOKEN): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN[which]);
}
