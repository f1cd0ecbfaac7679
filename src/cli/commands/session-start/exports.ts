import { resolve } from 'node:path';
import type { Failure } from '../../../domain/base/failure.ts';
import { unexpectedFailure } from '../../../domain/base/unexpected.ts';
import { SESSION_VARIABLE } from '../../../domain/session/project-folder.ts';
import type { Files } from '../../../ports.ts';
import type { HookCall } from '../../hook-call.ts';

const LARGEST_EXPORTS = 1024 * 1024;

/**
 * Writes the session's id and project folder into the file that the host reads for the agent's shells. An id that
 * was set outside of the host stays. Gives the failure, where there is one.
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
  const variables: readonly (readonly [name: string, value: string])[] = [
    ...(isIdExported ? [['CLAUDE_SESSION_ID', sessionId] as const] : []),
    [SESSION_VARIABLE, resolve(suite.environment.projectFolder)],
  ];
  return addExports(exportsFile, variables, suite.files);
}

/** Adds what the file does not say yet: a session starts several times, and its shells read the file each time. */
function addExports(
  path: string,
  variables: readonly (readonly [name: string, value: string])[],
  files: Files,
): Failure | undefined {
  const reading = files.readFollowed(path, LARGEST_EXPORTS);
  if (reading.found !== 'text' && reading.found !== 'nothing') {
    const reason = 'it is no file that lines can be added to';
    return { kind: 'broken-file', file: { path, reason } };
  }
  const lines = reading.found === 'text' ? reading.text.split('\n') : [];
  try {
    for (const [name, value] of variables) {
      const line = exportLine(name, value);
      const last = lines.findLast((one) => one.startsWith(`export ${name}=`));
      if (line !== undefined && line !== last) files.appendLine(path, line);
    }
    return undefined;
  } catch (error) {
    return unexpectedFailure(error);
  }
}

/** Undefined for a value that would not stay on one line. */
function exportLine(name: string, value: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line must stay one line
  if (/[\u0000-\u001f\u007f]/.test(value)) return undefined;
  return `export ${name}='${value.replaceAll("'", `'\\''`)}'`;
}
