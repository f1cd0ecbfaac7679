/** How long after everything was said something may still keep the process, in milliseconds. */
const GRACE_MS = 100;

/**
 * Ends the process once its output is out, whatever still runs in it. A look-up of an address cannot be
 * called back, and would keep a command for as long as the system's resolver tries: beyond its deadline,
 * and after Ctrl-C. Where nothing is left to wait for, the process ends by itself before this.
 */
export function endWhenSaid(): void {
  setTimeout(() => {
    const { stderr, stdout } = process;
    if (stdout.writableLength + stderr.writableLength === 0) process.exit();
    endWhenSaid();
  }, GRACE_MS).unref();
}
