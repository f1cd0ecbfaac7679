import type { PromiseAccount, TimelineEntry } from '../domain/account/account.ts';
import type { Cleaning, PromiseFacts } from '../domain/account/facts.ts';
import type { ProjectReport, ReportGap } from '../domain/account/project-report.ts';
import { promiseAccount } from '../domain/account/promise-account.ts';
import {
  isOwn,
  mayTake,
  type Selecting,
  type SettledSelection,
  settledSelection,
} from '../domain/account/selection.ts';
import { type CostCount, countCosts, totalsOf } from '../domain/account/totals.ts';
import { counted } from '../domain/base/counted.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import { NO_FORGE } from '../domain/base/forge.ts';
import { type Result, success } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { CostSpan } from '../domain/judging/cost-summary.ts';
import type { RecordState } from '../domain/promise/ledger.ts';
import {
  type CompletionPromise,
  isClosed,
  type NamedPromise,
  ownerOf,
} from '../domain/promise/promise.ts';
import { memoryIdOf } from '../domain/session/gate-memory.ts';
import { unreadHistory } from '../report/failure-text.ts';
import { allEnded, endedPages } from '../store/ended-pages.ts';
import type { PromiseListing, PromiseRecords } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import { isWithin, type ReadCalls, readCalls } from './calls.ts';
import { createCleaning } from './cleaning.ts';
import { fileGap, ledgerGaps } from './gaps.ts';
import { keepAccounts } from './kept-accounts.ts';
import { keepValues } from './kept-values.ts';
import { type ReadLedger, readLedger } from './ledger.ts';
import { gatherSessions, type Sessions } from './sessions.ts';
import type { GatheringWorld } from './world.ts';

/** A report whose promises may lie outside of memory. */
export interface GatheredReport {
  readonly report: ProjectReport;
  /** Once nothing is read of it any more. */
  close(): void;
}

/**
 * Gathers a report on one project. What is damaged is told in it as a gap, and the rest is told all the same. Fails where
 * a promise was asked for by its id that is not there, and where nothing at all can be read.
 */
export async function gatherReport(
  selecting: Selecting,
  world: GatheringWorld,
): Promise<Result<GatheredReport>> {
  world.says('Reading the promises');
  const { lastEvents } = hasToKnowEvents(selecting) ? await readLedger(world.eventLog) : NO_EVENTS;
  const listed = await listFor(selecting, mayTake(selecting, lastEvents), world);
  if (!listed.ok) return listed;
  const { broken, found, hasOwn } = listed.value;
  const settled = settledSelection(selecting, hasOwn, lastEvents);
  const clean = createCleaning(world.secrets);
  const told = await tellOf(found, broken, settled, clean, world);
  const { accounts, hasFindings, kept, totals } = told;
  return success({
    report: {
      made_at: timestamp(world.clock.now()),
      version: world.version,
      project: clean.text(placeName(world.projectFolder)),
      selection: { ...settled.selection, words: clean.text(settled.selection.words) },
      gaps: told.gaps,
      totals,
      pushed: hasFindings ? world.pushed() : NO_FORGE,
      fleet: null,
      promises: accounts,
    },
    close: kept.close,
  });
}

/** Whether it depends on the ledger which promises are chosen. */
export function hasToKnowEvents({ by }: Selecting): boolean {
  return by === 'since' || by === 'default';
}

const NO_EVENTS = { lastEvents: new Map<string, number>() };

/** A promise that is reported, with what was read of it: all of them together may not fit into memory. */
interface Found {
  readonly id: string;
  readonly promise: CompletionPromise | undefined;
}

interface Listed {
  readonly found: readonly Found[];
  readonly broken: readonly BrokenFile[];
  /** Whether they are the own ones of a selection by default. */
  readonly hasOwn: boolean;
}

/** How many promises that have ended are held from when they were chosen to when they are told of. */
const MOST_HELD = 500;

/** The promises that are asked about: those of the ids, or all that the selection takes. */
async function listFor(
  selecting: Selecting,
  isWanted: SettledSelection['takes'],
  { promises }: GatheringWorld,
): Promise<Result<Listed>> {
  if (selecting.by === 'ids') return listNamed(selecting.ids, promises);
  const own: Found[] = [];
  const others: Found[] = [];
  const broken: BrokenFile[] = [];
  const take = (listing: PromiseListing, mostHeld: number): void => {
    broken.push(...listing.broken);
    for (const { id, promise } of listing.promises) {
      if (!isWanted(id, promise)) continue;
      const those = isOwn(selecting, promise) ? own : others;
      those.push({ id, promise: those.length < mostHeld ? promise : undefined });
    }
  };
  const active = await promises.listActive();
  if (!active.ok) return active;
  take(active.value, Number.POSITIVE_INFINITY);
  if (selecting.by === 'all') {
    const ended = await promises.endedIds();
    if (!ended.ok) return ended;
    // Their files are read once, when they are told of.
    const unread = ended.value.map((id) => ({ id, promise: undefined }));
    return success({ found: [...others, ...unread], broken, hasOwn: false });
  }
  for await (const page of allEnded(promises)) {
    if (!page.ok) return page;
    take(page.value, MOST_HELD);
  }
  const hasOwn = own.length > 0;
  return success({ found: hasOwn ? own : others, broken, hasOwn });
}

