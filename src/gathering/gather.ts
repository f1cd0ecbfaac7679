import type { PromiseAccount } from '../domain/account/account.ts';
import type { Cleaning, TamperingFacts } from '../domain/account/facts.ts';
import type {
  ProjectReport,
  ReportGap,
  ReportSelection,
} from '../domain/account/project-report.ts';
import { promiseAccount } from '../domain/account/promise-account.ts';
import {
  mayTake,
  type Selecting,
  type SettledSelection,
  settledSelection,
} from '../domain/account/selection.ts';
import { costTotals, totalsOf } from '../domain/account/totals.ts';
import { counted } from '../domain/base/counted.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import { NO_FORGE } from '../domain/base/forge.ts';
import { type Result, success } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import { isClosed, type NamedPromise, ownerOf } from '../domain/promise/promise.ts';
import type { TakeTree } from '../domain/promise/tree.ts';
import { memoryIdOf } from '../domain/session/gate-memory.ts';
import { allEnded } from '../store/ended-pages.ts';
import type { PromiseListing, PromiseRecords } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import { type ReadCalls, readCalls } from './calls.ts';
import { createCleaning } from './cleaning.ts';
import { fileGap, ledgerGaps } from './gaps.ts';
import { type ReadLedger, readLedger } from './ledger.ts';
import { inOrder } from './order.ts';
import { gatherSessions, type Sessions } from './sessions.ts';
import type { GatheringWorld } from './world.ts';

/**
 * Gathers a report. What is damaged is told in it as a gap, and the rest is told all the same. Fails where a promise
 * was asked for by its id that is not there, and where nothing at all can be read.
 */
export async function gatherReport(
  selecting: Selecting,
  world: GatheringWorld,
): Promise<Result<ProjectReport>> {
  const gathered = await gatherPart(selecting, world);
  if (!gathered.ok) return gathered;
  const { accounts, calls, gaps, selection } = gathered.value;
  return success({
    made_at: timestamp(world.clock.now()),
    version: world.version,
    project: createCleaning(world.secrets).text(placeName(world.projectFolder)),
    selection,
    gaps,
    totals: totalsOf(accounts, calls === undefined ? null : costTotals(calls)),
    pushed: accounts.some(({ tampering }) => tampering.findings.length > 0)
      ? world.pushed()
      : NO_FORGE,
    fleet: null,
    promises: accounts.toSorted(inOrder),
  });
}

/** What is gathered of one project: the promises in no order. */
interface GatheredPart {
  readonly accounts: readonly PromiseAccount[];
  /** Undefined where the log cannot be read. */
  readonly calls: readonly CostLine[] | undefined;
  readonly gaps: readonly ReportGap[];
  readonly selection: ReportSelection;
}

/** Gathers what a report tells of one project. Fails as `gatherReport` does. */
async function gatherPart(
  selecting: Selecting,
  world: GatheringWorld,
): Promise<Result<GatheredPart>> {
  world.says('Reading the promises');
  const { lastEvents } = hasToKnowEvents(selecting)
    ? await readLedger(world.eventLog, () => false)
    : NO_EVENTS;
  const listed = await listFor(selecting, mayTake(selecting, lastEvents), world);
  if (!listed.ok) return listed;
  const { broken, promises } = listed.value;
  const all = promises.map(({ promise }) => promise);
  const settled = settledSelection(selecting, all, lastEvents);
  const chosen = promises.filter(({ id, promise }) => settled.takes(id, promise));
  return success(await partOn(chosen, broken, settled, world));
}

/** Whether it depends on the ledger which promises are chosen. */
export function hasToKnowEvents({ by }: Selecting): boolean {
  return by === 'since' || by === 'default';
}

const NO_EVENTS = { lastEvents: new Map<string, number>() };

/** The promises that can be asked about: those of the ids, or all that the selection may take. */
async function listFor(
  selecting: Selecting,
  isWanted: SettledSelection['takes'],
  { promises }: GatheringWorld,
): Promise<Result<PromiseListing>> {
  const found: NamedPromise[] = [];
  const broken: BrokenFile[] = [];
  if (selecting.by !== 'ids') {
    const active = await promises.listActive();
    const take = (listing: PromiseListing): void => {
      for (const one of listing.promises) if (isWanted(one.id, one.promise)) found.push(one);
      broken.push(...listing.broken);
    };
    if (!active.ok) return active;
    take(active.value);
    for await (const page of allEnded(promises)) {
      if (!page.ok) return page;
      take(page.value);
    }
    return success({ promises: found, broken });
  }
  for (const id of new Set(selecting.ids)) {
    const one = await promises.find(id);
    if (one.ok) found.push(one.value);
    else if (one.failure.kind === 'broken-file') broken.push(one.failure.file);
    else return one;
  }
  return success({ promises: found, broken });
}

