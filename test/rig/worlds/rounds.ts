/**
 * Runs rounds of a torture: so many, and on from there for as many seconds as
 * `npm run torture -- --seconds N` asks for. What it proves never hangs on how fast the machine is.
 */
export async function rounds(atLeast: number, round: (index: number) => Promise<void>) {
  const end = performance.now() + 1000 * secondsAsked();
  for (let index = 0; index < atLeast || performance.now() < end; index += 1) await round(index);
}

/** How many seconds each torture that can go on for ever is to take; 0 where none are asked for. */
export function secondsAsked(): number {
  return Number(process.env['TORTURE_SECONDS'] ?? '0');
}
