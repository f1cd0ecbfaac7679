/**
 * Parts of the schemas that go out with a question. They obey the API's limits: no recursion, no bounds
 * on numbers or lengths, `additionalProperties: false`.
 */

export type JsonSchema = { readonly [key: string]: unknown };

export const string: JsonSchema = { type: 'string' };
export const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
export const stringOrNull: JsonSchema = { anyOf: [string, { type: 'null' }] };
export const numberOrNull: JsonSchema = { anyOf: [number, { type: 'null' }] };

/** An object of exactly these keys, all of them required. */
export function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export function oneOf(words: readonly string[]): JsonSchema {
  return { type: 'string', enum: words };
}
