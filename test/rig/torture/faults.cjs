'use strict';

/**
 * Loaded into a command by `--require`: ends it before its n-th change of the file system (`KILL_AT`) by a signal
 * (`KILL_BY`), and lets its clock go wrong by so many milliseconds (`CLOCK_SHIFT`) from its n-th look on
 * (`CLOCK_FROM`), as where somebody sets the machine's clock.
 */

const fs = require('node:fs');

const CHANGES = [
  'mkdirSync',
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'closeSync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
];

const killedAt = Number(process.env['KILL_AT'] ?? '-1');
const signal = process.env['KILL_BY'] === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL';
let step = 0;

for (const name of killedAt < 0 ? [] : CHANGES) {
  const change = Reflect.get(fs, name);
  Reflect.set(fs, name, (/** @type {unknown[]} */ ...args) => {
    if (step === killedAt) {
      process.kill(process.pid, signal);
      // This signal ends the process at its own moment: until then nothing more may happen.
      while (signal === 'SIGKILL');
    }
    step += 1;
    return Reflect.apply(change, fs, args);
  });
}

const shift = Number(process.env['CLOCK_SHIFT'] ?? '0');
const from = Number(process.env['CLOCK_FROM'] ?? '0');
let looks = 0;

if (shift !== 0) {
  const TrueDate = Date;
  const now = () => {
    looks += 1;
    return TrueDate.now() + (looks > from ? shift : 0);
  };
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, args, as) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, as),
    apply: () => new TrueDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
