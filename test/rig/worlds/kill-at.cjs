'use strict';

/**
 * Loaded into a command by `--require`: kills the process with -9 before its n-th change of the file
 * system, where `KILL_AT` is n.
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

const killedAt = Number(process.env['KILL_AT']);
let step = 0;

for (const name of CHANGES) {
  const change = Reflect.get(fs, name);
  Reflect.set(fs, name, (/** @type {unknown[]} */ ...args) => {
    if (step === killedAt) {
      process.kill(process.pid, 'SIGKILL');
      // The signal ends the process at its own moment: until then nothing more may happen.
      for (;;);
    }
    step += 1;
    return Reflect.apply(change, fs, args);
  });
}
