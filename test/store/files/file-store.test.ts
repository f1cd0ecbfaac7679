import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { success } from '../../../src/domain/base/result.ts';
import { createFileView } from '../../../src/store/files/state-view.ts';
import { successOf } from '../../rig/values/domain-values.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';
import { stateStoreContract } from '../state-store-contract.ts';

const READING = { digests: NODE_DIGESTS, files: createNodeFiles(NO_DEADLINE) };

function scratchProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));
  return project;
}

stateStoreContract('The file store', () => {
  const project = scratchProject();
  const log = join(project, '.claude', 'completion-state', 'events.jsonl');
  return {
    store: createFileStore(project),
    other: createFileStore(project),
    view: createFileView(READING, project),
    events: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
});

it('what the fast lanes read of a project is there once it has a state folder', async () => {
  const project = scratchProject();
  const view = createFileView(READING, project);
  expect(view.isThere()).toBe(false);
  const { stopGate } = createFileStore(project);
  successOf(await stopGate.change('session-a', () => success({ state: {}, value: undefined })));
  expect(view.isThere()).toBe(true);
});
