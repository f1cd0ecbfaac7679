import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, type Ids, prepare } from './faults/cases.ts';
import { type FaultRow, failOnce } from './faults/fail-once.ts';
import { buildSuite } from './machine/build.ts';
import { compileSuite } from './machine/compile.ts';
import type { Machine } from './machine/machine.ts';
import { createHouse, type Live } from './machine/node-process.ts';

/** Whether each call fails with every error that it may give: some minutes. */
const isWhole = process.env['SIMULATION_ALL'] === '1';

let live: Live;
let before: { readonly machine: Machine; readonly ids: Ids };
const rows: FaultRow[] = [];

beforeAll(async () => {
  live = createHouse(compileSuite(await buildSuite()));
  before = await prepare(live);
});

afterAll(() => {
  const lines = rows.map(({ calls, codes, faults, name }) => {
    const ends = [...codes].sort().map(([code, count]) => `${count} with ${code}`);
    return `${name.padEnd(24)} ${String(calls).padStart(4)} calls ${String(faults).padStart(5)} faults: ended ${ends.join(', ')}\n`;
  });
  process.stdout.write(lines.join(''));
});

describe('everything fails once: a documented end, nothing lost, and the next command works', () => {
  it.each(Object.entries(CASES))('%s', async (name, of) => {
    const row = await failOnce({ live, ...before, isWhole }, name, of);
    rows.push(row);
    expect(row.wrong.slice(0, 10).join('\n')).toBe('');
  });
});
