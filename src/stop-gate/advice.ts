/** How long advice is waited for, in milliseconds: it never blocks, and must not delay a stop. */
export const ADVICE_MS = 2000;
