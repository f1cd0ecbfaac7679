import { printable } from '../report/printable.ts';

/** The answers of a gate that could not look: each blocks a session once in a turn at most. */

/** What only a person can do about a stop gate that keeps blocking because it is broken. */
const WAY_OUT =
  'If cs doctor cannot fix it, remove the stop gate with cs hooks uninstall, in your own terminal.';

/** The answer to a session that is held: the agent can look what is wrong, and a person take the gate out. */
export function heldByFault(why: string) {
  return {
    decision: 'block',
    reason: printable(`${why}\nNext: cs doctor`),
    systemMessage: printable(`${why}\n${WAY_OUT}`),
  } as const;
}

/** The answer to a session that was held in this turn before. */
export function letGoByFault(why: string) {
  return { systemMessage: printable(`NOT CHECKED: ${why}\n${WAY_OUT}`) } as const;
}
