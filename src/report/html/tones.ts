import type { CriterionStanding, PromiseStanding } from '../../domain/account/account.ts';
import type { ConcernKind } from '../../domain/account/concern.ts';

/** How marks are coloured: classes of the style sheet. */
type Tone = 'good' | 'info' | 'warn' | 'bad' | 'plain';

const STANDINGS: Readonly<Record<PromiseStanding, Tone>> = {
  verified: 'good',
  changed: 'bad',
  ready: 'info',
  met: 'warn',
  open: 'warn',
  rejected: 'bad',
  cancelled: 'plain',
};

const CRITERIA: Readonly<Record<CriterionStanding, Tone>> = {
  proved: 'good',
  met: 'info',
  stale: 'bad',
  waived: 'warn',
  open: 'warn',
};

const GRAVE: ReadonlySet<ConcernKind> = new Set([
  'rejected',
  'changed-outside',
  'unrecorded',
  'weakened-tests',
  'cancel-requested',
  'stale',
  'failed',
  'unconfirmed',
]);

export function standingTone(standing: PromiseStanding): Tone {
  return STANDINGS[standing];
}

export function criterionTone(standing: CriterionStanding): Tone {
  return CRITERIA[standing];
}

export function concernTone(kind: ConcernKind): Tone {
  return GRAVE.has(kind) ? 'bad' : 'warn';
}

export function verdictTone(verdict: string): Tone {
  if (verdict === 'PASS') return 'good';
  return verdict === 'FAIL' || verdict === 'BLOCKED' ? 'bad' : 'warn';
}
