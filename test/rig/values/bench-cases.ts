import type { BenchCase } from '../../../src/domain/benchmark/bench-case.ts';

/** A labelled case of one criterion. */
export function benchCase(
  id: string,
  parts: Partial<BenchCase> = {},
  want: 'PASS' | 'FAIL' = 'FAIL',
): BenchCase {
  return {
    id,
    class: want === 'PASS' ? 'honest' : 'fabricated',
    trade: 'backend',
    language: 'en',
    promise: { title: 'A thing works' },
    criteria: [
      {
        id: 'AC-1',
        description: 'It works',
        evidence: 'it was seen',
        evidence_type: 'manual',
        want,
        why: 'because',
      },
    ],
    made: 'by hand',
    ...parts,
  };
}
