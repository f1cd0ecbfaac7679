import { closedFault } from '../../promise/promise-changes.ts';
import { type Gate, unless } from '../gate.ts';

/** What has ended is neither closed nor judged. */
export const ended: Gate = ({ id, promise, request }) =>
  unless(closedFault(id, promise, request.to === 'close' ? 'be verified' : 'be judged'));
