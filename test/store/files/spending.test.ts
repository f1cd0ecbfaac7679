import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { CostLine } from '../../../src/domain/judging/cost-line.ts';
import type { FileReading, Files } from '../../../src/ports.ts';
import { createCostLog } from '../../../src/store/files/logs.ts';
import { createFileSpending } from '../../../src/store/files/spending.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import type { Reservation, Spending } from '../../../src/store/spending.ts';
import { costLine } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, type MemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FOLDER = stateFolderOf('/project');
const NOON = Date.parse('2026-03-04T12:00:00Z');
const TODAY = join(FOLDER.spending, '2026-03-04.jsonl');

function world(over: Partial<Files> = {}, memory: MemoryFiles = createMemoryFiles()) {
  memory.makeFolder(FOLDER.root);
  const files: Files = { ...memory, ...over };
  const costLog = createCostLog(files, FOLDER);
  let number = 0;
  const chance = {
    hex: () => {
      number += 1;
      return `id-${number}`;
    },
    fraction: () => 0,
  };
  return {
    memory,
    costLog,
    spending: createFileSpending({ files, chance, folder: FOLDER, costLog }),
  };
}

function linesIn(memory: MemoryFiles, path = TODAY): readonly unknown[] {
  const text = memory.files.get(path) ?? '';
  return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
}

/** Reserves for one call. */
async function ask(
  spending: Spending,
  usd: number,
  limit: number,
  now: number,
): Promise<(Reservation & { readonly kind: 'reserved' }) | Failure> {
  const reservations = await spending.reserve([usd], limit, now, now);
  if (!reservations.ok) return reservations.failure;
  const [reservation] = reservations.value;
  if (reservation === undefined) throw new Error('nothing was reserved');
  return { kind: 'reserved', settle: () => reservation.settle() };
}

async function reserved(spending: Spending, usd: number, limit: number): Promise<Reservation> {
  const reservation = await ask(spending, usd, limit, NOON);
  if (reservation.kind !== 'reserved') throw new Error(`refused: ${JSON.stringify(reservation)}`);
  return reservation;
}

const cap = (spentUsd: number, neededUsd: number, limitUsd: number): Failure => ({
  kind: 'spending-cap',
  cap: 'day',
  limitUsd,
  spentUsd,
  neededUsd,
});

it('a reservation is a line of the day, and its settlement another', async () => {
  const { spending, memory } = world();
  const { settle } = await reserved(spending, 2, 10);
  expect(linesIn(memory)).toEqual([{ event: 'reserve', id: 'id-1', usd: 2, until: NOON }]);
  expect(await settle()).toBeUndefined();
  expect(linesIn(memory)).toEqual([
    { event: 'reserve', id: 'id-1', usd: 2, until: NOON },
    { event: 'settle', id: 'id-1' },
  ]);
});

describe('calls that are made at once', () => {
  it('are reserved for in one line, of which each gives back its share', async () => {
    const { spending, memory } = world();
    const all = await spending.reserve([2, 3], 5, NOON, NOON);
    if (!all.ok) throw new Error('refused');
    expect(linesIn(memory)).toEqual([{ event: 'reserve', id: 'id-1', usd: 5, until: NOON }]);
    const [two, three] = all.value;
    expect(await ask(spending, 1, 5, NOON)).toEqual(cap(5, 1, 5));
    await three?.settle();
    expect(await ask(spending, 4, 5, NOON)).toEqual(cap(2, 4, 5));
    await two?.settle();
    expect(await ask(spending, 5, 5, NOON)).toMatchObject({ kind: 'reserved' });
  });

  it('are refused together, in one word, and nothing stays reserved', async () => {
    const { spending, memory } = world();
    expect(await spending.reserve([2, 3], 4, NOON, NOON)).toEqual({
      ok: false,
      failure: cap(0, 5, 4),
    });
    expect(linesIn(memory).map((line) => JSON.stringify(line).slice(10, 17))).toEqual([
      'reserve',
      'settle"',
    ]);
    expect(await ask(spending, 4, 4, NOON)).toMatchObject({ kind: 'reserved' });
  });
});

describe('what is reserved and not settled counts', () => {
  it('until it is settled', async () => {
    const { spending } = world();
    const first = await reserved(spending, 6, 10);
    expect(await ask(spending, 6, 10, NOON)).toEqual(cap(6, 6, 10));
    await first.settle();
    expect(await ask(spending, 6, 10, NOON)).toMatchObject({ kind: 'reserved' });
  });

  it('for the day that it began on, settled on the next', async () => {
    const { spending, memory } = world();
    const before = Date.parse('2026-03-04T23:59:59Z');
    const reservation = await ask(spending, 6, 10, before);
    expect(await ask(spending, 6, 10, before + 2000)).toMatchObject({ kind: 'reserved' });
    if (reservation.kind === 'reserved') await reservation.settle();
    expect(linesIn(memory)).toHaveLength(2);
  });

  it('and what is refused does not', async () => {
    const { spending, memory } = world();
    expect(await ask(spending, 11, 10, NOON)).toEqual(cap(0, 11, 10));
    expect(linesIn(memory).at(-1)).toEqual({ event: 'settle', id: 'id-1' });
    expect(await ask(spending, 10, 10, NOON)).toMatchObject({ kind: 'reserved' });
  });

  it('in the same file for every process', async () => {
    const { spending, memory } = world();
    await reserved(spending, 6, 10);
    const otherChance = { hex: () => 'other', fraction: () => 0 };
    const costLog = createCostLog(memory, FOLDER);
    const other = createFileSpending({
      files: memory,
      chance: otherChance,
      folder: FOLDER,
      costLog,
    });
    expect(await ask(other, 6, 10, NOON)).toEqual(cap(6, 6, 10));
  });
});

