import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/domain/base/document.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';
import { EVERY_CHANGE } from '../../rig/values/changes.ts';
import { PROMISE_ID, successOf } from '../../rig/values/domain-values.ts';

const KNOWN = [
  'id',
  'title',
  'summary',
  'status',
  'acceptance_criteria',
  'ownership',
  'verification',
  'description',
  'evidence',
  'evidence_type',
  'met_at',
  'met_by',
  'owned_by',
  'owned_since',
  'created_by',
  'created_at',
  'verified_at',
  'verified_by',
  'type',
  'proof',
  'gates',
  'checks',
  'trust',
  'attempts',
  'tier',
  'waived',
  'judgments',
  'give_up_requested',
];

/** Keys with their values as JSON, none of them known, `__proto__` often among them. */
const extras = fc
  .uniqueArray(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('__proto__', 'constructor', '0', ''),
        fc.string({ unit: 'binary', maxLength: 8 }),
      ),
      jsonText,
    ),
    { selector: ([key]) => key, maxLength: 4 },
  )
  .map((entries) => entries.filter(([key]) => !KNOWN.includes(key)));

type Extras = readonly (readonly [string, string])[];

function promiseWith(
  status: string,
  owner: string | null,
  [top, owned, met, verified]: readonly Extras[],
): CompletionPromise {
  const more = (of: Extras | undefined) =>
    (of ?? []).map(([key, value]) => `, ${JSON.stringify(key)}: ${value}`).join('');
  const reading = readPromise(
    JSON.parse(`{"id": "${PROMISE_ID}", "status": "${status}",
      "ownership": {"owned_by": ${JSON.stringify(owner)}${more(owned)}},
      "acceptance_criteria": [{"id": "AC-1", "status": "pending"${more(met)}}],
      "verification": {"proof": null${more(verified)}}${more(top)}}`),
  );
  if (!reading.ok) throw new Error(reading.reason);
  return reading.promise;
}

/** The unknown keys of a promise, of its ownership, first criterion and verification, as text. */
function unknownKeys(promise: CompletionPromise): readonly string[] {
  const { acceptance_criteria, ownership, verification } = promise;
  return [promise, ownership, acceptance_criteria?.[0], verification].map((holder) =>
    JSON.stringify(
      isObject(holder) ? Object.entries(holder).filter(([key]) => !KNOWN.includes(key)) : [],
    ),
  );
}

describe('whatever keys others have written, a change keeps them', () => {
  it.each(EVERY_CHANGE)('%s', (_name, status, owner, change) => {
    fc.assert(
      fc.property(fc.array(extras, { minLength: 4, maxLength: 4 }), (more) => {
        const before = promiseWith(status, owner, more);
        const after = successOf(change(before)).promise;
        expect(unknownKeys(after)).toEqual(unknownKeys(before));
      }),
    );
  });
});
