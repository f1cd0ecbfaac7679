import { type Gate, unless } from '../gate.ts';

/** Nothing else than the suite made the promise less open without its session being told. The store asks it again. */
export const untold: Gate = (facts) => unless(facts.untold);
