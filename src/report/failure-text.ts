import type { Failure, GateProblem, ResponseFault } from '../domain/failure.ts';
import { VERDICTS } from '../domain/validation.ts';
import {
  judgeLine,
  meetLine,
  startLine,
  validateLine,
  verifyLine,
  waiveLine,
} from './command-lines.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { rejectionWords, spendingWords } from './judge-failure-text.ts';
import { oneLine, printable } from './printable.ts';
import {
  checkFailedWords,
  nothingToProveWords,
  unprovedWords,
  untrustedWords,
} from './proof-failure-text.ts';

/** A failure in words: what is wrong and where, then what to do about it. */
export interface FailureText {
  readonly message: string;
  readonly advice: readonly string[];
}

/** The one place where failures become text. Quoted messages are interface (CONTRACT). */
export function failureText(failure: Failure): FailureText {
  const { message, advice = [] } = wordsFor(failure);
  return { message: printable(message), advice: advice.map(printable) };
}

/** The text as it stands on stderr. */
export function failureLines(failure: Failure): string {
  const { message, advice } = failureText(failure);
  const opening = failure.kind === 'validation-blocked' ? '' : 'Error: ';
  return [`${opening}${message}`, ...advice].join('\n');
}

function wordsFor(failure: Failure): FailureWords {
  switch (failure.kind) {
    case 'usage':
      return { message: failure.message, advice: failure.hint ? [failure.hint] : [] };
    case 'no-session':
      return {
        message: 'CLAUDE_SESSION_ID not set. Set it, or run: eval "$(cs-init)"',
      };
    case 'invalid-id':
      return {
        message: `Not a valid ${failure.what}: ${JSON.stringify(failure.value.slice(0, 140))}`,
        advice: [
          'Letters, digits, ".", "_" and "-" are allowed, at most 128, no "..", no dash in front.',
        ],
      };
    case 'promise-not-found':
      return {
        message: `Promise not found: ${oneLine(failure.id)}`,
        advice: ['To see those there are: cs-promise --list (ended ones: cs-status --history)'],
      };
    case 'not-owner':
      return notOwnerWords(failure.id, failure.owner);
    case 'not-orphaned':
      return { message: `Promise is not orphaned. Current owner: ${oneLine(failure.owner)}` };
    case 'wrong-status':
      return {
        message: `Promise ${failure.id} is ${oneLine(failure.status)}: it cannot ${failure.attempted}.`,
      };
    case 'unknown-criterion':
      return {
        message: `Criterion not found: ${oneLine(failure.criterion)} in ${failure.id}`,
        advice: [
          failure.known.length === 0
            ? 'The promise has no criteria.'
            : `There are: ${failure.known.map(oneLine).join(', ')}`,
        ],
      };
    case 'ambiguous-criterion':
      return {
        message: `Criterion ${oneLine(failure.criterion)} stands more than once in ${failure.id}.`,
        advice: ['Its file was written by hand: give each criterion an id of its own there.'],
      };
    case 'no-such-directive':
      return {
        message:
          failure.why === 'unknown'
            ? `Directive not found: ${oneLine(failure.id)}`
            : `Directive ${oneLine(failure.id)} was retired before.`,
        advice: [
          failure.known.length === 0
            ? 'This session has no active directive.'
            : `Active are: ${failure.known.map(oneLine).join(', ')}`,
        ],
      };
    case 'criteria-open':
      return openCriteriaWords(failure);
    case 'proof-missing':
      return {
        message: `Promise ${failure.id} has no criteria: --proof is required.`,
        advice: [`Next: ${verifyLine(failure.id)} --proof "<what shows that it is done>"`],
      };
    case 'validation-blocked':
      return validationWords(failure.id, failure.problems);
    case 'unproved':
      return unprovedWords(failure);
    case 'untrusted-checks':
      return untrustedWords(failure);
    case 'check-failed':
      return checkFailedWords(failure);
    case 'nothing-to-prove':
      return nothingToProveWords(failure);
    case 'invalid-definition':
      return {
        message: `${oneLine(failure.path)} does not define a promise: ${failure.problems.map(oneLine).join('; ')}.`,
        advice: ['What it can hold: schemas/promise-definition.schema.json'],
      };
    case 'invalid-response':
      return responseWords(failure.fault);
    case 'broken-file':
      return {
        message: `${oneLine(failure.file.path)} cannot be used: ${oneLine(failure.file.reason)}.`,
        advice: ['Nothing was changed. To see what is broken: cs doctor'],
      };
    case 'busy':
      return {
        message: `${failure.what ?? 'Promise'} ${failure.id} is locked by ${oneLine(failure.holder)}; waited ${(failure.waitedMs / 1000).toFixed(1)} s.`,
        advice: ['Nothing was changed. Try again; if that process hangs, end it first.'],
      };
    case 'not-storable':
      return {
        message: `${failure.what ?? 'Promise'} ${failure.id} cannot be stored: ${failure.reason}.`,
      };
    case 'file-system':
      return {
        message: `Cannot ${failure.action}: ${reasonForAction(failure.code)} (${failure.code}, ${oneLine(failure.path)})`,
      };
    case 'already-archived':
      return {
        message: `Promise ${failure.id} cannot be ended: ${oneLine(failure.path)} is there already.`,
        advice: ['Rename that older file, then try again.'],
      };
    case 'person-needed':
      return {
        message: `Only a person can ${failure.action}: ${failure.reason}.`,
        advice: ['Run it yourself, on a terminal that no agent controls.'],
      };
    case 'judge-rejected':
      return rejectionWords(failure);
    case 'unjudged':
      return {
        message: `Promise ${failure.id} was not judged, and its tier or the configuration wants it judged: ${oneLine(failure.reason)}`,
        advice: [
          failure.votes === undefined
            ? `Next, when the judge can be had: ${judgeLine(failure.id)}`
            : `Next: ${judgeLine(failure.id)} --votes ${failure.votes}`,
        ],
      };
    case 'changed-while-judged':
      return {
        message: `Promise ${failure.id} changed while it was judged: the verdict is not about what it says now.`,
        advice: [`Next: ${judgeLine(failure.id)}`],
      };
    case 'too-large-to-judge':
      return {
        message: `The promise is too large to be judged: ${oneLine(failure.reason)}.`,
        advice: ['Shorten its evidence, or split it into several promises.'],
      };
    case 'model-unusable':
      return {
        message: `Model ${oneLine(failure.model)} cannot be used: ${oneLine(failure.reason)}.`,
        advice: [
          `Name another: --model with one of ${failure.known.join(', ')}, or with the id of any model.`,
        ],
      };
    case 'spending-cap':
      return spendingWords(failure);
    case 'interrupted':
      return { message: `Interrupted while ${failure.action}. Nothing was decided.` };
    case 'invalid-configuration':
      return {
        message: `${oneLine(failure.source)} is not a valid configuration: ${failure.problems.map(oneLine).join('; ')}.`,
        advice: ['Every key, what it takes, and what is wrong where: cs config'],
      };
    case 'unexpected':
      return {
        message: `Something went wrong that should not: ${oneLine(failure.message)}`,
        advice: ['This is a bug. CS_DEBUG=1 shows where it happened.'],
      };
  }
}

