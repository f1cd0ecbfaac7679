/** The first pause between two tries, and the longest, in milliseconds. */
const FIRST_MS = 10;
const LONGEST_MS = 320;

/**
 * The pause after a try that others were in the way of, in milliseconds: it doubles with each try, and `fraction`, from
 * 0 to 1 by chance, spreads those who wait. `tries`: those before, from 1 on.
 */
export function pauseMs(tries: number, fraction: number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
  return most / 2 + (fraction * most) / 2;
}
