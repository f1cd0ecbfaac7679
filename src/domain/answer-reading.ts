import { isObject } from './document.ts';
import type { ValidationResponse } from './validation.ts';

/** What reading the file of kept answers came to: one JSON object a line. */
export type AnswersReading =
  | { readonly ok: true; readonly answers: readonly ValidationResponse[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the kept answers of a criterion. A line that breaks off was never acknowledged, and tells
 * nothing; one that is whole and cannot be read might have been a FAIL.
 */
export function readAnswers(text: string): AnswersReading {
  const answers: ValidationResponse[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const answer = answerIn(line);
    if (answer !== undefined) answers.push(answer);
    else if (line.trimEnd().endsWith('}')) {
      return { ok: false, reason: `its line ${index + 1} is no answer` };
    }
  }
  return { ok: true, answers };
}

function answerIn(line: string): ValidationResponse | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
