import { linesWith } from '../adapters/transcript/tail.ts';
import { readTranscriptLine } from '../domain/session/transcript-line.ts';
import { firstFew } from '../report/first-few.ts';
import { indented } from '../report/printable.ts';
import type { Block, Examined } from './checker.ts';
import type { ExaminedStop, ReviewedStop } from './examined-stop.ts';
import { MOST_NAMED } from './wording.ts';

/** What the checkers have in common that ask a model. */

/** What is left of the gate's time for all that follows a review, in milliseconds. */
const RESERVE_MS = 1000;

const LONGEST_REASON = 2000;

/**
 * Makes a review, if there is time left for it. A review that fails blocks no session; the user is told.
 * `deadline`: when it must be over at the latest, in milliseconds from the start of the process.
 */
export async function examineByReview(
  name: 'continuation' | 'reality',
  world: ExaminedStop,
  deadline: number,
  review: (stop: ReviewedStop) => Promise<Examined>,
): Promise<Examined> {
  const { clock, memoryFolder, payload, stopper, timeLeft } = world;
  if (timeLeft() <= RESERVE_MS) {
    return { notes: [`There was no time left for the ${name} review.`] };
  }
  try {
    return await review({
      session: stopper.session,
      memoryFolder,
      transcriptPath: stopper.transcriptPath,
      lastMessage: payload.lastMessage ?? lastSaid(world),
      deadline: Math.min(deadline, clock.elapsed() + timeLeft() - RESERVE_MS),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { notes: [`The ${name} review failed: ${why}`] };
  }
}

/** What the agent said last by its transcript, where a host with one of its own form does not tell it. */
function lastSaid({ tail }: ExaminedStop): string | undefined {
  if (tail?.format === undefined) return undefined;
  for (const line of linesWith(tail, ['"assistant"']).toReversed()) {
    const said = readTranscriptLine(line);
    const parts = said?.says === 'agent' ? said.parts : [];
    const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    if (text !== '') return text;
  }
  return undefined;
}

/** The block of a review. `opening`: its first line. `questions`: what only the user can answer. */
export function reviewBlock(
  checker: string,
  opening: string,
  reason: string,
  next: readonly string[],
  questions: readonly string[],
): Block {
  const line = (text: string): string => indented(text.slice(0, LONGEST_REASON), 2);
  const few = (texts: readonly string[]) => firstFew(texts, MOST_NAMED).named.map(line);
  return {
    checker,
    lines: [
      opening,
      line(reason),
      ...few(next).map((step) => `Next: ${step}`),
      ...few(questions).map((question) => `Ask the user: ${question}`),
    ],
  };
}

/** Whether a block may suggest a step: none may suggest a way around a gate, even if a model did. */
export function isAllowedStep(step: string): boolean {
  return !/--skip-|--waive\b/.test(step);
}
