import { expect, it } from 'vitest';
import {
  expectAcknowledgedChanges,
  expectAllChanges,
} from '../../rig/worlds/concurrent-writers.ts';
import { createProject } from '../../rig/worlds/project.ts';

// Rounds of many more processes, and what waits for locks: test/torture/concurrent-writers.torture.ts.

it('8 processes meet 8 criteria of one promise at once: all are there, every exit is 0', async () => {
  const project = createProject();
  await expectAllChanges(project, 8);
  expect(project.list('.commits')).toEqual([]);
});

it('the same with a random writer killed -9: every acknowledged change is there, a reader never sees half a file', async () => {
  await expectAcknowledgedChanges(createProject(), 8);
});
