import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createTrees } from '../../../src/adapters/git/trees.ts';
import { success } from '../../../src/domain/base/result.ts';
import { readHookPayload } from '../../../src/domain/host/hook-payload.ts';
import type { RealityVerdict } from '../../../src/domain/judging/reality-check.ts';
import type { NamedPromise } from '../../../src/domain/promise/promise.ts';
import { decideCheck } from '../../../src/domain/standing/stop-check.ts';
import { claudeCode } from '../../../src/hosts/claude-code/host.ts';
import type { TreeSnapshot } from '../../../src/ports.ts';
import type { CommandLines } from '../../../src/report/command-lines.ts';
import type { LookedFolder } from '../../../src/session/look.ts';
import { defaultConfiguration } from '../../../src/settings/loading.ts';
import type { Block } from '../../../src/stop-gate/checker.ts';
import { beadsSyncBlock } from '../../../src/stop-gate/checkers/beads-sync.ts';
import { promiseBlock } from '../../../src/stop-gate/checkers/completion-promise.ts';
import { continuationBlock } from '../../../src/stop-gate/checkers/continuation-review.ts';
import { blockedWorkBlock } from '../../../src/stop-gate/checkers/orchestrator-guidance.ts';
import { realityBlock } from '../../../src/stop-gate/checkers/reality-check.ts';
import { standingBlock } from '../../../src/stop-gate/checkers/standing-checks.ts';
import { todosBlock } from '../../../src/stop-gate/checkers/todo-continuation.ts';
import type { StopOutcome } from '../../../src/stop-gate/decision.ts';
import type { ExaminedStop } from '../../../src/stop-gate/examined-stop.ts';
import type { FolderCheck } from '../../../src/stop-gate/promises-at-stop.ts';
import { reasonOf } from '../../../src/stop-gate/reason.ts';
import { createFileView } from '../../../src/store/files/state-view.ts';
import type { PromiseListing } from '../../../src/store/promise-store.ts';
import { createMemoryFiles } from '../worlds/memory-files.ts';
import { createMemoryRegister } from '../worlds/memory-register.ts';
import { LINES_HERE } from './command-lines.ts';
import { checkFacts, NO_MEMORY, namedPromise, PROMISE_ID, sessionValue } from './domain-values.ts';
import { criterion } from './promises.ts';

/** Parts of the stop gate for tests in the same process; `said` is what others wrote. */

export const OWNER = 'session-a';

/** The project's own folder, with these promises in it. */
export function ownFolder(listing: PromiseListing = { promises: [], broken: [] }): LookedFolder {
  const files = createMemoryFiles();
  const view = createFileView({ digests: NODE_DIGESTS, files }, '/project');
  return { folder: '/project', isFurther: false, view, listing };
}

export const NO_TREE: TreeSnapshot = {
  digest: () => ({ bound: false, why: 'unreadable', reason: 'a test' }),
  entries: () => [],
  committed: () => [],
  changeTimes: () => new Map(),
};

/** What the check decides there, by the default settings. */
function checkOf(...owned: readonly NamedPromise[]): FolderCheck {
  return {
    ...ownFolder({ promises: owned, broken: [] }),
    owned,
    decision: decideCheck(checkFacts(sessionValue(OWNER), owned)),
    settings: undefined,
    unread: undefined,
    trees: createTrees('/project', () => ({ snapshot: () => NO_TREE })),
    commands: LINES_HERE,
  };
}

export const MAY_END = checkOf();

/** A check that is kept by an open promise. */
export function heldCheck(said: string): FolderCheck {
  return checkOf(
    namedPromise(PROMISE_ID, OWNER, {
      title: said,
      acceptance_criteria: [criterion('AC-1', { description: said })],
    }),
  );
}

export function reviewVerdict(parts: Partial<RealityVerdict> = {}): RealityVerdict {
  return {
    pass: false,
    reason: 'x',
    missingItems: ['x'],
    questionsForUser: [],
    forwardProgress: true,
    suggestedNextSteps: [],
    ...parts,
  };
}

