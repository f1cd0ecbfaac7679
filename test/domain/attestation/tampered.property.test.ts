import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownKeys, linesFor, newKey, promiseOf } from '../../rig/values/bundles.ts';
import { verdictOn } from '../../rig/values/held-bundles.ts';
import { runs } from '../../rig/values/runs.ts';

const key = newKey();
const keys = knownKeys(key);
const BYTES = Buffer.from(
  linesFor(
    promiseOf('promise-0000aaaa', {
      status: 'verified',
      verification: { verified_at: '2026-02-17T10:30:00Z', gates: { proofs: 'passed' } },
    }),
    key,
  )
    .map((line) => `${line}\n`)
    .join(''),
);
const WHOLE = verdictOn(BYTES, keys);

/** Whether a change was noticed, or changes nothing of what the bundle says. */
function expectNoticed(bytes: Uint8Array): void {
  const { meaning, outcome } = verdictOn(bytes, keys);
  if (outcome === 'holds') expect(meaning).toBe(WHOLE.meaning);
}

it('any changed byte of a bundle is noticed, or changes nothing of what it says', () => {
  expect(WHOLE.outcome).toBe('holds');
  const change = fc.tuple(fc.nat(BYTES.length - 1), fc.integer({ min: 1, max: 255 }));
  fc.assert(
    fc.property(change, ([at, by]) => {
      const bytes = Buffer.from(BYTES);
      bytes[at] = (BYTES[at] ?? 0) ^ by;
      expectNoticed(bytes);
    }),
    runs(1500),
  );
});

it('so is any part that is taken out, doubled or put in', () => {
  const place = fc.nat(BYTES.length);
  const change = fc.tuple(place, place, place, fc.uint8Array({ maxLength: 40 }));
  fc.assert(
    fc.property(change, ([from, to, at, put]) => {
      const [start, end] = [Math.min(from, to), Math.max(from, to)];
      expectNoticed(Buffer.concat([BYTES.subarray(0, start), BYTES.subarray(end)]));
      const part = BYTES.subarray(start, end);
      for (const added of [part, put]) {
        expectNoticed(Buffer.concat([BYTES.subarray(0, at), added, BYTES.subarray(at)]));
      }
    }),
    runs(300),
  );
});

it('arbitrary bytes are read without an error, and never hold', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      expect(verdictOn(some, keys).outcome).not.toBe('holds');
    }),
    runs(1000),
  );
});
