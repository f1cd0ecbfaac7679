import { jsonFault } from '../../domain/base/json-fault.ts';

/** The fault of a JSON text, with its place. */
export function findFault(text: string): string | undefined {
  const fault = jsonFault(text);
  return fault && `it is not JSON at line ${fault.line}, column ${fault.column}`;
}
