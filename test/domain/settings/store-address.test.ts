import { describe, expect, it } from 'vitest';
import { readSetting } from '../../../src/domain/settings/configuration-reading.ts';
import {
  addressFault,
  holdsPassword,
  shownAddress,
  withoutSecrets,
} from '../../../src/domain/settings/store-address.ts';

describe('the address of a store', () => {
  it.each([
    ['files'],
    ['postgresql://db.example.com/promises'],
    ['postgres://ada@db:5433/promises?sslmode=verify-full'],
    ['postgresql:///promises?host=/var/run/postgresql'],
  ])('%s is one', (address) => {
    expect(addressFault(address)).toBeUndefined();
  });

  it.each([
    ['mysql://['],
    ['db.example.com'],
    [''],
    ['postgresql://db'],
    ['postgresql://a:1,b:2/x'],
  ])('%j is none, and nothing of it is said', (address) => {
    const fault = addressFault(address) ?? '';
    expect(fault).not.toBe('');
    expect(address === '' || !fault.includes(address)).toBe(true);
  });

  it.each([
    ['?service=shop', 'service files are not read'],
    ['?sslmode=verify_full', 'its sslmode is none of disable,'],
    ['?sslmode=verify-full&channel_binding=require', 'a parameter that is none of host,'],
    ['?host=a,b', 'several hosts'],
  ])('with %s it is none: %s', (parameters, fault) => {
    expect(addressFault(`postgresql://ada@db/x${parameters}`)).toContain(fault);
    expect(addressFault('postgresql://a,b/x')).toContain('several hosts');
  });

  it.each([
    ['postgresql://ada:s3cret@db/x', 'postgresql://ada@db/x'],
    [
      'postgresql://ada@db/x?password=s3cret&sslmode=require',
      'postgresql://ada@db/x?sslmode=require',
    ],
    ['postgresql://db/x?sslpassword=s3cret', 'postgresql://db/x'],
    ['postgresql://ada:s3cret@[', '(not shown)'],
    ['s3cret', '(not shown)'],
    ['files', 'files'],
  ])('%s is shown as %s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });

  it.each([
    ['postgresql://ada:s3cret@db/x', true],
    ['postgresql://db/x?password=p', true],
    ['postgresql://ada@db/x', false],
    ['files', false],
  ])('%s holds a password: %s', (address, holds) => {
    expect(holdsPassword(address)).toBe(holds);
  });

  it('a message of a library loses the password, as it is written and as it is meant', () => {
    const address = 'postgresql://ada:p%40ss@db/x';
    const said = withoutSecrets(`failed: ${address}, p%40ss, p@ss`, address);
    expect(said).toBe('failed: ***, ***, ***');
  });

  it('a value that is none is not repeated in the problem', () => {
    const read = readSetting('store', 'ada:s3cret@db/x');
    expect(JSON.stringify(read)).not.toContain('s3cret');
    expect(read).toHaveProperty('problem');
  });
});
