/** A line on stderr while something takes its time: on a terminal only, and gone when it is over. */
export interface ProgressLine {
  /** Says something else from now on. */
  change(what: string): void;
  stop(): void;
}

const TICK_MS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** `isPlain`: the terminal cannot rewrite a line. */
export function showProgress(what: string, isPlain: boolean): ProgressLine {
  const { stderr } = process;
  if (!stderr.isTTY) return { change: () => {}, stop: () => {} };
  if (isPlain) {
    const say = (text: string): void => void stderr.write(`${text} ...\n`);
    say(what);
    return { change: say, stop: () => {} };
  }
  let seconds = 0;
  let text = what;
  const draw = (): void => {
    // A line that is longer than the terminal could not be taken back.
    const tail = ` ... ${seconds} s`;
    stderr.write(CLEAR_LINE + text.slice(0, (stderr.columns || 80) - tail.length - 1) + tail);
  };
  draw();
  const timer = setInterval(() => {
    seconds += 1;
    draw();
  }, TICK_MS);
  return {
    change(next) {
      text = next;
      draw();
    },
    stop: () => {
      clearInterval(timer);
      stderr.write(CLEAR_LINE);
    },
  };
}
