import { isObject } from '../domain/base/document.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { Substance } from '../domain/judging/substance.ts';

/** What a judge is asked about, and how. Only `promise` must be given. */
export interface JudgeCall {
  /** The promise, in the shape of the suite's own files; see `parsePromise`. */
  readonly promise: unknown;
  /** Validators' answers by the ids of criteria, in the shape of the suite's own files. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
  /** What is shown of the work itself. */
  readonly substance?: Pick<Substance, 'diff' | 'tools'> | undefined;
  /** `api` (the Messages API, the default) or `rubric` (rules, free, no model). */
  readonly backend?: 'api' | 'rubric' | undefined;
  /** A key of the Messages API. No variable of the environment is read for it. */
  readonly apiKey?: string | undefined;
  /** A token in place of the key. */
  readonly authToken?: string | undefined;
  /** Another address of the Messages API. */
  readonly endpoint?: string | undefined;
  /** A model, or several that vote in turn; by alias or id. Default: `sonnet`. */
  readonly model?: string | readonly string[] | undefined;
  /** How many votes are asked for, 1 to 15. Default: one for each model. */
  readonly votes?: number | undefined;
  /** Whether votes that can change nothing any more are cancelled. Default: no. */
  readonly stopEarly?: boolean | undefined;
  /** `plain` (the default), or `structured`: the model lists findings, and code decides by them. */
  readonly style?: 'plain' | 'structured' | undefined;
  /** Milliseconds for everything. Default: 60,000. */
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

/** What each argument must be, and the words for it. */
const RULES: Readonly<Record<keyof JudgeCall, readonly [string, (value: unknown) => boolean]>> = {
  promise: ['a promise', () => true],
  answers: ['an object of answers keyed by criterion id', isObject],
  substance: ['an object with `diff`, `tools` or both', isSubstance],
  backend: ['"api" or "rubric"', (value) => value === 'api' || value === 'rubric'],
  apiKey: ['a non-empty string', isText],
  authToken: ['a non-empty string', isText],
  endpoint: ['a URL that starts with http:// or https://', isAddress],
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
  timeoutMs: ['a number of milliseconds, 1 or more', (value) => isWithin(value, 1, LONGEST_MS)],
  maxUsd: ['a number of US dollars, 0 or more', (value) => isWithin(value, 0, Number.MAX_VALUE)],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  secrets: ['a list of non-empty strings', areTexts],
  onCost: ['a function', isFunction],
  onWarning: ['a function', isFunction],
};

/** What is wrong with the arguments of a call, in one sentence; undefined where nothing is. */
export function argumentFault(call: unknown): string | undefined {
  if (!isObject(call)) return 'runJudge takes one object with the promise in `promise`';
  const unknown = Object.keys(call).find((key) => !Object.hasOwn(RULES, key));
  if (unknown !== undefined) {
    return `runJudge does not know \`${unknown}\`; it takes ${Object.keys(RULES).join(', ')}`;
  }
  if (call['promise'] === undefined) return 'runJudge needs `promise`';
  const wrong = Object.entries(RULES).find(
    ([key, [, isRight]]) => call[key] !== undefined && !isRight(call[key]),
  );
  if (wrong !== undefined) return `\`${wrong[0]}\` must be ${wrong[1][0]}`;
  const { model, votes } = call;
  const seats = Array.isArray(model) ? model.length : 1;
  return typeof votes === 'number' && votes < seats
    ? `\`votes\` must be at least ${seats}, one for each model`
    : undefined;
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
