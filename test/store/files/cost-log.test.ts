import { describe, expect, it } from 'vitest';
import type { Files, SliceReading } from '../../../src/ports.ts';
import { createCostLog, readLines } from '../../../src/store/files/logs.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import { costLine } from '../../rig/values/judge-values.ts';
import { allCalls } from '../../rig/worlds/cost-lines.ts';
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
  expect(await allCalls(log)).toEqual({ lines, skipped: 0 });
});

it('the first line makes the folder that it stands in', async () => {
  const files = createMemoryFiles();
  files.makeFolder('/project');
  const log = createCostLog(files, FOLDER);
  expect(await log.append(costLine({ request_id: 'a' }))).toBeUndefined();
  expect((await allCalls(log)).lines).toHaveLength(1);
});

it('a log that is not there holds nothing', async () => {
  expect(await allCalls(createCostLog(memory(), FOLDER))).toEqual({
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
    const read = await allCalls(log);
    expect([read.lines.map((line) => line.request_id), read.skipped]).toEqual([
      ['a', 'b'],
      skipped,
    ]);
  });
});

describe('a log that cannot be read is no empty log', () => {
  it.each<[string, SliceReading]>([
    ['a folder', { found: 'folder' }],
    ['a link', { found: 'link' }],
    ['forbidden', { found: 'error', code: 'EACCES' }],
    ['no text', { found: 'bytes', bytes: Buffer.from([0xff, 0xfe, 0x0a]), size: 3 }],
  ])('%s', async (_name, reading) => {
    const log = createCostLog({ ...memory(), readSlice: () => reading }, FOLDER);
    const broken = { kind: 'broken-file', file: { path: FOLDER.costLog } };
    expect(failureOf(await log.read(() => {}))).toMatchObject(broken);
    expect(failureOf(await log.since(0))).toMatchObject(broken);
  });
});

it('the lines of a log, for who takes them as they are, are those that are not blank', () => {
  const files = memory();
  for (const line of ['a', '', ' \t', ' b ']) files.appendLine(FOLDER.costLog, line);
  expect(successOf(readLines(files, FOLDER.costLog))).toEqual(['a', ' b ']);
});

it('the lines of a log that cannot be read are none, and why', () => {
  const limits: number[] = [];
  const read: Files['read'] = (_path, limit) => {
    limits.push(limit);
    return { found: 'too-large', size: 200 * 1024 * 1024 };
  };
  expect(failureOf(readLines({ ...memory(), read }, FOLDER.costLog))).toEqual({
    kind: 'broken-file',
    file: {
      path: FOLDER.costLog,
      reason: 'it is too large (200 MB; at most 128 MB are read)',
    },
  });
  expect(limits).toEqual([128 * 1024 * 1024]);
  expect(successOf(readLines(memory(), FOLDER.costLog))).toEqual([]);
});

it('a log that is no text says so, and one of ASCII that was cut off is one', async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x0a]);
  const log = createCostLog(
    { ...memory(), readSlice: () => ({ found: 'bytes', bytes, size: 3 }) },
    FOLDER,
  );
  const failure = {
    kind: 'broken-file',
    file: { path: FOLDER.costLog, reason: 'it is not valid UTF-8' },
  };
  expect(failureOf(await log.read(() => {}))).toEqual(failure);
  expect(failureOf(await log.since(0))).toEqual(failure);
});

it('a call of the moment that is asked for counts', async () => {
  const log = createCostLog(memory(), FOLDER);
  await log.append(costLine({ timestamp: '2026-03-04T00:00:00Z' }));
  const moment = Date.parse('2026-03-04T00:00:00Z');
  expect(successOf(await log.since(moment))).toHaveLength(1);
  expect(successOf(await log.since(moment + 1))).toHaveLength(0);
});

it('a line is not added where its folder cannot be, and the failure is given', async () => {
  const files = createMemoryFiles();
  const log = createCostLog(files, FOLDER);
  expect(await log.append(costLine())).toMatchObject({ kind: 'broken-file' });
  expect(files.exists(FOLDER.costLog)).toBe(false);
});

describe('a log of many pieces', () => {
  const CALLS_A_DAY = 4000;
  const days = Array.from({ length: 6 }, (_, day) => `2026-02-1${day}`);

  function longLog() {
    const files = memory();
    const lines = days.flatMap((day) =>
      Array.from({ length: CALLS_A_DAY }, (_, call) =>
        JSON.stringify(costLine({ timestamp: `${day}T10:00:00Z`, request_id: `${day} ${call} ä` })),
      ),
    );
    files.appendLine(FOLDER.costLog, lines.join('\n'));
    let read = 0;
    const counted: Files = {
      ...files,
      readSlice(path, slice) {
        const reading = files.readSlice(path, slice);
        read += reading.found === 'bytes' ? reading.bytes.length : 0;
        return reading;
      },
    };
    return { log: createCostLog(counted, FOLDER), size: lines.join('\n').length, read: () => read };
  }

  it('is read whole, each call once', async () => {
    const { lines, skipped } = await allCalls(longLog().log);
    expect([lines.length, skipped]).toEqual([CALLS_A_DAY * days.length, 0]);
    expect(new Set(lines.map((line) => line.request_id)).size).toBe(lines.length);
  });

  it.each([0, 1, 5])('the calls since day %i are found, each once', async (day) => {
    const calls = successOf(await longLog().log.since(Date.parse(days[day] ?? '')));
    expect(new Set(calls.map((line) => line.request_id)).size).toBe(calls.length);
    expect(calls).toHaveLength(CALLS_A_DAY * (days.length - day));
  });

  it('a piece of it without a call does not end the search', async () => {
    const files = memory();
    const log = createCostLog(files, FOLDER);
    await log.append(costLine({ request_id: 'a' }));
    files.appendLine(FOLDER.costLog, `${'x'.repeat(1023)}\n`.repeat(2048));
    expect(successOf(await log.since(0)).map((line) => line.request_id)).toEqual(['a']);
  });

  it('for those of the last day, the beginning is not read', async () => {
    const { log, read, size } = longLog();
    await log.since(Date.parse('2026-02-15'));
    expect(read()).toBeLessThan(size / 2);
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
