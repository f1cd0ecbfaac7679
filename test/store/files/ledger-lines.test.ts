import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { EventReader } from '../../../src/store/event-log.ts';
import { createLedgerLines, openLines } from '../../../src/store/files/ledger-lines.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { runs } from '../../rig/values/runs.ts';
import { createProject } from '../../rig/worlds/project.ts';

interface Ledger {
  readonly path: string;
  readonly reader: EventReader;
}

function ledgerWith(text: string): Ledger {
  const { folder } = createProject();
  const state = stateFolderOf(folder);
  mkdirSync(dirname(state.events), { recursive: true });
  writeFileSync(state.events, text);
  const world = { files: createNodeFiles(NO_DEADLINE), digests: NODE_DIGESTS };
  return { path: state.events, reader: openLines(world, state.events) };
}

/** What a reader gives, in a few words: `1 a` for a line, `1 a…` for one without its end. */
function wordsOf({ reader }: Ledger, isLast = false): readonly string[] {
  return [...reader.read(isLast)].map((entry) => {
    if (entry.read === 'line') return `${entry.number} ${entry.text}${entry.isWhole ? '' : '…'}`;
    return entry.read === 'too-long' ? `${entry.number} too long` : entry.read;
  });
}

describe('the lines of a ledger', () => {
  it.each<[string, string, readonly string[]]>([
    ['none', '', []],
    ['two', 'a\nb\n', ['1 a', '2 b']],
    ['with blank ones between, which count', 'a\n\n \nb\n', ['1 a', '4 b']],
    ['the last cut off', 'a\nb', ['1 a', '2 b…']],
    ['one that is longer than any', `${'x'.repeat(1_100_000)}\nb\n`, ['1 too long', '2 b']],
    ['and with no end in sight', `a\n${'x'.repeat(3_200_000)}\nb\n`, ['1 a', '2 too long', '3 b']],
  ])('%s', (_name, text, words) => {
    expect(wordsOf(ledgerWith(text), true)).toEqual(words);
  });

  it('each names the digest of the one before it, also of one that was cut inside a character', () => {
    const { path, reader } = ledgerWith('');
    const torn = Buffer.from('{"a":"ä').subarray(0, -1);
    writeFileSync(path, Buffer.concat([torn, Buffer.from('\nb\n')]));
    const [, second] = [...reader.read(true)];
    expect(second).toMatchObject({ text: 'b', before: NODE_DIGESTS.of(torn) });
  });
});

describe('a reader that reads on', () => {
  it.each<[string, (path: string) => void, readonly string[]]>([
    ['nothing new', () => {}, []],
    ['a further line', (path) => appendFileSync(path, 'c\n'), ['3 c']],
    ['half of a line', (path) => appendFileSync(path, 'c'), []],
    ['a cut ledger', (path) => truncateSync(path, 2), ['begins-anew', '1 a']],
    ['an emptied one', (path) => truncateSync(path, 0), ['begins-anew']],
    ['one that is gone', (path) => rmSync(path), ['begins-anew']],
    [
      'another in its place',
      (path) => {
        writeFileSync(`${path}.new`, 'other\n');
        renameSync(`${path}.new`, path);
      },
      ['begins-anew', '1 other'],
    ],
  ])('%s', (_name, change, words) => {
    const ledger = ledgerWith('a\nb\n');
    wordsOf(ledger);
    change(ledger.path);
    expect(wordsOf(ledger)).toEqual(words);
  });

  it('gives a line once, when its end has come', () => {
    const ledger = ledgerWith('a\nb');
    expect(wordsOf(ledger)).toEqual(['1 a']);
    appendFileSync(ledger.path, 'b\nc\n');
    expect(wordsOf(ledger)).toEqual(['2 bb', '3 c']);
  });

  it('follows no link, and says why', () => {
    const ledger = ledgerWith('a\n');
    rmSync(ledger.path);
    symlinkSync(join(ledger.path, '..', 'elsewhere'), ledger.path);
    expect(wordsOf(ledger)).toEqual(['broken']);
  });

  it('gives the same lines however the writes fall', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ä', '\n', '{', ' '), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 5 }), (whole, cuts) => {
        const bytes = Buffer.from(whole);
        const ledger = ledgerWith('');
        const ends = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted(
          (a, b) => a - b,
        );
        const words = ends.flatMap((end, index) => {
          appendFileSync(ledger.path, bytes.subarray(ends[index - 1] ?? 0, end));
          return wordsOf(ledger, index === ends.length - 1);
        });
        expect(words).toEqual(wordsOf(ledgerWith(whole), true));
      }),
      runs(60),
    );
  });
});

it('an event log is opened on the ledger of a state, which it names', async () => {
  const { path } = ledgerWith('a\n');
  const world = { files: createNodeFiles(NO_DEADLINE), digests: NODE_DIGESTS };
  const log = createLedgerLines(world, stateFolderOf(join(dirname(path), '..', '..')));
  expect(log.folder).toBe(dirname(path));
  expect([...(await log.open()).read(true)]).toMatchObject([{ read: 'line', text: 'a' }]);
});
