/** A line on stderr while something takes its time: on a terminal only, and gone when it is over. */
export interface Progress {
  stop(): void;
}

const TICK_MS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** `isPlain`: the terminal cannot rewrite a line. */
export function showProgress(what: string, isPlain: boolean): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { stop: () => {} };
  if (isPlain) {
    stderr.write(`${what} ...\n`);
    return { stop: () => {} };
  }
  let seconds = 0;
  const draw = (): void => void stderr.write(`${CLEAR_LINE}${what} ... ${seconds} s`);
  draw();
  const timer = setInterval(() => {
    seconds += 1;
    draw();
  }, TICK_MS);
  return {
    stop: () => {
      clearInterval(timer);
      stderr.write(CLEAR_LINE);
    },
  };
}
