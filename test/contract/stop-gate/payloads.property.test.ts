import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText, jsonValue } from '../../rig/values/arbitraries.ts';
import { runs } from '../../rig/values/runs.ts';
import { held, PAYLOAD_FIELDS, unnamed } from '../../rig/worlds/held-stop.ts';

/** Payloads as hosts send them, with anything in any of their fields. */
const payloadText: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: jsonText },
  {
    weight: 3,
    arbitrary: fc
      .record(Object.fromEntries(PAYLOAD_FIELDS.map((field) => [field, jsonValue])), {
        requiredKeys: [],
      })
      .map((parts) => JSON.stringify(parts)),
  },
);

it('any JSON at all gets one valid answer, and opens no gate but that of a subagent', async () => {
  await fc.assert(
    fc.asyncProperty(payloadText, async (text) => {
      const output = await held(text);
      const isSubagent = JSON.parse(text)?.hook_event_name === 'SubagentStop';
      expect(output.decision).toBe(isSubagent ? undefined : 'block');
      await unnamed(text);
    }),
    runs(25),
  );
});
