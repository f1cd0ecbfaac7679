import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTracker } from '../../src/stop-gate/tracker.ts';
import { gateWorld } from '../rig/values/gate-values.ts';
import { emptyRepository, scratchFolder } from '../rig/worlds/repository.ts';

afterEach(() => vi.unstubAllEnvs());

const MOST_MS = 60_000;

/** A repository with a project in a folder of it, in which everything is committed. */
function projectInFolder() {
  const repository = emptyRepository();
  repository.write('other/a.txt', 'a\n');
  repository.write('project/b.txt', 'b\n');
  repository.write('project/.beads/issues.jsonl', '{"id":"bd-1"}\n');
  repository.commit();
  const folder = join(repository.folder, 'project');
  const { environment } = gateWorld();
  const there = { ...environment, projectFolder: folder, checkout: folder };
  return {
    repository,
    environment: there,
    tracker: createTracker({ environment: there, hasIssues: true }),
  };
}

describe('a project in a folder of its repository', () => {
  it('has no changes of other folders', () => {
    const { repository, tracker } = projectInFolder();
    repository.write('other/a.txt', 'changed\n');
    expect(tracker.uncommittedFiles(MOST_MS)).toEqual([]);
    repository.write('project/b.txt', 'changed\n');
    expect(tracker.uncommittedFiles(MOST_MS)).toEqual(['project/b.txt']);
  });

  it('has issues of which each change is seen', () => {
    const { repository, tracker } = projectInFolder();
    const issues = 'project/.beads/issues.jsonl';
    const changed = (text: string) => {
      repository.write(issues, text);
      return tracker.uncommittedIssues(MOST_MS);
    };
    const once = changed('{"id":"bd-2"}\n');
    expect(once).toEqual([[issues, expect.stringMatching(/^\w+$/)]]);
    expect(changed('{"id":"bd-3"}\n')).not.toEqual(once);
    repository.remove(issues);
    expect(tracker.uncommittedIssues(MOST_MS)).toEqual([[issues, null]]);
  });
});

it.skipIf(process.platform === 'win32')('bd is looked for where a project has issues alone', () => {
  const programs = scratchFolder();
  writeFileSync(join(programs, 'bd'), '#!/bin/sh\n');
  chmodSync(join(programs, 'bd'), 0o755);
  vi.stubEnv('PATH', programs);
  const { environment } = gateWorld();
  expect(createTracker({ environment, hasIssues: true }).isThere).toBe(true);
  expect(createTracker({ environment, hasIssues: false }).isThere).toBe(false);
});
