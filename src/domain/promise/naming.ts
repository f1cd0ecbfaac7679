import { type CompletionPromise, criteriaOf } from './promise.ts';

/** What every id that the suite makes begins with. */
const PREFIX = 'promise-';

/** An id as the suite makes it. Nothing longer begins with it, so it can mean no other promise. */
const WHOLE_ID = /^promise-[0-9a-f]{8}$/;

/** Whether a word is a whole id, which needs no search. */
export function isWholeId(word: string): boolean {
  return WHOLE_ID.test(word);
}

/** The ids that a word can mean: the id itself, else those that begin with it, with or without `promise-`. */
export function idsNamed(word: string, ids: readonly string[]): readonly string[] {
  if (ids.includes(word)) return [word];
  const beginning = word.toLowerCase();
  if (beginning === '') return [];
  return ids.filter((id) => {
    const known = id.toLowerCase();
    return known.startsWith(beginning) || known.startsWith(PREFIX + beginning);
  });
}

/** A word that can mean a criterion by its number alone: `AC-1`, `ac-1`, `AC1`, `1`; `ac1` can begin a promise's id. */
const NUMBERED = /^(?:[Aa][Cc]-|AC)?(\d{1,6})$/;

/** Whether a word reads as the name of a criterion. */
export function namesCriterion(word: string): boolean {
  return NUMBERED.test(word);
}

/** The id of the criterion that a word means; the word itself where the promise has none such. */
export function criterionIdNamed(word: string, promise: CompletionPromise): string {
  const ids = criteriaOf(promise).map(({ id }) => id);
  if (ids.includes(word)) return word;
  const lower = word.toLowerCase();
  const [, number] = NUMBERED.exec(word) ?? [];
  const numbered = number === undefined ? undefined : `AC-${Number(number)}`;
  return ids.find((id) => id.toLowerCase() === lower) ?? ids.find((id) => id === numbered) ?? word;
}
