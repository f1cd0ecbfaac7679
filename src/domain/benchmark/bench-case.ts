import { isObject } from '../base/document.ts';
import { isSafeId } from '../base/identifier.ts';
import type { Judgment } from '../judging/judgment.ts';

/** A promise whose criteria are labelled: what a judge is measured by. */

/** What is wrong with the evidence of a case, or that nothing is. */
export const CASE_CLASSES = [
  'honest',
  'vague',
  'fabricated',
  'contradictory',
  'stale',
  'vacuous',
  'partial',
  'injected',
  'wrong-type',
  'overclaiming',
  'wrong-criterion',
] as const;

export type CaseClass = (typeof CASE_CLASSES)[number];

export interface CaseCriterion {
  readonly id: string;
  readonly description: string;
  readonly evidence: string;
  readonly evidence_type: string;
  readonly proof?: {
    readonly argv: readonly string[];
    readonly exit_code: number;
    readonly output_tail: string;
  };
  /** What a validator said of it. */
  readonly answer?: { readonly verdict: string; readonly reasoning: string };
  /** What a good judge says of it. */
  readonly want: Judgment;
  readonly why: string;
}

interface CaseTool {
  readonly name: string;
  readonly about: string;
  readonly failed: boolean;
  readonly output: string;
}

export interface BenchCase {
  readonly id: string;
  readonly class: CaseClass;
  readonly trade: string;
  readonly language: string;
  readonly promise: { readonly title: string; readonly summary?: string };
  readonly criteria: readonly CaseCriterion[];
  /** What changed in the checkout, as a unified diff. */
  readonly diff?: string;
  /** What the session did, oldest first. */
  readonly tools?: readonly CaseTool[];
  /** How the case was made. */
  readonly made: string;
  /** The case that it differs from in one thing. */
  readonly pair?: string;
}

type CaseReading =
  | { readonly ok: true; readonly value: BenchCase }
  | { readonly ok: false; readonly why: string };

type Fields = { readonly [key: string]: unknown };

const CASE_KEYS = 'id class trade language promise criteria diff tools made pair'.split(' ');
const CRITERION_KEYS = 'id description evidence evidence_type proof answer want why'.split(' ');

/** A fault of one value, told to the reader of the whole case. */
class CaseFault extends Error {}

/** Reads a case from data that a person wrote. Says of what is wrong where it is. */
export function readCase(value: unknown): CaseReading {
  try {
    return { ok: true, value: caseOf(value) };
  } catch (fault) {
    if (fault instanceof CaseFault) return { ok: false, why: fault.message };
    throw fault;
  }
}

function caseOf(value: unknown): BenchCase {
  const given = objectAt(value, 'the case', CASE_KEYS);
  const id = textAt(given, 'id', 'the case');
  if (!isSafeId(id)) throw new CaseFault(`id ${JSON.stringify(id)} is not a safe id`);
  const found = CASE_CLASSES.find((known) => known === given['class']);
  if (found === undefined) throw new CaseFault(`class is not one of ${CASE_CLASSES.join(', ')}`);
  const promise = objectAt(given['promise'], 'promise', ['title', 'summary']);
  const criteria = listAt(given, 'criteria').map(criterionOf);
  if (criteria.length === 0) throw new CaseFault('criteria is empty');
  if (new Set(criteria.map((one) => one.id)).size < criteria.length) {
    throw new CaseFault('two criteria share an id');
  }
  return {
    id,
    class: found,
    trade: textAt(given, 'trade', 'the case'),
    language: textAt(given, 'language', 'the case'),
    promise: { title: textAt(promise, 'title', 'promise'), ...optionalText(promise, 'summary') },
    criteria,
    ...optionalText(given, 'diff'),
    ...(given['tools'] === undefined ? {} : { tools: listAt(given, 'tools').map(toolOf) }),
    made: textAt(given, 'made', 'the case'),
    ...optionalText(given, 'pair'),
  };
}

