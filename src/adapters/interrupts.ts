import { surroundings } from './surroundings.ts';

/** Listens for the signals by which a user stops a long wait: Ctrl-C, or a polite kill. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Leaves the signals to the system again. */
  stop(): void;
}

const SIGNALS: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  // Windows has no such signal, and refuses to listen for it.
  ...(process.platform === 'win32' ? [] : (['SIGQUIT'] as const)),
];

/** The first signal asks the work to end, which takes a moment at most; a second ends the process. */
export function listenForInterrupts(): Interruption {
  const controller = new AbortController();
  const { ending } = surroundings();
  const interrupt = (): void => {
    // Not at once: the lock library ends the process by the signal where it finds itself the only listener.
    setImmediate(stop);
    controller.abort();
  };
  const stop = (): void => {
    ending?.removeEventListener('abort', interrupt);
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  ending?.addEventListener('abort', interrupt);
  if (ending?.aborted) interrupt();
  return { signal: controller.signal, stop };
}
