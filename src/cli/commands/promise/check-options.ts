import type { CheckDetail, CheckKind, RunnableCheck } from '../../../checks/check-kind.ts';
import { CHECK_KINDS } from '../../../checks/kinds.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { Arguments, Option } from '../../command.ts';
import { usage } from '../../usage.ts';

/** The options that declare checks: with `--create` each names its criterion in front (`AC-1=...`). */
export const CHECK_OPTIONS: Readonly<Record<string, Option>> = Object.fromEntries(
  CHECK_KINDS.map(({ name, option }) => [name, { takes: 'texts', summary: option.summary }]),
);

/** The options that set further keys of one check. */
export const CHECK_DETAIL_OPTIONS: Readonly<Record<string, Option>> = {
  inputs: { takes: 'texts', summary: 'A glob of what the check depends on; repeat it for more' },
  ...Object.fromEntries(
    CHECK_KINDS.flatMap(({ details }) =>
      Object.entries(details).map(([name, { option }]) => [name, option]),
    ),
  ),
};

/**
 * A check out of the value of its kind's option, or out of a command line in words, and the details
 * beside it. Fails where a detail does not go with the kind, or a value is none that the kind takes.
 */
export function checkOf(
  kind: CheckKind,
  subject: string | readonly string[],
  args: Arguments,
): Result<RunnableCheck> {
  const { details, name, option } = kind;
  const stray = Object.keys(CHECK_DETAIL_OPTIONS).find(
    (detail) => args.given(detail) && detail !== 'inputs' && !Object.hasOwn(details, detail),
  );
  if (stray !== undefined) return usage(`--${stray} does not go with --${name}`);
  const check: Record<string, unknown> = { kind: name, [option.key]: subject };
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
