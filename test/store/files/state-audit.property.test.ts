import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditFinding } from '../../../src/domain/session/audit.ts';
import { type RecordedState, recordedState, withHistory } from '../../rig/worlds/recorded-state.ts';

/** Any change of any byte of the record shows, and where. The heads that are kept outside of it stay as they are. */

let recorded: RecordedState & { readonly root: string };

beforeAll(async () => {
  recorded = recordedState();
  await withHistory(recorded);
});
afterAll(() => rmSync(recorded.root, { recursive: true, force: true }));

const ledgerFile = () => join(recorded.state, 'events.jsonl');

/** The files that lines of the ledger are about. */
function coveredFiles(): readonly string[] {
  return ['promises', 'history', 'validations']
    .flatMap((folder) =>
      readdirSync(join(recorded.state, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(recorded.state, folder, name),
      ),
    )
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** The audit while a file holds other bytes, or is gone. */
async function auditWith(path: string, bytes: Buffer | undefined) {
  const before = readFileSync(path);
  if (bytes === undefined) rmSync(path);
  else writeFileSync(path, bytes);
  try {
    return await recorded.audit();
  } finally {
    writeFileSync(path, before);
  }
}

/** Edits of bytes, each by a place from 0 to 1 in the file. */
const BYTE_EDITS: Readonly<Record<string, (bytes: Buffer, at: number, other: number) => Buffer>> = {
  flip: (bytes, at, other) => {
    const edited = Buffer.from(bytes);
    edited[at] = (edited[at] ?? 0) ^ (1 + (other % 255));
    return edited;
  },
  drop: (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  double: (bytes, at) => Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]),
  swap: (bytes, at, other) => {
    const edited = Buffer.from(bytes);
    const to = other % bytes.length;
    [edited[at], edited[to]] = [edited[to] ?? 0, edited[at] ?? 0];
    return edited;
  },
  'cut off behind': (bytes, at) => bytes.subarray(0, at),
};

const linesOf = (bytes: Buffer) => bytes.toString('utf8').split(/(?<=\n)/);

/** Edits of whole lines. */
const LINE_EDITS: Readonly<Record<string, (lines: string[], at: number, other: number) => void>> = {
  'drop line': (lines, at) => lines.splice(at, 1),
  'double line': (lines, at) => lines.splice(at, 0, lines[at] ?? ''),
  'swap lines': (lines, at, other) => {
    const to = other % lines.length;
    [lines[at], lines[to]] = [lines[to] ?? '', lines[at] ?? ''];
  },
  'move line to the end': (lines, at) => lines.push(...lines.splice(at, 1)),
};

const PLACE = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const OTHER = fc.nat(1_000_000);

/** The line, from 1, in which two texts differ first. */
function firstDifference(a: Buffer, b: Buffer): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return linesOf(a.subarray(0, at + 1)).length;
}

/**
 * The line itself is named, or the one behind it, which holds its digest, and which may have been parted in two; none
 * where the end was cut off.
 */
function expectNamed(misfit: AuditFinding | undefined, line: number): void {
  if (misfit?.what === 'cut-short') return;
  expect(misfit?.line).toBeGreaterThanOrEqual(line);
  expect(misfit?.line).toBeLessThanOrEqual(line + 2);
}

describe('an audit', () => {
  it('of a state that nobody touched finds nothing, and its head at the end', async () => {
    const audit = await recorded.audit();
    expect(audit.misfits).toEqual([]);
    expect(audit.externals).toEqual([]);
    expect([audit.head, audit.lines > 35, audit.files]).toEqual(['at-end', true, 12]);
  });

  it.each(Object.keys(BYTE_EDITS))('of a ledger names the line of any byte: %s', async (name) => {
    const bytes = readFileSync(ledgerFile());
    await fc.assert(
      fc.asyncProperty(PLACE, OTHER, async (place, other) => {
        const edited = BYTE_EDITS[name]?.(bytes, Math.floor(place * bytes.length), other) ?? bytes;
        fc.pre(!edited.equals(bytes));
        const { misfits } = await auditWith(ledgerFile(), edited);
        const line = firstDifference(bytes, edited);
        expect(misfits[0]?.path).toBe('events.jsonl');
        expectNamed(misfits[0], line);
      }),
      { numRuns: 60 },
    );
  });

  it.each(Object.keys(LINE_EDITS))('of a ledger names the line: %s', async (name) => {
    const bytes = readFileSync(ledgerFile());
    await fc.assert(
      fc.asyncProperty(PLACE, OTHER, async (place, other) => {
        const lines = linesOf(bytes);
        LINE_EDITS[name]?.(lines, Math.floor(place * lines.length), other);
        const edited = Buffer.from(lines.join(''));
        fc.pre(!edited.equals(bytes));
        const { misfits } = await auditWith(ledgerFile(), edited);
        const line = firstDifference(bytes, edited);
        expectNamed(misfits[0], line);
      }),
      { numRuns: 40 },
    );
  });

  it.each(Object.keys(BYTE_EDITS))('of any file that it covers names it: %s', async (name) => {
    const files = coveredFiles();
    await fc.assert(
      fc.asyncProperty(fc.nat(files.length - 1), PLACE, OTHER, async (index, place, other) => {
        const path = files[index] ?? '';
        const bytes = readFileSync(path);
        const edited = BYTE_EDITS[name]?.(bytes, Math.floor(place * bytes.length), other) ?? bytes;
        fc.pre(!edited.equals(bytes));
        const { misfits } = await auditWith(path, edited);
        const told = relative(recorded.state, path).replace(/^history/, 'promises');
        expect(misfits.map((one) => one.path)).toContain(told);
      }),
      { numRuns: 60 },
    );
  });

  it('names every file that was removed, the ledger too', async () => {
    for (const path of coveredFiles()) {
      const { misfits } = await auditWith(path, undefined);
      const told = relative(recorded.state, path).replace(/^history/, 'promises');
      expect(misfits).toMatchObject([{ what: 'gone', path: told }]);
    }
    const { misfits } = await auditWith(ledgerFile(), undefined);
    expect(misfits[0]).toMatchObject({ what: 'cut-short', path: 'events.jsonl' });
  });
});
