import { describe, expect, it } from 'vitest';
import { failed } from '../../../src/domain/base/result.ts';
import type { Files } from '../../../src/ports.ts';
import type { IntendedChange, Intent, Ledger } from '../../../src/store/files/ledger.ts';
import { freePath, quarantine } from '../../../src/store/files/quarantine.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FOLDER = stateFolderOf('/work');
const BROKEN = `${FOLDER.promises}/promise-1.json`;
const TO = `${FOLDER.quarantine}/20260304-050607-promise-1.json`;
const REFUSED: Intent = { outcome: 'refused', failure: { kind: 'unexpected', message: 'no' } };

/** Moves a broken file away. What was done with the ledger and the files stands in `deeds`, in its order. */
async function moved(
  path: string,
  intent: Intent = { outcome: 'added', head: null },
  replaced: (files: Files) => Partial<Files> = () => ({}),
  there: readonly string[] = [],
) {
  const memory = createMemoryFiles();
  for (const folder of [FOLDER.promises, FOLDER.quarantine]) memory.makeFolder(folder);
  for (const other of there) memory.writeNew(other, 'there before');
  memory.writeNew(path, 'broken');
  const deeds: unknown[] = [];
  const ledger: Ledger = {
    hold: (act) => ({
      value: act({
        intend(change: IntendedChange) {
          deeds.push(change);
          return intent;
        },
        foresee: () => failed({ kind: 'unexpected', message: 'x' }),
      }),
    }),
    progress: () => undefined,
  };
  const files: Files = {
    ...memory,
    rename(from, to) {
      memory.rename(from, to);
      deeds.push('moved');
    },
    flushFolder: (folder) => void deeds.push(folder),
    ...replaced(memory),
  };
  const file = { path, reason: 'it is empty' };
  const repair = await quarantine({ files, clock: fakeClock(), ledger }, FOLDER, file);
  // The folders that it was moved in are made before.
  return { repair, deeds: deeds.filter((deed) => deed !== '/'), memory };
}

const told = (from: string, to: string) => ({
  events: [{ event: 'file.quarantined', from, to }],
});

describe('a broken file', () => {
  it('is moved with a note, once the ledger is told', async () => {
    const { deeds, memory, repair } = await moved(BROKEN);
    expect(successOf(repair)).toEqual({ from: BROKEN, to: TO, warnings: [] });
    expect(deeds.slice(-3)).toEqual([told(BROKEN, TO), 'moved', FOLDER.quarantine]);
    expect(memory.exists(BROKEN)).toBe(false);
    expect(memory.files.get(TO)).toBe('broken');
    expect(JSON.parse(memory.files.get(`${TO}.note.json`) ?? '')).toEqual({
      moved_from: BROKEN,
      moved_at: '2026-03-04T05:06:07Z',
      reason: 'it is empty',
    });
  });

  it('is moved where the ledger refuses it as well, with a warning', async () => {
    const { deeds, repair } = await moved(BROKEN, REFUSED);
    const warnings = [{ kind: 'unexpected', message: 'no' }];
    expect(successOf(repair)).toEqual({ from: BROKEN, to: TO, warnings });
    expect(deeds.slice(-3)).toEqual([told(BROKEN, TO), 'moved', FOLDER.quarantine]);
  });

  it.each<[string, Intent, readonly unknown[]]>([
    ['and told to the one that begins then', { outcome: 'added', head: null }, []],
    ['and what that refuses is a warning', REFUSED, [{ kind: 'unexpected', message: 'no' }]],
  ])('that is the ledger is moved first, %s', async (_what, intent, warnings) => {
    const { deeds, repair } = await moved(FOLDER.events, intent);
    const to = `${FOLDER.quarantine}/20260304-050607-events.jsonl`;
    expect(successOf(repair)).toEqual({ from: FOLDER.events, to, warnings });
    expect(deeds.slice(-3)).toEqual(['moved', FOLDER.quarantine, told(FOLDER.events, to)]);
  });

  it.each<[string, (files: Files) => Partial<Files>]>([
    [
      'it cannot be moved',
      () => ({
        rename(_from, to) {
          throw systemError('EACCES', to);
        },
      }),
    ],
    [
      'its note cannot be written',
      () => ({
        writeNew(path) {
          throw systemError('EACCES', path);
        },
      }),
    ],
  ])('stays where %s', async (_what, replaced) => {
    const { memory, repair } = await moved(BROKEN, undefined, replaced);
    expect(failureOf(repair)).toMatchObject({
      kind: 'file-system',
      action: 'move a file to the quarantine',
      code: 'EACCES',
    });
    expect(memory.files.get(BROKEN)).toBe('broken');
  });

  it('stays where the quarantine is no folder of the state', async () => {
    const realPath = (path: string) => (path === FOLDER.quarantine ? '/elsewhere' : path);
    const { deeds, repair } = await moved(BROKEN, undefined, () => ({ realPath }));
    expect(failureOf(repair)).toMatchObject({
      kind: 'broken-file',
      file: { path: FOLDER.quarantine },
    });
    expect(deeds).not.toContain('moved');
  });

  it.each<[string, readonly string[], string]>([
    ['one of its name was moved before', [TO], `${TO}.2`],
    ['only the note of one is there', [`${TO}.note.json`], `${TO}.2`],
    ['two were moved before', [TO, `${TO}.2`], `${TO}.3`],
  ])('replaces none where %s', async (_what, there, to) => {
    const { memory, repair } = await moved(BROKEN, undefined, undefined, there);
    expect(successOf(repair).to).toBe(to);
    for (const path of there) expect(memory.files.get(path)).toBe('there before');
    expect(freePath(memory, '/free')).toBe('/free');
  });
});
