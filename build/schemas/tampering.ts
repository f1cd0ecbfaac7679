import * as z from 'zod/mini';
import { TAMPERING_KINDS } from '../../src/tampering/change.ts';

const finding = z.strictObject({
  kind: z.enum(Object.keys(TAMPERING_KINDS)),
  path: z.string(),
  line: z.int(),
  detail: z.string(),
  before: z.string(),
  after: z.string(),
  digest: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
});

/** What `cs promise tamper --json` prints. */
export const tamperingSchema = z.strictObject({
  examined: z.literal(true),
  base: z.nullable(z.string()),
  findings: z.array(finding),
  named: z.array(finding),
  notes: z.array(z.string()),
});
