import { redactedFinding } from '../checks/redaction.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TamperingFinding } from '../domain/promise/tampering.ts';
import { lookForTampering, type TamperingLook, type TamperingWorld } from '../tampering/looking.ts';

/** Takes the look for weakened tests. What it means for a promise is decided apart from this, in `tampering.ts`. */

/** A look at what changed since a promise was made, without the secrets in what it shows. Never throws. */
export async function lookSince(
  promise: CompletionPromise,
  world: TamperingWorld,
  known: readonly string[],
): Promise<TamperingLook> {
  const look = await lookForTampering(beginningOf(promise), world);
  if (!look.examined) return look;
  const clean = (finding: TamperingFinding): TamperingFinding => redactedFinding(finding, known);
  return { ...look, findings: look.findings.map(clean), named: look.named.map(clean) };
}
