import { afterEach, expect, it, vi } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { failed } from '../../../src/domain/base/result.ts';
import { recallSession } from '../../../src/stop-gate/remember.ts';
import { sessionValue } from '../../rig/values/domain-values.ts';
import { gateWorld } from '../../rig/values/gate-values.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { gate, outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';

/** What a stop comes to that could not read everything at once. */

afterEach(() => {
  vi.restoreAllMocks();
});

it('a memory that another process has put right since is taken as it is by now, without a word', async () => {
  // The gate goes by how long its process runs, which a worker of the tests does for longer.
  vi.spyOn(process, 'uptime').mockReturnValue(0);
  const project = createProject();
  const state = { open_promises: ['promise-0000000a'] };
  const path = project.write(`stop-gate/${SESSION}.json`, state);
  const seen = gateWorld({
    files: createNodeFiles(NO_DEADLINE),
    memoryFolder: project.folder,
    stopper: { ...gateWorld().stopper, session: sessionValue(SESSION), memoryId: SESSION },
    kept: failed({ kind: 'broken-file', file: { path, reason: 'it is empty' } }),
  });
  expect(await recallSession(seen)).toEqual({ state, notes: [] });
});

// Where the gate is a process of its own, its clock is as well.
it.skipIf(process.env['TEST_PROGRAMS'] === 'packed')(
  'a gate that has read for so long that it may read no more holds its session, and says so',
  async () => {
    const project = createProject();
    project.write('promises/promise-0000000a.json', promiseFile('promise-0000000a', SESSION));
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(25_000);
    const { decision, reason } = outputOf(await gate(project, stopPayload(SESSION)));
    expect(decision).toBe('block');
    expect(reason).toContain('could not be listed in time');
  },
);
