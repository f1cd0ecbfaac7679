import fc from 'fast-check';

/**
 * Properties look at the same cases in every run, so that what was green stays green until something changes.
 * `npm run torture -- --seconds N` looks for new cases, and `TORTURE_SEED` names the cases of a run.
 */
const SAME = 1618033988;

const seconds = Number(process.env['TORTURE_SECONDS'] ?? '0');
const named = process.env['TORTURE_SEED'];
if (named !== undefined || seconds === 0) fc.configureGlobal({ seed: Number(named ?? SAME) });
