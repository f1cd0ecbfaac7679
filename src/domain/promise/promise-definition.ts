import { isObject } from '../base/document.ts';
import type { Checklist } from './checklist.ts';
import type { DeclaredCheck } from './promise.ts';
import { TIERS } from './tier.ts';

/** The content of a promise before it is one, as `cs promise --create` takes it. */
export interface PromiseDefinition {
  readonly title: string;
  readonly summary?: string;
  readonly tier?: number;
  readonly criteria: readonly CriterionDefinition[];
  /** How many items of a checklist were ticked. */
  readonly ticked?: number;
}

export interface CriterionDefinition {
  readonly description: string;
  readonly tier?: number;
  /** Whether it is held by checks that pass without the work as well. */
  readonly mustShow?: true;
  /** The item of a checklist that it was made of. */
  readonly source?: CriterionSource;
  readonly checks: readonly DeclaredCheck[];
}

/** Where a criterion came from. */
export interface CriterionSource {
  /** From the project's folder, with slashes; absolute where it lies outside. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Of the item's words on one line. */
  readonly sha256: string;
}

/**
 * The definition that a checklist says: a criterion for each item, whether it is ticked or not. Undefined where there is
 * no item. `file`: as criteria name it.
 */
export function definitionOfChecklist(
  { items, title }: Checklist,
  file: string,
  sha256: (text: string) => string,
): PromiseDefinition | undefined {
  if (items.length === 0) return undefined;
  return {
    title: title ?? file,
    ticked: items.filter(({ isTicked }) => isTicked).length,
    criteria: items.map(({ line, text }) => ({
      description: text,
      checks: [],
      source: { file, line, sha256: sha256(text) },
    })),
  };
}

/** The id of the criterion at an index (from 0) of a new promise. */
export function criterionId(index: number): string {
  return `AC-${index + 1}`;
}

/** A definition, or all problems with it, each with its place in the document. */
export type DefinitionReading =
  | { readonly ok: true; readonly definition: PromiseDefinition }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Says what is wrong with a declared check; undefined where it can be run. */
type FindCheckFault = (check: unknown) => string | undefined;

/**
 * Reads a parsed definition file (`cs promise --create --from`). A key that is not known is a problem
 * here: the promise would lack what its author meant by it.
 */
export function readDefinition(document: unknown, checkFault: FindCheckFault): DefinitionReading {
  if (!isObject(document)) return { ok: false, problems: ['it is not an object'] };
  const { acceptance_criteria, summary, tier, title } = document;
  const known = ['$schema', 'title', 'summary', 'tier', 'acceptance_criteria'];
  const criteria = Array.isArray(acceptance_criteria) ? acceptance_criteria : [];
  const problems = [
    ...strayKeys(document, known, ''),
    ...(isTextOrNothing(document['$schema']) ? [] : ['`$schema` is not text']),
    ...(isFilled(title) ? [] : ['`title` is not text']),
    ...(summary === undefined || isFilled(summary) ? [] : ['`summary` is not text']),
    ...tierProblems(tier, ''),
    ...(criteria.length > 0 ? [] : ['`acceptance_criteria` is not a non-empty list']),
    ...criteria.flatMap((criterion, index) => criterionProblems(criterion, index, checkFault)),
  ];
  if (problems.length > 0 || !isFilled(title)) return { ok: false, problems };
  return {
    ok: true,
    definition: {
      title,
      ...(isFilled(summary) ? { summary } : {}),
      ...(typeof tier === 'number' ? { tier } : {}),
      criteria: criteria.map(criterionIn),
    },
  };
}

function criterionProblems(
  criterion: unknown,
  index: number,
  checkFault: FindCheckFault,
): readonly string[] {
  const place = `acceptance_criteria.${index}.`;
  if (isFilled(criterion)) return [];
  if (!isObject(criterion)) return [`\`${place.slice(0, -1)}\` is neither text nor an object`];
  const { checks, description, must_show, tier } = criterion;
  const list = Array.isArray(checks) ? checks : [];
  return [
    ...strayKeys(criterion, ['description', 'tier', 'checks', 'must_show'], place),
    ...(isFilled(description) ? [] : [`\`${place}description\` is not text`]),
    ...tierProblems(tier, place),
    ...(must_show === undefined || typeof must_show === 'boolean'
      ? []
      : [`\`${place}must_show\` is neither true nor false`]),
    ...(checks === undefined || Array.isArray(checks) ? [] : [`\`${place}checks\` is not a list`]),
    ...list.flatMap((check: unknown, at) => {
      const fault = checkFault(check);
      return fault === undefined ? [] : [`\`${place}checks.${at}\`: ${fault}`];
    }),
  ];
}

function strayKeys(
  holder: { readonly [key: string]: unknown },
  known: readonly string[],
  place: string,
): readonly string[] {
  return Object.keys(holder)
    .filter((key) => !known.includes(key))
    .map((key) => `\`${place}${key}\` is unknown to this version`);
}

function tierProblems(tier: unknown, place: string): readonly string[] {
  return tier === undefined || TIERS.some((one) => one === tier)
    ? []
    : [`\`${place}tier\` is not 1, 2 or 3`];
}

function criterionIn(criterion: unknown): CriterionDefinition {
  if (!isObject(criterion)) {
    return { description: typeof criterion === 'string' ? criterion : '', checks: [] };
  }
  const { checks, description, must_show, tier } = criterion;
  return {
    description: typeof description === 'string' ? description : '',
    ...(typeof tier === 'number' ? { tier } : {}),
    ...(must_show === true ? { mustShow: true } : {}),
    checks: (Array.isArray(checks) ? checks : []).filter(isDeclaredCheck),
  };
}

function isDeclaredCheck(check: unknown): check is DeclaredCheck {
  return isObject(check) && typeof check['kind'] === 'string';
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
