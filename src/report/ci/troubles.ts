import { checkLabel } from '../../domain/base/check-label.ts';
import { troubles } from '../../domain/base/check-result.ts';
import { counted } from '../../domain/base/counted.ts';
import type { Place } from '../../domain/ci/cause.ts';
import type { CiResult, CiVerdict, JudgedCriterion } from '../../domain/ci/ci-result.ts';
import { firstFew } from '../first-few.ts';
import { troubleWords, VERDICT_WORDS } from './ci-words.ts';

/** What did not pass, and all that did not pass by it: criteria can share a check, and each output is told once. */
export interface Trouble {
  readonly verdict: Exclude<CiVerdict, 'PASS' | 'UNCHECKED'>;
  /** What failed, in one line. */
  readonly title: string;
  /** What that keeps from passing; empty where the title says it. */
  readonly concerns: string;
  readonly lines: readonly string[];
  /** How the whole output ended; empty where no command ran. */
  readonly tail: string;
  readonly cause: Place | null;
  /** The definition of the first; undefined for a command of `checks.always`. */
  readonly definition: string | undefined;
}

/** One thing that did not pass. */
interface Failed extends Pick<JudgedCriterion, 'results' | 'cause'> {
  readonly verdict: Trouble['verdict'];
  readonly id: string;
  /** What it says, and where it stands: the title of its definition. */
  readonly says: string;
  readonly of: string;
  readonly definition: string | undefined;
  readonly tail: string;
}

/** What did not pass, failures first, each with its own output. */
export function troublesOf(result: CiResult): readonly Trouble[] {
  const groups = new Map<string, Failed[]>();
  for (const one of failedIn(result)) {
    const key = one.results.length === 0 ? one.says : JSON.stringify(troubles(one.results));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const told = [...groups.values()].flatMap(troubleOf);
  return [...told.filter(isFailure), ...told.filter((one) => !isFailure(one))];
}

function isFailure({ verdict }: Trouble): boolean {
  return verdict === 'FAIL';
}

function failedIn({ always, definitions }: CiResult): readonly Failed[] {
  const criteria = definitions.flatMap(({ criteria, path, title }) =>
    criteria.flatMap(({ cause, command, description, id, results, verdict }) => {
      if (verdict !== 'FAIL' && verdict !== 'BLOCKED') return [];
      const tail = command?.output_tail.trim() ?? '';
      return [
        { verdict, id, says: description, of: title, definition: path, results, cause, tail },
      ];
    }),
  );
  const commands = always.flatMap(({ cause, command, results, verdict }) => {
    if (verdict === 'PASS') return [];
    const what = { id: 'checks.always', says: command, of: '', definition: undefined };
    return [{ ...what, verdict, results, cause, tail: '' }];
  });
  return [...criteria, ...commands];
}

function troubleOf(group: readonly Failed[]): readonly Trouble[] {
  const [first] = group;
  if (first === undefined) return [];
  const { cause, definition, id, results, says, tail, verdict } = first;
  const failure = VERDICT_WORDS[verdict];
  const name = troubles(results)[0]?.name ?? says;
  const isOne = group.length === 1;
  return [
    {
      verdict,
      title: isOne ? `${id} ${failure}: ${says}` : `${checkLabel(name)} ${failure}`,
      concerns: isOne ? '' : concernsOf(group),
      lines: troubleWords(results),
      tail,
      cause,
      definition,
    },
  ];
}

/** How many definitions are named. */
const MOST_NAMED = 5;

/** `AC-1, AC-2 of The cart; checks.always`. */
function concernsOf(group: readonly Failed[]): string {
  const ids = new Map<string, string[]>();
  for (const { id, of } of group) ids.set(of, [...(ids.get(of) ?? []), id]);
  const said = [...ids].map(([of, named]) => `${named.join(', ')}${of === '' ? '' : ` of ${of}`}`);
  const { more, named } = firstFew(said, MOST_NAMED);
  return [...named, ...(more > 0 ? [`and ${counted(more, 'more', 'more')}`] : [])].join('; ');
}

/** The line that a detail names: `… at line 1, column 11`; 1 where it names none. */
export function lineIn(detail: string): number {
  return Number(/\bline (\d{1,7})\b/.exec(detail)?.[1] ?? 1);
}
