import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSharedProject, type Machine, promiseIn } from '../rig/worlds/shared-project.ts';
import { type GateOutput, gate, outputOf, stopPayload } from '../rig/worlds/stop-gate.ts';

const WORKER = 'worker-1';

/** The variables of a hook that is not told of the store. */
const WITHOUT = {
  CS_STORE: undefined,
  CS_STORE_PROJECT: undefined,
  CS_STORE_TIMEOUT_MS: undefined,
};

/** A machine whose session promised something in the store. */
async function promised(isConfigured: boolean) {
  const shared = await createSharedProject();
  const machine = shared.machine();
  const { CS_STORE: store, CS_STORE_PROJECT: storeProject } = shared.environment;
  if (isConfigured) {
    machine.project.write('../completion-promise.json', { store, storeProject });
  }
  const env = isConfigured ? WITHOUT : {};
  const id = promiseIn(
    await machine.cs(WORKER, ['do', 'Build the shop', '--ac', 'It opens'], { env }),
  );
  return { machine, id, shared };
}

/** What the stop gate says of the session in another folder, by the settings alone that lie in files. */
async function stopIn(folder: string, { project }: Machine): Promise<GateOutput> {
  const payload = { ...stopPayload(WORKER), cwd: folder };
  const env = { ...WITHOUT, CLAUDE_SESSION_ID: WORKER, CLAUDE_PROJECT_DIR: folder };
  return outputOf(await gate(project, payload, { cwd: folder, env }));
}

function otherFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-other-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

describe('a promise in a shared store holds its session', () => {
  it('in any other folder, where the configuration of its project names the store', async () => {
    const { id, machine } = await promised(true);
    const held = await stopIn(otherFolder(), machine);
    expect(held.decision).toBe('block');
    expect(held.reason).toContain(`${id} has 1 open criterion: AC-1 (It opens)`);
    await machine.cs(WORKER, ['meet', id, 'AC-1', '--evidence', 'It opens'], { env: WITHOUT });
    expect((await stopIn(otherFolder(), machine)).decision).toBeUndefined();
  });

  it('and does not let it go of what another folder has, while the store cannot be reached', async () => {
    const { machine, shared } = await promised(true);
    const folder = otherFolder();
    const words = ['do', 'Pack the shop', '--ac', 'It is packed'];
    const id = promiseIn(await machine.cs(WORKER, words, { env: WITHOUT, cwd: folder }));
    shared.network.set({ does: 'refuse' });
    for (let turn = 0; turn < 2; turn += 1) {
      const held = await stopIn(folder, machine);
      expect(held.decision).toBe('block');
      expect(held.reason).toContain(`${id} has 1 open criterion: AC-1 (It is packed)`);
      expect(held.systemMessage).toContain('NOT CHECKED: The store cannot be reached');
    }
  });

  it.each(['its own folder', 'any other folder'])(
    'in %s, where a variable named the store that the hook does not have',
    async (where) => {
      const { id, machine } = await promised(false);
      const folder = where === 'its own folder' ? machine.project.folder : otherFolder();
      const held = await stopIn(folder, machine);
      expect(held.decision).toBe('block');
      expect(held.reason).toContain(id);
      expect(held.reason).toContain('the promise lies in this store');
      expect(held.reason).toContain('Set CS_STORE here as well');
      expect(`${held.reason}${held.systemMessage}`).not.toContain('vanished');
    },
  );

  it('and is not taken for a lost one by a shell without that variable', async () => {
    const { id, machine } = await promised(false);
    const status = await machine.cs(WORKER, ['status'], { env: WITHOUT });
    expect(status.stdout).not.toContain(id);
    const checked = await machine.cs(WORKER, ['check'], { env: WITHOUT });
    expect(checked.code).toBe(2);
    expect(checked.stderr + checked.stdout).toContain('the promise lies in this store');
    const met = await machine.cs(WORKER, ['meet', id, 'AC-1', '--evidence', 'seen'], {
      env: WITHOUT,
    });
    expect([met.code, met.stderr]).toEqual([
      1,
      expect.stringContaining('set CS_STORE here as well'),
    ]);
    const doctor = await machine.cs(WORKER, ['doctor'], { env: WITHOUT });
    expect(doctor.stdout).toContain(`store.elsewhere: ${id} lies in postgresql:`);
  });

  it('and status and cs say in which store it is', async () => {
    const { id, machine } = await promised(false);
    for (const args of [['status'], []]) {
      const { stdout } = await machine.cs(WORKER, args);
      expect(stdout).toMatch(/Store: +postgresql:\S+, project example\.com\/team\/shop/);
      expect(stdout).toContain(id);
      const { store } = JSON.parse((await machine.cs(WORKER, [...args, '--json'])).stdout);
      expect(store).toEqual({
        place: expect.stringMatching(/^postgresql:/),
        project: 'example.com/team/shop',
      });
    }
  });

  it('and is found by its store again once that is named', async () => {
    const { id, machine } = await promised(false);
    await stopIn(machine.project.folder, machine);
    const held = await machine.stop(WORKER, false);
    expect(held.reason).toContain(`${id} has 1 open criterion`);
    await machine.cs(WORKER, ['meet', id, 'AC-1', '--evidence', 'It opens']);
    expect((await machine.stop(WORKER, false)).decision).toBeUndefined();
  });
});
