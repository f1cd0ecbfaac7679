/** How often a property is tried. */
interface Runs {
  readonly numRuns: number;
  /** In milliseconds. */
  readonly interruptAfterTimeLimit?: number;
}

/** How many times as many cases `npm run torture` looks at: in half an hour with all else that CI does. */
const TORTURE = 2;

/** How many cases `npm test` looks at in any case. */
const FEWEST = 10;

/**
 * The runs of a property: a tenth of `count` in `npm test`, which everybody waits for; all of it and as many again in
 * `npm run torture`, and as many as there is time for in `npm run torture -- --seconds N`.
 * `fewest`: how many cases it takes to come by all that the property is about.
 */
export function runs(count: number, fewest = FEWEST): Runs {
  const seconds = process.env['TORTURE_SECONDS'];
  if (seconds === undefined) return { numRuns: Math.max(fewest, Math.ceil(count / 10)) };
  if (seconds === '0') return { numRuns: TORTURE * count };
  return { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 1000 * Number(seconds) };
}
