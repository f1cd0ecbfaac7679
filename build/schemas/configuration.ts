import * as z from 'zod/mini';
import { CHECK_TIMEOUT_RANGE } from '../../src/domain/promise/check.ts';
import { PROJECT_NAME } from '../../src/domain/settings/repository-name.ts';
import { SETTINGS, type Setting } from '../../src/domain/settings/setting.ts';
import { STANDING_RANGE } from '../../src/domain/settings/standing-checks.ts';

/** No program can be given a word with a null character. */
const NULL = '\\u0000';
const word = z
  .string()
  .check(z.regex(new RegExp(`^[^${NULL}]*$`)), z.maxLength(STANDING_RANGE.longest));
const filled = word.check(z.regex(/\S/));
/** What a variable says in letters where it says nothing: no list, and no program. */
const something = z.regex(/^(?!\s*(?:[nN][uU][lL][lL]|[nN][oO][nN][eE])\s*$)/);
const command = z.union([filled, z.tuple([filled], word)]);
const standingCheck = z.strictObject({
  run: command,
  inputs: z.optional(
    z
      .array(z.string().check(z.regex(/\S/)))
      .check(z.minLength(1), z.maxLength(STANDING_RANGE.mostInputs)),
  ),
  timeoutMs: z.optional(
    z.int().check(z.minimum(CHECK_TIMEOUT_RANGE.least), z.maximum(CHECK_TIMEOUT_RANGE.most)),
  ),
});

/**
 * A configuration file: every key may be left out, and no other key may be there. Published for
 * editors; the suite reads by `domain/configuration-reading.ts`, by the same table.
 */
export const configurationSchema = z.strictObject({
  $schema: z.optional(z.string()),
  ...keysOf(SETTINGS),
});

/** The keys of one level, those with a dot in a group of their own. */
function keysOf(settings: readonly Setting[]): Record<string, z.ZodMiniType> {
  const keys: Record<string, z.ZodMiniType> = {};
  for (const setting of settings) {
    const [group, ...rest] = setting.key.split('.');
    if (group === undefined || group in keys) continue;
    keys[group] =
      rest.length === 0 ? z.optional(valueSchema(setting)) : z.optional(groupSchema(group));
  }
  return keys;
}

function groupSchema(group: string): z.ZodMiniType {
  const members = SETTINGS.filter(({ key }) => key.startsWith(`${group}.`));
  return z.strictObject(
    Object.fromEntries(
      members.map((setting) => [
        setting.key.slice(group.length + 1),
        z.optional(valueSchema(setting)),
      ]),
    ),
  );
}

function valueSchema({ type }: Setting): z.ZodMiniType {
  switch (type.takes) {
    case 'one-of':
      return z.literal([...type.choices]);
    case 'yes-or-no':
      return z.boolean();
    case 'whole-number':
    case 'milliseconds':
      return z.int().check(z.minimum(type.least), z.maximum(type.most));
    case 'amount-or-null':
      return z.nullable(z.number().check(z.nonnegative()));
    case 'model':
      return z.string().check(z.minLength(1));
    case 'models-or-null':
    case 'prefixes-or-null':
      return z.nullable(z.string().check(z.regex(/[^\s,]/), something));
    case 'some-of':
      return z.array(z.enum([...type.choices]));
    case 'fraction-or-null':
      return z.nullable(z.number().check(z.minimum(0), z.maximum(1)));
    case 'line-or-null':
      return z.nullable(filled.check(something));
    case 'store':
      return z.string().check(z.regex(/^(?:files$|postgres(?:ql)?:\/\/)/));
    case 'name-or-null':
      return z.nullable(z.string().check(z.regex(PROJECT_NAME)));
    case 'command-or-null':
      return z.nullable(z.union([filled.check(z.regex(/^(?!null$)/)), z.tuple([filled], word)]));
    case 'standing-checks':
      return z.array(z.union([command, standingCheck])).check(z.maxLength(STANDING_RANGE.most));
  }
}
