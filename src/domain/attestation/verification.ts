import { isObject, textOf, textsIn } from '../base/document.ts';
import type { CompletionPromise } from '../promise/promise.ts';
import { keptSelfValidated } from '../standing/answers.ts';
import { type AnswerFor, storedByOf, verdictOf } from '../validation/validation.ts';
import type { Cleaner } from './record.ts';

/** Who verifies, as a URI with the version of its rules. */
export const VERIFIER = 'https://github.com/completion-promise/completion-promise/verifier/v1';

/** What every property that is said of a promise begins with. */
const PREFIX = 'COMPLETION_PROMISE';

/** How a promise came to be verified, as it travels. */
export interface AttestedVerification {
  readonly promise: string;
  readonly at: string;
  /** What holds of it, for readers who know nothing else of the suite. */
  readonly properties: readonly string[];
  /** Every gate with how it was passed or skipped. */
  readonly gates: Readonly<Record<string, string>>;
  readonly validators: readonly AttestedValidator[];
  readonly judges: readonly AttestedJudge[];
}

interface AttestedValidator {
  readonly ac_id: string;
  readonly by: string;
  readonly verdict: string;
  /** The session that owns the promise answered for itself. */
  readonly self_validated: boolean;
}

interface AttestedJudge {
  readonly at: string;
  readonly model: string;
  readonly backend: string;
  readonly status: string;
  readonly verdict: string;
}

/** The time of day as a statement must give it: RFC 3339, in UTC. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/** How a promise was verified; undefined where it was not, or where its file does not say when. */
export function attestedVerification(
  id: string,
  promise: CompletionPromise,
  answerFor: AnswerFor,
  clean: Cleaner,
): AttestedVerification | undefined {
  const { status, verification } = promise;
  const at = textOf(verification?.verified_at);
  if (status !== 'verified' || !TIMESTAMP.test(at)) return undefined;
  const gates = textsOf(verification?.gates);
  const validators = validatorsOf(promise, answerFor, clean);
  const judges = (promise.judgments ?? []).map((run) => ({
    at: textOf(run['timestamp']),
    model: clean.text(textOf(run['model'])),
    backend: textOf(run['backend']),
    status: run.status,
    verdict: run.verdict,
  }));
  return {
    promise: id,
    at,
    properties: propertiesOf(gates, validators),
    gates,
    validators,
    judges,
  };
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  const texts = Object.entries(value).filter(([, one]) => typeof one === 'string');
  return Object.fromEntries(texts.map(([key, one]) => [key, String(one)]));
}

function validatorsOf(
  promise: CompletionPromise,
  answerFor: AnswerFor,
  clean: Cleaner,
): readonly AttestedValidator[] {
  const own = new Set(keptSelfValidated(promise));
  return (promise.acceptance_criteria ?? []).flatMap(({ id }) => {
    const answer = answerFor(id);
    if (answer.found !== 'answer') return [];
    const by = clean.text(storedByOf(answer.response) ?? '');
    const verdict = verdictOf(answer.response) ?? 'unknown';
    return [{ ac_id: id, by, verdict, self_validated: own.has(id) }];
  });
}

/** Gates that a promise can be said to have passed; those that were skipped or found nothing to ask are none. */
function propertiesOf(
  gates: Readonly<Record<string, string>>,
  validators: readonly AttestedValidator[],
): readonly string[] {
  const passed = Object.entries(gates).filter(([, how]) => how === 'passed');
  const answers = validators.filter(({ verdict }) => verdict === 'PASS');
  const independent = answers.filter(({ self_validated }) => !self_validated);
  return [
    `${PREFIX}_VERIFIED`,
    ...passed.map(([gate]) => `${PREFIX}_GATE_${gate.toUpperCase()}_PASSED`).sort(),
    ...independent.map(({ ac_id, by }) => `${PREFIX}_VALIDATED:${ac_id}:${by}`),
  ];
}

/** Reads the predicate of a simple verification result that the suite made; undefined where it is another's. */
export function readVerification(predicate: {
  readonly [key: string]: unknown;
}): AttestedVerification | undefined {
  const { completionPromise, properties, timeCreated, verifier } = predicate;
  if (!isObject(verifier) || verifier['id'] !== VERIFIER || !isObject(completionPromise)) {
    return undefined;
  }
  const { gates, judges, promise, validators } = completionPromise;
  if (typeof promise !== 'string' || typeof timeCreated !== 'string') return undefined;
  return {
    promise,
    at: timeCreated,
    properties: textsIn(properties),
    gates: textsOf(gates),
    validators: listIn(validators).map((one) => ({
      ac_id: textOf(one['ac_id']),
      by: textOf(one['by']),
      verdict: textOf(one['verdict']),
      self_validated: one['self_validated'] === true,
    })),
    judges: listIn(judges).map((one) => ({
      at: textOf(one['at']),
      model: textOf(one['model']),
      backend: textOf(one['backend']),
      status: textOf(one['status']),
      verdict: textOf(one['verdict']),
    })),
  };
}

function listIn(value: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
