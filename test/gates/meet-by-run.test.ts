import { describe, expect, it } from 'vitest';
import { meetByRun } from '../../src/gates/meet-by-run.ts';
import type { ProveWorld } from '../../src/gates/prove-promise.ts';
import { actorValue, failureOf, PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { CHECK, CHECKS, selfChosen } from '../rig/values/proof-values.ts';
import { OWNER, provingHere } from '../rig/worlds/gate-world.ts';

const OPEN = criterion('AC-1');

/** Meets a criterion by a check that the session chose. */
function meet(world: ProveWorld, check = CHECK, criterionId = 'AC-1') {
  return meetByRun(
    {
      id: PROMISE_ID,
      criterion: criterionId,
      check,
      evidenceType: 'test',
      showing: { control: undefined, noShow: true, shown: 'tell' },
      actor: () => actorValue(OWNER),
    },
    world,
  );
}

describe('a command that passes meets nothing', () => {
  it.each<[string, string, PromiseParts, string]>([
    ['went to another session', 'session-b', {}, 'not-owner'],
    ['was cancelled', OWNER, { status: 'cancelled' }, 'wrong-status'],
    ['lost the criterion', OWNER, { acceptance_criteria: [] }, 'unknown-criterion'],
    [
      'got checks of its own for it',
      OWNER,
      { acceptance_criteria: [criterion('AC-1', { checks: CHECKS })] },
      'usage',
    ],
  ])('where the promise meanwhile %s', async (_what, owner, parts, kind) => {
    const changed = promiseValue(owner, { acceptance_criteria: [OPEN], ...parts });
    const { ran, tables, world } = provingHere([OPEN], ({ tables: { promises } }) => {
      promises.set(PROMISE_ID, changed);
    });
    expect(failureOf(await meet(world))).toMatchObject({ kind });
    expect(ran).toEqual(['npm test']);
    expect(tables.promises.get(PROMISE_ID)).toBe(changed);
  });

  it('where it is interrupted', async () => {
    const { tables, world } = provingHere([OPEN], ({ interrupt }) => interrupt());
    const before = tables.promises.get(PROMISE_ID);
    const failure = failureOf(await meet(world));
    expect(failure).toEqual({ kind: 'interrupted', action: 'the command ran' });
    expect(tables.promises.get(PROMISE_ID)).toBe(before);
  });
});

it('a command meets the criterion that it is run for, and no other', async () => {
  const { tables, world } = provingHere([OPEN, criterion('AC-2')]);
  expect(await meet(world, CHECK, 'AC-2')).toMatchObject({ ok: true });
  expect(tables.promises.get(PROMISE_ID)?.acceptance_criteria).toMatchObject([
    { id: 'AC-1', status: 'pending' },
    { id: 'AC-2', status: 'met' },
  ]);
});

it('one that fails leaves the command before it trusted', async () => {
  const trust = 'the seal of that command';
  const { tables, world } = provingHere([metCriterion('AC-1', { proof: selfChosen(), trust })]);
  const failure = failureOf(await meet(world, { kind: 'command', run: 'exit 1' }));
  expect(failure).toMatchObject({ kind: 'check-failed' });
  expect(tables.promises.get(PROMISE_ID)?.acceptance_criteria).toMatchObject([{ trust }]);
});

it('a look at a file that does not pass has no output to show', async () => {
  const { world } = provingHere([OPEN]);
  const failure = failureOf(await meet(world, { kind: 'file', path: 'gone.txt' }));
  expect(failure).toMatchObject({ kind: 'check-failed', output: '' });
});
