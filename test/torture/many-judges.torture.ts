import { describe, it } from 'vitest';
import { expectLimitHeld, expectWholeLines } from '../rig/worlds/many-judges.ts';

describe('fifty judges at once', () => {
  it('leave fifty whole lines in the cost log', () => expectWholeLines(50));

  it('do not overshoot the limit of the day: calls under way are reserved for', () =>
    expectLimitHeld(50, 1));
});
