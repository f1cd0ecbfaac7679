import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFileStore } from '../rig/file-store.ts';
import { promiseStoreContract } from './promise-store-contract.ts';

promiseStoreContract('The file store', () => {
  const project = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));
  return { store: createFileStore(project), other: createFileStore(project) };
});
