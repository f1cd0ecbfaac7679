import { isObject, textOf } from '../base/document.ts';
import type { CompletionPromise, Criterion } from '../promise/promise.ts';
import { type Shown, shownIn } from './outcome.ts';

/** What a proof keeps of what its commands say of the work, and the commit that this was held against. */
export type ShownFact = { readonly base: string } & (
  | Exclude<Shown, { readonly kind: 'shown' }>
  /** `failing`: the first of their names; `count`: how many there are. */
  | (Extract<Shown, { readonly kind: 'shown' }> & { readonly count: number })
);

/** How many names are kept. */
const MOST_NAMES = 20;

/** What a proof keeps of an outcome. `clean`: takes secrets out of a text. */
export function shownFact(shown: Shown, base: string, clean: (text: string) => string): ShownFact {
  if (shown.kind !== 'shown') return cleanShown({ ...shown, base }, clean);
  const failing = shown.failing.slice(0, MOST_NAMES);
  return cleanShown({ ...shown, failing, count: shown.failing.length, base }, clean);
}

/** The same with its texts of outside cleaned. */
export function cleanShown(shown: ShownFact, clean: (text: string) => string): ShownFact {
  switch (shown.kind) {
    case 'shown':
      return { ...shown, failing: shown.failing.map(clean) };
    case 'not-built':
      return { ...shown, missing: clean(shown.missing) };
    case 'not-told':
      return { ...shown, reason: clean(shown.reason) };
    default:
      return shown;
  }
}

/** Reads what a file keeps; undefined where it is nothing that this version knows. */
export function shownFactIn(value: unknown): ShownFact | undefined {
  const shown = isObject(value) ? shownIn(value) : undefined;
  if (!isObject(value) || shown === undefined) return undefined;
  const base = textOf(value['base']);
  if (shown.kind !== 'shown') return { ...shown, base };
  const { count } = value;
  return { ...shown, count: typeof count === 'number' ? count : shown.failing.length, base };
}

/** What says most of a criterion that several commands are run for: nothing is held against it that one of them shows. */
const STRONGEST_FIRST: readonly Shown['kind'][] = [
  'shown',
  'not-built',
  'not-told',
  'kept',
  'no-test-changed',
];

/** What the commands of one criterion say together; undefined where there is none. */
export function strongestOf(outcomes: readonly Shown[]): Shown | undefined {
  const rank = ({ kind }: Shown): number => STRONGEST_FIRST.indexOf(kind);
  return outcomes.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Whether a criterion is to show the work: it asks for that itself, or a setting does, now or when it was promised. */
export function isToShow(
  criterion: Pick<Criterion, 'must_show'>,
  { settings }: Pick<CompletionPromise, 'settings'>,
  setting: 'tell' | 'block',
): boolean {
  const isKept = isObject(settings) && settings['gates.shown'] === 'block';
  return criterion.must_show === true || isKept || setting === 'block';
}

/** The criteria that are to show the work and whose proof says that it passes without it as well. */
export function notShown(
  criteria: readonly Criterion[],
  promise: Pick<CompletionPromise, 'settings'>,
  setting: 'tell' | 'block',
): readonly Criterion[] {
  return criteria.filter(
    (one) => isToShow(one, promise, setting) && shownFactIn(one.proof?.shown)?.kind === 'kept',
  );
}
