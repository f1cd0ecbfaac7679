import { describe, expect, it } from 'vitest';
import type { FileReading, Files } from '../../../src/ports.ts';
import { createCostLog } from '../../../src/store/files/logs.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import { costLine } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FOLDER = stateFolderOf('/project');

function memory() {
  const files = createMemoryFiles();
  files.makeFolder(FOLDER.root);
  return files;
}

it('what is appended is read, oldest first', async () => {
  const log = createCostLog(memory(), FOLDER);
  const lines = [costLine({ request_id: 'a' }), costLine({ request_id: 'b' })];
  expect(await Promise.all(lines.map((line) => log.append(line)))).toEqual([undefined, undefined]);
  expect(successOf(await log.read())).toEqual({ lines, skipped: 0 });
});

it('the first line makes the folder that it stands in', async () => {
  const files = createMemoryFiles();
  files.makeFolder('/project');
  const log = createCostLog(files, FOLDER);
  expect(await log.append(costLine({ request_id: 'a' }))).toBeUndefined();
  expect(successOf(await log.read()).lines).toHaveLength(1);
});

it('a log that is not there holds nothing', async () => {
  expect(successOf(await createCostLog(memory(), FOLDER).read())).toEqual({
    lines: [],
    skipped: 0,
  });
});

describe('lines of another kind are counted, and hide no other', () => {
  it.each<[string, string, number]>([
    ['torn', '{"timestamp":"2026-', 1],
    ['without a time', '{"model":"sonnet"}', 1],
    ['no object', '7', 1],
    ['empty', '', 0],
    ['blank', ' \t', 0],
  ])('%s', async (_name, text, skipped) => {
    const files = memory();
    const log = createCostLog(files, FOLDER);
    await log.append(costLine({ request_id: 'a' }));
    files.appendLine(FOLDER.costLog, text);
    await log.append(costLine({ request_id: 'b' }));
    const read = successOf(await log.read());
    expect([read.lines.map((line) => line.request_id), read.skipped]).toEqual([
      ['a', 'b'],
      skipped,
    ]);
  });
});

describe('a log that cannot be read is no empty log', () => {
  it.each<[string, FileReading]>([
    ['too large', { found: 'too-large', size: 2 ** 40 }],
    ['a folder', { found: 'folder' }],
    ['a link', { found: 'link' }],
    ['no text', { found: 'not-utf-8' }],
    ['forbidden', { found: 'error', code: 'EACCES' }],
  ])('%s', async (_name, reading) => {
    const files: Files = { ...memory(), read: () => reading };
    expect(failureOf(await createCostLog(files, FOLDER).read())).toMatchObject({
      kind: 'broken-file',
      file: { path: FOLDER.costLog },
    });
  });
});

describe('a line that cannot be written', () => {
  const failing = (error: Error): Files => ({
    ...memory(),
    appendLine: () => {
      throw error;
    },
  });

  it('is a failure as a value', async () => {
    const log = createCostLog(failing(systemError('ENOSPC', FOLDER.costLog)), FOLDER);
    expect(await log.append(costLine())).toEqual({
      kind: 'file-system',
      action: 'write to the cost log',
      path: FOLDER.costLog,
      code: 'ENOSPC',
    });
  });

  it('for a bug is thrown on', async () => {
    const log = createCostLog(failing(new TypeError('a bug')), FOLDER);
    await expect(log.append(costLine())).rejects.toThrow('a bug');
  });
});
