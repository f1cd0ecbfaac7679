import { join } from 'node:path';
import { gitPaths } from '../../adapters/git-base.ts';
import { isBelowGit } from '../../adapters/git-folder.ts';
import { programOnPath } from '../../adapters/program-path.ts';
import { type Bead, mostUrgent, readBeads } from '../../domain/beads.ts';
import { beginsWithOneOf } from '../../domain/session.ts';
import type { BeadsFacts } from '../../stop-gate/checkers.ts';
import type { Advice } from '../../stop-gate/decision.ts';
import type { GateWorld } from './gate-world.ts';

/** How long `bd` is waited for, in milliseconds: nobody's stop waits for a tracker that hangs. */
const BD_TIMEOUT_MS = 5000;

/** How long advice is waited for, in milliseconds: it never blocks, and must not hold anybody up. */
const ADVICE_MS = 2000;

/** How much of what `bd` prints is read, in bytes. */
const MOST_PRINTED = 8 * 1024 * 1024;

/** Ready work that is named (DESIGN §6, P5). */
const MOST_READY = 5;

export const NO_BEADS: BeadsFacts = { uncommitted: [], blocked: [] };

/** The project's tracker, where it has one and `bd` is there to work with it. */
export interface Tracker {
  readonly program: string;
  readonly folder: string;
}

export function trackerOf({ environment, files }: GateWorld): Tracker | undefined {
  const folder = environment.projectFolder;
  if (!files.exists(join(folder, '.beads'))) return undefined;
  const { program } = programOnPath('bd', folder);
  return program === undefined ? undefined : { program, folder };
}

/** Facts, and what kept them from being found out, in words for the user. */
export interface Found<Facts> {
  readonly facts: Facts;
  readonly notes: readonly Advice[];
}

/** P2 and P2.5: git and `bd` are asked side by side. */
export async function beadsFacts(
  tracker: Tracker,
  world: GateWorld,
  told: readonly string[],
): Promise<Found<BeadsFacts>> {
  const { configuration, stopper, timeLeft } = world;
  const { beads, orchestrators } = configuration.stopGate;
  const isOrchestrator = beginsWithOneOf(stopper.session, orchestrators);
  const mostMs = Math.min(BD_TIMEOUT_MS, timeLeft());
  const asked = isOrchestrator ? listBeads(tracker, 'blocked', mostMs) : undefined;
  const changed = beads ? uncommittedIn(tracker.folder, ['.beads'], timeLeft()) : [];
  const blocked = (await asked) ?? [];
  const known = new Set(told);
  return {
    facts: {
      uncommitted: 'reason' in changed ? [] : changed,
      blocked: 'reason' in blocked ? [] : blocked.filter(({ id }) => !known.has(id)),
    },
    notes: [
      ...noteOf('Whether .beads/ is committed is not known', changed),
      ...noteOf('Blocked work is not known', blocked),
    ],
  };
}

/** P4 and P5, which never block: what git and `bd` have to say to the user. */
export async function adviceFor(
  tracker: Tracker | undefined,
  world: GateWorld,
  ownsAny: boolean,
): Promise<readonly Advice[]> {
  const { configuration, environment, stopper, timeLeft } = world;
  const { continuation, stopGate } = configuration;
  const mostMs = Math.min(ADVICE_MS, timeLeft());
  const leads = beginsWithOneOf(stopper.session, [
    ...stopGate.orchestrators,
    ...continuation.prefixes,
  ]);
  const wantsWork = stopGate.availableWork && (ownsAny || leads);
  const asked =
    tracker !== undefined && wantsWork ? listBeads(tracker, 'ready', mostMs) : undefined;
  const isGit = stopGate.gitStatus && ownsAny;
  const changed = isGit ? uncommittedIn(environment.projectFolder, ['.'], mostMs) : [];
  const ready = (await asked) ?? [];
  const files = 'reason' in changed ? 0 : changed.length;
  const total = 'reason' in ready ? 0 : ready.length;
  return [
    ...(files > 0 ? [{ about: 'uncommitted-changes', files } as const] : []),
    ...('reason' in ready || total === 0
      ? []
      : [{ about: 'available-work', beads: mostUrgent(ready, MOST_READY), total } as const]),
  ];
}

interface Unknown {
  readonly reason: string;
}

function uncommittedIn(
  folder: string,
  paths: readonly string[],
  mostMs: number,
): readonly string[] | Unknown {
  if (!isBelowGit(folder)) return { reason: 'not a git repository' };
  const status = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'];
  const listed = gitPaths(folder, [...status, '--', ...paths], { mostMs });
  // The state folder changes with every stop; whoever does not ignore it knows that.
  const isState = (path: string): boolean => path.includes('.claude/completion-state/');
  return listed.ok
    ? listed.value.map((line) => line.slice(3)).filter((path) => !isState(path))
    : { reason: listed.reason };
}

async function listBeads(
  { folder, program }: Tracker,
  what: 'ready' | 'blocked',
  mostMs: number,
): Promise<readonly Bead[] | Unknown> {
  const { createNodeRun } = await import('../programs.ts');
  const printed: Buffer[] = [];
  let size = 0;
  const { ended } = await createNodeRun().program({
    command: [program, what, '--json'],
    folder,
    timeoutMs: Math.max(1, mostMs),
    environment: { passing: [] },
    endsAtOnce: true,
    onOutput(chunk, stream) {
      size += chunk.length;
      if (stream === 'stdout' && size <= MOST_PRINTED) printed.push(chunk);
    },
  });
  if (ended.how === 'timeout') return { reason: 'bd did not answer in time' };
  if (ended.how !== 'exit' || ended.code !== 0) return { reason: `bd ${what} failed` };
  const text = Buffer.concat(printed).toString('utf8');
  // Some versions say in words that there is nothing.
  const beads = readBeads(text);
  return beads ?? (/[[{]/.test(text) ? { reason: `bd ${what} printed no list` } : []);
}

/** Where there is no repository, there is nothing to be committed, at any stop. */
function noteOf(what: string, found: readonly unknown[] | Unknown): readonly Advice[] {
  return 'reason' in found && !/not a git repository/i.test(found.reason)
    ? [{ about: 'note', text: `${what}: ${found.reason}.` }]
    : [];
}
