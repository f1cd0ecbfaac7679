import { expect, it } from 'vitest';
import { command, lineOf, newMachine } from './commands.ts';
import { failing } from './faults/fail-once.ts';
import { buildSuite } from './machine/build.ts';
import { compileSuite } from './machine/compile.ts';
import { createHouse } from './machine/node-process.ts';

it('a promise that cannot be made, since no file can be opened any more, says why', async () => {
  const live = createHouse(compileSuite(await buildSuite()));
  const fault = failing({ code: 'EMFILE', index: 6, isLasting: true });
  const { code, stderr } = await command(live, newMachine(), lineOf('cs do First --ac one'), fault);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Error: .*EMFILE/);
  expect(stderr).not.toContain('bug');
});
