import { isObject, parseDocument } from '../base/document.ts';
import type { GateProblem, ResponseFault } from '../base/failure.ts';
import { isSafeId } from '../base/identifier.ts';
import type { Criterion } from '../promise/promise.ts';
import { type ValidationResponse, VERDICTS, type Verdict } from './validation-response.ts';
import { asResponse, isValidationVerdict, missingOfVerdict } from './validation-verdict.ts';

const REQUIRED_FIELDS = ['task_id', 'verdict', 'criteria_results', 'timestamp'];

/** The validator of an answer that the suite stored; undefined where another program stored it. */
export function storedByOf(response: ValidationResponse): string | undefined {
  const metadata = response['_metadata'];
  const storedBy = isObject(metadata) ? metadata['stored_by'] : undefined;
  return typeof storedBy === 'string' ? storedBy : undefined;
}

type ResponseReading =
  | { readonly ok: true; readonly response: ValidationResponse; readonly verdict: Verdict }
  | { readonly ok: false; readonly fault: ResponseFault };

/**
 * Reads the text that a validator gave: JSON, its required fields, one of the four verdicts. A
 * `ValidationVerdict` is converted; `now` is the timestamp of one that has none.
 */
export function readResponse(text: string, now: string): ResponseReading {
  const parsed = parseDocument(text);
  if (!parsed.ok) return { ok: false, fault: { fault: 'json', detail: parsed.reason } };
  const given = parsed.value;
  if (!isObject(given)) {
    return { ok: false, fault: { fault: 'json', detail: 'it is not an object' } };
  }
  const isOther = isValidationVerdict(given);
  const lacking = isOther ? missingOfVerdict(given) : [];
  if (lacking.length > 0) return { ok: false, fault: { fault: 'missing', fields: lacking } };
  const response = isOther ? asResponse(given, now) : given;
  const missing = REQUIRED_FIELDS.filter((field) => (response[field] ?? '') === '');
  if (missing.length > 0) return { ok: false, fault: { fault: 'missing', fields: missing } };
  const verdict = verdictOf(response);
  return verdict === undefined
    ? { ok: false, fault: { fault: 'verdict', verdict: wordFor(response['verdict']) } }
    : { ok: true, response, verdict };
}

/** The verdict of a stored answer in capitals; undefined where it is unknown. */
export function verdictOf(response: ValidationResponse): Verdict | undefined {
  const verdict = response['verdict'];
  if (typeof verdict !== 'string') return undefined;
  return VERDICTS.find((known) => known === inCapitals(verdict));
}

