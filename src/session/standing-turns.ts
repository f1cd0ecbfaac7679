import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { createNodeChance } from '../adapters/node-chance.ts';
import { userConfigurationFolder } from '../adapters/user-folder.ts';
import { createUserSeals } from '../adapters/user-seals.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { StandingTurn } from '../domain/session/standing-log.ts';
import type { StandingNow } from '../domain/session/standing-verdict.ts';
import {
  type StandingCheck,
  standingCommand,
  standingText,
} from '../domain/settings/standing-checks.ts';
import type { Files, TreeSnapshot } from '../ports.ts';
import { openStandingLog, type StandingLog } from '../store/files/standing-log.ts';

/** The standing checks of a project beside the turns of its sessions: what hooks look at and keep. */

export function standingLogOf(files: Files, projectFolder: string): StandingLog {
  const chance = createNodeChance();
  const seals = createUserSeals(userConfigurationFolder());
  return openStandingLog({ files, uniqueName: () => chance.hex(6) }, projectFolder, seals);
}

/** Each standing check with the files that it depends on, as one look at the checkout shows them. */
export function standingNow(
  checks: readonly StandingCheck[],
  snapshot: TreeSnapshot,
): readonly StandingNow[] {
  return checks.map((check) => ({
    check: NODE_DIGESTS.of(standingText(check)),
    command: standingCommand(check),
    inputs: check.inputs,
    scope: check.inputs === undefined ? WHOLE : digestOf(canonicalText(check.inputs)),
    tree: snapshot.digest({ inputs: check.inputs ?? null, files: [] }),
  }));
}

/** The scope of a check that depends on all files. */
const WHOLE = '*';

/** The fingerprints by scopes, as a turn keeps them. */
export function treesOf(now: readonly StandingNow[]): StandingTurn['trees'] {
  return Object.fromEntries(now.map(({ scope, tree }) => [scope, tree.bound ? tree.digest : null]));
}
