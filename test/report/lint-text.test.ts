import { expect, it } from 'vitest';
import { lintText } from '../../src/report/lint-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';

it.each<[string, readonly (readonly string[])[], string]>([
  [
    'nothing is lacking',
    [[], []],
    `[OK] AC-1
[OK] AC-2
The evidence of promise-1 contains what the rules for its type require. A rubric cannot tell whether it is true.`,
  ],
  [
    'something is lacking',
    [[], ['a number', 'a command']],
    `[OK] AC-1
[INCOMPLETE] AC-2
    - a number
    - a command
1 of 2 criteria of promise-1 have incomplete evidence. To replace it: cs meet promise-1`,
  ],
])('%s', (_name, lacks, text) => {
  const judgments = lacks.map((one, index) => ({ ac_id: `AC-${index + 1}`, lacks: one }));
  expect(lintText('promise-1', judgments, plainStyle, LINES_HERE)).toBe(text);
});

it('an id from a file is written out', () => {
  expect(
    lintText('p', [{ ac_id: '\u001b[2J\n[OK]', lacks: [] }], plainStyle, LINES_HERE),
  ).toContain('[OK] \\x1b[2J [OK]\n');
});
