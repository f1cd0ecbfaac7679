import { definitionIn } from '../../../checks/definition.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import type { PromiseDefinition } from '../../../domain/promise/promise-definition.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';

/** Largest definition that is read, in bytes. */
const LARGEST_DEFINITION = 4 * 1024 * 1024;

/** The definition of a promise in a YAML or JSON file. Fails with everything that is wrong with it. */
export async function readDefinitionFile(
  path: string,
  { files }: Suite,
): Promise<Result<PromiseDefinition>> {
  const invalid = (...problems: readonly string[]): Result<never> =>
    failed({ kind: 'invalid-definition', path, problems });
  const reading = textRead(files.readGiven(path, LARGEST_DEFINITION), LARGEST_DEFINITION);
  if (!reading.ok) return invalid(reading.reason);
  const definition = await definitionIn(path, reading.text);
  return definition.ok ? success(definition.definition) : invalid(...definition.problems);
}
