import type { CheckSchedule } from '../../../checks/run-checks.ts';
import { checkText } from '../../../domain/check.ts';
import { oneLine } from '../../../report/printable.ts';
import { listenForInterrupts } from '../../interrupt.ts';
import { showProgress } from '../../progress.ts';
import type { Suite } from '../../suite.ts';

/** Checks under way: what is said of them on a terminal, and who wants them to end. */
export interface WatchedChecks {
  readonly schedule: CheckSchedule;
  readonly signal: AbortSignal;
  stop(): void;
}

/** Shows what runs just now, and listens for whoever wants to stop it. */
export function watchChecks(atOnce: number, { environment }: Suite): WatchedChecks {
  const interruption = listenForInterrupts();
  const progress = showProgress('Looking at the checkout', environment.plainText);
  const running = new Set<string>();
  let done = 0;
  const say = (): void => {
    const names = [...running].map(oneLine).join(', ') || 'the rest';
    progress.change(`${done} done, running ${names}`);
  };
  return {
    signal: interruption.signal,
    schedule: {
      atOnce,
      onStart(check) {
        running.add(checkText(check));
        say();
      },
      onEnd(check) {
        running.delete(checkText(check));
        done += 1;
        say();
      },
    },
    stop() {
      progress.stop();
      interruption.stop();
    },
  };
}
