import type { JudgeStatus } from './judgment.ts';

/** Why a judge gave no usable answer. None of them is a verdict. */
export type UnjudgedCause =
  | 'no-key'
  | 'key-refused'
  | 'unreachable'
  | 'rate-limited'
  | 'overloaded'
  | 'server-error'
  | 'request-refused'
  | 'model-not-found'
  | 'too-large'
  | 'reply-limit'
  | 'timed-out'
  | 'interrupted'
  | 'refused'
  | 'cut-off'
  | 'unreadable'
  | 'no-message'
  | 'not-sent'
  | 'no-program'
  | 'not-logged-in'
  | 'program-failed'
  | 'cancelled';

export interface Unjudged {
  readonly cause: UnjudgedCause;
  /** The raw cause, in the words of the server or program that reported it. */
  readonly detail: string;
  /** What the model wrote, where it wrote something. */
  readonly text?: string;
}

/**
 * What each cause does. `warn`: the judge could not be had, verification goes on unjudged. `ask-again`:
 * the reply cannot be used; another may be, and then it is a warning too. `refuse`: the caller's own
 * doing, an error.
 */
type UnjudgedEffect = 'warn' | 'ask-again' | 'refuse';

export const UNJUDGED: Readonly<
  Record<
    UnjudgedCause,
    { readonly effect: UnjudgedEffect; readonly status: JudgeStatus; readonly says: string }
  >
> = {
  'no-key': { effect: 'warn', status: 'api_error', says: 'no API key set' },
  'key-refused': { effect: 'warn', status: 'api_error', says: 'the API rejected the key' },
  unreachable: { effect: 'warn', status: 'api_error', says: 'the API cannot be reached' },
  'rate-limited': { effect: 'warn', status: 'api_error', says: 'the API rate limit was reached' },
  overloaded: { effect: 'warn', status: 'api_error', says: 'the API is overloaded' },
  'server-error': { effect: 'warn', status: 'api_error', says: 'the API failed' },
  'request-refused': { effect: 'warn', status: 'api_error', says: 'the API rejected the request' },
  'model-not-found': {
    effect: 'refuse',
    status: 'error',
    says: 'the API does not know this model or address',
  },
  'too-large': { effect: 'refuse', status: 'error', says: 'it is too large for the model' },
  'reply-limit': {
    effect: 'refuse',
    status: 'error',
    says: 'the model cannot write a reply that long',
  },
  'timed-out': { effect: 'warn', status: 'api_error', says: 'no answer came in time' },
  interrupted: { effect: 'refuse', status: 'error', says: 'it was interrupted' },
  refused: { effect: 'ask-again', status: 'error', says: 'the model refused to answer' },
  'cut-off': { effect: 'ask-again', status: 'parse_error', says: 'the reply was cut off' },
  unreadable: { effect: 'ask-again', status: 'parse_error', says: 'the reply cannot be read' },
  'no-message': {
    effect: 'ask-again',
    status: 'parse_error',
    says: 'the response did not come from the API',
  },
  'not-sent': { effect: 'warn', status: 'api_error', says: 'the request could not be made' },
  'no-program': { effect: 'warn', status: 'api_error', says: 'claude is not installed' },
  'not-logged-in': { effect: 'warn', status: 'api_error', says: 'claude is not logged in' },
  'program-failed': { effect: 'warn', status: 'api_error', says: 'claude failed' },
  cancelled: {
    effect: 'warn',
    status: 'error',
    says: 'the vote was cancelled because it could not change the outcome',
  },
};

/** What a text can bring a model to do: to refuse, to go on without end, to answer something else. */
const OF_THE_MODEL: readonly UnjudgedCause[] = ['refused', 'cut-off', 'unreadable'];

/** Whether the cause lies in what a model wrote, as opposed to an outage on the way to it. */
export function isOfTheModel({ cause }: Unjudged): boolean {
  return OF_THE_MODEL.includes(cause);
}

/** The cause in one sentence, the raw words included. */
export function unjudgedText({ cause, detail }: Unjudged): string {
  return detail === '' ? UNJUDGED[cause].says : `${UNJUDGED[cause].says}: ${detail}`;
}
