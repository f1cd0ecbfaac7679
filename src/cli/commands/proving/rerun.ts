import { coresOfThisMachine } from '../../../adapters/node-cores.ts';
import type { Bundle } from '../../../domain/attestation/bundle.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { type RerunProof, rerunAttested } from '../../../gates/rerun-attested.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { whileChecking } from './prove-world.ts';

/** Runs the checks of all proofs of a bundle here, one promise after the other. */
export async function rerunBundle(
  bundle: Bundle,
  args: Arguments,
  suite: Suite,
): Promise<Result<readonly RerunProof[]>> {
  const all: RerunProof[] = [];
  for (const attested of bundle.promises) {
    const own = await suite.promises.find(attested.id);
    if (!own.ok && own.failure.kind !== 'promise-not-found') return own;
    const request = {
      trust: args.given('trust'),
      own: own.ok ? own.value.promise : undefined,
    };
    const ran = await whileChecking(attested.id, args, suite, coresOfThisMachine(), ({ world }) =>
      rerunAttested(attested, request, world),
    );
    if (!ran.ok) return failed(ran.failure);
    all.push(...ran.value);
  }
  return success(all);
}
