import { AsyncLocalStorage } from 'node:async_hooks';
import {
  findSurroundingsBy,
  type Surroundings,
  surroundings,
} from '../../../src/adapters/surroundings.ts';

const here = new AsyncLocalStorage<Surroundings>();
findSurroundingsBy(() => here.getStore());

/** Does something in surroundings of its own. Several may be under way at once. */
export function inSurroundings<Made>(around: Surroundings, act: () => Made): Made {
  return here.run(around, act);
}

/**
 * Does something in a process that seems to have begun just now, as a stop gate's has: it remembers nothing that it could
 * not write within half a minute of its start, and the process of many tests is older.
 */
export function asIfBegun<Made>(act: () => Made): Made {
  return inSurroundings({ ...surroundings(), elapsed: () => 0 }, act);
}
