/**
 * Stands in the bundle for what the MCP SDK takes by system: its validator of JSON Schemas is larger than all the rest,
 * and the server has none validated.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('no JSON Schema is validated here');
  }
}
