import { ownershipFault } from '../../promise/promise-changes.ts';
import { type Gate, unless } from '../gate.ts';

/** Only the owner closes a promise. */
export const owner: Gate = ({ id, promise, session }) =>
  unless(ownershipFault(id, promise, { session }));
