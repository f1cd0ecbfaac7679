import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAtTierOne } from '../../src/gates/tier-one.ts';
import { failureOf, promiseValue, successOf } from '../rig/values/domain-values.ts';
import { IN_TURN, OWNER, quickChecks, standingHere } from '../rig/worlds/gate-world.ts';

/** A look at a promise of a project whose own command is `npm test`, where `a.json` changed to be this. */
function look(text: string, isInterrupted = false) {
  const { checks, interrupt, ran } = quickChecks(() => {
    if (isInterrupted) interrupt();
  });
  writeFileSync(join(checks.folder, 'a.json'), text);
  const changed = {
    paths: ['a.json'],
    notes: [],
    origins: () => new Map(),
    before: () => new Map(),
  };
  const looked = lookAtTierOne(
    promiseValue(OWNER),
    { changedFiles: 'parse', always: [{ run: 'npm test' }] },
    {
      checks,
      git: { changedSince: () => ({ ok: true, value: changed }) },
      lookAtTests: async () => ({ examined: false, reason: 'nothing was asked' }),
      schedule: IN_TURN,
      standing: standingHere().world,
    },
  );
  return { looked, ran };
}

describe("the project's own commands", () => {
  it.each<[string, string, readonly string[]]>([
    ['run where the files that changed are whole', '{}', ['npm test']],
    ['do not where one of them is broken', '{', []],
  ])('%s', async (_when, text, commands) => {
    const { looked, ran } = look(text);
    const { always, changed } = successOf(await looked);
    expect(changed.broken.length === 0).toBe(commands.length > 0);
    expect(always.map(({ command }) => command)).toEqual(commands);
    expect(ran).toEqual(commands);
  });

  it('say nothing where they are interrupted', async () => {
    const failure = failureOf(await look('{}', true).looked);
    expect(failure).toEqual({ kind: 'interrupted', action: 'the commands ran' });
  });
});
