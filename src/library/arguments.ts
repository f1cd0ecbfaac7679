import { isObject } from '../domain/base/document.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { StopAttempt } from '../domain/judging/reality-check.ts';
import type { Substance } from '../domain/judging/substance.ts';
import { type Directive, isDirectiveType } from '../domain/session/directive.ts';
import { attemptsIn } from '../domain/session/stop-gate-state.ts';

/** What a judge is asked about, and how. Only `promise` must be given. */
export interface JudgeCall extends CallOptions {
  /** The promise, in the shape of the suite's own files; see `parsePromise`. */
  readonly promise: unknown;
  /** Validators' answers by the ids of criteria, in the shape of the suite's own files. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
  /** What is shown of the work itself. */
  readonly substance?: Pick<Substance, 'diff' | 'tools'> | undefined;
  /** `api` (the Messages API, the default) or `rubric` (rules, free, no model). */
  readonly backend?: 'api' | 'rubric' | undefined;
  /** A model, or several that vote in turn; by alias or id. Default: `sonnet`. */
  readonly model?: string | readonly string[] | undefined;
  /** How many votes are asked for, 1 to 15. Default: one for each model. */
  readonly votes?: number | undefined;
  /** Whether votes that can change nothing any more are cancelled. Default: no. */
  readonly stopEarly?: boolean | undefined;
  /** `plain` (the default), or `structured`: the model lists findings, and code decides by them. */
  readonly style?: 'plain' | 'structured' | undefined;
}

/** What a reality check is asked about, and how. Only `directives` must be given. */
export interface JudgeInput extends CallOptions {
  /** What the user asked for, oldest first: texts, or objects with a `text` and a `type`. */
  readonly directives: readonly (string | Pick<Directive, 'text' | 'type'>)[];
  /** What changed since the first of them; null or missing where that is not known. */
  readonly diff?: { readonly summary: string; readonly patch: string } | null | undefined;
  /** A digest of all files as they are now: by it is told whether anything changed since the last attempt. */
  readonly fingerprint?: string | null | undefined;
  /** What the agent said last. */
  readonly lastMessage?: string | undefined;
  /** Earlier attempts to stop, oldest first. */
  readonly stopAttempts?: readonly StopAttempt[] | undefined;
  /** A model by alias or id. Default: `sonnet`. */
  readonly model?: string | undefined;
}

