import { describe, expect, it } from 'vitest';
import { tamperingSchema } from '../../build/schemas/tampering.ts';
import type { TamperingFinding } from '../../src/domain/promise/tampering.ts';
import { commandLinesFor } from '../../src/report/command-lines.ts';
import { plainStyle } from '../../src/report/style.ts';
import { weakenedSection } from '../../src/report/tampered-text.ts';
import {
  type ShownTampering,
  tamperingJson,
  tamperingText,
} from '../../src/report/tampering-text.ts';

const FINDING: TamperingFinding = {
  kind: 'test-skipped',
  path: 'sum.test.js',
  line: 3,
  detail: '"adds" does not run any more',
  before: "it('adds', () => {",
  after: "it.skip('adds', () => {",
  digest: '0123456789abcdef',
};

const BASE = '1234567890abcdef1234567890abcdef12345678';

const textOf = (look: Partial<ShownTampering>): readonly string[] =>
  tamperingText({ base: BASE, findings: [], named: [], notes: [], ...look }, plainStyle).split(
    '\n',
  );

describe('what was found, for people', () => {
  it('file by file, with the lines before and after', () => {
    const later = { ...FINDING, line: 9, before: '', after: '', detail: 'gone', digest: 'f' };
    expect(textOf({ findings: [FINDING, later, { ...later, path: 'z.test.js' }] })).toEqual([
      'sum.test.js',
      '  line 3: [test-skipped] "adds" does not run any more (0123456789abcdef)',
      "    - it('adds', () => {",
      "    + it.skip('adds', () => {",
      '  line 9: [test-skipped] gone (f)',
      'z.test.js',
      '  line 9: [test-skipped] gone (f)',
      '3 signs of weakened tests in 2 files, since 1234567890ab.',
    ]);
  });

  it('nothing', () => {
    expect(textOf({})).toEqual(['No sign of weakened tests, since 1234567890ab.']);
    expect(textOf({ base: '' })).toEqual(['No sign of weakened tests, in the whole history.']);
  });

  it('what others brought stands below, and is not counted', () => {
    expect(textOf({ named: [{ ...FINDING, before: '', after: '' }] })).toEqual([
      'Brought in by a merge or pull, not the work of this session:',
      'sum.test.js',
      '  line 3: [test-skipped] "adds" does not run any more (0123456789abcdef)',
      'No sign of weakened tests, since 1234567890ab.',
    ]);
  });

  it('several lines each have their mark, as far as they are shown', () => {
    const before = `\n${Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n')}\n`;
    const lines = textOf({ findings: [{ ...FINDING, before, after: '' }] });
    expect(lines.slice(2, -1)).toEqual([
      ...Array.from({ length: 8 }, (_, index) => `    - line ${index}`),
      '    - …',
    ]);
  });

  it.each<[where: string, parts: Partial<TamperingFinding>, shown: string]>(
    [
    ['a path', { path: 'a\u001b[2J\nb.js' }, 'a\\x1b[2J b.js'],
    ['a detail', { detail: 'x\r\u202ey' }, '  line 3: [test-skipped] x\\x0d\\u{202e}y (0123456789abcdef)'],
    ['a kind', { kind: 'a\u0007' }, '  line 3: [a\\x07] "adds" does not run any more (0123456789abcdef)'],
    ['a line that stood there', { before: 'x\u001b]0;t\u0007' }, '    - x\\x1b]0;t\\x07'],
    ['a line that stands there', { after: 'x\u009b1m\r' }, '    + x\\x9b1m'],
  ] /* biome-ignore format: a table */,
  )('what a terminal obeys in %s is written out', (_where, parts, shown) => {
    expect(textOf({ findings: [{ ...FINDING, ...parts }] })).toContain(shown);
  });
});

it('status tells once what was found since each of several promises', () => {
  const look = { examined: true, base: BASE, findings: [FINDING], named: [], notes: [] } as const;
  const since = (id: string, accepted: readonly string[] = []) => {
    return { id, look, accepted: new Set(accepted) };
  };
  const looks = [since('promise-1'), since('promise-2', [FINDING.digest]), since('promise-3')];
  const lines = commandLinesFor(undefined, 'cs');
  expect(weakenedSection(looks, plainStyle, lines).join('\n').split('\n')).toEqual([
    '',
    'WEAKENED TESTS:',
    '  promise-1, promise-3: 1 found compared with commit 1234567890ab',
    '    0123456789abcdef sum.test.js:3: "adds" does not run any more',
    '  promise-2: 1 found compared with commit 1234567890ab',
    '    0123456789abcdef sum.test.js:3: "adds" does not run any more (accepted)',
    '  To see what changed: cs promise tamper --promise promise-1',
  ]);
});

describe('what was found, as data', () => {
  it.each<[what: string, look: ShownTampering, base: string | null]>([
    ['something', { base: BASE, findings: [FINDING], named: [FINDING], notes: ['A note.'] }, BASE],
    ['nothing, without a commit', { base: '', findings: [], named: [], notes: [] }, null],
  ])('%s keeps to its schema', (_what, look, base) => {
    const data = tamperingJson(look);
    expect(tamperingSchema.safeParse(data).error).toBeUndefined();
    expect(data).toEqual({ ...look, examined: true, base });
  });
});
