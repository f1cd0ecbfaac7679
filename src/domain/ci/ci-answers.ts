import { checkLabel } from '../base/check-label.ts';
import { confidenceOfResults, troubles } from '../base/check-result.ts';
import { isObject, isTexts, textOf } from '../base/document.ts';
import { isSafeId } from '../base/identifier.ts';
import { isTreeOf, type TreeDigest, type TreeScope } from '../promise/tree.ts';
import { readResponse } from '../validation/validation.ts';
import type { ValidationResponse } from '../validation/validation-response.ts';
import type { CiResult, CiVerdict, JudgedCriterion, JudgedDefinition } from './ci-result.ts';

/**
 * The answers of a run to Gate 2, as they come back to the machine on which the promise is. Each is bound to what was
 * asked (the digest of the definition) and to the files that were looked at (the tree fingerprint).
 */
export interface CiAnswers {
  readonly format: typeof ANSWERS_FORMAT;
  readonly validator: typeof CI_VALIDATOR;
  readonly answered_at: string;
  readonly change: CiResult['change'];
  readonly promises: readonly AnsweredPromise[];
}

/** The name under which a run answers. */
export const CI_VALIDATOR = 'ci';

/** Names the kind of file and the version of its shape. */
export const ANSWERS_FORMAT = 'completion-promise/ci-answers@1';

export interface AnsweredPromise {
  /** The id of the promise, where the run was of a record; else the definition says which it is. */
  readonly promise_id: string | null;
  /** Where its definition lies. */
  readonly path: string;
  readonly title: string;
  /** The SHA-256 of what it asks for (`definitionText`). */
  readonly digest: string;
  readonly answers: readonly CiAnswer[];
}

export interface CiAnswer {
  readonly ac_id: string;
  /** The fingerprint of the files that the answer is about; null where the run was bound to none. */
  readonly tree: string | null;
  readonly inputs: readonly string[] | null;
  readonly files: readonly string[];
  /** The answer as validators give it. */
  readonly response: ValidationResponse;
}

/** The answers of a run: one for each criterion that has checks. */
export function answersOf(result: CiResult): CiAnswers {
  const { change, definitions, started_at } = result;
  const answered = definitions.map((one) => answeredPromise(one, started_at));
  return {
    format: ANSWERS_FORMAT,
    validator: CI_VALIDATOR,
    answered_at: started_at,
    change,
    promises: answered.filter(({ answers }) => answers.length > 0),
  };
}

function answeredPromise(definition: JudgedDefinition, at: string): AnsweredPromise {
  const { criteria, digest, path, promise_id, title } = definition;
  return {
    promise_id,
    path,
    title,
    digest,
    answers: criteria.filter(isAnswered).map((criterion) => ({
      ac_id: criterion.id,
      tree: criterion.tree,
      inputs: criterion.inputs,
      files: criterion.files,
      response: responseOf(criterion, digest, at),
    })),
  };
}

type AnsweredCriterion = JudgedCriterion & { readonly verdict: Exclude<CiVerdict, 'UNCHECKED'> };

function isAnswered(criterion: JudgedCriterion): criterion is AnsweredCriterion {
  return criterion.verdict !== 'UNCHECKED';
}

/** How much of a definition's digest names the task. */
const SHOWN_OF_DIGEST = 12;

/** The answer in both shapes that validators use. */
function responseOf(
  { command, id, results, verdict }: AnsweredCriterion,
  digest: string,
  timestamp: string,
): ValidationResponse {
  const open = troubles(results);
  const said = open.map(({ detail, name }) => `${checkLabel(name)}: ${detail}`).join('; ');
  return {
    task_id: `ci-${digest.slice(0, SHOWN_OF_DIGEST)}-${id}`,
    mode: CI_VALIDATOR,
    success: verdict === 'PASS',
    verdict,
    criteria_results: results,
    validation_levels: results.map(({ detail, name, status }) => ({ name, status, detail })),
    timestamp,
    confidence: confidenceOfResults(results),
    reasoning: open.length === 0 ? `All ${results.length} checks passed in the pipeline.` : said,
    ...(command === null ? {} : { command }),
  };
}

type CiAnswersReading =
  | { readonly ok: true; readonly answers: CiAnswers }
  | { readonly ok: false; readonly reason: string };

/** Reads a parsed file of answers. Every part is looked at: what is stored of it opens a gate. */
export function readCiAnswers(document: unknown): CiAnswersReading {
  const unread = (reason: string): CiAnswersReading => ({ ok: false, reason });
  if (!isObject(document) || document['format'] !== ANSWERS_FORMAT) {
    return unread(`it is no file of answers (\`format\` is not "${ANSWERS_FORMAT}")`);
  }
  const { answered_at, change, promises } = document;
  if (typeof answered_at !== 'string' || !Array.isArray(promises)) {
    return unread('it does not say what was answered, and when');
  }
  const read = promises.map((one) => readAnswered(one, answered_at));
  const whole = read.filter((one) => one !== undefined);
  if (whole.length < read.length) return unread('one of its promises, or an answer to it, is none');
  return {
    ok: true,
    answers: {
      format: ANSWERS_FORMAT,
      validator: CI_VALIDATOR,
      answered_at,
      change: readChange(change),
      promises: whole,
    },
  };
}