function notOwnerWords(id: string, owner: string | null): FailureWords {
  return {
    message: `You don't own this promise. Current owner: ${owner === null ? '(orphaned)' : oneLine(owner)}`,
    advice: owner === null ? [`To take it over: cs-promise --adopt ${id}`] : [],
  };
}

function openCriteriaWords({
  id,
  open,
  status,
}: Extract<Failure, { kind: 'criteria-open' }>): FailureWords {
  const [first] = open;
  return {
    message: `Promise ${id} cannot be verified: not met with evidence: ${someIds(open)}.`,
    advice: [
      ...open.map(({ id: ac, description, lacks }) =>
        lacks === 'met'
          ? `  [PENDING] ${oneLine(ac)}: ${oneLine(description)}`
          : `  [MET] ${oneLine(ac)}: ${oneLine(description)} (no evidence)`,
      ),
      ...(status === 'pending' ? [`Next: ${startLine(id)}`] : []),
      ...(first === undefined ? [] : [`Next: ${meetLine(id, first.id)}`]),
    ],
  };
}

/** Why Gate 2 is shut for a criterion, in words. */
export const WHY_BLOCKED: Readonly<Record<GateProblem['why'], string>> = {
  missing: 'no validation response',
  failed: 'verdict FAIL',
  blocked: 'verdict BLOCKED',
  'unknown-verdict': 'a verdict that is none of PASS, PARTIAL, FAIL, BLOCKED',
  unreadable: 'its validation response cannot be read',
  'invalid-id': 'its id cannot be used',
  'shared-id': 'another criterion has its id',
};

function validationWords(id: string, problems: readonly GateProblem[]): FailureWords {
  const [first] = problems;
  const named = problems.map(({ criterion }) => ({ id: criterion }));
  return {
    message: `Gate 2 BLOCKED: ${id} lacks a passing validation response for ${someIds(named)}.`,
    advice: [
      ...problems.flatMap(({ by, criterion, description, why, reasoning }) => [
        `  [${oneLine(criterion)}] ${oneLine(description)}: ${WHY_BLOCKED[why]}`,
        ...(reasoning === '' ? [] : [`      Reasoning: ${oneLine(reasoning)}`]),
        ...(why === 'failed' && by !== undefined
          ? [
              `      By ${oneLine(by)}: only a later answer of theirs lifts it, or ${waiveLine(id, criterion)}`,
            ]
          : []),
      ]),
      'Have each of them validated by someone else, then store the answer.',
      ...(first === undefined ? [] : [`Next: ${validateLine(id, first.criterion)}`]),
      `Error: ${id} was not verified.`,
    ],
  };
}

function responseWords(fault: ResponseFault): FailureWords {
  switch (fault.fault) {
    case 'json':
      return { message: `Invalid JSON in response: ${oneLine(fault.detail)}` };
    case 'missing':
      return { message: `Response JSON missing required fields: ${fault.fields.join(', ')}` };
    case 'verdict':
      return {
        message: `Invalid verdict: ${oneLine(fault.verdict)}. It must be one of ${VERDICTS.join(', ')}.`,
      };
  }
}

function reasonForAction(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'no permission';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'ENOTDIR':
      return 'a file is where a folder should be';
    case 'ENAMETOOLONG':
      return 'the path is too long';
    default:
      return 'the system refused';
  }
}

/** The same as data, for `--json`. */
export function failureJson(failure: Failure): object {
  const { message, advice } = failureText(failure);
  return { error: { kind: failure.kind, message, advice } };
}
