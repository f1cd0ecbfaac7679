import { describe, expect, it } from 'vitest';
import type { ShownFact } from '../../src/domain/shown/fact.ts';
import { showingHint, shownLines, shownSentence } from '../../src/report/shown-text.ts';
import { criterionValue, proofParts } from '../rig/values/proof-values.ts';

const base = 'abc';
const shown = (failing: readonly string[], among: number, count = failing.length): ShownFact => ({
  kind: 'shown',
  failing,
  among,
  count,
  base,
});
const KEPT: ShownFact = { kind: 'kept', base };
const UNCHANGED: ShownFact = { kind: 'no-test-changed', base };

describe('what a command says of the work', () => {
  it.each<[ShownFact, string]>([
    [shown(['A', 'B'], 5), '2 of its 5 new or changed tests fail without the work: A, B.'],
    [shown(['A'], 5), '1 of its 5 new or changed tests fails without the work: A.'],
    [shown(['A'], 1), 'Its new or changed test fails without the work: A.'],
    [shown(['A', 'B'], 0), '2 of its tests fail without the work: A, B.'],
    [
      shown(['A', 'B', 'C', 'D'], 90, 70),
      '70 of its 90 new or changed tests fail without the work: A, B, C and 67 more.',
    ],
    [
      { kind: 'not-built', missing: 'undefined: X', base },
      'Its tests cannot be built without the work (undefined: X): that shows that something is new, not that it works.',
    ],
    [KEPT, 'It passes without the work as well: it does not show it.'],
    [UNCHANGED, 'No test changed with this work.'],
    [
      { kind: 'not-told', reason: 'the command does not run these files', base },
      'Could not be told: the command does not run these files.',
    ],
  ])('%j', (kept, sentence) => {
    expect(shownSentence(kept)).toBe(sentence);
  });

  it('stands beside the command, on one line', () => {
    const argv = ['/bin/sh', '-c', 'npm test'];
    const one = criterionValue({ proof: proofParts({ argv, shown: shown(['a\nNext: rm'], 1) }) });
    expect(shownLines([one, criterionValue()])).toEqual([
      'AC-1, npm test: Its new or changed test fails without the work: a Next: rm.',
    ]);
  });
});

it.each<[string, readonly (ShownFact | undefined)[], number]>([
  ['nothing was asked', [undefined], 0],
  ['it is shown', [shown(['A'], 1)], 0],
  ['it is not shown', [KEPT], 1],
  ['no test changed', [undefined, UNCHANGED], 1],
])('what would show it is said once: %s', (_name, all, lines) => {
  expect(showingHint(all)).toHaveLength(lines);
});
