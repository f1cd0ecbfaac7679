import type { CheckDetail, CheckKind, RunnableCheck } from '../../../checks/check-kind.ts';
import { CHECK_KINDS } from '../../../checks/kinds.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { Arguments, Option } from '../../command.ts';
import { usage } from '../../usage.ts';

const CHECKS = 'Checks';

/** The options that declare checks: with `--create` each names its criterion in front (`AC-1=...`). */
export const CHECK_OPTIONS: Readonly<Record<string, Option>> = Object.fromEntries(
  CHECK_KINDS.map(({ name, option }) => [
    name,
    { group: CHECKS, takes: 'texts', summary: option.summary },
  ]),
);

/** The options that set further keys of checks of some kinds. */
export function detailOptionsOf(kinds: readonly CheckKind[]): Readonly<Record<string, Option>> {
  return {
    inputs: {
      group: CHECKS,
      takes: 'texts',
      value: '<glob>',
      summary: 'Glob of files the check depends on; repeatable',
    },
    ...Object.fromEntries(
      kinds.flatMap(({ details }) =>
        Object.entries(details).map(([name, { option }]) => [name, { ...option, group: CHECKS }]),
      ),
    ),
  };
}

/** Those of all kinds. */
export const CHECK_DETAIL_OPTIONS = detailOptionsOf(CHECK_KINDS);

/**
 * A check out of the value of its kind's option, or out of a command line in words, and the details
 * beside it. Fails where a detail goes with no check of the command line, or a value is none that the kind takes.
 */
export function checkOf(
  kind: CheckKind,
  subject: string | readonly string[],
  args: Arguments,
): Result<RunnableCheck> {
  const { details, name, option } = kind;
  // A detail is of the checks that take it. One that no check of the command line takes is a mistake.
  const beside = CHECK_KINDS.filter((other) => other.name === name || args.given(other.name));
  const taken = new Set(beside.flatMap((other) => Object.keys(other.details)));
  const stray = Object.keys(CHECK_DETAIL_OPTIONS).find(
    (detail) => args.given(detail) && detail !== 'inputs' && !taken.has(detail),
  );
  if (stray !== undefined) return usage(`--${stray} does not go with --${name}`);
  const said =
    typeof subject === 'string' && option.keysOf !== undefined
      ? option.keysOf(subject)
      : { [option.key]: subject };
  const check: Record<string, unknown> = { kind: name, ...said };
  if (args.given('inputs')) check['inputs'] = args.texts('inputs');
  for (const [detail, description] of Object.entries(details)) {
    if (!args.given(detail)) continue;
    const value = detailValue(detail, description, args);
    if (!value.ok) return value;
    check[description.key] = value.value;
  }
  const reading = kind.read(check);
  return reading.ok ? success(reading.check) : usage(`--${name}: ${reading.reason}`);
}

function detailValue(
  name: string,
  { number, option }: CheckDetail,
  args: Arguments,
): Result<unknown> {
  if (option.takes === 'texts') return success(args.texts(name));
  const text = args.text(name) ?? '';
  if (number === undefined) return success(text);
  const value = number.valueOf(text);
  return value === undefined ? usage(number.fault) : success(value);
}
