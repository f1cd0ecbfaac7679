import type { OpenStore } from '../state-store.ts';
import { LONGEST_WAIT_MS } from './change-in-turn.ts';
import { createClaims } from './claim.ts';
import { commitsBy } from './commit.ts';
import { createLedger } from './ledger.ts';
import { createLedgerHeads, keepingHeads } from './ledger-heads.ts';
import { createLedgerLines } from './ledger-lines.ts';
import { createCostLog } from './logs.ts';
import { createFilePromiseStore } from './promise-store.ts';
import { createQueue } from './queue.ts';
import { createFileSessionStore } from './session-store.ts';
import { createFileSpending } from './spending.ts';
import { createStateAudit } from './state-audit.ts';
import { stateFolderOf } from './state-folder.ts';
import { createFileHealth } from './state-health.ts';
import { createFileStopGateStore } from './stop-gate-store.ts';
import { createFileValidationStore } from './validation-store.ts';

/** A project's state as files below its `.claude/completion-state/`. Touches no file until it is used. */
export const openFileStore: OpenStore = (world, { activity, projectFolder, sessionId }) => {
  const folder = stateFolderOf(projectFolder);
  const claims = createClaims(world, folder.commits, () => world.chance.hex(6));
  const commits = commitsBy(claims, world);
  const heads = createLedgerHeads({ ...world, folder });
  const chained = createLedger({ ...world, claims, folder, sessionId });
  const ledger = keepingHeads(chained, heads, world.clock);
  const queue = createQueue(world, folder.commits, activity);
  const shared = { ...world, folder, ledger, commits, queue };
  const records = { ...world, ledger, draftName: claims.draftName };
  const costLog = createCostLog(world.files, folder);
  return {
    promises: createFilePromiseStore({ ...shared, sessionId }),
    validations: createFileValidationStore(records, folder),
    stopGate: createFileStopGateStore({ ...shared, longestWaitMs: () => LONGEST_WAIT_MS }),
    sessions: createFileSessionStore(records, folder),
    costLog,
    eventLog: createLedgerLines(world, folder),
    spending: createFileSpending({ ...world, folder, costLog }),
    health: createFileHealth({ ...world, ledger }, folder),
    audits: createStateAudit({ ...world, folder }),
  };
};
