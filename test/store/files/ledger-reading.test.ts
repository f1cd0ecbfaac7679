import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { addCriterion, draftPromise } from '../../../src/domain/promise/promise-changes.ts';
import type { Files } from '../../../src/ports.ts';
import { readLedger, readLedgerTail } from '../../../src/store/files/ledger-reading.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { actorValue, definitionValue, successOf } from '../../rig/values/domain-values.ts';
import { createFileStore } from '../../rig/worlds/file-store.ts';

const MEGABYTE = 1024 * 1024;

function scratchProject() {
  const project = mkdtempSync(join(tmpdir(), 'completion-promise-ledger-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));
  const { events } = stateFolderOf(project);
  mkdirSync(dirname(events), { recursive: true });
  return { project, ledger: events };
}

/** The real files, and how many bytes were read by them. */
function countingFiles(): { readonly files: Files; readonly bytesRead: () => number } {
  const files = createNodeFiles(NO_DEADLINE);
  let bytesRead = 0;
  return {
    bytesRead: () => bytesRead,
    files: {
      ...files,
      read(path, limit) {
        const reading = files.read(path, limit);
        if (reading.found === 'text') bytesRead += Buffer.byteLength(reading.text);
        return reading;
      },
      readSlice(path, slice) {
        const reading = files.readSlice(path, slice);
        if (reading.found === 'bytes') bytesRead += reading.bytes.length;
        return reading;
      },
    },
  };
}

const digest = (of: number) => String(of).padStart(64, '0');
const pathOf = (index: number) => `promises/promise-${index}.json`;

function lineOn(index: number, after: number, prev: string | null = null, room = ''): string {
  const file = { path: pathOf(index), before: null, after: digest(after) };
  return JSON.stringify({ event: 'promise.started', room, file, prev });
}

/** A ledger in which each line follows from the one before it. `changes`: of which promise, to what. */
function chainOf(changes: readonly (readonly [index: number, after: number])[]): string {
  const lines: string[] = [];
  for (const [index, after] of changes) {
    const before = lines.at(-1);
    const prev = before === undefined ? null : NODE_DIGESTS.of(before);
    lines.push(lineOn(index, after, prev, 'ä'.repeat(200)));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Changes that take about so many bytes, in which the promises take turns. */
function changesOf(bytes: number, promises: number): readonly (readonly [number, number])[] {
  const size = Buffer.byteLength(chainOf([[0, 0]]));
  return Array.from({ length: Math.ceil(bytes / size) }, (_, at) => [at % promises, at] as const);
}

describe('what a ledger says last of a file', () => {
  it.each([1, 50, 200_000, 3 * MEGABYTE])('is found in one of %i bytes', (bytes) => {
    const { ledger } = scratchProject();
    writeFileSync(ledger, chainOf([[999, 1], [998, 2], ...changesOf(bytes, 7), [998, 3]]));
    const files = createNodeFiles(NO_DEADLINE);
    const wanted = [pathOf(999), pathOf(998), pathOf(12_345)];
    const { broken, isComplete, records } = readLedger(
      { digests: NODE_DIGESTS, files },
      ledger,
      wanted,
    );
    expect([broken, isComplete]).toEqual([undefined, true]);
    expect(records.map(({ after, path }) => [path, after])).toEqual([
      [pathOf(998), digest(3)],
      [pathOf(999), digest(1)],
    ]);
    expect(readLedgerTail({ digests: NODE_DIGESTS, files }, ledger, wanted).records).toEqual(
      records,
    );
  });

  it('is not looked for beyond the last 4 MB by a gate', () => {
    const { ledger } = scratchProject();
    writeFileSync(ledger, `${lineOn(999, 1)}\n`);
    truncateSync(ledger, 9 * MEGABYTE);
    appendFileSync(ledger, `\n${lineOn(1, 2)}\n`);
    const { bytesRead, files } = countingFiles();
    const wanted = [pathOf(999), pathOf(1)];
    expect(readLedgerTail({ digests: NODE_DIGESTS, files }, ledger, wanted)).toMatchObject({
      records: [{ path: pathOf(1) }],
      isComplete: false,
    });
    expect(bytesRead()).toBeLessThanOrEqual(4 * MEGABYTE);
    expect(
      readLedger({ digests: NODE_DIGESTS, files }, ledger, wanted).records.map(({ path }) => path),
    ).toEqual([pathOf(1), pathOf(999)]);
  });

  it.each([
    ['another line', NODE_DIGESTS.of('another line')],
    ['no line', null],
    ['nothing that could be one', '0'],
  ])('is not what a line says that follows from %s', (_what, prev) => {
    const { ledger } = scratchProject();
    writeFileSync(
      ledger,
      `${chainOf([
        [1, 1],
        [2, 2],
      ])}${lineOn(1, 3, prev)}\n`,
    );
    const files = createNodeFiles(NO_DEADLINE);
    for (const read of [readLedger, readLedgerTail]) {
      const { records } = read({ digests: NODE_DIGESTS, files }, ledger, [pathOf(1)]);
      expect(records.map(({ after }) => after)).toEqual([digest(1)]);
    }
  });

  it.each([
    ['was not read', `${' '.repeat(64 * 1024)}\n`],
    ['was read', ''],
  ])('is not what a torn line says, of which the line before %s', (_what, between) => {
    const { ledger } = scratchProject();
    const torn = lineOn(1, 3).slice(0, -1);
    writeFileSync(ledger, `${chainOf([[1, 1]])}${between}${torn}\n`);
    const reader = { digests: NODE_DIGESTS, files: createNodeFiles(NO_DEADLINE) };
    const { records } = readLedgerTail(reader, ledger, [pathOf(1)]);
    expect(records.map(({ after }) => after)).toEqual([digest(1)]);
  });

  it('is not looked for in one of more than 1 GB', () => {
    const { ledger } = scratchProject();
    writeFileSync(ledger, '');
    truncateSync(ledger, 1025 * MEGABYTE);
    const { bytesRead, files } = countingFiles();
    const { broken } = readLedger({ digests: NODE_DIGESTS, files }, ledger, [pathOf(1)]);
    expect(broken?.reason).toBe('it is too large (1025 MB; at most 1024 MB are read)');
    expect(bytesRead()).toBe(1);
  });

  it('is nothing where there is no ledger, and unknown where it cannot be read', () => {
    const { ledger } = scratchProject();
    const files = createNodeFiles(NO_DEADLINE);
    expect(readLedger({ digests: NODE_DIGESTS, files }, ledger, ['a'])).toEqual({
      records: [],
      isComplete: true,
      broken: undefined,
    });
    mkdirSync(ledger);
    expect(readLedger({ digests: NODE_DIGESTS, files }, ledger, ['a'])).toEqual({
      records: [],
      isComplete: false,
      broken: { path: ledger, reason: 'it is a folder' },
    });
  });
});

it('a change reads no more of a ledger of 200 MB than the end that a gate reads', async () => {
  const { ledger, project } = scratchProject();
  const { bytesRead, files } = countingFiles();
  const { promises } = createFileStore(project, { files });
  const actor = actorValue('session-a');
  const { id } = successOf(
    await promises.create((free) => draftPromise(free, definitionValue('Title', ['a']), actor)),
  );
  const change = async () => {
    const before = bytesRead();
    successOf(await promises.change(id, (promise) => addCriterion(id, promise, 'b', actor)));
    return bytesRead() - before;
  };
  const small = await change();
  truncateSync(ledger, 200 * MEGABYTE);
  appendFileSync(ledger, `\n${lineOn(1, 2)}\n`);
  expect(await change()).toBeLessThan(small + 4 * MEGABYTE + 2 * 64 * 1024);
});
