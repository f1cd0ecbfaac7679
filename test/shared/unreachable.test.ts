import { describe, expect, it } from 'vitest';
import { createSharedProject, type Machine, promiseIn } from '../rig/worlds/shared-project.ts';
import type { Network } from '../rig/worlds/tcp-proxy.ts';

const WORKER = 'worker-1';

/** A session that promised something, and the id of it. */
async function promised(machine: Machine): Promise<string> {
  return promiseIn(await machine.cs(WORKER, ['do', 'Build the shop', '--ac', 'It opens']));
}

async function met(machine: Machine, id: string): Promise<void> {
  await machine.cs(WORKER, ['meet', id, 'AC-1', '--evidence', '12 tests passed', '--type', 'test']);
}

const BROKEN: readonly (readonly [string, Network])[] = [
  ['refuses connections', { does: 'refuse' }],
  ['takes connections and says nothing', { does: 'hang' }],
  ['drops connections in the middle', { does: 'drop', afterBytes: 100 }],
];

describe('a session whose store cannot be reached', () => {
  it.each(BROKEN)(
    'is held once in a turn for what was open, then let go unchecked, where the network %s',
    async (_what, broken) => {
      const shared = await createSharedProject();
      const machine = shared.machine();
      const id = await promised(machine);
      shared.network.set(broken);
      const held = await machine.stop(WORKER, false);
      expect(held.decision).toBe('block');
      expect(held.reason).toContain(`Blocked: ${id} has 1 open criterion: AC-1 (It opens)`);
      expect(held.reason).toMatch(/The store cannot be reached: .*This is what it said on 2/s);
      const letGo = await machine.stop(WORKER, true);
      expect(letGo.decision).toBeUndefined();
      expect(letGo.systemMessage).toMatch(/^NOT CHECKED: The store cannot be reached/);
      expect(letGo.systemMessage).toContain(id);
      shared.network.set({ does: 'pass' });
      const back = await machine.stop(WORKER, false);
      expect(back.decision).toBe('block');
      expect(back.systemMessage).toContain('This session was let go NOT CHECKED at 1 stop since');
      expect((await machine.stop(WORKER, false)).systemMessage ?? '').not.toContain('NOT CHECKED');
    },
  );

  it('passes with a note where all was met when the store last answered', async () => {
    const shared = await createSharedProject();
    const machine = shared.machine();
    await met(machine, await promised(machine));
    shared.network.set({ does: 'refuse' });
    const { decision, systemMessage } = await machine.stop(WORKER, false);
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/NOT CHECKED: .*nothing was open/s);
  });

  it('is let go with a note where it never promised anything', async () => {
    const shared = await createSharedProject();
    const machine = shared.machine();
    shared.network.set({ does: 'refuse' });
    const { decision, systemMessage } = await machine.stop(WORKER, false);
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/NOT CHECKED: .*This machine knows nothing/s);
  });

  it('is told by the check what was known, with exit code 2 where something was open', async () => {
    const shared = await createSharedProject();
    const machine = shared.machine();
    const id = await promised(machine);
    shared.network.set({ does: 'refuse' });
    const open = await machine.cs(WORKER, ['check']);
    expect(open.code).toBe(2);
    expect(open.stdout).toContain(id);
    expect(open.stderr).toContain('NOT CHECKED: The store cannot be reached');
    shared.network.set({ does: 'pass' });
    await met(machine, id);
    shared.network.set({ does: 'refuse' });
    const finished = await machine.cs(WORKER, ['check']);
    expect(finished.code).toBe(0);
    expect(finished.stderr).toContain('NOT CHECKED: The store cannot be reached');
  });

  it('can change nothing, and is told so', async () => {
    const shared = await createSharedProject();
    const machine = shared.machine();
    const id = await promised(machine);
    shared.network.set({ does: 'refuse' });
    const { code, stderr } = await machine.cs(WORKER, ['meet', id, 'AC-1', '--evidence', 'seen']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: The store cannot be reached: .*Nothing was changed/s);
    shared.network.set({ does: 'pass' });
    expect((await machine.cs(WORKER, ['check'])).code).toBe(2);
  });
});
