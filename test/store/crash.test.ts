import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleScript } from '../rig/bundle.ts';
import { createProject, outcomeOf, type Project } from '../rig/project.ts';

let writer = '';

beforeAll(async () => {
  writer = await bundleScript('crashing-writer');
});
afterAll(() => rmSync(dirname(writer), { recursive: true, force: true }));

function crashAt(project: Project, id: string, criterion: string, step: number) {
  const args = [writer, project.folder, id, criterion, String(step)];
  return outcomeOf(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Far more file operations than one change makes. */
const BEYOND = 80;

it('a writer killed -9 before any of its file operations leaves the old file or the new one, and the next writer goes on', async () => {
  const project = createProject();
  let finished = -1;
  for (let step = 0; step < BEYOND && finished < 0; step += 1) {
    const id = await project.promise('first', 'second');
    const crash = await crashAt(project, id, 'AC-1', step);
    if (crash.code === 0) finished = step;
    else expect([step, crash.signal, crash.stderr]).toEqual([step, 'SIGKILL', '']);

    const left = project.read(`promises/${id}.json`);
    expect(left).toMatchObject({ id, status: 'pending' });

    const next = await project.run('cs', ['meet', id, '--ac-id', 'AC-2', '--evidence', 'seen']);
    expect([step, next.code, next.stderr]).toEqual([step, 0, '']);
    expect(project.read(`promises/${id}.json`)['acceptance_criteria']).toMatchObject([
      { id: 'AC-1', status: crash.code === 0 ? 'met' : expect.stringMatching(/^(met|pending)$/) },
      { id: 'AC-2', status: 'met', evidence: 'seen' },
    ]);
  }
  // The script did come to kill itself at every operation of a change, and then at none.
  expect(finished).toBeGreaterThan(15);
});
