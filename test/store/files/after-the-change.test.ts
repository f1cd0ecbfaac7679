import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { failed } from '../../../src/domain/base/result.ts';
import { cancelPromise, draftPromise } from '../../../src/domain/promise/promise-changes.ts';
import type { Files } from '../../../src/ports.ts';
import { definitionValue } from '../../rig/values/domain-values.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';
import { systemError } from '../../rig/worlds/memory-files.ts';

const ACTOR = { session: { id: 'session-a', ids: ['session-a'] }, at: '2026-02-17T10:30:00Z' };

function scratchProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'completion-promise-after-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));
  return project;
}

/** Files in which nothing can be moved to the history. */
function filesWithClosedHistory(): Files {
  const files = createNodeFiles(NO_DEADLINE);
  return {
    ...files,
    rename: (from, to) => {
      if (to.includes('history')) throw systemError('EACCES', to);
      files.rename(from, to);
    },
  };
}

it('a change that is done is acknowledged and logged, whatever fails after it', async () => {
  const project = scratchProject();
  const store = createFileStore(project, { files: filesWithClosedHistory() }).promises;
  const created = await store.create((id) =>
    draftPromise(id, definitionValue('Title', ['first']), ACTOR),
  );
  if (!created.ok) throw new Error(created.failure.kind);
  const { id } = created.value;
  const cancelled = await store.change(id, (promise) => cancelPromise(id, promise, ACTOR));
  expect(cancelled).toMatchObject({
    ok: true,
    value: {
      after: { status: 'cancelled' },
      warnings: [{ kind: 'file-system', code: 'EACCES' }],
    },
  });
  const log = readFileSync(join(project, '.claude', 'completion-state', 'events.jsonl'), 'utf8');
  expect(log).toContain('"event":"promise.cancelled"');
  expect(await store.listActive()).toMatchObject({ value: { promises: [] } });
  expect(await store.listHistory()).toMatchObject({ value: { promises: [{ id }] } });
});

it('a change that is refused by the time it would be published is not published', async () => {
  const project = scratchProject();
  const store = createFileStore(project).promises;
  const created = await store.create((id) =>
    draftPromise(id, definitionValue('Title', ['first']), ACTOR),
  );
  if (!created.ok) throw new Error(created.failure.kind);
  const { id } = created.value;
  // As things stand, on entering, it is allowed; then what decides beside the promise changes.
  let asked = 0;
  const refused = await store.change(id, (promise) => {
    asked += 1;
    return asked <= 2 ? cancelPromise(id, promise, ACTOR) : failed({ kind: 'proof-missing', id });
  });
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'proof-missing' } });
  expect(await store.find(id)).toMatchObject({ value: { promise: { status: 'pending' } } });
});
