import { expect, it } from 'vitest';
import type { Diagnosis } from '../../src/domain/host/diagnosis.ts';
import { diagnosesShort } from '../../src/report/doctor-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';

const found = (status: Diagnosis['status'], check: string): Diagnosis => ({
  check,
  status,
  detail: 'as found',
});

const short = (...checks: readonly Diagnosis[]) => diagnosesShort(checks, plainStyle, LINES_HERE);

it('problems stand before notes, and what is sound is counted', () => {
  const checks = [
    found('ok', 'a'),
    found('note', 'b'),
    found('fail', 'c'),
    found('ok', 'd'),
    found('note', 'e'),
  ];
  expect(short(...checks)).toEqual([
    '[FAIL] c: as found',
    '[NOTE] b: as found',
    '[NOTE] e: as found',
    '[OK] 2 checks. To list them: cs doctor --verbose',
  ]);
});

it('nothing is counted where nothing is sound', () => {
  expect(short(found('fail', 'a'))).toEqual(['[FAIL] a: as found']);
});
