import { createNodeCheckout, LOOKING_MS } from '../../../adapters/git/checkout.ts';
import { createRevisions } from '../../../adapters/git/revisions.ts';
import { createTrees } from '../../../adapters/git/trees.ts';
import { keepHeapSmall } from '../../../adapters/small-heap.ts';
import { openSpool } from '../../../adapters/spool.ts';
import type { GatheringWorld } from '../../../gathering/world.ts';
import { apiKeys } from '../../../reviews/asking/api-keys.ts';
import { knownSecrets } from '../../../reviews/asking/known-secrets.ts';
import { inspectSettings } from '../../../settings/loading.ts';
import type { CappedSession } from '../../../store/stop-gate-store.ts';
import type { Suite } from '../../../suite.ts';
import { checklistLooks } from '../../changed-checklists.ts';
import { keptArtifactsOf, toldArtifacts } from '../../kept-artifacts.ts';
import { tamperingLooks } from '../../tampering-looks.ts';
import { unfinishedSessions } from '../../unfinished-sessions.ts';
import { pushedCommit, serviceRun } from '../ci/event.ts';

/** How long the project is looked through for files of variables, in milliseconds; half of it at most is used. */
const MOST_SECRETS_MS = 10_000;

/** What a report is gathered from. `says`: shows a person what is being done. */
export function createGatheringWorld(
  suite: Suite,
  version: string,
  says: (what: string) => void,
): GatheringWorld {
  const { clock, environment } = suite;
  const start = clock.elapsed();
  const leftMs = (): number => MOST_SECRETS_MS - (clock.elapsed() - start);
  const { configuration } = inspectSettings(suite);
  return {
    ...suite,
    version,
    says,
    openSpool: () => {
      // What goes there is more than memory is to hold.
      keepHeapSmall();
      return openSpool();
    },
    projectFolder: environment.projectFolder,
    gates: { ...configuration, validation: configuration.gates.validation },
    secrets: knownSecrets(apiKeys(), environment, leftMs),
    keptArtifact: toldArtifacts(keptArtifactsOf(suite)),
    cappedSessions: () => cappedSessions(suite),
    pushed: () =>
      pushedCommit(
        serviceRun(suite),
        environment.checkout,
        createRevisions(environment.checkout, LOOKING_MS),
      ),
    checkout: {
      openTrees: (left) =>
        createTrees(environment.projectFolder, (folder) => createNodeCheckout(folder, left))
          .takeTree,
      lookAtTests: tamperingLooks(suite),
      changedChecklists: checklistLooks(suite),
    },
  };
}

async function cappedSessions(suite: Suite): Promise<readonly CappedSession[]> {
  const active = await suite.promises.listActive();
  return active.ok ? unfinishedSessions(active.value, suite) : [];
}
