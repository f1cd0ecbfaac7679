import { expect, it } from 'vitest';
import { CAP_REASONS } from '../../src/domain/session/liveness.ts';
import { capText } from '../../src/report/cap-text.ts';

/** When and why a session was capped, in words for a person. */

const AT = '2026-02-17T10:30:00Z';
const text = (why: string, checker: string): string => capText({ at: AT, why, checker });

it.each([
  [
    'nothing-changed',
    'todos',
    'after 5 blocks in a row without any change (blocked by: its todo list)',
  ],
  [
    'host-limit',
    'review',
    'because the host would override the next block (blocked by: a pending review)',
  ],
  ['rests', 'promises', 'while background tasks ran (blocked by: its promises)'],
])('let go as %s, held by %s', (why, checker, said) => {
  expect(text(why, checker)).toBe(`at ${AT} ${said}`);
});

it('no reason that is known is told by its name in the file', () => {
  for (const why of [...CAP_REASONS, 'rests']) {
    expect(text(why, 'promises')).not.toMatch(/because: |nothing-changed|no-progress|-limit/);
  }
});

it('what a later version kept stands as it was kept, and rules no terminal', () => {
  const said = text('moon\u001B[31m', 'tides');
  expect(said).toMatch(/ because: moon.* \(blocked by: tides\)$/);
  expect(said).not.toContain('\u001B');
});
