import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createFileView } from '../../../src/store/files/state-view.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';
import { stateStoreContract } from '../state-store-contract.ts';

stateStoreContract('The file store', () => {
  const project = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));
  const log = join(project, '.claude', 'completion-state', 'events.jsonl');
  return {
    store: createFileStore(project),
    other: createFileStore(project),
    view: createFileView({ digests: NODE_DIGESTS, files: createNodeFiles(NO_DEADLINE) }, project),
    events: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
});
