import type { TimelineEntry } from '../domain/account/account.ts';
import type { Cleaning } from '../domain/account/facts.ts';
import { fleetAccount, type ProjectPart, placing } from '../domain/account/fleet-account.ts';
import type { ProjectReport, ReportGap } from '../domain/account/project-report.ts';
import { type Selecting, settledSelection } from '../domain/account/selection.ts';
import { type CostCount, countCosts, totalsOf } from '../domain/account/totals.ts';
import { NO_FORGE } from '../domain/base/forge.ts';
import { type Result, success } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { FleetReading } from '../domain/session/fleet.ts';
import type { Fleet, FleetProject, PromisePage } from '../store/fleet.ts';
import { isWithin, unreadCalls } from './calls.ts';
import { createCleaning } from './cleaning.ts';
import { fileGap, ledgerGaps } from './gaps.ts';
import {
  type Accounting,
  createAccounting,
  type GatheredReport,
  hasToKnowEvents,
} from './gather.ts';
import { keepAccounts } from './kept-accounts.ts';
import { keepValues } from './kept-values.ts';
import { beginLedger } from './ledger.ts';
import { gatherSessions, type Sessions } from './sessions.ts';
import type { GatheringWorld } from './world.ts';

type FleetSelecting = Exclude<Selecting, { readonly by: 'ids' }>;

/** What is common to all projects of a fleet. */
interface Gathering {
  readonly selecting: FleetSelecting;
  readonly fleet: Fleet;
  readonly sessions: FleetReading;
  readonly world: GatheringWorld;
  readonly clean: Cleaning;
  readonly kept: ReturnType<typeof keepAccounts>;
  readonly costs: CostCount;
}

/**
 * Gathers a report over all projects of a store that machines share. `place`: the store, as it may be shown. Files are
 * here for the project of this folder alone: proofs of others are not compared with any, nor their tests looked at.
 */
export async function gatherFleetReport(
  selecting: FleetSelecting,
  fleet: Fleet,
  place: string,
  world: GatheringWorld,
): Promise<Result<GatheredReport>> {
  const projects = await fleet.projects();
  if (!projects.ok) return projects;
  const reading = await fleet.read(true);
  if (!reading.ok) return reading;
  const clean = createCleaning(world.secrets);
  const kept = keepAccounts(world.openSpool);
  const costs = countCosts();
  const common = { selecting, fleet, sessions: reading.value, world, clean, kept, costs };
  const parts: (ProjectPart & { readonly gaps: readonly ReportGap[] })[] = [];
  for (const name of projects.value.names) {
    const part = await partOf(name, name === projects.value.own, common);
    if (!part.ok) {
      kept.close();
      return part;
    }
    parts.push(part.value);
  }
  const { selection } = settledSelection(selecting, false, new Map());
  const promises = kept.inOrder();
  const report: ProjectReport = {
    made_at: timestamp(world.clock.now()),
    version: world.version,
    project: clean.text(place),
    selection: { ...selection, words: `${clean.text(selection.words)}, in all projects` },
    gaps: parts.flatMap(({ gaps, project }) =>
      gaps.map(({ reason, what, ...gap }) => ({
        what,
        place: `${clean.text(project)}, ${clean.text(gap.place)}`,
        reason: clean.text(reason),
      })),
    ),
    totals: totalsOf(promises, costs.totals()),
    pushed: NO_FORGE,
    fleet: fleetAccount(parts, reading.value, clean),
    promises,
  };
  return success({ report, close: kept.close });
}

/** `isHere`: the project is the one of this folder. */
async function partOf(
  name: string,
  isHere: boolean,
  common: Gathering,
): Promise<Result<ProjectPart & { readonly gaps: readonly ReportGap[] }>> {
  const { fleet, world } = common;
  const state = await fleet.open(name);
  try {
    const { stopGate } = state;
    const cappedSessions = isHere ? world.cappedSessions : () => stopGate.listCapped();
    const sessions = await gatherSessions({ stopGate, cappedSessions });
    const accounting = createAccounting(isHere ? world : { ...world, checkout: undefined });
    return await readPart(name, state, sessions, accounting, common);
  } finally {
    await state.close();
  }
}

async function readPart(
  project: string,
  state: FleetProject,
  sessions: Sessions,
  accounting: Accounting,
  common: Gathering,
): Promise<Result<ProjectPart & { readonly gaps: readonly ReportGap[] }>> {
  const { clean, costs, kept, selecting, world } = common;
  const ledger = beginLedger(undefined, hasToKnowEvents(selecting));
  // What a fleet's report is about never depends on which promises there are.
  const settle = () => settledSelection(selecting, false, ledger.read().lastEvents);
  const span = settle().calls;
  const place = placing(project, common.sessions, clean);
  const figures = { project, promises: 0, verified: 0, with_concerns: 0 };
  const ownCosts = countCosts();
  const gaps: ReportGap[] = [];
  let skipped = 0;
  const count = (call: CostLine): void => [ownCosts, costs].forEach((one) => void one.add(call));
  const tell = async (page: PromisePage): Promise<void> => {
    const { takes } = settle();
    const chosen = page.promises.filter(({ id, promise }) => takes(id, promise));
    gaps.push(...page.broken.map((file) => fileGap('promise', file, world.projectFolder)));
    const facts = factsOf(page, sessions, clean, world);
    for (const account of await accounting.of(chosen, facts, page)) {
      kept.add(place(account));
      figures.promises += 1;
      figures.verified += account.standing === 'verified' ? 1 : 0;
      figures.with_concerns += account.concerns.length > 0 ? 1 : 0;
    }
    if (span === undefined) for (const { id } of chosen) facts.calls.of(id).forEach(count);
  };
  world.says(`Reading ${project}`);
  const read = await state.readPromises({
    onLine: ledger.take,
    onCall(call) {
      if (call === undefined) skipped += 1;
      else if (span !== undefined && isWithin(call, span)) count(call);
    },
    onPage: tell,
  });
  if (!read.ok) return read;
  const all = [
    ...gaps,
    ...ledgerGaps(ledger.read(), world.projectFolder),
    ...unreadCalls(skipped),
    ...accounting.gaps(),
  ];
  return success({ ...figures, cost_usd: ownCosts.totals().cost_usd, gaps: all });
}

/** What is known of the promises of a page. */
function factsOf(page: PromisePage, sessions: Sessions, clean: Cleaning, world: GatheringWorld) {
  const entries = keepValues<TimelineEntry>(world.openSpool, Number.POSITIVE_INFINITY);
  const lines = beginLedger({ isOf: () => true, entries });
  for (const line of page.lines) lines.take(line);
  const calls = new Map<string, CostLine[]>();
  for (const call of page.calls) {
    const own = calls.get(call.promise_id);
    if (own === undefined) calls.set(call.promise_id, [call]);
    else own.push(call);
  }
  return {
    ledger: lines.read(),
    calls: { of: (id: string): readonly CostLine[] => calls.get(id) ?? [] },
    sessions,
    records: page.records.states,
    clean,
  };
}
