import { redactedFinding } from '../checks/redaction.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import { keptLookText, readKeptLook } from '../domain/promise/kept-test-look.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TamperingFinding } from '../domain/promise/tampering.ts';
import type { KeptTestLooks } from '../ports.ts';
import type { TamperingLook, TamperingWorld } from '../tampering/looking.ts';
import { READER_VERSION } from '../tampering/reader-version.ts';

/** Takes the look for weakened tests. What it means for a promise is decided apart from this, in `tampering.ts`. */

/** What looking uses of the world. */
export interface LookingWorld extends TamperingWorld {
  /** Where what was found is kept; undefined where every look is taken anew. */
  readonly keptLooks?: KeptTestLooks | undefined;
}

/**
 * A look at what changed since a promise was made, without the secrets in what it shows. Tests are read once for the
 * same files: what was found in them is kept. Never throws.
 */
export async function lookSince(
  promise: CompletionPromise,
  world: LookingWorld,
  known: readonly string[],
): Promise<TamperingLook> {
  const since = beginningOf(promise);
  const kept = world.keptLooks?.open(canonicalText([READER_VERSION, since, known]));
  const recalled = readKeptLook(kept?.recall() ?? '');
  if (recalled !== undefined) return recalled;
  // Loaded only here: it reads several languages, and where nothing changed since the last look it reads none.
  const { lookForTampering } = await import('../tampering/looking.ts');
  const look = await lookForTampering(since, world);
  if (!look.examined) return look;
  const clean = (finding: TamperingFinding): TamperingFinding => redactedFinding(finding, known);
  const shown = { ...look, findings: look.findings.map(clean), named: look.named.map(clean) };
  if (look.hasUnlisted !== true) {
    const { hasUnlisted, ...rest } = shown;
    kept?.remember(keptLookText({ ...rest, isPartial: look.isPartial === true }));
  }
  return shown;
}