async function listNamed(
  ids: readonly string[],
  promises: GatheringWorld['promises'],
): Promise<Result<Listed>> {
  const found: NamedPromise[] = [];
  const broken: BrokenFile[] = [];
  for (const id of new Set(ids)) {
    const one = await promises.find(id);
    if (one.ok) found.push(one.value);
    else if (one.failure.kind === 'broken-file') broken.push(one.failure.file);
    else return one;
  }
  return success({ found, broken, hasOwn: false });
}

/** Tells of the promises that were found, some after others. */
async function tellOf(
  found: readonly Found[],
  broken: readonly BrokenFile[],
  settled: SettledSelection,
  clean: Cleaning,
  world: GatheringWorld,
) {
  const { projectFolder, validations } = world;
  const kept = keepAccounts(world.openSpool);
  const accounting = createAccounting(world);
  const costs = countCosts();
  const unread = [...broken];
  let hasFindings = false;
  const logs = await readLogs(found, settled.calls, costs, world);
  try {
    const facts = { ...logs, sessions: await gatherSessions(world), clean };
    for await (const page of pagesOf(found, unread, world)) {
      for (const account of await accounting.of(page, facts, validations)) {
        hasFindings ||= account.tampering.findings.length > 0;
        kept.add(account);
      }
    }
  } finally {
    logs.close();
  }
  const accounts = kept.inOrder();
  const gaps = [
    ...unread.map((file) => fileGap('promise', file, projectFolder)),
    ...ledgerGaps(logs.ledger, projectFolder),
    ...logs.calls.gaps,
    ...accounting.gaps(),
  ].map((gap) => ({ ...gap, place: clean.text(gap.place), reason: clean.text(gap.reason) }));
  const totals = totalsOf(accounts, logs.calls.isRead ? costs.totals() : null);
  return { accounts, gaps, hasFindings, kept, totals };
}

/** How many entries of the ledger, and how many calls, are held in memory. */
const MOST_ENTRIES_HELD = 20_000;
const MOST_CALLS_HELD = 5_000;

/** Of how many promises it is asked at once how they stand to the ledger. */
const MOST_ASKED = 10_000;

/** What the ledger and the log of costs say of the promises. `span`: of which time all calls count. */
async function readLogs(
  found: readonly Found[],
  span: CostSpan | undefined,
  costs: CostCount,
  { costLog, eventLog, openSpool, projectFolder, promises, says }: GatheringWorld,
) {
  const ids = new Set(found.map(({ id }) => id));
  const entries = keepValues<TimelineEntry>(openSpool, MOST_ENTRIES_HELD);
  const lines = keepValues<CostLine>(openSpool, MOST_CALLS_HELD);
  says('Reading the ledger');
  const ledger = await readLedger(eventLog, { isOf: (id) => ids.has(id), entries });
  says('Reading the costs');
  const calls = await readCalls(costLog, ids, projectFolder, lines, (call) => {
    if (span === undefined ? ids.has(call.promise_id) : isWithin(call, span)) costs.add(call);
  });
  const records = new Map<string, RecordState>();
  for (const page of inPages([...ids], MOST_ASKED)) {
    const { states } = await promises.records(page);
    for (const [id, state] of states) records.set(id, state);
  }
  const close = (): void => {
    entries.close();
    lines.close();
  };
  return { ledger, calls, records, close };
}

/** The promises that were found, a page at a time; those that are not held are read again. */
async function* pagesOf(
  found: readonly Found[],
  broken: BrokenFile[],
  { promises }: GatheringWorld,
): AsyncGenerator<readonly NamedPromise[]> {
  const isHeld = (one: Found): one is NamedPromise => one.promise !== undefined;
  yield found.filter(isHeld);
  const others = found.filter((one) => !isHeld(one)).map(({ id }) => id);
  for await (const page of endedPages(promises, others)) {
    if (page.ok) {
      broken.push(...page.value.broken);
      yield page.value.promises;
    } else broken.push(unreadHistory(page.failure));
  }
}

function* inPages<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
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
        const seen = {
          look,
          takeTree: isComparing ? takeTree : undefined,
          checklists: isClosed(named.promise)
            ? []
            : (checkout?.changedChecklists(named.promise) ?? []),
        };
        accounts.push(await accountOf(named, seen, facts, kept, validations));
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
  seen: Pick<PromiseFacts, 'look' | 'takeTree' | 'checklists'>,
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
      record: records.get(id),
      calls: calls.of(id),
      ...seen,
      waiting: sessions.waiting.get(memory ?? ''),
      capped: sessions.capped.get(memory ?? ''),
      timeline: ledger.timelineOf(id),
      gates,
      keptArtifact,
    },
    clean,
  );
}
