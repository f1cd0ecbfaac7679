import { readStandardInput } from '../../../src/adapters/standard-input.ts';

/**
 * A process that reads its standard input as hooks do and prints what it read. Called with how long it
 * waits, how much it reads, and `streams` where Node has nothing but its streams to read by.
 */
const [mostMs, mostBytes, way] = process.argv.slice(2);

if (way === 'streams') Reflect.deleteProperty(process, 'binding');

readStandardInput({ mostMs: Number(mostMs), mostBytes: Number(mostBytes) }).then((text) => {
  // Sockets are loaded by nothing but the streams; stdout would load them too.
  const loaded: unknown = Reflect.get(process, 'moduleLoadList');
  const usedStreams = Array.isArray(loaded) && loaded.includes('NativeModule net');
  process.stdout.write(JSON.stringify({ text, usedStreams }));
});
