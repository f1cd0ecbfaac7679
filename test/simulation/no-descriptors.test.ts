import { expect, it } from 'vitest';
import { command, lineOf, newMachine } from './commands.ts';
import { buildSuite } from './machine/build.ts';
import { errorsOf } from './machine/calls.ts';
import { compileSuite } from './machine/compile.ts';
import { systemError } from './machine/disk.ts';
import { createHouse } from './machine/node-process.ts';

it('a promise that cannot be made, since no file can be opened any more, says why', async () => {
  const live = createHouse(compileSuite(await buildSuite()));
  const { code, stderr } = await command(
    live,
    newMachine(),
    lineOf('cs do First --ac one'),
    (index, name, given) => {
      if (index >= 6 && errorsOf(name, given).includes('EMFILE'))
        throw systemError('EMFILE', name, String(given[0]));
    },
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Error: .*EMFILE/);
  expect(stderr).not.toContain('bug');
});
