/** The name by which `cs prove` answers: no other validator can take it. */
export const PROVER = 'cs prove';
