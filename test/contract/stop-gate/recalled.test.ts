import { afterEach, expect, it, vi } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { failed } from '../../../src/domain/base/result.ts';
import { recallSession } from '../../../src/stop-gate/remember.ts';
import { sessionValue } from '../../rig/values/domain-values.ts';
import { gateWorld } from '../../rig/values/gate-values.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

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
