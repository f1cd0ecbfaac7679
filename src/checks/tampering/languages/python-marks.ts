/** What decorators and marks of Python say about whether a test runs. */

import { canonicalText, type Range, type Source, writtenText } from '../source.ts';
import type { TestMode } from '../test-file.ts';
import { callIn, lastName, type Statement } from './python-syntax.ts';
import { standsFor, truthOf, type Values } from './python-values.ts';

export interface Mode {
  readonly mode: TestMode;
  /** As written. */
  readonly text: string;
}

export const RUNS: Mode = { mode: 'runs', text: '' };
/** The one that says most first. */
const ORDER: readonly TestMode[] = [
  'skipped',
  'focused',
  'expected-to-fail',
  'conditional',
  'runs',
];
const NOT_COLLECTED = /^(fixture|nottest|property|cached_property|contextmanager)$/;

/** What one decorator or mark says, without its `@`; undefined where it leaves the test as it is. */
export function modeOfMark(values: Values, mark: Range): Mode | undefined {
  const { source } = values;
  const own = standsFor(values, mark);
  const call = callIn(source, own);
  const name = lastName(call?.name ?? canonicalText(source, own));
  const text = writtenText(source, mark);
  const plain = name.replace(/_/g, '').toLowerCase();
  if (plain === 'skip') return { mode: 'skipped', text };
  if (plain === 'expectedfailure') return { mode: 'expected-to-fail', text };
  const args = call?.args ?? [];
  const condition = (
    args.find((one) => one.name === 'condition') ?? args.find((one) => one.name === undefined)
  )?.value;
  const truth = condition === undefined ? undefined : truthOfText(values, condition);
  if (plain === 'skipif') return conditionMode(truth, 'skipped', text);
  if (plain === 'skipunless')
    return conditionMode(truth === undefined ? undefined : !truth, 'skipped', text);
  if (plain === 'xfail') {
    const run = args.find((one) => one.name === 'run');
    const mode =
      run !== undefined && truthOf(values, run.value) === false ? 'skipped' : 'expected-to-fail';
    return condition === undefined ? { mode, text } : conditionMode(truth, mode, text);
  }
  return /skip|^disabled?|quarantine|^ignore/.test(plain)
    ? { mode: 'conditional', text }
    : undefined;
}

function conditionMode(truth: boolean | undefined, mode: TestMode, text: string): Mode | undefined {
  if (truth === undefined) return { mode: 'conditional', text };
  return truth ? { mode, text } : undefined;
}

/** A condition may be a text that is evaluated: `skipif("True")`. */
function truthOfText(values: Values, condition: Range): boolean | undefined {
  const { source } = values;
  const first = source.tokens[condition.from];
  if (condition.to - condition.from !== 1 || first?.kind !== 'string')
    return truthOf(values, condition);
  return /^(True|1)$/.test(first.value)
    ? true
    : /^(False|0)$/.test(first.value)
      ? false
      : undefined;
}

/** The one of several that says most. */
export function strongestMode(modes: readonly Mode[]): Mode {
  return modes.reduce(
    (strongest, mode) =>
      ORDER.indexOf(mode.mode) < ORDER.indexOf(strongest.mode) ? mode : strongest,
    RUNS,
  );
}

/** Whether a decorator makes something else of a function than a test. */
export function isUncollected(source: Source, { decorators }: Statement): boolean {
  return decorators.some((one) => NOT_COLLECTED.test(decoratorName(source, one)));
}

/** The last part of the name of a decorator. */
export function decoratorName(source: Source, decorator: Range): string {
  return lastName(callIn(source, decorator)?.name ?? canonicalText(source, decorator));
}
