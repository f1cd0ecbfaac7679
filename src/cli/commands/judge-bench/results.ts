import { keptLine, keptOutcomes } from '../../../benchmark/kept-outcomes.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { CaseOutcome } from '../../../domain/benchmark/outcome.ts';
import { reasonUnread } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';
import { usage } from '../../usage.ts';

/** Largest file of outcomes that is read, in bytes. */
const LARGEST_RESULTS = 64 * 1024 * 1024;

/** Where outcomes are kept, so that a later run goes on. */
export interface Results {
  kept(key: string): CaseOutcome | undefined;
  /** Keeps an outcome. Gives why it could not. */
  keep(key: string, outcome: CaseOutcome): string | undefined;
}

/** Opens the file of `--out`; without one nothing is kept. */
export function openResults(path: string | undefined, { files }: Suite): Result<Results> {
  if (path === undefined) return success({ kept: () => undefined, keep: () => undefined });
  const reading = files.read(path, LARGEST_RESULTS);
  if (reading.found !== 'text' && reading.found !== 'nothing') {
    return usage(`--out ${path} cannot be read: ${reasonUnread(reading, LARGEST_RESULTS)}`);
  }
  const text = reading.found === 'text' ? reading.text : '';
  const known = keptOutcomes(text);
  if (known.size === 0 && text.trim() !== '' && !isOfOutcomes(text)) {
    return usage(`--out ${path} contains something other than outcomes: choose another file`);
  }
  const unkept = tryToAppend('', path, files);
  if (unkept !== undefined) return usage(`--out ${path} cannot be written: ${unkept}`);
  return success({
    kept: (key) => known.get(key),
    keep(key, outcome) {
      return tryToAppend(keptLine(key, outcome), path, files);
    },
  });
}

/** Whether the lines of a file are outcomes, those of cases included that could not be judged. */
function isOfOutcomes(text: string): boolean {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.every((line) => line.startsWith('{"key":') && line.includes('"case":'));
}

/** Adds a line to a file; an empty one only makes sure that it can be. Gives why it could not. */
function tryToAppend(line: string, path: string, files: Suite['files']): string | undefined {
  try {
    files.appendLine(path, line);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
