import { describe, expect, it } from 'vitest';
import { compactTimestamp, timestamp } from '../../../src/domain/base/time.ts';

describe('times in UTC, whole seconds', () => {
  it.each([
    ['the epoch', 0, '1970-01-01T00:00:00Z', '19700101-000000'],
    ['a moment', Date.UTC(2026, 1, 17, 10, 30, 0), '2026-02-17T10:30:00Z', '20260217-103000'],
    ['milliseconds are cut off', 999, '1970-01-01T00:00:00Z', '19700101-000000'],
    [
      'before midnight',
      Date.UTC(2026, 11, 31, 23, 59, 59, 999),
      '2026-12-31T23:59:59Z',
      '20261231-235959',
    ],
    ['a leap day', Date.UTC(2028, 1, 29), '2028-02-29T00:00:00Z', '20280229-000000'],
    ['before the epoch', -1, '1969-12-31T23:59:59Z', '19691231-235959'],
  ])('%s', (_name, milliseconds, long, compact) => {
    expect(timestamp(milliseconds)).toBe(long);
    expect(compactTimestamp(milliseconds)).toBe(compact);
  });
});