/** What makes each checker block, in the order of their priorities, with words of others in it. */
const BLOCKS = {
  promises: (said, lines) =>
    promiseBlock(
      { checks: [{ ...heldCheck(said), commands: lines }], failed: [], lost: [] },
      lines,
    ),
  'promises-unread': (said, lines) => {
    const unread = { kind: 'broken-file', file: { path: said, reason: said } } as const;
    return promiseBlock(
      { checks: [{ ...MAY_END, unread, commands: lines }], failed: [], lost: [] },
      lines,
    );
  },
  'lost-promises': (said, lines) =>
    promiseBlock(
      {
        checks: [{ ...MAY_END, commands: lines }],
        failed: [],
        lost: [{ id: said, how: 'vanished', noticed: 'since-last-stop' }],
      },
      lines,
    ),
  'beads-sync': (said) => beadsSyncBlock([said]),
  'blocked-work': (said) =>
    blockedWorkBlock([{ id: said, title: said, priority: 0, waitsFor: [said] }]),
  'standing-checks': (said, lines) =>
    standingBlock(
      [
        {
          now: {
            check: 'c',
            command: said,
            scope: '*',
            tree: { bound: false, why: 'unreadable', reason: said },
          },
          is: 'unseen',
          reason: said,
        },
      ],
      [],
      lines,
    ),
  todos: (said) => todosBlock([{ text: said, status: 'pending' }]),
  'continuation-review': (said) =>
    continuationBlock({ should_continue: true, reason: said, suggestion: said }),
  'reality-check': (said) =>
    realityBlock(reviewVerdict({ reason: said, missingItems: [said], questionsForUser: [said] })),
} satisfies Readonly<Record<string, (said: string, lines: CommandLines) => Block | undefined>>;

export type Cause = keyof typeof BLOCKS;

export const CAUSES = Object.keys(BLOCKS).filter((key): key is Cause => key in BLOCKS);

export function blockBy(cause: Cause, said = 'a word', lines: CommandLines = LINES_HERE): Block {
  const block = BLOCKS[cause](said, lines);
  if (block === undefined) throw new Error(`${cause} does not block`);
  return block;
}

/** The outcome that blocks by it; `isFirst`: as the first of a row. */
export function blockedBy(block: Block, isFirst = true): StopOutcome {
  return { outcome: 'block', block, reason: reasonOf(block), isFirst, newActs: [] };
}

/** A stop at which nothing holds the session. */
export function gateWorld(parts: Partial<ExaminedStop> = {}): ExaminedStop {
  const session = sessionValue(OWNER);
  const files = createMemoryFiles();
  return {
    memoryFolder: '/project',
    standing: () => undefined,
    environment: {
      projectFolder: '/project',
      checkout: '/project',
      namedProject: undefined,
      search: { via: 'current-folder', relation: 'own', session: undefined },
      sessionFolder: undefined,
      hosts: [],
      startedByAgent: false,
      debug: false,
      plainText: true,
      session,
    },
    files,
    clock: { now: () => 0, elapsed: () => 0, machine: () => 0, sleep: async () => undefined },
    viewOf: (folder) => createFileView({ digests: NODE_DIGESTS, files }, folder),
    register: createMemoryRegister(),
    shellProject: undefined,
    host: claudeCode,
    payload: readHookPayload({ stop_hook_active: true }),
    stopper: {
      session,
      isSubagent: false,
      within: undefined,
      owner: session,
      memoryId: OWNER,
      transcriptPath: undefined,
    },
    folders: [ownFolder()],
    registered: { promises: [], broken: [] },
    settings: success(defaultConfiguration()),
    configuration: defaultConfiguration(),
    tail: { path: 'transcript', size: 0, end: Buffer.alloc(0) },
    todos: [],
    kept: success({}),
    hasIssues: false,
    timeLeft: () => 10_000,
    memory: NO_MEMORY,
    promises: {
      checks: [MAY_END],
      met: [],
      lost: [],
      untold: [],
      requested: [],
      failed: [],
      alterations: [],
      owned: [],
      closed: [],
      open: [],
      folders: [],
      trees: [NO_TREE],
    },
    tracker: {
      isThere: false,
      uncommittedIssues: () => [],
      uncommittedFiles: () => [],
      listIssues: async () => [],
    },
    loadReviews: () => Promise.reject(new Error('no review is loaded')),
    lacksKey: false,
    ...parts,
  };
}
