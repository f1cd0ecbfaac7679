import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promiseSchema } from '../../../build/schemas/promise.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { jsonValue, mutatedPromise, promiseDocument } from '../../rig/values/arbitraries.ts';
import { runs } from '../../rig/values/runs.ts';

/** The two definitions of a promise: the one that the suite reads by, and the published schema. */
function expectAgreement(document: unknown): void {
  expect(readPromise(document).ok).toBe(isAcceptedBySchema(document));
}

/** zod throws where a `length` cannot become a number; what throws is not accepted either. */
function isAcceptedBySchema(document: unknown): boolean {
  try {
    return promiseSchema.safeParse(document).success;
  } catch {
    return false;
  }
}

describe('the light reading agrees with the schema', () => {
  it('about any JSON value', () => {
    fc.assert(fc.property(jsonValue, expectAgreement), runs(1000));
  });

  it('about promises in which one value was replaced or removed', () => {
    fc.assert(fc.property(mutatedPromise, expectAgreement), runs(2000));
  });

  it('about promises with keys that nobody knows: they are promises', () => {
    const documents = promiseDocument(['session-a', null, '']);
    fc.assert(
      fc.property(documents, (document) => {
        expectAgreement(document);
        expect(readPromise(document).ok).toBe(true);
      }),
      runs(300),
    );
  });

  it('without changing what it reads', () => {
    fc.assert(
      fc.property(mutatedPromise, (document) => {
        const before = JSON.stringify(document);
        expectAgreement(document);
        expect(JSON.stringify(document)).toBe(before);
      }),
      runs(200),
    );
  });
});
