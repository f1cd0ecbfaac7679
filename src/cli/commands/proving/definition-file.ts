import { relative, resolve, sep } from 'node:path';
import { sha256 } from '../../../adapters/file-digest.ts';
import { fromCurrentFolder } from '../../../adapters/surroundings.ts';
import { definitionIn } from '../../../checks/definition.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { checklistIn } from '../../../domain/promise/checklist.ts';
import {
  definitionOfChecklist,
  type PromiseDefinition,
} from '../../../domain/promise/promise-definition.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';

/** Largest definition that is read, in bytes. */
const LARGEST_DEFINITION = 4 * 1024 * 1024;

/** The definition of a promise in a YAML or JSON file, or in a checklist. Fails with everything that is wrong with it. */
export async function readDefinitionFile(
  path: string,
  { environment, files }: Suite,
): Promise<Result<PromiseDefinition>> {
  const invalid = (...problems: readonly string[]): Result<never> =>
    failed({ kind: 'invalid-definition', path, problems });
  const reading = textRead(files.readGiven(path, LARGEST_DEFINITION), LARGEST_DEFINITION);
  if (!reading.ok) return invalid(reading.reason);
  if (/\.(?:md|markdown)$/i.test(path)) {
    const file = fileNamed(path, environment.projectFolder);
    const listed = definitionOfChecklist(checklistIn(reading.text), file, sha256);
    return listed === undefined
      ? invalid('it has no checklist: an item is a line such as "- [ ] Login works"')
      : success(listed);
  }
  const definition = await definitionIn(path, reading.text);
  return definition.ok ? success(definition.definition) : invalid(...definition.problems);
}

/** A file as criteria name it: from the project's folder, absolute where it lies outside. */
function fileNamed(path: string, projectFolder: string): string {
  const whole = resolve(fromCurrentFolder(path));
  const inside = relative(projectFolder, whole);
  return (inside.startsWith('..') ? whole : inside).replaceAll(sep, '/');
}