/** One entry of a response's `criteria_results`: what was checked, and whether it passed. */
interface CheckedItem {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** The entries of `criteria_results`, in any of the usual spellings of their keys. */
export function checkedItems(response: ValidationResponse): readonly CheckedItem[] {
  const results = response['criteria_results'];
  if (!Array.isArray(results)) return [];
  return results.filter(isObject).map((result, index) => ({
    name:
      firstText(result, ['name', 'criterion', 'criterion_id', 'ac_id', 'id', 'description']) ||
      `#${index + 1}`,
    passed: didPass(result),
    detail: firstText(result, ['detail', 'details', 'reason', 'reasoning', 'evidence', 'notes']),
  }));
}

export function reasoningOf(response: ValidationResponse): string {
  return firstText(response, ['reasoning', 'reason', 'summary', 'message']);
}

/** The validator's own confidence from 0 to 1, which is shown and decides nothing; undefined without one. */
export function confidenceOf(response: ValidationResponse): number | undefined {
  const confidence = response['confidence'] ?? response['overall_confidence'];
  return typeof confidence === 'number' ? confidence : undefined;
}

/** What the store found for one criterion: an answer, none, or a file that cannot be read. */
export type StoredAnswer =
  | { readonly found: 'answer'; readonly response: ValidationResponse }
  | { readonly found: 'none' }
  | { readonly found: 'unreadable'; readonly reason: string };

/** The governing answers of one promise as they were read at one moment, by the ids of its criteria. */
export type AnswerFor = (criterion: string) => StoredAnswer;

/** Answers that were read, as a look-up: a criterion without an entry has none. */
export function answersIn(answers: ReadonlyMap<string, StoredAnswer>): AnswerFor {
  return (criterion) => answers.get(criterion) ?? { found: 'none' };
}

/**
 * Gate 2: the criteria whose governing answer is neither PASS nor PARTIAL. None: the gate is open.
 * `answerFor` gives the stored answer for a criterion's id.
 */
export function validationProblems(
  criteria: readonly Criterion[],
  answerFor: AnswerFor,
): readonly GateProblem[] {
  const shared = sharedIds(criteria);
  return criteria.flatMap((criterion) => {
    const problem = shared.has(fileKey(criterion.id))
      ? { why: 'shared-id' as const, reasoning: 'one answer cannot cover two criteria' }
      : problemOf(criterion.id, answerFor);
    return problem === undefined
      ? []
      : [{ criterion: criterion.id, description: criterion.description ?? '', ...problem }];
  });
}

/** Whether any validator's answer opens Gate 2 again: a FAIL of one that is known is lifted by that one alone. */
export function isToValidate({ by, why }: GateProblem): boolean {
  return why !== 'failed' || by === undefined;
}

/** The criteria whose governing answer is PARTIAL: it opens the gate, and is called what it is. */
export function partialAmong(
  criteria: readonly Criterion[],
  answerFor: AnswerFor,
): readonly string[] {
  return criteria.flatMap(({ id }) => {
    const answer = answerFor(id);
    return answer.found === 'answer' && verdictOf(answer.response) === 'PARTIAL' ? [id] : [];
  });
}

/** The ids that several criteria share, and which would name the same file. */
function sharedIds(criteria: readonly Criterion[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { id } of criteria) {
    const key = fileKey(id);
    (seen.has(key) ? shared : seen).add(key);
  }
  return shared;
}

/** The id as file systems compare names that ignore case. */
function fileKey(id: string): string {
  return id.toLowerCase();
}

function problemOf(
  criterion: string,
  answerFor: AnswerFor,
): Pick<GateProblem, 'why' | 'reasoning' | 'by'> | undefined {
  if (!isSafeId(criterion)) {
    return { why: 'invalid-id', reasoning: 'this id is not a valid file name' };
  }
  const answer = answerFor(criterion);
  if (answer.found === 'none') return { why: 'missing', reasoning: '' };
  if (answer.found === 'unreadable') return { why: 'unreadable', reasoning: answer.reason };
  const reasoning = reasoningOf(answer.response);
  const by = storedByOf(answer.response);
  switch (verdictOf(answer.response)) {
    case 'PASS':
    case 'PARTIAL':
      return undefined;
    case 'FAIL':
      return { why: 'failed', reasoning: reasoning || failedItems(answer.response), by };
    case 'BLOCKED':
      return { why: 'blocked', reasoning, by };
    case undefined:
      return {
        why: 'unknown-verdict',
        reasoning: `verdict ${JSON.stringify(answer.response['verdict'])}`,
      };
  }
}

function failedItems(response: ValidationResponse): string {
  return checkedItems(response)
    .filter((item) => !item.passed)
    .map((item) => (item.detail === '' ? item.name : `${item.name}: ${item.detail}`))
    .join('; ');
}

function didPass(result: { readonly [key: string]: unknown }): boolean {
  if (typeof result['passed'] === 'boolean') return result['passed'];
  const word = inCapitals(firstText(result, ['status', 'verdict', 'result', 'judgment']));
  return word === 'PASS' || word === 'PASSED';
}

/** Anything as a word: a text as it is, everything else as JSON. */
function wordFor(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing');
}

/** A plain word in capitals. Other letters stay: `ß` becomes `SS` in capitals, and is no PASS. */
function inCapitals(word: string): string {
  return /^[a-z]+$/i.test(word) ? word.toUpperCase() : word;
}

function firstText(holder: { readonly [key: string]: unknown }, keys: readonly string[]): string {
  for (const key of keys) {
    const value = holder[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
