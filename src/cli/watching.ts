import { listenForInterrupts } from '../adapters/interrupts.ts';
import type { Watch } from '../reviews/world.ts';
import { showProgress } from './progress.ts';

/** Watches a question on the terminal: Ctrl-C ends it, a line on stderr shows that it is asked. */
export function watchOnTerminal(isPlain: boolean): Watch {
  return (what) => {
    const interruption = listenForInterrupts();
    const progress = showProgress(what, isPlain);
    return {
      signal: interruption.signal,
      onProgress: (next) => progress.change(next),
      stop() {
        progress.stop();
        interruption.stop();
      },
    };
  };
}
