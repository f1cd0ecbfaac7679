import { sha256 } from '../../../adapters/file-digest.ts';
import { type Bundle, LARGEST_BUNDLE, readBundle } from '../../../domain/attestation/bundle.ts';
import {
  type CheckoutFacts,
  heldStatement,
  outcomeOf,
  reasonsAgainst,
} from '../../../domain/attestation/matching.ts';
import { bytesOf } from '../../../domain/attestation/strict-json.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import type { RerunProof } from '../../../gates/rerun-attested.ts';
import {
  type HeldBundle,
  heldJson,
  heldNotes,
  heldText,
} from '../../../report/attest-verify-text.ts';
import { EXIT, type ExitCode } from '../../../report/exit.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { usage } from '../../usage.ts';
import { attestedCheckouts } from './checkouts.ts';
import { createCleaner } from './cleaner.ts';
import { knownKeys } from './keys.ts';
import { storeAnswers } from './store.ts';

const EXIT_OF: Readonly<Record<HeldBundle['outcome'], ExitCode>> = {
  holds: EXIT.ok,
  'not-established': EXIT.blocked,
  'does-not-fit': EXIT.misfit,
};

/** `cs promise attest verify <bundle>` */
export async function verifyBundle(
  path: string,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  if (args.given('trust') && !args.given('rerun')) return usage('--trust goes with --rerun');
  if (args.given('store') && args.texts('key').length === 0) {
    return usage('--store needs --key: the public key of the validator whose answers are stored');
  }
  const keys = knownKeys(args.texts('key'), suite);
  if (!keys.ok) return keys;
  const bundle = bundleAt(path, { sha256, keys: keys.value }, suite);
  if (!bundle.ok) return bundle;
  const facts = factsHere(suite);
  const statements = bundle.value.statements.map((one) => heldStatement(one, facts));
  const rerun = args.given('rerun') ? await rerunHere(bundle.value, args, suite) : success([]);
  if (!rerun.ok) return rerun;
  const { broken, gaps, ignored } = bundle.value;
  const stored = args.given('store')
    ? await storeAnswers(statements, createCleaner(suite), suite)
    : success([]);
  if (!stored.ok) return stored;
  const reasons: HeldBundle['reasons'] = [
    ...reasonsAgainst(bundle.value, statements),
    ...reasonsOfRerun(rerun.value, bundle.value),
    ...(args.given('store') && !stored.value.some(({ left }) => left === '')
      ? [{ line: 0, why: 'nothing-stored' } as const]
      : []),
  ];
  const outcome = outcomeOf(reasons);
  const held: HeldBundle = {
    path,
    outcome,
    reasons,
    statements,
    ignored,
    broken,
    gaps,
    rerun: args.given('rerun') ? rerun.value : null,
    stored: stored.value,
  };
  return success({
    text: heldText(held, suite.style),
    json: heldJson(held),
    notes: heldNotes(held),
    exitCode: EXIT_OF[outcome],
  });
}

function bundleAt(
  path: string,
  reader: Parameters<typeof readBundle>[1],
  { files }: Suite,
): Result<Bundle> {
  const unusable = (reason: string): Result<never> =>
    failed({ kind: 'bundle-unusable', path, reason });
  const reading = textRead(files.readGiven(path, LARGEST_BUNDLE), LARGEST_BUNDLE);
  if (!reading.ok) return unusable(reading.reason);
  const bundle = readBundle(bytesOf(reading.text), reader);
  return bundle.ok ? success(bundle.bundle) : unusable(bundle.reason);
}

/** The checkout of this command, looked at where something is asked of it. */
function factsHere(suite: Suite): CheckoutFacts {
  const { checkout, projectFolder } = suite.environment;
  const checkouts = attestedCheckouts(suite);
  const place = checkout === projectFolder ? undefined : checkout;
  let content: ReturnType<CheckoutFacts['content']> | undefined;
  return {
    folder: checkouts.folderIn(place),
    fingerprint: (scope) => checkouts.at(place).digest(scope),
    content() {
      content ??= checkouts.contentOf(checkouts.at(place).committed(), place);
      return content;
    },
  };
}

/** The part that runs checks is loaded where checks are to run. */
async function rerunHere(
  bundle: Bundle,
  args: Arguments,
  suite: Suite,
): Promise<Result<readonly RerunProof[]>> {
  const { rerunBundle } = await import('../../proving.ts');
  return rerunBundle(bundle, args, suite);
}

function reasonsOfRerun(rerun: readonly RerunProof[], { promises }: Bundle): HeldBundle['reasons'] {
  return rerun
    .filter(({ verdict }) => verdict !== 'PASS')
    .map(({ ac_id, promise, verdict }) => {
      const statements = promises.find(({ id }) => id === promise)?.statements ?? [];
      const line = statements.find(
        ({ predicate }) =>
          predicate.says === 'test-result' && predicate.attested.criterion.id === ac_id,
      )?.line;
      return { line: line ?? 0, why: verdict === 'FAIL' ? 'rerun-failed' : 'rerun-unknown' };
    });
}
