import * as z from 'zod/mini';
import { type CheckKey, INPUTS, type KeyShape } from '../../src/checks/check-keys.ts';
import type { CheckKind } from '../../src/checks/check-kind.ts';
import { CHECK_KINDS } from '../../src/checks/kinds.ts';

const filled = z.string().check(z.regex(/\S/));
const texts = z.array(z.string());
const tier = z.optional(z.literal([1, 2, 3]));

/** A declared check, in a definition file and in a promise alike: the keys are those of its kind. */
export const checkSchema = z.discriminatedUnion('kind', kindSchemas());

function kindSchemas() {
  const [first, ...more] = CHECK_KINDS.map(kindSchema);
  if (first === undefined) throw new Error('there are no kinds of checks');
  return [first, ...more] as const;
}

function kindSchema({ keys, name }: CheckKind) {
  return z.strictObject({
    kind: z.literal(name),
    ...Object.fromEntries(Object.entries(keys).map(([key, of]) => [key, keySchema(of)])),
    inputs: keySchema(INPUTS),
  });
}

function keySchema({ isOptional, shape }: CheckKey): z.ZodMiniType {
  const schema = shapeSchema(shape);
  return isOptional ? z.optional(schema) : schema;
}

function shapeSchema(shape: KeyShape): z.ZodMiniType {
  switch (shape.is) {
    case 'text':
      return z.string().check(z.minLength(1));
    case 'filled':
      return filled;
    case 'texts':
      return texts;
    case 'filled-texts':
      return z.array(filled).check(z.minLength(1));
    case 'command-line':
      return z.union([filled, texts.check(z.minLength(1))]);
    case 'flag':
      return z.boolean();
    case 'one-of':
      return z.enum(shape.values);
    case 'whole-number':
      return shape.most === undefined
        ? z.int().check(z.minimum(shape.least))
        : z.int().check(z.minimum(shape.least), z.maximum(shape.most));
  }
}

const criterion = z.union([
  filled,
  z.strictObject({
    description: filled,
    tier,
    checks: z.optional(z.array(checkSchema)),
    must_show: z.optional(z.boolean()),
  }),
]);

/**
 * The definition file of `cs-promise --create --from`. Published for editors. The suite itself reads by
 * `domain/promise/promise-definition.ts`, which refuses more: paths that leave the project, and texts
 * that are no pattern or no glob.
 */
export const promiseDefinitionSchema = z.strictObject({
  $schema: z.optional(z.string()),
  title: filled,
  summary: z.optional(filled),
  tier,
  acceptance_criteria: z.array(criterion).check(z.minLength(1)),
});
