import { meetCommand, promiseMeetCommand } from './commands/meet.ts';
import { frequentLane } from './frequent.ts';

/** `cs meet` and `cs promise --meet`, as agents call them. */
export const runLane = frequentLane(
  new Map([
    ['meet', meetCommand],
    ['promise', promiseMeetCommand],
  ]),
);