/** How the Messages API is asked. */
export interface CallOptions {
  /** A key of the Messages API. No variable of the environment is read for it. */
  readonly apiKey?: string | undefined;
  /** A token in place of the key. */
  readonly authToken?: string | undefined;
  /** Another address of the Messages API. */
  readonly endpoint?: string | undefined;
  /** Milliseconds for everything. Default: 60,000; of a reality check 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Most that the call may cost, in US dollars. Default: no limit. */
  readonly maxUsd?: number | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Texts that must not be sent. */
  readonly secrets?: readonly string[] | undefined;
  /** Is given the cost of every call of a model. */
  readonly onCost?: ((line: CostLine) => void | Promise<void>) | undefined;
  /** Is given what the answer has no place for, such as a model that retires soon. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

/** Most votes of one call, and the longest time: a timer of Node counts no further. */
const MOST_VOTES = 15;
const LONGEST_MS = 2_147_483_647;

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What an argument must be, in words, and whether it is. */
type Rule = readonly [string, (value: unknown) => boolean];

const CALL_RULES: Readonly<Record<keyof CallOptions, Rule>> = {
  apiKey: ['a non-empty string', isText],
  authToken: ['a non-empty string', isText],
  endpoint: ['a URL that starts with http:// or https://', isAddress],
  timeoutMs: ['a number of milliseconds, 1 or more', (value) => isWithin(value, 1, LONGEST_MS)],
  maxUsd: ['a number of US dollars, 0 or more', (value) => isWithin(value, 0, Number.MAX_VALUE)],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  secrets: ['a list of non-empty strings', areTexts],
  onCost: ['a function', isFunction],
  onWarning: ['a function', isFunction],
};

const INPUT_RULES: Readonly<Record<keyof JudgeInput, Rule>> = {
  directives: ['a list of texts, or of objects with `text` and `type`', areDirectives],
  diff: [
    'an object with `summary` and `patch`, or null',
    (value) => value === null || isPatch(value),
  ],
  fingerprint: ['a text or null', (value) => value === null || typeof value === 'string'],
  lastMessage: ['a text', (value) => typeof value === 'string'],
  stopAttempts: [
    'a list of attempts, each with `at`, `pass`, `reason`, `missing_items` and `fingerprint`',
    areAttempts,
  ],
  model: ['a model name', isText],
  ...CALL_RULES,
};

const RULES: Readonly<Record<keyof JudgeCall, Rule>> = {
  promise: ['a promise', () => true],
  answers: ['an object of answers keyed by criterion id', isObject],
  substance: ['an object with `diff`, `tools` or both', isSubstance],
  backend: ['"api" or "rubric"', (value) => value === 'api' || value === 'rubric'],
  model: [
    'a model name, or a non-empty list of names',
    (value) => isText(value) || (areTexts(value) && Array.isArray(value) && value.length > 0),
  ],
  votes: [
    `a whole number from 1 to ${MOST_VOTES}`,
    (value) => Number.isInteger(value) && isWithin(value, 1, MOST_VOTES),
  ],
  stopEarly: ['true or false', isFlag],
  style: ['"plain" or "structured"', (value) => value === 'plain' || value === 'structured'],
  ...CALL_RULES,
};

/** What is wrong with what a function is called with, in one sentence; undefined where nothing is. */
function faultBy(
  rules: Readonly<Record<string, Rule>>,
  call: Readonly<Record<string, unknown>>,
  [name, needed]: readonly [string, string],
): string | undefined {
  const unknown = Object.keys(call).find((key) => !Object.hasOwn(rules, key));
  if (unknown !== undefined) {
    return `${name} does not know \`${unknown}\`; it takes ${Object.keys(rules).join(', ')}`;
  }
  if (call[needed] === undefined) return `${name} needs \`${needed}\``;
  const wrong = Object.entries(rules).find(
    ([key, [, isRight]]) => call[key] !== undefined && !isRight(call[key]),
  );
  return wrong === undefined ? undefined : `\`${wrong[0]}\` must be ${wrong[1][0]}`;
}

/** What is wrong with the input of a reality check. */
export function inputFault(input: unknown): string | undefined {
  return isObject(input)
    ? faultBy(INPUT_RULES, input, ['runRealityCheck', 'directives'])
    : 'runRealityCheck takes one object with the directives in `directives`';
}

/** What is wrong with the arguments of a call. */
export function argumentFault(call: unknown): string | undefined {
  if (!isObject(call)) return 'runJudge takes one object with the promise in `promise`';
  const wrong = faultBy(RULES, call, ['runJudge', 'promise']);
  if (wrong !== undefined) return wrong;
  const { model, votes } = call;
  const seats = Array.isArray(model) ? model.length : 1;
  return typeof votes === 'number' && votes < seats
    ? `\`votes\` must be at least ${seats}, one for each model`
    : undefined;
}

function areDirectives(value: unknown): boolean {
  const isDirective = (one: unknown): boolean =>
    isText(one) || (isObject(one) && isText(one['text']) && isDirectiveType(one['type']));
  return Array.isArray(value) && value.every(isDirective);
}

function isPatch(value: unknown): boolean {
  return (
    isObject(value) && typeof value['summary'] === 'string' && typeof value['patch'] === 'string'
  );
}

function areAttempts(value: unknown): boolean {
  return Array.isArray(value) && attemptsIn({ stop_attempts: value }).length === value.length;
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
}

function isSubstance(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { diff, tools } = value;
  return (diff === undefined || isDiff(diff)) && (tools === undefined || areTools(tools));
}

function isDiff(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value['unknown'] === 'string') return true;
  const { shown } = value;
  return (
    isObject(shown) &&
    typeof shown['summary'] === 'string' &&
    typeof shown['patch'] === 'string' &&
    Array.isArray(shown['leftOut'])
  );
}

function areTools(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value['unknown'] === 'string') return true;
  const { calls, leftOut } = value;
  return (
    Array.isArray(calls) &&
    isWithin(leftOut, 0, Number.MAX_SAFE_INTEGER) &&
    calls.every(
      (call) =>
        isObject(call) &&
        ['name', 'about', 'output'].every((key) => typeof call[key] === 'string') &&
        (call['failed'] === undefined || isFlag(call['failed'])),
    )
  );
}
