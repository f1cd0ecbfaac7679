import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { chainFault } from '../values/chain-fault.ts';
import { bundleScript } from './bundle.ts';
import { createProject, outcomeOf, type Project } from './project.ts';

/** Far more file operations than one change makes. */
const BEYOND = 400;

/**
 * A writer that is killed -9 before one of its file operations leaves the old file or the new one, and
 * the next writer goes on: for every operation, or for each so many of them.
 */
export async function expectWholeFiles(every: number): Promise<void> {
  const writer = await bundleScript('crashing-writer');
  try {
    let finished = -1;
    for (let step = 0; step < BEYOND && finished < 0; step += every) {
      if (await endsUnharmed(writer, step)) finished = step;
    }
    // The script did come to kill itself at every operation of a change, and then at none.
    expect(finished).toBeGreaterThan(15);
  } finally {
    rmSync(dirname(writer), { recursive: true, force: true });
  }
}

/** Whether the writer got to its end before that operation. */
async function endsUnharmed(writer: string, step: number): Promise<boolean> {
  const project = createProject();
  const id = await project.promise('first', 'second');
  const args = [writer, project.folder, id, 'AC-1', String(step)];
  const crash = await outcomeOf(
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const isUnharmed = crash.code === 0;
  if (!isUnharmed) expect([step, crash.signal, crash.stderr]).toEqual([step, 'SIGKILL', '']);
  expect(project.read(`promises/${id}.json`)).toMatchObject({ id, status: 'pending' });

  const next = await project.run('cs', ['meet', id, '--ac-id', 'AC-2', '--evidence', 'seen']);
  expect([step, next.code, next.stderr]).toEqual([step, 0, '']);
  expect(project.read(`promises/${id}.json`)['acceptance_criteria']).toMatchObject([
    { id: 'AC-1', status: isUnharmed ? 'met' : expect.stringMatching(/^(met|pending)$/) },
    { id: 'AC-2', status: 'met', evidence: 'seen' },
  ]);
  await expectSoundLedger(project, id, step);
  return isUnharmed;
}

/** The chain holds, and the promise is as the ledger says. */
async function expectSoundLedger(project: Project, id: string, step: number): Promise<void> {
  const ledger = readFileSync(join(project.state, 'events.jsonl'), 'utf8');
  expect([step, chainFault(ledger.replace(/\n$/, '').split('\n'))]).toEqual([step, undefined]);
  const { stdout } = await project.run('cs-status', ['--json']);
  expect([step, JSON.parse(stdout).records[id]]).toEqual([step, 'recorded']);
}
