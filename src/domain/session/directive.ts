import { isObject } from '../base/document.ts';
import type { RetireFault } from '../base/failure.ts';
import { type Beginning, isCommit } from '../promise/beginning.ts';

/** What the user asked of a session, as directives. The session is held to all active ones. */

export const DIRECTIVE_TYPES = [
  'initial-request',
  'follow-up',
  'correction',
  'constraint',
] as const;

export type DirectiveType = (typeof DIRECTIVE_TYPES)[number];

export interface Directive {
  /** `D-1`, `D-2`, … in the order in which they were added. */
  readonly id: string;
  readonly type: DirectiveType;
  readonly text: string;
  /** When it was given; empty where its entry does not say. */
  readonly at: string;
  readonly status: 'active' | 'retired';
  readonly retired_at?: string;
  /** The commit that was checked out then; null where there was none, missing where it was not recorded. */
  readonly commit?: string | null;
}

/** Most characters of a directive that is given by hand: what a reality check can show of one. */
export const LONGEST_DIRECTIVE = 20_000;

export function isDirectiveType(value: unknown): value is DirectiveType {
  return DIRECTIVE_TYPES.some((known) => known === value);
}

/**
 * The directives of a list. Any program may have written it: an entry without an id or a text is left out;
 * an entry that lacks anything else still binds.
 */
export function readDirectives(entries: readonly unknown[]): readonly Directive[] {
  return entries.flatMap((entry) => readDirective(entry) ?? []);
}

function readDirective(entry: unknown): Directive | undefined {
  if (!isObject(entry)) return undefined;
  const { at, commit, id, retired_at, status, text, type } = entry;
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') return undefined;
  if (text.trim() === '') return undefined;
  return {
    id,
    type: isDirectiveType(type) ? type : 'follow-up',
    text,
    at: typeof at === 'string' ? at : '',
    status: status === 'retired' ? 'retired' : 'active',
    ...(typeof retired_at === 'string' ? { retired_at } : {}),
    ...(isCommit(commit) ? { commit } : {}),
  };
}

export function activeDirectives(directives: readonly Directive[]): readonly Directive[] {
  return directives.filter(({ status }) => status === 'active');
}

/** A new directive for a list. Without a type, the first of a session is its initial request. */
export function nextDirective(
  entries: readonly unknown[],
  { at, commit, text, type }: Beginning & { readonly text: string; readonly type?: DirectiveType },
): Directive {
  const isFirst = readDirectives(entries).length === 0;
  const usual = isFirst ? 'initial-request' : 'follow-up';
  return {
    id: `D-${highestNumber(entries) + 1}`,
    type: type ?? usual,
    text,
    at,
    status: 'active',
    ...(commit === undefined ? {} : { commit }),
  };
}

/** The highest number in use. Entries that cannot be read count too, so that no id is given twice. */
function highestNumber(entries: readonly unknown[]): number {
  const numbers = entries.map((entry) => {
    const id = isObject(entry) ? entry['id'] : undefined;
    const [, digits] = /^D-(\d{1,9})$/.exec(typeof id === 'string' ? id : '') ?? [];
    return Number(digits ?? 0);
  });
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}

/** The list with a directive retired, every other key of its entry kept. */
export function retireDirective(
  entries: readonly unknown[],
  id: string,
  at: string,
): readonly unknown[] | RetireFault {
  const named = readDirectives(entries).filter((directive) => directive.id === id);
  if (named.length === 0) return 'unknown';
  if (activeDirectives(named).length === 0) return 'retired-before';
  return entries.map((entry) =>
    isObject(entry) && readDirective(entry)?.id === id && entry['status'] !== 'retired'
      ? { ...entry, status: 'retired', retired_at: at }
      : entry,
  );
}

/** When the first of some directives was given, and from which commit; nothing where none says so. */
export function firstGiven(directives: readonly Directive[]): Beginning | undefined {
  const dated = directives.filter(({ at }) => !Number.isNaN(Date.parse(at)));
  const [first] = dated.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return first === undefined ? undefined : { at: first.at, commit: first.commit };
}