function readAnswered(value: unknown, at: string): AnsweredPromise | undefined {
  if (!isObject(value) || !Array.isArray(value['answers'])) return undefined;
  const { digest, path, promise_id, title } = value;
  if (typeof digest !== 'string' || typeof path !== 'string' || typeof title !== 'string') {
    return undefined;
  }
  if (promise_id !== null && (typeof promise_id !== 'string' || !isSafeId(promise_id))) {
    return undefined;
  }
  const read = value['answers'].map((one: unknown) => readAnswer(one, at));
  const answers = read.filter((one) => one !== undefined);
  const ids = new Set(answers.map(({ ac_id }) => ac_id));
  const isWhole = answers.length === read.length && ids.size === answers.length;
  return isWhole ? { promise_id, path, title, digest, answers } : undefined;
}

function readAnswer(value: unknown, at: string): CiAnswer | undefined {
  if (!isObject(value)) return undefined;
  const { ac_id, files, inputs, response, tree } = value;
  if (typeof ac_id !== 'string' || !isSafeId(ac_id) || !isTexts(files)) return undefined;
  if (tree !== null && typeof tree !== 'string') return undefined;
  if (inputs !== null && !isTexts(inputs)) return undefined;
  const read = readResponse(JSON.stringify(response ?? null), at);
  return read.ok ? { ac_id, tree, inputs, files, response: read.response } : undefined;
}

function readPushed(value: unknown): CiResult['change']['pushed'] {
  const pushed = isObject(value) ? value : {};
  return {
    forge_url: textOf(pushed['forge_url']),
    commit: textOf(pushed['commit']),
    folder: textOf(pushed['folder']),
  };
}

/** What a file says of the change, for people: what is missing or odd is left empty. */
export function readChange(value: unknown): CiResult['change'] {
  const change = isObject(value) ? value : {};
  const text = (key: string): string => {
    const said = change[key];
    return typeof said === 'string' ? said : '';
  };
  const count = (key: string): number | null => {
    const said = change[key];
    return typeof said === 'number' && Number.isSafeInteger(said) && said >= 0 ? said : null;
  };
  const fork = change['from_fork'];
  const service = SERVICES.find((one) => one === change['service']) ?? 'none';
  return {
    service,
    event: text('event'),
    repository: text('repository'),
    number: count('number'),
    from_fork: typeof fork === 'boolean' ? fork : null,
    head: text('head'),
    pushed: readPushed(change['pushed']),
    base: text('base'),
    merge_base: text('merge_base'),
    run_url: text('run_url'),
    run: count('run'),
  };
}

const SERVICES = ['github', 'gitlab', 'none'] as const;

/** What a promise has to be held against: what it asks for now, and the files here. */
export interface AnswerFacts {
  /** The SHA-256 of what the promise asks for now. */
  readonly digest: string;
  /** The fingerprint of some files as they are here. */
  readonly treeOf: (scope: TreeScope) => TreeDigest;
}

/** The answers for a promise that fit it and the files here, or everything that does not. */
type FittingAnswers =
  | { readonly fit: true; readonly answers: readonly CiAnswer[] }
  | { readonly fit: false; readonly problems: readonly AnswerProblem[] };

/**
 * - `other-definition`: the promise asks for something else by now.
 * - `other-tree`: the files here are others than those that were looked at.
 * - `not-bound`: the run could not be tied to files.
 */
export interface AnswerProblem {
  readonly ac_id: string;
  readonly why: 'other-definition' | 'other-tree' | 'not-bound';
}

/** Holds answers against a promise. One that does not fit refuses all of them: half of a run is no run. */
export function fittingAnswers(answered: AnsweredPromise, facts: AnswerFacts): FittingAnswers {
  if (answered.digest !== facts.digest) {
    return { fit: false, problems: [{ ac_id: '', why: 'other-definition' }] };
  }
  const problems = answered.answers.flatMap((answer): readonly AnswerProblem[] => {
    const { ac_id, files, inputs, tree } = answer;
    if (tree === null) return [{ ac_id, why: 'not-bound' }];
    return isTreeOf(facts.treeOf({ inputs, files }), tree) ? [] : [{ ac_id, why: 'other-tree' }];
  });
  return problems.length === 0
    ? { fit: true, answers: answered.answers }
    : { fit: false, problems };
}

/** The answers that are meant for a promise: those of its id, else those of its definition. */
export function answeredFor(
  { promises }: CiAnswers,
  id: string,
  digest: string,
): AnsweredPromise | undefined {
  return (
    promises.find(({ promise_id }) => promise_id === id) ??
    promises.find((one) => one.promise_id === null && one.digest === digest)
  );
}
