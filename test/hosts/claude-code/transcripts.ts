import { existsSync } from 'node:fs';
import { scheduler } from 'node:timers/promises';
import { filesUnder } from '../../rig/worlds/judged-project.ts';
import type { SeenRequest } from '../scripted-model.ts';

/** All that is written below a folder of transcripts. */
export function transcriptsIn(folder: string): string {
  return existsSync(folder) ? [...filesUnder(folder).values()].join('\n') : '';
}

/** How the host begins what it tells the model of a block. */
const FEEDBACK = 'Stop hook feedback:';

/** The host writes its transcript within a fraction of this. */
const WRITTEN_MS = 5000;

/**
 * Waits until the blocks and the new promises that a model was told of stand in the transcript. The host writes it
 * now and then; a real model takes longer than that, while a script would stop again at the same place of it.
 */
export async function toldIsWritten(
  { told }: SeenRequest,
  transcripts: () => string,
): Promise<void> {
  const count = (text: string, words: string): number => text.split(words).length - 1;
  const blocks = count(told, FEEDBACK);
  const made = told.match(/Created promise: promise-[0-9a-f]{8}/g) ?? [];
  const isWritten = (text: string): boolean =>
    count(text, `"content":"${FEEDBACK}`) >= blocks && made.every((line) => text.includes(line));
  const patience = performance.now() + WRITTEN_MS;
  while (!isWritten(transcripts()) && performance.now() < patience) await scheduler.wait(10);
}
