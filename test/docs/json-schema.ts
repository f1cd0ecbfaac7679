import * as z from 'zod/mini';

/** The parts of a JSON Schema that are looked at here. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: string;
}

export function jsonSchema(schema: z.core.$ZodType): JsonSchema {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema)));
}

export function branchesOf({ anyOf = [], items, oneOf = [], properties = {} }: JsonSchema) {
  const inside = items === undefined ? [] : [items];
  return [...Object.values(properties), ...inside, ...anyOf, ...oneOf];
}

/** The names of all properties of a schema and of what it holds. */
export function propertiesIn(schema: JsonSchema): readonly string[] {
  return [...Object.keys(schema.properties ?? {}), ...branchesOf(schema).flatMap(propertiesIn)];
}

/** All values that are listed somewhere in a schema. */
export function valuesIn(schema: JsonSchema): readonly string[] {
  return [...(schema.enum ?? []), ...branchesOf(schema).flatMap(valuesIn)];
}
