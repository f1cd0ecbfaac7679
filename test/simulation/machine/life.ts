import { type Clocks, callsBy } from './calls.ts';
import { traceless } from './disk.ts';
import type { FromWorker, ToWorker } from './line.ts';
import type { Life } from './node-process.ts';

/** The code of a process goes no further: its process is no more. */
class Killed extends Error {}

/** What a process is to its code, where each call is said to the machine and waits for its answer. */
export function lifeBy(
  { birth, clocks: bornAt }: Extract<ToWorker, { readonly is: 'live' }>,
  ask: (says: FromWorker) => ToWorker,
): Life {
  let clocks: Clocks = bornAt;
  let isDead = false;
  const calls = callsBy((name, given) => {
    if (isDead) throw new Killed();
    const reply = ask({ is: 'call', name, given });
    if (reply.is === 'death') {
      isDead = true;
      throw new Killed();
    }
    if (reply.is !== 'reply') throw new Error(`no call waits for ${reply.is}`);
    clocks = reply.clocks;
    if (reply.error !== undefined) throw Object.assign(traceless(reply.error.message), reply.error);
    return reply.value;
  });
  return { birth, calls, clocks: () => clocks, isDead: () => isDead };
}
