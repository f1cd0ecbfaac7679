import { resolve } from 'node:path';
import { linkedPrograms } from '../../../adapters/own-programs.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { unexpectedFailure } from '../../../domain/base/unexpected.ts';
import { SESSION_VARIABLE } from '../../../domain/session/project-folder.ts';
import type { Files } from '../../../ports.ts';
import type { HookCall } from '../../hook-call.ts';

const LARGEST_EXPORTS = 1024 * 1024;

/**
 * Writes the session's id and project folder into the file that the host reads for the agent's shells, and where the
 * suite is a dependency of the project, where its commands are. An id that was set outside of the host stays. Gives
 * the failure, where there is one.
 */
export function exportSession({
  environment,
  isNested,
  payload,
  suite,
}: HookCall): Failure | undefined {
  const { exportsFile, isSessionNamed } = environment;
  const { sessionId } = payload;
  if (exportsFile === undefined || sessionId === undefined) return undefined;
  const isIdExported = !isSessionNamed || isNested;
  const project = resolve(suite.environment.projectFolder);
  const linked = linkedPrograms(project);
  const variables: readonly Exported[] = [
    ...(isIdExported ? [{ name: 'CLAUDE_SESSION_ID', value: sessionId }] : []),
    { name: SESSION_VARIABLE, value: project },
    // Behind all others: a project's programs take the place of none of the machine's.
    ...(linked === undefined ? [] : [{ name: 'PATH', lead: '"$PATH":', value: linked }]),
  ];
  return addExports(exportsFile, variables, suite.files);
}

/** A variable of the agent's shells. `lead`: what stands before the value, as a word of the shell. */
interface Exported {
  readonly name: string;
  readonly lead?: string;
  readonly value: string;
}

/** Adds what the file does not say yet: a session starts several times, and its shells read the file each time. */
function addExports(
  path: string,
  variables: readonly Exported[],
  files: Files,
): Failure | undefined {
  const reading = files.readFollowed(path, LARGEST_EXPORTS);
  if (reading.found !== 'text' && reading.found !== 'nothing') {
    const reason = 'it is not a file that can be appended to';
    return { kind: 'broken-file', file: { path, reason } };
  }
  const lines = reading.found === 'text' ? reading.text.split('\n') : [];
  try {
    for (const variable of variables) {
      const line = exportLine(variable);
      const last = lines.findLast((one) => one.startsWith(`export ${variable.name}=`));
      if (line !== undefined && line !== last) files.appendLine(path, line);
    }
    return undefined;
  } catch (error) {
    return unexpectedFailure(error);
  }
}

/** Undefined for a value that would not stay on one line. */
function exportLine({ lead = '', name, value }: Exported): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line must stay one line
  if (/[\u0000-\u001f\u007f]/.test(value)) return undefined;
  return `export ${name}=${lead}'${value.replaceAll("'", `'\\''`)}'`;
}
