import { workerData } from 'node:worker_threads';
import { compileSuite } from './compile.ts';
import { lifeBy } from './life.ts';
import { type FromWorker, lineTo, type ToWorker } from './line.ts';
import { createHouse, type Live } from './node-process.ts';

/** A thread in which the code of one simulated process runs at a time. It goes on only while the machine waits for it. */

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
  const code = await live(
    lifeBy(message, (says) => {
      line.send(says);
      return line.receive();
    }),
  );
  line.send({ is: 'end', code });
}
