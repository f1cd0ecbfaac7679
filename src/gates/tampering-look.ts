import { redactedFinding } from '../checks/redaction.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import { lazily } from '../domain/base/lazily.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import { type KeptLook, keptLookText, readKeptLook } from '../domain/promise/kept-test-look.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TamperingFinding } from '../domain/promise/tampering.ts';
import type { ChangeStart, Git, KeptTestLooks } from '../ports.ts';
import type { ChangedTest, TamperingLook, TamperingWorld } from '../tampering/looking.ts';
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
  if (recalled !== undefined) return asLook(recalled, since, world.git);
  // Loaded only here: it reads several languages, and where nothing changed since the last look it reads none.
  const { lookForTampering } = await import('../tampering/looking.ts');
  const look = await lookForTampering(since, world);
  if (!look.examined) return look;
  const clean = (finding: TamperingFinding): TamperingFinding => redactedFinding(finding, known);
  const shown = { ...look, findings: look.findings.map(clean), named: look.named.map(clean) };
  if (look.hasUnlisted !== true) {
    const { changedTests, hasUnlisted, ...rest } = shown;
    const tests = changedTests.map(({ before, path }) => ({
      path,
      wasThere: before !== undefined,
    }));
    kept?.remember(keptLookText({ ...rest, isPartial: look.isPartial === true, tests }));
  }
  return shown;
}

/** The tests that changed since a promise was made; none where nothing says so. */
export async function changedTestsSince(
  promise: CompletionPromise,
  world: LookingWorld,
): Promise<readonly ChangedTest[]> {
  const look = await lookSince(promise, world, []);
  return look.examined ? look.changedTests : [];
}

/** A look that was kept. What its tests held before is asked of git where somebody wants it. */
function asLook(
  { tests, ...look }: KeptLook,
  since: ChangeStart,
  git: Pick<Git, 'changedTexts'>,
): TamperingLook {
  const changedTests = lazily(() => {
    const changed = git.changedTexts(since);
    const texts = new Map(
      (changed.ok ? changed.value.changes : []).map(
        ({ before, earlierPath, path }) => [earlierPath ?? path, before] as const,
      ),
    );
    return tests.map(({ path, wasThere }) => ({
      path,
      before: wasThere ? texts.get(path) : undefined,
    }));
  });
  return {
    ...look,
    get changedTests() {
      return changedTests();
    },
  };
}