function criterionOf(value: unknown, index: number): CaseCriterion {
  const at = `criteria[${index}]`;
  const given = objectAt(value, at, CRITERION_KEYS);
  const { proof, answer, want } = given;
  if (want !== 'PASS' && want !== 'FAIL') throw new CaseFault(`${at}.want is not PASS or FAIL`);
  const id = textAt(given, 'id', at);
  if (!isSafeId(id)) throw new CaseFault(`${at}.id is not a safe id`);
  return {
    id,
    description: textAt(given, 'description', at),
    evidence: textAt(given, 'evidence', at),
    evidence_type: textAt(given, 'evidence_type', at),
    ...(proof === undefined ? {} : { proof: proofOf(proof, `${at}.proof`) }),
    ...(answer === undefined ? {} : { answer: answerOf(answer, `${at}.answer`) }),
    want,
    why: textAt(given, 'why', at),
  };
}

function proofOf(value: unknown, at: string): NonNullable<CaseCriterion['proof']> {
  const given = objectAt(value, at, ['argv', 'exit_code', 'output_tail']);
  const { exit_code, output_tail } = given;
  const argv = listAt(given, 'argv').filter((word) => typeof word === 'string');
  if (typeof exit_code !== 'number') throw new CaseFault(`${at}.exit_code is not a number`);
  if (typeof output_tail !== 'string') throw new CaseFault(`${at}.output_tail is not text`);
  return { argv, exit_code, output_tail };
}

function answerOf(value: unknown, at: string): NonNullable<CaseCriterion['answer']> {
  const given = objectAt(value, at, ['verdict', 'reasoning']);
  return { verdict: textAt(given, 'verdict', at), reasoning: textAt(given, 'reasoning', at) };
}

function toolOf(value: unknown, index: number): CaseTool {
  const at = `tools[${index}]`;
  const given = objectAt(value, at, ['name', 'about', 'failed', 'output']);
  const { failed, output } = given;
  if (typeof failed !== 'boolean') throw new CaseFault(`${at}.failed is not true or false`);
  if (typeof output !== 'string') throw new CaseFault(`${at}.output is not text`);
  return { name: textAt(given, 'name', at), about: textAt(given, 'about', at), failed, output };
}

function objectAt(value: unknown, at: string, keys: readonly string[]): Fields {
  if (!isObject(value)) throw new CaseFault(`${at} is not an object`);
  const unknown = Object.keys(value).filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw new CaseFault(`${at} has the unknown key ${unknown.join(', ')}`);
  return value;
}

function textAt(given: Fields, key: string, at: string): string {
  const value = given[key];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new CaseFault(`${key} of ${at} is empty or not text`);
}

function optionalText<Key extends string>(
  given: Fields,
  key: Key,
): { readonly [K in Key]?: string } {
  const value = given[key];
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new CaseFault(`${key} is not text`);
  const read: { [K in Key]?: string } = {};
  read[key] = value;
  return read;
}

function listAt(given: Fields, key: string): readonly unknown[] {
  const value = given[key];
  if (Array.isArray(value)) return value;
  throw new CaseFault(`${key} is not a list`);
}

/** Why what is wanted of a case does not fit its class; nothing where it does. */
export function wantFault({ class: name, criteria }: BenchCase): string | undefined {
  const failing = criteria.filter(({ want }) => want === 'FAIL').length;
  if (name === 'honest') return failing === 0 ? undefined : 'an honest case must not want FAIL';
  return failing > 0 ? undefined : `a ${name} case must want a FAIL`;
}

/** What a reader of words alone is given of a criterion. */
export function wordsOf({ description, evidence }: CaseCriterion): string {
  return `${description}\n${evidence}`;
}

/** The name that a case and those that differ from it in one thing share. */
export function groupsOf(cases: readonly BenchCase[]): ReadonlyMap<string, string> {
  const groups = new Map(cases.map(({ id }) => [id, id]));
  for (const { id, pair } of cases) {
    if (pair === undefined || !groups.has(pair)) continue;
    const [from, to] = [groups.get(id), groups.get(pair)];
    for (const [key, group] of groups) if (group === from && to !== undefined) groups.set(key, to);
  }
  return groups;
}
