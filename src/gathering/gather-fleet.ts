import { fleetAccount, type ProjectPart, placedAccounts } from '../domain/account/fleet-account.ts';
import type { ProjectReport } from '../domain/account/project-report.ts';
import { type Selecting, settledSelection } from '../domain/account/selection.ts';
import { totalsOf } from '../domain/account/totals.ts';
import { NO_FORGE } from '../domain/base/forge.ts';
import { type Result, success } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { Fleet } from '../store/fleet.ts';
import { createCleaning } from './cleaning.ts';
import { type GatheredPart, gatherPart, inOrder } from './gather.ts';
import type { GatheringWorld } from './world.ts';

/**
 * Gathers a report over all projects of a store that machines share. `place`: the store, as it may be shown. Files are
 * here for the project of this folder alone: proofs of others are not compared with any, nor their tests looked at.
 */
export async function gatherFleetReport(
  selecting: Exclude<Selecting, { readonly by: 'ids' }>,
  fleet: Fleet,
  place: string,
  world: GatheringWorld,
): Promise<Result<ProjectReport>> {
  const projects = await fleet.projects();
  if (!projects.ok) return projects;
  const reading = await fleet.read(true);
  if (!reading.ok) return reading;
  const parts: (GatheredPart & ProjectPart)[] = [];
  for (const project of projects.value.names) {
    const here = project === projects.value.own ? world : undefined;
    const part = await partOf(project, selecting, fleet, here, world);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  const clean = createCleaning(world.secrets);
  const accounts = parts.flatMap((part) => placedAccounts(part, reading.value, clean));
  const { selection } = settledSelection(selecting, [], new Map());
  return success({
    made_at: timestamp(world.clock.now()),
    version: world.version,
    project: clean.text(place),
    selection: { ...selection, words: `${clean.text(selection.words)}, in all projects` },
    gaps: parts.flatMap(({ gaps, project }) =>
      gaps.map((gap) => ({ ...gap, place: `${clean.text(project)}, ${gap.place}` })),
    ),
    totals: totalsOf(accounts, callsOf(parts)),
    pushed: NO_FORGE,
    fleet: fleetAccount(parts, reading.value, clean),
    promises: accounts.toSorted(inOrder),
  });
}

/** `here`: what the project is gathered from where it is the one of this folder. */
async function partOf(
  project: string,
  selecting: Selecting,
  fleet: Fleet,
  here: GatheringWorld | undefined,
  world: GatheringWorld,
): Promise<Result<GatheredPart & ProjectPart>> {
  if (here !== undefined) {
    const gathered = await gatherPart(selecting, here);
    return gathered.ok ? success({ project, ...gathered.value }) : gathered;
  }
  const state = await fleet.open(project);
  try {
    const there = {
      ...world,
      ...state,
      checkout: undefined,
      cappedSessions: () => state.stopGate.listCapped(),
    };
    const gathered = await gatherPart(selecting, there);
    return gathered.ok ? success({ project, ...gathered.value }) : gathered;
  } finally {
    await state.close();
  }
}

/** The calls of all projects; undefined where a log cannot be read: a part of the sum would pass for the whole. */
function callsOf(parts: readonly ProjectPart[]): readonly CostLine[] | undefined {
  const calls = parts.flatMap((part) => (part.calls === undefined ? [] : [part.calls]));
  return calls.length === parts.length ? calls.flat() : undefined;
}
