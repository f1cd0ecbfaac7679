'use strict';

/** Loaded into a command by `--require`: the machine has the name in `MACHINE_NAME`. */

const name = process.env['MACHINE_NAME'];
if (name !== undefined) Reflect.set(require('node:os'), 'hostname', () => name);