async function partOn(
  chosen: readonly NamedPromise[],
  broken: readonly BrokenFile[],
  settled: SettledSelection,
  world: GatheringWorld,
): Promise<GatheredPart> {
  const { projectFolder, says } = world;
  const clean = createCleaning(world.secrets);
  const ids = new Set(chosen.map(({ id }) => id));
  says('Reading the ledger');
  const ledger = await readLedger(world.eventLog, (id) => ids.has(id));
  says('Reading the costs');
  const calls = await readCalls(world.costLog, ids, settled.calls, projectFolder);
  const sessions = await gatherSessions(world);
  const records = await world.promises.records([...ids]);
  const facts = { ledger, calls, sessions, records: records.states, clean };
  const accounting = createAccounting(world);
  const accounts = await accounting.of(chosen, facts, world.validations);
  return {
    selection: {
      ...settled.selection,
      words: clean.text(settled.selection.words),
    },
    gaps: [
      ...broken.map((file) => fileGap('promise', file, projectFolder)),
      ...ledgerGaps(ledger, projectFolder),
      ...calls.gaps,
      ...accounting.gaps(),
    ].map((gap) => ({ ...gap, place: clean.text(gap.place), reason: clean.text(gap.reason) })),
    accounts,
    calls: calls.all,
  };
}

function placeName(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}

/** What was read once for some promises. */
export interface CommonFacts {
  readonly ledger: Pick<ReadLedger, 'timelineOf'>;
  readonly calls: Pick<ReadCalls, 'of'>;
  readonly sessions: Sessions;
  readonly records: PromiseRecords['states'];
  readonly clean: Cleaning;
}

/** How long the files of all checkouts are compared with proofs, in milliseconds. */
const MOST_COMPARING_MS = 20_000;

/** Most promises whose tests are looked at: of more than these a report would take too long. */
const MOST_EXAMINED = 20;

/** Tells of promises, some after others, with what of the files there is time for. */
export interface Accounting {
  of(
    chosen: readonly NamedPromise[],
    facts: CommonFacts,
    validations: Pick<ValidationStore, 'answersTo'>,
  ): Promise<readonly PromiseAccount[]>;
  gaps(): readonly ReportGap[];
}

export function createAccounting({
  checkout,
  clock,
  gates,
  keptArtifact,
  says,
}: Pick<GatheringWorld, 'checkout' | 'clock' | 'gates' | 'keptArtifact' | 'says'>): Accounting {
  const start = clock.elapsed();
  const leftMs = (): number => MOST_COMPARING_MS - (clock.elapsed() - start);
  const takeTree = checkout?.openTrees(leftMs);
  const kept = { gates, keptArtifact };
  let [told, examined, uncompared] = [0, 0, 0];
  return {
    async of(chosen, facts, validations) {
      const accounts: PromiseAccount[] = [];
      for (const named of chosen) {
        told += 1;
        says(`Looking at promise ${told}`);
        const isComparing = leftMs() > 0;
        uncompared += isComparing || checkout === undefined ? 0 : 1;
        const isExamined = !isClosed(named.promise) && examined < MOST_EXAMINED;
        examined += isExamined ? 1 : 0;
        const look = isExamined ? await checkout?.lookAtTests(named.promise) : undefined;
        const compared = isComparing ? takeTree : undefined;
        accounts.push(await accountOf(named, look, compared, facts, kept, validations));
      }
      return accounts;
    },
    gaps() {
      const reason = `there was no time to compare those of ${counted(uncompared, 'promise')} with the files`;
      return uncompared === 0 ? [] : [{ what: 'proofs', place: 'the checkout', reason }];
    },
  };
}

async function accountOf(
  { id, promise }: NamedPromise,
  look: TamperingFacts | undefined,
  takeTree: TakeTree | undefined,
  { calls, clean, ledger, records, sessions }: CommonFacts,
  { gates, keptArtifact }: Pick<GatheringWorld, 'gates' | 'keptArtifact'>,
  validations: Pick<ValidationStore, 'answersTo'>,
): Promise<PromiseAccount> {
  const owner = ownerOf(promise);
  const memory = owner === null ? undefined : memoryIdOf(owner);
  const answerFor = await validations.answersTo(id, promise.acceptance_criteria ?? []);
  return promiseAccount(
    {
      id,
      promise,
      answerFor,
      takeTree,
      record: records.get(id),
      calls: calls.of(id),
      look,
      waiting: sessions.waiting.get(memory ?? ''),
      capped: sessions.capped.get(memory ?? ''),
      timeline: ledger.timelineOf(id),
      gates,
      keptArtifact,
    },
    clean,
  );
}
