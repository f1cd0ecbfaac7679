import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Files } from '../../../src/ports.ts';
import { createRegisterHealth } from '../../../src/store/files/register-health.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { LINES, registerText, written } from '../../rig/values/register-values.ts';
import { systemError } from '../../rig/worlds/memory-files.ts';
import { createScratchRegister } from '../../rig/worlds/scratch-register.ts';

/** A register with texts of sessions, made of the promises that each has: `<project>: <id>`. */
function registerOf(
  sessions: Readonly<Record<string, readonly string[] | string>>,
  replaced: Partial<Files> = {},
  refusal?: string,
) {
  const scratch = createScratchRegister();
  const { fileOf, project, userStateFolder } = scratch;
  for (const [session, held] of Object.entries(sessions)) {
    const lines = typeof held === 'string' ? held : registerText(held.map(lineOf));
    mkdirSync(dirname(fileOf(session)), { recursive: true });
    writeFileSync(fileOf(session), lines);
  }
  function lineOf(place: string) {
    const [folder = '', id = ''] = place.split(': ');
    return LINES.made(written(id, { project: folder === 'here' ? project : folder }));
  }
  const health = createRegisterHealth({
    files: { ...createNodeFiles(NO_DEADLINE), ...replaced },
    clock: fakeClock(),
    userStateFolder,
    folderRefusal: () => refusal,
  });
  return { ...scratch, health, place: join(userStateFolder, 'sessions') };
}

describe('the survey of a register', () => {
  it('counts the sessions that have promises, and names broken files', () => {
    const { fileOf, health, place } = registerOf({
      'session-a': ['here: promise-a', 'here: promise-b'],
      'session-b': ['here: promise-a'],
      'session-c': '',
      'session-d': 'no line\n',
    });
    expect(health.survey()).toEqual({
      place,
      refusal: undefined,
      sessions: 2,
      broken: [{ path: fileOf('session-d'), reason: 'line 1 cannot be read' }],
      gone: [],
    });
  });

  it('names the folders that are gone, with the sessions and promises in each, once', () => {
    const { health } = registerOf({
      'session-a': ['/gone/b: promise-1', '/gone/a: promise-2', 'here: promise-3'],
      'session-b': ['/gone/b: promise-1', '/gone/b: promise-4'],
    });
    expect(health.survey().gone).toEqual([
      { project: '/gone/a', sessions: ['session-a'], promises: ['promise-2'] },
      {
        project: '/gone/b',
        sessions: ['session-a', 'session-b'],
        promises: ['promise-1', 'promise-4'],
      },
    ]);
  });

  it.each<[string, Partial<Files>, string | undefined, unknown]>([
    ['cannot be read and written', {}, 'EACCES', { code: 'EACCES' }],
    ['belongs to another user', { isOwnFolder: () => false }, undefined, 'not-own'],
  ])('reads nothing of one that %s', (_what, replaced, code, refusal) => {
    const { health, place } = registerOf({ 'session-a': 'no line\n' }, replaced, code);
    expect(health.survey()).toEqual({ place, refusal, sessions: 0, broken: [], gone: [] });
  });
});

describe('a broken register', () => {
  it('keeps gates shut, and is moved away with a note', async () => {
    const { fileOf, health, place } = registerOf({
      'session-a': 'no line\n',
      'session-b': ['here: promise-a'],
    });
    const file = { path: fileOf('session-a'), reason: 'line 1 cannot be read' };
    expect(await health.inspect()).toEqual([{ kind: 'broken', file, blocksGates: true }]);
    const repair = await health.repair({ kind: 'broken', file, blocksGates: true });
    const to = join(health.quarantine, '20260304-050607-session-a.jsonl');
    expect(repair).toEqual({ ok: true, value: { from: file.path, to, warnings: [] } });
    expect(readFileSync(to, 'utf8')).toBe('no line\n');
    expect(JSON.parse(readFileSync(`${to}.note.json`, 'utf8'))).toEqual({
      moved_from: file.path,
      moved_at: '2026-03-04T05:06:07Z',
      reason: file.reason,
    });
    expect(readdirSync(place)).toEqual(['session-b.jsonl']);
    expect(await health.inspect()).toEqual([]);
  });

  it('stays where it cannot be moved', async () => {
    const rename = (_from: string, to: string) => {
      throw systemError('EACCES', to);
    };
    const { fileOf, health, textOf } = registerOf({ 'session-a': 'no line\n' }, { rename });
    const file = { path: fileOf('session-a'), reason: 'x' };
    expect(await health.repair({ kind: 'broken', file, blocksGates: true })).toMatchObject({
      failure: { kind: 'file-system', code: 'EACCES' },
    });
    expect(textOf('session-a')).toBe('no line\n');
  });

  it('is all that can be repaired, and lies in the quarantine of the user then', async () => {
    const { health, userStateFolder } = registerOf({});
    expect(health.quarantine).toBe(join(userStateFolder, 'quarantine'));
    const finding = { kind: 'not-archived', id: 'promise-1', path: '/x' } as const;
    expect(await health.repair(finding)).toEqual({
      ok: false,
      failure: { kind: 'unexpected', message: 'a register has no promise to move' },
    });
  });
});

it('one session with promises and two without are counted as one', () => {
  const sessions = { 'session-a': ['here: promise-a'], 'session-b': '', 'session-c': '' };
  expect(registerOf(sessions).health.survey().sessions).toBe(1);
});
