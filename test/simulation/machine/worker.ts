import { workerData } from 'node:worker_threads';
import { type Clocks, callsBy } from './calls.ts';
import { compileSuite } from './compile.ts';
import { type FromWorker, lineTo, type ToWorker } from './line.ts';
import { createHouse, type Live } from './node-process.ts';

/** A thread in which the code of one simulated process runs at a time. It goes on only while the machine waits for it. */

class Killed extends Error {}

const { control, memory, text } = workerData;
const line = lineTo<ToWorker, FromWorker>(control, memory, 1);
const suite = compileSuite(text);
let live: Live | undefined;

for (;;) {
  const message = line.receive();
  if (message.is === 'forget') {
    live = undefined;
    line.send({ is: 'end', code: 0 });
    continue;
  }
  if (message.is !== 'live') throw new Error(`no process waits for ${message.is}`);
  live ??= createHouse(suite);
  let clocks: Clocks = message.clocks;
  let isDead = false;
  const calls = callsBy((name, given) => {
    if (isDead) throw new Killed();
    line.send({ is: 'call', name, given });
    const reply = line.receive();
    if (reply.is === 'death') {
      isDead = true;
      throw new Killed();
    }
    if (reply.is !== 'reply') throw new Error(`no call waits for ${reply.is}`);
    clocks = reply.clocks;
    if (reply.error !== undefined) throw Object.assign(new Error(reply.error.message), reply.error);
    return reply.value;
  });
  const code = await live({
    birth: message.birth,
    calls,
    clocks: () => clocks,
    isDead: () => isDead,
  });
  line.send({ is: 'end', code });
}
