import type { Failure } from '../../../domain/failure.ts';
import { unexpectedFailure } from '../../../domain/unexpected.ts';
import type { HookCall } from '../../hook-call.ts';

const LARGEST_EXPORTS = 1024 * 1024;

/**
 * Gives the shells of the session its id, in the file that the host reads for them. An id from outside of
 * the host stays. Gives back what went wrong.
 */
export function exportSession({
  environment,
  isNested,
  payload,
  suite: { files },
}: HookCall): Failure | undefined {
  const { exportsFile, isSessionNamed } = environment;
  const { sessionId } = payload;
  if (exportsFile === undefined || sessionId === undefined) return undefined;
  if (isSessionNamed && !isNested) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line must stay one line
  if (/[\u0000-\u001f\u007f]/.test(sessionId)) return undefined;
  const line = `export CLAUDE_SESSION_ID='${sessionId.replaceAll("'", `'\\''`)}'`;
  const reading = files.readFollowed(exportsFile, LARGEST_EXPORTS);
  if (reading.found !== 'text' && reading.found !== 'nothing') {
    return fileFailure(exportsFile);
  }
  const lines = reading.found === 'text' ? reading.text.split('\n') : [];
  if (lines.findLast((one) => one.startsWith('export CLAUDE_SESSION_ID=')) === line) {
    return undefined;
  }
  try {
    files.appendLine(exportsFile, line);
    return undefined;
  } catch (error) {
    return unexpectedFailure(error);
  }
}

function fileFailure(path: string): Failure {
  return {
    kind: 'broken-file',
    file: { path, reason: 'it is no file that lines can be added to' },
  };
}
