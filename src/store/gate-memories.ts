import { createFileRegister } from './files/register.ts';
import { openFileGateMemory } from './files/stop-gate-store.ts';

/**
 * How the stop gate keeps what it remembers, in each kind of store. Apart from `stores.ts`: the gate loads
 * this and not the stores.
 */
export const GATE_MEMORIES = { files: openFileGateMemory };

/** How it writes the register, which is the user's and lies outside of every project. */
export const GATE_REGISTERS = { files: createFileRegister };
