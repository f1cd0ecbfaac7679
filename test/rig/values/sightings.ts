import type { Sighting } from '../../../src/domain/session/liveness.ts';

/** A stop at which nothing is to be told from the one before. */
export const SIGHTING: Sighting = {
  payload: 'payload',
  now: { day: 0, machine: 0 },
  elapsed: 0,
  position: 'p1',
  closed: [],
  prompts: 0,
  isPrompted: false,
  work: 'w',
  todos: '',
  tree: null,
  running: 0,
  isContinued: true,
  worked: undefined,
  hostLimit: Number.POSITIVE_INFINITY,
};
