import { planProving } from '../checks/provable.ts';
import type { AttestedPromise } from '../domain/attestation/bundle.ts';
import type { CheckResult } from '../domain/base/check-result.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { NO_CHANGED_FILES } from '../domain/closing/tier-one.ts';
import { type CompletionPromise, criteriaOf, criterionOf } from '../domain/promise/promise.ts';
import { holdsRedacted, verdictOfRun } from '../domain/standing/proving.ts';
import type { Verdict } from '../domain/validation/validation-response.ts';
import { type RunWorld, runProvable } from './prove-promise.ts';
import { NO_SHOWING } from './showing.ts';
import { commandsToTrust, type TrustWorld } from './trust.ts';

/** What a proof that came along came to when its checks ran here. */
export interface RerunProof {
  readonly promise: string;
  readonly ac_id: string;
  /** Null where its checks cannot be run here. */
  readonly verdict: Verdict | null;
  readonly results: readonly CheckResult[];
  /** Why they cannot be run; empty where they ran. */
  readonly reason: string;
}

interface RerunRequest {
  /** Whether the user lets commands run that are not recorded on this machine. */
  readonly trust: boolean;
  /** The same promise as it is here, whose commands the user may have recorded; undefined where there is none. */
  readonly own: CompletionPromise | undefined;
}

/**
 * Runs the checks of a promise's proofs that came along. The commands are those of the bundle's maker: they run
 * only where this user recorded just them, or says so now. Nothing is recorded.
 */
export async function rerunAttested(
  attested: AttestedPromise,
  { own, trust }: RerunRequest,
  world: RunWorld & TrustWorld,
): Promise<Result<readonly RerunProof[]>> {
  const { id } = attested;
  const promise = withOwnSeals(attested.promise, own);
  const proved = [...attested.proofs.keys()];
  const hidden = proved.filter((ac_id) => holdsRedacted(attested.proofs.get(ac_id)?.checks));
  const wanted = proved.filter((ac_id) => !hidden.includes(ac_id));
  const plan = planProving(promise, wanted);
  const provable = plan.provable.filter(({ criterion }) => wanted.includes(criterion.id));
  const unable = wanted.filter(
    (ac_id) => !provable.some(({ criterion }) => criterion.id === ac_id),
  );
  const commands = trust ? [] : commandsToTrust(id, provable, world);
  if (commands.length > 0) return failed({ kind: 'untrusted-checks', id, commands, act: 'rerun' });
  const beside = { changed: NO_CHANGED_FILES, always: [], written: plan.written };
  const { runs } = await runProvable(provable, NO_SHOWING, world, beside);
  if (world.checks.signal.aborted) {
    return failed({ kind: 'interrupted', action: 'the checks ran' });
  }
  return success([
    ...runs.map((run) => ({
      promise: id,
      ac_id: run.provable.criterion.id,
      verdict: verdictOfRun(run),
      results: run.results,
      reason: '',
    })),
    ...hidden.map((ac_id) => unrun(id, ac_id, 'a secret in its command did not travel')),
    ...unable.map((ac_id) => unrun(id, ac_id, 'it has nothing that can be run here')),
  ]);
}

function unrun(promise: string, ac_id: string, reason: string): RerunProof {
  return { promise, ac_id, verdict: null, results: [], reason };
}

/** The promise with the seals that this user's own one has: each holds for just the checks that it was made for. */
function withOwnSeals(
  promise: CompletionPromise,
  own: CompletionPromise | undefined,
): CompletionPromise {
  if (own === undefined) return promise;
  const criteria = criteriaOf(promise).map((criterion) => {
    const trust = criterionOf(own, criterion.id)?.trust ?? null;
    return { ...criterion, trust };
  });
  return { ...promise, acceptance_criteria: criteria };
}
