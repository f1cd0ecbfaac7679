import { agentFolder, promisesBeingProved, secretValues } from '../../../adapters/environment.ts';
import { NO_DEADLINE } from '../../../adapters/git-process.ts';
import { createLineSearch } from '../../../adapters/line-search.ts';
import { createNodeCheckout } from '../../../adapters/node-checkout.ts';
import { createNodeGit } from '../../../adapters/node-git.ts';
import { createNodeRun } from '../../../adapters/node-run.ts';
import { createProjectFiles } from '../../../adapters/project-files.ts';
import { createTranscript } from '../../../adapters/transcript.ts';
import { userConfigurationFolder } from '../../../adapters/user-folder.ts';
import { createUserSeals, keyFile, NO_KEY } from '../../../adapters/user-seals.ts';
import type { CheckSchedule } from '../../../checks/run-checks.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import type { Failure } from '../../../domain/failure.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import { errorCode } from '../../../domain/system-error.ts';
import type { ProveWorld } from '../../../gates/prove-promise.ts';
import type { TrustWorld } from '../../../gates/trust.ts';
import type { Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';

/** The user's key, and the project that its seals are for. Fails where the key cannot be had. */
export function createTrustWorld({ environment, files }: Suite): Result<TrustWorld> {
  const { projectFolder } = environment;
  const folder = userConfigurationFolder();
  const seals = createUserSeals(folder);
  try {
    seals.seal('');
  } catch (error) {
    return failed(keyFailure(keyFile(folder), errorCode(error)));
  }
  return success({ project: files.realPath(projectFolder) ?? projectFolder, seals });
}

function keyFailure(path: string, code: string): Failure {
  const reason = 'it holds no key; remove it, and trust your checks anew: cs prove <id> --trust';
  return code === NO_KEY
    ? { kind: 'broken-file', file: { path, reason } }
    : { kind: 'file-system', action: "use the user's key for checks", path, code };
}

/** Everything that running checks takes. Fails where a check of this promise asks for its own proof. */
export function createProveWorld(
  id: string,
  suite: Suite,
  { timeoutMs }: Configuration['checks'],
  schedule: CheckSchedule,
  signal: AbortSignal,
): Result<ProveWorld> {
  if (promisesBeingProved().includes(id)) {
    return usage(`${id} is being proved just now, and this is one of its checks`);
  }
  const trust = createTrustWorld(suite);
  if (!trust.ok) return trust;
  const { clock, environment, promises, validations } = suite;
  const folder = environment.projectFolder;
  return success({
    ...trust.value,
    promises,
    validations,
    schedule,
    checkout: createNodeCheckout(folder, NO_DEADLINE),
    git: createNodeGit(folder),
    checks: {
      folder,
      files: createProjectFiles(folder),
      run: createNodeRun(),
      clock,
      transcript: createTranscript(agentFolder(), environment.session?.ids ?? []),
      searchLines: createLineSearch,
      secretValues,
      timeoutMs,
      promise: id,
      signal,
    },
  });
}