describe('what the cost log says was spent today counts', () => {
  it.each<[string, readonly Partial<CostLine>[], number]>([
    ['nothing', [], 0],
    ['a call', [{ timestamp: '2026-03-04T00:00:00Z', cost_usd: 3 }], 3],
    [
      'two',
      [
        { timestamp: '2026-03-04T01:00:00Z', cost_usd: 3 },
        { timestamp: '2026-03-04T23:59:59Z', cost_usd: 2 },
      ],
      5,
    ],
    ['none of yesterday', [{ timestamp: '2026-03-03T23:59:59Z', cost_usd: 3 }], 0],
    ['none of tomorrow', [{ timestamp: '2026-03-05T00:00:00Z', cost_usd: 3 }], 0],
    [
      'one of an unknown cost, at the dearest prices',
      [{ timestamp: '2026-03-04T01:00:00Z', cost_usd: null, input_tokens: 0 }],
      0,
    ],
  ])('%s', async (_name, calls, spent) => {
    const { costLog, spending } = world();
    for (const call of calls) await costLog.append(costLine({ model: 'no-such-model-1', ...call }));
    expect(await ask(spending, 20, 10, NOON)).toEqual(cap(spent, 20, 10));
  });
});

describe('nothing is reserved where it cannot be told what was spent', () => {
  const read = (path: string): FileReading =>
    path === TODAY ? { found: 'error', code: 'EIO' } : { found: 'nothing' };
  const full = (): never => {
    throw systemError('ENOSPC', TODAY);
  };

  it.each<[string, Partial<Files>, object]>([
    ['the reservations cannot be read', { read }, { kind: 'broken-file', file: { path: TODAY } }],
    [
      'the disk is full',
      { appendLine: full },
      { kind: 'file-system', code: 'ENOSPC', path: TODAY },
    ],
    ['no folder can be made', { makeFolder: full }, { kind: 'file-system', code: 'ENOSPC' }],
    [
      'its folder leads elsewhere',
      { realPath: (path) => (path === FOLDER.spending ? '/elsewhere' : path) },
      { kind: 'broken-file', file: { path: FOLDER.spending } },
    ],
  ])('%s', async (_name, over, failure) => {
    expect(await ask(world(over).spending, 1, 10, NOON)).toMatchObject(failure);
  });

  it('the cost log cannot be read; the reservation is given back', async () => {
    const memory = createMemoryFiles();
    memory.makeFolder(FOLDER.costLog);
    const { spending } = world({}, memory);
    expect(await ask(spending, 1, 10, NOON)).toMatchObject({
      kind: 'broken-file',
      file: { path: FOLDER.costLog },
    });
    expect(linesIn(memory).at(-1)).toEqual({ event: 'settle', id: 'id-1' });
  });
});

it('a settlement that cannot be written is a failure as a value', async () => {
  const memory = createMemoryFiles();
  let isFull = false;
  const appendLine = (path: string, line: string) => {
    if (isFull) throw systemError('ENOSPC', path);
    memory.appendLine(path, line);
  };
  const { settle } = await reserved(world({ appendLine }, memory).spending, 1, 10);
  isFull = true;
  expect(await settle()).toMatchObject({
    kind: 'file-system',
    action: 'give a reservation back',
    code: 'ENOSPC',
  });
});

describe('reservations of days that are over', () => {
  const reserveAmong = async (names: readonly string[], over: Partial<Files> = {}) => {
    const memory = createMemoryFiles();
    memory.makeFolder(FOLDER.spending);
    for (const name of names) memory.writeNew(join(FOLDER.spending, name), '');
    const reservation = await ask(world(over, memory).spending, 1, 10, NOON);
    const listing = memory.list(FOLDER.spending);
    const left = 'names' in listing ? listing.names.filter((name) => names.includes(name)) : [];
    return { reservation, left };
  };

  it.each<[string, string, boolean]>([
    ['of more than 30 days ago is removed', '2026-02-01.jsonl', false],
    ['of last year is removed', '2025-12-31.jsonl', false],
    ['of 30 days ago stays', '2026-02-02.jsonl', true],
    ['of yesterday stays: a call may be under way', '2026-03-03.jsonl', true],
    ['of tomorrow stays', '2026-03-05.jsonl', true],
    ['of another name stays', 'notes.jsonl', true],
    ['of nearly such a name stays', '2025-12-31.jsonl.bak', true],
  ])('one %s', async (_name, file, stays) => {
    expect((await reserveAmong([file])).left).toEqual(stays ? [file] : []);
  });

  it.each<[string, Partial<Files>]>([
    [
      'removed',
      {
        remove: () => {
          throw systemError('EACCES', TODAY);
        },
      },
    ],
    ['listed', { list: () => ({ code: 'EACCES' }) }],
  ])('that cannot be %s do no harm', async (_name, over) => {
    const { left, reservation } = await reserveAmong(['2025-12-31.jsonl'], over);
    expect([left.length, reservation.kind]).toEqual([1, 'reserved']);
  });
});
