import { expect, it } from 'vitest';
import { command, lineOf, newMachine, STATE } from './commands.ts';
import { buildSuite } from './machine/build.ts';
import { compileSuite } from './machine/compile.ts';
import { createHouse } from './machine/node-process.ts';

/** Of folders and files nothing is kept but what was forced to the disk. */
const KEEPS_NOTHING = { below: (below: number) => (below === 2 ? 1 : 0) };

const promiseIn = (stdout: string): string => /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';

it('what was acknowledged is there after a power cut, the first promise of a project included', async () => {
  const live = createHouse(compileSuite(await buildSuite()));
  const machine = newMachine();
  const { stdout } = await command(live, machine, lineOf('cs do First --ac one'));
  const id = promiseIn(stdout);
  machine.powerCut(KEEPS_NOTHING);
  expect(machine.disk.textAt(`${STATE}/promises/${id}.json`)).toContain('"First"');
  await command(live, machine, lineOf(`cs meet ${id} AC-1 --evidence seen`));
  machine.powerCut(KEEPS_NOTHING);
  expect(machine.disk.textAt(`${STATE}/promises/${id}.json`)).toContain('"seen"');
  const audit = await command(live, machine, lineOf('cs store audit'));
  expect(audit).toMatchObject({ code: 0 });
  await command(live, machine, lineOf(`cs-verify --promise ${id} --skip-validation-check`));
  machine.powerCut(KEEPS_NOTHING);
  const ended =
    machine.disk.textAt(`${STATE}/history/${id}.json`) ??
    machine.disk.textAt(`${STATE}/promises/${id}.json`);
  expect(ended).toContain('"status": "verified"');
});

it('wherever the first command of a project was killed, a power cut takes nothing of the second', async () => {
  const live = createHouse(compileSuite(await buildSuite()));
  const { calls } = await command(live, newMachine(), lineOf('cs do First --ac one'));
  const lost: string[] = [];
  for (const [at, name] of calls.entries()) {
    if (!['mkdir', 'open', 'write', 'sync', 'rename'].includes(name)) continue;
    const machine = newMachine();
    await command(live, machine, lineOf('cs do First --ac one'), (index) => {
      if (index >= at) throw new Error('killed');
    });
    const { stdout } = await command(live, machine, lineOf('cs do Second --ac one'), undefined, 8);
    machine.powerCut(KEEPS_NOTHING);
    const id = promiseIn(stdout);
    const isKept = machine.disk.textAt(`${STATE}/promises/${id}.json`) !== undefined;
    const isTold = machine.disk.textAt(`${STATE}/events.jsonl`)?.includes(id) === true;
    if (!isKept || !isTold) lost.push(`call ${at}, ${name}: ${isKept ? 'its line' : 'all of it'}`);
  }
  expect(lost).toEqual([]);
});
