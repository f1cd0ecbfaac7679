import { surroundings } from '../adapters/surroundings.ts';
import { brief } from '../report/printable.ts';

/** A line on stderr while something takes its time: on a terminal only, and gone when it is over; or told to who follows. */
export interface ProgressLine {
  /** Says something else from now on. */
  change(what: string): void;
  /** Writes a line that stays, where this one cannot be written over. */
  keep(line: string): void;
  stop(): void;
}

const TICK_MS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** `isPlain`: the terminal cannot rewrite a line. */
export function showProgress(what: string, isPlain: boolean): ProgressLine {
  const { errors, follow } = surroundings();
  if (follow !== undefined) {
    follow(what);
    return { change: follow, keep: () => {}, stop: () => {} };
  }
  const stderr = errors.stream();
  const keep = (line: string): void => void stderr.write(`${line}\n`);
  if (!errors.isTerminal) return { change: () => {}, keep, stop: () => {} };
  if (isPlain) {
    const change = (text: string): void => keep(`${text} ...`);
    change(what);
    return { change, keep, stop: () => {} };
  }
  let seconds = 0;
  let text = what;
  const draw = (): void => {
    // A line that is longer than the terminal could not be taken back.
    const tail = ` ... ${seconds} s`;
    stderr.write(CLEAR_LINE + brief(text, (errors.columns || 80) - tail.length - 1) + tail);
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
    keep: () => {},
    stop: () => {
      clearInterval(timer);
      stderr.write(CLEAR_LINE);
    },
  };
}
