import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import { systemError } from '../../rig/worlds/memory-files.ts';
import { type RecordedState, recordedState } from '../../rig/worlds/recorded-state.ts';

function scratchState(): RecordedState {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true, maxRetries: 5 }));
  return recorded;
}

const start = (sessionId: string, initiative?: string) => ({
  sessionId,
  folderName: `of-${sessionId}`,
  initiative,
});

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('a session that starts', () => {
  it.skipIf(process.platform === 'win32')('is the one that the link leads to', async () => {
    const { state, store } = scratchState();
    for (const session of ['session-a', 'session-b']) {
      const started = successOf(await store.sessions.initialize(start(session, 'work')));
      const place = join(state, 'sessions', `of-${session}`, 'session-state.json');
      expect(started).toEqual({ place, warnings: [] });
      expect(json(place)).toMatchObject({ session_id: session, initiative: 'work', iteration: 0 });
      expect(json(join(state, 'session-state.json'))).toEqual(json(place));
    }
  });

  it('is kept where no link can be made, with a warning', async () => {
    const recorded = scratchState();
    const link = join(recorded.state, 'session-state.json');
    const pointLink = () => {
      throw systemError('EPERM', link);
    };
    const files = { ...createNodeFiles(NO_DEADLINE), pointLink };
    const { sessions } = recorded.open({ files });
    const { place, warnings } = successOf(await sessions.initialize(start('session-a')));
    expect(json(place)).toMatchObject({ session_id: 'session-a', initiative: null });
    expect(warnings).toMatchObject([{ kind: 'file-system', code: 'EPERM', path: link }]);
  });

  it('again keeps what it had counted, and what others wrote', async () => {
    const { store } = scratchState();
    const { place } = successOf(await store.sessions.initialize(start('session-a', 'work')));
    writeFileSync(place, JSON.stringify({ ...json(place), iteration: 7, of_another: [1] }));
    successOf(await store.sessions.initialize(start('session-a')));
    expect(json(place)).toMatchObject({ iteration: 7, of_another: [1], initiative: 'work' });
  });

  it('does not replace a file that cannot be read', async () => {
    const { store } = scratchState();
    const { place } = successOf(await store.sessions.initialize(start('session-a')));
    writeFileSync(place, '{');
    expect(failureOf(await store.sessions.initialize(start('session-a')))).toMatchObject({
      kind: 'broken-file',
      file: { path: place },
    });
    expect(readFileSync(place, 'utf8')).toBe('{');
  });

  it('is told in the ledger, with its initiative, by the session itself', async () => {
    const { state, store } = scratchState();
    for (const initiative of ['work', undefined])
      successOf(await store.sessions.initialize(start('session-b', initiative)));
    const lines = readFileSync(join(state, 'events.jsonl'), 'utf8').trim().split('\n');
    const told = { event: 'session.initialized', session_id: 'session-b' };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...told, initiative: 'work' },
      { ...told, initiative: null },
    ]);
  });

  it('has a file as its other readers expect it', async () => {
    const { store } = scratchState();
    const { place } = successOf(await store.sessions.initialize(start('session-a')));
    expect(json(place)).toEqual({
      version: '1.0',
      started_at: expect.stringMatching(/^\d{4}-.*Z$/),
      iteration: 0,
      max_iterations: 25,
      session_id: 'session-a',
      initiative: null,
    });
  });

  it('is refused by a folder that is none, and by the system', async () => {
    const recorded = scratchState();
    const odd = await recorded.store.sessions.initialize({ ...start('a'), folderName: '../x' });
    expect(failureOf(odd)).toMatchObject({ kind: 'invalid-id', what: 'session folder' });
    const writeNew = (path: string) => {
      throw systemError('ENOSPC', path);
    };
    const { sessions } = recorded.open({ files: { ...createNodeFiles(NO_DEADLINE), writeNew } });
    expect(failureOf(await sessions.initialize(start('session-a')))).toMatchObject({
      action: 'write the session',
      code: 'ENOSPC',
    });
    const realPath = (path: string) => (path.endsWith('sessions') ? '/elsewhere' : path);
    const led = recorded.open({ files: { ...createNodeFiles(NO_DEADLINE), realPath } });
    expect(failureOf(await led.sessions.initialize(start('session-a'))).kind).toBe('broken-file');
  });
});
