import { listenForInterrupts } from '../adapters/interrupts.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { type Result, success } from '../domain/base/result.ts';
import type { Suite } from '../suite.ts';
import type { Report } from './command.ts';
import { printedReport } from './print.ts';

/** How long is waited before it is read again, in milliseconds. */
const EVERY_MS = 2000;

/** Moves to the upper left corner, and clears what is below. */
const CLEAR_SCREEN = '\u001b[H\u001b[2J';

/**
 * Shows a report on the terminal again whenever it reads otherwise, until Ctrl-C. Where it cannot be read, that
 * ends it with the failure.
 */
export async function showAgain(
  read: () => Promise<Result<Report>>,
  { clock, environment }: Suite,
): Promise<Result<Report>> {
  const interruption = listenForInterrupts();
  let shown: string | undefined;
  try {
    while (!interruption.signal.aborted) {
      const report = await read();
      if (!report.ok) return report;
      const { stderr, stdout } = printedReport(report.value, false);
      const text = stdout + stderr;
      if (text !== shown) {
        const before = environment.plainText ? '\n' : CLEAR_SCREEN;
        surroundings().output.stream().write(`${before}${text}`);
      }
      shown = text;
      await clock.sleep(EVERY_MS, interruption.signal);
    }
    return success({ text: '', json: null, isWritten: true });
  } finally {
    interruption.stop();
  }
}
