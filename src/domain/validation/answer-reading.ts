import { isObject } from '../base/document.ts';
import type { ValidationResponse } from './validation-response.ts';

/** The answers in a file of kept answers, or why the file cannot be read. */
type AnswersReading =
  | { readonly ok: true; readonly answers: readonly ValidationResponse[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the kept answers of a criterion, one JSON object a line. A line that breaks off was never
 * acknowledged and is passed over. A whole line that is no answer makes the reading fail: it may have been
 * a FAIL.
 */
export function readAnswers(text: string): AnswersReading {
  const answers: ValidationResponse[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const answer = answerIn(line);
    if (answer !== undefined) answers.push(answer);
    else if (!isTorn(line)) {
      return { ok: false, reason: `line ${index + 1} is not an answer` };
    }
  }
  return { ok: true, answers };
}

/** Whether a line breaks off: inside a text, or with something still open. */
function isTorn(line: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === '{' || character === '[')) depth += 1;
    else if (!isText && (character === '}' || character === ']')) depth -= 1;
  }
  return isText || depth > 0;
}

function answerIn(line: string): ValidationResponse | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
