import { describe, expect, it } from 'vitest';
import {
  pidOfRecord,
  readRecord,
  recordName,
  recordText,
} from '../../../src/domain/session/host-record.ts';

describe('the file of a process', () => {
  it.each([
    ['a start in ticks', 7, '12345', '7-12345'],
    ['a start in words', 42, 'Tue Feb 17 10:30:00 2026', '42-Tue_Feb_17_10_30_00_2026'],
    ['a start that is not known', 42, '0', '42-0'],
    ['a start with a path in it', 42, '../A/z9', '42-___A_z9'],
  ])('is named by its number and %s', (_what, pid, started, name) => {
    expect(recordName(pid, started)).toBe(name);
    expect(pidOfRecord(name)).toBe(pid);
  });

  it.each([
    ['nothing', ''],
    ['a number alone', '42'],
    ['no start', '42-'],
    ['a number from nought', '042-1'],
    ['nought', '0-1'],
    ['words', 'a42-1'],
    ['a number that no process has', '1234567890-1'],
    ['more than the start', '42-1.tmp'],
  ])('is not one whose name has %s', (_what, name) => {
    expect(pidOfRecord(name)).toBeUndefined();
  });

  it('is there for the largest number that is read', () => {
    expect(pidOfRecord('123456789-1')).toBe(123_456_789);
  });
});

describe('what it says', () => {
  it.each(['b1', ''])('is one line, and is read as it was written: of the start %j', (boot) => {
    const record = { session: 'session-a', boot };
    expect(recordText(record)).toBe(`{"session":"session-a","boot":"${boot}"}\n`);
    expect(readRecord(recordText(record))).toEqual(record);
  });

  it('is read without keys that nobody knows', () => {
    expect(readRecord('{"session":"s","boot":"b","key":1}')).toEqual({ session: 's', boot: 'b' });
  });

  it.each([
    ['no JSON', 'session-a'],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a session', '{"boot":"b"}'],
    ['of a session that is no text', '{"session":7,"boot":"b"}'],
    ['of an empty session', '{"session":"","boot":"b"}'],
    ['without a start', '{"session":"s"}'],
    ['of a start that is no text', '{"session":"s","boot":7}'],
  ])('is nothing where it is %s', (_what, text) => {
    expect(readRecord(text)).toBeUndefined();
  });
});
