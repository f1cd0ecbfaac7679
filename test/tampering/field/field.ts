import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { TAMPERING_KINDS } from '../../../src/tampering/change.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';

/** What was told of commits of other projects, and what readers made of it. */

const ANSWER = z.enum(['yes', 'no']);
const ALARM = z.tuple([
  z.string(),
  z.string().regex(/^[0-9a-f]{9}$/),
  z.string().regex(/^[0-9a-f]{10}$/),
  z.string().refine((kind) => Object.hasOwn(TAMPERING_KINDS, kind)),
  ANSWER,
  ANSWER,
  z.enum(['right', 'useful', 'wrong']),
  z.string().min(1),
]);
export const SETS = [
  'read',
  'held out',
  'held out again',
  'held out a third time',
  'held out a fourth time',
] as const;
const FIELD = z.strictObject({
  commits: z.record(z.enum(SETS), z.record(z.string(), z.string())),
  alarms: z.array(ALARM),
});

export type FieldSet = (typeof SETS)[number];

/** How many commits of a set were alarmed, and how many of them rightly, usefully or wrongly. */
export interface FieldCount {
  readonly commits: number;
  readonly right: number;
  readonly useful: number;
  readonly wrong: number;
}

const FILE = join(CHECKOUT, 'test', 'tampering', 'field', 'alarms.yaml');
export const READ_FIELD = FIELD.parse(parse(readFileSync(FILE, 'utf8')));

/** The commits of each repository. */
export function commitsOf(set: FieldSet): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(READ_FIELD.commits[set]).map(([name, text]) => [name, text.split(' ')]),
  );
}

/** `isMeant`: whether alarms of a kind count. */
export function countField(
  set: FieldSet,
  run: 'first' | 'now',
  isMeant = (_kind: string): boolean => true,
): FieldCount {
  const commits = commitsOf(set);
  const alarms = READ_FIELD.alarms.filter(
    ([name, commit, , kind, first, now]) =>
      (run === 'first' ? first : now) === 'yes' &&
      isMeant(kind) &&
      commits.get(name)?.includes(commit) === true,
  );
  const count = (wanted: string): number =>
    alarms.filter(([, , , , , , verdict]) => verdict === wanted).length;
  return {
    commits: [...commits.values()].flat().length,
    right: count('right'),
    useful: count('useful'),
    wrong: count('wrong'),
  };
}
