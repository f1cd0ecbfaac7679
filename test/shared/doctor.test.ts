import { describe, expect, it } from 'vitest';
import { createSharedProject, type Machine } from '../rig/worlds/shared-project.ts';

/** What doctor says of the store: each check with its status and words; and how its answer ends. */
async function examined(machine: Machine) {
  const { stdout } = await machine.cs('worker-1', ['doctor', '--json']);
  const { checks }: { checks: readonly Readonly<Record<string, string>>[] } = JSON.parse(stdout);
  const text = (await machine.cs('worker-1', ['doctor'])).stdout;
  const ofStore = checks.filter(({ check }) => check?.startsWith('store'));
  return {
    statusOf: Object.fromEntries(ofStore.map(({ check, status }) => [check, status])),
    text,
    all: checks,
  };
}

describe('doctor, where the state lies in a store that machines share', () => {
  it('says where, by what right, and that it is in order', async () => {
    const machine = (await createSharedProject()).machine();
    const { all, statusOf, text } = await examined(machine);
    expect(statusOf).toMatchObject({
      store: 'ok',
      'store.project': 'ok',
      'store.reach': 'ok',
      'store.tls': 'ok',
      'store.tables': 'ok',
      'store.clock': 'ok',
    });
    expect(text).toMatch(/The state of example\.com\/team\/shop in postgresql:\S+ is in order\./);
    expect(JSON.stringify(all)).not.toMatch(/state folder|state\.access|state\.git/);
  });

  it('says of one that cannot be reached why, what follows and what helps', async () => {
    const shared = await createSharedProject();
    const machine = shared.machine();
    shared.network.set({ does: 'refuse' });
    const { statusOf, text } = await examined(machine);
    expect(statusOf).toEqual({ store: 'ok', 'store.project': 'ok', 'store.reach': 'fail' });
    expect(text).toMatch(/cannot be reached: .*: commands change nothing/);
    expect(text).toMatch(/The state of example\.com\/team\/shop in \S+ was not examined\./);
    expect(text).not.toMatch(/in order|give this user access/i);
  });

  it('says of tables that are not of this suite how to come by them', async () => {
    const shared = await createSharedProject();
    const machine = shared.machine();
    await shared.database.run('INSERT INTO completion_promise.version (version) VALUES (9)');
    const { statusOf, text } = await examined(machine);
    expect(statusOf['store.tables']).toBe('fail');
    expect(text).toContain('Update completion-promise on this machine');
    expect(text).toContain('was not examined.');
  });
});
