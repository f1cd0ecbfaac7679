import { expect, it } from 'vitest';
import { command, lineOf, newMachine, STATE, stopOf } from './commands.ts';
import { buildSuite } from './machine/build.ts';
import { compileSuite } from './machine/compile.ts';
import { createHouse } from './machine/node-process.ts';

const MEMORY = `${STATE}/stop-gate/s-1.json`;

it('a stop at which nothing can be read in time leaves the memory of its session where it is', async () => {
  const live = createHouse(compileSuite(await buildSuite()));
  const machine = newMachine();
  const stop = lineOf('cs-stop-gate', stopOf('s-1'));
  await command(live, machine, lineOf('cs do First --ac one'));
  await command(live, machine, stop);
  const kept = machine.disk.textAt(MEMORY);
  const { stdout } = await command(live, machine, stop, (index) => {
    if (index === 0) machine.passUntil(machine.steady + 60_000);
  });
  expect(stdout).toContain('"decision":"block"');
  expect(kept).toContain('"unclosed": 1');
  expect(machine.disk.textAt(MEMORY)).toBe(kept);
});

it('a session whose every stop reads nothing in time is let go as soon as any other, whatever its host says', async () => {
  const live = createHouse(compileSuite(await buildSuite()));
  const machine = newMachine();
  await command(live, machine, lineOf('cs do First --ac one'));
  const isBlocked: boolean[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const payload = stopOf('s-1', { last_assistant_message: `Done ${turn}.` });
    const { stdout } = await command(live, machine, lineOf('cs-stop-gate', payload), (index) => {
      if (index === 0) machine.passUntil(machine.steady + 25_000);
    });
    isBlocked.push(stdout.includes('"decision":"block"'));
  }
  expect(isBlocked).toEqual([true, true, true, true, true, false, false, false]);
});
